/* The JSON object of GET /v1/shards. */
#include <stdatomic.h>
#include <string.h>

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

/* brief: without the number, which counts the games of all. */
static void write_game(const struct cluster_game *game, bool brief, struct nash_jsonw *out)
{
    char at[CLOCK_TEXT];
    nash_jsonw_object(out);
    if (!brief)
        nash_jsonw_kuint(out, "game", game->number);
    if (game->job != NULL && game->job[0] != '\0')
        nash_jsonw_kstring(out, "job", game->job);
    game->program->describe(game, out);
    nash_jsonw_kstring(out, "started_at", clock_text(at, game->started_ms));
    if (game->progress != NULL)
        nash_jsonw_kraw(out, "progress", game->progress->data, game->progress->len);
    nash_jsonw_object_end(out);
}

/* owner: of the thing, or NULL; scope: "" sees all. */
static bool is_in_scope(const char *owner, const char *scope)
{
    return scope[0] == '\0' || (owner != NULL && strcmp(owner, scope) == 0);
}

void cluster_write_status(struct cluster *cluster, const char *owner, struct nash_jsonw *out)
{
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "instance", cluster->instance);
    nash_jsonw_kuint(out, "lease_ms", cluster->options.lease_ms);
    nash_jsonw_karray(out, "members");
    pthread_mutex_lock(&cluster->lock);
    for (const struct registry_entry *entry = cluster->joined; entry != NULL; entry = entry->next)
        if (is_in_scope(entry->owner, owner))
            write_member(entry, out);
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "games");
    for (const struct cluster_game *game = cluster->games; game != NULL; game = game->next)
        if (is_in_scope(game->owner, owner))
            write_game(game, owner[0] != '\0', out);
    pthread_mutex_unlock(&cluster->lock);
    nash_jsonw_array_end(out);
    nash_jsonw_key(out, "peers");
    if (cluster->peers.write != NULL) {
        cluster->peers.write(cluster->peers.context, owner[0] != '\0', out);
    } else {
        nash_jsonw_array(out);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_object_end(out);
}
