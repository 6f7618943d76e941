#define _GNU_SOURCE
#include "tapline_http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>

/* A connection that says nothing for so long is closed, seconds. */
enum { IDLE_S = 15 };
/* What libmicrohttpd accepts at once before the idle ones are closed. */
enum { MOST_CONNECTIONS = 4 * TAPLINE_HTTP_CONNECTIONS };

struct request {
    struct request *next;
    uint32_t number;
    struct MHD_Connection *connection;
    char *method, *path;
    uint8_t *body;
    size_t count, expected;
    /* Whole, and handed over; answered. */
    bool is_whole, is_taken;
    struct MHD_Response *response;
    int status;
    /* The connection waits for us. */
    bool is_suspended;
    bool is_stream, has_ended;
    uint8_t *waiting;
    size_t waiting_count, waiting_size;
};

struct place {
    struct place *next;
    int descriptor;
    /* Requests that are under way on it. */
    int requests;
};

struct tapline_http {
    struct MHD_Daemon *daemon;
    const char *const *headers;
    struct request *requests;
    uint32_t last_number;
    /* Connections, the newest first. */
    struct place *places;
    int place_count;
};

static struct request *find(tapline_http *http, uint32_t number) {
    for (struct request *each = http->requests; each; each = each->next)
        if (each->number == number) return each;
    return NULL;
}

static void hold(struct request *request) {
    if (request->is_suspended) return;
    request->is_suspended = true;
    MHD_suspend_connection(request->connection);
}

static void let_go(struct request *request) {
    if (!request->is_suspended) return;
    request->is_suspended = false;
    MHD_resume_connection(request->connection);
}

/* MARK: Connections */

static int descriptor_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static struct place *place_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* Has the connection closed that has been idle the longest: libmicrohttpd sees its end. */
static void close_oldest(tapline_http *http) {
    struct place *oldest = NULL;
    for (struct place *each = http->places; each; each = each->next)
        if (!each->requests && each->descriptor >= 0) oldest = each;
    if (!oldest) return;
    shutdown(oldest->descriptor, SHUT_RDWR);
    oldest->descriptor = -1;
    http->place_count--;
}

static void on_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                          enum MHD_ConnectionNotificationCode code) {
    tapline_http *http = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        struct place *place = calloc(1, sizeof *place);
        if (!place) return;
        place->descriptor = descriptor_of(connection);
        place->next = http->places;
        http->places = place;
        *socket_context = place;
        if (++http->place_count > TAPLINE_HTTP_CONNECTIONS) close_oldest(http);
        return;
    }
    for (struct place **each = &http->places; *each; each = &(*each)->next) {
        if (*each != *socket_context) continue;
        struct place *gone = *each;
        *each = gone->next;
        if (gone->descriptor >= 0) http->place_count--;
        free(gone);
        return;
    }
}

/* MARK: Requests */

static void on_completed(void *context, struct MHD_Connection *connection, void **own, enum MHD_RequestTerminationCode code) {
    (void)code;
    tapline_http *http = context;
    struct request *gone = *own;
    if (!gone) return;
    struct place *place = place_of(connection);
    if (place) place->requests--;
    for (struct request **each = &http->requests; *each; each = &(*each)->next) {
        if (*each != gone) continue;
        *each = gone->next;
        break;
    }
    if (gone->response) MHD_destroy_response(gone->response);
    free(gone->method);
    free(gone->path);
    free(gone->body);
    free(gone->waiting);
    free(gone);
    *own = NULL;
}

static struct MHD_Response *dressed(tapline_http *http, struct MHD_Response *response, const char *type) {
    if (!response) return NULL;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    for (const char *const *line = http->headers; *line; line++) {
        char name[64];
        const char *colon = strchr(*line, ':');
        if (!colon || (size_t)(colon - *line) >= sizeof name) continue;
        memcpy(name, *line, (size_t)(colon - *line));
        name[colon - *line] = 0;
        MHD_add_response_header(response, name, colon + 1 + strspn(colon + 1, " "));
    }
    return response;
}

