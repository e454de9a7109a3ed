/* Private to the feed: its channels. See feed.c. */
#ifndef JOBS_FEED_CORE_H
#define JOBS_FEED_CORE_H

#include <jobs/core.h>
#include <jobs/feed.h>

enum {
    FEED_ROWS = 64,           /* jobs told at a time; of more, only how many */
    FEED_PIECES = 128,        /* kept for those who come back */
    FEED_BYTES = 1 << 20,     /* of them together; the newest stays whatever its size */
    FEED_PROGRESS_MAX = 1024, /* larger progress is left to the job's own events */
    FEED_GATHER_MS = 20,      /* from a change to its telling, at least */
    FEED_PACE_MS = 40,        /* from one telling to the next, at least */
    FEED_READER_US = 375,     /* and so much for each reader: sending to one takes some 25 us of a processor */
    FEED_FLOOD_MS = 250,      /* the longest; and the pace while there is more than can be told */
    FEED_STATS_MS = 1000,
    FEED_LINGER_MS = 15000 /* a channel without readers waits so long for them to come back */
};

/* What has happened since the last telling. */
struct feed_change {
    struct job *job; /* a reference; NULL: forgotten */
    struct job_id id;
};

/* A job as it was when it was gathered. */
struct feed_row {
    struct feed_change change;
    enum job_state state;
    int64_t started_ms, finished_ms;
    struct bytes *progress, *error, *result;
};

/* All that readers of one owner share. Channels come and go under both locks. */
struct feed_channel {
    char owner[JOB_OWNER_MAX];
    struct feed_channel *next;

    /* under jobs->lock */
    struct feed_change change[FEED_ROWS]; /* a ring of the latest */
    uint64_t changes;                     /* all there were */
    uint64_t missed;                      /* changes of jobs nobody knows here */

    /* the feed's thread alone */
    struct feed_row row[FEED_ROWS];
    unsigned rows;
    uint64_t rows_more;

    /* under feed.lock */
    struct feed_reader *readers;
    int64_t left_ns; /* when the last reader left */
    struct {
        int64_t number;
        struct bytes *text;
    } piece[FEED_PIECES];
    unsigned first, pieces;
    size_t bytes;
    int64_t floor; /* whoever has seen this number or a later one can go on from it */
};

/* feed.c: a new last piece of a channel. Under feed.lock; takes the reference over. */
void feed_publish(struct feed_channel *channel, int64_t number, struct bytes *text);
void feed_free_channel(struct feed_channel *channel);

#endif
