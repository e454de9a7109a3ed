/* A match from request to result: counts, records, SPRT, failing engines, stops, bad requests. */
#include <string.h>

#include <nash/nash.h>
#include <solvers/hex/match/match.h>

#include "../base/test.h"
#include "harness/engines.h"

enum { ARENA_CAP = 512 << 20 };

static void read_test_match(struct reader *r, void **problem)
{
    *problem = hex_match_read(r, test_engines);
}

static struct form form;
static const struct form *const forms[] = {&form, NULL};

static enum nash_status parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    form = hex_form_match;
    form.read = read_test_match;
    return forms_parse(forms, doc, arena, problem, error);
}

static const struct nash_solver solver = {.kind = "hex",
                                          .title = "Hex",
                                          .version = "1",
                                          .limits = {.body_bytes = 1 << 20, .memory_bytes = ARENA_CAP},
                                          .parse = parse,
                                          .seeded = form_seeded,
                                          .canon = form_canon,
                                          .solve = form_solve,
                                          .verify = form_verify,
                                          .describe = form_describe,
                                          .write = form_write};

/* The statistics have the moves that each engine made in the records after the openings. Removes them, since they have
 * times. */
static void take_costs(cJSON *json)
{
    cJSON *statistics = cJSON_DetachItemFromObjectCaseSensitive(json, "statistics"), *record;
    double moves[2] = {0};
    cJSON_ArrayForEach(record, cJSON_GetObjectItemCaseSensitive(json, "records"))
    {
        unsigned ply = (unsigned)cJSON_GetObjectItemCaseSensitive(record, "opening")->valueint;
        unsigned plies = (unsigned)cJSON_GetObjectItemCaseSensitive(record, "plies")->valueint;
        unsigned black = cJSON_GetObjectItemCaseSensitive(record, "black")->valuestring[0] == 'b';
        for (; ply < plies; ply++)
            moves[ply % 2 ? 1 - black : black]++;
    }
    for (unsigned engine = 0; engine < 2; engine++) {
        const cJSON *cost = cJSON_GetObjectItemCaseSensitive(statistics, engine ? "b" : "a");
        assert_true(cJSON_GetObjectItemCaseSensitive(cost, "moves")->valuedouble == moves[engine]);
        assert_true(cJSON_GetObjectItemCaseSensitive(cost, "cpu_us")->valuedouble >= 0);
    }
    cJSON_Delete(statistics);
}

/* Returns the status of a request; *json is its result, if it has one. */
static enum nash_status ask(const char *request, struct nash_run *run, cJSON **json, struct nash_error *error)
{
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_result result = {0};
    void *problem = NULL;
    bool final;
    *json = NULL;
    *error = (struct nash_error){0};
    run->arena = nash_arena_new(ARENA_CAP);
    assert_non_null(run->arena);
    enum nash_status status =
        nash_solve_begin(&solver, NASH_FORMAT_JSON, request, strlen(request), run, &problem, error);
    if (status == NASH_OK) {
        status = solver.solve(problem, run, &result, error);
        status = nash_solve_end(&solver, problem, status, &result, false, &out, &final, error);
        if (status != NASH_OK)
            fail_msg("%s: %s", request, error->detail);
        *json = cJSON_Parse(nash_buf_cstr(&out));
        assert_non_null(*json);
        take_costs(*json);
    }
    nash_buf_free(&out);
    nash_arena_free(run->arena);
    return status;
}

static cJSON *ask_ok(const char *request, uint64_t seed)
{
    struct nash_run run = {.seed = seed};
    struct nash_error error;
    cJSON *json;
    enum nash_status status = ask(request, &run, &json, &error);
    if (status != NASH_OK)
        fail_msg("%s: %s %s", request, error.pointer, error.detail);
    return json;
}

static double number_at(const cJSON *json, const char *path)
{
    char copy[100], *at = copy, *rest;
    snprintf(copy, sizeof copy, "%s", path);
    while ((at = strtok_r(at, ".", &rest))) {
        json = cJSON_GetObjectItemCaseSensitive(json, at);
        if (!json)
            fail_msg("the result has no %s", path);
        at = NULL;
    }
    return json->valuedouble;
}

