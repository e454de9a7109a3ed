/* Naked and hidden pairs, triplets and quads.
 *
 * k cells of a unit with k values between them keep these values for themselves (naked); k values with k places between
 * them keep these places (hidden). The same search over masks serves both: k masks whose union has k bits. */
#include <solvers/sudoku/explain/finders.h>

struct combination {
    unsigned size, count;               /* members to choose; masks to choose from */
    uint64_t mask[SUDOKU_EXPLAIN_MAX];  /* [i] values (naked) or places (hidden) of member[i] */
    uint8_t member[SUDOKU_EXPLAIN_MAX]; /* [i] a place (naked) or a value (hidden) that can take part */
    uint8_t index[4];                   /* indices of the masks chosen */
    uint64_t chosen, together;          /* their members as bits, and the union of their masks */
};

/* Sets the next choice in lexicographic order. *depth must be 0 at the first call. False: there is none. */
static bool next_choice(struct combination *c, unsigned *depth)
{
    unsigned at = *depth == c->size ? c->index[--*depth] + 1U : 0;
    for (;;) {
        uint64_t sum = 0;
        for (unsigned i = 0; i < *depth; i++)
            sum |= c->mask[c->index[i]];
        while (at < c->count && explain_count(sum | c->mask[at]) > c->size)
            at++;
        if (at < c->count) {
            c->index[(*depth)++] = (uint8_t)at++;
            if (*depth < c->size)
                continue;
            c->together = sum | c->mask[c->index[*depth - 1]];
            c->chosen = 0;
            for (unsigned i = 0; i < c->size; i++)
                c->chosen |= explain_bit(c->member[c->index[i]]);
            return true;
        }
        if (!*depth)
            return false;
        at = c->index[--*depth] + 1U;
    }
}

static void add_mask(struct combination *c, uint64_t mask, unsigned member)
{
    if (explain_count(mask) < 2 || explain_count(mask) > c->size)
        return;
    c->mask[c->count] = mask;
    c->member[c->count++] = (uint8_t)member;
}

bool explain_naked_set(struct sudoku_logic *l, unsigned size)
{
    static const enum sudoku_technique names[] = {SUDOKU_NAKED_PAIR, SUDOKU_NAKED_TRIPLET, SUDOKU_NAKED_QUAD};
    for (unsigned i = 0; i < l->units; i++) {
        struct combination c = {.size = size};
        unsigned unit = explain_unit(l, i);
        for (unsigned place = 0; l->empty[unit] > size && place < l->size; place++)
            add_mask(&c, l->open[explain_cell_of(l, unit, place)], place);
        for (unsigned depth = 0; next_choice(&c, &depth);) {
            explain_start(l, names[size - 2]);
            for (unsigned place = 0; place < l->size; place++)
                if (!(c.chosen >> place & 1))
                    explain_eliminate(l, explain_cell_of(l, unit, place), c.together);
            l->step.values = c.together;
            explain_add_places(l, unit, c.chosen);
            explain_add_unit(l, unit);
            if (l->step.eliminations)
                return true;
        }
    }
    return false;
}

/* Places a value outside the set that has one place left once the set has taken its places. */
static bool place_single(struct sudoku_logic *l, unsigned unit, const struct combination *c)
{
    for (unsigned value = 0; value < l->size; value++) {
        uint64_t where = explain_where(l, unit, value), left = where & ~c->together;
        if (c->chosen >> value & 1 || !left || left & (left - 1) || left == where)
            continue;
        return explain_found_value(l, explain_cell_of(l, unit, explain_first(left)), value);
    }
    return false;
}

bool explain_hidden_set(struct sudoku_logic *l, unsigned size, bool direct)
{
    static const enum sudoku_technique names[] = {SUDOKU_HIDDEN_PAIR, SUDOKU_HIDDEN_TRIPLET, SUDOKU_HIDDEN_QUAD};
    static const enum sudoku_technique directly[] = {SUDOKU_DIRECT_HIDDEN_PAIR, SUDOKU_DIRECT_HIDDEN_TRIPLET};
    for (unsigned i = 0; i < l->units; i++) {
        struct combination c = {.size = size};
        unsigned unit = explain_unit(l, i);
        for (unsigned value = 0; l->empty[unit] > size && value < l->size; value++)
            add_mask(&c, explain_where(l, unit, value), value);
        for (unsigned depth = 0; next_choice(&c, &depth);) {
            explain_start(l, direct ? directly[size - 2] : names[size - 2]);
            l->step.values = c.chosen;
            explain_add_places(l, unit, c.together);
            explain_add_unit(l, unit);
            for (unsigned k = 0; !direct && k < l->step.cells; k++)
                explain_eliminate(l, l->cell[k], ~c.chosen);
            if (direct ? place_single(l, unit, &c) : l->step.eliminations != 0)
                return true;
        }
    }
    return false;
}
