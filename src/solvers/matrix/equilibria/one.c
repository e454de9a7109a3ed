/* Finds one equilibrium.
 *
 * A pure equilibrium is tried first: two of three random games have one. A game with a constant sum is a linear
 * program, which takes a small part of the pivots of a path (300 by 300: 0.2 s in place of 2). In other games the paths
 * of Lemke and Howson from many labels are followed in turn, each for a few pivots. Their lengths differ by factors of
 * thousands (100 by 100: one path of ten ends within 20 pivots, half of them after 300, some after 50,000), so a short
 * path is found soon. Later rounds have larger limits. The supports at the end of a path are solved and proved; if that
 * fails several times, the game is degenerate or too ill-conditioned for doubles, and one path is followed exactly. */
#include <string.h>

#include <solvers/matrix/exact/strategy.h>
#include <solvers/matrix/exact/support.h>
#include <solvers/matrix/exact/zero_sum.h>

#include "lemke.h"

/* FIRST_LIMIT: pivots of a path in the first round. FAILURES: paths without a proved end before the exact path. */
enum { FIRST_LIMIT = 20, LABELS_A_ROUND = 40, ROUNDS = 6, FAILURES = 6 };

struct one {
    const struct matrix_game *game;
    struct polyhedron polyhedra[2];
    struct nash_run *run;
    struct matrix_one *found;
};

static bool read_equilibrium(struct matrix_equilibrium *equilibrium, const struct tableau side[2],
                             struct nash_arena *arena)
{
    equilibrium->row_value = strategy_read_value(&side[1], arena);
    equilibrium->col_value = strategy_read_value(&side[0], arena);
    return equilibrium->row_value && equilibrium->col_value && strategy_read(&equilibrium->row, &side[0], arena) &&
           strategy_read(&equilibrium->col, &side[1], arena);
}

static enum nash_status one_exact(struct one *one, uint32_t label)
{
    struct tableau side[2];
    if (!tableau_init(&side[0], &one->polyhedra[0], one->run))
        return NASH_NOMEM;
    enum nash_status status = NASH_NOMEM;
    if (tableau_init(&side[1], &one->polyhedra[1], one->run)) {
        one->found->by = "lemke_howson";
        one->found->label = label;
        status = lemke_exact(side, label, one->run);
        if (status == NASH_OK && !read_equilibrium(&one->found->equilibrium, side, one->run->arena))
            status = NASH_NOMEM;
        one->found->pivots += side[0].pivots + side[1].pivots;
        tableau_clear(&side[1]);
    }
    tableau_clear(&side[0]);
    return status;
}

/* Finds the first pure equilibrium, by rows. Returns NASH_NOT_FOUND if there is none. */
static enum nash_status one_pure(struct one *one)
{
    const struct polyhedron *of_rows = &one->polyhedra[0], *of_cols = &one->polyhedra[1];
    for (uint32_t i = 0; i < of_rows->own; i++) {
        const int64_t *pay = of_rows->pay + (size_t)i * of_rows->other;
        int64_t max = pay[polyhedron_best_response(of_rows, i)];
        for (uint32_t j = 0; j < of_rows->other; j++) {
            const int64_t *back = of_cols->pay + (size_t)j * of_cols->other;
            if (pay[j] < max || back[i] < back[polyhedron_best_response(of_cols, j)])
                continue;
            struct support support = {.count = 1, .choice = {&i, &j}};
            one->found->by = "pure";
            one->found->label = i;
            return support_solve(&support, one->polyhedra, &one->found->equilibrium, one->run);
        }
    }
    return NASH_NOT_FOUND;
}

/* Returns NASH_NOT_FOUND if the players' interests are not opposed. */
static enum nash_status one_zero_sum(struct one *one)
{
    int64_t sum;
    bool constant = matrix_constant_sum(one->game, &sum);
    if (!constant && !matrix_opposed(one->game))
        return NASH_NOT_FOUND;
    one->found->by = "linear_program";
    one->found->label = MATRIX_NO_LABEL;
    return zero_sum_equilibrium(one->polyhedra, constant ? &sum : NULL, one->run, &one->found->equilibrium,
                                &one->found->pivots);
}

/* Returns the k-th label to try, from 0: rows and columns alternate. */
static uint32_t one_label_at(const struct one *one, uint32_t k)
{
    uint32_t rows = one->game->rows, cols = one->game->cols, both = rows < cols ? rows : cols;
    if (k >= 2 * both)
        return rows < cols ? k : k - both;
    return k % 2 ? rows + k / 2 : k / 2;
}

static enum nash_status one_prove(struct one *one, const struct float_tableau *approx)
{
    struct support support;
    struct nash_arena_mark mark = nash_arena_mark(one->run->arena);
    if (!support_read(&support, approx, 0, one->run->arena))
        return NASH_NOMEM;
    enum nash_status status = support_solve(&support, one->polyhedra, &one->found->equilibrium, one->run);
    if (status == NASH_NOT_FOUND)
        nash_arena_release(one->run->arena, mark);
    return status;
}

static enum nash_status one_float(struct one *one)
{
    struct float_tableau side[2];
    uint32_t labels = one->game->rows + one->game->cols, next = 0, failures = 0;
    enum nash_status status = NASH_NOT_FOUND;
    for (uint32_t k = 0; k < 2; k++)
        if (!float_tableau_init(&side[k], &one->polyhedra[k], one->run))
            return NASH_NOMEM;
    one->found->by = "lemke_howson";
    uint64_t limit = FIRST_LIMIT;
    for (uint32_t round = 0; round < ROUNDS; round++, limit *= 4)
        for (uint32_t k = 0; k < labels && k < LABELS_A_ROUND; k++, next = (next + 1) % labels) {
            one->found->label = one_label_at(one, next);
            enum lemke_end end = lemke_float(side, one->polyhedra, one->found->label, limit, one->run);
            one->found->pivots = side[0].pivots + side[1].pivots;
            if (end == LEMKE_STOPPED)
                return NASH_STOPPED;
            if (end == LEMKE_FOUND)
                status = one_prove(one, &side[0]);
            if (status != NASH_NOT_FOUND)
                return status;
            failures += end != LEMKE_LIMIT;
            if (failures == FAILURES)
                return status;
        }
    return status;
}

enum nash_status matrix_one_equilibrium(const struct matrix_game *game, struct nash_run *run, struct matrix_one *one,
                                        struct nash_error *error)
{
    struct one work = {.game = game, .run = run, .found = one};
    memset(one, 0, sizeof *one);
    polyhedron_of_rows(&work.polyhedra[0], game);
    if (!polyhedron_of_cols(&work.polyhedra[1], game, run->arena))
        return nash_fail(error, NASH_NOMEM, NULL, "There is no memory left for one equilibrium.");
    enum nash_status status = one_pure(&work);
    if (status == NASH_NOT_FOUND)
        status = one_zero_sum(&work);
    if (status == NASH_NOT_FOUND)
        status = one_float(&work);
    if (status == NASH_NOT_FOUND)
        status = one_exact(&work, 0);
    if (status == NASH_NOMEM)
        return nash_fail(error, status, NULL, "There is no memory left for one equilibrium.");
    return status;
}
