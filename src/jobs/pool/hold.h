/* A worker that holds a problem: it has read it, and the core decides what becomes of it (jobs/reading.h). */
#ifndef JOBS_POOL_HOLD_H
#define JOBS_POOL_HOLD_H

#include "worker.h"

/* The pool's functions for struct executor. */
extern const struct executor_reading pool_reading;

/* Checks a FRAME_READ and passes it on. Kills the worker if it is invalid. Called in the pool's thread. */
void hold_begin(struct pool *pool, struct worker *worker, const char *payload, size_t len);

#endif
