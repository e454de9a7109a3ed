/* The processes of the pool beside those that solve without interruption (jobs_options.workers).
 *
 * While all workers are busy, each new problem gets one slice of the express process. A short one is answered in it, so
 * that it never waits for a long one. A longer one is stopped, what it has found is dropped, and it
 * waits for a worker, which solves it from the start with its full time limit. */
#ifndef JOBS_DISPATCH_SLICES_H
#define JOBS_DISPATCH_SLICES_H

enum {
    EXPRESS_SLOTS = 1, /* processes for slices */
    READING_SLOTS = 1, /* processes for the reading of large problems */
    SLICE_MS = 25,
    SLICE_GRACE_MS = 100,       /* from the end of the slice to SIGKILL, for a solver that does not poll */
    SLICE_BYTES_MAX = 32 << 10, /* length of a problem that may get a slice */
};

/* Returns how many processes the zygote must be able to start. */
static inline unsigned jobs_processes(unsigned workers)
{
    return workers + EXPRESS_SLOTS + READING_SLOTS;
}

#endif
