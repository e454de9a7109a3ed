/* The feed's thread: waits until something has changed and a publication is due, takes the changes under jobs->lock in
 * one short moment, writes them as text without a lock, and appends the text to the channels.
 *
 * A change waits for FEED_GATHER_MS, so that a job that is made, run and answered at once is one row and not three.
 * Publications are FEED_PACE_MS apart, more with hundreds of readers, so that sending to all of them takes less than a
 * fifteenth of a processor. When more jobs change than a publication has rows, it contains the latest and the number of
 * the others, and the pace slows down: no reader can follow that fast, and the processors are needed for solving. */
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <jobs/job/write.h>
#include <jobs/state.h>

static const int64_t ns_per_ms = 1000000, ns_per_us = 1000;

/* ---- pace ---- */

/* Returns the time from one publication to the next, without a flood. */
static int64_t pace_ns(const struct feed *feed)
{
    int64_t min = FEED_PACE_MS * ns_per_ms, max = FEED_FLOOD_MS * ns_per_ms;
    int64_t pace = (int64_t)atomic_load(&feed->readers) * FEED_READER_US * ns_per_us;
    return pace < min ? min : pace > max ? max : pace;
}

/* Returns true when changes arrived faster than the usual pace has rows for. A burst after a pause is no flood. */
static bool is_flood(const struct feed *feed, uint64_t changes, int64_t now_ns)
{
    int64_t pace = pace_ns(feed), elapsed = now_ns - feed->published_ns;
    if (elapsed < pace)
        elapsed = pace;
    return (double)changes * (double)pace > FEED_ROWS * (double)elapsed;
}

/* Returns the time of the next publication. Under jobs->lock. */
static int64_t due_ns(const struct feed *feed)
{
    int64_t due = feed->stats_ns;
    if (feed->changed_ns != 0) {
        int64_t gathered = feed->changed_ns + FEED_GATHER_MS * ns_per_ms;
        int64_t paced = feed->published_ns + (feed->flood ? FEED_FLOOD_MS * ns_per_ms : pace_ns(feed));
        if (gathered < paced)
            gathered = paced;
        if (gathered < due)
            due = gathered;
    }
    return due;
}

/* ---- gathering, under jobs->lock ---- */

static struct feed_row row_of(const struct feed_change *change)
{
    const struct job *job = change->job;
    struct feed_row row = {.change = *change};
    if (job == NULL)
        return row;
    row.state = job->row.state;
    row.started_ms = job->row.started_ms;
    row.finished_ms = job->row.finished_ms;
    row.error = bytes_ref(job->row.error);
    row.result = bytes_ref(job->row.result);
    if (row.state == JOB_RUNNING && job->row.progress != NULL && job->row.progress->len <= FEED_PROGRESS_MAX)
        row.progress = bytes_ref(job->row.progress);
    return row;
}

/* Moves the changes of every channel into its rows. Returns false when there were none. */
static bool gather_rows(struct feed *feed, int64_t now_ns)
{
    bool any = feed->changed_ns != 0;
    feed->flood = false;
    for (struct feed_channel *channel = feed->channels; channel != NULL; channel = channel->next) {
        uint64_t first = channel->changes > FEED_ROWS ? channel->changes - FEED_ROWS : 0;
        channel->rows = 0;
        for (uint64_t n = first; n < channel->changes; n++)
            channel->row[channel->rows++] = row_of(&channel->change[n % FEED_ROWS]);
        channel->rows_more = first + channel->missed;
        feed->flood |= is_flood(feed, channel->changes, now_ns);
        channel->changes = channel->missed = 0;
    }
    feed->changed_ns = 0;
    feed->tick++;
    return any;
}

/* ---- writing, without a lock ---- */

static void write_row(struct nash_jsonw *json, const struct feed_row *row)
{
    const struct job *job = row->change.job;
    if (job == NULL) {
        char id[JOB_ID_TEXT];
        nash_jsonw_object(json);
        nash_jsonw_kstring(json, "id", job_id_text(id, &row->change.id));
        nash_jsonw_kbool(json, "deleted", true);
        nash_jsonw_object_end(json);
        return;
    }
    struct job_view view = {.id = row->change.id};
    view.row.state = row->state;
    view.row.created_ms = job->row.created_ms; /* this, the kind and the owner never change */
    view.row.started_ms = row->started_ms;
    view.row.finished_ms = row->finished_ms;
    view.row.progress = row->progress;
    view.row.error = row->error;
    view.row.opening = row->result; /* so that, as in a list, only the result's summary is written */
    memcpy(view.row.kind, job->row.kind, sizeof view.row.kind);
    memcpy(view.row.owner, job->row.owner, sizeof view.row.owner);
    job_write(&view, false, json);
}

static void write_rows(struct nash_buf *out, const struct feed_channel *channel, int64_t number)
{
    struct nash_buf data = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&data);
    nash_jsonw_array(&json);
    for (unsigned i = 0; i < channel->rows; i++)
        write_row(&json, &channel->row[i]);
    if (channel->rows_more > 0) {
        nash_jsonw_object(&json);
        nash_jsonw_kuint(&json, "more", channel->rows_more);
        nash_jsonw_object_end(&json);
    }
    nash_jsonw_array_end(&json);
    if (data.failed)
        out->failed = true;
    else
        sse_write(out, number, "jobs", data.data, data.len);
    nash_buf_free(&data);
}

