/* Walks depth first along the edges of the perturbed face. The perturbed face is simple and pointed, so bounded edges
 * connect its vertices. Each vertex of the unperturbed face is met: in a direction in which only this vertex is
 * optimal, an optimal basis of the perturbed face belongs to it. The way back is stored as pivots to undo. */
#include "walk.h"

#include <string.h>

enum { STOP_WALK = 1, FIRST_EDGES = 128 };

bool walk_init(struct walk *walk, const struct tableau *tableau, struct nash_run *run)
{
    *walk = (struct walk){.run = run, .room = FIRST_EDGES};
    walk->edge = NASH_NEW(run->arena, uint32_t, walk->room);
    return walk->edge && keys_init(&walk->bases, (tableau->rows + tableau->cols + 63) / 64, run->arena);
}

static bool walk_push_edge(struct walk *walk, uint32_t row, uint32_t column)
{
    if (walk->edges + 2 > walk->room) {
        uint32_t *edge = NASH_NEW(walk->run->arena, uint32_t, (size_t)walk->room * 2);
        if (!edge)
            return false;
        memcpy(edge, walk->edge, walk->edges * sizeof(uint32_t));
        walk->edge = edge;
        walk->room *= 2;
    }
    walk->edge[walk->edges++] = row;
    walk->edge[walk->edges++] = column;
    return true;
}

/* Adds the basis that a pivot on (row, column) leads to; row TABLEAU_NONE: the present basis. Returns whether it is
 * new. Sets *status to NASH_NOMEM if the arena is full. */
static bool walk_is_new_basis(struct walk *walk, const struct tableau *tableau, uint32_t row, uint32_t column,
                              enum nash_status *status)
{
    uint64_t basis[(2 * MATRIX_SIDE_MAX + 63) / 64] = {0};
    for (uint32_t k = 0; k < tableau->cols; k++)
        bit_set(basis, tableau->nonbasic[k]);
    if (row != TABLEAU_NONE) {
        bit_flip(basis, tableau->nonbasic[column]);
        bit_flip(basis, tableau->basic[row]);
    }
    bool added;
    if (keys_add(&walk->bases, basis, &added) == KEYS_FULL)
        *status = NASH_NOMEM;
    return added;
}

enum nash_status walk_face(struct walk *walk, struct tableau *tableau,
                           enum nash_status (*at)(void *context, struct tableau *tableau), void *context)
{
    enum nash_status status = NASH_OK;
    uint32_t column = 0;
    keys_empty(&walk->bases);
    walk->edges = 0;
    tableau_perturb(tableau);
    walk_is_new_basis(walk, tableau, TABLEAU_NONE, 0, &status);
    walk->met++;
    if (status == NASH_OK)
        status = at(context, tableau);
    while (status == NASH_OK) {
        if (column == tableau->cols) {
            if (walk->edges == 0)
                break;
            column = walk->edge[--walk->edges];
            tableau_pivot(tableau, walk->edge[--walk->edges], column);
            column++;
            continue;
        }
        uint32_t row = tableau->fixed[tableau->nonbasic[column]] ? TABLEAU_NONE : tableau_ratio_lex(tableau, column);
        if (row == TABLEAU_NONE || !walk_is_new_basis(walk, tableau, row, column, &status)) {
            column++;
            continue;
        }
        if (nash_stop(walk->run, STOP_WALK))
            return NASH_STOPPED;
        if (!walk_push_edge(walk, row, column))
            return NASH_NOMEM;
        tableau_pivot(tableau, row, column);
        column = 0;
        walk->met++;
        status = at(context, tableau);
    }
    return status;
}
