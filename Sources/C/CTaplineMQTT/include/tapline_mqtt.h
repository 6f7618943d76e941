#pragma once
/* libmosquitto without callbacks: its events are read one by one. One thread, whose own poll waits for the descriptor.
 * Functions that can fail return 0 or an error that tapline_mqtt_error names. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A connection to a broker, or the wish for one. */
typedef struct tapline_mqtt tapline_mqtt;

/** What has happened. */
enum tapline_mqtt_event {
    TAPLINE_MQTT_NOTHING,
    /** The broker has accepted the connection; the number is 1 where it remembers the session before, else 0. */
    TAPLINE_MQTT_CONNECTED,
    /** The broker has refused it; the number is its reason (MQTT 3.1.1, table 3.1). */
    TAPLINE_MQTT_REFUSED,
    /** There is no connection any more; the number is an error, or 0. */
    TAPLINE_MQTT_DISCONNECTED,
    /** The broker has the message of that number. */
    TAPLINE_MQTT_DELIVERED,
    /** The broker has sent a message of so many bytes. */
    TAPLINE_MQTT_MESSAGE,
};

/** A client of that name; NULL where memory is out or the name is no client identifier. With `keeps_session` the broker is
 * to remember, over broken connections, which messages of QoS 2 it has seen. Without, it forgets all when a connection
 * begins: enough for QoS 1, where a message that is on its way is simply sent again. */
tapline_mqtt *tapline_mqtt_new(const char *client, bool keeps_session);
void tapline_mqtt_free(tapline_mqtt *mqtt);

/** User and password (NULL: none). */
int tapline_mqtt_login(tapline_mqtt *mqtt, const char *user, const char *password);
/** TLS: the file of trusted certificates (NULL: the system's), the own certificate and its key (both or neither NULL).
 * `checks_name`: whether the broker's certificate must bear the broker's name. */
int tapline_mqtt_tls(tapline_mqtt *mqtt, const char *ca, const char *certificate, const char *key, bool checks_name);
/** What the broker publishes, and retains, when the connection breaks. */
int tapline_mqtt_will(tapline_mqtt *mqtt, const char *topic, const char *text);
/** Begins to connect; what becomes of it is an event. The name is looked up while this waits. */
int tapline_mqtt_connect(tapline_mqtt *mqtt, const char *host, int port, int keepalive_s);
/** Says good-bye, so that the will is not carried out. */
int tapline_mqtt_disconnect(tapline_mqtt *mqtt);

/** The descriptor to wait for; -1 without a connection. */
int tapline_mqtt_descriptor(tapline_mqtt *mqtt);
/** Whether there is something to write when the descriptor can be written to. */
bool tapline_mqtt_wants_to_write(tapline_mqtt *mqtt);
/** Reads, writes, and does what is due (to be called every second). An error has ended the connection; while it was being
 * made, that is no event. */
int tapline_mqtt_work(tapline_mqtt *mqtt, bool can_read, bool can_write);
/** The next event and its number. */
enum tapline_mqtt_event tapline_mqtt_next(tapline_mqtt *mqtt, int *number);

/** Of the message that was the last event, until the next event is asked for: its topic, and its bytes, so many as the number
 * of that event says. */
const char *tapline_mqtt_topic(tapline_mqtt *mqtt);
const uint8_t *tapline_mqtt_payload(tapline_mqtt *mqtt);
/** Whether the broker had kept that message from before it was wanted. */
bool tapline_mqtt_is_kept(tapline_mqtt *mqtt);
/** Wants the messages of a topic, the kept one first. */
int tapline_mqtt_subscribe(tapline_mqtt *mqtt, const char *topic);

/** Hands a message over; its number comes back in TAPLINE_MQTT_DELIVERED. 0: with QoS 1 and 2 it need not be handed over
 * again, even where this connection turns out to be broken: it is sent on the next one. */
int tapline_mqtt_publish(tapline_mqtt *mqtt, const char *topic, const uint8_t *bytes, size_t count, int qos, bool is_kept,
                         int *number);
/** Errors of connections that a broker has ended, or in which it was silent for too long. */
enum { TAPLINE_MQTT_CLOSED = 7, TAPLINE_MQTT_SILENT = 19 };
/** What an error is, in words. */
const char *tapline_mqtt_error(int error);
