/* The JSON object of GET /v1/shards. */
#include <stdatomic.h>

#include <base/clock.h>

#include "game.h"
#include "program.h"
#include "registry.h"

static void write_member(const struct registry_entry *entry, struct nash_jsonw *out)
{
    const char *state = entry->quarantined != NULL ? "quarantined"
                        : entry->inbox != NULL     ? "playing"
                        : entry->silent            ? "silent"
                                                   : "idle";
    char at[CLOCK_TEXT];
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, "member", entry->member->number);
    nash_jsonw_kstring(out, "name", entry->member->name);
    nash_jsonw_kstring(out, "kind", member_kind_name(entry->member->kind));
    nash_jsonw_kstring(out, "state", state);
    nash_jsonw_kuint(out, "cores", atomic_load_explicit(&entry->member->capacity, memory_order_relaxed));
    nash_jsonw_kstring(out, "joined_at", clock_text(at, entry->joined_ms));
    nash_jsonw_kuint(out, "games", entry->games);
    nash_jsonw_object_end(out);
}

static void write_game(const struct cluster_game *game, struct nash_jsonw *out)
{
    char at[CLOCK_TEXT];
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, "game", game->number);
    if (game->job != NULL && game->job[0] != '\0')
        nash_jsonw_kstring(out, "job", game->job);
    game->program->describe(game, out);
    nash_jsonw_kstring(out, "started_at", clock_text(at, game->started_ms));
    if (game->progress != NULL)
        nash_jsonw_kraw(out, "progress", game->progress->data, game->progress->len);
    nash_jsonw_object_end(out);
}

void cluster_write_status(struct cluster *cluster, struct nash_jsonw *out)
{
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "instance", cluster->instance);
    nash_jsonw_kuint(out, "lease_ms", cluster->options.lease_ms);
    nash_jsonw_karray(out, "members");
    pthread_mutex_lock(&cluster->lock);
    for (const struct registry_entry *entry = cluster->joined; entry != NULL; entry = entry->next)
        write_member(entry, out);
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "games");
    for (const struct cluster_game *game = cluster->games; game != NULL; game = game->next)
        write_game(game, out);
    pthread_mutex_unlock(&cluster->lock);
    nash_jsonw_array_end(out);
    nash_jsonw_key(out, "peers");
    if (cluster->peers.write != NULL) {
        cluster->peers.write(cluster->peers.context, out);
    } else {
        nash_jsonw_array(out);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_object_end(out);
}
