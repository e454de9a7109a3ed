/* Aligned pair exclusion: a pair of values of two cells is impossible when it leaves a cell that both see without a
 * candidate, or is the same value twice in cells that see each other. A value that is impossible with every partner is
 * removed. */
#include <solvers/sudoku/explain/finders.h>

enum { WITNESSES_MAX = 64 };

struct aligned {
    unsigned cell[2];
    bool seen; /* the cells see each other */
    unsigned witnesses;
    uint16_t witness[WITNESSES_MAX]; /* cells of two candidates that both cells see */
};

static struct explain_cells cells_of_two(const struct sudoku_logic *l)
{
    struct explain_cells two = {0};
    for (unsigned cell = 0; cell < l->cells; cell++)
        if (explain_is_two(l->open[cell]))
            two.word[cell / 64] |= explain_bit(cell % 64);
    return two;
}

static void find_witnesses(const struct sudoku_logic *l, const struct explain_cells *two, struct aligned *a)
{
    uint64_t either = l->open[a->cell[0]] | l->open[a->cell[1]];
    a->seen = explain_sees(l, a->cell[0], a->cell[1]);
    for (unsigned w = 0; w < l->words; w++) {
        uint64_t both = l->sees[a->cell[0]].word[w] & l->sees[a->cell[1]].word[w] & two->word[w];
        while (both) {
            unsigned cell = w * 64 + explain_pop(&both);
            if (!(l->open[cell] & ~either) && a->witnesses < WITNESSES_MAX)
                a->witness[a->witnesses++] = (uint16_t)cell;
        }
    }
}

static bool excluded(const struct sudoku_logic *l, const struct aligned *a, unsigned value, unsigned partner)
{
    uint64_t both = explain_bit(value) | explain_bit(partner);
    if (value == partner)
        return a->seen;
    for (unsigned i = 0; i < a->witnesses; i++)
        if (l->open[a->witness[i]] == both)
            return true;
    return false;
}

/* Returns the values of cell[first] that are impossible with every value of the other cell. */
static uint64_t impossible_values(const struct sudoku_logic *l, const struct aligned *a, unsigned first)
{
    uint64_t gone = 0;
    for (uint64_t values = l->open[a->cell[first]]; values;) {
        unsigned value = explain_pop(&values);
        bool all = true;
        for (uint64_t partners = l->open[a->cell[!first]]; all && partners;)
            all = excluded(l, a, value, explain_pop(&partners));
        if (all)
            gone |= explain_bit(value);
    }
    return gone;
}

bool explain_aligned_pair(struct sudoku_logic *l)
{
    struct explain_cells two = cells_of_two(l);
    for (unsigned i = 0; i < l->cells; i++) {
        for (unsigned j = i + 1; l->open[i] && j < l->cells; j++) {
            struct aligned a = {.cell = {i, j}};
            if (!l->open[j])
                continue;
            find_witnesses(l, &two, &a);
            uint64_t gone[2] = {a.witnesses ? impossible_values(l, &a, 0) : 0,
                                a.witnesses ? impossible_values(l, &a, 1) : 0};
            if (!gone[0] && !gone[1])
                continue;
            explain_start(l, SUDOKU_ALIGNED_PAIR);
            explain_add_cell(l, i);
            explain_add_cell(l, j);
            for (unsigned w = 0; w < a.witnesses; w++)
                explain_add_cell(l, a.witness[w]);
            l->step.values = gone[0] | gone[1];
            explain_eliminate(l, i, gone[0]);
            return explain_eliminate(l, j, gone[1]);
        }
    }
    return false;
}
