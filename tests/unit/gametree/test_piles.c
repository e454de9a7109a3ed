/* Positions of piles, compared with exhaustive play. */
#include <solvers/gametree/piles/piles.h>
#include <solvers/gametree/piles/state_graph.h>

#include "game.h"

/* ---- plain play ---- */

enum { ROOM = 24, MEMO = 1 << 16 };

/* Returns whether the player to move wins; the last player to split wins. */
static bool play_grundy(uint32_t *pile, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t whole = pile[i];
        for (uint32_t x = 1; 2 * x < whole; x++) {
            pile[i] = whole - x;
            pile[count] = x;
            bool wins = play_grundy(pile, count + 1);
            pile[i] = whole;
            if (!wins)
                return true;
        }
    }
    return false;
}

static bool play_nim(uint32_t *pile, uint32_t count, bool misere)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t whole = pile[i];
        sum += whole;
        for (pile[i] = 0; pile[i] < whole; pile[i]++)
            if (!play_nim(pile, count, misere)) {
                pile[i] = whole;
                return true;
            }
    }
    return sum == 0 && misere;
}

static char *say(char *text, const char *game, const uint32_t *pile, uint32_t count, const char *more)
{
    char *end = text + sprintf(text, "{\"game\":\"%s\",\"piles\":[", game);
    for (uint32_t i = 0; i < count; i++)
        end += sprintf(end, "%s%u", i ? "," : "", pile[i]);
    sprintf(end, "]%s}", more);
    return text;
}

static void test_grundy_positions(void **state)
{
    struct nash_rng rng = test_rng();
    for (uint32_t round = 0; round < test_length(400, 1500); round++) {
        char text[128];
        uint32_t pile[ROOM], count = 1 + (uint32_t)nash_rng_below(&rng, 4);
        for (uint32_t i = 0; i < count; i++)
            pile[i] = 1 + (uint32_t)nash_rng_below(&rng, 13 / count + 1);
        struct kind_case c = {0};
        kind_solve(&c, NASH_FORMAT_JSON, say(text, "grundy", pile, count, round % 2 ? ",\"to_move\":\"MIN\"" : ""));
        const struct piles_answer *a = c.result.answer;
        bool wins = play_grundy(pile, count);
        if (wins != a->mover_wins)
            fail_msg("%s: %s", text, kind_word(&c, "summary"));
        assert_string_equal(kind_word(&c, "winner"), wins == (round % 2 == 0) ? "MAX" : "MIN");
        uint64_t winning = 0; /* number of winning splits; piles of equal size count once */
        for (uint32_t i = 0; i < count; i++) {
            uint32_t whole = pile[i];
            bool again = false;
            for (uint32_t k = 0; k < i; k++)
                again |= pile[k] == whole;
            for (uint32_t x = 1; 2 * x < whole && !again; x++) {
                pile[i] = whole - x, pile[count] = x;
                winning += !play_grundy(pile, count + 1);
            }
            pile[i] = whole;
        }
        if (!a->all_winning || a->winning != winning)
            fail_msg("%s: %zu winning moves, not %lu", text, a->winning, (unsigned long)winning);
        kind_free(&c);
    }
}

static void test_nim_positions(void **state)
{
    for (uint32_t code = 0; code < 5 * 5 * 5 * 5 * 2; code++) {
        char text[128];
        bool misere = code % 2;
        uint32_t pile[4] = {code / 2 % 5, code / 10 % 5, code / 50 % 5, code / 250 % 5}, winning = 0;
        struct kind_case c = {0};
        kind_solve(&c, NASH_FORMAT_JSON, say(text, "nim", pile, 4, misere ? ",\"misere\":true" : ""));
        const struct piles_answer *a = c.result.answer;
        if (play_nim(pile, 4, misere) != a->mover_wins)
            fail_msg("%s: %s", text, kind_word(&c, "summary"));
        for (uint32_t i = 0; i < 4; i++) {
            uint32_t whole = pile[i];
            bool again = false;
            for (uint32_t k = 0; k < i; k++)
                again |= pile[k] == whole;
            for (pile[i] = 0; pile[i] < whole && !again; pile[i]++)
                winning += !play_nim(pile, 4, misere);
            pile[i] = whole;
        }
        if (a->winning != winning)
            fail_msg("%s: %zu winning moves, not %u", text, a->winning, winning);
        kind_free(&c);
    }
}

/* ---- what the lecture shows ---- */

