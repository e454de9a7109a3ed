/* Start and stop of the opponents' thread; see opponents.h. */
#include <stdlib.h>

#include "learner.h"
#include "learning.h"

struct resumption {
    struct body_reading event; /* first */
    struct opponents *opponents;
};

static void resumption_read(struct body_reading *event)
{
    learner_resume(((struct resumption *)event)->opponents);
}

static void resumption_release(struct body_reading *event)
{
    free(event);
}

struct opponents *opponents_start(struct api *api, unsigned most, struct nash_error *error)
{
    struct opponents *opponents = calloc(1, sizeof *opponents);
    struct resumption *resumption = calloc(1, sizeof *resumption);
    if (opponents == NULL || resumption == NULL) {
        free(opponents);
        free(resumption);
        nash_fail(error, NASH_NOMEM, "", "out of memory while starting the opponents");
        return NULL;
    }
    *opponents = (struct opponents){.api = api, .most = most};
    pthread_mutex_init(&opponents->lock, NULL);
    opponents->thread = body_reader_start(error);
    if (opponents->thread == NULL) {
        free(resumption);
        opponents_free(opponents);
        return NULL;
    }
    *resumption =
        (struct resumption){.event = {.read = resumption_read, .release = resumption_release}, .opponents = opponents};
    body_reader_add(opponents->thread, &resumption->event, NULL);
    return opponents;
}

void opponents_stop(struct opponents *opponents)
{
    if (opponents == NULL)
        return;
    body_reader_stop(opponents->thread);
    learnings_stop(opponents);
}

void opponents_free(struct opponents *opponents)
{
    if (opponents == NULL)
        return;
    body_reader_free(opponents->thread);
    pthread_mutex_destroy(&opponents->lock);
    free(opponents);
}

void opponents_stats(struct opponents *opponents, struct opponents_stats *stats)
{
    pthread_mutex_lock(&opponents->lock);
    *stats = opponents->stats;
    pthread_mutex_unlock(&opponents->lock);
}

struct body_reader *opponents_thread(struct opponents *opponents)
{
    return opponents->thread;
}
