/* The bivalue universal grave (BUG): if every open cell had two candidates and every value had two places in each unit
 * that lacks it, swapping every cell to its other candidate would give a second solution. Where a few cells have
 * further candidates, one of these extra ones holds.
 *
 * Type 1: one cell has extras. Type 2: all extras are one value. Type 3: the extras make a naked set with further cells
 * of a unit. Type 4: two cells of a unit have extras, and another of their values has no other place in this unit. */
#include <solvers/sudoku/explain/finders.h>

struct bug {
    struct sudoku_logic *l;
    unsigned cells;                     /* number of cells with extras */
    uint16_t cell[SUDOKU_EXPLAIN_MAX];  /* cells with extras */
    uint64_t extra[SUDOKU_EXPLAIN_MAX]; /* [i] the extra candidates of cell[i] */
    uint64_t together;                  /* all extra candidates */
};

/* Returns the extra candidates of a cell: those with more than two places in each unit of the cell. */
static uint64_t extras_of(const struct sudoku_logic *l, unsigned cell)
{
    const struct sudoku_geometry *g = l->geometry;
    uint64_t extra = 0;
    for (uint64_t open = l->open[cell]; open;) {
        unsigned value = explain_pop(&open), more = 0, all = 0;
        for (unsigned kind = 0; kind < g->kinds; kind++) {
            if (g->unit[cell][kind] == SUDOKU_NO_UNIT)
                continue;
            more += explain_count(explain_where(l, g->unit[cell][kind], value)) > 2;
            all++;
        }
        if (more == all)
            extra |= explain_bit(value);
    }
    return extra;
}

/* True when without the extras every value has two places or none in each unit. */
static bool is_bug(const struct bug *b)
{
    const struct sudoku_logic *l = b->l;
    const struct sudoku_geometry *g = l->geometry;
    for (unsigned unit = 0; unit < l->units; unit++) {
        for (unsigned value = 0; value < l->size; value++) {
            unsigned places = explain_count(explain_where(l, unit, value));
            for (unsigned i = 0; i < b->cells; i++)
                places -= g->unit[b->cell[i]][g->kind[unit]] == unit && b->extra[i] >> value & 1;
            if (places != 0 && places != 2)
                return false;
        }
    }
    return true;
}

static bool find_extras(struct bug *b)
{
    struct sudoku_logic *l = b->l;
    for (unsigned cell = 0; cell < l->cells; cell++) {
        if (explain_count(l->open[cell]) <= 2)
            continue;
        uint64_t extra = extras_of(l, cell);
        if (b->cells == l->size || !explain_is_two(l->open[cell] & ~extra))
            return false;
        b->cell[b->cells] = (uint16_t)cell;
        b->extra[b->cells++] = extra;
        b->together |= extra;
    }
    return b->cells && is_bug(b);
}

static void begin_step(const struct bug *b, enum sudoku_technique technique)
{
    explain_start(b->l, technique);
    b->l->step.values = b->together;
    for (unsigned i = 0; i < b->cells; i++)
        explain_add_cell(b->l, b->cell[i]);
}

static bool type_4(const struct bug *b, unsigned unit)
{
    struct sudoku_logic *l = b->l;
    uint64_t shared = (l->open[b->cell[0]] & ~b->extra[0]) & (l->open[b->cell[1]] & ~b->extra[1]);
    while (shared) {
        unsigned value = explain_pop(&shared);
        if (!explain_is_two(explain_where(l, unit, value)))
            continue;
        begin_step(b, SUDOKU_BUG_4);
        explain_add_unit(l, unit);
        for (unsigned i = 0; i < 2; i++)
            explain_eliminate(l, b->cell[i], ~(b->extra[i] | explain_bit(value)));
        if (l->step.eliminations)
            return true;
    }
    return false;
}

static bool is_member(const struct bug *b, unsigned cell)
{
    for (unsigned i = 0; i < b->cells; i++)
        if (b->cell[i] == cell)
            return true;
    return false;
}

/* Type 3: adds `more` cells of unit, from place `from` on, to the naked set. set: the extras and the candidates of the
 * cells added; chosen: their places. */
static bool type_3(const struct bug *b, unsigned unit, uint64_t set, uint64_t chosen, unsigned from, unsigned more)
{
    struct sudoku_logic *l = b->l;
    if (!more) {
        if (explain_count(chosen) + 1 != explain_count(set))
            return false;
        begin_step(b, SUDOKU_BUG_3);
        l->step.rating += explain_count(set) - 2;
        explain_add_unit(l, unit);
        for (unsigned place = 0; place < l->size; place++) {
            unsigned cell = explain_cell_of(l, unit, place);
            if (!(chosen >> place & 1) && !is_member(b, cell))
                explain_eliminate(l, cell, set);
        }
        explain_add_places(l, unit, chosen);
        return l->step.eliminations != 0;
    }
    for (unsigned place = from; place < l->size; place++) {
        unsigned cell = explain_cell_of(l, unit, place);
        uint64_t with = set | l->open[cell];
        if (l->open[cell] && !is_member(b, cell) && explain_count(with) <= 4 &&
            type_3(b, unit, with, chosen | explain_bit(place), place + 1, more - 1))
            return true;
    }
    return false;
}

/* Returns the unit of a kind that all cells with extras share, or SUDOKU_NO_UNIT. */
static unsigned common_unit(const struct bug *b, unsigned kind)
{
    unsigned unit = b->l->geometry->unit[b->cell[0]][kind];
    for (unsigned i = 1; i < b->cells; i++)
        if (b->l->geometry->unit[b->cell[i]][kind] != unit)
            return SUDOKU_NO_UNIT;
    return unit;
}

bool explain_bug(struct sudoku_logic *l)
{
    struct bug b = {.l = l};
    if (!l->unique || !find_extras(&b))
        return false;
    if (b.cells == 1) {
        begin_step(&b, SUDOKU_BUG_1);
        return explain_eliminate(l, b.cell[0], ~b.extra[0]);
    }
    if (explain_is_one(b.together)) {
        begin_step(&b, SUDOKU_BUG_2);
        if (explain_eliminate_seen(l, b.cell, b.cells, explain_first(b.together)))
            return true;
    }
    for (unsigned kind = 0; kind < l->geometry->kinds; kind++) {
        unsigned unit = common_unit(&b, kind);
        if (unit != SUDOKU_NO_UNIT && b.cells == 2 && type_4(&b, unit))
            return true;
    }
    for (unsigned kind = 0; kind < l->geometry->kinds; kind++) {
        unsigned unit = common_unit(&b, kind);
        for (unsigned more = 1; unit != SUDOKU_NO_UNIT && more <= 3; more++)
            if (type_3(&b, unit, b.together, 0, 0, more))
                return true;
    }
    return false;
}
