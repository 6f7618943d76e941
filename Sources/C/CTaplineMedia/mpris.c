#include "tapline_media.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

/* More players than anybody has; further ones are not seen. */
enum { CAPACITY = 32 };
static const char prefix[] = "org.mpris.MediaPlayer2.", path[] = "/org/mpris/MediaPlayer2";
static const char interface[] = "org.mpris.MediaPlayer2.Player", properties[] = "org.freedesktop.DBus.Properties";
/* The owner of a name, until the bus has said who that is. */
static const char unknown[] = "?";
/* A player that answers nothing is left alone so long, µs. */
static const uint64_t patience = 5000000;

/* A player on the bus. Its properties are always asked for as a whole, one question at a time. */
struct entry {
    struct tapline_mpris *mpris;
    struct tapline_player player;
    /* The connection that has the name; empty: nobody, and the place is free. */
    char owner[64];
    sd_bus_slot *question;
    bool is_asked_again, has_changed, has_gone;
    /* Why it has refused a command; empty: it has not. */
    char refusal[256];
};

struct tapline_mpris {
    sd_bus *bus;
    struct entry entries[CAPACITY];
};

static void copy(char *to, size_t size, const char *from) {
    size_t count = strnlen(from, size - 1);
    memcpy(to, from, count);
    to[count] = 0;
}

static void forget(struct tapline_player *player) {
    player->state = TAPLINE_PLAYER_STOPPED;
    player->can_control = true;
    player->cannot = 0;
    player->rate = player->volume = NAN;
    player->position_us = player->length_us = -1;
    player->title[0] = player->artist[0] = player->album[0] = player->track[0] = 0;
}

/* A number in a variant of any numeric type: players do not agree. */
static int read_number(sd_bus_message *message, double *value) {
    const char *type;
    char kind;
    int status = sd_bus_message_peek_type(message, &kind, &type);
    if (status <= 0 || kind != 'v' || strlen(type) != 1 || !strchr("dxtiunqy", *type)) return sd_bus_message_skip(message, "v");
    union { double d; int64_t x; uint64_t t; int32_t i; uint32_t u; int16_t n; uint16_t q; uint8_t y; } as;
    status = sd_bus_message_enter_container(message, 'v', type);
    if (status < 0) return status;
    status = sd_bus_message_read_basic(message, *type, &as);
    if (status < 0) return status;
    switch (*type) {
    case 'd': *value = as.d; break;
    case 'x': *value = (double)as.x; break;
    case 't': *value = (double)as.t; break;
    case 'i': *value = as.i; break;
    case 'u': *value = as.u; break;
    case 'n': *value = as.n; break;
    case 'q': *value = as.q; break;
    default: *value = as.y;
    }
    return sd_bus_message_exit_container(message);
}

/* A text, or several, in a variant, with commas between. */
static int read_text(sd_bus_message *message, char *text, size_t size) {
    const char *type, *part;
    char kind;
    int status = sd_bus_message_peek_type(message, &kind, &type);
    if (status <= 0 || kind != 'v') return sd_bus_message_skip(message, "v");
    if (strlen(type) == 1 && strchr("so", *type)) {
        status = sd_bus_message_read(message, "v", type, &part);
        if (status >= 0) copy(text, size, part);
        return status;
    }
    if (strcmp(type, "as")) return sd_bus_message_skip(message, "v");
    status = sd_bus_message_enter_container(message, 'v', type);
    if (status >= 0) status = sd_bus_message_enter_container(message, 'a', "s");
    if (status < 0) return status;
    text[0] = 0;
    while ((status = sd_bus_message_read_basic(message, 's', &part)) > 0) {
        size_t count = strlen(text);
        if (count && count + 3 < size) memcpy(text + count, ", ", 3), count += 2;
        copy(text + count, size - count, part);
    }
    if (status >= 0) status = sd_bus_message_exit_container(message);
    return status < 0 ? status : sd_bus_message_exit_container(message);
}

static int64_t whole(double value) { return value >= 0 && value < 9e15 ? (int64_t)value : -1; }

