/* Games: every game to its end, refused requests, undo and redo, swap, two clients at one position, engines, a killed
 * server, events. */
#include "../../unit/base/folder.h"
#include "../harness/key.h"
#include "game.h"

/* ---- playing ---- */

static void test_whole_games(void **state)
{
    static const struct {
        const char *body, *moves, *winner, *why;
    } games[] = {
        {"{\"game\":\"hex\",\"size\":3}", "a1 b1 a2 b2 a3", "black", "connected"},
        {"{\"game\":\"hex\",\"size\":3,\"swap\":true}", "a3 swap b1 a2 c3 b2", "white", "connected"},
        {"{\"game\":\"hex\",\"rows\":2,\"cols\":3}", "a1 b1 a2", "black", "connected"},
        {"{\"game\":\"connect4\"}", "4 3 4 3 4 3 4", "x", "line"},
        {"{\"game\":\"tictactoe\"}", "4 0 2 6 3 5 1 7 8", "", "full"},
        {"{\"game\":\"grundy\",\"piles\":[7]}", "7->3+4 4->1+3 3->1+2 3->1+2", "second", "no-move"},
        {"{\"game\":\"nim\",\"piles\":[5],\"take\":3,\"misere\":true}", "5->4 4->1 1->0", "second", "no-move"},
        {"{\"game\":\"connect4\"}", "4 resign", "x", "resigned"},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct game game = game_new(games[i].body);
        int version = game_make(&game, 1, games[i].moves);
        expect_moves(&game, games[i].moves);
        expect_result(&game, games[i].winner, games[i].why);
        struct answer late = game_move(&game, version, "4");
        expect_problem(&late, 409, "game-over");
        answer_free(&late);
    }
}

/* Reads the record with a header and a query, such as "?format=sgf"; it must have this status and body, if not NULL. */
static void expect_record(const struct game *game, const char *query, const char *accept, int status, const char *type,
                          const char *body)
{
    char path[128];
    const char *const headers[] = {accept, NULL};
    snprintf(path, sizeof path, "%s/record%s", game->path, query);
    struct answer answer = ask(d.port, "GET", path, headers, NULL);
    expect_status(&answer, status);
    assert_non_null(strstr(reply_header(&answer.reply, "Content-Type"), type));
    if (body != NULL)
        assert_string_equal(answer.reply.body, body);
    answer_free(&answer);
}

static void test_record(void **state)
{
    static const char sgf[] = "(;FF[4]GM[11]CA[UTF-8]SZ[5]PB[human]PW[human]RE[B+R]\n"
                              ";B[a5];W[swap-pieces];B[c3];W[resign])\n";
    static const char link[] = "https://hexworld.org/board/#5c1,a5:sc3:rw\n";
    static const char htp[] = "boardsize 5 5\nplay black a5\nplay white swap-pieces\nplay black c3\n"
                              "play white resign\n";
    struct game game = game_new("{\"game\":\"hex\",\"size\":5,\"swap\":true}");
    game_make(&game, 1, "a5 swap c3 resign");
    static const char json[] = "{\"game\":\"hex\",\"settings\":{\"size\":5,\"swap\":true},"
                               "\"moves\":[\"a5\",\"swap\",\"c3\",\"resign\"],\"winner\":\"black\"}\n";
    expect_record(&game, "", NULL, 200, "application/json", json);
    expect_record(&game, "?format=json", "Accept: image/png", 200, "application/json", json);
    expect_record(&game, "?format=sgf", NULL, 200, "application/x-go-sgf", sgf);
    expect_record(&game, "?format=hexworld", NULL, 200, "text/uri-list", link);
    expect_record(&game, "?format=htp", NULL, 200, "text/plain", htp);
    expect_record(&game, "", "Accept: application/x-go-sgf, */*", 200, "application/x-go-sgf", sgf);
    expect_record(&game, "", "Accept: text/plain", 200, "text/plain", htp);
    expect_record(&game, "", "Accept: text/*", 200, "text/uri-list", link);
    expect_record(&game, "", "Accept: application/*", 200, "application/json", json);
    expect_record(&game, "?format=pgn", NULL, 406, "application/problem+json", NULL);
    expect_record(&game, "", "Accept: image/png", 406, "application/problem+json", NULL);
    game = game_new("{\"game\":\"nim\"}");
    expect_record(&game, "?format=sgf", NULL, 406, "application/problem+json", NULL);
    expect_record(&game, "", "Accept: application/x-go-sgf", 406, "application/problem+json", NULL);
    expect_record(&game, "", "Accept: application/x-go-sgf, */*", 200, "application/json", NULL);
}