static void counts_are_those_of_the_records(void **state)
{
    static const char *const requests[] = {
        "{\"size\":5,\"match\":{\"a\":{\"engine\":\"first\"},\"b\":{\"engine\":\"last\"}}}",
        "{\"size\":7,\"match\":{\"a\":{\"engine\":\"dice\"},\"b\":{\"engine\":\"first\"},\"games\":50,\"first\":25}}",
        "{\"rows\":3,\"cols\":6,\"match\":{\"a\":{\"engine\":\"dice\"},\"b\":{\"engine\":\"dice\"},\"games\":41,"
        "\"first\":7}}",
        "{\"size\":4,\"swap\":true,\"match\":{\"a\":{\"engine\":\"dice\"},\"b\":{\"engine\":\"pessimist\"},\"games\":"
        "200}}",
        "{\"size\":5,\"match\":{\"a\":{\"engine\":\"dice\"},\"b\":{\"engine\":\"dice\"},\"games\":9,"
        "\"openings\":[\"\",\"a1 b2 c3\",\"c3\"]}}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        cJSON *json = ask_ok(requests[i], 5), *again = ask_ok(requests[i], 5), *record;
        unsigned games = 0, wins = 0, black = 0, black_wins = 0;
        assert_true(cJSON_Compare(json, again, true));
        cJSON_ArrayForEach(record, cJSON_GetObjectItemCaseSensitive(json, "records"))
        {
            bool is_black = *cJSON_GetObjectItemCaseSensitive(record, "black")->valuestring == 'a';
            bool won = *cJSON_GetObjectItemCaseSensitive(record, "won_by")->valuestring == 'a';
            games++;
            wins += won;
            black += is_black;
            black_wins += won && is_black;
        }
        assert_true(games == number_at(json, "games") && games == number_at(json, "planned"));
        assert_true(wins == number_at(json, "a.wins") && games - wins == number_at(json, "b.wins"));
        assert_true(black == number_at(json, "a.as_black.games") && black == number_at(json, "b.as_white.games"));
        assert_true(black_wins == number_at(json, "a.as_black.wins"));
        cJSON_Delete(json);
        cJSON_Delete(again);
    }
}

/* No two games of greedy players are the same. */
static void greedy_players_do_not_repeat_a_game(void **state)
{
    cJSON *json =
        ask_ok("{\"size\":6,\"match\":{\"a\":{\"engine\":\"first\"},\"b\":{\"engine\":\"last\"},\"games\":72}}", 1);
    const cJSON *records = cJSON_GetObjectItemCaseSensitive(json, "records"), *one, *other;
    (void)state;
    for (one = records->child; one; one = one->next)
        for (other = one->next; other; other = other->next)
            if (cJSON_Compare(cJSON_GetObjectItemCaseSensitive(one, "moves"),
                              cJSON_GetObjectItemCaseSensitive(other, "moves"), true))
                assert_false(cJSON_Compare(cJSON_GetObjectItemCaseSensitive(one, "black"),
                                           cJSON_GetObjectItemCaseSensitive(other, "black"), true));
    cJSON_Delete(json);
}

static void failures_lose_games_not_the_match(void **state)
{
    cJSON *json = ask_ok("{\"size\":5,\"match\":{\"a\":{\"engine\":\"poor\",\"nodes\":3},\"b\":{\"engine\":\"dice\"},"
                         "\"games\":10}}",
                         1);
    const cJSON *record;
    (void)state;
    assert_true(number_at(json, "b.wins") == 10 && number_at(json, "a.failures") == 10);
    cJSON_ArrayForEach(record, cJSON_GetObjectItemCaseSensitive(json, "records"))
        assert_string_equal(cJSON_GetObjectItemCaseSensitive(record, "failure")->valuestring, "out of memory");
    assert_true(
        cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(json, "elo"), "difference")));
    cJSON_Delete(json);
}

static void sprt_ends_the_match(void **state)
{
    cJSON *json = ask_ok("{\"size\":5,\"match\":{\"a\":{\"engine\":\"dice\"},\"b\":{\"engine\":\"mute\",\"nodes\":1},"
                         "\"games\":400,\"sprt\":{\"elo0\":0,\"elo1\":200}}}",
                         1);
    (void)state;
    /* a wins each game: the ratio grows by log(2 p1), p1 = 0.7597, and the bound is log(19), after 8 games */
    assert_true(number_at(json, "games") == 8 && number_at(json, "a.wins") == 8);
    const cJSON *sprt = cJSON_GetObjectItemCaseSensitive(json, "sprt");
    assert_string_equal(cJSON_GetObjectItemCaseSensitive(sprt, "decision")->valuestring, "accept");
    cJSON_Delete(json);
}

/* A stopped match has the games up to there. */
static void stopped_matches_have_their_games(void **state)
{
    struct nash_run run = {.node_limit = 200};
    struct nash_error error;
    cJSON *json;
    (void)state;
    assert_int_equal(
        ask("{\"size\":7,\"match\":{\"a\":{\"engine\":\"first\"},\"b\":{\"engine\":\"last\"},\"games\":50}}", &run,
            &json, &error),
        NASH_OK);
    assert_true(number_at(json, "games") > 0 && number_at(json, "games") < 50);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "timeout")));
    cJSON_Delete(json);
}

