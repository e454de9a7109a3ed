/* Flows: whose work is started next. A flow is the owner of jobs, or the address of a client without a key.
 *
 * Each flow has a clock of the time its work has held workers (used_ns). Of the flows that wait, the one with the
 * smallest clock is served: fair queueing by start time, with costs that are known only afterwards, as in surplus round
 * robin. Two flows that always wait differ by at most one piece of work for each worker. A flow that begins to wait
 * starts at the smallest clock of those that wait or run (`floor`), so that it gains nothing by having been away; one
 * whose clock is ahead of that keeps it while it is away, for as long as it is remembered.
 *
 * Starting, ending, adding and removing take O(log n). A flow without work is forgotten once its clock is not ahead,
 * and at most FLOWS_REMEMBERED of the others are kept: addresses are chosen by clients. Under the core's lock. */
#ifndef JOBS_DISPATCH_FLOW_H
#define JOBS_DISPATCH_FLOW_H

#include <base/intrusive_hash.h>
#include <jobs/jobs.h>

#include "order.h"

enum { FLOWS_REMEMBERED = 1024 };

/* Where work of a flow waits. */
enum flow_class {
    CLASS_SHORT,       /* problems that may be short: they may have a slice of the express process */
    CLASS_LONG,        /* problems that have used up a slice, or get none */
    CLASS_BACKGROUND,  /* work of hours; it runs in the pool */
    CLASS_DISTRIBUTED, /* problems for several machines */
    FLOW_CLASSES
};

/* What a flow waits for; the first three are served by the pool. */
enum flow_heap { HEAP_POOL, HEAP_EXPRESS, HEAP_BACKGROUND, HEAP_DISTRIBUTED, FLOW_HEAPS };

/* Which executor's time is counted. */
enum flow_clock { CLOCK_POOL, CLOCK_DISTRIBUTED, FLOW_CLOCKS };

struct jobs_batch;

struct flow {
    struct hash_node by_name;
    struct order waiting[FLOW_CLASSES];
    struct {
        struct jobs_batch *first, **end; /* batches with a chunk to start */
    } startable;
    int64_t used_ns[FLOW_CLOCKS];
    unsigned running[FLOW_CLOCKS];             /* pieces of work in the executor */
    unsigned at[FLOW_HEAPS];                   /* position in the heap, from 1; 0: not in it */
    unsigned turn;                             /* starts so far: decides between its jobs and its batches */
    unsigned users;                            /* jobs, batches, executions and running work that refer to it */
    unsigned jobs;                             /* unfinished jobs, */
    uint64_t bytes;                            /* and the bytes of their problems */
    int64_t paid_ns;                           /* see submit/quota.c */
    struct jobs_quota quota;                   /* of it, `running` bounds what is started */
    struct flow *next_running, **running_link; /* list of the flows with work in an executor */
    struct flow *newer, *older;                /* list of the remembered flows without users */
    bool remembered;
    char name[];
};

struct flow_heap_array {
    struct flow **flow; /* flow[1] is the first */
    unsigned count, room;
};

struct flows {
    struct hash_table by_name;
    struct flow_heap_array heap[FLOW_HEAPS];
    int64_t floor_ns[FLOW_CLOCKS],
        latest_ns[FLOW_CLOCKS];   /* smallest clock of the active flows; greatest of any flow */
    unsigned count[FLOW_CLASSES]; /* waiting executions */
    uint64_t arrivals;
    struct flow *running;         /* list */
    struct flow *newest, *oldest; /* remembered flows without users */
    unsigned remembered;
    struct flow *shared; /* of the name ""; it also takes the work for which no flow could be allocated */
};

/* The time that one piece of work has been charged for. */
struct charge {
    struct flow *flow; /* NULL: it does not run */
    enum flow_clock clock;
    int64_t started_ns, charged_ns;
};

bool flows_init(struct flows *flows); /* false without memory */
void flows_release(struct flows *flows);

/* Returns the flow of this name with a further user; never NULL. */
struct flow *flow_use(struct flows *flows, const char *name);
/* Ends a use. The flow may be freed. NULL is allowed. */
void flow_unuse(struct flows *flows, struct flow *flow);

/* Adds an execution's node; a new one (arrival 0) gets its arrival here, one that returns keeps its place. */
void flow_add(struct flows *flows, struct flow *flow, enum flow_class class, struct order_node *node);
void flow_remove(struct flows *flows, struct flow *flow, enum flow_class class, struct order_node *node);
/* Brings the heaps up to date. Called when the flow's startable batches have changed. */
void flow_update(struct flows *flows, struct flow *flow);
/* Returns the flow to serve next, or NULL. */
struct flow *flows_first(const struct flows *flows, enum flow_heap heap);

/* Work of a flow has begun: uses the flow. */
void charge_begin(struct flows *flows, struct charge *charge, struct flow *flow, enum flow_clock clock, int64_t now_ns);
/* Charges for running work the time since the last charge. */
void charge_continue(struct flows *flows, struct charge *charge, int64_t now_ns);
/* Work has ended: charges the rest. */
void charge_end(struct flows *flows, struct charge *charge, int64_t now_ns);

/* Returns the estimated place of a waiting node among all of its executor, 1 = next, if all pieces of work took equally
 * long. Looks at 256 flows and extrapolates for others. */
unsigned flow_place(const struct flows *flows, const struct flow *flow, enum flow_class class,
                    const struct order_node *node);
/* Returns how many wait for the same as that class. */
unsigned flows_waiting(const struct flows *flows, enum flow_class class);

#endif
