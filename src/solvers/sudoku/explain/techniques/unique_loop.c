/* Unique rectangles and loops: a closed way through cells that all have the candidates a and b, where every unit on the
 * way has two of its cells, one at an odd and one at an even place. With a and b alone in all of them the values could
 * be swapped, and the puzzle would have two solutions; so one of the other candidates of these cells holds.
 *
 * Type 1: one cell has others. Type 2: all others are one value. Type 3: two cells of a unit, whose others make a naked
 * set with further cells. Type 4: two cells of a unit in which a has no other place. The lowest rated loop is used. */
#include <string.h>

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/explain/finders.h>
#include <solvers/sudoku/stops.h>

enum { LENGTH_MAX = 14, TYPES = 4 };

struct way {
    struct sudoku_logic *l;
    uint64_t pair;             /* the candidates a and b */
    unsigned length;           /* cells so far */
    uint16_t cell[LENGTH_MAX]; /* [length] in the order of the way */
    uint8_t *parity;           /* [unit] bit 0: an even place of the way lies in it, bit 1: an odd one */
    unsigned best;             /* rating * TYPES + index of the type, to beat; ~0U at first */
    struct sudoku_step kept;   /* the best step so far */
};

static unsigned unit_of(const struct way *w, unsigned cell, unsigned kind)
{
    return w->l->geometry->unit[cell][kind];
}

/* ---- the types of a loop ---- */

/* Starts a step for the way. more: tenths that the type adds to its rating. False: it does not beat the best. */
static bool begin_step(struct way *w, enum sudoku_technique rectangle, enum sudoku_technique loop, unsigned more)
{
    /* the types are in the order of their ratings, as in technique.def */
    unsigned longer = w->length >= 10 ? 5 : w->length >= 8 ? 2 : w->length >= 6 ? 1 : 0;
    unsigned rating = sudoku_technique_rating(SUDOKU_UNIQUE_RECTANGLE_1) + longer + more;
    unsigned key = rating * TYPES + (unsigned)(rectangle - SUDOKU_UNIQUE_RECTANGLE_1);
    if (key >= w->best)
        return false;
    explain_start(w->l, w->length > 4 ? loop : rectangle);
    w->l->step.rating = rating;
    w->l->step.values = w->pair;
    for (unsigned i = 0; i < w->length; i++)
        explain_add_cell(w->l, w->cell[i]);
    return true;
}

static void keep_step(struct way *w, enum sudoku_technique rectangle)
{
    if (w->l->step.eliminations && explain_keep(w->l, &w->kept))
        w->best = w->kept.rating * TYPES + (unsigned)(rectangle - SUDOKU_UNIQUE_RECTANGLE_1);
}

/* Type 4: a has no place in unit but the two cells, so b is removed from both. */
static void type_4(struct way *w, unsigned unit, const uint16_t *two)
{
    for (uint64_t pair = w->pair; pair;) {
        unsigned value = explain_pop(&pair);
        if (!explain_is_two(explain_where(w->l, unit, value)) ||
            !begin_step(w, SUDOKU_UNIQUE_RECTANGLE_4, SUDOKU_UNIQUE_LOOP_4, 0))
            continue;
        explain_add_unit(w->l, unit);
        explain_eliminate(w->l, two[0], w->pair & ~explain_bit(value));
        explain_eliminate(w->l, two[1], w->pair & ~explain_bit(value));
        keep_step(w, SUDOKU_UNIQUE_RECTANGLE_4);
    }
}

/* Type 3: further cells of unit make a naked set with the others of the two cells, which count as one cell. Adds `more`
 * cells, from place `from` on. set: the others and the candidates of the cells added; chosen: their places. */
static void type_3(struct way *w, unsigned unit, const uint16_t *two, uint64_t set, uint64_t chosen, unsigned from,
                   unsigned more)
{
    struct sudoku_logic *l = w->l;
    if (!more) {
        unsigned size = explain_count(set);
        if (explain_count(chosen) + 1 != size ||
            !begin_step(w, SUDOKU_UNIQUE_RECTANGLE_3, SUDOKU_UNIQUE_LOOP_3, size - 1))
            return;
        explain_add_unit(l, unit);
        for (unsigned place = 0; place < l->size; place++) {
            unsigned cell = explain_cell_of(l, unit, place);
            if (!(chosen >> place & 1) && cell != two[0] && cell != two[1])
                explain_eliminate(l, cell, set);
        }
        explain_add_places(l, unit, chosen);
        keep_step(w, SUDOKU_UNIQUE_RECTANGLE_3);
        return;
    }
    for (unsigned place = from; place < l->size; place++) {
        unsigned cell = explain_cell_of(l, unit, place);
        uint64_t with = set | l->open[cell];
        if (l->open[cell] && cell != two[0] && cell != two[1] && explain_count(with) <= 4)
            type_3(w, unit, two, with, chosen | explain_bit(place), place + 1, more - 1);
    }
}

