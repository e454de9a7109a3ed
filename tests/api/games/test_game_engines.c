/* Engines of games: a reply that waits for their move, resigning while they think, games of Hex, kills while they
 * think. */
#include "game.h"

static const char quick[] =
    "{\"game\":\"hex\",\"size\":5,\"players\":{\"white\":{\"engine\":\"uct\",\"iterations\":300}}}";
/* An engine that thinks longer than any test. */
static const char slow[] =
    "{\"game\":\"hex\",\"size\":11,\"players\":{\"white\":{\"engine\":\"uct\",\"iterations\":100000000}}}";

/* Moves with a preference to wait; any version. */
static struct answer move_and_wait(const struct game *game, const char *move, const char *prefer)
{
    char path[96], body[64];
    const char *const headers[] = {"Content-Type: application/json", "If-Match: *", prefer, NULL};
    snprintf(path, sizeof path, "%s/moves", game->path);
    snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
    return ask(d.port, "POST", path, headers, body);
}

static void expect_version(const struct answer *answer, int version, bool thinking)
{
    char etag[16];
    expect_status(answer, 200);
    snprintf(etag, sizeof etag, "\"%d\"", version);
    assert_string_equal(reply_header(&answer->reply, "ETag"), etag);
    assert_int_equal(game_number(answer, "version"), version);
    assert_int_equal(cJSON_IsTrue(answer_member(answer, "thinking")), thinking);
}

static void until_thinking_ends(void)
{
    for (int i = 0; i < 500; i++) {
        struct answer answer = ask_get(d.port, "/metrics");
        bool none = strstr(answer.reply.body, "nashd_games_thinking 0\n") != NULL &&
                    strstr(answer.reply.body, "nashd_jobs{status=\"running\"} 0\n") != NULL;
        answer_free(&answer);
        if (none)
            return;
        sleep_ms(10);
    }
    fail_msg("an engine still thinks");
}

/* ---- waiting ---- */

/* The reply has the engine's move; also that of a new game which the engine begins. */
static void test_wait_for_move(void **state)
{
    struct game game = game_new(quick);
    for (int version = 3; version <= 5; version += 2) {
        struct answer answer = game_get(&game);
        const cJSON *legal = answer_member(&answer, "legal");
        struct answer reply = move_and_wait(&game, cJSON_GetArrayItem(legal, 12)->valuestring, "Prefer: wait=30");
        answer_free(&answer);
        expect_version(&reply, version, false);
        assert_string_equal(reply_header(&reply.reply, "Preference-Applied"), "wait=30");
        assert_int_equal(game_number(&reply, "moves_made"), version - 1);
        answer_free(&reply);
    }
    struct answer answer =
        ask_json_with(d.port, "/v1/games", "Prefer: wait=30",
                      "{\"game\":\"hex\",\"size\":5,\"players\":{\"black\":{\"engine\":\"resistance\"}}}");
    expect_status(&answer, 201);
    assert_int_equal(game_number(&answer, "moves_made"), 1);
    assert_string_equal(reply_header(&answer.reply, "ETag"), "\"2\"");
    answer_free(&answer);
}

/* Nothing is waited for without the preference, without an engine, or after a refused move; and no longer than
 * preferred. */
static void test_wait_ends(void **state)
{
    struct game game = game_new(slow);
    struct answer answer = move_and_wait(&game, "a1", "Prefer: wait=0");
    expect_version(&answer, 2, true);
    answer_free(&answer);
    answer = move_and_wait(&game, "b1", "Prefer: wait=30");
    expect_problem(&answer, 409, "wrong-turn");
    answer_free(&answer);
    struct game other = game_new(slow);
    answer = move_and_wait(&other, "a1", "Prefer: wait=1");
    expect_version(&answer, 2, true);
    assert_int_equal(game_number(&answer, "moves_made"), 1);
    answer_free(&answer);
    struct game people = game_new("{\"game\":\"nim\"}");
    answer = move_and_wait(&people, "5->4", "Prefer: wait=30");
    expect_version(&answer, 2, false);
    answer_free(&answer);
    struct game *const all[] = {&game, &other, &people};
    for (int i = 0; i < 3; i++) {
        answer = ask(d.port, "DELETE", all[i]->path, NULL, NULL);
        expect_status(&answer, 204);
        answer_free(&answer);
    }
    until_thinking_ends();
}