/* The link to a seat has the secret of the game, for its owner and for a guest. */
static void test_invitation_link(void **state)
{
    struct game game = game_new("{\"game\":\"hex\",\"size\":5}");
    char path[192], url[200], secret[64];
    struct answer answer = game_get(&game);
    snprintf(secret, sizeof secret, "%s", answer_text(&answer, "invite"));
    snprintf(url, sizeof url, "http://127.0.0.1:%u/#%s?seat=white&invite=%s", d.port, game.path + 3, secret);
    answer_free(&answer);
    for (int guest = 0; guest < 2; guest++) {
        snprintf(path, sizeof path, "%s/invitation?seat=white%s%s", game.path, guest ? "&invite=" : "",
                 guest ? secret : "");
        answer = ask_get(d.port, path);
        expect_status(&answer, 200);
        assert_string_equal(answer_text(&answer, "seat"), "white");
        assert_string_equal(answer_text(&answer, "url"), url);
        assert_true(cJSON_IsFalse(answer_member(&answer, "reachable"))); /* the server listens on loopback only */
        assert_non_null(strstr(answer_text(&answer, "qr"), "<svg "));
        answer_free(&answer);
    }
    static const char *const refused[] = {"", "?seat=", "?seat=red"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        snprintf(path, sizeof path, "%s/invitation%s", game.path, refused[i]);
        answer = ask_get(d.port, path);
        expect_problem(&answer, 400, "invalid-request");
        answer_free(&answer);
    }
    snprintf(path, sizeof path, "%s/invitation?seat=white&invite=guess", game.path);
    answer = ask_get(d.port, path);
    expect_problem(&answer, 404, "game-not-found");
    answer_free(&answer);
}

static void test_undo(void **state)
{
    struct game game = game_new("{\"game\":\"tictactoe\"}");
    struct answer answer = game_post(&game, "/undo", 1, "");
    expect_problem(&answer, 409, "conflict");
    answer_free(&answer);
    int version = game_make(&game, 1, "4 0 8");
    for (int i = 0; i < 2; i++) {
        answer = game_post(&game, "/undo", version++, "");
        expect_status(&answer, 200);
        assert_int_equal(game_number(&answer, "redo"), i + 1);
        answer_free(&answer);
    }
    expect_moves(&game, "4");
    answer = game_post(&game, "/redo", version++, "");
    expect_status(&answer, 200);
    answer_free(&answer);
    expect_moves(&game, "4 0");
    version = game_make(&game, version, "2"); /* forgets 8 */
    answer = game_post(&game, "/redo", version, "");
    expect_problem(&answer, 409, "conflict");
    answer_free(&answer);
    version = game_make(&game, version, "resign");
    answer = game_post(&game, "/undo", version, "");
    expect_status(&answer, 200);
    assert_true(cJSON_IsNull(answer_member(&answer, "result")));
    answer_free(&answer);
}

/* ---- made once ---- */

static struct answer post_once(const char *key, const char *body)
{
    char header[64];
    snprintf(header, sizeof header, "Idempotency-Key: %s", key);
    return ask_json_with(d.port, "/v1/games", header, body);
}

/* A repeated request with the same key finds the game that the first one made, also after a kill, until it is removed;
 * with another body it is refused. The engine of a game that is made again thinks anew. */
