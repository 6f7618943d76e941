#include "tapline_mqtt.h"

#include <errno.h>
#include <mosquitto.h>
#include <stdlib.h>
#include <string.h>

/* Events between two questions: at most as many deliveries as there are messages on their way, and few others. */
enum { CAPACITY = 64, LONGEST = 256 * 1024 };

_Static_assert((int)TAPLINE_MQTT_CLOSED == MOSQ_ERR_CONN_LOST && (int)TAPLINE_MQTT_SILENT == MOSQ_ERR_KEEPALIVE, "their numbers");

struct tapline_mqtt {
    struct mosquitto *client;
    struct {
        enum tapline_mqtt_event event;
        int number;
        /* Of a message: its topic with a 0 behind, then `number` bytes. */
        char *message;
        bool is_kept;
    } events[CAPACITY];
    unsigned first, count;
    /* That of the event that was asked for last. */
    char *message;
    bool is_kept;
};

static void tell(struct tapline_mqtt *mqtt, enum tapline_mqtt_event event, int number) {
    if (mqtt->count == CAPACITY) return;
    unsigned at = (mqtt->first + mqtt->count++) % CAPACITY;
    mqtt->events[at].event = event;
    mqtt->events[at].number = number;
    mqtt->events[at].message = NULL;
}

/* (Messages leave room for everything else, and what is too long is none that this program has sent.) */
static void on_message(struct mosquitto *client, void *object, const struct mosquitto_message *message) {
    (void)client;
    struct tapline_mqtt *mqtt = object;
    if (mqtt->count >= CAPACITY / 2 || message->payloadlen < 0 || message->payloadlen > LONGEST) return;
    size_t length = strlen(message->topic) + 1, count = (size_t)message->payloadlen;
    char *copy = malloc(length + count);
    if (!copy) return;
    memcpy(copy, message->topic, length);
    if (count) memcpy(copy + length, message->payload, count);
    tell(mqtt, TAPLINE_MQTT_MESSAGE, (int)count);
    unsigned last = (mqtt->first + mqtt->count - 1) % CAPACITY;
    mqtt->events[last].message = copy;
    mqtt->events[last].is_kept = message->retain;
}

/* (Bit 0 of the flags: the broker has kept the session; MQTT 3.1.1, 3.2.2.2.) */
static void on_connect(struct mosquitto *client, void *mqtt, int reason, int flags) {
    (void)client;
    tell(mqtt, reason ? TAPLINE_MQTT_REFUSED : TAPLINE_MQTT_CONNECTED, reason ? reason : flags & 1);
}

static void on_disconnect(struct mosquitto *client, void *mqtt, int reason) {
    (void)client;
    tell(mqtt, TAPLINE_MQTT_DISCONNECTED, reason);
}

static void on_publish(struct mosquitto *client, void *mqtt, int number) {
    (void)client;
    tell(mqtt, TAPLINE_MQTT_DELIVERED, number);
}

tapline_mqtt *tapline_mqtt_new(const char *name, bool keeps_session) {
    mosquitto_lib_init();
    struct tapline_mqtt *mqtt = calloc(1, sizeof *mqtt);
    if (!mqtt) return NULL;
    mqtt->client = mosquitto_new(name, !keeps_session, mqtt);
    if (!mqtt->client) {
        free(mqtt);
        return NULL;
    }
    mosquitto_connect_with_flags_callback_set(mqtt->client, on_connect);
    mosquitto_disconnect_callback_set(mqtt->client, on_disconnect);
    mosquitto_publish_callback_set(mqtt->client, on_publish);
    mosquitto_message_callback_set(mqtt->client, on_message);
    return mqtt;
}

void tapline_mqtt_free(tapline_mqtt *mqtt) {
    mosquitto_destroy(mqtt->client);
    while (tapline_mqtt_next(mqtt, &(int){0}) != TAPLINE_MQTT_NOTHING) {}
    free(mqtt->message);
    free(mqtt);
    mosquitto_lib_cleanup();
}

