/* The feed's state: what has changed is noted under jobs->lock; what is published lies under feed.lock. jobs->lock is
 * taken first. See feed.c. */
#ifndef JOBS_FEED_CHANNEL_H
#define JOBS_FEED_CHANNEL_H

#include <pthread.h>
#include <stdatomic.h>

#include <jobs/feed.h>

enum {
    FEED_ROWS = 64,           /* jobs in one publication; of further ones only the number */
    FEED_SEGMENTS = 128,      /* kept for readers that come back */
    FEED_BYTES = 1 << 20,     /* of all segments of a channel; the newest stays whatever its size */
    FEED_PROGRESS_MAX = 1024, /* larger progress is left to the job's own events */
    FEED_GATHER_MS = 20,      /* from a change to its publication, at least */
    FEED_PACE_MS = 40,        /* from one publication to the next, at least */
    FEED_READER_US = 375,     /* added to the pace for each reader: sending to one takes about 25 us of a processor */
    FEED_FLOOD_MS = 250,      /* the longest pace; also used while there are more changes than rows */
    FEED_STATS_MS = 1000,     /* between two stats events */
    FEED_LINGER_MS = 15000    /* how long a channel without readers is kept */
};

/* A change since the last publication. */
struct feed_change {
    struct job *job; /* a reference; NULL: the job was forgotten */
    struct job_id id;
};

/* A job as it was when the publication was gathered. */
struct feed_row {
    struct feed_change change;
    enum job_state state;
    int64_t started_ms, finished_ms;
    struct bytes *progress, *error, *result;
};

/* A published event, as text. */
struct feed_segment {
    int64_t number;
    struct bytes *text;
};

/* Shared by all readers of one owner. Channels are added and removed under both locks. */
struct feed_channel {
    char owner[JOB_OWNER_MAX];
    struct feed_channel *next;

    /* under jobs->lock */
    struct feed_change change[FEED_ROWS]; /* a ring of the latest */
    uint64_t changes;                     /* all since the last publication */
    uint64_t missed;                      /* changes of jobs that are not in memory */

    /* used by the publisher's thread only */
    struct feed_row row[FEED_ROWS];
    unsigned rows;
    uint64_t rows_more;

    /* under feed.lock */
    struct feed_reader *readers;
    int64_t left_ns; /* when the last reader left */
    struct feed_segment segment[FEED_SEGMENTS];
    unsigned first, segments;
    size_t bytes;
    int64_t floor; /* the oldest change number from which a reader can still continue */
};

struct feed {
    struct feed_channel *channels; /* of owners with readers; changed under both locks */
    uint64_t tick;                 /* counts publications */
    int64_t changed_ns;            /* first change since the last publication; 0 = none */
    int64_t published_ns;          /* the last publication */
    int64_t stats_ns;              /* when the stats are due */
    bool flood;                    /* more had changed last time than there are rows */
    pthread_cond_t wake;           /* with jobs->lock, as all of the above */

    pthread_mutex_t lock;     /* of what follows */
    _Atomic unsigned readers; /* read without the lock */
    int64_t last;             /* number of the last segment */
    struct bytes *stats;      /* the last stats event; written by the publisher's thread only */
    int64_t stats_number;

    void (*write_stats)(void *context, struct nash_buf *json);
    void *stats_context;
    pthread_t thread;
    bool started;
};

void feed_init(struct feed *feed);
void feed_release(struct feed *feed);

/* ---- channel.c, under jobs->lock ---- */

/* Notes that a job looks different now. Use feed_note() (state.h). */
void feed_note_change(struct job *job);
/* Notes that a job has been forgotten. */
void feed_note_forgotten(struct jobs *jobs, const struct job_id *id, const char *owner);
/* Notes that so many jobs have changed that are not in memory. */
void feed_note_missed(struct jobs *jobs, uint64_t count);

/* ---- channel.c, under feed.lock ---- */

/* Appends a segment to a channel; takes the reference over. */
void channel_publish(struct feed_channel *channel, int64_t number, struct bytes *text);
void channel_free(struct feed_channel *channel);

/* ---- publisher.c ---- */

void *publisher_main(void *jobs);

#endif