static void test_made_once(void **state)
{
    static const char body[] = "{\"game\":\"tictactoe\",\"players\":{\"o\":{\"engine\":\"auto\"}}}";
    struct game game, none;
    for (int round = 0; round < 2; round++) {
        struct answer answer = post_once("order-1", body);
        expect_status(&answer, 201);
        snprintf(game.path, sizeof game.path, "%s", reply_header(&answer.reply, "Location"));
        answer_free(&answer);
        game_make(&game, 1, round == 0 ? "4" : "0");
        answer = game_until_quiet(&game);
        assert_int_equal(game_number(&answer, "moves_made"), 2);
        answer_free(&answer);
        if (round == 0) {
            daemon_kill(&d);
            daemon_start(&d);
        }
        answer = post_once("order-1", body);
        expect_status(&answer, 200);
        assert_string_equal(reply_header(&answer.reply, "Location"), game.path);
        assert_int_equal(game_number(&answer, "moves_made"), 2);
        answer_free(&answer);
        answer = post_once("order-1", "{\"game\":\"tictactoe\"}");
        expect_problem(&answer, 422, "idempotency-mismatch");
        answer_free(&answer);
        answer = post_once("order-2", body);
        expect_status(&answer, 201);
        snprintf(none.path, sizeof none.path, "%s", reply_header(&answer.reply, "Location"));
        assert_string_not_equal(none.path, game.path);
        answer_free(&answer);
        const struct game *const both[] = {&game, &none};
        for (int i = 0; i < 2; i++) {
            answer = ask(d.port, "DELETE", both[i]->path, NULL, NULL);
            expect_status(&answer, 204);
            answer_free(&answer);
        }
    }
}

/* ---- refused requests ---- */

static void test_refused(void **state)
{
    static const struct {
        const char *body;
        int status;
        const char *pointer;
    } bodies[] = {{"{}", 400, ""},
                  {"{\"game\":\"chess\"}", 400, "/game"},
                  {"{\"game\":7}", 400, "/game"},
                  {"{\"game\":\"hex\",\"size\":20}", 400, "/size"},
                  {"{\"game\":\"hex\",\"piles\":[3]}", 400, "/piles"},
                  {"{\"game\":\"hex\",\"rows\":3,\"cols\":4,\"swap\":true}", 422, "/swap"},
                  {"{\"game\":\"nim\",\"job\":{}}", 400, "/job"},
                  {"{\"game\":\"nim\",\"players\":[]}", 400, "/players"},
                  {"{\"game\":\"nim\",\"players\":{\"black\":\"human\"}}", 400, "/players/black"},
                  {"{\"game\":\"nim\",\"players\":{\"first\":\"robot\"}}", 400, "/players/first"},
                  {"{\"game\":\"nim\",\"players\":{\"first\":{\"engine\":\"uct\"}}}", 422, "/players/first/engine"},
                  {"{\"game\":\"nim\",\"players\":{\"first\":{\"piles\":[1]}}}", 422, "/players/first/piles"},
                  {"{\"game\":\"tictactoe\",\"players\":{\"o\":{\"engine\":\"uct\"}}}", 422, "/players/o/engine"},
                  {"{\"game\":\"connect4\",\"players\":{\"o\":{\"speed\":1}}}", 422, "/players/o/speed"},
                  {"{\"game\":\"nim\",\"players\":{\"first\":{\"text\":\"nim 1\"}}}", 422, "/players/first/text"},
                  {"[]", 400, NULL},
                  {"", 400, NULL}};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct answer answer = ask_json(d.port, "/v1/games", bodies[i].body);
        expect_status(&answer, bodies[i].status);
        if (bodies[i].pointer != NULL)
            assert_string_equal(answer_text(&answer, "pointer"), bodies[i].pointer);
        answer_free(&answer);
    }
    struct answer answer = ask_get(d.port, "/v1/games/0123456789abcdef0123456789abcdef");
    expect_problem(&answer, 404, "game-not-found");
    answer_free(&answer);
    answer = ask_get(d.port, "/v1/games/none");
    expect_problem(&answer, 404, "game-not-found");
    answer_free(&answer);
}