struct waiter {
    pthread_t thread;
    const struct game *game;
    struct answer answer;
};

static void *wait_main(void *context)
{
    struct waiter *waiter = context;
    waiter->answer = move_and_wait(waiter->game, "a1", "Prefer: wait=60");
    return NULL;
}

/* Starts the wait, and returns when its move is made. */
static void waiter_start(struct waiter *waiter)
{
    assert_int_equal(pthread_create(&waiter->thread, NULL, wait_main, waiter), 0);
    for (int version = 1; version < 2;) {
        struct answer answer = game_get(waiter->game);
        version = game_number(&answer, "version");
        answer_free(&answer);
    }
}

/* Another client that changes the game ends the wait with the state that it leaves. One that removes it ends the wait,
 * too; the reply is the state after the move. */
static void test_wait_is_interrupted(void **state)
{
    static const struct {
        const char *verb;
        int moves; /* in the reply */
    } changes[] = {{"/undo", 0}, {"/moves", 2}, {"", 1}};
    for (size_t i = 0; i < 3; i++) {
        struct game game = game_new(slow);
        struct waiter waiter = {.game = &game};
        waiter_start(&waiter);
        struct answer answer = i == 2 ? ask(d.port, "DELETE", game.path, NULL, NULL)
                                      : game_post(&game, changes[i].verb, 2, i == 1 ? "{\"move\":\"resign\"}" : "");
        expect_status(&answer, i == 2 ? 204 : 200);
        answer_free(&answer);
        pthread_join(waiter.thread, NULL);
        expect_version(&waiter.answer, i == 2 ? 2 : 3, i == 2);
        assert_int_equal(game_number(&waiter.answer, "moves_made"), changes[i].moves);
        answer_free(&waiter.answer);
    }
    until_thinking_ends();
}

/* A server that stops answers with the game as it is. */
static void test_wait_while_stopping(void **state)
{
    struct game game = game_new(slow);
    struct waiter waiter = {.game = &game};
    waiter_start(&waiter);
    daemon_stop(&d);
    pthread_join(waiter.thread, NULL);
    expect_version(&waiter.answer, 2, true);
    answer_free(&waiter.answer);
    daemon_start(&d);
    struct answer answer = game_post(&game, "/undo", 2, "");
    expect_version(&answer, 3, false);
    answer_free(&answer);
    until_thinking_ends();
}

/* ---- resigning ---- */

/* A person resigns while the engine thinks, which stops its job; undo takes the resignation and the person's own move
 * back. Neither side can make an engine resign. */
static void test_resign_while_thinking(void **state)
{
    struct game game = game_new(slow);
    int version = game_make(&game, 1, "a1");
    struct answer answer = game_move(&game, version, "resign white");
    expect_problem(&answer, 409, "wrong-turn");
    answer_free(&answer);
    answer = game_move(&game, version, "resign");
    expect_version(&answer, version + 1, false);
    answer_free(&answer);
    expect_result(&game, "white", "resigned");
    expect_moves(&game, "a1 resign black");
    until_thinking_ends();
    answer = game_move(&game, version + 1, "resign");
    expect_problem(&answer, 409, "game-over");
    answer_free(&answer);
    daemon_kill(&d);
    daemon_start(&d);
    expect_result(&game, "white", "resigned");
    answer = game_post(&game, "/undo", version + 1, "");
    expect_version(&answer, version + 2, false);
    assert_int_equal(game_number(&answer, "redo"), 2);
    answer_free(&answer);
    answer = game_post(&game, "/redo", version + 2, "");
    expect_version(&answer, version + 3, false);
    answer_free(&answer);
    expect_result(&game, "white", "resigned");
    struct game people = game_new("{\"game\":\"hex\",\"size\":3}");
    game_make(&people, 1, "a1");
    answer = game_move(&people, 2, "resign black"); /* white is to move */
    expect_version(&answer, 3, false);
    answer_free(&answer);
    expect_result(&people, "white", "resigned");
}

