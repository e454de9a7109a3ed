/* Who joined: phones and servers that called us. They keep a session; by it they come and go as the network lets them.
 *
 * A guest is the session. While somebody is there for it, it is a member of the roster; when nobody has been for a
 * while the member is gone, so that its game gives the band to another, and when the guest comes back it joins as a new
 * member of the same name. What is sent to it in between waits.
 *
 * It is reached by a line (a WebSocket: whoever has one plugs it in) or, without, by letters fetched with
 * guest_fetch() (POSTs that wait). Nothing here knows HTTP. */
#ifndef SHARDS_JOINED_H
#define SHARDS_JOINED_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/buf.h>
#include <nash/status.h>

#include "member.h"
#include "shards.h"

enum { GUEST_SECRET = 33, GUEST_ID = 24 };

struct joined; /* all of them */
struct guest;  /* one; counted */

struct joined_options {
    uint32_t away_ms;    /* nobody there for so long: the member is gone; 0 = two leases */
    uint32_t session_ms; /* nobody there for so long: the session is forgotten; 0 = 15 minutes */
    unsigned guests;     /* sessions at once; 0 = 256 */
};

/* No thread runs before the first guest. */
struct joined *joined_start(struct shards *shards, const struct joined_options *options);
/* All are sent away. Games may still hold members; what they send goes nowhere. */
void joined_stop(struct joined *joined);

struct membership {
    char id[GUEST_ID];          /* "g7" */
    char session[GUEST_SECRET]; /* 32 hex digits */
    char name[MEMBER_NAME_MAX];
    uint32_t lease_ms;     /* silent for so long, it loses its band */
    uint32_t heartbeat_ms; /* with POSTs: one is to be waiting here, and is answered after so long */
};

enum { HEARTBEAT_MS = 20000 };

/* A new guest of this name, made fit (no control characters, unlike the others'); "" = by its kind. */
enum nash_status joined_enter(struct joined *joined, enum member_kind kind, const char *name, struct membership *out,
                              struct nash_error *error);
/* Shows the session of before: the same guest, maybe by a new name (NULL = as before). "session-unknown". */
enum nash_status joined_again(struct joined *joined, const char *session, const char *name, struct membership *out,
                              struct nash_error *error);
/* The guest of this id with this session; else NULL. The caller's reference. */
struct guest *joined_find(struct joined *joined, const char *id, const char *session);
/* By id alone, or by the number of the member it is now ("12"): for who may send it away. */
struct guest *joined_find_any(struct joined *joined, const char *id);
void guest_unref(struct guest *guest);
unsigned joined_count(struct joined *joined);

/* ---- by a line ---- */

struct guest_line {
    bool (*send)(void *line, struct bytes *message); /* false: it is broken. Holds no lock while it calls here */
    void (*close)(void *line, unsigned code, const char *reason);
};

/* Close codes: after these a phone does not come back. */
enum { GUEST_REPLACED = 4001, GUEST_SENT_AWAY = 4003 };

/* Takes the place of the line before, which is closed. What has waited is sent. False: the guest is gone. */
bool guest_plug(struct guest *guest, const struct guest_line *line, void *context);
/* The line is broken; afterwards nothing of it is called. Nothing happens when it was replaced. */
void guest_unplug(struct guest *guest, void *context);

/* ---- by POSTs ---- */

struct guest_waiter {
    void (*wake)(struct guest_waiter *waiter); /* from any thread, under a lock: short, calls nothing here */
};

/* Letters that wait, one after the other, at most `most` bytes; false: there are none. */
bool guest_fetch(struct guest *guest, struct nash_buf *out, size_t most);
/* wake() comes when there is something to fetch, when another waits instead, or the guest is gone. False: it need not
 * wait, one of these holds already. Ends the wait of the one before. */
bool guest_wait(struct guest *guest, struct guest_waiter *waiter);
void guest_wait_no_more(struct guest *guest, struct guest_waiter *waiter);

/* ---- both ---- */

enum guest_said { GUEST_HEARD, GUEST_LATE, GUEST_LEFT };
/* One message of the guest. LATE: not of the game and epoch that it was asked in last; the game will not count it.
 * LEFT: it goes, and may come back by its session; its line is closed. */
enum guest_said guest_said(struct guest *guest, const void *message, size_t len);
/* It is forgotten, and its line closed with this code. */
void guest_leave(struct guest *guest, unsigned code, const char *why);
const char *guest_why_gone(struct guest *guest); /* or is not wanted any more; NULL: it may stay */
/* Somebody is there for it: makes it a member, when it is none. False: it is gone, or there is no place. */
bool guest_come(struct guest *guest);

#endif