static void test_seven_with_min_to_move(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"grundy\",\"piles\":[7],\"to_move\":\"MIN\",\"tree\":true}");
    assert_string_equal(kind_word(&c, "winner"), "MAX");
    assert_int_equal(kind_int(&c, "value"), 0);
    assert_int_equal(kind_int(&c, "moves_count"), 3);
    assert_int_equal(kind_int(&c, "states/count"), 14);
    assert_int_equal(kind_int(&c, "states/terminals"), 3);
    assert_true(cJSON_IsTrue(kind_at(&c, "states/complete")));
    assert_string_equal(kind_word(&c, "states/nodes/0/to_move"), "MIN");
    assert_string_equal(kind_word(&c, "states/nodes/0/winner"), "MAX");
    assert_string_equal(kind_word(&c, "states/nodes/1/to_move"), "MAX");
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "states/nodes")), 14);
    kind_free(&c);
}

static void test_pairs_of_the_case_file(void **state)
{
    static const struct {
        const char *piles;
        int value;
    } said[] = {{"3,3", 0}, {"3,5", 3}, {"3,6", 0}, {"5,8", 0}, {"11,12,13", 0}, {"13,17,9", 0}};
    char text[96];
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        struct kind_case c = {0};
        sprintf(text, "{\"game\":\"grundy\",\"piles\":[%s]}", said[i].piles);
        kind_solve(&c, NASH_FORMAT_JSON, text);
        assert_int_equal(kind_int(&c, "value"), said[i].value);
        assert_string_equal(kind_word(&c, "winner"), said[i].value ? "MAX" : "MIN");
        kind_free(&c);
    }
}

/* A graph of states that exceeds its limit is marked incomplete; verify() checks that its states have the right
 * winners.
 */
static void test_states_that_do_not_fit(void **state)
{
    static const char *const piles[] = {"40", "1000,999", "500000"};
    char text[96];
    for (size_t i = 0; i < test_length(3, 3); i++) {
        struct kind_case c = {0};
        sprintf(text, "{\"game\":\"grundy\",\"piles\":[%s],\"tree\":true}", piles[i]);
        kind_solve(&c, NASH_FORMAT_JSON, text);
        assert_true(cJSON_IsFalse(kind_at(&c, "states/complete")));
        assert_false(kind_has(&c, "states/terminals"));
        assert_in_range(kind_int(&c, "states/count"), 1, STATES_MAX);
        kind_free(&c);
    }
}

static void test_a_million_piles(void **state)
{
    enum { COUNT = 1000000 };
    struct kind_case c = {0};
    char *text = malloc(COUNT * 8 + 64), *end = text + sprintf(text, "{\"game\":\"grundy\",\"piles\":[");
    struct nash_rng rng = test_rng();
    for (uint32_t i = 0; i < COUNT; i++)
        end += sprintf(end, "%s%u", i ? "," : "", 1 + (unsigned)nash_rng_below(&rng, 99999));
    strcpy(end, "]}");
    kind_solve(&c, NASH_FORMAT_JSON, text);
    assert_int_equal(kind_int(&c, "piles_count"), COUNT);
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "piles")), PILES_WRITTEN);
    kind_free(&c);
    free(text);
}

/* ---- the forms ---- */

static void test_refused(void **state)
{
    static const char many[] =
        "\"tree\":true,\"piles\":[3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,"
        "3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3]";
    game_refuses("grundy", many, NASH_UNPROCESSABLE, "/tree", "at most 64 piles, not of 65");
    for (unsigned i = 0; i < 2; i++) {
        const char *game = i ? "nim" : "grundy";
        game_refuses(game, "", NASH_INVALID, "", "missing");
        game_refuses(game, "\"piles\":7", NASH_INVALID, "/piles", "array");
        game_refuses(game, "\"piles\":[]", NASH_INVALID, "/piles", "at least one");
        game_refuses(game, "\"piles\":[1,\"2\"]", NASH_INVALID, "/piles/1", "");
        game_refuses(game, "\"piles\":[2,-3]", NASH_INVALID, "/piles/1", "not -3");
        game_refuses(game, "\"piles\":[2,4294967296]", NASH_INVALID, "/piles/1", "not 4294967296");
        game_refuses(game, "\"piles\":[7],\"to_move\":\"max\"", NASH_INVALID, "/to_move", "MIN");
        game_refuses(game, "\"piles\":[7],\"to_move\":1", NASH_INVALID, "/to_move", "MIN");
    }
    game_refuses("grundy", "\"piles\":[0,-3]", NASH_INVALID, "/piles/0", "from 1");
    game_refuses("grundy", "\"piles\":[7,10000001]", NASH_INVALID, "/piles/1", "10000000");
    game_refuses("grundy", "\"piles\":[7],\"tree\":1", NASH_INVALID, "/tree", "");
    game_refuses("nim", "\"piles\":[7],\"misere\":\"no\"", NASH_INVALID, "/misere", "");
}