static int read_metadata(sd_bus_message *message, const char *key, struct tapline_player *player) {
    double number = NAN;
    int status;
    if (!strcmp(key, "xesam:title")) return read_text(message, player->title, sizeof player->title);
    if (!strcmp(key, "xesam:artist")) return read_text(message, player->artist, sizeof player->artist);
    if (!strcmp(key, "xesam:album")) return read_text(message, player->album, sizeof player->album);
    if (!strcmp(key, "mpris:trackid")) return read_text(message, player->track, sizeof player->track);
    if (strcmp(key, "mpris:length")) return sd_bus_message_skip(message, "v");
    status = read_number(message, &number);
    player->length_us = whole(number);
    return status;
}

static int read_entries(sd_bus_message *message, int (*read)(sd_bus_message *, const char *, struct tapline_player *),
                        struct tapline_player *player) {
    const char *key;
    int status = sd_bus_message_enter_container(message, 'a', "{sv}");
    if (status < 0) return status;
    while ((status = sd_bus_message_enter_container(message, 'e', "sv")) > 0) {
        status = sd_bus_message_read_basic(message, 's', &key);
        if (status >= 0) status = read(message, key, player);
        if (status >= 0) status = sd_bus_message_exit_container(message);
        if (status < 0) return status;
    }
    return status < 0 ? status : sd_bus_message_exit_container(message);
}

static int read_property(sd_bus_message *message, const char *key, struct tapline_player *player) {
    const char *type;
    char kind;
    double number = NAN;
    int status = sd_bus_message_peek_type(message, &kind, &type);
    if (status < 0) return status;
    if (!strcmp(key, "PlaybackStatus")) {
        char word[16] = "";
        status = read_text(message, word, sizeof word);
        player->state = !strcmp(word, "Playing")  ? TAPLINE_PLAYER_PLAYING
                        : !strcmp(word, "Paused") ? TAPLINE_PLAYER_PAUSED
                                                  : TAPLINE_PLAYER_STOPPED;
        return status;
    }
    if (!strcmp(key, "Metadata") && !strcmp(type, "a{sv}")) {
        status = sd_bus_message_enter_container(message, 'v', type);
        if (status >= 0) status = read_entries(message, read_metadata, player);
        return status < 0 ? status : sd_bus_message_exit_container(message);
    }
    static const char *const abilities[] = {
        [TAPLINE_PLAYER_GO_NEXT] = "GoNext", [TAPLINE_PLAYER_GO_PREVIOUS] = "GoPrevious", [TAPLINE_PLAYER_PLAY] = "Play",
        [TAPLINE_PLAYER_PAUSE] = "Pause", [TAPLINE_PLAYER_SEEK] = "Seek",
    };
    if (!strncmp(key, "Can", 3) && !strcmp(type, "b")) {
        int can = 1;
        status = sd_bus_message_read(message, "v", "b", &can);
        if (!strcmp(key, "CanControl")) player->can_control = can;
        for (unsigned i = 0; i < sizeof abilities / sizeof *abilities; i++)
            if (!can && !strcmp(key + 3, abilities[i])) player->cannot |= 1u << i;
        return status;
    }
    if (!strcmp(key, "Rate")) return read_number(message, &player->rate);
    if (!strcmp(key, "Volume")) return read_number(message, &player->volume);
    if (strcmp(key, "Position")) return sd_bus_message_skip(message, "v");
    status = read_number(message, &number);
    player->position_us = whole(number);
    return status;
}

static void ask(struct entry *entry);

static int take_answer(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    struct entry *entry = data;
    entry->question = sd_bus_slot_unref(entry->question);
    if (!sd_bus_message_is_method_error(message, NULL)) {
        const char *sender = sd_bus_message_get_sender(message);
        forget(&entry->player);
        if (sender) copy(entry->owner, sizeof entry->owner, sender);
        /* (Of an answer that is broken counts what was read.) */
        read_entries(message, read_property, &entry->player);
        entry->has_changed = true;
    }
    if (entry->is_asked_again) ask(entry);
    return 1;
}

static sd_bus_message *call(struct entry *entry, const char *on, const char *method) {
    char name[512];
    sd_bus_message *message = NULL;
    strcpy(name, prefix);
    strcat(name, entry->player.name);
    if (sd_bus_message_new_method_call(entry->mpris->bus, &message, name, path, on, method) < 0) return NULL;
    /* (Who was not started for this is not started by it either.) */
    sd_bus_message_set_auto_start(message, 0);
    return message;
}

