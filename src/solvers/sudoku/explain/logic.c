/* Candidates and the step being written. */
#include "logic.h"

#include <string.h>

/* Limits of a chain in a step: longer chains are of no use to a human solver. */
enum { CHAIN_NODES_MAX = 600, CHAIN_CAUSES_MAX = 3000 };

static void fill_sees(struct sudoku_logic *l)
{
    const struct sudoku_geometry *g = l->geometry;
    for (unsigned unit = 0; unit < l->units; unit++) {
        struct explain_cells members = {0};
        for (unsigned place = 0; place < l->size; place++) {
            unsigned cell = g->cell[unit * l->size + place];
            members.word[cell / 64] |= explain_bit(cell % 64);
        }
        for (unsigned place = 0; place < l->size; place++)
            for (unsigned w = 0; w < l->words; w++)
                l->sees[g->cell[unit * l->size + place]].word[w] |= members.word[w];
    }
    for (size_t i = 0; i < l->problem->cages; i++) {
        const struct sudoku_cage *cage = &l->problem->cage[i];
        for (unsigned a = 0; a < cage->count; a++)
            for (unsigned b = 0; b < cage->count; b++)
                l->sees[cage->cell[a]].word[cage->cell[b] / 64] |= explain_bit(cage->cell[b] % 64);
    }
    for (unsigned cell = 0; cell < l->cells; cell++)
        l->sees[cell].word[cell / 64] &= ~explain_bit(cell % 64);
}

static bool make_room(struct sudoku_logic *l)
{
    struct nash_arena *arena = l->arena;
    size_t literals = (size_t)l->cells * l->size;
    l->value = NASH_NEW(arena, uint8_t, l->cells);
    l->open = NASH_NEW(arena, uint64_t, l->cells);
    l->where = NASH_NEW(arena, uint64_t, (size_t)l->units * l->size);
    l->empty = NASH_NEW(arena, uint8_t, l->units);
    l->sees = NASH_NEW(arena, struct explain_cells, l->cells);
    l->cell = NASH_NEW(arena, uint16_t, l->cells);
    l->unit = NASH_NEW(arena, uint16_t, l->units);
    l->eliminated = NASH_NEW(arena, uint32_t, literals);
    l->node_room = CHAIN_NODES_MAX;
    l->cause_room = CHAIN_CAUSES_MAX;
    l->node = NASH_NEW(arena, struct sudoku_node, l->node_room);
    l->cause = NASH_NEW(arena, uint16_t, l->cause_room);
    return l->node && l->cause && l->value && l->open && l->where && l->empty && l->sees && l->cell && l->unit &&
           l->eliminated;
}

struct sudoku_logic *explain_logic_new(struct nash_arena *arena, const struct sudoku_problem *p, struct nash_run *run,
                                       const uint8_t *solution)
{
    struct sudoku_logic *l = NASH_NEW(arena, struct sudoku_logic, 1);
    const struct sudoku_geometry *g = sudoku_geometry_new(arena, p);
    if (!l || !g)
        return NULL;
    *l = (struct sudoku_logic){.problem = p, .geometry = g, .arena = arena, .run = run};
    l->size = g->size;
    l->cells = l->left = g->cells;
    l->units = g->units;
    l->words = (g->cells + 63) / 64;
    l->solution = solution;
    l->unique = solution && !p->allowed && !p->cages;
    if (!make_room(l))
        return NULL;
    fill_sees(l);
    uint64_t all = explain_bit(l->size) - 1;
    for (unsigned i = 0; i < l->units * l->size; i++)
        l->where[i] = all;
    for (unsigned unit = 0; unit < l->units; unit++)
        l->empty[unit] = (uint8_t)l->size;
    for (unsigned cell = 0; cell < l->cells; cell++)
        l->open[cell] = all;
    for (unsigned cell = 0; cell < l->cells; cell++)
        for (uint64_t gone = p->allowed ? all & ~p->allowed[cell] : 0; gone;)
            explain_remove(l, cell, explain_pop(&gone));
    for (unsigned cell = 0; cell < l->cells; cell++)
        if (p->clue[cell])
            explain_place(l, cell, p->clue[cell] - 1U);
    return l;
}

/* ---- changes ---- */

void explain_remove(struct sudoku_logic *l, unsigned cell, unsigned value)
{
    const struct sudoku_geometry *g = l->geometry;
    if (!(l->open[cell] >> value & 1))
        return;
    l->open[cell] &= ~explain_bit(value);
    for (unsigned kind = 0; kind < g->kinds; kind++)
        if (g->unit[cell][kind] != SUDOKU_NO_UNIT)
            l->where[g->unit[cell][kind] * l->size + value] &= ~explain_bit(g->place[cell][kind]);
}

void explain_place(struct sudoku_logic *l, unsigned cell, unsigned value)
{
    const struct sudoku_geometry *g = l->geometry;
    while (l->open[cell])
        explain_remove(l, cell, explain_first(l->open[cell]));
    l->value[cell] = (uint8_t)(value + 1);
    l->left--;
    for (unsigned kind = 0; kind < g->kinds; kind++)
        if (g->unit[cell][kind] != SUDOKU_NO_UNIT)
            l->empty[g->unit[cell][kind]]--;
    for (unsigned w = 0; w < l->words; w++)
        for (uint64_t seen = l->sees[cell].word[w]; seen;)
            explain_remove(l, w * 64 + explain_pop(&seen), value);
}