static void test_refused_moves(void **state)
{
    struct game game = game_new("{\"game\":\"hex\",\"size\":3,\"swap\":true}");
    static const struct {
        const char *body;
        int status;
        const char *pointer;
    } moves[] = {{"{\"move\":\"a1\"}", 422, "/move"},
                 {"{\"move\":\"d1\"}", 422, "/move"},
                 {"{\"move\":\"\"}", 400, "/move"},
                 {"{\"move\":1}", 400, "/move"},
                 {"{\"move\":\"swap\"}", 422, "/move"},
                 {"{\"moves\":\"a2\"}", 400, "/moves"},
                 {"{}", 400, "/move"},
                 {"", 400, NULL}};
    int version = game_make(&game, 1, "a1 c3 b2");
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        struct answer answer = game_post(&game, "/moves", version, moves[i].body);
        expect_status(&answer, moves[i].status);
        if (moves[i].pointer != NULL)
            assert_string_equal(answer_text(&answer, "pointer"), moves[i].pointer);
        answer_free(&answer);
    }
    char path[96];
    snprintf(path, sizeof path, "%s/moves", game.path);
    struct answer answer = ask_json(d.port, path, "{\"move\":\"c1\"}");
    expect_problem(&answer, 428, "precondition-required");
    answer_free(&answer);
    answer = ask_json_with(d.port, path, "If-Match: *", "{\"move\":\"c1\"}");
    expect_status(&answer, 200);
    answer_free(&answer);
    answer = game_move(&game, version, "c2");
    expect_problem(&answer, 412, "precondition-failed");
    const cJSON *current = cJSON_GetObjectItemCaseSensitive(answer_member(&answer, "game"), "version");
    assert_int_equal(current->valueint, version + 1);
    answer_free(&answer);
    expect_moves(&game, "a1 c3 b2 c1");
}

/* ---- two clients ---- */

struct rival {
    pthread_t thread;
    const struct game *game;
    int version;
    const char *move;
    int status;
};

static void *rival_move(void *context)
{
    struct rival *rival = context;
    struct answer answer = game_move(rival->game, rival->version, rival->move);
    rival->status = answer.status;
    answer_free(&answer);
    return NULL;
}

/* Of clients that see one position exactly one moves. */
static void test_rivals(void **state)
{
    static const char *const cells[] = {"0", "1", "2", "3"};
    for (int round = 0; round < 20; round++) {
        struct game game = game_new("{\"game\":\"tictactoe\"}");
        struct rival rivals[4];
        int moved = 0;
        for (int i = 0; i < 4; i++) {
            rivals[i] = (struct rival){.game = &game, .version = 1, .move = cells[i]};
            assert_int_equal(pthread_create(&rivals[i].thread, NULL, rival_move, &rivals[i]), 0);
        }
        for (int i = 0; i < 4; i++) {
            pthread_join(rivals[i].thread, NULL);
            assert_true(rivals[i].status == 200 || rivals[i].status == 412);
            moved += rivals[i].status == 200;
        }
        assert_int_equal(moved, 1);
        struct answer answer = game_get(&game);
        assert_int_equal(game_number(&answer, "moves_made"), 1);
        answer_free(&answer);
    }
}

/* ---- engines ---- */

static void test_engine_replies(void **state)
{
    struct game game = game_new("{\"game\":\"tictactoe\",\"players\":{\"o\":{\"engine\":\"auto\"}}}");
    struct answer answer = game_move(&game, 1, "4");
    expect_status(&answer, 200);
    answer_free(&answer);
    answer = game_until_quiet(&game);
    assert_int_equal(game_number(&answer, "version"), 3);
    assert_int_equal(game_number(&answer, "moves_made"), 2);
    assert_string_equal(answer_text(&answer, "to_move"), "x");
    answer_free(&answer);
    answer = game_post(&game, "/undo", 3, ""); /* both moves */
    expect_status(&answer, 200);
    assert_int_equal(game_number(&answer, "redo"), 2);
    answer_free(&answer);
    answer = game_post(&game, "/redo", 4, "");
    expect_status(&answer, 200);
    assert_int_equal(game_number(&answer, "moves_made"), 2);
    answer_free(&answer);
    answer = game_post(&game, "/engine", 5, "");
    expect_problem(&answer, 409, "conflict");
    answer_free(&answer);
}

