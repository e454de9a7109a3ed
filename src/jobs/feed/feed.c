/* The functions that readers call.
 *
 * Each owner with readers has a channel ("" sees all). The segments of all channels are numbered in one order, by
 * the clock, so that a number also marks a time. A reader that reconnects with the number of the last event it received
 * continues from there while the channel still has the later segments. A new channel takes a number as its floor: a
 * reader with a smaller one is reset, since no changes were recorded for the channel before. Numbers from before a
 * restart of the server are too small as well.
 *
 * Segments and readers are under feed.lock, so that hundreds of readers that fetch their text do not delay a
 * submission. */
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <jobs/job/write.h>
#include <jobs/state.h>

/* Returns the owner's channel, or makes one. Under both locks. A new channel begins a new tick, so that the next change
 * of a job is recorded even if one was recorded for the other channels since the last publication. */
static struct feed_channel *channel_of(struct feed *feed, const char *owner)
{
    struct feed_channel *channel = feed->channels;
    while (channel != NULL && strcmp(channel->owner, owner) != 0)
        channel = channel->next;
    if (channel != NULL || (channel = calloc(1, sizeof *channel)) == NULL)
        return channel;
    strncpy(channel->owner, owner, sizeof channel->owner - 1);
    channel->floor = feed_number_next(feed);
    channel->next = feed->channels;
    feed->channels = channel;
    feed->tick++;
    return channel;
}

bool feed_open(struct jobs *jobs, struct feed_reader *reader, const char *owner, int64_t seen)
{
    struct feed *feed = &jobs->feed;
    jobs_lock(jobs);
    pthread_mutex_lock(&feed->lock);
    struct feed_channel *channel = reader->channel = channel_of(feed, owner);
    if (channel != NULL) {
        reader->seen = seen;
        reader->stats_seen = 0;
        reader->next = channel->readers;
        reader->link = &channel->readers;
        if (reader->next != NULL)
            reader->next->link = &reader->next;
        channel->readers = reader;
        atomic_fetch_add(&feed->readers, 1);
    }
    pthread_mutex_unlock(&feed->lock);
    jobs_defer(jobs, WAKE_PUBLISHER);
    jobs_unlock(jobs);
    return channel != NULL;
}

void feed_close(struct jobs *jobs, struct feed_reader *reader)
{
    struct feed *feed = &jobs->feed;
    struct feed_channel *channel = reader->channel;
    if (channel == NULL)
        return;
    pthread_mutex_lock(&feed->lock);
    *reader->link = reader->next;
    if (reader->next != NULL)
        reader->next->link = reader->link;
    if (channel->readers == NULL)
        channel->left_ns = clock_mono_ns();
    reader->channel = NULL;
    atomic_fetch_sub(&feed->readers, 1);
    pthread_mutex_unlock(&feed->lock);
}

static struct bytes *reset_event(int64_t number)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    sse_write(&buf, number, "reset", "{}", 2);
    struct bytes *text = buf.failed ? NULL : bytes_copy(buf.data, buf.len);
    nash_buf_free(&buf);
    return text;
}

/* Returns the index (0 = the oldest) of the first segment with a number above `seen`; channel->segments if none. */
static unsigned next_unseen(const struct feed_channel *channel, int64_t seen)
{
    unsigned low = 0, high = channel->segments;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (channel->segment[(channel->first + middle) % FEED_SEGMENTS].number > seen)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Returns the reader's next event with a reference; NULL when there is nothing new. Under feed.lock. */
static struct bytes *next_text(const struct feed *feed, struct feed_reader *reader)
{
    struct feed_channel *channel = reader->channel;
    if (reader->seen < channel->floor || reader->seen > feed->last) {
        reader->seen = feed->last;
        return reset_event(reader->seen);
    }
    unsigned next = next_unseen(channel, reader->seen);
    if (next == channel->segments) {
        bool sees_all = channel->owner[0] == '\0';
        if (!sees_all || feed->stats == NULL || reader->stats_seen == feed->stats_number)
            return NULL;
        reader->stats_seen = feed->stats_number;
        return bytes_ref(feed->stats);
    }
    const struct feed_segment *segment = &channel->segment[(channel->first + next) % FEED_SEGMENTS];
    reader->seen = segment->number;
    return bytes_ref(segment->text);
}

struct bytes *feed_next(struct jobs *jobs, struct feed_reader *reader)
{
    struct feed *feed = &jobs->feed;
    pthread_mutex_lock(&feed->lock);
    struct bytes *text = next_text(feed, reader);
    pthread_mutex_unlock(&feed->lock);
    return text;
}

void feed_set_stats(struct jobs *jobs, void (*write)(void *context, struct nash_buf *json), void *context)
{
    jobs_lock(jobs);
    jobs->feed.write_stats = write;
    jobs->feed.stats_context = context;
    jobs_unlock(jobs);
}
