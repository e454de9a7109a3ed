/* The thread of the feed: waits until there is something to tell and it is time to, takes what has been gathered out of
 * the core in one short moment, writes it as text without any lock, and hands the text to the channels.
 *
 * A change waits for FEED_GATHER_MS, so that a job that is made, run and answered within a blink is one row and not
 * three; tellings are FEED_PACE_MS apart, with hundreds of readers more, so that all sending together stays below a
 * fifteenth of a processor. When more jobs change than can be told, the latest are (they are news), with
 * how many the others were; and tellings come more seldom: nobody can read so fast, and the machine has solving to do.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <base/clock.h>
#include <jobs/feed_core.h>

static const int64_t ns_in_ms = 1000000, ns_in_us = 1000;

/* ---- when ---- */

/* From one telling to the next, without a flood. */
static int64_t pace_ns(const struct feed *feed)
{
    int64_t shortest = FEED_PACE_MS * ns_in_ms, longest = FEED_FLOOD_MS * ns_in_ms;
    int64_t pace = (int64_t)atomic_load(&feed->readers) * FEED_READER_US * ns_in_us;
    return pace < shortest ? shortest : pace > longest ? longest : pace;
}

/* Were there more changes since the last telling than the usual pace has places for? A burst after a pause is none. */
static bool is_flood(const struct feed *feed, uint64_t changes, int64_t now_ns)
{
    int64_t pace = pace_ns(feed), gone = now_ns - feed->told_ns;
    if (gone < pace)
        gone = pace;
    return (double)changes * (double)pace > FEED_ROWS * (double)gone;
}

/* Under jobs->lock: the time of the next telling. */
static int64_t due_ns(const struct feed *feed)
{
    int64_t due = feed->stats_ns;
    if (feed->changed_ns != 0) {
        int64_t told = feed->changed_ns + FEED_GATHER_MS * ns_in_ms;
        int64_t paced = feed->told_ns + (feed->flood ? FEED_FLOOD_MS * ns_in_ms : pace_ns(feed));
        if (told < paced)
            told = paced;
        if (told < due)
            due = told;
    }
    return due;
}

static void wait_until(struct jobs *jobs, int64_t at_ns)
{
    struct timespec at = {.tv_sec = at_ns / 1000000000, .tv_nsec = at_ns % 1000000000};
    pthread_cond_timedwait(&jobs->feed.wake, &jobs->lock, &at);
}

/* ---- what ---- */

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

/* Under jobs->lock. False when there was nothing. */
static bool take(struct feed *feed, int64_t now_ns)
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

/* ---- as text; without a lock ---- */

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
    view.row.created_ms = job->row.created_ms; /* this and the kind never change */
    view.row.started_ms = row->started_ms;
    view.row.finished_ms = row->finished_ms;
    view.row.progress = row->progress;
    view.row.error = row->error;
    view.row.opening = row->result; /* told like a list */
    memcpy(view.row.kind, job->row.kind, sizeof view.row.kind);
    job_write(&view, false, json);
}

static void write_changes(struct nash_buf *out, const struct feed_channel *channel, int64_t number)
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

static void forget_rows(struct feed_channel *channel)
{
    for (unsigned i = 0; i < channel->rows; i++) {
        bytes_unref(channel->row[i].progress);
        bytes_unref(channel->row[i].error);
        bytes_unref(channel->row[i].result);
        job_unref(channel->row[i].change.job);
    }
    channel->rows = 0;
}

/* One channel's piece; NULL when there is nothing for it, or no memory. */
static struct bytes *piece_of(const struct feed_channel *channel, int64_t number)
{
    if (channel->rows == 0 && channel->rows_more == 0)
        return NULL;
    struct nash_buf out = NASH_BUF_INIT(0);
    write_changes(&out, channel, number);
    struct bytes *text = out.failed ? NULL : bytes_copy(out.data, out.len);
    nash_buf_free(&out);
    return text;
}

/* The counts as an event; NULL when they are the same as last time. They have no number: whoever comes back is told the
 * latest anyway. */
static struct bytes *fresh_stats(struct feed *feed)
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

/* ---- telling ---- */

static void tell_channel(struct feed *feed, struct feed_channel *channel, int64_t number, bool stats)
{
    bool changed = channel->rows > 0 || channel->rows_more > 0;
    struct bytes *text = piece_of(channel, number);
    forget_rows(channel);
    pthread_mutex_lock(&feed->lock);
    if (text != NULL)
        feed_publish(channel, number, text);
    else if (changed)
        channel->floor = number; /* no memory: all its readers begin anew */
    if (changed || stats)
        for (struct feed_reader *reader = channel->readers; reader != NULL; reader = reader->next)
            reader->fire(reader);
    pthread_mutex_unlock(&feed->lock);
}

/* Under jobs->lock, which it leaves meanwhile. Channels are added at the head alone, and removed by this thread alone,
 * so that the walk needs no lock. The number is taken at once with the changes: who opens from now on loads a list that
 * has them. */
static void tell(struct jobs *jobs, int64_t now_ns)
{
    struct feed *feed = &jobs->feed;
    bool with_stats = now_ns >= feed->stats_ns;
    bool changes = take(feed, now_ns);
    struct feed_channel *channels = feed->channels;
    pthread_mutex_lock(&feed->lock);
    int64_t number = ++feed->last;
    pthread_mutex_unlock(&feed->lock);
    pthread_mutex_unlock(&jobs->lock);

    struct bytes *stats = with_stats ? fresh_stats(feed) : NULL;
    if (stats != NULL) {
        pthread_mutex_lock(&feed->lock);
        bytes_unref(feed->stats);
        feed->stats = stats;
        feed->stats_number = number;
        pthread_mutex_unlock(&feed->lock);
    }
    for (struct feed_channel *channel = channels; channel != NULL; channel = channel->next)
        tell_channel(feed, channel, number, stats != NULL);

    pthread_mutex_lock(&jobs->lock);
    if (changes)
        feed->told_ns = clock_mono_ns();
    if (with_stats)
        feed->stats_ns = now_ns + FEED_STATS_MS * ns_in_ms;
}

/* Under jobs->lock: channels that nobody has read for a while. Without any, what is known of the counts is forgotten:
 * it would be old when the next reader comes. */
static void drop_channels(struct feed *feed, int64_t now_ns)
{
    pthread_mutex_lock(&feed->lock);
    for (struct feed_channel **at = &feed->channels, *channel; (channel = *at) != NULL;) {
        if (channel->readers != NULL || now_ns - channel->left_ns < FEED_LINGER_MS * ns_in_ms) {
            at = &channel->next;
            continue;
        }
        *at = channel->next;
        feed_free_channel(channel);
    }
    if (feed->channels == NULL) {
        bytes_unref(feed->stats);
        feed->stats = NULL;
        feed->stats_ns = feed->changed_ns = 0;
    }
    pthread_mutex_unlock(&feed->lock);
}

void *feed_main(void *context)
{
    struct jobs *jobs = context;
    struct feed *feed = &jobs->feed;
    pthread_mutex_lock(&jobs->lock);
    while (!jobs->stopping) {
        if (feed->channels == NULL) {
            pthread_cond_wait(&feed->wake, &jobs->lock);
            continue;
        }
        int64_t now_ns = clock_mono_ns(), due = due_ns(feed);
        if (now_ns < due) {
            wait_until(jobs, due);
            continue;
        }
        tell(jobs, now_ns);
        drop_channels(feed, now_ns);
    }
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}
