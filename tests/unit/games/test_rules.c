/* The rules of all games: random games to their end, refused moves, swap, and games between engines. */
#include <string.h>

#include <nash/nash.h>
#include <solvers/games/game.h>
#include <solvers/hex/records/record.h>

#include "../base/test.h"

/* ---- helpers ---- */

enum { LIST_MAX = 1200 };

struct list {
    unsigned count;
    char move[LIST_MAX][NASH_MOVE_MAX];
};

static void list_add(void *context, const char *move)
{
    struct list *list = context;
    assert_true(list->count < LIST_MAX);
    snprintf(list->move[list->count++], NASH_MOVE_MAX, "%s", move);
}

static unsigned list_legal(const struct nash_play *play, struct list *list)
{
    list->count = 0;
    nash_play_legal(play, LIST_MAX, list_add, list);
    return list->count;
}

/* Starts a play. Returns the status, with the pointer of an error. */
static enum nash_status begin(struct nash_play *play, const char *game, const char *settings, char pointer[208])
{
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct nash_json doc = {0};
    struct nash_error error = {0};
    struct reader r;
    assert_int_equal(nash_json_parse(&doc, settings, strlen(settings), arena, &error), NASH_OK);
    reader_root(&r, &doc, arena, &error);
    enum nash_status status = nash_play_start(play, nash_game_find(game), &r);
    snprintf(pointer, 208, "%s", error.pointer);
    nash_json_free(&doc);
    nash_arena_free(arena);
    return status;
}

static void start(struct nash_play *play, const char *game, const char *settings)
{
    char pointer[208];
    assert_int_equal(begin(play, game, settings, pointer), NASH_OK);
}

static void make(struct nash_play *play, const char *moves)
{
    char text[512], *rest = text;
    snprintf(text, sizeof text, "%s", moves);
    for (char *move; (move = strtok_r(rest, " ", &rest)) != NULL;) {
        struct nash_error error = {0};
        if (nash_play_move(play, move, &error) != NASH_OK)
            fail_msg("%s of %s: %s", move, moves, error.detail);
    }
}

static void refuses(const struct nash_play *play, const char *move, const char *word)
{
    struct nash_play copy = *play;
    struct nash_error error = {0};
    assert_int_not_equal(nash_play_move(&copy, move, &error), NASH_OK);
    assert_string_equal(error.pointer, "/move");
    if (strstr(error.detail, word) == NULL)
        fail_msg("%s: \"%s\" does not say \"%s\"", move, error.detail, word);
    assert_memory_equal(&copy, play, sizeof copy);
}

static void write_position(const struct nash_play *play, struct nash_buf *out)
{
    struct nash_jsonw json = NASH_JSONW(out);
    nash_jsonw_object(&json);
    play->game->write(play, &json);
    nash_jsonw_object_end(&json);
}

static const struct {
    const char *game, *settings;
    unsigned games;
} setups[] = {{"hex", "{\"size\":5,\"swap\":true}", 300},
              {"hex", "{\"rows\":3,\"cols\":7}", 300},
              {"hex", "{}", 20},
              {"hex", "{\"size\":1}", 2},
              {"connect4", "{}", 500},
              {"tictactoe", "{}", 500},
              {"grundy", "{}", 100},
              {"grundy", "{\"piles\":[1000]}", 3},
              {"grundy", "{\"piles\":[5,5,9],\"misere\":true}", 100},
              {"nim", "{\"piles\":[3,4,5]}", 200},
              {"nim", "{\"piles\":[5],\"take\":3,\"misere\":true}", 200},
              {"nim", "{\"piles\":[1000],\"take\":1}", 1}};

/* ---- tests ---- */