static void ask(struct entry *entry) {
    entry->is_asked_again = entry->question != NULL;
    if (entry->question) return;
    sd_bus_message *message = call(entry, properties, "GetAll");
    if (!message) return;
    if (sd_bus_message_append(message, "s", interface) >= 0)
        sd_bus_call_async(entry->mpris->bus, &entry->question, message, take_answer, entry, patience);
    sd_bus_message_unref(message);
}

static struct entry *find(tapline_mpris *mpris, const char *name) {
    for (int i = 0; i < CAPACITY; i++)
        if (mpris->entries[i].owner[0] && !strcmp(mpris->entries[i].player.name, name)) return &mpris->entries[i];
    return NULL;
}

/* Who has the name of a player that was there before: also of one that does not answer yet. */
static int take_owner_of_name(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    struct entry *entry = data;
    const char *owner;
    if (sd_bus_message_is_method_error(message, NULL) || sd_bus_message_read(message, "s", &owner) < 0) return 1;
    if (!strcmp(entry->owner, unknown)) copy(entry->owner, sizeof entry->owner, owner);
    return 1;
}

static void set_owner(tapline_mpris *mpris, const char *bus_name, const char *owner) {
    if (strncmp(bus_name, prefix, strlen(prefix)) || strlen(bus_name) > 255) return;
    const char *name = bus_name + strlen(prefix);
    struct entry *entry = find(mpris, name);
    if (entry && !*owner) {
        entry->question = sd_bus_slot_unref(entry->question);
        entry->owner[0] = entry->refusal[0] = 0;
        entry->has_changed = false;
        entry->has_gone = true;
        return;
    }
    for (int i = 0; !entry && *owner && i < CAPACITY; i++) {
        struct entry *free = &mpris->entries[i];
        if (free->owner[0] || free->has_gone) continue;
        entry = free;
        memset(entry, 0, sizeof *entry);
        entry->mpris = mpris;
        copy(entry->player.name, sizeof entry->player.name, name);
    }
    if (!entry) return;
    copy(entry->owner, sizeof entry->owner, owner);
    if (!strcmp(owner, unknown))
        sd_bus_call_method_async(mpris->bus, NULL, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                 "GetNameOwner", take_owner_of_name, entry, "s", bus_name);
    ask(entry);
}

static int take_owner(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    const char *name, *before, *after;
    if (sd_bus_message_read(message, "sss", &name, &before, &after) >= 0) set_owner(data, name, after);
    return 0;
}

static int take_names(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    const char *name;
    if (sd_bus_message_is_method_error(message, NULL)) return 1;
    if (sd_bus_message_enter_container(message, 'a', "s") < 0) return 1;
    while (sd_bus_message_read_basic(message, 's', &name) > 0)
        if (!strncmp(name, prefix, strlen(prefix)) && !find(data, name + strlen(prefix))) set_owner(data, name, unknown);
    return 1;
}

static int take_change(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    tapline_mpris *mpris = data;
    const char *sender = sd_bus_message_get_sender(message);
    for (int i = 0; sender && i < CAPACITY; i++)
        if (!strcmp(mpris->entries[i].owner, sender)) ask(&mpris->entries[i]);
    return 0;
}

tapline_mpris *tapline_mpris_open(int *error) {
    tapline_mpris *mpris = calloc(1, sizeof *mpris);
    if (!mpris) return *error = -ENOMEM, NULL;
    *error = sd_bus_open_user(&mpris->bus);
    static const struct {
        const char *rule;
        sd_bus_message_handler_t take;
    } matches[] = {
        {"type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
         "arg0namespace='org.mpris.MediaPlayer2'",
         take_owner},
        {"type='signal',path='/org/mpris/MediaPlayer2',interface='org.freedesktop.DBus.Properties',"
         "member='PropertiesChanged',arg0='org.mpris.MediaPlayer2.Player'",
         take_change},
        {"type='signal',path='/org/mpris/MediaPlayer2',interface='org.mpris.MediaPlayer2.Player',member='Seeked'",
         take_change},
    };
    for (unsigned i = 0; *error >= 0 && i < sizeof matches / sizeof *matches; i++)
        *error = sd_bus_add_match_async(mpris->bus, NULL, matches[i].rule, matches[i].take, NULL, mpris);
    if (*error >= 0)
        *error = sd_bus_call_method_async(mpris->bus, NULL, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                          "org.freedesktop.DBus", "ListNames", take_names, mpris, NULL);
    if (*error >= 0) return mpris;
    tapline_mpris_close(mpris);
    return NULL;
}

