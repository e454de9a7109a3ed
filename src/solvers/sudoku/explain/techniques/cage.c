/* Killer cages: a candidate that occurs in no way of filling its cage up to the sum is removed. */
#include <solvers/sudoku/explain/finders.h>

/* Open cells of a cage, and values tried; larger cages wait until some of their cells are placed. */
enum { CELLS_MAX = 6, WORK_MAX = 20000 };

struct filling {
    unsigned cells, work; /* number of open cells; values tried so far */
    uint16_t cell[CELLS_MAX];
    uint64_t open[CELLS_MAX], possible[CELLS_MAX]; /* [i] candidates of cell[i], and those that a filling uses */
    unsigned value[CELLS_MAX];                     /* [i] value tried in cell[i], 0-based */
    uint64_t used;                                 /* values placed or tried in the cage */
};

/* Tries all values of the cells from `at` on that add up to `rest`, and adds those that do to `possible`. */
static void fill_cage(struct filling *f, unsigned at, unsigned rest)
{
    if (at == f->cells) {
        for (unsigned i = 0; rest == 0 && i < f->cells; i++)
            f->possible[i] |= explain_bit(f->value[i]);
        return;
    }
    for (uint64_t open = f->open[at] & ~f->used; open && f->work < WORK_MAX; f->work++) {
        unsigned value = explain_pop(&open);
        if (value + 1 > rest)
            return;
        f->value[at] = value;
        f->used |= explain_bit(value);
        fill_cage(f, at + 1, rest - value - 1);
        f->used &= ~explain_bit(value);
    }
}

bool explain_cage(struct sudoku_logic *l)
{
    for (size_t i = 0; i < l->problem->cages; i++) {
        const struct sudoku_cage *cage = &l->problem->cage[i];
        struct filling f = {0};
        unsigned rest = cage->sum;
        for (unsigned k = 0; k < cage->count; k++) {
            unsigned cell = cage->cell[k];
            if (l->value[cell]) {
                rest -= l->value[cell];
                f.used |= explain_bit(l->value[cell] - 1U);
            } else if (f.cells < CELLS_MAX) {
                f.open[f.cells] = l->open[cell];
                f.cell[f.cells++] = (uint16_t)cell;
            } else {
                f.work = WORK_MAX;
            }
        }
        if (!f.cells || f.work == WORK_MAX)
            continue;
        fill_cage(&f, 0, rest);
        explain_start(l, SUDOKU_CAGE);
        for (unsigned k = 0; f.work < WORK_MAX && k < f.cells; k++)
            explain_eliminate(l, f.cell[k], ~f.possible[k]);
        for (unsigned k = 0; k < f.cells; k++)
            explain_add_cell(l, f.cell[k]);
        if (l->step.eliminations)
            return true;
    }
    return false;
}
