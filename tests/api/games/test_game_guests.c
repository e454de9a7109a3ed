/* Guests of games: an invitation admits them, and to what it does not. */
#include "../../unit/base/folder.h"
#include "../harness/key.h"
#include "game.h"

/* A game that an earlier version stored has no invitation, so it admits no guest; it is played as before. */
static void test_older_game(void **state)
{
    struct game game = game_new("{\"game\":\"tictactoe\"}");
    char path[128];
    assert_int_equal(
        database_run(&d, "UPDATE document SET meta = CAST(json_remove(CAST(meta AS TEXT), '$.invite') AS BLOB) "
                         "WHERE json_extract(CAST(meta AS TEXT), '$.made') = 0"),
        1);
    struct answer answer = game_get(&game);
    assert_null(answer_member(&answer, "invite"));
    answer_free(&answer);
    static const char *const wrongs[] = {"", "0123456789abcdef0123456789abcdef"};
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s?invite=%s", game.path, wrongs[i]);
        answer = ask_get(d.port, path);
        expect_problem(&answer, 404, "game-not-found");
        answer_free(&answer);
    }
    game_make(&game, 1, "4 0");
    expect_moves(&game, "4 0");
}

/* Writes the invitation of the game in a reply, and "" if it has none. */
static void invite_of(const struct answer *answer, char *out, size_t size)
{
    snprintf(out, size, "%s", answer_text(answer, "invite"));
}

/* An invitation admits a guest to one game, without a key or with that of another owner, but not to its removal; it is
 * not shown to the guest. A wrong one is refused like a stranger. */
static void test_invitation(void **state)
{
    struct daemon server = {0};
    char file[128], alice[160], bob[160], path[64], invite[64], at[192], seen[64];
    assert_true(test_folder(server.folder, sizeof server.folder, "nashd-test"));
    snprintf(file, sizeof file, "%s/keys", server.folder);
    make_key(file, "alice", "", alice);
    make_key(file, "bob", "", bob);
    memcpy(server.args, (const char *[]){"--api-keys", file}, 2 * sizeof *server.args);
    daemon_start(&server);
    struct answer answer = as(&server, alice, "POST", "/v1/games", "{\"game\":\"hex\",\"size\":3}");
    expect_status(&answer, 201);
    snprintf(path, sizeof path, "%s", reply_header(&answer.reply, "Location"));
    invite_of(&answer, invite, sizeof invite);
    assert_int_equal(strlen(invite), 32);
    assert_int_equal(strspn(invite, "0123456789abcdef"), 32);
    answer_free(&answer);
    answer = as(&server, alice, "POST", "/v1/games", "{\"game\":\"hex\"}");
    invite_of(&answer, seen, sizeof seen);
    assert_string_not_equal(seen, invite);
    answer_free(&answer);

    static const char *const wrongs[] = {"", "0", "0123456789abcdef0123456789abcdef",
                                         "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789"};
    static const struct {
        const char *method, *tail, *body;
        int status;
    } calls[] = {
        {"GET", "", NULL, 200},     {"GET", "/record", NULL, 200}, {"POST", "/moves", "{\"move\":\"a1\"}", 200},
        {"POST", "/undo", "", 200}, {"POST", "/redo", "", 200},    {"POST", "/engine", "", 409}};
    static const char none[] = "X-None: 1";
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        for (size_t w = 0; w < 4; w++) {
            snprintf(at, sizeof at, "%s%s?invite=%s", path, calls[i].tail, wrongs[w]);
            answer = as(&server, w % 2 == 0 ? none : bob, calls[i].method, at, calls[i].body);
            expect_problem(&answer, 404, "game-not-found");
            answer_free(&answer);
        }
        snprintf(at, sizeof at, "%s%s", path, calls[i].tail);
        answer = as(&server, none, calls[i].method, at, calls[i].body);
        expect_problem(&answer, 401, "unauthorized");
        answer_free(&answer);
        snprintf(at, sizeof at, "%s%s?invite=%s", path, calls[i].tail, invite);
        answer = as(&server, i % 2 == 0 ? none : bob, calls[i].method, at, calls[i].body);
        expect_status(&answer, calls[i].status);
        assert_null(strstr(answer.reply.body, invite));
        answer_free(&answer);
    }
    snprintf(at, sizeof at, "%s?invite=%s", path, invite);
    answer = as(&server, none, "DELETE", at, NULL);
    expect_problem(&answer, 401, "unauthorized");
    answer_free(&answer);
    answer = as(&server, bob, "DELETE", path, NULL);
    expect_problem(&answer, 404, "game-not-found");
    answer_free(&answer);
    answer = as(&server, "Authorization: Bearer wrong", "GET", at, NULL);
    expect_problem(&answer, 401, "unauthorized");
    answer_free(&answer);
    answer = as(&server, alice, "GET", at, NULL); /* the owner may send it, too */
    expect_status(&answer, 200);
    assert_int_equal(game_number(&answer, "moves_made"), 1);
    answer_free(&answer);
    answer = as(&server, alice, "GET", "/v1/games", NULL);
    assert_null(strstr(answer.reply.body, "invite"));
    answer_free(&answer);

    daemon_kill(&server);
    daemon_start(&server);
    answer = as(&server, alice, "GET", path, NULL);
    invite_of(&answer, seen, sizeof seen);
    assert_string_equal(seen, invite);
    answer_free(&answer);
    daemon_stop(&server);
    daemon_remove(&server);
}

/* The events of the owner have the invitation, those of a guest have not. Without keys the same holds. */
static void test_events_of_guest(void **state)
{
    struct game game = game_new("{\"game\":\"hex\",\"size\":3}");
    struct answer answer = game_get(&game);
    struct listener listeners[2];
    char invite[64];
    snprintf(invite, sizeof invite, "%s", answer_text(&answer, "invite"));
    assert_int_equal(strlen(invite), 32);
    answer_free(&answer);
    for (int i = 0; i < 2; i++) {
        snprintf(listeners[i].path, sizeof listeners[i].path, "%s/events%s%s", game.path, i > 0 ? "?invite=" : "",
                 i > 0 ? invite : "");
        assert_int_equal(pthread_create(&listeners[i].thread, NULL, listen_to, &listeners[i]), 0);
    }
    sleep_ms(200);
    game_make(&game, 1, "b2");
    sleep_ms(200);
    answer = ask(d.port, "DELETE", game.path, NULL, NULL);
    expect_status(&answer, 204);
    answer_free(&answer);
    for (int i = 0; i < 2; i++) {
        pthread_join(listeners[i].thread, NULL);
        const char *body = listeners[i].answer.reply.body;
        assert_non_null(strstr(body, "id: 2\n"));
        assert_non_null(strstr(body, "event: removed\n"));
        assert_int_equal(strstr(body, invite) != NULL, i == 0);
        assert_int_equal(strstr(body, "invite") != NULL, i == 0);
        answer_free(&listeners[i].answer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_older_game), cmocka_unit_test(test_invitation),
                                       cmocka_unit_test(test_events_of_guest)};
    d = (struct daemon){.args = {"--grace", "1"}};
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
