/* Builds sequence forms. Rows of the payoff matrix are gathered by counting and sorted within a row; the matrix of the
 * second player is its negated transpose, because two products by rows are faster than one by rows and one by columns.
 */
#include "sequence.h"

#include <stdlib.h>
#include <string.h>

#include "values.h"

struct pair {
    uint32_t column;
    double value;
};

static int pair_compare(const void *a, const void *b)
{
    uint32_t x = ((const struct pair *)a)->column, y = ((const struct pair *)b)->column;
    return (x > y) - (x < y);
}

/* Sets and sequences are numbered by the breadth-first order of their first nodes. */
enum nash_status sequence_sets(struct sequence_form *form, const struct game_tree *tree, uint32_t *last,
                               struct nash_arena *arena)
{
    uint32_t *set_of = NASH_NEW(arena, uint32_t, tree->infosets);
    if (!set_of)
        return NASH_NOMEM;
    for (uint32_t p = 0; p < 2; p++) {
        form->player[p] =
            (struct sequence_player){.set = NASH_NEW(arena, struct sequence_set, tree->infosets), .sequences = 1};
        if (!form->player[p].set)
            return NASH_NOMEM;
    }
    for (uint32_t v = 0; v < tree->nodes; v++) {
        const uint32_t *at = last + 2 * (size_t)v;
        uint32_t mover = 2, first = 0;
        if (tree->player[v] >= 0) {
            const struct game_infoset *infoset = &tree->infoset_of[tree->infoset[v]];
            mover = infoset->player;
            struct sequence_player *own = &form->player[mover];
            uint32_t *number = &set_of[tree->infoset[v]];
            if (!*number) {
                own->set[own->sets++] =
                    (struct sequence_set){at[mover], own->sequences, infoset->action_count, tree->infoset[v]};
                own->sequences += infoset->action_count;
                *number = own->sets;
            }
            const struct sequence_set *set = &own->set[*number - 1];
            first = set->first;
        }
        for (uint32_t c = tree->first_child[v]; c < tree->first_child[v + 1]; c++) {
            last[2 * (size_t)c] = mover == 0 ? first + (c - tree->first_child[v]) : at[0];
            last[2 * (size_t)c + 1] = mover == 1 ? first + (c - tree->first_child[v]) : at[1];
        }
    }
    return NASH_OK;
}

static bool matrix_room(struct sequence_player *own, uint32_t pairs, struct nash_arena *arena)
{
    own->payoff = (struct sequence_matrix){NASH_NEW(arena, uint32_t, own->sequences + 1),
                                           NASH_NEW(arena, uint32_t, pairs), NASH_NEW(arena, double, pairs)};
    return own->payoff.start && own->payoff.column && own->payoff.value;
}

/* Sorts each row of the pairs and merges equal columns. Returns the number of pairs left. */
static uint32_t merge_rows(struct pair *pair, const uint32_t *start, uint32_t rows, uint32_t *merged)
{
    uint32_t n = 0;
    for (uint32_t row = 0; row < rows; row++) {
        qsort(pair + start[row], start[row + 1] - start[row], sizeof *pair, pair_compare);
        merged[row] = n;
        for (uint32_t k = start[row]; k < start[row + 1]; k++)
            if (n > merged[row] && pair[n - 1].column == pair[k].column)
                pair[n - 1].value += pair[k].value;
            else
                pair[n++] = pair[k];
    }
    merged[rows] = n;
    return n;
}

/* Writes the second player's matrix from the first player's. */
static void transpose(struct sequence_player player[2])
{
    const struct sequence_matrix *from = &player[0].payoff;
    struct sequence_matrix *to = &player[1].payoff;
    uint32_t pairs = from->start[player[0].sequences];
    for (uint32_t k = 0; k < pairs; k++)
        to->start[from->column[k] + 1]++;
    for (uint32_t row = 0; row < player[1].sequences; row++)
        to->start[row + 1] += to->start[row];
    for (uint32_t row = 0; row < player[0].sequences; row++)
        for (uint32_t k = from->start[row]; k < from->start[row + 1]; k++) {
            uint32_t at = to->start[from->column[k]]++;
            to->column[at] = row;
            to->value[at] = -from->value[k];
        }
    for (uint32_t row = player[1].sequences; row > 0; row--)
        to->start[row] = to->start[row - 1];
    to->start[0] = 0;
}