void explain_apply(struct sudoku_logic *l, const struct sudoku_step *step)
{
    for (unsigned i = 0; i < step->eliminations; i++)
        explain_remove(l, SUDOKU_LITERAL_CELL(step->eliminated[i]), SUDOKU_LITERAL_VALUE(step->eliminated[i]));
    if (step->placed != SUDOKU_NO_LITERAL)
        explain_place(l, SUDOKU_LITERAL_CELL(step->placed), SUDOKU_LITERAL_VALUE(step->placed));
}

/* ---- the step ---- */

void explain_start(struct sudoku_logic *l, enum sudoku_technique technique)
{
    l->step = (struct sudoku_step){.technique = technique,
                                   .form = technique,
                                   .rating = sudoku_technique_rating(technique),
                                   .placed = SUDOKU_NO_LITERAL,
                                   .cell = l->cell,
                                   .unit = l->unit,
                                   .eliminated = l->eliminated,
                                   .node = l->node,
                                   .cause = l->cause};
}

void explain_add_cell(struct sudoku_logic *l, unsigned cell)
{
    for (unsigned i = 0; i < l->step.cells; i++)
        if (l->cell[i] == cell)
            return;
    l->cell[l->step.cells++] = (uint16_t)cell;
}

void explain_add_places(struct sudoku_logic *l, unsigned unit, uint64_t places)
{
    while (places)
        explain_add_cell(l, explain_cell_of(l, unit, explain_pop(&places)));
}

void explain_add_unit(struct sudoku_logic *l, unsigned unit)
{
    for (unsigned i = 0; i < l->step.units; i++)
        if (l->unit[i] == unit)
            return;
    l->unit[l->step.units++] = (uint16_t)unit;
}

static bool listed(const struct sudoku_logic *l, uint32_t literal)
{
    for (unsigned i = 0; i < l->step.eliminations; i++)
        if (l->eliminated[i] == literal)
            return true;
    return false;
}

bool explain_eliminate(struct sudoku_logic *l, unsigned cell, uint64_t values)
{
    for (values &= l->open[cell]; values;) {
        uint32_t literal = SUDOKU_LITERAL(cell, explain_pop(&values));
        if (!listed(l, literal))
            l->eliminated[l->step.eliminations++] = literal;
    }
    return l->step.eliminations != 0;
}

bool explain_eliminate_places(struct sudoku_logic *l, unsigned unit, uint64_t places, unsigned value)
{
    while (places)
        explain_eliminate(l, explain_cell_of(l, unit, explain_pop(&places)), explain_bit(value));
    return l->step.eliminations != 0;
}

bool explain_eliminate_seen(struct sudoku_logic *l, const uint16_t *cell, unsigned count, unsigned value)
{
    for (unsigned w = 0; w < l->words; w++) {
        uint64_t seen = ~UINT64_C(0);
        for (unsigned i = 0; i < count; i++)
            seen &= l->sees[cell[i]].word[w];
        while (seen)
            explain_eliminate(l, w * 64 + explain_pop(&seen), explain_bit(value));
    }
    return l->step.eliminations != 0;
}

bool explain_found_value(struct sudoku_logic *l, unsigned cell, unsigned value)
{
    l->step.placed = SUDOKU_LITERAL(cell, value);
    l->step.values |= explain_bit(value);
    if (!l->step.cells)
        explain_add_cell(l, cell);
    return true;
}

unsigned explain_add_node(struct sudoku_logic *l, uint32_t literal, bool on)
{
    if (l->step.nodes < l->node_room)
        l->node[l->step.nodes] = (struct sudoku_node){.literal = literal, .on = on, .cause = l->step.causes};
    return l->step.nodes++;
}

void explain_set_cut(struct sudoku_logic *l, const struct sudoku_pattern *pattern, const struct sudoku_step *nested)
{
    if (l->step.nodes > l->node_room)
        return;
    l->node[l->step.nodes - 1].pattern = *pattern;
    l->node[l->step.nodes - 1].nested = nested;
}

void explain_add_cause(struct sudoku_logic *l, unsigned node)
{
    if (l->step.nodes <= l->node_room && l->step.causes < l->cause_room) {
        l->cause[l->step.causes] = (uint16_t)node;
        l->node[l->step.nodes - 1].causes++;
    }
    l->step.causes++;
}

static const void *copy_to_arena(struct sudoku_logic *l, const void *from, size_t count, size_t size)
{
    void *to = nash_arena_array(l->arena, count, size);
    if (to && count)
        memcpy(to, from, count * size);
    l->spent |= !to;
    return to;
}

bool explain_keep(struct sudoku_logic *l, struct sudoku_step *kept)
{
    struct sudoku_step s = l->step;
    if (s.nodes > l->node_room || s.causes > l->cause_room)
        s.nodes = s.causes = 0;
    s.cell = copy_to_arena(l, s.cell, s.cells, sizeof *s.cell);
    s.unit = copy_to_arena(l, s.unit, s.units, sizeof *s.unit);
    s.eliminated = copy_to_arena(l, s.eliminated, s.eliminations, sizeof *s.eliminated);
    s.node = copy_to_arena(l, s.node, s.nodes, sizeof *s.node);
    s.cause = copy_to_arena(l, s.cause, s.causes, sizeof *s.cause);
    *kept = s;
    return !l->spent;
}
