/* X-wing, swordfish, jellyfish: k rows whose places for a value lie in k columns keep these columns for the value, and
 * vice versa. A cell's place in its row is its column, so masks of rows are sets of columns. */
#include <solvers/sudoku/explain/finders.h>

struct fish {
    unsigned size, value;
    unsigned first;    /* first unit of the lines that prove: 0 rows, N columns */
    uint64_t lines;    /* lines chosen, as bits from `first` on */
    uint64_t together; /* the crossing lines where the chosen lines have places for the value */
};

static bool write_step(struct sudoku_logic *l, const struct fish *f)
{
    static const enum sudoku_technique names[] = {SUDOKU_X_WING, SUDOKU_SWORDFISH, SUDOKU_JELLYFISH};
    unsigned across = f->first ? 0 : l->size;
    explain_start(l, names[f->size - 2]);
    for (uint64_t cross = f->together; cross;) {
        unsigned unit = across + explain_pop(&cross);
        explain_eliminate_places(l, unit, explain_where(l, unit, f->value) & ~f->lines, f->value);
    }
    if (!l->step.eliminations)
        return false;
    l->step.values = explain_bit(f->value);
    for (uint64_t lines = f->lines; lines;) {
        unsigned unit = f->first + explain_pop(&lines);
        explain_add_unit(l, unit);
        explain_add_places(l, unit, explain_where(l, unit, f->value));
    }
    for (uint64_t cross = f->together; cross;)
        explain_add_unit(l, across + explain_pop(&cross));
    return true;
}

static bool choose_lines(struct sudoku_logic *l, struct fish f, unsigned from, unsigned more)
{
    if (!more)
        return write_step(l, &f);
    for (unsigned line = from; line < l->size; line++) {
        uint64_t where = explain_where(l, f.first + line, f.value);
        struct fish next = f;
        next.lines |= explain_bit(line);
        next.together |= where;
        if (explain_count(where) >= 2 && explain_count(next.together) <= f.size &&
            choose_lines(l, next, line + 1, more - 1))
            return true;
    }
    return false;
}

bool explain_fish(struct sudoku_logic *l, unsigned size)
{
    for (unsigned first = 0; first <= l->size; first += l->size)
        for (unsigned value = 0; value < l->size; value++)
            if (choose_lines(l, (struct fish){.size = size, .value = value, .first = first}, 0, size))
                return true;
    return false;
}