/* ---- Hex ---- */

/* Every pair of engines plays a game of Hex to its end. */
static void test_hex_engines(void **state)
{
    static const char *const engines[] = {"{\"engine\":\"random\"}",
                                          "{\"engine\":\"resistance\"}",
                                          "{\"engine\":\"uct\",\"iterations\":200}",
                                          "{\"engine\":\"dqn\"}",
                                          "{\"engine\":\"dqn+search\",\"simulations\":20}",
                                          "{\"engine\":\"exact\"}"};
    enum { ENGINES = sizeof engines / sizeof *engines };
    for (size_t i = 0; i < ENGINES * ENGINES; i++) {
        char body[256];
        snprintf(body, sizeof body, "{\"game\":\"hex\",\"size\":4,\"swap\":%s,\"players\":{\"black\":%s,\"white\":%s}}",
                 i % 3 == 0 ? "true" : "false", engines[i / ENGINES], engines[i % ENGINES]);
        struct game game = game_new(body);
        struct answer answer = game_until_quiet(&game);
        assert_true(answer_member(&answer, "error") == NULL);
        assert_string_equal(answer_text2(&answer, "result", "why"), "connected");
        if (i / ENGINES == ENGINES - 1 && i % 3 != 0) /* the first player wins every square board */
            assert_string_equal(answer_text2(&answer, "result", "winner"), "black");
        answer_free(&answer);
    }
}

/* Plays five moves against an engine; in each of its turns the server is killed, after a longer time of thinking each
 * time. Writes all moves. */
static void play_with_kills(const struct game *game, bool kill, char *moves, size_t size)
{
    static const char *const cells[] = {"a7", "d4", "c5", "e2", "b6", "d6", "e3", "c3", "f2", "g1"};
    struct answer answer = game_get(game);
    int version = 1, made = 0;
    for (size_t i = 0; i < sizeof cells / sizeof *cells && made < 5; i++) {
        answer_free(&answer);
        answer = game_move(game, version, cells[i]);
        if (answer.status == 422) /* the engine has taken this cell */
            continue;
        expect_version(&answer, version + 1, true);
        if (kill) {
            sleep_ms(6 * made);
            daemon_kill(&d);
            daemon_start(&d);
        }
        answer_free(&answer);
        answer = game_until_quiet(game);
        expect_version(&answer, version + 2, false);
        assert_true(answer_member(&answer, "error") == NULL);
        version += 2;
        made++;
        assert_int_equal(game_number(&answer, "moves_made"), 2 * made);
    }
    assert_int_equal(made, 5);
    char *text = cJSON_PrintUnformatted(answer_member(&answer, "moves"));
    snprintf(moves, size, "%s", text);
    free(text);
    answer_free(&answer);
}

/* An engine that thinks when the server is killed moves once, and as it moves without a kill: its seed is fixed, and no
 * answer is taken from the game before. */
static void test_killed_while_thinking(void **state)
{
    static const char body[] = "{\"game\":\"hex\",\"size\":7,\"players\":{\"white\":"
                               "{\"engine\":\"uct\",\"iterations\":15000,\"job\":{\"seed\":5,\"fresh\":true}}}}";
    char moves[2][256];
    for (int kill = 0; kill < 2; kill++) {
        struct game game = game_new(body);
        play_with_kills(&game, kill == 1, moves[kill], sizeof moves[kill]);
    }
    assert_string_equal(moves[0], moves[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wait_for_move),         cmocka_unit_test(test_wait_ends),
        cmocka_unit_test(test_wait_is_interrupted),   cmocka_unit_test(test_wait_while_stopping),
        cmocka_unit_test(test_resign_while_thinking), cmocka_unit_test(test_hex_engines),
        cmocka_unit_test(test_killed_while_thinking),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
