/* Reviews of games: against exhaustive search, with and without a swap, with small budgets, stopped at each check, and
 * wrong ones that the check refuses. */
#include <solvers/hex/review/review.h>

#include "../solvers/kind_case.h"
#include "brute.h"

extern const struct nash_solver nash_solver_hex;
const struct nash_solver *const kind_solver = &nash_solver_hex;

/* A random game, as a request: the moves, and the play after each. */
struct random_game {
    char text[600];
    bool swap;
    unsigned moves;
    struct hex_play play[2 * BRUTE_CELLS];
    struct hex_move move[2 * BRUTE_CELLS];
};

static void game_begin(struct random_game *game, struct nash_rng *rng)
{
    static const uint8_t shapes[][2] = {{3, 3}, {3, 4}, {4, 3}, {2, 5}, {4, 4}, {2, 2}, {1, 3}, {1, 1}};
    const uint8_t *shape = shapes[nash_rng_below(rng, sizeof shapes / sizeof *shapes)];
    struct hex_record record;
    hex_record_init(&record, shape[0], shape[1]);
    game->play[0] = (struct hex_play){0};
    hex_play_begin(&game->play[0], &record);
    game->moves = 0;
    game->swap = shape[0] == shape[1] && nash_rng_below(rng, 2) == 0;
}

/* Returns a move: mostly a cell, sometimes a swap where it is allowed, a pass, or the end. */
static struct hex_move random_move(const struct random_game *game, struct nash_rng *rng)
{
    const struct hex_play *play = &game->play[game->moves];
    struct hex_move move = {.action = HEX_PLACE, .color = (uint8_t)play->position.to_move};
    if (game->swap && hex_play_can_swap(play, play->position.to_move) && nash_rng_below(rng, 2) == 0)
        move.action = nash_rng_below(rng, 3) ? HEX_SWAP_PIECES : HEX_SWAP_SIDES;
    else if (nash_rng_below(rng, 20) == 0)
        move.action = nash_rng_below(rng, 2) ? HEX_PASS : HEX_RESIGN;
    else
        do
            move.cell = (uint16_t)nash_rng_below(rng, hex_cells(&play->position.board));
        while (play->position.board.cell[move.cell] != HEX_EMPTY);
    return move;
}

static void random_game(struct random_game *game, struct nash_rng *rng)
{
    char name[HEX_MOVE_NAME_MAX];
    game_begin(game, rng);
    const struct hex_board *board = &game->play[0].position.board;
    size_t len = (size_t)snprintf(game->text, sizeof game->text, "{\"rows\":%u,\"cols\":%u,\"swap\":%s,\"moves\":[",
                                  board->rows, board->cols, game->swap ? "true" : "false");
    unsigned most = 1 + (unsigned)nash_rng_below(rng, 2 * BRUTE_CELLS - 1);
    while (!game->play[game->moves].over && game->moves + 1 < most) {
        struct hex_move move = game->move[game->moves] = random_move(game, rng);
        game->play[game->moves + 1] = game->play[game->moves];
        assert_int_equal(hex_play_move(&game->play[game->moves + 1], move, NULL), NASH_OK);
        len += (size_t)snprintf(game->text + len, sizeof game->text - len, "%s\"%s\"", game->moves ? "," : "",
                                hex_move_name(board, move, name));
        game->moves++;
    }
    snprintf(game->text + len, sizeof game->text - len, "],\"review\":true}");
}

/* Returns who wins if the side to move may not swap. */
static enum hex_color plain_winner(const struct hex_play *play)
{
    return play->over ? play->winner : brute_winner(&play->position.board, play->position.to_move);
}

/* Returns the winner of a position by trying all moves, the swap among them. */
static enum hex_color true_winner(const struct random_game *game, const struct hex_play *play)
{
    enum hex_color mover = play->position.to_move;
    const struct hex_board *board = &play->position.board;
    if (!game->swap || play->over || play->made > 1 || play->swapped)
        return plain_winner(play);
    if (hex_play_can_swap(play, mover))
        return mover;    /* see test_swap_by_trial() */
    if (play->made == 1) /* after a pass */
        return plain_winner(play);
    for (unsigned cell = 0; cell < hex_cells(board); cell++) {
        struct hex_play after = *play;
        hex_play_move(&after, (struct hex_move){.action = HEX_PLACE, .color = (uint8_t)mover, .cell = (uint16_t)cell},
                      NULL);
        if (true_winner(game, &after) == mover)
            return mover;
    }
    return hex_other(mover);
}

