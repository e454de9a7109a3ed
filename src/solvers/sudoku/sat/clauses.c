/* Exactly-one, and the sums of cages. */
#include "clauses.h"

#include <string.h>

#include <nash/solver.h>
#include <solvers/sudoku/exact/board.h>
#include <solvers/sudoku/stops.h>

/* At most one of k is pairwise up to a dozen, where it is small and propagates best, and a product above (Chen, "A new
 * SAT encoding of the at-most-one constraint", 2010): the members form a square of which at most one row and one column
 * may be used. A 49x49 grid without clues has 9,604 groups of 49: 11 million binary clauses pairwise, 1.3 million as
 * products.
 *
 * The sum of a cage is a decision diagram over its cells (Een and Sorensson, "Translating pseudo-Boolean constraints
 * into SAT", 2006): a node for each partial sum that the first i cells can have and the others can complete, connected
 * to its neighbours by the value of one cell, in both directions. Nodes that cannot be reached or completed are not
 * created. */

void sudoku_clause(struct sudoku_clauses *out, const int *literal, unsigned count)
{
    out->clauses++;
    out->literals += count;
    if (!out->solver)
        return;
    for (unsigned i = 0; i < count; i++)
        ccadical_add(out->solver, literal[i]);
    ccadical_add(out->solver, 0);
}

static void not_both(struct sudoku_clauses *out, int a, int b)
{
    sudoku_clause(out, (const int[]){-a, -b}, 2);
}

static void at_most_one_pairwise(struct sudoku_clauses *out, const int *literal, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = i + 1; j < count; j++)
            not_both(out, literal[i], literal[j]);
}

/* The sides of the product are at most 7 for 49 members, so they are encoded pairwise. */
static void at_most_one_product(struct sudoku_clauses *out, const int *literal, unsigned count)
{
    unsigned side = 1;
    int across[8], down[8];
    while (side * side < count)
        side++;
    unsigned rows = (count + side - 1) / side;
    for (unsigned i = 0; i < side; i++)
        across[i] = (int)++out->variables;
    for (unsigned i = 0; i < rows; i++)
        down[i] = (int)++out->variables;
    for (unsigned i = 0; i < count; i++) {
        sudoku_clause(out, (const int[]){-literal[i], across[i % side]}, 2);
        sudoku_clause(out, (const int[]){-literal[i], down[i / side]}, 2);
    }
    at_most_one_pairwise(out, across, side);
    at_most_one_pairwise(out, down, rows);
}

void sudoku_exactly_one(struct sudoku_clauses *out, const int *literal, unsigned count)
{
    sudoku_clause(out, literal, count);
    if (count <= out->pairwise_max)
        at_most_one_pairwise(out, literal, count);
    else
        at_most_one_product(out, literal, count);
}

/* ---- cages ---- */

enum { TRUE_NODE = -1 }; /* the node of the first and of the last layer, which needs no variable; 0 = no node */

/* The open cells of a cage, and the layers of nodes before and after one cell. */
struct diagram {
    struct sudoku_clauses *out;
    unsigned size, open, rest; /* side of the grid; number of open cells; the sum that they must have */
    uint16_t cell[SUDOKU_MAX];
    uint64_t values[SUDOKU_MAX];             /* [i] candidates of cell[i], bit v-1 for value v */
    struct sudoku_sums node[SUDOKU_MAX + 1]; /* [i] sums of the first i cells that can be reached and completed */
    int before[SUDOKU_SUM_MAX + 1], after[SUDOKU_SUM_MAX + 1]; /* [sum] variable of a node, TRUE_NODE, or 0 */
    const int32_t *variable;                                   /* as in struct sudoku_sat; NULL when only counting */
};

static bool sums_has(const struct sudoku_sums *sums, unsigned sum)
{
    return sums->word[sum / 64] >> sum % 64 & 1;
}

static void sums_add(struct sudoku_sums *sums, unsigned sum)
{
    sums->word[sum / 64] |= UINT64_C(1) << sum % 64;
}

static int diagram_literal(const struct diagram *d, unsigned i, unsigned value)
{
    return d->variable ? d->variable[d->cell[i] * d->size + value - 1] : 1;
}

/* Finds the sums that can be reached, from the first cell on; then, from the last cell back, removes those that cannot
 * be completed. */