static void test_engines_alone(void **state)
{
    static const struct {
        const char *body, *winner;
    } games[] = {
        {"{\"game\":\"tictactoe\",\"players\":{\"x\":{\"engine\":\"auto\"},\"o\":{\"engine\":\"minimax\"}}}", ""},
        {"{\"game\":\"nim\",\"piles\":[3,4,5],\"players\":{\"first\":{},\"second\":{\"engine\":\"auto\"}}}", "first"},
        {"{\"game\":\"grundy\",\"piles\":[9,7],\"players\":{\"first\":{},\"second\":{}}}", "first"},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct game game = game_new(games[i].body);
        struct answer answer = game_until_quiet(&game);
        assert_true(cJSON_IsNull(answer_member(&answer, "error")) || answer_member(&answer, "error") == NULL);
        assert_string_equal(answer_text2(&answer, "result", "winner"), games[i].winner);
        answer_free(&answer);
    }
}

/* Writes the path that cancels the newest job, once the list shows that it has not finished. */
static void newest_job(char *path, size_t size)
{
    for (int i = 0; i < 200; i++) {
        struct answer answer = ask_get(d.port, "/v1/jobs?limit=1");
        const cJSON *job = cJSON_GetArrayItem(answer_member(&answer, "jobs"), 0);
        const char *status = cJSON_GetObjectItemCaseSensitive(job, "status")->valuestring;
        bool found = strcmp(status, "queued") == 0 || strcmp(status, "running") == 0;
        snprintf(path, size, "/v1/jobs/%s/cancel", cJSON_GetObjectItemCaseSensitive(job, "id")->valuestring);
        answer_free(&answer);
        if (found)
            return;
        sleep_ms(10);
    }
    fail_msg("no job has begun");
}

/* An engine that thinks for seconds: its turn is refused to others; a cancelled job leaves an error, until it tries
 * again or a move is taken back. The table answers positions of up to five stones at once. */
static void test_slow_engine(void **state)
{
    struct game game = game_new("{\"game\":\"connect4\",\"players\":{\"o\":{\"engine\":\"auto\"}}}");
    int version = 1;
    for (int i = 0; i < 4; i++) {
        struct answer answer = game_until_quiet(&game);
        version = game_number(&answer, "version");
        answer_free(&answer);
        version = game_make(&game, version, i < 3 ? "4" : "1"); /* it replies 4, and then needs seconds */
    }
    struct answer answer = game_move(&game, version, "2");
    expect_problem(&answer, 409, "wrong-turn");
    answer_free(&answer);
    char path[96];
    newest_job(path, sizeof path);
    answer = ask_json(d.port, path, "");
    assert_true(answer.status == 200 || answer.status == 202);
    answer_free(&answer);
    answer = game_until_quiet(&game);
    assert_string_equal(answer_text2(&answer, "error", "type"), "/problems/cancelled");
    assert_string_equal(answer_text(&answer, "to_move"), "o");
    answer_free(&answer);
    answer = game_post(&game, "/engine", version + 1, "");
    expect_status(&answer, 200);
    assert_true(cJSON_IsTrue(answer_member(&answer, "thinking")));
    answer_free(&answer);
    answer = game_post(&game, "/undo", version + 2, "");
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "to_move"), "x");
    assert_int_equal(game_number(&answer, "moves_made"), 6);
    assert_false(cJSON_IsTrue(answer_member(&answer, "thinking")));
    answer_free(&answer);
    sleep_ms(100); /* the cancelled job changes nothing */
    answer = game_get(&game);
    assert_int_equal(game_number(&answer, "version"), version + 3);
    answer_free(&answer);
    answer = ask_get(d.port, "/metrics");
    assert_non_null(strstr(answer.reply.body, "nashd_games_thinking 0\n"));
    assert_non_null(strstr(answer.reply.body, "nashd_games_engine_moves_total{outcome=\"failed\"} 1\n"));
    answer_free(&answer);
}

