#include "game.h"

#include <base/clock.h>

#include "program.h"
#include "registry.h"

void cluster_game_enter(struct cluster_game *game, struct cluster_host *host)
{
    struct cluster *cluster = host->cluster;
    game->cluster = cluster;
    game->job = host->job;
    game->owner = host->owner;
    inbox_init(&game->inbox);
    game->inbox.host = host;
    pthread_mutex_lock(&cluster->lock);
    game->number = ++cluster->last_game;
    game->started_ms = clock_wall_ms();
    game->link = &cluster->games;
    game->next = cluster->games;
    if (game->next != NULL)
        game->next->link = &game->next;
    cluster->games = game;
    pthread_mutex_unlock(&cluster->lock);
}

void cluster_game_set_progress(struct cluster_game *game, struct bytes *progress)
{
    pthread_mutex_lock(&game->cluster->lock);
    struct bytes *before = game->progress;
    game->progress = progress;
    pthread_mutex_unlock(&game->cluster->lock);
    bytes_unref(before);
}

void cluster_game_leave(struct cluster_game *game)
{
    pthread_mutex_lock(&game->cluster->lock);
    *game->link = game->next;
    if (game->next != NULL)
        game->next->link = game->link;
    pthread_mutex_unlock(&game->cluster->lock);
    bytes_unref(game->progress);
}

void cluster_game_release(struct cluster_game *game)
{
    inbox_release(&game->inbox);
}