static void find_nodes(struct diagram *d)
{
    memset(d->node, 0, sizeof d->node);
    sums_add(&d->node[0], 0);
    for (unsigned i = 0; i < d->open; i++)
        for (unsigned sum = 0; sum < d->rest; sum++)
            for (uint64_t values = sums_has(&d->node[i], sum) ? d->values[i] : 0; values; values &= values - 1)
                if (sum + (unsigned)__builtin_ctzll(values) + 1 <= d->rest)
                    sums_add(&d->node[i + 1], sum + (unsigned)__builtin_ctzll(values) + 1);
    struct sudoku_sums completed = {{0}};
    if (sums_has(&d->node[d->open], d->rest))
        sums_add(&completed, d->rest);
    d->node[d->open] = completed;
    for (unsigned i = d->open; i-- > 0;) {
        completed = (struct sudoku_sums){{0}};
        for (unsigned sum = 0; sum < d->rest; sum++)
            for (uint64_t values = sums_has(&d->node[i], sum) ? d->values[i] : 0; values; values &= values - 1)
                if (sum + (unsigned)__builtin_ctzll(values) + 1 <= d->rest &&
                    sums_has(&d->node[i + 1], sum + (unsigned)__builtin_ctzll(values) + 1))
                    sums_add(&completed, sum);
        d->node[i] = completed;
    }
}

static void number_layer(struct diagram *d, unsigned i, int *node)
{
    for (unsigned sum = 0; sum <= d->rest; sum++)
        node[sum] = !sums_has(&d->node[i], sum) ? 0 : i == 0 || i == d->open ? TRUE_NODE : (int)++d->out->variables;
}

/* Adds "from and x imply to"; a TRUE_NODE is left out, and without `to` the pair is impossible. */
static void add_implication(struct diagram *d, int from, int x, int to)
{
    int clause[3] = {-x};
    unsigned count = 1;
    if (to == TRUE_NODE)
        return;
    if (from != TRUE_NODE)
        clause[count++] = -from;
    if (to)
        clause[count++] = to;
    sudoku_clause(d->out, clause, count);
}

/* Connects the variable of value in cell i with the nodes of the layers before and after it. The value needs one of the
 * nodes before it, and is impossible without one. */
static void connect_value(struct diagram *d, unsigned i, unsigned value)
{
    int x = diagram_literal(d, i, value), start[SUDOKU_SUM_MAX + 2];
    unsigned starts = 0;
    start[starts++] = -x;
    for (unsigned sum = 0; sum <= d->rest; sum++) {
        int to = sum + value <= d->rest ? d->after[sum + value] : 0;
        if (d->before[sum])
            add_implication(d, d->before[sum], x, to);
        if (d->after[sum])
            add_implication(d, d->after[sum], x, sum >= value ? d->before[sum - value] : 0);
        if (d->before[sum] && to)
            start[starts++] = d->before[sum];
    }
    if (starts == 1 || start[1] != TRUE_NODE)
        sudoku_clause(d->out, start, starts);
}

/* Forbids equal values in two cells of the cage that share no unit; cells of one unit differ anyway. */
static void forbid_repeats(struct diagram *d, const struct sudoku_geometry *g)
{
    for (unsigned i = 0; i < d->open; i++) {
        for (unsigned j = i + 1; j < d->open; j++) {
            bool together = false;
            for (unsigned kind = 0; kind < g->kinds; kind++)
                together = together || (g->unit[d->cell[i]][kind] != SUDOKU_NO_UNIT &&
                                        g->unit[d->cell[i]][kind] == g->unit[d->cell[j]][kind]);
            for (uint64_t both = together ? 0 : d->values[i] & d->values[j]; both; both &= both - 1) {
                unsigned value = (unsigned)__builtin_ctzll(both) + 1;
                not_both(d->out, diagram_literal(d, i, value), diagram_literal(d, j, value));
            }
        }
    }
}

bool sudoku_cage_clauses(struct sudoku_clauses *out, const struct sudoku_board *board, const struct sudoku_cage *cage,
                         const int32_t *variable, struct nash_run *run)
{
    struct diagram d = {.out = out, .size = board->geometry->size, .rest = cage->sum, .variable = variable};
    for (unsigned i = 0; i < cage->count; i++) {
        uint64_t open = board->open[cage->cell[i]];
        if (open & (open - 1)) {
            d.cell[d.open] = cage->cell[i];
            d.values[d.open++] = open;
        } else {
            d.rest -= (unsigned)__builtin_ctzll(open) + 1;
        }
    }
    if (!d.open)
        return true;
    find_nodes(&d);
    number_layer(&d, 0, d.before);
    for (unsigned i = 0; i < d.open; i++) {
        if (run && nash_stop(run, SUDOKU_CHECK_ENCODE))
            return false;
        number_layer(&d, i + 1, d.after);
        for (uint64_t values = d.values[i]; values; values &= values - 1)
            connect_value(&d, i, (unsigned)__builtin_ctzll(values) + 1);
        memcpy(d.before, d.after, sizeof d.before);
    }
    forbid_repeats(&d, board->geometry);
    return true;
}
