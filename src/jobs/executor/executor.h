/* An executor carries out work for the core. The worker pool (pool/) is one; the cluster registers another.
 * Tests register executors without processes.
 *
 * Locks: the core may hold its own lock while it calls an executor. An executor holds no lock of its own while it calls
 * the client, and never calls the client from within start() or cancel(). */
#ifndef JOBS_EXECUTOR_EXECUTOR_H
#define JOBS_EXECUTOR_EXECUTOR_H

#include <stdbool.h>
#include <stdint.h>

#include <jobs/executor/reading.h>
#include <jobs/executor/work.h>

struct executor_stats {
    unsigned workers, busy; /* now: all that are ready, and those that solve */
    bool zygote_gone;       /* no process can be started for a worker now */
    uint64_t zygote_restarts;
    uint64_t replaced, crashes, killed, out_of_memory, runaways, sandbox_violations;
};

/* Callbacks, from the executor's thread. All but done and ready are called only between start() and done(). A chunk
 * reports answers, in order of its lines, and neither progress nor blobs.
 *
 * blob() replaces the work's earlier blob of the same name. It does not wait for the disk: the blob is durable after
 * the next commit, some milliseconds later, or, if the store cannot write, never. A blob whose name begins with a dot
 * is of the run (is_blob_of_run() in store/operation.h): an executor keeps its state there while the work runs, reads
 * it with stored() when the work is started again after a crash or a drain, and the end of the job removes it. No
 * client sees it. Other blobs stay with the job. stored() reads the store and may wait for the disk, so an executor
 * calls it after start() has returned. It returns a reference for the caller, or NULL: no blob, a new job, or a failure
 * of the store, which is logged. */
struct executor_client {
    void *context;
    void (*progress)(void *context, struct work *work, const char *json, size_t len);
    void (*blob)(void *context, struct work *work, const char *name, const void *bytes, size_t len);
    struct bytes *(*stored)(void *context, struct work *work, const char *name);
    /* Reads bytes of a problem in the store. Returns their number; at most 0: they cannot be read. May wait for the
     * disk. */
    ssize_t (*problem)(void *context, struct work *work, uint64_t from, void *out, size_t room);
    void (*read)(void *context, struct work *work, const struct work_reading *reading); /* reading.h; must not block */
    /* `count` answers of the next lines of a chunk, checked, in the format of answers.h. */
    void (*answers)(void *context, struct work *work, const char *block, size_t len, unsigned count);
    void (*done)(void *context, struct work *work, const struct work_result *result);
    void (*ready)(void *context); /* start() may succeed again: after each done(), and when a worker was replaced */
};

struct executor {
    enum nash_status (*open)(struct executor *executor, const struct executor_client *client,
                             struct nash_error *error); /* first */
    /* Begins at once and returns true; or returns false when no worker is free, and ready() follows. Never blocks: the
     * calling thread sends the work straight to an idle worker. */
    bool (*start)(struct executor *executor, struct work *work);
    /* Requests that started work stops; done() follows, at the latest after the grace period. Idempotent. */
    void (*cancel)(struct executor *executor, struct work *work);
    void (*stats)(struct executor *executor, struct executor_stats *stats);
    /* Kills what still runs (no callback after it returns) and frees the executor. */
    void (*close)(struct executor *executor);
    /* Returns NASH_OK when this executor accepts the problem, which solver->parse() has read. Called before the job is
     * queued; a refused problem is not stored. Called from any thread. NULL: every problem is accepted. */
    enum nash_status (*check)(struct executor *executor, const struct nash_solver *solver, const void *problem,
                              struct nash_error *error);
    const struct executor_reading *reading; /* NULL: this executor reads nothing */
};

#endif