static void bad_requests_name_their_place(void **state)
{
#define PLAYERS "\"a\":{\"engine\":\"first\"},\"b\":{\"engine\":\"last\"}"
    static const struct {
        const char *request, *pointer;
        enum nash_status status;
    } cases[] = {
        {"{\"size\":5,\"match\":{\"a\":{\"engine\":\"first\"}}}", "/match", NASH_INVALID},
        {"{\"size\":5,\"match\":{\"a\":{\"engine\":\"gnome\"},\"b\":{\"engine\":\"last\"}}}", "/match/a/engine",
         NASH_INVALID},
        {"{\"size\":5,\"match\":{\"a\":{},\"b\":{\"engine\":\"last\"}}}", "/match/a", NASH_INVALID},
        {"{\"size\":20,\"match\":{" PLAYERS "}}", "/size", NASH_INVALID},
        {"{\"size\":5,\"rows\":5,\"match\":{" PLAYERS "}}", "", NASH_INVALID},
        {"{\"size\":5,\"moves\":[],\"match\":{" PLAYERS "}}", "/moves", NASH_INVALID},
        {"{\"size\":5,\"match\":{" PLAYERS ",\"games\":0}}", "/match/games", NASH_INVALID},
        {"{\"size\":5,\"match\":{" PLAYERS ",\"games\":5,\"first\":6}}", "/match/first", NASH_UNPROCESSABLE},
        {"{\"size\":5,\"match\":{" PLAYERS ",\"games\":51,\"first\":25}}", "/match/games", NASH_UNPROCESSABLE},
        {"{\"size\":5,\"match\":{" PLAYERS ",\"games\":4,\"openings\":[\"a1\",\"A1\"]}}", "/match/openings/1",
         NASH_UNPROCESSABLE},
        {"{\"size\":5,\"match\":{" PLAYERS ",\"games\":2,\"openings\":[\"a1 b2 a1\"]}}", "/match/openings/0",
         NASH_UNPROCESSABLE},
        {"{\"size\":5,\"match\":{" PLAYERS ",\"games\":2,\"openings\":[\"a1 f1\"]}}", "/match/openings/0",
         NASH_UNPROCESSABLE},
        {"{\"size\":5,\"match\":{" PLAYERS ",\"games\":2,\"openings\":[\"a1 swap\"]}}", "/match/openings/0",
         NASH_UNPROCESSABLE},
        {"{\"size\":2,\"match\":{" PLAYERS ",\"games\":2,\"openings\":[\"a1 b1 a2\"]}}", "/match/openings/0",
         NASH_UNPROCESSABLE},
        {"{\"size\":2,\"match\":{" PLAYERS ",\"games\":2,\"openings\":[]}}", "/match/openings", NASH_INVALID},
        {"{\"size\":2,\"match\":{" PLAYERS ",\"games\":2,\"openings\":[1]}}", "/match/openings/0", NASH_INVALID},
        {"{\"size\":5,\"match\":{" PLAYERS ",\"sprt\":{\"elo0\":50}}}", "/match/sprt/elo1", NASH_UNPROCESSABLE},
        {"{\"size\":5,\"match\":{" PLAYERS ",\"shards\":[\"moon\"]}}", "/match/shards/0", NASH_INVALID},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct nash_run run = {0};
        struct nash_error error;
        cJSON *json;
        enum nash_status status = ask(cases[i].request, &run, &json, &error);
        if (status != cases[i].status || strcmp(error.pointer, cases[i].pointer) != 0)
            fail_msg("%s: status %d at \"%s\": %s", cases[i].request, status, error.pointer, error.detail);
    }
}

/* Every change to an answer is found: of a move, a winner, a count, an opening. */
static void false_answers_are_found(void **state)
{
    static const char request[] =
        "{\"size\":5,\"match\":{\"a\":{\"engine\":\"dice\"},\"b\":{\"engine\":\"last\"},\"games\":6}}";
    struct nash_run run = {.arena = nash_arena_new(ARENA_CAP), .seed = 3};
    struct nash_error error = {0};
    struct nash_result result = {0};
    void *problem;
    (void)state;
    assert_int_equal(nash_solve_begin(&solver, NASH_FORMAT_JSON, request, strlen(request), &run, &problem, &error),
                     NASH_OK);
    assert_int_equal(solver.solve(problem, &run, &result, &error), NASH_OK);
    assert_int_equal(solver.verify(problem, &result, &error), NASH_OK);
    struct hex_match_answer *a = result.answer;
    for (unsigned i = 0; i < 6; i++) {
        struct hex_game *game = &a->game[i], kept = *game;
        game->winner = hex_other(game->winner);
        assert_int_equal(solver.verify(problem, &result, &error), NASH_INTERNAL);
        *game = kept;
        game->move[game->plies - 1] = game->move[0];
        assert_int_equal(solver.verify(problem, &result, &error), NASH_INTERNAL);
        *game = kept;
        game->plies--;
        assert_int_equal(solver.verify(problem, &result, &error), NASH_INTERNAL);
        *game = kept;
        game->black = !game->black;
        assert_int_equal(solver.verify(problem, &result, &error), NASH_INTERNAL);
        *game = kept;
    }
    a->wins[0][0]++;
    assert_int_equal(solver.verify(problem, &result, &error), NASH_INTERNAL);
    a->wins[0][0]--;
    for (unsigned i = 0; i < 6; i++)
        a->game[i].seed++;
    assert_int_equal(solver.verify(problem, &result, &error), NASH_INTERNAL);
    nash_arena_free(run.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_of_the_records),   cmocka_unit_test(greedy_players_do_not_repeat_a_game),
        cmocka_unit_test(failures_lose_games_not_the_match), cmocka_unit_test(sprt_ends_the_match),
        cmocka_unit_test(stopped_matches_have_their_games),  cmocka_unit_test(bad_requests_name_their_place),
        cmocka_unit_test(false_answers_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
