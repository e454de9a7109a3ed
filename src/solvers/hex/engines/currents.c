/* The network of resistors of one side, solved by conjugate gradients with a diagonal preconditioner.
 *
 * Only nodes that current can reach from the first edge are unknowns. Any other node would make the system singular,
 * and a board where the side is cut off would make it empty. */
#include <string.h>

#include "network.h"

enum { STEPS_MAX = 2000 }; /* 40 to 120 are needed on 19x19 */

struct system {
    const struct hex_network *network;
    unsigned count;
    uint16_t node[HEX_NETWORK_NODES];    /* of each unknown */
    uint16_t unknown[HEX_NETWORK_NODES]; /* of each node; HEX_NETWORK_NODES: none */
    double diagonal[HEX_NETWORK_NODES], source[HEX_NETWORK_NODES];
    double volt[HEX_NETWORK_NODES]; /* of each unknown, between 0 and 1 */
};

static bool is_empty_cell(const struct hex_network *network, unsigned node)
{
    return node < network->cells && hex_set_has(&network->empty, node);
}

/* Returns the conductance between an empty cell and a node: a cell has the resistance 1, half of it on each side. */
static double conductance(const struct hex_network *network, unsigned node)
{
    return is_empty_cell(network, node) ? 0.5 : 1;
}

/* Marks the nodes that are connected with the first edge without the last one, and returns whether the last one is. */
static bool reach_nodes(const struct hex_network *network, bool *seen)
{
    bool grown = true;
    memset(seen, 0, HEX_NETWORK_NODES * sizeof *seen);
    seen[network->edge[0]] = true;
    while (grown) {
        grown = false;
        for (unsigned c = hex_set_next(&network->empty, 0); c < network->cells;
             c = hex_set_next(&network->empty, c + 1)) {
            bool near = seen[c];
            for (unsigned i = 0; i < network->links[c] && !near; i++)
                near = seen[network->link[c][i]] && network->link[c][i] != network->edge[1];
            if (!near)
                continue;
            grown = grown || !seen[c];
            seen[c] = true;
            for (unsigned i = 0; i < network->links[c]; i++) {
                grown = grown || !seen[network->link[c][i]];
                seen[network->link[c][i]] = true;
            }
        }
    }
    return seen[network->edge[1]];
}

static void add_unknown(struct system *s, const bool *seen, unsigned node)
{
    s->unknown[node] = (uint16_t)HEX_NETWORK_NODES;
    if (!seen[node] || s->network->node[node] != node || node == s->network->edge[0] || node == s->network->edge[1])
        return;
    s->unknown[node] = (uint16_t)s->count;
    s->node[s->count++] = (uint16_t)node;
}

/* Adds what one side of a connection gives the other: a term of the matrix, or of the right side at an edge. */
static void add_connection(struct system *s, unsigned node, unsigned other, double g)
{
    unsigned i = s->unknown[node];
    if (i == HEX_NETWORK_NODES)
        return;
    s->diagonal[i] += g;
    if (other == s->network->edge[0])
        s->source[i] += g;
}

static void set_up(struct system *s, const struct hex_network *network, const bool *seen)
{
    memset(s, 0, sizeof *s);
    s->network = network;
    for (unsigned node = 0; node < network->cells + 2; node++)
        add_unknown(s, seen, node);
    for (unsigned c = 0; c < network->cells; c++)
        for (unsigned i = 0; i < network->links[c]; i++) {
            unsigned other = network->link[c][i];
            double g = conductance(network, other);
            add_connection(s, c, other, g);
            if (!is_empty_cell(network, other)) /* two empty cells list each other */
                add_connection(s, other, c, g);
        }
}

static void multiply(const struct system *s, const double *x, double *out)
{
    const struct hex_network *network = s->network;
    for (unsigned i = 0; i < s->count; i++)
        out[i] = s->diagonal[i] * x[i];
    for (unsigned i = 0; i < s->count; i++) {
        unsigned c = s->node[i];
        if (!is_empty_cell(network, c))
            continue;
        for (unsigned k = 0; k < network->links[c]; k++) {
            unsigned other = network->link[c][k], j = s->unknown[other];
            double g = conductance(network, other);
            if (j == HEX_NETWORK_NODES)
                continue;
            out[i] -= g * x[j];
            if (!is_empty_cell(network, other))
                out[j] -= g * x[i];
        }
    }
}

static double product(const double *a, const double *b, unsigned n)
{
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void solve_system(struct system *s)
{
    double rest[HEX_NETWORK_NODES], scaled[HEX_NETWORK_NODES], way[HEX_NETWORK_NODES], image[HEX_NETWORK_NODES];
    for (unsigned i = 0; i < s->count; i++) {
        rest[i] = s->source[i];
        way[i] = scaled[i] = rest[i] / s->diagonal[i];
    }
    double size = product(rest, scaled, s->count), end = size * 1e-24;
    for (unsigned step = 0; step < STEPS_MAX && size > end; step++) {
        multiply(s, way, image);
        double length = size / product(way, image, s->count), before = size;
        for (unsigned i = 0; i < s->count; i++) {
            s->volt[i] += length * way[i];
            rest[i] -= length * image[i];
            scaled[i] = rest[i] / s->diagonal[i];
        }
        size = product(rest, scaled, s->count);
        for (unsigned i = 0; i < s->count; i++)
            way[i] = scaled[i] + size / before * way[i];
    }
}

static double volt_of(const struct system *s, unsigned node)
{
    if (s->unknown[node] != HEX_NETWORK_NODES)
        return s->volt[s->unknown[node]];
    return node == s->network->edge[0];
}

double hex_currents(const struct hex_network *network, double share[HEX_CELLS_MAX])
{
    struct system s;
    bool seen[HEX_NETWORK_NODES];
    double total = 0;
    for (unsigned c = 0; c < network->cells; c++)
        share[c] = 0;
    if (network->edge[0] == network->edge[1] || !reach_nodes(network, seen))
        return 0;
    set_up(&s, network, seen);
    solve_system(&s);
    for (unsigned c = 0; c < network->cells; c++) {
        if (!is_empty_cell(network, c) || !seen[c])
            continue;
        for (unsigned i = 0; i < network->links[c]; i++) {
            double fall = volt_of(&s, network->link[c][i]) - volt_of(&s, c);
            double current = fall * conductance(network, network->link[c][i]);
            share[c] += (current < 0 ? -current : current) / 2;
            if (network->link[c][i] == network->edge[0])
                total += current;
        }
    }
    for (unsigned c = 0; c < network->cells && total > 0; c++)
        share[c] = share[c] / total > 1 ? 1 : share[c] / total;
    return total;
}
