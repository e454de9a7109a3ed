/* The feed: the changes of all jobs, for any number of readers (dashboards) at about the cost of one.
 *
 * Changes are gathered for some tens of milliseconds, published once with the newest state of each job, and written as
 * text once for all readers of an owner. A reader that is too slow, or comes back too late, gets a reset. The feed
 * costs nothing without readers. It covers what this server does: jobs that other servers run on the same database are
 * in the list only. */
#ifndef JOBS_FEED_H
#define JOBS_FEED_H

#include <jobs/jobs.h>

struct feed_channel;

/* A reader's position. In the caller's memory, from feed_open() to feed_close(). */
struct feed_reader {
    /* Called when there is something new, under the feed's lock: must be short and call nothing of jobs. */
    void (*fire)(struct feed_reader *reader);
    void *context;
    struct feed_channel *channel; /* this and the members below are private to the feed */
    int64_t seen, stats_seen;
    struct feed_reader *next, **link;
};

/* Begins to read what this owner may see ("" = all). seen: number of the last event the reader had, 0 = none. Returns
 * false without memory. */
bool feed_open(struct jobs *jobs, struct feed_reader *reader, const char *owner, int64_t seen);
/* Ends reading: once it returns, fire() is not running and will not run. Allowed for a reader that was never opened
 * (channel NULL). */
void feed_close(struct jobs *jobs, struct feed_reader *reader);

/* Returns the next events as server-sent text, with a reference for the caller; NULL when there is nothing new.
 *
 *   event: reset   data: {}: load the list; earlier events may be incomplete
 *   event: jobs    data: an array of job objects as in the list (progress only while running, and only when small), of
 *                  {"id":…,"deleted":true}, and of at most one {"more":n}: the number of changes left out
 *   event: stats   data: what the function of feed_set_stats() writes, once a second when it has changed; only for
 * readers of all owners */
struct bytes *feed_next(struct jobs *jobs, struct feed_reader *reader);

/* Sets the function that writes the JSON of the event stats; it is called from the feed's thread, without locks. Call
 * this before the first reader. */
void feed_set_stats(struct jobs *jobs, void (*write)(void *context, struct nash_buf *json), void *context);

#endif
