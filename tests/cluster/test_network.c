/* Five real servers on a faulty network, with a server that sends wrong values, and with peers that are no nashd. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <base/test.h>
#include <cluster/transport/message_list.h>

#include "fake_peer.h"
#include "five.h"

/* ---- faults of the network ---- */

/* Sets the rates of faults of all proxies, different for each seed. */
static void harm(struct five *five, uint64_t seed)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, seed);
    for (unsigned i = 0; i < OTHERS; i++) {
        unsigned share[6];
        for (unsigned j = 0; j < 6; j++)
            share[j] = (unsigned)(nash_rng_below(&rng, 3) == 0 ? nash_rng_below(&rng, 60) : 0);
        proxy_set(five->proxy[i], &(struct proxy_faults){.delay = share[0],
                                                         .cut_request = share[1],
                                                         .cut_answer = share[2],
                                                         .half_close = share[3],
                                                         .duplicate = share[4],
                                                         .reorder = share[5],
                                                         .delay_ms = 30});
    }
}

static void play_in_chaos(bool joined)
{
    struct five five;
    struct outcome alone, shards;
    char board[1024];
    const unsigned games = test_length(16, 50);
    unsigned remote = 0, harmed = 0;
    five_start(&five, joined, "100", 11);
    for (uint64_t seed = 1; seed <= games; seed++) {
        game_board(board, 5, 20, seed);
        struct game game = {.puzzle = board, .method = "sap", .mode = "exact", .shards = 5, .seed = seed};
        game_alone(&game, &alone);
        five_await_joined(&five, OTHERS);
        harm(&five, seed);
        game_play(&five, &game, &shards);
        game_same(&game, &alone, &shards);
        remote += shards.remote;
        for (unsigned i = 0; i < OTHERS; i++)
            proxy_set(five.proxy[i], &(struct proxy_faults){0});
    }
    for (unsigned i = 0; i < OTHERS; i++)
        harmed += proxy_harm(five.proxy[i]);
    print_message("%u rounds of others, harmed %u times\n", remote, harmed);
    assert_true(remote > 2 * games && harmed > games / 2);
    five_stop(&five);
}

static void test_peers_in_chaos(void **state)
{
    play_in_chaos(false);
}

static void test_joined_servers_in_chaos(void **state)
{
    play_in_chaos(true);
}

/* ---- wrong values ---- */

/* One server sends wrong values at times. If all rounds are audited, it is named and quarantined, and the result is
 * right. */
static void catch_a_liar(bool joined, const char *mode)
{
    struct five five;
    struct outcome alone, shards;
    char board[1024];
    five_start(&five, joined, "1000", 12);
    proxy_set(five.proxy[2], &(struct proxy_faults){.lie = 1000});
    game_board(board, 5, 30, 13);
    struct game game = {.puzzle = board, .method = "sap", .mode = mode, .more = ",\"audit\":1", .shards = 5, .seed = 5};
    game_alone(&game, &alone);
    game_play(&five, &game, &shards);
    game_same(&game, &alone, &shards);
    assert_true(proxy_lies(five.proxy[2]) > 0);
    assert_int_equal(shards.catches, 1);
    assert_string_equal(shards.quarantined[0], five.url[2]);
    five_stop(&five);
}

static void test_a_liar_is_named(void **state)
{
    catch_a_liar(false, "exact");
    catch_a_liar(true, "exact");
}

/* A false solution is not accepted. */
static void test_a_false_solution(void **state)
{
    struct five five;
    struct outcome shards;
    char board[1024];
    five_start(&five, false, "1000", 14);
    for (unsigned i = 0; i < OTHERS; i++)
        proxy_set(five.proxy[i], &(struct proxy_faults){.lie = 1000});
    game_board(board, 5, 45, 15);
    struct game game = {.puzzle = board, .method = "tabu", .mode = "replicas", .shards = 5};
    unsigned catches = 0;
    for (game.seed = 1; game.seed <= test_length(8, 10); game.seed++) {
        game_play(&five, &game, &shards);
        assert_string_equal(shards.verdict, "solved");
        for (unsigned i = 0; i < shards.catches; i++)
            assert_int_equal(strncmp(shards.quarantined[i], "http://127.0.0.1:", 17), 0);
        catches += shards.catches;
    }
    unsigned lies = 0;
    for (unsigned i = 0; i < OTHERS; i++)
        lies += proxy_lies(five.proxy[i]);
    assert_true(lies == 0 || catches > 0);
    five_stop(&five);
}

/* ---- servers that are no peer ---- */

static void start_hub(struct daemon *hub, const char *key, const char *peers)
{
    *hub = (struct daemon){.args = {"--workers", "1", "--peer-key", key, "--lease-ms", "200", "--peer", peers}};
    daemon_start(hub);
}

