#pragma once
/* libmicrohttpd without callbacks: requests are read one by one when they are whole, and answered when it suits. One thread,
 * whose own poll waits for the descriptor. Only this computer can connect. Requests are numbers: a request that is over is
 * answered, fed and asked without any effect. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A server. */
typedef struct tapline_http tapline_http;

enum {
    /** Bytes of a request's body at most; a longer one is refused with 413 before it is read. */
    TAPLINE_HTTP_LONGEST = 64 * 1024,
    /** Connections at once; of more, the one that has been idle the longest is closed. */
    TAPLINE_HTTP_CONNECTIONS = 64,
    /** Bytes of a stream that wait for its reader at most. */
    TAPLINE_HTTP_WAITING = 1024 * 1024,
};

/** A server on 127.0.0.1; port 0: any that is free. NULL with an error number in `*error`. Every answer has the lines
 * `headers` (`Name: value`, ended by NULL), which must live as long as the server. */
tapline_http *tapline_http_open(uint16_t port, const char *const *headers, int *error);
void tapline_http_close(tapline_http *http);
/** The port that it has. */
int tapline_http_port(tapline_http *http);
/** What to wait for. */
int tapline_http_descriptor(tapline_http *http);
/** How long to wait at most, µs; negative: no limit. */
int64_t tapline_http_timeout(tapline_http *http);
/** Reads and writes what can be; to be called when the descriptor is ready, when time is up, and after answers. */
void tapline_http_work(tapline_http *http);

/** The next request that is whole; 0: there is none. */
uint32_t tapline_http_next(tapline_http *http);
/** Its method and its path, without what stands behind a question mark; empty where it is over. */
const char *tapline_http_method(tapline_http *http, uint32_t request);
const char *tapline_http_path(tapline_http *http, uint32_t request);
/** A line of its head; NULL where it has none, or more than one. */
const char *tapline_http_header(tapline_http *http, uint32_t request, const char *name);
/** Its body. */
const uint8_t *tapline_http_body(tapline_http *http, uint32_t request, size_t *count);

/** Answers it whole. */
void tapline_http_answer(tapline_http *http, uint32_t request, int status, const char *type, const void *bytes, size_t count);
/** Answers it with a stream, which goes on until it is ended. */
void tapline_http_stream(tapline_http *http, uint32_t request, const char *type);
/** Adds to a stream; false: too much waits already, or it is over. */
bool tapline_http_put(tapline_http *http, uint32_t request, const void *bytes, size_t count);
/** Ends a stream. */
void tapline_http_end(tapline_http *http, uint32_t request);
/** Whether somebody still waits for it, or reads it. */
bool tapline_http_is_open(tapline_http *http, uint32_t request);

/** Fills bytes that nobody can guess: getrandom(2). 0, or an error. */
int tapline_http_random(void *bytes, size_t count);