static enum nash_status build_matrices(struct sequence_form *form, const struct game_tree *tree, const uint32_t *last,
                                       const double *reach, struct nash_arena *arena)
{
    uint32_t rows = form->player[0].sequences, terminals = 0;
    uint32_t *start = NASH_NEW(arena, uint32_t, rows + 2), *merged = NASH_NEW(arena, uint32_t, rows + 1);
    if (!start || !merged)
        return NASH_NOMEM;
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (tree->player[v] == GAME_TERMINAL && reach[v] > 0) {
            start[last[2 * (size_t)v] + 2]++;
            terminals++;
        }
    struct pair *pair = NASH_NEW(arena, struct pair, terminals);
    if (!pair)
        return NASH_NOMEM;
    for (uint32_t row = 0; row < rows; row++)
        start[row + 1] += start[row];
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (tree->player[v] == GAME_TERMINAL && reach[v] > 0)
            pair[start[last[2 * (size_t)v] + 1]++] =
                (struct pair){last[2 * (size_t)v + 1], reach[v] * (tree->payoff[2 * (size_t)v] - form->sum / 2)};
    uint32_t pairs = merge_rows(pair, start, rows, merged);
    if (!matrix_room(&form->player[0], pairs, arena) || !matrix_room(&form->player[1], pairs, arena))
        return NASH_NOMEM;
    for (uint32_t row = 0; row <= rows; row++)
        form->player[0].payoff.start[row] = merged[row];
    for (uint32_t k = 0; k < pairs; k++) {
        form->player[0].payoff.column[k] = pair[k].column;
        form->player[0].payoff.value[k] = pair[k].value;
    }
    transpose(form->player);
    return NASH_OK;
}

enum nash_status sequence_form_init(struct sequence_form *form, const struct game_tree *tree, struct nash_arena *arena,
                                    struct nash_error *error)
{
    *form = (struct sequence_form){0};
    if (tree->players != 2)
        return nash_fail(error, NASH_UNPROCESSABLE, "/game", "this method needs 2 players; the game has %u",
                         tree->players);
    if (!tree->constant_sum)
        return nash_fail(error, NASH_UNPROCESSABLE, "/game",
                         "this method needs a constant sum: the players' payoffs must add up to the same number at "
                         "every end of the game");
    form->sum = tree->constant;
    uint32_t *last = NASH_NEW(arena, uint32_t, 2 * (size_t)tree->nodes);
    double *reach = NASH_NEW(arena, double, tree->nodes);
    if (!last || !reach)
        return NASH_NOMEM;
    enum nash_status status = sequence_sets(form, tree, last, arena);
    if (status != NASH_OK)
        return status;
    game_reach(tree, NULL, 0, reach);
    return build_matrices(form, tree, last, reach, arena);
}

/* Returns whether the rows of the sequences that are played hold fewer than half of the pairs. */
static bool is_sparse(const struct sequence_player *other, const double *plan)
{
    const uint32_t *start = other->payoff.start;
    uint32_t pairs = 0;
    for (uint32_t s = 0; s < other->sequences; s++)
        pairs += plan[s] > 0 ? start[s + 1] - start[s] : 0;
    return pairs < start[other->sequences] / 2;
}

void sequence_gradient(const struct sequence_form *form, uint32_t player, const double *restrict plan,
                       double *restrict out)
{
    const struct sequence_player *own = &form->player[player], *other = &form->player[1 - player];
    if (is_sparse(other, plan)) {
        const struct sequence_matrix *m = &other->payoff;
        memset(out, 0, own->sequences * sizeof *out);
        for (uint32_t s = 0; s < other->sequences; s++)
            for (uint32_t k = m->start[s]; plan[s] > 0 && k < m->start[s + 1]; k++)
                out[m->column[k]] -= m->value[k] * plan[s];
        return;
    }
    const struct sequence_matrix *m = &own->payoff;
    for (uint32_t s = 0; s < own->sequences; s++) {
        double sum = 0;
        for (uint32_t k = m->start[s]; k < m->start[s + 1]; k++)
            sum += m->value[k] * plan[m->column[k]];
        out[s] = sum;
    }
}

void sequence_plan(const struct sequence_player *own, const struct game_tree *tree, const double *strategy,
                   double *plan)
{
    plan[0] = 1;
    for (uint32_t i = 0; i < own->sets; i++) {
        const struct sequence_set *set = &own->set[i];
        const double *local = strategy + tree->infoset_of[set->infoset].first_action;
        for (uint32_t k = 0; k < set->count; k++)
            plan[set->first + k] = plan[set->parent] * local[k];
    }
}

void sequence_behaviour(const struct sequence_player *own, const struct game_tree *tree, const double *plan,
                        double *strategy)
{
    for (uint32_t i = 0; i < own->sets; i++) {
        const struct sequence_set *set = &own->set[i];
        double *local = strategy + tree->infoset_of[set->infoset].first_action, sum = 0;
        for (uint32_t k = 0; k < set->count; k++)
            sum += plan[set->first + k];
        for (uint32_t k = 0; k < set->count; k++)
            local[k] = sum > 0 ? plan[set->first + k] / sum : 1.0 / set->count;
    }
}
