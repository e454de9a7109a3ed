/* Records changes, and manages the segments of a channel.
 *
 * While there are no readers, a change costs one test of a pointer. Otherwise it takes an entry in a short ring, once
 * for each job and publication (job->feed_tick). */
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <jobs/state.h>

/* ---- noting, under jobs->lock ---- */

static void note_first_change(struct jobs *jobs)
{
    struct feed *feed = &jobs->feed;
    if (feed->changed_ns != 0)
        return;
    feed->changed_ns = clock_mono_ns();
    jobs_defer(jobs, WAKE_PUBLISHER);
}

/* Records a change in each channel whose owner may see the job. job NULL: the job was forgotten. */
static void note_in_channels(struct jobs *jobs, struct job *job, const struct job_id *id, const char *owner)
{
    for (struct feed_channel *channel = jobs->feed.channels; channel != NULL; channel = channel->next) {
        if (channel->owner[0] != '\0' && strcmp(channel->owner, owner) != 0)
            continue;
        struct feed_change *change = &channel->change[channel->changes++ % FEED_ROWS];
        if (channel->changes > FEED_ROWS)
            job_unref(change->job);
        *change = (struct feed_change){.job = job != NULL ? job_ref(job) : NULL, .id = *id};
        note_first_change(jobs);
    }
}

void feed_note_change(struct job *job)
{
    struct feed *feed = &job->core->feed;
    if (!job->durable || job->feed_tick == feed->tick) /* a job that is not on disk is not in the list either */
        return;
    job->feed_tick = feed->tick;
    note_in_channels(job->core, job, &job->row.id, job->row.owner);
}

void feed_note_forgotten(struct jobs *jobs, const struct job_id *id, const char *owner)
{
    note_in_channels(jobs, NULL, id, owner);
}

void feed_note_missed(struct jobs *jobs, uint64_t count)
{
    for (struct feed_channel *channel = jobs->feed.channels; channel != NULL; channel = channel->next) {
        channel->missed += count;
        note_first_change(jobs);
    }
}

/* ---- segments, under feed.lock ---- */

static void drop_first_segment(struct feed_channel *channel)
{
    struct bytes *text = channel->segment[channel->first].text;
    channel->floor = channel->segment[channel->first].number;
    channel->bytes -= text->len;
    bytes_unref(text);
    channel->first = (channel->first + 1) % FEED_SEGMENTS;
    channel->segments--;
}

void channel_publish(struct feed_channel *channel, int64_t number, struct bytes *text)
{
    if (channel->segments == FEED_SEGMENTS)
        drop_first_segment(channel);
    unsigned at = (channel->first + channel->segments++) % FEED_SEGMENTS;
    channel->segment[at] = (struct feed_segment){.number = number, .text = text};
    channel->bytes += text->len;
    while (channel->bytes > FEED_BYTES && channel->segments > 1)
        drop_first_segment(channel);
}

void channel_free(struct feed_channel *channel)
{
    while (channel->segments > 0)
        drop_first_segment(channel);
    for (unsigned i = 0; i < channel->changes && i < FEED_ROWS; i++)
        job_unref(channel->change[i].job);
    free(channel);
}

/* 65 numbers a microsecond, so that a restarted server begins above all that were used. */
static int64_t number_now(void)
{
    return clock_wall_ms() << 16;
}

int64_t feed_number_next(struct feed *feed)
{
    int64_t now = number_now();
    feed->last = now > feed->last ? now : feed->last + 1;
    return feed->last;
}

/* ---- the feed ---- */

void feed_init(struct feed *feed)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&feed->lock, NULL);
    pthread_cond_init(&feed->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    feed->last = number_now();
    feed->tick = 1;
}

void feed_release(struct feed *feed)
{
    while (feed->channels != NULL) {
        struct feed_channel *channel = feed->channels;
        feed->channels = channel->next;
        channel_free(channel);
    }
    bytes_unref(feed->stats);
    pthread_cond_destroy(&feed->wake);
    pthread_mutex_destroy(&feed->lock);
}