static void random_games_end(void **state)
{
    struct nash_rng rng = test_rng();
    static struct list list;
    for (size_t s = 0; s < sizeof setups / sizeof *setups; s++)
        for (unsigned n = 0; n < setups[s].games; n++) {
            struct nash_play play;
            struct nash_buf position = NASH_BUF_INIT(0);
            start(&play, setups[s].game, setups[s].settings);
            while (!play.over) {
                unsigned seat = play.to_move;
                assert_true(list_legal(&play, &list) > 0);
                make(&play, list.move[nash_rng_below(&rng, list.count)]);
                assert_true(play.to_move != seat && play.moves <= NASH_MOVES_MAX);
            }
            assert_int_equal(list_legal(&play, &list), 0);
            assert_non_null(play.why);
            assert_in_range(play.winner + 1, 0, 2);
            if (play.winner < 0)
                assert_true(strcmp(setups[s].game, "connect4") == 0 || strcmp(setups[s].game, "tictactoe") == 0);
            write_position(&play, &position);
            assert_int_equal(nash_json_check(position.data, position.len, &(struct nash_error){0}), NASH_OK);
            nash_buf_free(&position);
            refuses(&play, "1", "over");
        }
}

static void resigning_ends_every_game(void **state)
{
    for (size_t s = 0; s < sizeof setups / sizeof *setups; s++) {
        struct nash_play play;
        start(&play, setups[s].game, setups[s].settings);
        make(&play, "resign");
        assert_true(play.over && play.winner == 1);
        assert_string_equal(play.why, "resigned");
        for (int seat = 0; seat < 2; seat++) { /* also out of turn */
            char move[64];
            snprintf(move, sizeof move, "resign %s", play.game->seat[seat]);
            start(&play, setups[s].game, setups[s].settings);
            assert_int_equal(nash_play_resigns(&play, move), seat);
            struct nash_error error = {0};
            assert_int_equal(nash_play_move(&play, move, &error), NASH_OK);
            assert_true(play.over && play.winner == 1 - seat);
        }
        start(&play, setups[s].game, setups[s].settings);
        static const char *const others[] = {"resign ",       "resign  black", "resigns",
                                             "resign nobody", "resignx",       "RESIGN"};
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            struct nash_error error = {0};
            assert_int_equal(nash_play_resigns(&play, others[i]), -1);
            assert_int_equal(nash_play_move(&play, others[i], &error), NASH_UNPROCESSABLE);
        }
    }
}

static void hex_rules(void **state)
{
    struct nash_play play;
    start(&play, "hex", "{\"size\":3}");
    refuses(&play, "d1", "no cell");
    refuses(&play, "a4", "no cell");
    refuses(&play, "", "no cell");
    refuses(&play, "a1x", "no cell");
    refuses(&play, "swap", "without the swap rule");
    make(&play, "a1 b1 A2");
    refuses(&play, "a2", "occupied");
    make(&play, "b2 a3");
    assert_true(play.over && play.winner == 0);
    assert_string_equal(play.why, "connected");
    start(&play, "hex", "{\"size\":3}");
    make(&play, "c1 a2 c2 b2 a1 c3"); /* a2 b2 need c1 or c2 for the right edge */
    assert_false(play.over);
    start(&play, "hex", "{\"size\":3}");
    make(&play, "a1 a2 b1 b2 a3 c2");
    assert_true(play.over && play.winner == 1);
}

static void hex_swap_mirrors_the_stone(void **state)
{
    struct nash_play play;
    struct nash_buf position = NASH_BUF_INIT(0);
    start(&play, "hex", "{\"size\":4,\"swap\":true}");
    refuses(&play, "swap", "answer the first stone");
    make(&play, "a3");
    make(&play, "swap");
    assert_int_equal(play.to_move, 0);
    refuses(&play, "c1", "occupied");
    refuses(&play, "swap", "a swap before");
    write_position(&play, &position);
    assert_non_null(strstr(nash_buf_cstr(&position), "\"board\":[\"..W.\",\"....\",\"....\",\"....\"]"));
    nash_buf_reset(&position);
    make(&play, "a3"); /* it is free again */
    struct nash_jsonw json = NASH_JSONW(&position);
    nash_jsonw_object(&json);
    play.game->write_problem(&play, &json);
    nash_jsonw_object_end(&json);
    assert_string_equal(nash_buf_cstr(&position),
                        "{\"size\":4,\"swap\":true,\"moves\":[\"a3\",\"swap-pieces\",\"a3\"]}");
    nash_buf_free(&position);
}

