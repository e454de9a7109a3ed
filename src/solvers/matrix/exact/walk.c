/* Depth first along the edges of the perturbed face. That is simple and pointed, so its vertices are joined by bounded
 * edges, and each vertex of the face itself is where some basis of the perturbed one stands: the one that is best for a
 * direction in which that vertex alone is best. The way back is kept as pivots to undo, not as tables. */
#include "walk.h"

#include <string.h>

enum { STOP_WALK = 1, FIRST_EDGES = 128 };

bool walk_init(struct walk *walk, const struct table *table, struct nash_run *run)
{
    *walk = (struct walk){.run = run, .room = FIRST_EDGES};
    walk->edge = NASH_NEW(run->arena, uint32_t, walk->room);
    return walk->edge && keys_init(&walk->bases, (table->rows + table->cols + 63) / 64, run->arena);
}

static bool push(struct walk *walk, uint32_t row, uint32_t column)
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

/* Is the basis behind this edge new? Then it is noted. */
static bool fresh(struct walk *walk, const struct table *table, uint32_t row, uint32_t column, enum nash_status *status)
{
    uint64_t basis[(2 * MATRIX_SIDE_MAX + 63) / 64] = {0};
    for (uint32_t k = 0; k < table->cols; k++)
        bit_set(basis, table->nonbasic[k]);
    if (row != TABLE_NONE) {
        bit_flip(basis, table->nonbasic[column]);
        bit_flip(basis, table->basic[row]);
    }
    bool added;
    if (keys_add(&walk->bases, basis, &added) == KEYS_FULL)
        *status = NASH_NOMEM;
    return added;
}

enum nash_status walk_face(struct walk *walk, struct table *table,
                           enum nash_status (*at)(void *context, struct table *table), void *context)
{
    enum nash_status status = NASH_OK;
    uint32_t column = 0;
    keys_empty(&walk->bases);
    walk->edges = 0;
    table_perturb(table);
    fresh(walk, table, TABLE_NONE, 0, &status);
    walk->met++;
    if (status == NASH_OK)
        status = at(context, table);
    while (status == NASH_OK) {
        if (column == table->cols) {
            if (walk->edges == 0)
                break;
            column = walk->edge[--walk->edges];
            table_pivot(table, walk->edge[--walk->edges], column);
            column++;
            continue;
        }
        uint32_t row = table->fixed[table->nonbasic[column]] ? TABLE_NONE : table_ratio_lex(table, column);
        if (row == TABLE_NONE || !fresh(walk, table, row, column, &status)) {
            column++;
            continue;
        }
        if (nash_stop(walk->run, STOP_WALK))
            return NASH_STOPPED;
        if (!push(walk, row, column))
            return NASH_NOMEM;
        table_pivot(table, row, column);
        column = 0;
        walk->met++;
        status = at(context, table);
    }
    return status;
}
