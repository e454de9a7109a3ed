/* Checks of the answers of members. See audit.c. */
#ifndef CLUSTER_SUDOKU_AUDIT_H
#define CLUSTER_SUDOKU_AUDIT_H

#include <stdbool.h>
#include <stdint.h>

struct coordinator;
struct partition;

/* Reads body[len] of an EVENTS message into partition->part. Returns NULL, or a description of the fault: a string
 * constant. */
const char *audit_read(struct coordinator *c, struct partition *partition, const uint8_t *body, uint32_t len);

/* Checks body[len] of an EVENTS message of the n ticks from `tick` on, as far as that needs no values. Returns NULL, or
 * a description of the fault. */
const char *audit_fault(const struct coordinator *c, const struct partition *partition, const uint8_t *body,
                        uint32_t len, uint64_t tick, uint32_t n);

/* Replays the partition's part, with the probability that the request's `audit` sets. Returns false if the replay
 * differs. */
bool audit_holds(struct coordinator *c, struct partition *partition);

/* Computes the partition's part in this thread. */
void audit_compute(struct coordinator *c, struct partition *partition);

/* Names the member in the result, plays its unproved rounds again, and excludes it from all games. If there are such
 * rounds, c->convicted is set until audit_continue() has played them; no message may be handled before that. */
void audit_quarantine(struct coordinator *c, struct partition *partition, const char *why);
void audit_continue(struct coordinator *c);

#endif