void tapline_mpris_close(tapline_mpris *mpris) {
    if (!mpris) return;
    for (int i = 0; i < CAPACITY; i++) sd_bus_slot_unref(mpris->entries[i].question);
    sd_bus_close_unref(mpris->bus);
    free(mpris);
}

int tapline_mpris_descriptor(tapline_mpris *mpris) { return sd_bus_get_fd(mpris->bus); }

int tapline_mpris_events(tapline_mpris *mpris) { return sd_bus_get_events(mpris->bus); }

int64_t tapline_mpris_deadline(tapline_mpris *mpris) {
    uint64_t until = UINT64_MAX;
    if (sd_bus_get_timeout(mpris->bus, &until) < 0 || until > INT64_MAX) return INT64_MAX;
    return (int64_t)until;
}

int tapline_mpris_work(tapline_mpris *mpris) {
    /* (A player that says more than others can hear is interrupted: whoever is asked to stop must hear that.) */
    for (int i = 0; i < 256; i++) {
        int status = sd_bus_process(mpris->bus, NULL);
        if (status <= 0) return status;
    }
    return 0;
}

enum tapline_player_event tapline_mpris_next(tapline_mpris *mpris, struct tapline_player *player) {
    /* (Who has gone may be there again, in another place: that comes behind.) */
    for (int i = 0; i < CAPACITY; i++) {
        if (!mpris->entries[i].has_gone) continue;
        *player = mpris->entries[i].player;
        return mpris->entries[i].has_gone = false, TAPLINE_PLAYER_GONE;
    }
    for (int i = 0; i < CAPACITY; i++) {
        struct entry *entry = &mpris->entries[i];
        if (!entry->has_changed && !entry->refusal[0]) continue;
        *player = entry->player;
        if (entry->has_changed) return entry->has_changed = false, TAPLINE_PLAYER_CHANGED;
        copy(player->title, sizeof player->title, entry->refusal);
        entry->refusal[0] = 0;
        return TAPLINE_PLAYER_REFUSED;
    }
    return TAPLINE_PLAYER_NOTHING;
}

static int take_refusal(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    struct entry *entry = data;
    const sd_bus_error *why = sd_bus_message_get_error(message);
    if (why && entry->owner[0]) copy(entry->refusal, sizeof entry->refusal, why->message ? why->message : why->name);
    return 1;
}

/* (The entries live as long as the bus. An answer that comes when another player has the place is a line too many.) */
static int give(struct entry *entry, sd_bus_message *message, int status) {
    if (status >= 0) status = sd_bus_call_async(entry->mpris->bus, NULL, message, take_refusal, entry, patience);
    sd_bus_message_unref(message);
    return status < 0 ? status : 0;
}

int tapline_mpris_call(tapline_mpris *mpris, const char *name, const char *method) {
    struct entry *entry = find(mpris, name);
    sd_bus_message *message = entry ? call(entry, interface, method) : NULL;
    return message ? give(entry, message, 0) : -ENOENT;
}

int tapline_mpris_seek(tapline_mpris *mpris, const char *name, int64_t by_us) {
    struct entry *entry = find(mpris, name);
    sd_bus_message *message = entry ? call(entry, interface, "Seek") : NULL;
    return message ? give(entry, message, sd_bus_message_append(message, "x", by_us)) : -ENOENT;
}

int tapline_mpris_set_position(tapline_mpris *mpris, const char *name, const char *track, int64_t position_us) {
    struct entry *entry = find(mpris, name);
    if (!sd_bus_object_path_is_valid(track)) return -EINVAL;
    sd_bus_message *message = entry ? call(entry, interface, "SetPosition") : NULL;
    return message ? give(entry, message, sd_bus_message_append(message, "ox", track, position_us)) : -ENOENT;
}

int tapline_mpris_set_volume(tapline_mpris *mpris, const char *name, double volume) {
    struct entry *entry = find(mpris, name);
    sd_bus_message *message = entry ? call(entry, properties, "Set") : NULL;
    if (!message) return -ENOENT;
    return give(entry, message, sd_bus_message_append(message, "ssv", interface, "Volume", "d", volume));
}
