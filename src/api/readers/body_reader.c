#include "body_reader.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <http/wait.h>

struct body_reader {
    pthread_t thread[BODY_READERS_MAX];
    unsigned threads;
    pthread_mutex_t lock; /* guards the members below, and the private ones of each reading */
    pthread_cond_t changed;
    struct body_reading *first, **end; /* those that wait */
    unsigned waiting, waiting_max;     /* their number; its limit, 0: none */
    bool stopping;
};

/* Removes the first reading from the queue. */
static struct body_reading *pop_reading(struct body_reader *reader)
{
    struct body_reading *reading = reader->first;
    reader->first = reading->next;
    if (reader->first == NULL)
        reader->end = &reader->first;
    reader->waiting--;
    return reading;
}

/* Under the lock. Wakes the request, or releases a reading whose request has ended. */
static void finish_reading(struct body_reading *reading)
{
    reading->state = BODY_DONE;
    if (reading->request != NULL)
        http_wake(reading->request);
    else
        reading->release(reading);
}

static void *body_reader_main(void *context)
{
    struct body_reader *reader = context;
    pthread_mutex_lock(&reader->lock);
    while (!reader->stopping) {
        if (reader->first == NULL) {
            pthread_cond_wait(&reader->changed, &reader->lock);
            continue;
        }
        struct body_reading *reading = pop_reading(reader);
        reading->state = BODY_IS_READ;
        pthread_mutex_unlock(&reader->lock);
        reading->read(reading);
        pthread_mutex_lock(&reader->lock);
        finish_reading(reading);
    }
    while (reader->first != NULL)
        finish_reading(pop_reading(reader));
    pthread_mutex_unlock(&reader->lock);
    return NULL;
}

struct body_reader *body_readers_start(unsigned threads, unsigned waiting_max, struct nash_error *error)
{
    struct body_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        nash_fail(error, NASH_NOMEM, "", "out of memory while starting the reader of bodies");
        return NULL;
    }
    reader->end = &reader->first;
    reader->waiting_max = waiting_max;
    pthread_mutex_init(&reader->lock, NULL);
    pthread_cond_init(&reader->changed, NULL);
    while (reader->threads < threads && reader->threads < BODY_READERS_MAX) {
        int code = pthread_create(&reader->thread[reader->threads], NULL, body_reader_main, reader);
        if (code != 0) {
            nash_fail(error, NASH_INTERNAL, "", "cannot start the reader of bodies: %s", strerror(code));
            body_reader_stop(reader);
            body_reader_free(reader);
            return NULL;
        }
        reader->threads++;
    }
    return reader;
}

struct body_reader *body_reader_start(struct nash_error *error)
{
    return body_readers_start(1, 0, error);
}

void body_reader_stop(struct body_reader *reader)
{
    if (reader == NULL)
        return;
    pthread_mutex_lock(&reader->lock);
    reader->stopping = true;
    pthread_cond_broadcast(&reader->changed);
    pthread_mutex_unlock(&reader->lock);
    for (unsigned i = 0; i < reader->threads; i++)
        pthread_join(reader->thread[i], NULL);
}

void body_reader_free(struct body_reader *reader)
{
    if (reader == NULL)
        return;
    pthread_cond_destroy(&reader->changed);
    pthread_mutex_destroy(&reader->lock);
    free(reader);
}

bool body_reader_add(struct body_reader *reader, struct body_reading *reading, struct http_request *request)
{
    if (reader == NULL)
        return false;
    pthread_mutex_lock(&reader->lock);
    bool taken = !reader->stopping && (reader->waiting_max == 0 || reader->waiting < reader->waiting_max);
    if (taken) {
        reading->request = request;
        reading->next = NULL;
        reading->state = BODY_WAITS;
        *reader->end = reading;
        reader->end = &reading->next;
        reader->waiting++;
        pthread_cond_signal(&reader->changed);
    }
    pthread_mutex_unlock(&reader->lock);
    return taken;
}

bool body_reading_is_done(struct body_reader *reader, const struct body_reading *reading)
{
    pthread_mutex_lock(&reader->lock);
    bool done = reading->state == BODY_DONE;
    pthread_mutex_unlock(&reader->lock);
    return done;
}

/* Under the lock. */
static void remove_waiting(struct body_reader *reader, struct body_reading *reading)
{
    struct body_reading **at = &reader->first;
    while (*at != reading)
        at = &(*at)->next;
    *at = reading->next;
    if (*at == NULL)
        reader->end = at;
    reader->waiting--;
}

void body_reading_end(struct body_reader *reader, struct body_reading *reading)
{
    pthread_mutex_lock(&reader->lock);
    reading->request = NULL;
    if (reading->state == BODY_WAITS)
        remove_waiting(reader, reading);
    bool unused = reading->state != BODY_IS_READ;
    pthread_mutex_unlock(&reader->lock);
    if (unused)
        reading->release(reading);
}
