/* Sums over all jobs, kept in the tables tally and span. All functions run within a write transaction. */
#ifndef STORE_SQLITE_TALLY_H
#define STORE_SQLITE_TALLY_H

#include <store/job.h>

struct sqlite;

/* The changes of the sums by the current transaction; written before it commits. */
struct tally {
    int64_t gained[5];         /* change of the number of jobs in each state */
    int64_t block;             /* sequence number / SPAN_JOBS of the latest new jobs; -1: no new jobs */
    int64_t first_ms, last_ms; /* earliest and latest creation of the new jobs of the block */
};
enum { SPAN_JOBS = 1024 }; /* jobs of a block */

void tally_begin(struct sqlite *db);
/* Adds `by` (1 or -1) to the number of jobs in a state. */
void tally_count(struct sqlite *db, enum job_state state, int by);
/* Records a new job. Writes the previous block if the job begins another. */
enum nash_status tally_created(struct sqlite *db, int64_t sequence, int64_t created_ms, struct nash_error *error);
enum nash_status tally_write(struct sqlite *db, struct nash_error *error);

#endif