/* Every record of a random game, resigned or not, is read back as the same moves and winner. */
static void hex_records_are_read_again(void **state)
{
    static struct list list;
    static const char *const resign[] = {"resign", "resign black", "resign white"};
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < 60; n++) {
        struct nash_play play;
        start(&play, "hex", n % 2 == 0 ? "{\"size\":4,\"swap\":true}" : "{\"rows\":3,\"cols\":5}");
        while (!play.over) {
            list_legal(&play, &list);
            struct nash_error error = {0};
            const char *move = n % 3 == 0 && play.moves == n % 7 ? resign[nash_rng_below(&rng, 3)]
                                                                 : list.move[nash_rng_below(&rng, list.count)];
            assert_int_equal(nash_play_move(&play, move, &error), NASH_OK);
        }
        for (unsigned form = 0; play.game->forms[form].name != NULL; form++) {
            struct nash_buf text = NASH_BUF_INIT(0);
            struct nash_error error = {0};
            struct hex_record record;
            struct hex_play end = {.any_order = false};
            assert_int_equal(play.game->write_record(&play, form, (const char *const[]){"human", "uct"}, &text, &error),
                             NASH_OK);
            assert_int_equal(hex_record_read(text.data, text.len, &record, &error), NASH_OK);
            assert_int_equal(record.moves, play.moves);
            assert_int_equal(hex_replay(&record, record.moves, &end, &error), NASH_OK);
            assert_true(end.over && end.winner == (play.winner == 0 ? HEX_BLACK : HEX_WHITE));
            if (form == HEX_FORM_SGF)
                assert_string_equal(record.white, "uct");
            nash_buf_free(&text);
        }
    }
}

static void other_rules(void **state)
{
    struct nash_play play;
    start(&play, "connect4", "{}");
    refuses(&play, "8", "column");
    refuses(&play, "12", "column");
    make(&play, "1 1 1 1 1 1");
    refuses(&play, "1", "full");
    make(&play, "2 3 2 3 2 3 2");
    assert_true(play.over && play.winner == 0);
    start(&play, "tictactoe", "{}");
    make(&play, "4");
    refuses(&play, "4", "occupied");
    refuses(&play, "9", "no cell");
    make(&play, "0 2 6 3 5 1 7 8");
    assert_true(play.over && play.winner == -1);
    start(&play, "grundy", "{\"piles\":[7]}");
    refuses(&play, "7->7+0", "parts");
    refuses(&play, "6->1+5", "no pile");
    refuses(&play, "7->16", "no move");
    make(&play, "7->3+4");
    refuses(&play, "4->2+2", "unequal");
    start(&play, "nim", "{\"piles\":[5,3],\"take\":2}");
    refuses(&play, "5->2", "at most 2");
    refuses(&play, "5->5", "at least one");
    refuses(&play, "4->3", "no pile");
    refuses(&play, "5", "no move");
    make(&play, "5->3 3->1 3->1 1->0 1->0");
    assert_true(play.over && play.winner == 0);
    start(&play, "nim", "{\"piles\":[1],\"misere\":true}");
    make(&play, "1->0");
    assert_true(play.over && play.winner == 1);
}