static enum hex_color side_of(const cJSON *word)
{
    return !cJSON_IsString(word) ? HEX_EMPTY : word->valuestring[0] == 'b' ? HEX_BLACK : HEX_WHITE;
}

/* Checks that the better move of a mistake wins. */
static void check_better(const struct random_game *game, unsigned i, const char *word)
{
    struct hex_play after = game->play[i];
    struct hex_move move = {.color = (uint8_t)after.position.to_move};
    assert_true(hex_move_read(&after.position.board, word, strlen(word), &move));
    assert_int_equal(hex_play_move(&after, move, NULL), NASH_OK);
    if (plain_winner(&after) != (enum hex_color)move.color)
        fail_msg("%s: move %u: %s does not win", game->text, i + 1, word);
}

static void check_move(const struct random_game *game, unsigned i, const cJSON *said)
{
    const struct hex_move *move = &game->move[i];
    enum hex_color before = true_winner(game, &game->play[i]), after = true_winner(game, &game->play[i + 1]);
    enum hex_color own =
        move->action == HEX_SWAP_SIDES ? hex_other((enum hex_color)move->color) : (enum hex_color)move->color;
    bool mistake = before == (enum hex_color)move->color && after != own;
    const cJSON *better = nash_json_get(said, "better");
    if (side_of(nash_json_get(said, "before")) != before || side_of(nash_json_get(said, "after")) != after)
        fail_msg("%s: move %u has a wrong winner", game->text, i + 1);
    if ((nash_json_get(said, "mistake") != NULL) != mistake || (better != NULL) != mistake)
        fail_msg("%s: move %u %s a mistake", game->text, i + 1, mistake ? "is" : "is not");
    if (mistake)
        check_better(game, i, better->child->valuestring);
}

static void test_against_brute(void **state)
{
    struct nash_rng rng = test_rng();
    struct random_game *game = calloc(1, sizeof *game);
    assert_non_null(game);
    unsigned mistakes = 0, swaps = 0, games = test_length(150, 4000);
    for (unsigned n = 0; n < games; n++) {
        struct kind_case c = {0};
        random_game(game, &rng);
        kind_solve(&c, NASH_FORMAT_JSON, game->text);
        const cJSON *said = kind_at(&c, "review")->child;
        for (unsigned i = 0; i < game->moves; i++, said = said->next)
            check_move(game, i, said);
        assert_null(said);
        assert_int_equal(kind_int(&c, "proved_from"), 0);
        mistakes += (unsigned)cJSON_GetArraySize(kind_at(&c, "mistakes"));
        swaps += game->moves > 1 && game->move[1].action == HEX_SWAP_PIECES;
        kind_free(&c);
    }
    assert_true(mistakes > games / 3 && swaps > 0);
    free(game);
}

/* With a swap, the second player wins after each first stone: one of the two boards is won. */
static void test_swap_by_trial(void **state)
{
    for (unsigned cell = 0; cell < 9; cell++) {
        struct hex_board board, swapped;
        hex_board_init(&board, 3, 3);
        swapped = board;
        hex_board_set(&board, cell, HEX_BLACK);
        hex_board_set(&swapped, cell % 3 * 3 + cell / 3, HEX_WHITE);
        assert_true((brute_winner(&board, HEX_WHITE) == HEX_WHITE) != (brute_winner(&swapped, HEX_BLACK) == HEX_WHITE));
    }
}

static void check_words(const char *json, const char *summary, int lost_at, int proved_from)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON, json);
    assert_string_equal(kind_word(&c, "summary"), summary);
    assert_int_equal(cJSON_IsNull(kind_at(&c, "lost_at")) ? 0 : kind_int(&c, "lost_at"), lost_at);
    assert_int_equal(cJSON_IsNull(kind_at(&c, "proved_from")) ? -1 : kind_int(&c, "proved_from"), proved_from);
    kind_free(&c);
}

