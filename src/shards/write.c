/* GET /v1/shards: who is there, what is played. */
#include <base/clock.h>

#include "conduct.h"

static void write_member(const struct roster_entry *entry, struct nash_jsonw *out)
{
    const char *state = entry->caught != NULL  ? "quarantined"
                        : entry->inbox != NULL ? "playing"
                        : entry->silent        ? "silent"
                                               : "idle";
    char at[CLOCK_TEXT];
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, "member", entry->member->number);
    nash_jsonw_kstring(out, "name", entry->member->name);
    nash_jsonw_kstring(out, "kind", member_kind_name(entry->member->kind));
    nash_jsonw_kstring(out, "state", state);
    nash_jsonw_kstring(out, "joined_at", clock_text(at, entry->joined_ms));
    nash_jsonw_kuint(out, "games", entry->games);
    nash_jsonw_object_end(out);
}

static void write_game(const struct conduct *c, struct nash_jsonw *out)
{
    char at[CLOCK_TEXT];
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, "game", c->game);
    if (c->job != NULL && c->job[0] != '\0')
        nash_jsonw_kstring(out, "job", c->job);
    nash_jsonw_kuint(out, "size", c->playing.problem->size);
    nash_jsonw_kstring(out, "mode", sudoku_mode_name(c->playing.play.mode));
    nash_jsonw_kstring(out, "started_at", clock_text(at, c->started_ms));
    if (c->shown != NULL)
        nash_jsonw_kraw(out, "progress", c->shown->data, c->shown->len);
    nash_jsonw_object_end(out);
}

void shards_write(struct shards *shards, struct nash_jsonw *out)
{
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "instance", shards->instance);
    nash_jsonw_kuint(out, "lease_ms", shards->options.lease_ms);
    nash_jsonw_key(out, "members");
    nash_jsonw_array(out);
    pthread_mutex_lock(&shards->lock);
    for (const struct roster_entry *entry = shards->joined; entry != NULL; entry = entry->next)
        write_member(entry, out);
    nash_jsonw_array_end(out);
    nash_jsonw_key(out, "games");
    nash_jsonw_array(out);
    for (const struct conduct *game = shards->games; game != NULL; game = game->next)
        write_game(game, out);
    pthread_mutex_unlock(&shards->lock);
    nash_jsonw_array_end(out);
    nash_jsonw_key(out, "peers");
    if (shards->peers.write != NULL) {
        shards->peers.write(shards->peers.context, out);
    } else {
        nash_jsonw_array(out);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_object_end(out);
}