static void wrong_settings(void **state)
{
    static const struct {
        const char *game, *settings, *pointer;
    } wrong[] = {{"hex", "{\"size\":0}", "/size"},
                 {"hex", "{\"size\":20}", "/size"},
                 {"hex", "{\"rows\":3}", "/rows"},
                 {"hex", "{\"cols\":3}", "/cols"},
                 {"hex", "{\"size\":3,\"rows\":3,\"cols\":3}", "/size"},
                 {"hex", "{\"rows\":3,\"cols\":4,\"swap\":true}", "/swap"},
                 {"nim", "{\"piles\":[]}", "/piles"},
                 {"nim", "{\"piles\":[3,0]}", "/piles/1"},
                 {"nim", "{\"piles\":[600,600]}", "/piles/1"},
                 {"nim", "{\"take\":0}", "/take"},
                 {"grundy", "{\"piles\":[2,2]}", "/piles"},
                 {"grundy", "{\"misere\":1}", "/misere"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct nash_play play;
        char pointer[208];
        assert_int_not_equal(begin(&play, wrong[i].game, wrong[i].settings, pointer), NASH_OK);
        assert_string_equal(pointer, wrong[i].pointer);
    }
    assert_null(nash_game_find("chess"));
}

/* ---- engines ---- */

/* Asks the kind of the game for a move. Returns false if its result names none. */
static bool engine_move(const struct nash_play *play, char move[NASH_MOVE_MAX])
{
    struct nash_buf body = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&body);
    struct nash_answer answer;
    struct nash_error error = {0};
    struct nash_json doc = {0};
    struct nash_arena *arena = nash_arena_new(4 << 20);
    struct reader r;
    nash_jsonw_object(&json);
    play->game->write_problem(play, &json);
    nash_jsonw_object_end(&json);
    if (nash_solve(play->game->engine_kind, body.data, body.len, NULL, &answer) != NASH_OK)
        fail_msg("%s: %s", nash_buf_cstr(&body), answer.error.detail);
    assert_int_equal(nash_json_parse(&doc, answer.json, answer.len, arena, &error), NASH_OK);
    reader_root(&r, &doc, arena, NULL);
    bool found = play->game->read_move(&r, move);
    nash_json_free(&doc);
    nash_arena_free(arena);
    nash_answer_free(&answer);
    nash_buf_free(&body);
    return found;
}

/* Plays the engine in one seat against random moves. Returns the winner. */
static int engine_against_random(struct nash_play *play, unsigned seat, struct nash_rng *rng)
{
    static struct list list;
    char move[NASH_MOVE_MAX];
    while (!play->over) {
        list_legal(play, &list);
        if (play->to_move != seat || !engine_move(play, move))
            snprintf(move, sizeof move, "%s", list.move[nash_rng_below(rng, list.count)]);
        make(play, move);
    }
    return play->winner;
}

static void engines_win_what_is_won(void **state)
{
    static const struct {
        const char *game, *settings, *opening;
        unsigned seat;
        bool wins; /* it has a won position; otherwise it does not lose */
    } cases[] = {{"tictactoe", "{}", "", 0, false},
                 {"tictactoe", "{}", "", 1, false},
                 {"connect4", "{}", "4 4 4 4 4 2 2 2 1 1 2 2 3 3 3 5 5 6 6 7", 0, true},
                 {"grundy", "{\"piles\":[7,9]}", "", 0, true},
                 {"grundy", "{\"piles\":[9,6],\"misere\":true}", "", 0, false},
                 {"nim", "{\"piles\":[3,4,5]}", "", 0, true},
                 {"nim", "{\"piles\":[5],\"take\":3,\"misere\":true}", "", 1, true},
                 {"nim", "{\"piles\":[1,2,3]}", "", 1, true}};
    struct nash_rng rng = test_rng();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned n = 0; n < 6; n++) {
            struct nash_play play;
            start(&play, cases[i].game, cases[i].settings);
            make(&play, cases[i].opening);
            int winner = engine_against_random(&play, cases[i].seat, &rng);
            if (cases[i].wins)
                assert_int_equal(winner, (int)cases[i].seat);
            else if (strcmp(cases[i].game, "tictactoe") == 0)
                assert_int_not_equal(winner, 1 - (int)cases[i].seat);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_end),
        cmocka_unit_test(resigning_ends_every_game),
        cmocka_unit_test(hex_rules),
        cmocka_unit_test(hex_swap_mirrors_the_stone),
        cmocka_unit_test(hex_records_are_read_again),
        cmocka_unit_test(other_rules),
        cmocka_unit_test(wrong_settings),
        cmocka_unit_test(engines_win_what_is_won),
    };
    return nash_prepare(NULL, NULL) != NASH_OK ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