static void test_summaries(void **state)
{
    check_words("{\"size\":3,\"moves\":\"b2 a1 b1 c1 b3\",\"review\":true}", "3x3, 5 moves: black has won", 0, 0);
    check_words("{\"size\":3,\"moves\":\"b2 a1\",\"review\":true}", "3x3, 2 moves: black wins", 0, 0);
    check_words("{\"size\":3,\"moves\":\"b2 a1\",\"swap\":true,\"review\":true}",
                "3x3, 2 moves: black wins, white lost at move 2", 2, 0);
    check_words("{\"size\":3,\"moves\":\"b1\",\"review\":true}", "3x3, 1 move: white wins, black lost at move 1", 1, 0);
    check_words("{\"size\":3,\"moves\":\"b2 a1 resign\",\"review\":true}",
                "3x3, 3 moves: white has won, black lost at move 3", 3, 0);
    check_words("{\"size\":3,\"moves\":[],\"review\":true}", "3x3, 0 moves: black wins", 0, 0);
    check_words("{\"size\":9,\"moves\":\"a9\",\"nodes\":1,\"review\":true}", "9x9, 1 move: winner unknown", 0, -1);
}

/* A record is reviewed as its moves are; the answer as text has the mistakes. */
static void test_text(void **state)
{
    static const char *const texts[] = {"3 b1 b2 a1", "(;GM[11]FF[4]SZ[3];B[b1];W[b2];B[a1])",
                                        "https://hexworld.org/board/#3c1,b1b2a1",
                                        "boardsize 3\nplay b b1\nplay w b2\nplay b a1\n"};
    static const struct nash_solve_options options = {
        .format = NASH_FORMAT_TEXT, .members = "{\"review\":true}", .want_text = true};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct nash_answer answer;
        assert_int_equal(nash_solve("hex", texts[i], strlen(texts[i]), &options, &answer), NASH_OK);
        assert_string_equal(answer.json, "# white wins by proof\n1 b1 loses, b2 wins");
        nash_answer_free(&answer);
    }
}

/* Black resigns while White is to move and Black wins: no move of Black's is better, because it has none. */
static void test_resigned_out_of_turn(void **state)
{
    static const char text[] = "(;GM[11]FF[4]SZ[3];B[b2];B[resign])";
    static const struct nash_solve_options options = {
        .format = NASH_FORMAT_TEXT, .members = "{\"review\":true}", .want_text = true};
    struct nash_answer answer;
    assert_int_equal(nash_solve("hex", text, strlen(text), &options, &answer), NASH_OK);
    assert_string_equal(answer.json, "# white wins by resignation\n2 resign loses");
    nash_answer_free(&answer);
}

/* With few nodes winners are unknown, never wrong; the check of kind_solve() tries all moves near the end. */
static void test_budget(void **state)
{
    static const char game[] = "a2 d3 c4 c3 b4 b3 e4 d4 d5 c5 f2 e3 f3 f4 e5";
    int from_before = 99;
    for (unsigned nodes = 1; nodes <= 1000; nodes *= 10) {
        char text[200];
        struct kind_case c = {0};
        snprintf(text, sizeof text, "{\"size\":6,\"moves\":\"%s\",\"nodes\":%u,\"review\":true}", game, nodes);
        kind_solve(&c, NASH_FORMAT_JSON, text);
        assert_true(c.result.final);
        int from = cJSON_IsNull(kind_at(&c, "proved_from")) ? 98 : kind_int(&c, "proved_from");
        if (from > from_before)
            fail_msg("%u nodes prove less than fewer did: from %d", nodes, from);
        from_before = from;
        kind_free(&c);
    }
    assert_int_equal(from_before, 0);
}

static const char stopped_game[] = "{\"size\":5,\"moves\":\"b2 c3 d2 c1 b4 d4\",\"review\":true}";

static void test_stops(void **state)
{
    static const unsigned checks[] = {41, HEX_STOP_REVIEW};
    static const _Atomic int cancel = 1;
    for (size_t i = 0; i <= sizeof checks / sizeof *checks; i++) {
        bool is_check = i < sizeof checks / sizeof *checks;
        struct kind_case c = {.run = {.force_check = is_check ? checks[i] : 0, .cancel = is_check ? NULL : &cancel}};
        kind_solve(&c, NASH_FORMAT_JSON, stopped_game);
        assert_true(kind_has(&c, "timeout"));
        assert_false(c.result.final);
        assert_int_equal(cJSON_GetArraySize(kind_at(&c, "review")), 6);
        kind_free(&c);
    }
}