/* ---- a killed server ---- */

static void test_killed(void **state)
{
    for (int round = 0; round < 5; round++) {
        struct game game = game_new("{\"game\":\"tictactoe\",\"players\":{\"o\":{\"engine\":\"auto\"}}}");
        int version = 1;
        for (;;) {
            struct answer answer = game_until_quiet(&game);
            assert_int_equal(game_number(&answer, "version"), version);
            assert_int_equal(game_number(&answer, "moves_made"), version - 1);
            const cJSON *legal = answer_member(&answer, "legal");
            char move[8] = "";
            if (cJSON_GetArraySize(legal) > 0)
                snprintf(move, sizeof move, "%s", cJSON_GetArrayItem(legal, 0)->valuestring);
            bool over = !cJSON_IsNull(answer_member(&answer, "result"));
            answer_free(&answer);
            if (over)
                break;
            version = game_make(&game, version, move);
            sleep_ms(round * 8 + version % 3);
            daemon_kill(&d);
            daemon_start(&d);
            answer = game_until_quiet(&game);
            version += cJSON_IsNull(answer_member(&answer, "result")) || game_number(&answer, "version") > version;
            answer_free(&answer);
        }
    }
}

/* ---- events ---- */

static void test_events(void **state)
{
    struct game game = game_new("{\"game\":\"hex\",\"size\":3}");
    struct listener listener;
    int version = game_make(&game, 1, "a1");
    snprintf(listener.path, sizeof listener.path, "%s/events", game.path);
    assert_int_equal(pthread_create(&listener.thread, NULL, listen_to, &listener), 0);
    for (int i = 0; i < 2; i++) {
        sleep_ms(200);
        version = game_make(&game, version, i == 0 ? "b2" : "c3");
    }
    sleep_ms(200);
    struct answer gone = ask(d.port, "DELETE", game.path, NULL, NULL);
    expect_status(&gone, 204);
    answer_free(&gone);
    pthread_join(listener.thread, NULL);
    expect_status(&listener.answer, 200);
    assert_null(strstr(listener.answer.reply.body, "id: 1\n"));
    for (int i = 2; i <= 4; i++) {
        char id[16];
        snprintf(id, sizeof id, "id: %d\n", i);
        assert_non_null(strstr(listener.answer.reply.body, id));
    }
    assert_non_null(strstr(listener.answer.reply.body, "event: removed\n"));
    answer_free(&listener.answer);
    gone = ask_get(d.port, game.path);
    expect_problem(&gone, 404, "game-not-found");
    answer_free(&gone);
}

/* A game that the store removes by its age, or that another server with the same database changes, is noticed by its
 * streams within seconds. */
