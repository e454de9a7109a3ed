/* Verifies tic-tac-toe by plain minimax over the boards, with every move of both players, without symmetry or stored
 * tree. */
#include "tictactoe.h"

enum { KNOWN = 2 * TICTACTOE_WON }; /* added to the values in check.known, where 0 means unknown */

struct check {
    const struct tictactoe_problem *p;
    int16_t known[BOARD_POSITIONS];
};

/* Returns the minimax value of a board. left: plies until the stage ends. Recurses at most ten deep. The board
 * determines `left`, so a position has one value. */
static int32_t value_of(struct check *c, struct board b, bool min, uint32_t left)
{
    int16_t *known = &c->known[board_number(b)];
    if (*known)
        return *known - KNOWN;
    int32_t best = min ? KNOWN : -KNOWN;
    bool leaf = !left || board_over(b);
    for (unsigned cell = 0; cell < BOARD_CELLS && !leaf; cell++) {
        if (board_taken(b) >> cell & 1)
            continue;
        int32_t value = value_of(c, board_play(b, min, cell), !min, left - 1);
        best = (min ? value < best : value > best) ? value : best;
    }
    best = leaf ? tictactoe_score(c->p, b) : best;
    *known = (int16_t)(best + KNOWN);
    return best;
}

/* Checks that every position of the tree has its minimax value. Returns what is wrong, or NULL. */
static const char *fault_of(struct check *c, const struct tictactoe_answer *a)
{
    const struct tree_answer *tree = a->tree.answer;
    for (uint32_t v = 0; tree->value && v < tree->tree->nodes; v++) {
        bool min = c->p->min != (stored_depth(tree->tree, v) % 2 == 1);
        uint32_t left = (c->p->ply ? c->p->ply : BOARD_CELLS) - stored_depth(tree->tree, v);
        if (value_of(c, a->board[v], min, left) != tree->value[v])
            return "a position is worth something else";
    }
    if (c->p->count && !c->p->ply && !c->p->symmetry && a->counts.nodes != tree->tree->nodes)
        return "the tree has another number of nodes";
    return NULL;
}

enum nash_status tictactoe_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct tictactoe_answer *a = result->answer;
    const struct tree_answer *tree = a->tree.answer;
    struct nash_arena_mark mark = nash_arena_mark(tree->arena);
    struct check *c = NASH_NEW(tree->arena, struct check, 1);
    if (!c)
        return nash_fail(error, NASH_NOMEM, "", "the memory of this job does not suffice to check the answer");
    c->p = problem;
    const char *what = fault_of(c, a);
    nash_arena_release(tree->arena, mark);
    if (what)
        return nash_fail(error, NASH_INTERNAL, "", "the check of the answer failed: %s", what);
    return tree_verify(&a->search, &a->tree, error);
}
