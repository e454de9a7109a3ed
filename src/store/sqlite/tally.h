/* Sums over all jobs, kept in the tables tally and span. All functions run within a write transaction. */
#ifndef STORE_SQLITE_TALLY_H
#define STORE_SQLITE_TALLY_H

#include <store/job.h>

struct sqlite;

/* What a transaction adds to the sums; written before it commits. */
struct tally {
    int64_t gained[5];         /* jobs of each state */
    int64_t block;             /* of the new jobs' sequence numbers; -1: none */
    int64_t first_ms, last_ms; /* when the jobs of the block were created */
};
enum { SPAN_JOBS = 1024 }; /* jobs of a block */

void tally_begin(struct sqlite *db);
void tally_count(struct sqlite *db, enum job_state state, int by);
enum nash_status tally_created(struct sqlite *db, int64_t sequence, int64_t created_ms, struct nash_error *error);
enum nash_status tally_write(struct sqlite *db, struct nash_error *error);

#endif
