/* Shared by the tests of the worker pool: a pool, and attempts. An attempt is one work and a record of all callbacks.
 */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include <sys/types.h>

#include <jobs/executor/executor.h>
#include <jobs/jobs.h>
#include <jobs/processes.h>
#include <nash/buf.h>

enum { WORKERS = 3 };

/* One work and the record of its callbacks. */
struct attempt {
    struct work x;
    bool done;
    unsigned dones, progresses, blobs; /* numbers of callbacks */
    size_t blob_bytes;
    struct bytes *latest;        /* the last blob "latest", which a new run of the same attempt continues from */
    unsigned loads;              /* number of times that it was read */
    unsigned reads;              /* numbers of reports that a problem was read */
    struct work_reading reading; /* the last one; without its tags */
    struct work_result result;   /* its member `result` is released already */
    char text[256];              /* beginning of the result */
    unsigned blocks, answers;    /* of a chunk: numbers of blocks and of answers received */
    struct nash_buf answer_text; /* of a chunk: one answer per line, "!type" for an error; the test frees it */
};

extern struct executor *pool;
extern struct zygote *zygote;

/* Starts a zygote and opens a pool of workers, with a grace period and a runaway time of 300 ms; false on failure. */
bool pool_up(unsigned workers);
void pool_down(void);
/* Opens a pool on the existing zygote, after the earlier pool was closed. */
bool pool_open(void);
/* Setup and teardown for cmocka: a pool of WORKERS workers. */
int pool_setup(void **state);
int pool_teardown(void **state);

void attempt_prepare(struct attempt *attempt, const char *kind, const char *problem, uint32_t timeout_ms);
/* Starts the work when a worker is free; fails the test if none becomes free in time. */
void attempt_start(struct attempt *attempt);
/* Waits for the end of the work. */
void attempt_finish(struct attempt *attempt);
/* Prepares, starts and finishes. */
void attempt_run(struct attempt *attempt, const char *kind, const char *problem, uint32_t timeout_ms);
/* Prepares work whose problem lies in a file; attempt_finish() releases it. */
void attempt_prepare_file(struct attempt *attempt, const char *kind, const char *text, size_t len, uint32_t timeout_ms);
/* Waits until the problem of a WORK_READING was read; returns false if the work has ended instead. */
bool attempt_await_read(struct attempt *attempt);
/* Do the same with a chunk. lines: problems in text form, each ended by a newline; answers are in text form. */
void attempt_prepare_chunk(struct attempt *attempt, const char *kind, const char *lines, uint32_t timeout_ms);
void attempt_run_chunk(struct attempt *attempt, const char *kind, const char *lines, uint32_t timeout_ms);
/* Waits until the chunk has `answers` answers. */
void attempt_await(struct attempt *attempt, unsigned answers);
/* Waits until the work has sent a blob. */
void attempt_await_blob(struct attempt *attempt);
/* Runs the fault `what` of faults.c with the number n. */
void attempt_fault(struct attempt *attempt, const char *what, long n, uint32_t timeout_ms);
/* Checks that the pool still solves a valid problem. */
void expect_echo(void);
/* Runs a fault and checks that it ends with this error type. */
void expect_fault(const char *what, long n, const char *type);

/* ---- processes, as /proc shows them ---- */

/* Returns the parent of a process and writes its name, or returns 0 if it is gone. A zombie counts as gone. */
pid_t process_parent(pid_t pid, char name[64]);
/* Waits until a process is gone; returns false if it still exists after a while. */
bool process_gone(pid_t pid);
/* Finds the children of a process whose names begin with `name`. Returns their number, at most `most`. */
unsigned process_children(pid_t parent, const char *name, pid_t found[], unsigned most);
/* Return the zygote of a server (0 = none), and the number of its workers, written to found[]. */
pid_t zygote_of(pid_t server);
unsigned workers_of(pid_t server, pid_t found[], unsigned most);

#endif
