/* The feed, as seen by those who change jobs and those who read. feed_tick.c is the thread between them.
 *
 * A change costs the one who makes it a look at a pointer while nobody reads, else a place in a short list: each job
 * once between two tellings, which job->feed_tick remembers. There is a channel for each owner with readers ("" sees
 * all). Its pieces are numbered by one counter for all channels, so that a number also says *when*: a reader who comes
 * back with the number it saw last goes on from there while the channel has what followed. Opening a channel takes a
 * number for itself: whatever was seen before is too old then, for nobody has gathered in between. The counter starts
 * from the clock, so that numbers of an earlier life of the server are too old as well.
 *
 * Two locks. What is gathered is under jobs->lock, as the jobs are; pieces and readers are under feed.lock, so that
 * hundreds of readers fetching their text never hold up a submission. jobs->lock goes first. */
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <jobs/feed_core.h>

/* ---- gathering, under jobs->lock ---- */

static void gathered(struct jobs *jobs)
{
    struct feed *feed = &jobs->feed;
    if (feed->changed_ns != 0)
        return;
    feed->changed_ns = clock_mono_ns();
    pthread_cond_signal(&feed->wake);
}

static void gather(struct jobs *jobs, struct job *job, const struct job_id *id, const char *owner)
{
    for (struct feed_channel *channel = jobs->feed.channels; channel != NULL; channel = channel->next) {
        if (channel->owner[0] != '\0' && strcmp(channel->owner, owner) != 0)
            continue;
        struct feed_change *change = &channel->change[channel->changes++ % FEED_ROWS];
        if (channel->changes > FEED_ROWS)
            job_unref(change->job);
        *change = (struct feed_change){.job = job != NULL ? job_ref(job) : NULL, .id = *id};
        gathered(jobs);
    }
}

void feed_note_change(struct job *job)
{
    struct feed *feed = &job->core->feed;
    if (!job->durable || job->feed_tick == feed->tick) /* what is not on disk is not in the list either */
        return;
    job->feed_tick = feed->tick;
    gather(job->core, job, &job->row.id, job->row.owner);
}

void feed_forgotten(struct jobs *jobs, const struct job_id *id, const char *owner)
{
    gather(jobs, NULL, id, owner);
}

void feed_missed(struct jobs *jobs, uint64_t count)
{
    for (struct feed_channel *channel = jobs->feed.channels; channel != NULL; channel = channel->next) {
        channel->missed += count;
        gathered(jobs);
    }
}

/* ---- pieces, under feed.lock ---- */

static void drop_piece(struct feed_channel *channel)
{
    struct bytes *text = channel->piece[channel->first].text;
    channel->floor = channel->piece[channel->first].number;
    channel->bytes -= text->len;
    bytes_unref(text);
    channel->first = (channel->first + 1) % FEED_PIECES;
    channel->pieces--;
}

void feed_publish(struct feed_channel *channel, int64_t number, struct bytes *text)
{
    if (channel->pieces == FEED_PIECES)
        drop_piece(channel);
    unsigned at = (channel->first + channel->pieces++) % FEED_PIECES;
    channel->piece[at].number = number;
    channel->piece[at].text = text;
    channel->bytes += text->len;
    while (channel->bytes > FEED_BYTES && channel->pieces > 1)
        drop_piece(channel);
}

void feed_free_channel(struct feed_channel *channel)
{
    while (channel->pieces > 0)
        drop_piece(channel);
    for (unsigned i = 0; i < channel->changes && i < FEED_ROWS; i++)
        job_unref(channel->change[i].job);
    free(channel);
}

/* ---- reading ---- */

/* Under both locks. The next tick number makes what was noted for others count for the new channel as well. */
static struct feed_channel *channel_of(struct feed *feed, const char *owner)
{
    struct feed_channel *channel = feed->channels;
    while (channel != NULL && strcmp(channel->owner, owner) != 0)
        channel = channel->next;
    if (channel != NULL || (channel = calloc(1, sizeof *channel)) == NULL)
        return channel;
    strncpy(channel->owner, owner, sizeof channel->owner - 1);
    channel->floor = ++feed->last;
    channel->next = feed->channels;
    feed->channels = channel;
    feed->tick++;
    return channel;
}

bool feed_open(struct jobs *jobs, struct feed_reader *reader, const char *owner, int64_t seen)
{
    struct feed *feed = &jobs->feed;
    pthread_mutex_lock(&jobs->lock);
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
    pthread_cond_signal(&feed->wake);
    pthread_mutex_unlock(&jobs->lock);
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

static struct bytes *reset_text(int64_t number)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    sse_write(&buf, number, "reset", "{}", 2);
    struct bytes *text = buf.failed ? NULL : bytes_copy(buf.data, buf.len);
    nash_buf_free(&buf);
    return text;
}

/* Under feed.lock. */
static struct bytes *next_piece(const struct feed *feed, struct feed_reader *reader)
{
    struct feed_channel *channel = reader->channel;
    if (reader->seen < channel->floor || reader->seen > feed->last) {
        reader->seen = feed->last;
        return reset_text(reader->seen);
    }
    unsigned low = 0, high = channel->pieces; /* the first piece after what was seen */
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (channel->piece[(channel->first + middle) % FEED_PIECES].number > reader->seen)
            high = middle;
        else
            low = middle + 1;
    }
    if (low == channel->pieces) {
        if (feed->stats == NULL || reader->stats_seen == feed->stats_number)
            return NULL;
        reader->stats_seen = feed->stats_number;
        return bytes_ref(feed->stats);
    }
    unsigned at = (channel->first + low) % FEED_PIECES;
    reader->seen = channel->piece[at].number;
    return bytes_ref(channel->piece[at].text);
}

struct bytes *feed_next(struct jobs *jobs, struct feed_reader *reader)
{
    struct feed *feed = &jobs->feed;
    pthread_mutex_lock(&feed->lock);
    struct bytes *text = next_piece(feed, reader);
    pthread_mutex_unlock(&feed->lock);
    return text;
}

/* ---- the whole ---- */

void feed_init(struct feed *feed)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&feed->lock, NULL);
    pthread_cond_init(&feed->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    feed->last = clock_wall_ms() << 16; /* 65 numbers a microsecond: no life reaches the next one's */
    feed->tick = 1;
}

void feed_release(struct feed *feed)
{
    while (feed->channels != NULL) {
        struct feed_channel *channel = feed->channels;
        feed->channels = channel->next;
        feed_free_channel(channel);
    }
    bytes_unref(feed->stats);
    pthread_cond_destroy(&feed->wake);
    pthread_mutex_destroy(&feed->lock);
}

void feed_set_stats(struct jobs *jobs, void (*write)(void *context, struct nash_buf *json), void *context)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->feed.write_stats = write;
    jobs->feed.stats_context = context;
    pthread_mutex_unlock(&jobs->lock);
}
