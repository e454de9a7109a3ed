/* Start and stop of the games' thread; see games.h. */
#include <stdlib.h>

#include "change.h"

struct games *games_start(struct api *api, unsigned most, struct nash_error *error)
{
    struct games *games = calloc(1, sizeof *games);
    if (games == NULL) {
        nash_fail(error, NASH_NOMEM, "", "out of memory while starting the games");
        return NULL;
    }
    *games = (struct games){.most = most};
    games->room = (struct document_room){.api = api, .type = "game", .missing = "game-not-found"};
    if (!document_room_start(&games->room, error)) {
        free(games);
        return NULL;
    }
    if (!document_room_run(&games->room, games_resume)) {
        nash_fail(error, NASH_NOMEM, "", "out of memory while starting the games");
        body_reader_stop(games->room.thread);
        games_free(games);
        return NULL;
    }
    return games;
}

void games_stop(struct games *games)
{
    if (games == NULL)
        return;
    body_reader_stop(games->room.thread);
    games_thoughts_end(games);
}

void games_free(struct games *games)
{
    if (games == NULL)
        return;
    document_room_end(&games->room);
    free(games);
}

void games_stats(struct games *games, struct games_stats *stats)
{
    pthread_mutex_lock(&games->room.lock);
    *stats = games->stats;
    pthread_mutex_unlock(&games->room.lock);
}
