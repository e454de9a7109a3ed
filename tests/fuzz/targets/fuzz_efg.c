/* Fuzzes the readers of games: .efg as text and as a member, trees as JSON, strategies, hands, models; solves small
 * games briefly.
 *
 * The arrays of an accepted game must agree, its chances sum to 1, and the game written as .efg must be read as the
 * same game. */
#include <math.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/imperfect/games/efg_write.h>
#include <solvers/imperfect/games/form.h>
#include <solvers/imperfect/games/problem.h>
#include <solvers/imperfect/games/read/read.h>

#include "fuzz_kind.h"

enum { ARENA_BYTES = 128 << 20, NODES = 3000, ITERATIONS = 200 };

extern const struct nash_solver nash_solver_imperfect;

static void check_node(const struct game_tree *tree, uint32_t v)
{
    double sum = 0;
    uint32_t begin = tree->first_child[v], end = tree->first_child[v + 1];
    if (begin > end || end > tree->nodes || (tree->player[v] == GAME_TERMINAL) != (begin == end))
        fuzz_fail("the children of a node are out of order", "");
    for (uint32_t c = begin; c < end; c++) {
        if (tree->parent[c] != v || tree->depth[c] != tree->depth[v] + 1 || !tree->edge_name[c])
            fuzz_fail("a child does not know its parent", "");
        if (!(tree->chance[c] >= 0 && tree->chance[c] <= 1 + 1e-9))
            fuzz_fail("a chance is not from 0 to 1", "");
        sum += tree->chance[c];
    }
    if (tree->player[v] == GAME_CHANCE && fabs(sum - 1) > 1e-12)
        fuzz_fail("chances do not sum to 1", "");
    if (tree->player[v] >= 0 && tree->infoset_of[tree->infoset[v]].action_count != end - begin)
        fuzz_fail("a node has not the actions of its infoset", "");
    for (uint32_t p = 0; p < tree->players; p++)
        if (!isfinite(tree->payoff[(size_t)v * tree->players + p]))
            fuzz_fail("a payoff is not finite", "");
}

static void check_strategy(const struct game_tree *tree, const double *strategy)
{
    for (uint32_t i = 0; strategy && i < tree->infosets; i++) {
        double sum = 0;
        for (uint32_t k = 0; k < tree->infoset_of[i].action_count; k++)
            sum += strategy[tree->infoset_of[i].first_action + k];
        if (!(fabs(sum - 1) <= 1e-9))
            fuzz_fail("a strategy does not sum to 1", tree->infoset_of[i].name);
    }
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-14 * fmax(fabs(a), fabs(b)) + 1e-300;
}

/* Writes the game as .efg and reads it again. */
static void check_writing(const struct game_tree *tree, struct nash_arena *arena)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_error error = {0};
    struct reader r;
    reader_root(&r, NULL, arena, &error);
    const struct game_tree *again = efg_write(tree, &text, arena) ? efg_read(&r, text.data, text.len) : NULL;
    if (!again && error.status != NASH_NOMEM && !text.failed)
        fuzz_fail("a game is refused when written again", error.detail);
    if (again && (again->nodes != tree->nodes || again->infosets != tree->infosets || again->actions != tree->actions))
        fuzz_fail("a game changes when written again", nash_buf_cstr(&text));
    for (uint32_t v = 0; again && v < tree->nodes; v++) {
        bool same = again->player[v] == tree->player[v] && again->infoset[v] == tree->infoset[v] &&
                    again->first_child[v] == tree->first_child[v] && near(again->chance[v], tree->chance[v]);
        for (uint32_t p = 0; p < tree->players; p++)
            same =
                same && near(again->payoff[(size_t)v * tree->players + p], tree->payoff[(size_t)v * tree->players + p]);
        if (!same)
            fuzz_fail("a node changes when written again", nash_buf_cstr(&text));
    }
    for (uint32_t i = 0; again && i < tree->infosets; i++)
        if (strcmp(again->infoset_of[i].name, tree->infoset_of[i].name) != 0)
            fuzz_fail("an infoset has another name when written again", tree->infoset_of[i].name);
    nash_buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_run run = {.arena = arena};
    const void *problem = fuzz_parse(&nash_solver_imperfect, data, size, arena);
    const struct game_problem *p = problem ? form_problem_of(&imperfect_game, problem) : NULL;
    if (problem && !p)
        p = form_problem_of(&imperfect_efg, problem);
    if (p && p->builtin < 0 && p->tree->nodes <= NODES) {
        for (uint32_t v = 0; v < p->tree->nodes; v++)
            check_node(p->tree, v);
        check_writing(p->tree, arena);
    }
    if (p && p->tree->nodes <= NODES) {
        check_strategy(p->tree, p->strategy);
        check_strategy(p->tree, p->opponent);
        run.node_limit = ITERATIONS;
        fuzz_solve(&nash_solver_imperfect, problem, &run, true);
    }
    if (problem && form_problem_of(&imperfect_learn, problem))
        fuzz_solve(&nash_solver_imperfect, problem, &run, true);
    nash_arena_free(arena);
    return 0;
}