static void test_out_of_memory(void **state)
{
    bool solved = false;
    for (size_t bytes = 1 << 12; !solved; bytes += bytes / 2) {
        struct nash_solve_options options = {.memory_bytes = bytes};
        struct nash_answer answer;
        enum nash_status status = nash_solve("hex", stopped_game, strlen(stopped_game), &options, &answer);
        solved = status == NASH_OK;
        if (!solved && status != NASH_NOMEM)
            fail_msg("%zu bytes: %s %s", bytes, nash_status_name(status), answer.error.detail);
        assert_true(bytes < 1U << 30);
        nash_answer_free(&answer);
    }
}

enum lie {
    LIE_WINNER,
    LIE_END,
    LIE_TURN,
    LIE_BETTER_OCCUPIED,
    LIE_BETTER_LOSES,
    LIE_BETTER_SWAP,
    LIE_BETTER_NEEDLESS,
    LIES
};

/* Black's first move b1 loses; b2 a1 follow. */
static void tell(enum lie lie, struct hex_reviewed *position)
{
    position[0].winner = HEX_BLACK;
    position[1].winner = position[2].winner = position[3].winner = HEX_WHITE;
    for (unsigned i = 0; i < 4; i++)
        position[i].better = HEX_BETTER_NONE;
    position[0].better = 4; /* b2 */
    if (lie == LIE_WINNER) {
        position[0] = (struct hex_reviewed){.winner = HEX_WHITE, .better = HEX_BETTER_NONE};
    } else if (lie == LIE_END) {
        position[3].winner = HEX_BLACK;
    } else if (lie == LIE_TURN) {
        position[1].winner = HEX_BLACK;
    } else if (lie == LIE_BETTER_OCCUPIED) {
        position[0].better = 9;
    } else if (lie == LIE_BETTER_LOSES) {
        position[0].better = 0; /* a1 */
    } else if (lie == LIE_BETTER_SWAP) {
        position[0].better = HEX_BETTER_SWAP;
    } else if (lie == LIE_BETTER_NEEDLESS) {
        position[1].better = 4;
    }
}

static void test_lies(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"size\":3,\"moves\":\"b1 b2 a1\",\"review\":true}");
    for (int lie = 0; lie <= LIES; lie++) { /* LIES: the truth */
        const struct hex_review_answer *a = c.result.answer;
        tell((enum lie)lie, a->position);
        enum nash_status status = nash_solver_hex.verify(c.problem, &c.result, &c.error);
        if (status != (lie == LIES ? NASH_OK : NASH_INTERNAL))
            fail_msg("lie %d: %s %s", lie, nash_status_name(status), c.error.detail);
    }
    kind_free(&c);
}

static void test_refusals(void **state)
{
    kind_refuses(NASH_FORMAT_JSON, "{\"size\":3,\"review\":false}", NASH_INVALID, "/review", "must be true");
    kind_refuses(NASH_FORMAT_JSON, "{\"size\":3,\"review\":1}", NASH_INVALID, "/review", "");
    kind_refuses(NASH_FORMAT_JSON, "{\"size\":3,\"review\":true,\"engine\":\"uct\"}", NASH_INVALID, "/engine",
                 "no such member");
    kind_refuses(NASH_FORMAT_JSON, "{\"review\":true}", NASH_INVALID, "", "a position is missing");
    kind_refuses(NASH_FORMAT_JSON, "{\"size\":3,\"moves\":[\"a1\",\"a1\"],\"review\":true}", NASH_UNPROCESSABLE,
                 "/moves/1", "move 2 (white a1): the cell is occupied");
    kind_keys(NASH_FORMAT_JSON, "{\"size\":4,\"moves\":\"a1 b2 c3\",\"review\":true}", NASH_FORMAT_JSON,
              "{\"size\":4,\"moves\":\"c3 b2 a1\",\"review\":true}", false);
    kind_keys(NASH_FORMAT_JSON, "{\"size\":4,\"moves\":\"a1 b2\",\"review\":true}", NASH_FORMAT_JSON,
              "{\"rows\":4,\"cols\":4,\"moves\":[\"A1\",\"b2\"],\"nodes\":2000,\"review\":true}", true);
    kind_keys(NASH_FORMAT_JSON, "{\"size\":4,\"moves\":\"a1 b2\",\"review\":true}", NASH_FORMAT_JSON,
              "{\"size\":4,\"moves\":\"a1 b2\",\"swap\":true,\"review\":true}", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_brute),
        cmocka_unit_test(test_swap_by_trial),
        cmocka_unit_test(test_summaries),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_resigned_out_of_turn),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_lies),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
