/* Reads the settings of engines, for positions and for matches. */
#include "settings.h"

#include <string.h>

#include <solvers/hex/uct/uct.h>

void hex_player_read(struct reader *r, const struct hex_engine *const *engines, const struct hex_engine *fallback,
                     struct hex_player *player)
{
    const char *words[HEX_ENGINES_MAX + 1] = {NULL};
    for (unsigned i = 0; engines[i] && i < HEX_ENGINES_MAX; i++)
        words[i] = engines[i]->name;
    player->engine = reader_has(r, "engine") ? engines[reader_enum(r, "engine", words, 0)] : fallback;
    struct hex_settings *s = &player->settings;
    memset(s, 0, sizeof *s);
    s->iterations = (uint64_t)reader_int(r, "iterations", 1, HEX_ITERATIONS_MAX, HEX_ITERATIONS_DEFAULT);
    s->nodes = (uint64_t)reader_int(r, "nodes", 0, HEX_NODES_MAX, 0);
    s->exploration = (float)reader_number(r, "exploration", 0, HEX_EXPLORATION_MAX, (double)HEX_UCT_EXPLORATION);
    s->rave = reader_bool(r, "rave", true);
}