static void release_rows(struct feed_channel *channel)
{
    for (unsigned i = 0; i < channel->rows; i++) {
        bytes_unref(channel->row[i].progress);
        bytes_unref(channel->row[i].error);
        bytes_unref(channel->row[i].result);
        job_unref(channel->row[i].change.job);
    }
    channel->rows = 0;
}

/* Returns a channel's rows as text; NULL when it has none, or without memory. */
static struct bytes *rows_text(const struct feed_channel *channel, int64_t number)
{
    if (channel->rows == 0 && channel->rows_more == 0)
        return NULL;
    struct nash_buf out = NASH_BUF_INIT(0);
    write_rows(&out, channel, number);
    struct bytes *text = out.failed ? NULL : bytes_copy(out.data, out.len);
    nash_buf_free(&out);
    return text;
}

/* Returns the stats as an event without a number, since a reader that comes back gets the latest in any case; NULL when
 * they have not changed, or without memory. */
static struct bytes *stats_text(struct feed *feed)
{
    struct nash_buf json = NASH_BUF_INIT(0), event = NASH_BUF_INIT(0);
    struct bytes *text = NULL;
    if (feed->write_stats == NULL)
        return NULL;
    feed->write_stats(feed->stats_context, &json);
    sse_write(&event, 0, "stats", json.data, json.len);
    bool same =
        feed->stats != NULL && feed->stats->len == event.len && memcmp(feed->stats->data, event.data, event.len) == 0;
    if (!same && !json.failed && !event.failed)
        text = bytes_copy(event.data, event.len);
    nash_buf_free(&json);
    nash_buf_free(&event);
    return text;
}

/* ---- publishing ---- */

static void publish_channel(struct feed *feed, struct feed_channel *channel, int64_t number, bool stats)
{
    bool changed = channel->rows > 0 || channel->rows_more > 0;
    struct bytes *text = rows_text(channel, number);
    release_rows(channel);
    pthread_mutex_lock(&feed->lock);
    if (text != NULL)
        channel_publish(channel, number, text);
    else if (changed)
        channel->floor = number; /* without memory for the text, all readers of the channel are reset */
    if (changed || stats)
        for (struct feed_reader *reader = channel->readers; reader != NULL; reader = reader->next)
            reader->fire(reader);
    pthread_mutex_unlock(&feed->lock);
}

/* Publishes all changes, and the stats when they are due. Under jobs->lock, which is released meanwhile. Channels are
 * added only at the head, and removed only by this thread, so that the walk needs no lock. The number is taken together
 * with the changes: a reader that opens from now on loads a list that includes them. */
static void publish(struct jobs *jobs, int64_t now_ns)
{
    struct feed *feed = &jobs->feed;
    bool with_stats = now_ns >= feed->stats_ns;
    bool changes = gather_rows(feed, now_ns);
    struct feed_channel *channels = feed->channels;
    pthread_mutex_lock(&feed->lock);
    int64_t number = feed_number_next(feed);
    pthread_mutex_unlock(&feed->lock);
    jobs_unlock(jobs);

    struct bytes *stats = with_stats ? stats_text(feed) : NULL;
    if (stats != NULL) {
        pthread_mutex_lock(&feed->lock);
        bytes_unref(feed->stats);
        feed->stats = stats;
        feed->stats_number = number;
        pthread_mutex_unlock(&feed->lock);
    }
    for (struct feed_channel *channel = channels; channel != NULL; channel = channel->next)
        publish_channel(feed, channel, number, stats != NULL);

    jobs_lock(jobs);
    if (changes)
        feed->published_ns = clock_mono_ns();
    if (with_stats)
        feed->stats_ns = now_ns + FEED_STATS_MS * ns_per_ms;
}

/* Drops channels that had no reader for FEED_LINGER_MS. When none is left, also drops the stats event, which would be
 * outdated for the next reader. Under jobs->lock. */
static void drop_channels(struct feed *feed, int64_t now_ns)
{
    pthread_mutex_lock(&feed->lock);
    for (struct feed_channel **at = &feed->channels, *channel; (channel = *at) != NULL;) {
        if (channel->readers != NULL || now_ns - channel->left_ns < FEED_LINGER_MS * ns_per_ms) {
            at = &channel->next;
            continue;
        }
        *at = channel->next;
        channel_free(channel);
    }
    if (feed->channels == NULL) {
        bytes_unref(feed->stats);
        feed->stats = NULL;
        feed->stats_ns = feed->changed_ns = 0;
    }
    pthread_mutex_unlock(&feed->lock);
}

void *publisher_main(void *context)
{
    struct jobs *jobs = context;
    struct feed *feed = &jobs->feed;
    jobs_lock(jobs);
    while (!jobs->stopping) {
        if (feed->channels == NULL) {
            jobs_wait(jobs, &feed->wake, 0);
            continue;
        }
        int64_t now_ns = clock_mono_ns(), due = due_ns(feed);
        if (now_ns < due) {
            jobs_wait(jobs, &feed->wake, due);
            continue;
        }
        publish(jobs, now_ns);
        drop_channels(feed, now_ns);
    }
    jobs_unlock(jobs);
    return NULL;
}
