/* Start and stop of the opponents' thread; see opponents.h. */
#include <stdlib.h>

#include "learner.h"
#include "learning.h"

static void resume(struct document_room *room)
{
    learner_resume((struct opponents *)room);
}

struct opponents *opponents_start(struct api *api, unsigned most, struct nash_error *error)
{
    struct opponents *opponents = calloc(1, sizeof *opponents);
    if (opponents == NULL) {
        nash_fail(error, NASH_NOMEM, "", "out of memory while starting the opponents");
        return NULL;
    }
    *opponents = (struct opponents){.most = most};
    opponents->room = (struct document_room){.api = api, .type = "opponent", .missing = "opponent-not-found"};
    if (!document_room_start(&opponents->room, error)) {
        free(opponents);
        return NULL;
    }
    if (!document_room_run(&opponents->room, resume)) {
        nash_fail(error, NASH_NOMEM, "", "out of memory while starting the opponents");
        body_reader_stop(opponents->room.thread);
        opponents_free(opponents);
        return NULL;
    }
    return opponents;
}

void opponents_stop(struct opponents *opponents)
{
    if (opponents == NULL)
        return;
    body_reader_stop(opponents->room.thread);
    learnings_stop(opponents);
}

void opponents_free(struct opponents *opponents)
{
    if (opponents == NULL)
        return;
    document_room_end(&opponents->room);
    free(opponents);
}

void opponents_stats(struct opponents *opponents, struct opponents_stats *stats)
{
    pthread_mutex_lock(&opponents->room.lock);
    *stats = opponents->stats;
    pthread_mutex_unlock(&opponents->room.lock);
}