int tapline_mqtt_login(tapline_mqtt *mqtt, const char *user, const char *password) {
    return mosquitto_username_pw_set(mqtt->client, user, password);
}

int tapline_mqtt_tls(tapline_mqtt *mqtt, const char *ca, const char *certificate, const char *key, bool checks_name) {
    int error = mosquitto_tls_set(mqtt->client, ca, ca ? NULL : "/etc/ssl/certs", certificate, key, NULL);
    return error ? error : mosquitto_tls_insecure_set(mqtt->client, !checks_name);
}

int tapline_mqtt_will(tapline_mqtt *mqtt, const char *topic, const char *text) {
    return mosquitto_will_set(mqtt->client, topic, (int)strlen(text), text, 1, true);
}

int tapline_mqtt_connect(tapline_mqtt *mqtt, const char *host, int port, int keepalive_s) {
    return mosquitto_connect_async(mqtt->client, host, port, keepalive_s);
}

int tapline_mqtt_disconnect(tapline_mqtt *mqtt) { return mosquitto_disconnect(mqtt->client); }

int tapline_mqtt_descriptor(tapline_mqtt *mqtt) { return mosquitto_socket(mqtt->client); }

bool tapline_mqtt_wants_to_write(tapline_mqtt *mqtt) { return mosquitto_want_write(mqtt->client); }

int tapline_mqtt_work(tapline_mqtt *mqtt, bool can_read, bool can_write) {
    int error = 0;
    if (can_read) error = mosquitto_loop_read(mqtt->client, 1);
    if (!error && can_write && mosquitto_socket(mqtt->client) >= 0) error = mosquitto_loop_write(mqtt->client, 1);
    if (!error && mosquitto_socket(mqtt->client) >= 0) error = mosquitto_loop_misc(mqtt->client);
    return error;
}

enum tapline_mqtt_event tapline_mqtt_next(tapline_mqtt *mqtt, int *number) {
    if (!mqtt->count) return TAPLINE_MQTT_NOTHING;
    enum tapline_mqtt_event event = mqtt->events[mqtt->first].event;
    *number = mqtt->events[mqtt->first].number;
    free(mqtt->message);
    mqtt->message = mqtt->events[mqtt->first].message;
    mqtt->is_kept = mqtt->events[mqtt->first].is_kept;
    mqtt->first = (mqtt->first + 1) % CAPACITY;
    mqtt->count--;
    return event;
}

const char *tapline_mqtt_topic(tapline_mqtt *mqtt) { return mqtt->message ? mqtt->message : ""; }

const uint8_t *tapline_mqtt_payload(tapline_mqtt *mqtt) {
    return (const uint8_t *)(mqtt->message ? mqtt->message + strlen(mqtt->message) + 1 : "");
}

bool tapline_mqtt_is_kept(tapline_mqtt *mqtt) { return mqtt->is_kept; }

int tapline_mqtt_subscribe(tapline_mqtt *mqtt, const char *topic) {
    return mosquitto_subscribe(mqtt->client, NULL, topic, 0);
}

int tapline_mqtt_publish(tapline_mqtt *mqtt, const char *topic, const uint8_t *bytes, size_t count, int qos, bool is_kept,
                         int *number) {
    int error = mosquitto_publish(mqtt->client, number, topic, (int)count, bytes, qos, is_kept);
    /* (With QoS 1 and 2 libmosquitto keeps the message before it writes it, and sends it on the next connection, also where it
     * returns an error of this one: message__queue in its lib/messages_mosq.c, and its issue 120.) */
    if (qos > 0 && (error == MOSQ_ERR_NO_CONN || error == MOSQ_ERR_CONN_LOST || error == MOSQ_ERR_ERRNO)) return 0;
    return error;
}

const char *tapline_mqtt_error(int error) {
    if (error != MOSQ_ERR_ERRNO) return mosquitto_strerror(error);
    return errno ? strerror(errno) : "the connection was ended";
}
