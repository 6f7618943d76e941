/* A player on the session bus that does what its standard input says, and writes what it is asked to do.
 *
 *   media-player NAME     org.mpris.MediaPlayer2.NAME
 *
 * Input, a word and a value a line: status WORD, position µs, length µs, rate X, volume X, control 0|1, next 0|1, refuse 0|1, and title,
 * artist, album and track in hexadecimal bytes (artist again: one more; none: no metadata); `tell` sends PropertiesChanged, `jump`
 * sends Seeked. A value alone is told to nobody. */
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

enum { MOST = 300000 };
static char status[16] = "Stopped", title[MOST], album[MOST], artists[4][MOST], track[256] = "/none";
static int64_t position, length = -1;
static double rate = 1, volume = 0.5;
static int can_control = 1, can_go_next = 1, refuses, artist_count;
static sd_bus *bus;

static void say(const char *text) {
    puts(text);
    fflush(stdout);
}

static int get(sd_bus *b, const char *path, const char *interface, const char *property, sd_bus_message *reply, void *data,
               sd_bus_error *error) {
    (void)b, (void)path, (void)interface, (void)data, (void)error;
    if (!strcmp(property, "PlaybackStatus")) return sd_bus_message_append(reply, "s", status);
    if (!strcmp(property, "Rate")) return sd_bus_message_append(reply, "d", rate);
    if (!strcmp(property, "Volume")) return sd_bus_message_append(reply, "d", volume);
    if (!strcmp(property, "Position")) return sd_bus_message_append(reply, "x", position);
    if (!strcmp(property, "CanControl")) return sd_bus_message_append(reply, "b", can_control);
    if (!strcmp(property, "CanGoNext")) return sd_bus_message_append(reply, "b", can_go_next);
    sd_bus_message_open_container(reply, 'a', "{sv}");
    sd_bus_message_append(reply, "{sv}", "mpris:trackid", "o", track);
    /* (What Tapline does not know, and what it knows under another type.) */
    sd_bus_message_append(reply, "{sv}", "xesam:genre", "as", 2, "a", "b");
    sd_bus_message_append(reply, "{sv}", "xesam:userRating", "d", 0.5);
    if (length >= 0) sd_bus_message_append(reply, "{sv}", "mpris:length", "t", (uint64_t)length);
    if (title[0]) sd_bus_message_append(reply, "{sv}", "xesam:title", "s", title);
    if (album[0]) sd_bus_message_append(reply, "{sv}", "xesam:album", "s", album);
    if (artist_count) {
        sd_bus_message_open_container(reply, 'e', "sv");
        sd_bus_message_append(reply, "s", "xesam:artist");
        sd_bus_message_open_container(reply, 'v', "as");
        sd_bus_message_open_container(reply, 'a', "s");
        for (int i = 0; i < artist_count; i++) sd_bus_message_append(reply, "s", artists[i]);
        sd_bus_message_close_container(reply);
        sd_bus_message_close_container(reply);
        sd_bus_message_close_container(reply);
    }
    return sd_bus_message_close_container(reply);
}

static int set_volume(sd_bus *b, const char *path, const char *interface, const char *property, sd_bus_message *value,
                      void *data, sd_bus_error *error) {
    (void)b, (void)path, (void)interface, (void)property, (void)data;
    if (refuses) return sd_bus_error_set(error, SD_BUS_ERROR_NOT_SUPPORTED, "not now");
    int failed = sd_bus_message_read(value, "d", &volume);
    printf("Volume %.2f\n", volume);
    fflush(stdout);
    return failed;
}

static int called(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)data;
    const char *method = sd_bus_message_get_member(call), *object = "";
    int64_t offset = 0;
    if (refuses) return sd_bus_error_set(error, SD_BUS_ERROR_NOT_SUPPORTED, "not now");
    if (!strcmp(method, "Seek")) {
        sd_bus_message_read(call, "x", &offset);
        printf("Seek %lld\n", (long long)offset);
    } else if (!strcmp(method, "SetPosition")) {
        sd_bus_message_read(call, "ox", &object, &offset);
        printf("SetPosition %s %lld\n", object, (long long)offset);
    } else {
        puts(method);
    }
    fflush(stdout);
    return sd_bus_reply_method_return(call, "");
}

