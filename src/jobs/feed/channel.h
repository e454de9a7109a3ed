/* The feed's state: changes are recorded under jobs->lock; feed.lock guards the published text. jobs->lock is taken
 * before feed.lock. See feed.c. */
#ifndef JOBS_FEED_CHANNEL_H
#define JOBS_FEED_CHANNEL_H

#include <pthread.h>
#include <stdatomic.h>

#include <jobs/feed.h>

enum {
    FEED_ROWS = 64,           /* jobs in one publication; further changes are only counted */
    FEED_SEGMENTS = 128,      /* published events kept in a channel for readers that reconnect */
    FEED_BYTES = 1 << 20,     /* bytes of all segments of a channel; the newest stays whatever its size */
    FEED_PROGRESS_MAX = 1024, /* bytes; larger progress is only in the job's own events */
    FEED_GATHER_MS = 20,      /* from a change to its publication, at least */
    FEED_PACE_MS = 40,        /* from one publication to the next, at least */
    FEED_READER_US = 375,     /* pace for each reader: sending to one takes about 25 us of a processor */
    FEED_FLOOD_MS = 250,      /* the longest pace; also used during a flood */
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
    struct feed_change change[FEED_ROWS]; /* ring of the latest changes */
    uint64_t changes;                     /* number of changes since the last publication */
    uint64_t missed;                      /* number of changes of jobs that are not in memory */

    /* the publication that is being written; used by the publisher's thread only */
    struct feed_row row[FEED_ROWS];
    unsigned rows;
    uint64_t rows_more; /* number of changes without a row */

    /* under feed.lock */
    struct feed_reader *readers;
    int64_t left_ns; /* when the last reader left */
    struct feed_segment segment[FEED_SEGMENTS];
    unsigned first, segments; /* ring: index of the oldest segment, number of segments */
    size_t bytes;             /* of all segments */
    int64_t floor;            /* the oldest event number from which a reader can still continue */
};

struct feed {
    struct feed_channel *channels; /* of owners with readers; changed under both locks */
    uint64_t tick;                 /* grows with each publication and each new channel */
    int64_t changed_ns;            /* time of the first change since the last publication; 0 = none */
    int64_t published_ns;          /* time of the last publication */
    int64_t stats_ns;              /* when the stats are due */
    bool flood;          /* at the last publication, changes arrived faster than the usual pace has rows for */
    pthread_cond_t wake; /* used with jobs->lock, which guards all members above */

    pthread_mutex_t lock;     /* guards the members from here to stats_number */
    _Atomic unsigned readers; /* number in all channels; read without the lock */
    int64_t last;             /* number of the last segment */
    struct bytes *stats;      /* the last stats event; written by the publisher's thread only */
    int64_t stats_number;     /* grows with each new `stats` */

    void (*write_stats)(void *context, struct nash_buf *json);
    void *stats_context;
    pthread_t thread;
    bool started;
};

void feed_init(struct feed *feed);
void feed_release(struct feed *feed);

/* ---- channel.c, under jobs->lock ---- */

/* Records that a job has visibly changed. Called by feed_note() (state.h). */
void feed_note_change(struct job *job);
/* Records that a job has been forgotten. */
void feed_note_forgotten(struct jobs *jobs, const struct job_id *id, const char *owner);
/* Records that `count` jobs that are not in memory have changed. */
void feed_note_missed(struct jobs *jobs, uint64_t count);

/* ---- channel.c, under feed.lock ---- */

/* Appends a segment to a channel; takes the reference over. */
void channel_publish(struct feed_channel *channel, int64_t number, struct bytes *text);
void channel_free(struct feed_channel *channel);
/* Returns the number of the next event: the time, or one more than the last. It does not count events, so that an
 * owner does not learn how many there were for others. */
int64_t feed_number_next(struct feed *feed);

/* ---- publisher.c ---- */

void *publisher_main(void *jobs);

#endif