static void write_key(char *path, const char *text)
{
    strcpy(path, "/tmp/nashd-key-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
}

/* Returns whether GET /v1/shards gives this reason for not using the peer. Fails the test if `last` and it does not. */
static bool gives_why(const struct daemon *hub, const char *url, const char *why, bool last)
{
    struct answer answer = ask_get(hub->port, "/v1/shards");
    const cJSON *peer;
    bool found = false;
    cJSON_ArrayForEach(peer, answer_member(&answer, "peers"))
    {
        const cJSON *said = cJSON_GetObjectItem(peer, "why");
        if (strcmp(cJSON_GetObjectItem(peer, "url")->valuestring, url) == 0)
            found = cJSON_IsString(said) && strncmp(said->valuestring, why, strlen(why)) == 0;
    }
    if (!found && last)
        fail_msg("%s: not \"%s\": %s", url, why, answer.reply.body);
    answer_free(&answer);
    return found;
}

/* A game may be over before the first call to a peer has failed, since no game waits for a peer. */
enum { GAMES_WITH_PEER = 200 };

/* Each game with one useless peer is still solved, and GET /v1/shards gives the reason for not using the peer, at the
 * latest after GAMES_WITH_PEER games. */
static void play_with(struct daemon *hub, const char *url, const char *why)
{
    char body[2048], board[1024];
    static unsigned seed;
    bool found = false;
    game_board(board, 5, 60, 16);
    for (unsigned games = 1; games <= GAMES_WITH_PEER && !found; games++) {
        snprintf(body, sizeof body,
                 "{\"puzzle\":\"%s\",\"method\":\"sap\",\"mode\":\"exact\",\"shards\":[\"local\",\"%s\"],"
                 "\"job\":{\"seed\":%u}}",
                 board, url, ++seed);
        struct answer answer = ask_json(hub->port, "/v1/sudoku", body);
        expect_status(&answer, 200);
        assert_string_equal(answer_text2(&answer, "result", "verdict"), "solved");
        answer_free(&answer);
        found = gives_why(hub, url, why, games == GAMES_WITH_PEER);
    }
}

static void test_peers_that_are_none(void **state)
{
    struct fake_peer web = {0}, silent = {.silent = true}, version = {0};
    static const char page[] = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi";
    static const char other[] = "HTTP/1.1 409 No\r\nX-Nashd-Protocol: 9\r\nContent-Length: 0\r\n\r\n";
    char key[32], other_key[32], peers[512], url[5][64];
    struct daemon hub, stranger = {.args = {"--workers", "1", "--peer-key", other_key}};
    write_key(key, "0123456789abcdef\n");
    write_key(other_key, "fedcba9876543210\n");
    fake_peer_start(&web, page, sizeof page - 1);
    fake_peer_start(&silent, NULL, 0);
    fake_peer_start(&version, other, sizeof other - 1);
    daemon_start(&stranger);
    const uint16_t ports[4] = {web.port, silent.port, version.port, stranger.port};
    for (unsigned i = 0; i < 4; i++)
        snprintf(url[i], sizeof url[i], "http://127.0.0.1:%u", ports[i]);
    snprintf(peers, sizeof peers, "%s,%s,%s,%s", url[0], url[1], url[2], url[3]);
    start_hub(&hub, key, peers);
    play_with(&hub, url[0], "answered text/html instead of messages");
    play_with(&hub, url[2], "speaks protocol 9, not 2");
    play_with(&hub, url[3], "refused: 401");
    daemon_stop(&stranger);
    daemon_remove(&stranger);
    daemon_stop(&hub);
    daemon_remove(&hub);
    fake_peer_stop(&web);
    fake_peer_stop(&silent);
    fake_peer_stop(&version);
    unlink(key);
    unlink(other_key);
}

/* A server whose list of peers contains its own URL. */
static void test_a_hub_that_calls_itself(void **state)
{
    struct fake_peer place = {0};
    char key[32], listen[64], url[64];
    write_key(key, "0123456789abcdef\n");
    fake_peer_start(&place, NULL, 0); /* used only to find a free port */
    fake_peer_stop(&place);
    snprintf(listen, sizeof listen, "--listen=127.0.0.1:%u", place.port);
    snprintf(url, sizeof url, "http://localhost:%u", place.port);
    struct daemon hub = {.args = {listen, "--workers", "1", "--peer-key", key, "--peer", url}};
    daemon_start(&hub);
    play_with(&hub, url, "it is this server itself");
    daemon_stop(&hub);
    daemon_remove(&hub);
    unlink(key);
}

/* ---- refused requests ---- */

static void test_requests_that_cannot_be(void **state)
{
    struct daemon hub = {.args = {"--workers", "1"}};
    daemon_start(&hub);
    struct answer answer = ask_json(hub.port, "/v1/sudoku",
                                    "{\"puzzle\":\"1...............\",\"method\":\"sap\",\"mode\":\"exact\","
                                    "\"shards\":[\"local\",\"http://10.1.2.3:8080\"]}");
    expect_problem(&answer, 422, "unknown-peer");
    assert_string_equal(answer_text(&answer, "pointer"), "/shards/1");
    answer_free(&answer);
    static const char *const headers[] = {"Content-Type: application/vnd.nashd.shard", NULL};
    answer = ask(hub.port, "POST", "/v1/shards/seats/a", headers, "x");
    expect_problem(&answer, 403, "forbidden"); /* the server has no peer key */
    answer_free(&answer);
    answer = ask(hub.port, "DELETE", "/v1/shards/seats/a", NULL, NULL);
    expect_problem(&answer, 403, "forbidden");
    answer_free(&answer);
    daemon_stop(&hub);
    daemon_remove(&hub);
}

static void test_seats_refuse(void **state)
{
    enum { LARGE = MESSAGE_LIST_MAX + 2 };
    char key[32];
    write_key(key, "0123456789abcdef\n");
    struct daemon peer = {.args = {"--workers", "1", "--peer-key", key}};
    daemon_start(&peer);
    static const char *const wrong[] = {"Authorization: Bearer 0123456789abcdeX",
                                        "Content-Type: application/vnd.nashd.shard", NULL};
    static const char *const right[] = {"Authorization: Bearer 0123456789abcdef",
                                        "Content-Type: application/vnd.nashd.shard", NULL};
    static const char *const text[] = {"Authorization: Bearer 0123456789abcdef", "Content-Type: text/plain", NULL};
    struct answer answer = ask(peer.port, "POST", "/v1/shards/seats/a", wrong, "x");
    expect_problem(&answer, 401, "unauthorized");
    answer_free(&answer);
    answer = ask(peer.port, "POST", "/v1/shards/seats/a", text, "x");
    expect_problem(&answer, 415, "unsupported-media-type");
    answer_free(&answer);
    answer = ask(peer.port, "POST", "/v1/shards/seats/a", right, "hello, I am no message");
    expect_problem(&answer, 400, "invalid-request");
    answer_free(&answer);
    answer = ask(peer.port, "POST", "/v1/shards/seats/A_B", right, "x");
    expect_problem(&answer, 400, "invalid-request");
    answer_free(&answer);
    answer = ask(peer.port, "DELETE", "/v1/shards/seats/a", right, NULL);
    expect_problem(&answer, 404, "not-found");
    answer_free(&answer);
    char *large = malloc(LARGE);
    memset(large, 'x', LARGE - 1);
    large[LARGE - 1] = '\0';
    answer = ask(peer.port, "POST", "/v1/shards/seats/a", right, large);
    expect_problem(&answer, 413, "too-large");
    answer_free(&answer);
    free(large);
    daemon_stop(&peer);
    daemon_remove(&peer);
    unlink(key);
}

/* ---- servers that do not start ---- */

static void expect_refusal(const char *options, const char *why)
{
    char command[512], said[1024];
    snprintf(command, sizeof command, "%s --listen 127.0.0.1:0 --data /tmp/nashd-never-%d %s 2>&1", getenv("NASHD"),
             getpid(), options);
    FILE *pipe = popen(command, "re");
    assert_non_null(pipe);
    said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
    int status = pclose(pipe);
    if (strstr(said, why) == NULL || status != 2 << 8)
        fail_msg("%s: status %d, %s", options, status >> 8, said);
    snprintf(command, sizeof command, "/tmp/nashd-never-%d", getpid());
    rmdir(command);
}

static void test_servers_that_do_not_start(void **state)
{
    expect_refusal("--peer http://10.0.0.1", "--peer needs --peer-key FILE");
    expect_refusal("--join http://10.0.0.1", "--join needs --peer-key FILE");
    expect_refusal("--peer-key /nowhere/key", "--peer-key /nowhere/key: No such file");
    expect_refusal("--peer-key /etc/passwd", "every user of this machine may read it");
    expect_refusal("--lease-ms 1", "\"1\" is not a number from");
    expect_refusal("--join-seats 17", "\"17\" is not a number from");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_peers_in_chaos),
        cmocka_unit_test(test_joined_servers_in_chaos),
        cmocka_unit_test(test_a_liar_is_named),
        cmocka_unit_test(test_a_false_solution),
        cmocka_unit_test(test_peers_that_are_none),
        cmocka_unit_test(test_a_hub_that_calls_itself),
        cmocka_unit_test(test_requests_that_cannot_be),
        cmocka_unit_test(test_seats_refuse),
        cmocka_unit_test(test_servers_that_do_not_start),
    };
    cmocka_set_test_filter(getenv("NASH_TEST")); /* one test, by its name */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
