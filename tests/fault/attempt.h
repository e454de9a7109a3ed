/* Shared by the tests of the worker pool: a pool, and attempts, which record everything reported about their work. */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include <sys/types.h>

#include <jobs/executor.h>
#include <jobs/jobs.h>
#include <nash/buf.h>

enum { WORKERS = 3 };

/* One work and what became of it. */
struct attempt {
    struct work x;
    bool done;
    unsigned dones, progresses, blobs;
    size_t blob_bytes;
    struct work_result result;   /* its result is released */
    char text[256];              /* of the result */
    unsigned blocks, answers;    /* of a chunk */
    struct nash_buf answer_text; /* its answers, a line each; "!type" for an error; freed by the test */
};

extern struct executor *pool;
extern struct zygote *zygote;

/* Starts a zygote and an open pool of so many workers, with a grace and a runaway time of 300 ms; false on failure. */
bool pool_up(unsigned workers);
void pool_down(void);
/* Opens a pool on the existing zygote, after the earlier pool was closed. */
bool pool_open(void);
/* The same as cmocka's setup and teardown, with WORKERS workers. */
int pool_setup(void **state);
int pool_teardown(void **state);

void attempt_prepare(struct attempt *attempt, const char *kind, const char *problem, uint32_t timeout_ms);
/* Waits for a free worker; fails the test when there is none for long. */
void attempt_start(struct attempt *attempt);
/* Waits for the end. */
void attempt_finish(struct attempt *attempt);
/* All three. */
void attempt_run(struct attempt *attempt, const char *kind, const char *problem, uint32_t timeout_ms);
/* The same with a chunk of lines, each ended by a newline, in text form; text is wanted. */
void attempt_prepare_chunk(struct attempt *attempt, const char *kind, const char *lines, uint32_t timeout_ms);
void attempt_run_chunk(struct attempt *attempt, const char *kind, const char *lines, uint32_t timeout_ms);
/* Waits for so many answers. */
void attempt_await(struct attempt *attempt, unsigned answers);
/* Runs a fault of faults.c. */
void attempt_fault(struct attempt *attempt, const char *what, long n, uint32_t timeout_ms);
/* Checks that a valid problem succeeds now. */
void expect_echo(void);
/* Checks that the fault ends with this problem type. */
void expect_fault(const char *what, long n, const char *type);

/* ---- processes, as /proc shows them ---- */

/* Returns the parent of a process, and its name in `name`; 0 when it is gone. A zombie counts as gone. */
pid_t process_parent(pid_t pid, char name[64]);
/* Waits until it is gone; false when it stays. */
bool process_gone(pid_t pid);
/* Finds the children of a process with a name that starts like this. Returns how many there are. */
unsigned process_children(pid_t parent, const char *name, pid_t found[], unsigned most);
/* Returns the zygote of a server (0 = none), and its workers. */
pid_t zygote_of(pid_t server);
unsigned workers_of(pid_t server, pid_t found[], unsigned most);

#endif