/* Refuses a request of which only the head has come; libmicrohttpd closes the connection afterwards. */
static enum MHD_Result refuse(tapline_http *http, struct MHD_Connection *connection, unsigned status, const char *text) {
    struct MHD_Response *response = dressed(
        http, MHD_create_response_from_buffer(strlen(text), (void *)(uintptr_t)text, MHD_RESPMEM_PERSISTENT), "application/json");
    if (!response) return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

/* A new request, of which the head has come. */
static enum MHD_Result begin(tapline_http *http, struct MHD_Connection *connection, const char *path, const char *method,
                             void **own) {
    const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_TRANSFER_ENCODING))
        return refuse(http, connection, MHD_HTTP_LENGTH_REQUIRED, "{\"error\":\"a body needs its length\"}\n");
    unsigned long long expected = length ? strtoull(length, NULL, 10) : 0;
    if (expected > TAPLINE_HTTP_LONGEST)
        return refuse(http, connection, MHD_HTTP_CONTENT_TOO_LARGE, "{\"error\":\"a body has at most 65536 bytes\"}\n");
    struct request *request = calloc(1, sizeof *request);
    if (!request) return MHD_NO;
    request->connection = connection;
    request->method = strdup(method);
    request->path = strdup(path);
    request->expected = (size_t)expected;
    request->body = malloc(request->expected + 1);
    if (!request->method || !request->path || !request->body) {
        free(request->method);
        free(request->path);
        free(request->body);
        free(request);
        return MHD_NO;
    }
    request->number = ++http->last_number ? http->last_number : ++http->last_number;
    // (Behind those that came before.)
    struct request **end = &http->requests;
    while (*end) end = &(*end)->next;
    *end = request;
    *own = request;
    struct place *place = place_of(connection);
    if (place) place->requests++;
    return MHD_YES;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                                  const char *version, const char *data, size_t *count, void **own) {
    (void)version;
    tapline_http *http = context;
    struct request *request = *own;
    if (!request) return begin(http, connection, path, method, own);
    if (*count) {
        if (*count > request->expected - request->count) return MHD_NO;
        memcpy(request->body + request->count, data, *count);
        request->count += *count;
        *count = 0;
        return MHD_YES;
    }
    if (request->response) {
        struct MHD_Response *response = request->response;
        request->response = NULL;
        enum MHD_Result result = MHD_queue_response(connection, (unsigned)request->status, response);
        MHD_destroy_response(response);
        return result;
    }
    request->is_whole = true;
    hold(request);
    return MHD_YES;
}

/* MARK: The server */

tapline_http *tapline_http_open(uint16_t port, const char *const *headers, int *error) {
    tapline_http *http = calloc(1, sizeof *http);
    *error = ENOMEM;
    if (!http) return NULL;
    http->headers = headers;
    struct sockaddr_in place = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    errno = 0;
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, port, NULL, NULL, on_request, http, MHD_OPTION_SOCK_ADDR,
        (struct sockaddr *)&place, MHD_OPTION_NOTIFY_COMPLETED, on_completed, http, MHD_OPTION_NOTIFY_CONNECTION, on_connection,
        http, MHD_OPTION_CONNECTION_LIMIT, (unsigned)MOST_CONNECTIONS, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)32 * 1024,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_S, MHD_OPTION_LISTEN_BACKLOG_SIZE, (unsigned)64, MHD_OPTION_STRICT_FOR_CLIENT,
        1, MHD_OPTION_END);
    if (!http->daemon) {
        *error = errno ? errno : EADDRINUSE;
        free(http);
        return NULL;
    }
    *error = 0;
    return http;
}

void tapline_http_close(tapline_http *http) {
    for (struct request *each = http->requests; each; each = each->next) let_go(each);
    MHD_stop_daemon(http->daemon);
    free(http);
}

int tapline_http_port(tapline_http *http) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

int tapline_http_descriptor(tapline_http *http) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

int64_t tapline_http_timeout(tapline_http *http) {
    MHD_UNSIGNED_LONG_LONG ms;
    if (MHD_get_timeout(http->daemon, &ms) != MHD_YES) return -1;
    return ms > 3600000 ? 3600000000 : (int64_t)ms * 1000;
}

void tapline_http_work(tapline_http *http) { MHD_run(http->daemon); }

