/* Reads the settings of engines, for positions and for matches. */
#include "settings.h"

#include <solvers/hex/uct/uct.h>

struct hex_settings hex_settings_default(void)
{
    return (struct hex_settings){
        .iterations = HEX_ITERATIONS_DEFAULT, .exploration = HEX_UCT_EXPLORATION, .rave = true};
}

void hex_player_read(struct reader *r, const struct hex_engine *const *engines, const struct hex_engine *fallback,
                     struct hex_player *player)
{
    const char *words[HEX_ENGINES_MAX + 1] = {NULL};
    for (unsigned i = 0; engines[i] && i < HEX_ENGINES_MAX; i++)
        words[i] = engines[i]->name;
    player->engine = reader_has(r, "engine") ? engines[reader_enum(r, "engine", words, 0)] : fallback;
    struct hex_settings *s = &player->settings;
    *s = hex_settings_default();
    s->iterations = (uint64_t)reader_int(r, "iterations", 1, HEX_ITERATIONS_MAX, HEX_ITERATIONS_DEFAULT);
    s->nodes = (uint64_t)reader_int(r, "nodes", 0, HEX_NODES_MAX, 0);
    s->exploration = (float)reader_number(r, "exploration", 0, HEX_EXPLORATION_MAX, (double)s->exploration);
    s->rave = reader_bool(r, "rave", s->rave);
    s->plain = reader_bool(r, "plain", s->plain);
}
