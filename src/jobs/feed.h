/* The feed: what changes among all jobs, for any number of readers (dashboards) at the price of about one.
 *
 * Changes are gathered for some tens of milliseconds, told once with the newest state of each job, and written as text
 * once for all readers of an owner. A reader that cannot follow, or comes back too late, is told to load the list of
 * jobs anew. Nothing is done while nobody reads. What the feed tells is what this server does: jobs that other servers
 * run on the same database are in the list, not here. */
#ifndef JOBS_FEED_H
#define JOBS_FEED_H

#include <jobs/jobs.h>

struct feed_channel;

/* A reader's place. The caller's memory, from feed_open() to feed_close(). */
struct feed_reader {
    /* There is something new. Under the feed's lock: be short, call nothing of jobs.h. */
    void (*fire)(struct feed_reader *reader);
    void *context;
    struct feed_channel *channel; /* the rest is the feed's */
    int64_t seen, stats_seen;
    struct feed_reader *next, **link;
};

/* Begins to read what owner may see ("" = all). seen: the number of the last event the reader had, 0 = none. False
 * without memory. */
bool feed_open(struct jobs *jobs, struct feed_reader *reader, const char *owner, int64_t seen);
/* After it returns, fire() is not running and will not run. Safe for a reader never opened (channel NULL). */
void feed_close(struct jobs *jobs, struct feed_reader *reader);

/* The next piece: some events as server-sent text, with a reference for the caller; NULL when there is nothing new.
 *
 *   event: reset   data: {}: load the list; what was told before may be incomplete
 *   event: jobs    data: an array of job objects as in the list (progress only while running, and only when small), of
 *                  {"id":…,"deleted":true}, and of at most one {"more":n}: so many changes were too many to be told
 *   event: stats   data: what feed_set_stats() writes, once a second when it has changed */
struct bytes *feed_next(struct jobs *jobs, struct feed_reader *reader);

/* Who writes the JSON of the event stats; called from the feed's thread, without locks. Before the first reader. */
void feed_set_stats(struct jobs *jobs, void (*write)(void *context, struct nash_buf *json), void *context);

#endif