uint32_t tapline_http_next(tapline_http *http) {
    for (struct request *each = http->requests; each; each = each->next) {
        if (!each->is_whole || each->is_taken) continue;
        each->is_taken = true;
        return each->number;
    }
    return 0;
}

const char *tapline_http_method(tapline_http *http, uint32_t number) {
    struct request *request = find(http, number);
    return request ? request->method : "";
}

const char *tapline_http_path(tapline_http *http, uint32_t number) {
    struct request *request = find(http, number);
    return request ? request->path : "";
}

struct search {
    const char *name, *value;
    int count;
};

static enum MHD_Result on_header(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind;
    struct search *search = context;
    if (strcasecmp(name, search->name)) return MHD_YES;
    search->value = value;
    search->count++;
    return MHD_YES;
}

const char *tapline_http_header(tapline_http *http, uint32_t number, const char *name) {
    struct request *request = find(http, number);
    struct search search = {.name = name};
    if (request) MHD_get_connection_values(request->connection, MHD_HEADER_KIND, on_header, &search);
    return search.count == 1 ? search.value : NULL;
}

const uint8_t *tapline_http_body(tapline_http *http, uint32_t number, size_t *count) {
    struct request *request = find(http, number);
    *count = request ? request->count : 0;
    return request ? request->body : NULL;
}

/* The answer goes out when the connection goes on. */
static void give(tapline_http *http, struct request *request, int status, struct MHD_Response *response, const char *type) {
    if (!response) return;
    request->response = dressed(http, response, type);
    request->status = status;
    let_go(request);
}

void tapline_http_answer(tapline_http *http, uint32_t number, int status, const char *type, const void *bytes, size_t count) {
    struct request *request = find(http, number);
    if (!request || !request->is_taken || request->response || request->status) return;
    give(http, request, status,
         MHD_create_response_from_buffer(count, (void *)(uintptr_t)bytes, MHD_RESPMEM_MUST_COPY), type);
}

static ssize_t on_read(void *context, uint64_t position, char *buffer, size_t most) {
    (void)position;
    struct request *request = context;
    size_t count = request->waiting_count < most ? request->waiting_count : most;
    if (!count && request->has_ended) return MHD_CONTENT_READER_END_OF_STREAM;
    if (!count) {
        hold(request);
        return 0;
    }
    memcpy(buffer, request->waiting, count);
    request->waiting_count -= count;
    memmove(request->waiting, request->waiting + count, request->waiting_count);
    return (ssize_t)count;
}

void tapline_http_stream(tapline_http *http, uint32_t number, const char *type) {
    struct request *request = find(http, number);
    if (!request || !request->is_taken || request->response || request->status) return;
    request->is_stream = true;
    give(http, request, MHD_HTTP_OK, MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16 * 1024, on_read, request, NULL), type);
}

bool tapline_http_put(tapline_http *http, uint32_t number, const void *bytes, size_t count) {
    struct request *request = find(http, number);
    if (!request || !request->is_stream || request->has_ended) return false;
    size_t all = request->waiting_count + count;
    if (all > TAPLINE_HTTP_WAITING) return false;
    if (all > request->waiting_size) {
        size_t size = all < 16 * 1024 ? 16 * 1024 : 2 * all;
        uint8_t *waiting = realloc(request->waiting, size);
        if (!waiting) return false;
        request->waiting = waiting;
        request->waiting_size = size;
    }
    memcpy(request->waiting + request->waiting_count, bytes, count);
    request->waiting_count = all;
    if (!request->response) let_go(request);
    return true;
}

void tapline_http_end(tapline_http *http, uint32_t number) {
    struct request *request = find(http, number);
    if (!request || !request->is_stream) return;
    request->has_ended = true;
    let_go(request);
}

bool tapline_http_is_open(tapline_http *http, uint32_t number) {
    struct request *request = find(http, number);
    if (!request) return false;
    // (libmicrohttpd does not look at a connection that waits.)
    char byte;
    ssize_t count = recv(descriptor_of(request->connection), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

int tapline_http_random(void *bytes, size_t count) {
    ssize_t got = getrandom(bytes, count, 0);
    return got == (ssize_t)count ? 0 : got < 0 ? -errno : -EIO;
}
