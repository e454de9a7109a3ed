/* Checks of what members answer. See audit.c. */
#ifndef CLUSTER_SUDOKU_AUDIT_H
#define CLUSTER_SUDOKU_AUDIT_H

#include <stdbool.h>
#include <stdint.h>

struct coordinator;
struct partition;

/* Reads the body of EVENTS into the partition's part. Returns NULL, or what is wrong with it. */
const char *audit_read(struct coordinator *c, struct partition *partition, const uint8_t *body, uint32_t len);

/* Replays the partition's part, if chance or the request's `audit` selects it. Returns false if the replay differs. */
bool audit_holds(struct coordinator *c, struct partition *partition);

/* Computes the partition's part in this thread. */
void audit_compute(struct coordinator *c, struct partition *partition);

/* Names the member in the result, excludes it from all games, and plays its unproved rounds again. */
void audit_quarantine(struct coordinator *c, struct partition *partition, const char *why);

#endif
