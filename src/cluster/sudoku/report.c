/* Progress and result of a game. */
#include <stdio.h>

#include <solvers/sudoku/write/game.h>

#include "coordinator.h"

static void report_partition(struct partition *partition)
{
    struct sudoku_shard_report *report = &partition->report;
    report->round_trip_ms = (double)trips_median_us(&partition->trips) / 1000;
    report->updates_per_s =
        partition->seconds_ns > 0 ? (double)report->updates * 1e9 / (double)partition->seconds_ns : 0;
}

void report_pace(struct coordinator *c)
{
    if (c->mode != &mode_exact)
        return;
    c->pace_report = (struct sudoku_pace){.shared = c->pace.shared_ticks,
                                          .led = c->pace.led_ticks,
                                          .waits = c->waits,
                                          .shared_per_s = pace_shared_rate(&c->pace),
                                          .led_per_s = pace_led_rate(&c->pace),
                                          .round_trip_ms = (double)pace_trip_ns(&c->pace) / 1e6};
    pace_reason(&c->pace, c->pace_report.reason, sizeof c->pace_report.reason);
    c->playing.report->pace = &c->pace_report;
}

void report_fill(struct coordinator *c)
{
    struct sudoku_game_report *course = c->playing.report;
    struct sudoku_shard_report *report = c->reports;
    course->messages = course->bytes = 0;
    for (unsigned i = 0; i < c->partitions; i++) {
        report_partition(&c->partition[i]);
        report[i] = c->partition[i].report;
        course->messages += report[i].messages;
        course->bytes += report[i].bytes_out + report[i].bytes_in;
    }
    course->shards = c->partitions;
    course->shard = report;
    course->quarantines = c->quarantine_count;
    course->quarantine = c->quarantine;
    credits_report(c->credits);
    course->credits = c->credits->count;
    course->credit = c->credits->report;
    course->settled = c->credits->settled;
    course->ticks = course->updates;
    snprintf(course->trajectory, sizeof course->trajectory, "%08x%08x", c->hash.lane[0], c->hash.lane[1]);
}

void report_progress(struct coordinator *c)
{
    struct nash_run *run = c->run;
    if (!nash_progress_due(run))
        return;
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    report_fill(c);
    report_pace(c);
    nash_jsonw_object(&out);
    sudoku_game_progress(c->playing.problem, c->playing.report, c->at->value, c->round, &out);
    nash_jsonw_object_end(&out);
    struct bytes *shown = buf.failed ? NULL : bytes_copy(buf.data, buf.len);
    nash_buf_free(&buf);
    if (shown == NULL)
        return;
    run->progress(run, shown->data, shown->len);
    cluster_game_set_progress(&c->game, shown);
}
