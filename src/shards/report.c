/* How a game stands: progress for people, and what the result says of its shards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conduct.h"

/* ---- round trips ---- */

void trips_add(struct trips *trips, int64_t ns)
{
    int64_t us = ns / 1000;
    trips->us[trips->count++ % TRIPS] = us < UINT32_MAX ? (uint32_t)us : UINT32_MAX;
}

static int by_size(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The one below which `percent` of the last ones lie, in microseconds. */
static uint32_t percentile(const struct trips *trips, unsigned percent)
{
    uint32_t sorted[TRIPS];
    unsigned count = trips->count < TRIPS ? trips->count : TRIPS;
    if (count == 0)
        return 0;
    memcpy(sorted, trips->us, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_size);
    return sorted[(count - 1) * percent / 100];
}

int64_t trips_p95_ns(const struct trips *trips)
{
    return (int64_t)percentile(trips, 95) * 1000;
}

/* ---- the shards ---- */

static void report_band(struct band *band)
{
    struct sudoku_shard_report *report = &band->report;
    report->round_trip_ms = (double)percentile(&band->trips, 50) / 1000;
    report->updates_per_s = band->seconds_ns > 0 ? (double)report->updates * 1e9 / (double)band->seconds_ns : 0;
}

void report_course(struct conduct *c)
{
    struct sudoku_course *course = c->playing.course;
    struct sudoku_shard_report *report = c->reports;
    course->messages = course->bytes = 0;
    for (unsigned i = 0; i < c->bands; i++) {
        report_band(&c->band[i]);
        report[i] = c->band[i].report;
        course->messages += report[i].messages;
        course->bytes += report[i].bytes_out + report[i].bytes_in;
    }
    course->shards = c->bands;
    course->shard = report;
    course->quarantines = c->caught_count;
    course->quarantine = c->caught;
    course->has_trajectory = c->mode != &mode_replicas;
    if (course->has_trajectory) {
        course->ticks = course->updates;
        snprintf(course->trajectory, sizeof course->trajectory, "%08x%08x", c->hash.lane[0], c->hash.lane[1]);
    }
}

void report_tell(struct conduct *c)
{
    struct nash_run *run = c->run;
    if (!nash_progress_due(run))
        return;
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    report_course(c);
    nash_jsonw_object(&out);
    sudoku_game_progress(c->playing.problem, c->playing.course, c->at->letter, c->round, &out);
    nash_jsonw_object_end(&out);
    struct bytes *shown = buf.failed ? NULL : bytes_copy(buf.data, buf.len);
    nash_buf_free(&buf);
    if (shown == NULL)
        return;
    run->progress(run, shown->data, shown->len);
    pthread_mutex_lock(&c->shards->lock);
    struct bytes *before = c->shown;
    c->shown = shown;
    pthread_mutex_unlock(&c->shards->lock);
    bytes_unref(before);
}
