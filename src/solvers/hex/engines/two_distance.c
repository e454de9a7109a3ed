/* Two-distances by levels: a cell gets its distance when two of its neighbours have theirs. */
#include <string.h>

#include "network.h"

/* The neighbours of each empty cell: empty cells it touches, itself or by a group. Cells at an edge have a level of
 * their own and need none. */
struct reach {
    struct hex_set of[HEX_CELLS_MAX];
    struct hex_set group[HEX_NETWORK_NODES]; /* empty cells a group touches */
};

static void reach_of(const struct hex_network *network, struct reach *reach)
{
    memset(reach, 0, sizeof *reach);
    for (unsigned c = hex_set_next(&network->empty, 0); c < network->cells; c = hex_set_next(&network->empty, c + 1))
        for (unsigned i = 0; i < network->links[c]; i++)
            hex_set_add(&reach->group[network->link[c][i]], c);
    for (unsigned c = hex_set_next(&network->empty, 0); c < network->cells; c = hex_set_next(&network->empty, c + 1)) {
        for (unsigned i = 0; i < network->links[c]; i++) {
            unsigned node = network->link[c][i];
            if (node == network->edge[0] || node == network->edge[1])
                continue; /* paths do not run along an edge */
            if (node < network->cells && hex_set_has(&network->empty, node))
                hex_set_add(&reach->of[c], node);
            else
                reach->of[c] = hex_set_or(reach->of[c], &reach->group[node]);
        }
        hex_set_remove(&reach->of[c], c);
    }
}

/* Adds the squares of the distances to one edge to sum. */
static void add_distances(const struct hex_network *network, const struct reach *reach, unsigned edge, uint16_t *sum)
{
    struct hex_set known = reach->group[network->edge[edge]], fresh = known, rest;
    for (unsigned level = 1; !hex_set_is_empty(&fresh); level++) {
        for (unsigned c = hex_set_next(&fresh, 0); c < network->cells; c = hex_set_next(&fresh, c + 1))
            sum[c] = (uint16_t)(sum[c] + level * level);
        memset(&fresh, 0, sizeof fresh);
        rest = hex_set_minus(network->empty, &known);
        for (unsigned c = hex_set_next(&rest, 0); c < network->cells; c = hex_set_next(&rest, c + 1)) {
            struct hex_set near = hex_set_and(reach->of[c], &known);
            if (hex_set_count(&near) >= 2)
                hex_set_add(&fresh, c);
        }
        known = hex_set_or(known, &fresh);
    }
    rest = hex_set_minus(network->empty, &known);
    for (unsigned c = hex_set_next(&rest, 0); c < network->cells; c = hex_set_next(&rest, c + 1))
        sum[c] = HEX_FAR;
}

void hex_two_distances(const struct hex_network *network, uint16_t sum[HEX_CELLS_MAX])
{
    struct reach reach;
    memset(sum, 0, HEX_CELLS_MAX * sizeof *sum);
    reach_of(network, &reach);
    for (unsigned edge = 0; edge < 2; edge++)
        add_distances(network, &reach, edge, sum);
    for (unsigned c = 0; c < network->cells; c++)
        sum[c] = sum[c] > HEX_FAR ? HEX_FAR : sum[c];
}
