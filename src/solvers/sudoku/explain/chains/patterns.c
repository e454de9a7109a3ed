/* The techniques that dynamic forcing chains plus may use, in Sudoku Explainer's order of units. */
#include "patterns.h"

#include "../bits.h"

struct finding {
    const struct explain_rest *rest;
    explain_pattern_found *found;
    void *context;
    bool any;
};

static uint64_t rest_where(const struct finding *f, unsigned unit, unsigned value)
{
    return f->rest->where[unit * f->rest->l->size + value];
}

/* Returns the i-th unit, boxes first, then columns, rows and the units of a variant. */
static unsigned unit_at(const struct sudoku_logic *l, unsigned i)
{
    unsigned n = l->size;
    return i < n ? 2 * n + i : i < 2 * n ? i : i < 3 * n ? i - 2 * n : i;
}

/* Removes values, a mask, from a cell. */
static void remove_values(struct finding *f, const struct sudoku_pattern *p, unsigned cell, uint64_t values)
{
    for (values &= f->rest->open[cell]; values;)
        f->any |= f->found(f->context, p, SUDOKU_LITERAL(cell, explain_pop(&values)));
}

/* ---- locked candidates ---- */

static bool all_in(const struct sudoku_logic *l, unsigned base, uint64_t places, unsigned cover)
{
    unsigned kind = l->geometry->kind[cover];
    while (places)
        if (l->geometry->unit[explain_cell_of(l, base, explain_pop(&places))][kind] != cover)
            return false;
    return true;
}

/* The value has places in `base` only where `cover` crosses it. */
static void lock(struct finding *f, unsigned base, unsigned cover, unsigned value)
{
    const struct sudoku_logic *l = f->rest->l;
    struct sudoku_pattern p = {.technique = explain_is_box(l, base) ? SUDOKU_POINTING : SUDOKU_CLAIMING,
                               .groups = 1,
                               .group = {explain_group_of_unit(l, base, value)}};
    for (uint64_t places = rest_where(f, cover, value); places;) {
        unsigned cell = explain_cell_of(l, cover, explain_pop(&places));
        if (l->geometry->unit[cell][l->geometry->kind[base]] != base)
            remove_values(f, &p, cell, explain_bit(value));
    }
}

static void find_locked(struct finding *f)
{
    const struct sudoku_logic *l = f->rest->l;
    for (unsigned i = 0; i < l->units; i++) {
        unsigned base = unit_at(l, i);
        for (unsigned value = 0; value < l->size; value++) {
            uint64_t places = rest_where(f, base, value);
            if (!(places & (places - 1)) || places == explain_where(l, base, value)) /* a pattern needs a cause */
                continue;
            unsigned first = explain_cell_of(l, base, explain_first(places));
            for (unsigned kind = l->geometry->kinds; kind-- > 0;) {
                unsigned cover = l->geometry->unit[first][kind];
                if (cover != SUDOKU_NO_UNIT && cover != base && all_in(l, base, places, cover))
                    lock(f, base, cover, value);
            }
        }
    }
}

/* ---- pairs ---- */

/* Returns the values with two places in a unit. */
static uint64_t values_at_two(const struct finding *f, unsigned unit)
{
    uint64_t values = 0;
    for (unsigned value = 0; value < f->rest->l->size; value++)
        values |= explain_is_two(rest_where(f, unit, value)) ? explain_bit(value) : 0;
    return values;
}

static void hidden_pair(struct finding *f, unsigned unit, unsigned a, unsigned b)
{
    const struct sudoku_logic *l = f->rest->l;
    struct sudoku_pattern p = {.technique = SUDOKU_HIDDEN_PAIR,
                               .groups = 2,
                               .group = {explain_group_of_unit(l, unit, a), explain_group_of_unit(l, unit, b)}};
    for (uint64_t places = rest_where(f, unit, a); places;)
        remove_values(f, &p, explain_cell_of(l, unit, explain_pop(&places)), ~(explain_bit(a) | explain_bit(b)));
}

static void find_hidden_pairs(struct finding *f)
{
    const struct sudoku_logic *l = f->rest->l;
    for (unsigned i = 0; i < l->units; i++) {
        unsigned unit = unit_at(l, i);
        for (uint64_t values = l->empty[unit] > 4 ? values_at_two(f, unit) : 0; values;) {
            unsigned a = explain_pop(&values);
            for (uint64_t others = values; others;) {
                unsigned b = explain_pop(&others);
                if (rest_where(f, unit, b) == rest_where(f, unit, a))
                    hidden_pair(f, unit, a, b);
            }
        }
    }
}