static void test_keys(void **state)
{
    kind_keys(NASH_FORMAT_JSON, "{\"game\":\"grundy\",\"piles\":[7]}", NASH_FORMAT_JSON,
              "{\"game\":\"grundy\",\"to_move\":\"MAX\",\"tree\":false,\"piles\":[7]}", true);
    kind_keys(NASH_FORMAT_JSON, "{\"game\":\"grundy\",\"piles\":[7]}", NASH_FORMAT_JSON,
              "{\"game\":\"grundy\",\"to_move\":\"MIN\",\"piles\":[7]}", false);
    kind_keys(NASH_FORMAT_JSON, "{\"game\":\"grundy\",\"piles\":[7]}", NASH_FORMAT_JSON,
              "{\"game\":\"grundy\",\"tree\":true,\"piles\":[7]}", false);
    kind_keys(NASH_FORMAT_JSON, "{\"game\":\"grundy\",\"piles\":[7,8]}", NASH_FORMAT_JSON,
              "{\"game\":\"grundy\",\"piles\":[7,9]}", false);
    kind_keys(NASH_FORMAT_JSON, "{\"game\":\"nim\",\"piles\":[7]}", NASH_FORMAT_JSON,
              "{\"game\":\"nim\",\"piles\":[7],\"misere\":true}", false);
    kind_keys(NASH_FORMAT_JSON, "{\"game\":\"nim\",\"piles\":[7]}", NASH_FORMAT_JSON,
              "{\"game\":\"nim\",\"piles\":[7],\"misere\":false}", true);
}

/* ---- stops ---- */

/* Forces each stop check: while the table is filled, while a split is searched (the split of this pile is found late),
 * and in the graph of states. */
static void test_stops(void **state)
{
    static const char *const text[] = {"{\"game\":\"grundy\",\"piles\":[40000],\"tree\":true}",
                                       "{\"game\":\"grundy\",\"piles\":[900000,899999],\"tree\":true}"};
    struct kind_case c = {.run.force_check = GRUNDY_CHECK_FILL};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"grundy\",\"piles\":[9999999]}");
    assert_int_equal(c.run.last_check, GRUNDY_CHECK_FILL);
    assert_false(c.result.final);
    assert_true(cJSON_IsNull(kind_at(&c, "value")));
    assert_true(cJSON_IsTrue(kind_at(&c, "timeout")));
    assert_in_range(kind_int(&c, "statistics/values_filled"), 0, 9999999);
    kind_free(&c);
    c.run = (struct nash_run){.force_check = PILES_CHECK_STATES};
    kind_solve(&c, NASH_FORMAT_JSON, text[0]);
    assert_int_equal(c.run.last_check, PILES_CHECK_STATES);
    assert_false(c.result.final);
    assert_true(cJSON_IsFalse(kind_at(&c, "states/complete")));
    kind_free(&c);
    c.run = (struct nash_run){.force_check = PILES_CHECK_FIND};
    kind_solve(&c, NASH_FORMAT_JSON, text[1]);
    assert_int_equal(c.run.last_check, PILES_CHECK_FIND);
    assert_false(c.result.final);
    assert_false(kind_has(&c, "winning_moves"));
    kind_free(&c);
}

/* State of listen(), which checks that progress reports of the table are JSON with numbers that rise to the end. */
static uint32_t told, last_filled;

static void listen(struct nash_run *run, const char *json, size_t len)
{
    struct nash_error error;
    uint32_t filled;
    (void)run;
    assert_int_equal(nash_json_check(json, len, &error), NASH_OK);
    assert_int_equal(sscanf(json, "{\"engine\":\"table\",\"filled\":%u", &filled), 1);
    assert_true(filled > last_filled && filled <= 1200000 + GRUNDY_PIECE);
    last_filled = filled;
    told++;
}

static void test_progress(void **state)
{
    struct kind_case c = {.run.progress = listen};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"grundy\",\"piles\":[1200000]}");
    assert_in_range(told, 10, 300);
    told = 0;
    kind_free(&c);
    c.run = (struct nash_run){.progress = listen};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"grundy\",\"piles\":[1200000]}"); /* already in the table */
    assert_int_equal(told, 0);
    kind_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grundy_positions),
        cmocka_unit_test(test_nim_positions),
        cmocka_unit_test(test_seven_with_min_to_move),
        cmocka_unit_test(test_pairs_of_the_case_file),
        cmocka_unit_test(test_states_that_do_not_fit),
        cmocka_unit_test(test_a_million_piles),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
