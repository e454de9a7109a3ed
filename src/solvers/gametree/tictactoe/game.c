/* The entry of tic-tac-toe in the list of games. */
#include "tictactoe.h"

static const char *const members[] = {"board", "to_move", "ply",     "symmetry", "eval",
                                      "count", "engine",  "compare", "trace",    NULL};

static void canon(const void *problem, struct nash_sha256 *sha)
{
    const struct tictactoe_problem *p = problem;
    nash_sha256_u64(sha, (uint64_t)p->board.x << 16 | p->board.o);
    nash_sha256_u64(sha, p->min);
    nash_sha256_u64(sha, p->ply);
    nash_sha256_u64(sha, (uint64_t)p->symmetry << 1 | p->count);
    tree_canon_search(&p->search, sha);
}

static enum nash_status tictactoe_no_memory(struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, "", "the game does not fit into the memory of this job");
}

/* Returns whether a leaf of the tree is not the end of the game. */
static bool ends_early(const struct tictactoe_stage *stage)
{
    for (uint32_t v = 0; v < stage->tree->nodes; v++)
        if (stored_leaf(stage->tree, v) && !board_over(stage->board[v]))
            return true;
    return false;
}

/* Computes the length of best play from each node: the winner takes the shortest way, the loser the longest. For draws
 * and the leaves of a stage the first best move counts. Returns NULL without memory. */
static const uint8_t *lengths_of_play(const struct tictactoe_problem *p, const struct tictactoe_stage *stage,
                                      const int32_t *value, struct nash_arena *arena)
{
    const struct stored_tree *tree = stage->tree;
    int32_t won = p->ply ? TICTACTOE_WON : 1;
    uint8_t *length = NASH_NEW(arena, uint8_t, tree->nodes);
    for (uint32_t v = tree->nodes; length && v-- > 0;) {
        bool wins = value[v] == (stored_min(tree, v) ? -won : won);
        bool loses = value[v] == (stored_min(tree, v) ? won : -won);
        for (uint32_t c = tree->first[v]; c < tree->first[v + 1]; c++) {
            uint8_t longer = (uint8_t)(length[c] + 1);
            if (value[c] == value[v] && (!length[v] || (wins && longer < length[v]) || (loses && longer > length[v])))
                length[v] = longer;
        }
    }
    return length;
}

/* Counts the leaves of the stage without symmetry. Returns false without memory. */
static bool count_leaves(const struct tictactoe_problem *p, const struct tictactoe_stage *stage,
                         struct nash_arena *arena, uint32_t *leaves)
{
    struct nash_arena_mark mark = nash_arena_mark(arena);
    struct tictactoe_problem whole = *p;
    struct tictactoe_stage all = *stage;
    whole.symmetry = false;
    bool built = !p->symmetry || tictactoe_build(&all, &whole, arena) == NASH_OK;
    *leaves = built ? all.tree->leaves : 0;
    nash_arena_release(arena, mark);
    return built;
}

static enum nash_status solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    const struct tictactoe_problem *p = problem;
    struct tictactoe_stage stage;
    struct tictactoe_answer *a = NASH_NEW(run->arena, struct tictactoe_answer, 1);
    if (!a || tictactoe_build(&stage, p, run->arena) != NASH_OK)
        return tictactoe_no_memory(error);
    if (p->ply && !count_leaves(p, &stage, run->arena, &a->all_leaves))
        return tictactoe_no_memory(error);
    if (p->count && tictactoe_count(p, run->arena, &a->counts) != NASH_OK)
        return tictactoe_no_memory(error);
    a->search = p->search;
    a->search.tree = stage.tree;
    a->board = stage.board;
    enum nash_status status = tree_solve(&a->search, run, &a->tree, error);
    if (status != NASH_OK)
        return status;
    struct tree_answer *tree = a->tree.answer;
    tree->move = stage.cell;
    tree->whole_depth += ends_early(&stage);
    if (tree->value && !(tree->length = lengths_of_play(p, &stage, tree->value, run->arena)))
        return tictactoe_no_memory(error);
    *result = (struct nash_result){.final = a->tree.final, .answer = a};
    return NASH_OK;
}

const struct gametree_game gametree_tictactoe = {.name = "tictactoe",
                                                 .members = members,
                                                 .parse = tictactoe_parse,
                                                 .canon = canon,
                                                 .solve = solve,
                                                 .verify = tictactoe_verify,
                                                 .write = tictactoe_write};