static void try_types(struct way *w)
{
    struct sudoku_logic *l = w->l;
    uint16_t extra[LENGTH_MAX];
    unsigned extras = 0;
    uint64_t others = 0;
    for (unsigned i = 0; i < w->length; i++) {
        if (l->open[w->cell[i]] == w->pair)
            continue;
        extra[extras++] = w->cell[i];
        others |= l->open[w->cell[i]] & ~w->pair;
    }
    if (extras == 1 && begin_step(w, SUDOKU_UNIQUE_RECTANGLE_1, SUDOKU_UNIQUE_LOOP_1, 0)) {
        explain_eliminate(l, extra[0], w->pair);
        keep_step(w, SUDOKU_UNIQUE_RECTANGLE_1);
    }
    if (extras >= 2 && explain_is_one(others) && begin_step(w, SUDOKU_UNIQUE_RECTANGLE_2, SUDOKU_UNIQUE_LOOP_2, 0)) {
        explain_eliminate_seen(l, extra, extras, explain_first(others));
        keep_step(w, SUDOKU_UNIQUE_RECTANGLE_2);
    }
    for (unsigned kind = 0; extras == 2 && kind < l->geometry->kinds; kind++) {
        unsigned unit = unit_of(w, extra[0], kind);
        if (unit == SUDOKU_NO_UNIT || unit != unit_of(w, extra[1], kind))
            continue;
        type_4(w, unit, extra);
        for (unsigned more = 1; more <= 3; more++)
            type_3(w, unit, extra, others, 0, 0, more);
    }
}

/* ---- the search for loops ---- */

/* Enters or leaves a cell at the given place of the way. */
static void mark_cell(struct way *w, unsigned cell, unsigned place, bool enter)
{
    for (unsigned kind = 0; kind < w->l->geometry->kinds; kind++) {
        unsigned unit = unit_of(w, cell, kind);
        if (unit != SUDOKU_NO_UNIT)
            w->parity[unit] =
                (uint8_t)(enter ? w->parity[unit] | 1U << place % 2 : w->parity[unit] & ~(1U << place % 2));
    }
}

/* True when the way can enter the cell: at most two cells with other candidates, or one other candidate in all. */
static bool may_enter(const struct way *w, unsigned cell)
{
    const struct sudoku_logic *l = w->l;
    uint64_t others = l->open[cell] & ~w->pair;
    unsigned extras = others != 0;
    if ((l->open[cell] & w->pair) != w->pair)
        return false;
    for (unsigned i = 0; i < w->length; i++) {
        if (w->cell[i] == cell)
            return false;
        others |= l->open[w->cell[i]] & ~w->pair;
        extras += l->open[w->cell[i]] != w->pair;
    }
    for (unsigned kind = 0; kind < l->geometry->kinds; kind++) {
        unsigned unit = unit_of(w, cell, kind);
        if (unit != SUDOKU_NO_UNIT && w->parity[unit] >> w->length % 2 & 1)
            return false;
    }
    return extras <= 2 || explain_is_one(others);
}

static bool is_closed(const struct way *w)
{
    for (unsigned i = 0; i < w->length; i++) {
        for (unsigned kind = 0; kind < w->l->geometry->kinds; kind++) {
            unsigned unit = unit_of(w, w->cell[i], kind);
            if (unit != SUDOKU_NO_UNIT && w->parity[unit] != 3)
                return false;
        }
    }
    return true;
}

/* Extends the way from the last cell through a unit that still lacks its other cell. */
static void extend_way(struct way *w)
{
    struct sudoku_logic *l = w->l;
    unsigned last = w->cell[w->length - 1], missing = 1U << w->length % 2;
    if (w->length >= 4 && w->length % 2 == 0 && is_closed(w)) {
        try_types(w);
        return;
    }
    if (w->length == LENGTH_MAX || nash_stop(l->run, SUDOKU_CHECK_EXPLAIN))
        return;
    for (unsigned kind = 0; kind < l->geometry->kinds; kind++) {
        unsigned unit = unit_of(w, last, kind);
        if (unit == SUDOKU_NO_UNIT || w->parity[unit] & missing)
            continue;
        for (uint64_t where = explain_where(l, unit, explain_first(w->pair)); where;) {
            unsigned cell = explain_cell_of(l, unit, explain_pop(&where));
            /* a loop begins at its first cell of two candidates */
            if ((l->open[cell] == w->pair && cell < w->cell[0]) || !may_enter(w, cell))
                continue;
            mark_cell(w, cell, w->length, true);
            w->cell[w->length++] = (uint16_t)cell;
            extend_way(w);
            mark_cell(w, cell, --w->length, false);
        }
    }
}

bool explain_unique_loop(struct sudoku_logic *l)
{
    uint8_t parity[6 * SUDOKU_EXPLAIN_MAX] = {0};
    struct way w = {.l = l, .parity = parity, .best = ~0U};
    for (unsigned cell = 0; l->unique && cell < l->cells; cell++) {
        if (!explain_is_two(l->open[cell]))
            continue;
        w.pair = l->open[cell];
        w.length = 1;
        w.cell[0] = (uint16_t)cell;
        mark_cell(&w, cell, 0, true);
        extend_way(&w);
        mark_cell(&w, cell, 0, false);
    }
    if (w.best == ~0U)
        return false;
    l->step = w.kept;
    return true;
}