static void naked_pair(struct finding *f, unsigned unit, unsigned one, unsigned two)
{
    const struct sudoku_logic *l = f->rest->l;
    struct sudoku_pattern p = {
        .technique = SUDOKU_NAKED_PAIR, .groups = 2, .group = {explain_group_of_cell(one), explain_group_of_cell(two)}};
    for (unsigned place = 0; place < l->size; place++) {
        unsigned cell = explain_cell_of(l, unit, place);
        if (cell != one && cell != two)
            remove_values(f, &p, cell, f->rest->open[one]);
    }
}

/* Returns the places of a unit whose cells have two values. */
static uint64_t places_of_two(const struct finding *f, unsigned unit)
{
    const struct sudoku_logic *l = f->rest->l;
    uint64_t places = 0;
    for (unsigned place = 0; place < l->size; place++)
        places |= explain_is_two(f->rest->open[explain_cell_of(l, unit, place)]) ? explain_bit(place) : 0;
    return places;
}

static void find_naked_pairs(struct finding *f)
{
    const struct sudoku_logic *l = f->rest->l;
    for (unsigned i = 0; i < l->units; i++) {
        unsigned unit = unit_at(l, i);
        for (uint64_t places = l->empty[unit] >= 4 ? places_of_two(f, unit) : 0; places;) {
            unsigned one = explain_cell_of(l, unit, explain_pop(&places));
            for (uint64_t others = places; others;) {
                unsigned two = explain_cell_of(l, unit, explain_pop(&others));
                if (f->rest->open[two] == f->rest->open[one])
                    naked_pair(f, unit, one, two);
            }
        }
    }
}

/* ---- X-wings ---- */

/* In both lines the value has places only where the same two lines of the other kind cross them. */
static void x_wing(struct finding *f, unsigned one, unsigned two, unsigned value)
{
    const struct sudoku_logic *l = f->rest->l;
    unsigned other = l->geometry->kind[one] == SUDOKU_ROW ? SUDOKU_COLUMN : SUDOKU_ROW;
    struct sudoku_pattern p = {.technique = SUDOKU_X_WING,
                               .groups = 2,
                               .group = {explain_group_of_unit(l, one, value), explain_group_of_unit(l, two, value)}};
    for (uint64_t ends = rest_where(f, one, value); ends;) {
        unsigned cover = l->geometry->unit[explain_cell_of(l, one, explain_pop(&ends))][other];
        for (uint64_t places = rest_where(f, cover, value); places;) {
            unsigned cell = explain_cell_of(l, cover, explain_pop(&places));
            unsigned line = l->geometry->unit[cell][l->geometry->kind[one]];
            if (line != one && line != two)
                remove_values(f, &p, cell, explain_bit(value));
        }
    }
}

static void find_x_wings(struct finding *f)
{
    const struct sudoku_logic *l = f->rest->l;
    for (unsigned first = l->size;; first = 0) { /* columns, then rows: units `first` to first + N - 1 */
        uint64_t at_two[SUDOKU_MAX];
        for (unsigned line = 0; line < l->size; line++)
            at_two[line] = values_at_two(f, first + line);
        for (unsigned one = 0; one < l->size; one++)
            for (unsigned two = one + 1; two < l->size; two++)
                for (uint64_t values = at_two[one] & at_two[two]; values;) {
                    unsigned value = explain_pop(&values);
                    if (rest_where(f, first + one, value) == rest_where(f, first + two, value))
                        x_wing(f, first + one, first + two, value);
                }
        if (first == 0)
            return;
    }
}

bool explain_find_patterns(const struct explain_rest *rest, enum sudoku_technique technique,
                           explain_pattern_found *found, void *context)
{
    struct finding f = {.rest = rest, .found = found, .context = context};
    if (technique == SUDOKU_POINTING)
        find_locked(&f);
    else if (technique == SUDOKU_HIDDEN_PAIR)
        find_hidden_pairs(&f);
    else if (technique == SUDOKU_NAKED_PAIR)
        find_naked_pairs(&f);
    else
        find_x_wings(&f);
    return f.any;
}