static void test_events_of_store(void **state)
{
    struct game game = game_new("{\"game\":\"hex\",\"size\":3}"), other = game_new("{\"game\":\"hex\",\"size\":3}");
    struct listener listener, changed;
    struct game third = game_new("{\"game\":\"hex\",\"size\":3}");
    char sql[512];
    game_make(&other, 1, "c2");
    snprintf(listener.path, sizeof listener.path, "%s/events", game.path);
    snprintf(changed.path, sizeof changed.path, "%s/events", third.path);
    assert_int_equal(pthread_create(&listener.thread, NULL, listen_to, &listener), 0);
    assert_int_equal(pthread_create(&changed.thread, NULL, listen_to, &changed), 0);
    sleep_ms(300);
    snprintf(sql, sizeof sql, "DELETE FROM document WHERE id = x'%.32s'", game.path + strlen("/v1/games/"));
    assert_int_equal(database_run(&d, sql), 1);
    snprintf(sql, sizeof sql,
             "UPDATE document SET version = 7, meta = (SELECT meta FROM document WHERE id = x'%.32s') "
             "WHERE id = x'%.32s'",
             other.path + strlen("/v1/games/"), third.path + strlen("/v1/games/"));
    assert_int_equal(database_run(&d, sql), 1);
    pthread_join(listener.thread, NULL);
    assert_non_null(strstr(listener.answer.reply.body, "event: removed\n"));
    answer_free(&listener.answer);
    struct answer gone = ask(d.port, "DELETE", third.path, NULL, NULL);
    expect_status(&gone, 204);
    answer_free(&gone);
    pthread_join(changed.thread, NULL);
    const char *state_seen = strstr(changed.answer.reply.body, "id: 7\nevent: state\n");
    assert_non_null(state_seen);
    assert_non_null(strstr(state_seen, "\"moves\":[\"c2\"]"));
    answer_free(&changed.answer);
}

/* ---- owners and limits ---- */

/* A game belongs to the key that made it; each key has a limit. */
static void test_owners(void **state)
{
    struct daemon server = {0};
    char file[128], alice[160], bob[160], path[64], below[96];
    assert_true(test_folder(server.folder, sizeof server.folder, "nashd-test"));
    snprintf(file, sizeof file, "%s/keys", server.folder);
    make_key(file, "alice", "", alice);
    make_key(file, "bob", "", bob);
    memcpy(server.args, (const char *[]){"--api-keys", file, "--games", "2"}, 4 * sizeof *server.args);
    daemon_start(&server);
    struct answer answer = as(&server, alice, "POST", "/v1/games", "{\"game\":\"hex\"}");
    expect_status(&answer, 201);
    snprintf(path, sizeof path, "%s", reply_header(&answer.reply, "Location"));
    answer_free(&answer);
    static const char *const tails[] = {"", "/record", "/events", "/moves", "/undo"};
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        snprintf(below, sizeof below, "%s%s", path, tails[i]);
        answer = as(&server, bob, i < 3 ? "GET" : "POST", below, i == 3 ? "{\"move\":\"a1\"}" : NULL);
        expect_problem(&answer, 404, "game-not-found");
        answer_free(&answer);
    }
    answer = as(&server, bob, "DELETE", path, NULL);
    expect_problem(&answer, 404, "game-not-found");
    answer_free(&answer);
    for (int i = 0; i < 2; i++) {
        answer = as(&server, i == 0 ? bob : alice, "GET", "/v1/games?game=hex", NULL);
        expect_status(&answer, 200);
        assert_int_equal(cJSON_GetArraySize(answer_member(&answer, "games")), i);
        answer_free(&answer);
    }
    for (int i = 0; i < 4; i++) { /* a repeated request makes no game; a key is of its owner */
        static const int status[] = {201, 200, 201, 429};
        const char *const headers[] = {i == 2 ? bob : alice, "Content-Type: application/json",
                                       i < 3 ? "Idempotency-Key: 1" : "Idempotency-Key: 2", NULL};
        answer = ask(server.port, "POST", "/v1/games", headers, "{\"game\":\"nim\"}");
        expect_status(&answer, status[i]);
        answer_free(&answer);
    }
    daemon_stop(&server);
    daemon_remove(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_invitation_link), cmocka_unit_test(test_whole_games),
        cmocka_unit_test(test_record),          cmocka_unit_test(test_undo),
        cmocka_unit_test(test_refused),         cmocka_unit_test(test_refused_moves),
        cmocka_unit_test(test_rivals),          cmocka_unit_test(test_engine_replies),
        cmocka_unit_test(test_engines_alone),   cmocka_unit_test(test_slow_engine),
        cmocka_unit_test(test_killed),          cmocka_unit_test(test_events),
        cmocka_unit_test(test_owners),          cmocka_unit_test(test_made_once),
        cmocka_unit_test(test_events_of_store),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
