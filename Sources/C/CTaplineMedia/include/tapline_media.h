#pragma once
/* Players behind sd-bus (MPRIS) and libmpdclient, without callbacks: what they do is read one by one. One thread, whose own
 * poll waits for the descriptor. Functions that can fail return a negative error number. */
#include <stdbool.h>
#include <stdint.h>

/** What a player does. */
enum tapline_player_state { TAPLINE_PLAYER_STOPPED, TAPLINE_PLAYER_PAUSED, TAPLINE_PLAYER_PLAYING };

/** What a player may say it cannot do. */
enum tapline_player_ability {
    TAPLINE_PLAYER_GO_NEXT,
    TAPLINE_PLAYER_GO_PREVIOUS,
    TAPLINE_PLAYER_PLAY,
    TAPLINE_PLAYER_PAUSE,
    TAPLINE_PLAYER_SEEK,
};

/** A player and what it plays. Texts end in a 0, and are cut where they are longer, perhaps within a character. */
struct tapline_player {
    /** What its bus name has behind `org.mpris.MediaPlayer2.`; of MPD nothing. */
    char name[256];
    enum tapline_player_state state;
    /** Whether it takes commands. */
    bool can_control;
    /** What it says it cannot do now: 1 << tapline_player_ability. */
    unsigned cannot;
    /** How fast it goes; its volume, 0…1. Not a number: nobody knows. */
    double rate, volume;
    /** µs; -1: nobody knows. */
    int64_t position_us, length_us;
    char title[2048], artist[2048], album[2048];
    /** The object path of what it plays; empty: none. */
    char track[1024];
};

/** What has happened. */
enum tapline_player_event {
    TAPLINE_PLAYER_NOTHING,
    /** A player is as the structure says. */
    TAPLINE_PLAYER_CHANGED,
    /** The player of that name has gone. */
    TAPLINE_PLAYER_GONE,
    /** The player of that name has refused a command; `title` says why. */
    TAPLINE_PLAYER_REFUSED,
};

/** The players of the session bus. */
typedef struct tapline_mpris tapline_mpris;
/** Connects to the session bus, and begins to look for players; NULL: `*error` says why not. */
tapline_mpris *tapline_mpris_open(int *error);
void tapline_mpris_close(tapline_mpris *mpris);
/** The descriptor to wait for, the events of poll(2), and until when at the latest (µs of the monotonic clock; INT64_MAX: no
 * limit). */
int tapline_mpris_descriptor(tapline_mpris *mpris);
int tapline_mpris_events(tapline_mpris *mpris);
int64_t tapline_mpris_deadline(tapline_mpris *mpris);
/** Does what there is to do; an error: the bus is gone. */
int tapline_mpris_work(tapline_mpris *mpris);
/** What has happened next. */
enum tapline_player_event tapline_mpris_next(tapline_mpris *mpris, struct tapline_player *player);
/** Calls `method` of org.mpris.MediaPlayer2.Player, one without arguments. Nobody waits for the answer. */
int tapline_mpris_call(tapline_mpris *mpris, const char *name, const char *method);
/** `Seek` by so many µs. */
int tapline_mpris_seek(tapline_mpris *mpris, const char *name, int64_t by_us);
/** `SetPosition` of the track whose object path that is. */
int tapline_mpris_set_position(tapline_mpris *mpris, const char *name, const char *track, int64_t position_us);
/** Sets `Volume`, 0…1. */
int tapline_mpris_set_volume(tapline_mpris *mpris, const char *name, double volume);

/** A connection to an MPD. */
typedef struct tapline_mpd tapline_mpd;
/** What MPD can be told; `value` is a time in seconds, or a volume 0…1. */
enum tapline_mpd_command {
    TAPLINE_MPD_PLAY,
    TAPLINE_MPD_PAUSE,
    TAPLINE_MPD_STOP,
    TAPLINE_MPD_NEXT,
    TAPLINE_MPD_PREVIOUS,
    TAPLINE_MPD_SKIP,
    TAPLINE_MPD_POSITION,
    TAPLINE_MPD_VOLUME,
};
/** Connects to the MPD that MPD_HOST (PASSWORD@HOST, or a socket's path) and MPD_PORT name, by default the local one; two
 * seconds at most. NULL: `why` is the reason. */
tapline_mpd *tapline_mpd_open(char why[256]);
void tapline_mpd_close(tapline_mpd *mpd);
int tapline_mpd_descriptor(tapline_mpd *mpd);
/** MPD has something to say: takes it. Here and below a negative value is the end of the connection, and
 * tapline_mpd_error says why. */
int tapline_mpd_work(tapline_mpd *mpd);
/** Asks what it plays, and has it tell when that changes. */
int tapline_mpd_ask(tapline_mpd *mpd, struct tapline_player *player);
/** Tells it to do something; 1: it refuses, and tapline_mpd_error says why. */
int tapline_mpd_tell(tapline_mpd *mpd, enum tapline_mpd_command command, double value);
const char *tapline_mpd_error(tapline_mpd *mpd);
