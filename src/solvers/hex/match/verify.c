/* Checks a match: plays all records by rules of its own, counts again, and repeats one game. */
#include <string.h>

#include "match.h"
#include "unit.h"

/* Cells joined to each other, and to the edges, which are the last four. Only stones of one color are joined. */
struct joins {
    uint16_t parent[HEX_CELLS_MAX + 4];
};

static unsigned joins_find(struct joins *joins, unsigned at)
{
    while (joins->parent[at] != at)
        at = joins->parent[at] = joins->parent[joins->parent[at]];
    return at;
}

static void joins_add(struct joins *joins, unsigned a, unsigned b)
{
    joins->parent[joins_find(joins, a)] = (uint16_t)joins_find(joins, b);
}

/* Joins a new stone to its neighbours and edges. Returns whether its side joins its edges. */
static bool joins_stone(struct joins *joins, const uint8_t *color, int rows, int cols, int at)
{
    static const int step[6][2] = {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};
    int row = at / cols, col = at % cols;
    for (unsigned i = 0; i < 6; i++) {
        int r = row + step[i][0], c = col + step[i][1];
        if (r >= 0 && r < rows && c >= 0 && c < cols && color[r * cols + c] == color[at])
            joins_add(joins, (unsigned)at, (unsigned)(r * cols + c));
    }
    bool black = color[at] == HEX_BLACK;
    unsigned first = HEX_CELLS_MAX + (black ? 0 : 2), last = first + 1;
    if (black ? row == 0 : col == 0)
        joins_add(joins, (unsigned)at, first);
    if (black ? row == rows - 1 : col == cols - 1)
        joins_add(joins, (unsigned)at, last);
    return joins_find(joins, first) == joins_find(joins, last);
}

/* Plays a record. *winner: the side that joined its edges with the last move; HEX_EMPTY: none. */
static const char *record_fault(const struct hex_rules *rules, const struct hex_game *game, enum hex_color *winner)
{
    uint8_t color[HEX_CELLS_MAX] = {0};
    struct joins joins;
    unsigned cells = (unsigned)rules->rows * rules->cols;
    for (unsigned i = 0; i < HEX_CELLS_MAX + 4; i++)
        joins.parent[i] = (uint16_t)i;
    *winner = HEX_EMPTY;
    for (unsigned ply = 0; ply < game->plies; ply++) {
        unsigned at = game->move[ply], stone = game->move[0];
        enum hex_color side = ply % 2 ? HEX_WHITE : HEX_BLACK;
        if (*winner != HEX_EMPTY)
            return "a game goes on after its end";
        if (at == HEX_SWAP && (ply != 1 || !rules->swap || rules->rows != rules->cols))
            return "a swap is against the rules";
        if (at == HEX_SWAP) {
            color[stone] = HEX_EMPTY;
            at = stone % rules->cols * rules->cols + stone / rules->cols;
            for (unsigned i = 0; i < HEX_CELLS_MAX + 4; i++) /* nothing is joined to the stone that was taken off */
                joins.parent[i] = (uint16_t)i;
        }
        if (at >= cells || color[at] != HEX_EMPTY)
            return "a game has a move that is not an empty cell";
        color[at] = (uint8_t)side;
        if (joins_stone(&joins, color, rules->rows, rules->cols, (int)at))
            *winner = side;
    }
    return NULL;
}

static const char *game_fault(const struct hex_match *match, const struct hex_game *game)
{
    enum hex_color winner;
    const char *fault = record_fault(&match->rules, game, &winner);
    if (fault)
        return fault;
    if (game->ending == HEX_CONNECTED)
        return winner == game->winner ? NULL : "the winner of a game did not join its edges";
    if (winner != HEX_EMPTY)
        return "a game that was won is said to have failed";
    return game->winner == (game->plies % 2 ? HEX_BLACK : HEX_WHITE) ? NULL : "the engine to move did not fail";
}

/* Each record begins as its number says, with the opening and the colors. */
static const char *begin_fault(const struct hex_match *match, const struct hex_game *game, unsigned number)
{
    struct hex_game expected;
    hex_match_prepare(match, 0, number, &expected); /* the seed of the match is not known here */
    if (game->black != expected.black || game->opening != expected.opening || game->plies < game->opening ||
        memcmp(game->move, expected.move, sizeof *game->move * game->opening) != 0)
        return "a game does not begin as the request says";
    return NULL;
}

static const char *counts_fault(const struct hex_match *match, const struct hex_match_answer *a)
{
    unsigned wins[2] = {0}, black = 0;
    struct hex_sprt_state sprt = {.decision = HEX_SPRT_CONTINUE};
    for (unsigned i = 0; i < a->games; i++) {
        if (sprt.decision != HEX_SPRT_CONTINUE)
            return "the match went on after the decision";
        wins[(a->game[i].winner == HEX_BLACK) == (a->game[i].black == 0) ? 0 : 1]++;
        black += a->game[i].black == 0;
        if (match->has_sprt)
            sprt = hex_sprt(&match->sprt, wins[0], wins[1]);
    }
    bool decided = a->games == match->games || sprt.decision != HEX_SPRT_CONTINUE;
    if (wins[0] != hex_match_wins(a, 0) || wins[1] != hex_match_wins(a, 1) || black != a->black[0] ||
        a->games != a->black[0] + a->black[1])
        return "the counts are not those of the records";
    if (a->sprt.decision != sprt.decision)
        return "the decision is not that of the records";
    return a->stopped == decided ? "the match has too many or too few games" : NULL;
}

/* Repeats the game with the fewest nodes. */
static enum nash_status repeat_one(const struct hex_match *match, const struct hex_match_answer *a, const char **fault,
                                   struct nash_error *error)
{
    const struct hex_game *chosen = &a->game[0];
    struct nash_run run = {0};
    void *block = hex_unit_block_new(hex_game_memory(&match->rules));
    if (!block)
        return nash_fail(error, NASH_NOMEM, "", "the check of a game does not fit into the memory of this job");
    for (unsigned i = 1; i < a->games; i++)
        if (a->game[i].nodes[0] + a->game[i].nodes[1] < chosen->nodes[0] + chosen->nodes[1])
            chosen = &a->game[i];
    struct hex_game again = *chosen;
    uint8_t bytes[HEX_ANSWER_MAX], expected[HEX_ANSWER_MAX];
    size_t len = hex_answer_write(chosen, expected);
    if (!hex_game_play(&match->rules, &again, block, &run, HEX_CHECK_MATCH) || hex_answer_write(&again, bytes) != len ||
        memcmp(bytes, expected, len) != 0)
        *fault = "a game is another one when it is played again";
    hex_unit_block_free(block);
    return NASH_OK;
}

enum nash_status hex_match_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct hex_match *match = problem;
    const struct hex_match_answer *a = result->answer;
    const char *fault = NULL;
    for (unsigned i = 0; i < a->games && !fault; i++) {
        fault = begin_fault(match, &a->game[i], i);
        fault = fault ? fault : game_fault(match, &a->game[i]);
    }
    fault = fault ? fault : counts_fault(match, a);
    enum nash_status status = a->games && !fault ? repeat_one(match, a, &fault, error) : NASH_OK;
    if (status != NASH_OK)
        return status;
    return fault ? nash_fail(error, NASH_INTERNAL, "", "the check of the match failed: %s", fault) : NASH_OK;
}
