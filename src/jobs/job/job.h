/* A job in memory, counted by references. */
#ifndef JOBS_JOB_JOB_H
#define JOBS_JOB_JOB_H

#include <stdatomic.h>
#include <stddef.h>

#include <base/intrusive_hash.h>
#include <jobs/job_view.h>
#include <jobs/jobs.h>

#include "events.h"

struct execution;

/* The writes of a job's life, with the row as it is to be stored. Allocated before the job is accepted, so that ending
 * a job cannot fail. */
struct pending_writes {
    struct store_op submit, finish;
    char *webhook_url;                 /* of the SUBMIT; NULL: none */
    bool submit_posted, finish_posted; /* posted to the store's writer, which has not called back yet */
};

struct job {
    _Atomic unsigned refs;
    struct jobs *core;
    const struct nash_solver *solver; /* NULL: this server does not have the kind */
    struct {
        _Atomic(void *) reply; /* set once, under the lock; read without */
        void (*free_reply)(void *);
    } reply[JOB_REPLIES];

    struct store_job row;           /* what clients may see: finished only once the FINISH is committed */
    uint64_t number;                /* of the jobs that this server has made, from 1; 0: read from the store */
    bool durable;                   /* the SUBMIT is committed, or the row came from the store */
    bool lost;                      /* the SUBMIT failed: in memory only */
    bool ending;                    /* the FINISH is posted; the outcome is in pending->finish.row */
    bool cancelling;                /* a client has cancelled it */
    bool kept;                      /* on the list of finished jobs */
    uint64_t revision;              /* grows with each visible change */
    uint64_t feed_tick;             /* feed.tick when a change was last recorded for the feed */
    struct pending_writes *pending; /* NULL once everything is written */
    struct execution *execution;    /* the execution that it waits for, or NULL */
    struct flow *flow;              /* in which it is counted while it waits for that, */
    uint64_t flow_bytes;            /* with these bytes of its problem */
    struct job *execution_next, **execution_link; /* list execution->jobs */
    struct job_watch *watches;
    struct event_ring ring;

    struct hash_node by_id; /* the table holds a reference */
    struct hash_node by_key, by_body, by_idempotency;
    struct job *newer, *older;  /* list of finished jobs, by last use */
    size_t cost;                /* its bytes in jobs->kept_bytes */
    uint64_t charged;           /* its bytes in jobs->queue_bytes */
    uint64_t problem_memory;    /* its bytes in jobs->problem_memory */
    struct job *next_unwritten; /* list jobs->unwritten */
};

#define JOB_OF(node, member) ((struct job *)((char *)(node)-offsetof(struct job, member)))

/* Frees the pending writes, which are all done; NULL is allowed. */
void pending_free(struct pending_writes *pending);
/* Returns a job with one reference and an empty row; NULL without memory. with_pending: allocates job->pending, which
 * a job that is not finished needs. Needs no lock. */
struct job *job_new(struct jobs *jobs, const struct nash_solver *solver, bool with_pending);

/* Charges the problem of an unfinished job to the budget of the queue; returns false if that is exhausted. */
bool job_charge(struct job *job, uint64_t bytes);
/* Gives back what was charged. */
void job_discharge(struct job *job);

static inline bool job_is_finished(const struct job *job)
{
    return job->row.state >= JOB_SUCCEEDED;
}

/* Returns true when the job is finished and its end is committed, or cannot be. */
static inline bool job_is_done(const struct job *job)
{
    return job_is_finished(job) && (job->durable || job->lost);
}

/* id.c: makes the ids of a server. All zero at first. */
struct job_ids {
    uint32_t window, place; /* the higher 20 and the lower 12 of the first 32 bits */
    uint32_t made;          /* ids of this window */
    int64_t began_ms;       /* of the window */
};
/* Makes the next id. Its first eight digits differ from those of the ids made before, as early as possible: people
 * abbreviate ids. Ids of the same 20 ms, which one commit writes, have the first five digits in common, so that they
 * lie together in the store's index. The other 96 bits are random: no id can be guessed from another. */
void job_ids_next(struct job_ids *ids, int64_t now_ms, struct job_id *id);

#endif
