/* The order of moves: how much current flows through a cell, in the circuits of both sides.
 *
 * In a side's circuit its edges lie at two voltages, an empty cell resists, an own stone almost does not, and a stone
 * of the other side insulates (Anshelevich, 2002). Integers are used, so that the search is the same on every
 * machine. Some sweeps of relaxation suffice for an order. */
#include <string.h>

#include "exact.h"

enum { SWEEPS = 12, VOLTAGE = 1 << 20 };

/* Conductance between two cells of a side's circuit: [stones of the side among the two]. */
static const int32_t conductance[3] = {1, 4, 64};

/* Returns the voltage of what lies beyond an edge, or -1 if that edge insulates. */
static int32_t edge_voltage(const struct hex_rings *rings, unsigned cell, unsigned k, unsigned other,
                            enum hex_color side)
{
    if (other != rings->cells + (unsigned)side - HEX_BLACK)
        return -1;
    if (side == HEX_BLACK)
        return cell < rings->cols && (k == 0 || k == 1) ? VOLTAGE : 0;
    return cell % rings->cols == 0 && (k == 4 || k == 5) ? VOLTAGE : 0;
}

/* A conductor from a cell: the voltage at its other end, and its conductance; 0: it insulates. */
struct wire {
    int32_t volt, conductance;
};

/* Fills the wires to the six neighbours and, over two empty cells, to the six bridge partners. */
static void cell_wires(const struct hex_rings *rings, const uint8_t *cell, enum hex_color side, unsigned at,
                       const int32_t *volt, struct wire wire[2 * HEX_NEIGHBOURS])
{
    unsigned own = cell[at] == side;
    for (unsigned k = 0; k < HEX_NEIGHBOURS; k++) {
        unsigned next = (k + 1) % HEX_NEIGHBOURS, other = rings->at[at][k], beside = rings->at[at][next];
        wire[k] = wire[HEX_NEIGHBOURS + k] = (struct wire){0};
        if (cell[other] != hex_other(side)) {
            wire[k].volt = other < rings->cells ? volt[other] : edge_voltage(rings, at, k, other, side);
            wire[k].conductance = conductance[own + (cell[other] == side)];
        }
        if (cell[other] != HEX_EMPTY || cell[beside] != HEX_EMPTY)
            continue;
        unsigned far = rings->at[other][next];
        if (cell[far] == hex_other(side))
            continue;
        wire[HEX_NEIGHBOURS + k].volt = far < rings->cells ? volt[far] : edge_voltage(rings, other, next, far, side);
        wire[HEX_NEIGHBOURS + k].conductance = conductance[own + (cell[far] == side)];
    }
}

static void relax(const struct hex_rings *rings, const uint8_t *cell, enum hex_color side, unsigned at, int32_t *volt)
{
    struct wire wire[2 * HEX_NEIGHBOURS];
    int64_t flow = 0, total = 0;
    if (cell[at] == hex_other(side))
        return;
    cell_wires(rings, cell, side, at, volt, wire);
    for (unsigned i = 0; i < 2 * HEX_NEIGHBOURS; i++) {
        flow += (int64_t)wire[i].conductance * wire[i].volt;
        total += wire[i].conductance;
    }
    if (total)
        volt[at] = (int32_t)(flow / total);
}

static void circuit(const struct hex_rings *rings, const uint8_t *cell, enum hex_color side, uint32_t *score)
{
    int32_t volt[HEX_CELLS_MAX];
    int64_t current[HEX_CELLS_MAX], most = 1;
    struct wire wire[2 * HEX_NEIGHBOURS];
    unsigned cells = rings->cells, span = side == HEX_BLACK ? rings->rows : rings->cols;
    for (unsigned at = 0; at < cells; at++) {
        unsigned line = side == HEX_BLACK ? at / rings->cols : at % rings->cols;
        volt[at] = (int32_t)((int64_t)VOLTAGE * (span - line) / (span + 1));
    }
    for (unsigned sweep = 0; sweep < SWEEPS; sweep++)
        for (unsigned i = 0; i < cells; i++)
            relax(rings, cell, side, sweep % 2 ? cells - 1 - i : i, volt);
    for (unsigned at = 0; at < cells; at++) {
        current[at] = 0;
        if (cell[at] != HEX_EMPTY)
            continue;
        cell_wires(rings, cell, side, at, volt, wire);
        for (unsigned i = 0; i < 2 * HEX_NEIGHBOURS; i++) {
            int64_t drop = wire[i].volt - volt[at];
            current[at] += (drop < 0 ? -drop : drop) * wire[i].conductance;
        }
        most = current[at] > most ? current[at] : most;
    }
    for (unsigned at = 0; at < cells; at++)
        score[at] += (uint32_t)(current[at] * (1 << 20) / most);
}

void exact_evaluate(const struct hex_rings *rings, const uint8_t *cell, uint32_t score[HEX_CELLS_MAX])
{
    memset(score, 0, rings->cells * sizeof *score);
    circuit(rings, cell, HEX_BLACK, score);
    circuit(rings, cell, HEX_WHITE, score);
}
