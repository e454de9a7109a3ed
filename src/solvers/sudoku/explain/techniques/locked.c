/* Locked candidates: in one unit a value has places only where another unit crosses it, so the rest of the other unit
 * loses the value. Direct: where that leaves the value one place in some unit, an easy hidden single. */
#include <solvers/sudoku/explain/finders.h>

struct locked {
    unsigned base, cover; /* the unit that proves and the one that loses candidates */
    unsigned value;
    uint64_t kept, gone; /* places of the value in base, and those in cover to be removed */
};

/* Returns the unit of a kind that holds all places of the value in base, or SUDOKU_NO_UNIT. */
static unsigned common_unit(const struct sudoku_logic *l, unsigned base, uint64_t places, unsigned kind)
{
    unsigned unit = l->geometry->unit[explain_cell_of(l, base, explain_first(places))][kind];
    while (places && unit != SUDOKU_NO_UNIT)
        if (l->geometry->unit[explain_cell_of(l, base, explain_pop(&places))][kind] != unit)
            return SUDOKU_NO_UNIT;
    return unit;
}

/* Returns the places of the value in cover that lie outside base. */
static uint64_t outside(const struct sudoku_logic *l, unsigned cover, unsigned value, unsigned base)
{
    uint64_t gone = 0;
    for (uint64_t places = explain_where(l, cover, value); places;) {
        unsigned place = explain_pop(&places), cell = explain_cell_of(l, cover, place);
        if (l->geometry->unit[cell][l->geometry->kind[base]] != base)
            gone |= explain_bit(place);
    }
    return gone;
}

/* Places the hidden single that follows: in a unit of the kind of base with one place left for the value. Singles in
 * units of other kinds are harder to see; Sudoku Explainer does not search them. */
static bool place_single(struct sudoku_logic *l, const struct locked *k)
{
    const struct sudoku_geometry *g = l->geometry;
    unsigned kind = g->kind[k->base];
    for (uint64_t first = k->gone; first;) {
        unsigned unit = g->unit[explain_cell_of(l, k->cover, explain_pop(&first))][kind];
        uint64_t left = unit == SUDOKU_NO_UNIT ? 0 : explain_where(l, unit, k->value);
        for (uint64_t gone = k->gone; gone;) {
            unsigned cell = explain_cell_of(l, k->cover, explain_pop(&gone));
            if (g->unit[cell][kind] == unit)
                left &= ~explain_bit(g->place[cell][kind]);
        }
        if (!explain_is_one(left))
            continue;
        explain_add_unit(l, unit);
        return explain_found_value(l, explain_cell_of(l, unit, explain_first(left)), k->value);
    }
    return false;
}

static bool write_step(struct sudoku_logic *l, const struct locked *k, bool direct)
{
    bool pointing = explain_is_box(l, k->base);
    explain_start(l, direct ? (pointing ? SUDOKU_DIRECT_POINTING : SUDOKU_DIRECT_CLAIMING)
                            : (pointing ? SUDOKU_POINTING : SUDOKU_CLAIMING));
    l->step.values = explain_bit(k->value);
    explain_add_places(l, k->base, k->kept);
    explain_add_unit(l, k->base);
    explain_add_unit(l, k->cover);
    return direct ? place_single(l, k) : explain_eliminate_places(l, k->cover, k->gone, k->value);
}

bool explain_locked(struct sudoku_logic *l, bool pointing, bool direct)
{
    const struct sudoku_geometry *g = l->geometry;
    for (unsigned i = pointing ? 0 : l->size; i < (pointing ? l->size : l->units); i++) {
        struct locked k = {.base = explain_unit(l, i)};
        for (k.value = 0; k.value < l->size; k.value++) {
            k.kept = explain_where(l, k.base, k.value);
            for (unsigned kind = 0; (k.kept & (k.kept - 1)) && kind < g->kinds; kind++) {
                k.cover = kind == g->kind[k.base] ? SUDOKU_NO_UNIT : common_unit(l, k.base, k.kept, kind);
                if (k.cover == SUDOKU_NO_UNIT)
                    continue;
                k.gone = outside(l, k.cover, k.value, k.base);
                if (k.gone && write_step(l, &k, direct))
                    return true;
            }
        }
    }
    return false;
}
