#include "tapline_media.h"

#include <math.h>
#include <mpd/client.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tapline_mpd {
    struct mpd_connection *connection;
    /* It has been asked to tell when something changes, and has not done so yet. */
    bool is_idle;
    char why[256];
};

static const unsigned timeout_ms = 2000;

/* Why the last call failed: 1 where MPD has refused it, -1 where the connection is of no use any more. */
static int failure(tapline_mpd *mpd) {
    snprintf(mpd->why, sizeof mpd->why, "%s", mpd_connection_get_error_message(mpd->connection));
    if (mpd_connection_get_error(mpd->connection) != MPD_ERROR_SERVER) return -1;
    return mpd_connection_clear_error(mpd->connection) ? 1 : -1;
}

tapline_mpd *tapline_mpd_open(char why[256]) {
    tapline_mpd *mpd = calloc(1, sizeof *mpd);
    if (mpd) mpd->connection = mpd_connection_new(NULL, 0, timeout_ms);
    if (!mpd || !mpd->connection) {
        snprintf(why, 256, "no memory");
        free(mpd);
        return NULL;
    }
    if (mpd_connection_get_error(mpd->connection) == MPD_ERROR_SUCCESS) {
        mpd_connection_set_keepalive(mpd->connection, true);
        return mpd;
    }
    snprintf(why, 256, "%s", mpd_connection_get_error_message(mpd->connection));
    tapline_mpd_close(mpd);
    return NULL;
}

void tapline_mpd_close(tapline_mpd *mpd) {
    if (!mpd) return;
    mpd_connection_free(mpd->connection);
    free(mpd);
}

int tapline_mpd_descriptor(tapline_mpd *mpd) { return mpd_connection_get_fd(mpd->connection); }

const char *tapline_mpd_error(tapline_mpd *mpd) { return mpd->why; }

int tapline_mpd_work(tapline_mpd *mpd) {
    if (!mpd->is_idle) return 0;
    mpd->is_idle = false;
    mpd_recv_idle(mpd->connection, false);
    return mpd_response_finish(mpd->connection) ? 0 : failure(mpd) < 0 ? -1 : 0;
}

/* Takes it out of waiting, so that it can be asked. */
static int wake(tapline_mpd *mpd) {
    if (!mpd->is_idle) return 0;
    if (!mpd_send_noidle(mpd->connection)) return failure(mpd);
    return tapline_mpd_work(mpd);
}

static void put(char *text, size_t size, const struct mpd_song *song, enum mpd_tag_type tag) {
    const char *part;
    for (unsigned i = 0; (part = mpd_song_get_tag(song, tag, i)); i++) {
        size_t count = strlen(text);
        snprintf(text + count, size - count, "%s%s", count ? ", " : "", part);
    }
}

int tapline_mpd_ask(tapline_mpd *mpd, struct tapline_player *player) {
    int status = wake(mpd);
    if (status) return status;
    memset(player, 0, sizeof *player);
    player->can_control = true;
    player->rate = 1;
    player->volume = NAN;
    player->position_us = player->length_us = -1;
    struct mpd_status *said = mpd_run_status(mpd->connection);
    if (!said) return failure(mpd);
    enum mpd_state state = mpd_status_get_state(said);
    player->state = state == MPD_STATE_PLAY    ? TAPLINE_PLAYER_PLAYING
                    : state == MPD_STATE_PAUSE ? TAPLINE_PLAYER_PAUSED
                                               : TAPLINE_PLAYER_STOPPED;
    if (mpd_status_get_volume(said) >= 0) player->volume = mpd_status_get_volume(said) / 100.0;
    if (player->state != TAPLINE_PLAYER_STOPPED) player->position_us = (int64_t)mpd_status_get_elapsed_ms(said) * 1000;
    if (mpd_status_get_total_time(said)) player->length_us = (int64_t)mpd_status_get_total_time(said) * 1000000;
    mpd_status_free(said);
    struct mpd_song *song = mpd_run_current_song(mpd->connection);
    if (song) {
        put(player->title, sizeof player->title, song, MPD_TAG_TITLE);
        /* (A radio has a name; a file without a title at least that of the file.) */
        if (!player->title[0]) put(player->title, sizeof player->title, song, MPD_TAG_NAME);
        const char *uri = mpd_song_get_uri(song), *last = strrchr(uri, '/');
        if (!player->title[0]) snprintf(player->title, sizeof player->title, "%s", last && last[1] ? last + 1 : uri);
        put(player->artist, sizeof player->artist, song, MPD_TAG_ARTIST);
        put(player->album, sizeof player->album, song, MPD_TAG_ALBUM);
        if (mpd_song_get_duration_ms(song)) player->length_us = (int64_t)mpd_song_get_duration_ms(song) * 1000;
        mpd_song_free(song);
    } else if (mpd_connection_get_error(mpd->connection) != MPD_ERROR_SUCCESS) {
        return failure(mpd);
    }
    if (!mpd_send_idle_mask(mpd->connection, MPD_IDLE_PLAYER | MPD_IDLE_MIXER)) return failure(mpd);
    mpd->is_idle = true;
    return 0;
}

int tapline_mpd_tell(tapline_mpd *mpd, enum tapline_mpd_command command, double value) {
    int status = wake(mpd);
    if (status) return status;
    struct mpd_connection *to = mpd->connection;
    bool is_done = false;
    switch (command) {
    case TAPLINE_MPD_PLAY: is_done = mpd_run_play(to); break;
    case TAPLINE_MPD_PAUSE: is_done = mpd_run_pause(to, true); break;
    case TAPLINE_MPD_STOP: is_done = mpd_run_stop(to); break;
    case TAPLINE_MPD_NEXT: is_done = mpd_run_next(to); break;
    case TAPLINE_MPD_PREVIOUS: is_done = mpd_run_previous(to); break;
    case TAPLINE_MPD_SKIP: is_done = mpd_run_seek_current(to, (float)value, true); break;
    case TAPLINE_MPD_POSITION: is_done = mpd_run_seek_current(to, (float)value, false); break;
    case TAPLINE_MPD_VOLUME: is_done = mpd_run_set_volume(to, (unsigned)lround(value * 100)); break;
    }
    return is_done ? 0 : failure(mpd);
}
