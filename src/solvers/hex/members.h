/* Members of a cluster that share the games of a match or a training: what a request says of them, and what a result
 * reports. */
#ifndef HEX_MEMBERS_H
#define HEX_MEMBERS_H

#include <stdint.h>

#include <nash/jsonw.h>
#include <solvers/kit/reader.h>

enum { HEX_MEMBERS_MAX = 49 };

#define HEX_MEMBERS_KEYS "shards", "audit", "wait_ms" /* of the object that hex_members_read() reads */

struct hex_members {
    const char *const *name; /* [count] "local", "phone", a URL; NULL: all local */
    unsigned count;          /* 0: the games are not shared */
    double audit;            /* share of the games of members elsewhere that are played again here; < 0: the default */
    uint32_t wait_ms;        /* time to wait for requested members that have not joined yet */
};

struct hex_members_liar {
    const char *member, *why;
};

/* The cluster sets all of it at the end. */
struct hex_members_report {
    const char *credit; /* JSON, an array */
    uint64_t answered, proved, audits, dropped, kept, reissued, restored, messages, bytes;
    unsigned quarantines;
    const struct hex_members_liar *quarantine; /* [quarantines] */
};

/* Reads the keys above from a request. The names are in the reader's arena. */
void hex_members_read(struct reader *r, struct hex_members *members);
/* Writes the member "farm" of a result whose games are `units`. */
void hex_members_write(const struct hex_members_report *report, uint64_t units, struct nash_jsonw *out);

#endif
