#include "random_tree.h"

#include <stdio.h>

static uint32_t pick_parent(struct nash_rng *rng, uint32_t node, unsigned shape)
{
    if (shape == 0) /* bushy */
        return (uint32_t)nash_rng_below(rng, node / 4 + 1);
    if (shape == 1) /* thin */
        return node - 1 - (uint32_t)nash_rng_below(rng, node < 3 ? node : 3);
    return (uint32_t)nash_rng_below(rng, node);
}

static void shuffle(uint32_t *place, uint32_t count, struct nash_rng *rng)
{
    for (uint32_t i = count; i-- > 1;) {
        uint32_t j = (uint32_t)nash_rng_below(rng, i + 1), kept = place[i];
        place[i] = place[j];
        place[j] = kept;
    }
}

void random_tree(struct random_tree *t, struct nash_rng *rng, uint32_t most)
{
    uint32_t nodes = 1 + (uint32_t)nash_rng_below(rng, most), place[RANDOM_NODES];
    unsigned shape = (unsigned)nash_rng_below(rng, 4);
    int64_t range = nash_rng_below(rng, 2) ? 3 : nash_rng_below(rng, 2) ? 50 : INT64_C(1) << 50;
    bool decimal = nash_rng_below(rng, 4) == 0, anyhow = nash_rng_below(rng, 4) == 0;
    for (uint32_t v = 0; v < nodes; v++)
        place[v] = v;
    if (nash_rng_below(rng, 2))
        shuffle(place, nodes, rng);
    for (uint32_t v = 0; v < nodes; v++) {
        t->parent[place[v]] = v ? place[pick_parent(rng, v, shape)] : UINT32_MAX;
        t->integer[v] = (int64_t)nash_rng_below(rng, 2 * (uint64_t)range + 1) - range;
        t->number[v] = (double)t->integer[v] / (decimal ? 7.0 : 1.0);
        t->player[v] = (uint8_t)nash_rng_below(rng, 3);
    }
    t->root = place[0];
    t->input = (struct stored_input){.nodes = nodes,
                                     .parent = t->parent,
                                     .wide = decimal ? NULL : t->integer,
                                     .number = decimal ? t->number : NULL,
                                     .player = anyhow ? t->player : NULL,
                                     .evaluated = true,
                                     .root_min = nash_rng_below(rng, 2) == 1};
}

bool random_tree_min(const struct random_tree *t, uint32_t node)
{
    uint8_t player = t->input.player ? t->player[node] : STORED_OTHER;
    if (player != STORED_OTHER)
        return player == STORED_MIN;
    return node == t->root ? t->input.root_min : !random_tree_min(t, t->parent[node]);
}

double random_tree_value(const struct random_tree *t, uint32_t node, uint32_t depth)
{
    bool min = random_tree_min(t, node), inner = false;
    double best = 0;
    for (uint32_t c = 0; c < t->input.nodes && depth; c++) {
        if (t->parent[c] != node)
            continue;
        double value = random_tree_value(t, c, depth - 1);
        best = !inner || (min ? value < best : value > best) ? value : best;
        inner = true;
    }
    return inner ? best : t->number[node];
}

const char *random_tree_text(const struct random_tree *t)
{
    static char text[64 * RANDOM_NODES];
    char *end = text;
    end += sprintf(end, "%s to move; parent, value, player:", t->input.root_min ? "MIN" : "MAX");
    for (uint32_t v = 0; v < t->input.nodes; v++)
        end += sprintf(end, " (%d, %.17g, %d)", (int)t->parent[v], t->number[v], t->input.player ? t->player[v] : 2);
    return text;
}