static const sd_bus_vtable vtable[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Play", "", "", called, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Pause", "", "", called, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("PlayPause", "", "", called, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Stop", "", "", called, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Next", "", "", called, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Previous", "", "", called, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Seek", "x", "", called, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("SetPosition", "ox", "", called, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_PROPERTY("PlaybackStatus", "s", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("Metadata", "a{sv}", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("Rate", "d", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("CanControl", "b", get, 0, 0),
    SD_BUS_PROPERTY("CanGoNext", "b", get, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("Position", "x", get, 0, 0),
    SD_BUS_WRITABLE_PROPERTY("Volume", "d", get, set_volume, 0,
                             SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE | SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

static void unhex(char *to, const char *from, size_t most) {
    unsigned byte;
    size_t count = 0;
    for (; count + 1 < most && sscanf(from, "%2x", &byte) == 1; from += 2) to[count++] = (char)byte;
    to[count] = 0;
}

static void take(char *line) {
    char *value = strchr(line, ' ');
    if (value) *value++ = 0;
    else value = "";
    if (!strcmp(line, "status")) snprintf(status, sizeof status, "%s", value);
    if (!strcmp(line, "position")) position = atoll(value);
    if (!strcmp(line, "length")) length = atoll(value);
    if (!strcmp(line, "rate")) rate = atof(value);
    if (!strcmp(line, "volume")) volume = atof(value);
    if (!strcmp(line, "control")) can_control = atoi(value);
    if (!strcmp(line, "next")) can_go_next = atoi(value);
    if (!strcmp(line, "refuse")) refuses = atoi(value);
    if (!strcmp(line, "title")) unhex(title, value, MOST);
    if (!strcmp(line, "album")) unhex(album, value, MOST);
    if (!strcmp(line, "track")) unhex(track, value, sizeof track);
    if (!strcmp(line, "artist") && artist_count < 4) unhex(artists[artist_count++], value, MOST);
    if (!strcmp(line, "none")) title[0] = album[0] = (char)(artist_count = 0), length = -1;
    const char *path = "/org/mpris/MediaPlayer2", *player = "org.mpris.MediaPlayer2.Player";
    if (!strcmp(line, "tell")) sd_bus_emit_properties_changed(bus, path, player, "PlaybackStatus", "Metadata", NULL);
    if (!strcmp(line, "jump")) sd_bus_emit_signal(bus, path, player, "Seeked", "x", position);
}

int main(int count, char **words) {
    char name[256];
    char *line = NULL;
    size_t size = 0;
    if (count != 2 || sd_bus_open_user(&bus) < 0) return 1;
    snprintf(name, sizeof name, "org.mpris.MediaPlayer2.%s", words[1]);
    if (sd_bus_add_object_vtable(bus, NULL, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", vtable, NULL) < 0)
        return 2;
    /* (What stands before the first `tell` or `jump` is known before the name is.) */
    int has_name = 0;
    setvbuf(stdin, NULL, _IONBF, 0);
    while (1) {
        while (sd_bus_process(bus, NULL) > 0) {}
        struct pollfd polled[2] = {{0, POLLIN, 0}, {sd_bus_get_fd(bus), (short)sd_bus_get_events(bus), 0}};
        poll(polled, 2, -1);
        if (!polled[0].revents) continue;
        ssize_t got = getline(&line, &size, stdin);
        if (got <= 0) return 0;
        if (line[got - 1] == '\n') line[got - 1] = 0;
        take(line);
        if (!has_name && (!strcmp(line, "tell") || !strcmp(line, "jump"))) {
            if (sd_bus_request_name(bus, name, 0) < 0) return 3;
            has_name = 1;
            say("there");
        }
    }
}
