/* What `nashd top` shows of a server at one moment. */
#ifndef CLI_TOP_SAMPLE_H
#define CLI_TOP_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/buf.h>
#include <nash/status.h>

enum { TOP_KINDS = 32, TOP_BUCKETS = 24, TOP_RUNNING = 20, TOP_BUDGETS = 8, TOP_NAME = 24, TOP_PROGRESS = 160 };

struct top_kind {
    char name[TOP_NAME];
    int64_t submitted, cached, succeeded, failed, cancelled;
    int64_t bucket[TOP_BUCKETS]; /* runs by duration; the last one has no upper bound */
};

struct top_job {
    char id[TOP_NAME], kind[TOP_NAME], progress[TOP_PROGRESS];
    int64_t started_ms;
};

struct top_budget {
    char name[TOP_NAME];
    int64_t used, limit; /* bytes */
};

struct top_sample {
    int64_t now_ms, started_ms;
    char version[TOP_NAME];
    bool draining;
    int64_t workers, busy, replaced, crashes;
    int64_t queued, running, succeeded, failed, cancelled;
    int64_t store_bytes, commits;
    int64_t connections, replies[5]; /* by class, 1xx to 5xx */
    unsigned buckets, kinds, jobs, budgets;
    double bucket_s[TOP_BUCKETS]; /* upper bounds; one less than buckets */
    struct top_kind kind[TOP_KINDS];
    struct top_job job[TOP_RUNNING];
    struct top_budget budget[TOP_BUDGETS];
};

/* Reads the body of GET /v1/stats. Members that are missing are 0. */
enum nash_status top_read_stats(struct top_sample *sample, const char *text, size_t len, struct nash_error *error);
/* Reads the body of GET /v1/jobs?status=running. */
enum nash_status top_read_jobs(struct top_sample *sample, const char *text, size_t len, struct nash_error *error);

/* Writes the view, of at most `lines` lines of at most `columns` characters. `before` is an earlier sample, from which
 * rates are computed; NULL: rates are averages since the server started. */
void top_show(struct nash_buf *out, const struct top_sample *now, const struct top_sample *before, int columns,
              int lines);
/* Writes one line, for a log. */
void top_show_line(struct nash_buf *out, const struct top_sample *now, const struct top_sample *before);

#endif
