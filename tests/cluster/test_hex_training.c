/* Trainings whose games real servers and a phone play learn the bits of a worker: over the loss of a server and the
 * death of the hub, and beside each other and other work. */
#include <phone.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <base/test.h>
#include <nash/arena.h>
#include <solvers/hex/checkpoint/checkpoint.h>

#include "five.h"

enum { POLL_US = 5000, POLLS_MAX = 24000, ARENA = 64 << 20 };

#define TRAINING(seed, steps, simulations, more)                                                                       \
    "{\"train\":{\"size\":5,\"net\":{\"layers\":2,\"channels\":16},\"batch\":16,\"games\":16,"                         \
    "\"simulations\":" simulations ",\"steps\":" steps                                                                 \
    ",\"evaluate\":20,\"evaluate_games\":2,\"reference_iterations\":20" more "},\"job\":{\"seed\":" seed               \
    ",\"fresh\":true}}"

/* Waits until the training has made so many steps. */
static void await_step(unsigned port, const char *path, double count)
{
    for (unsigned i = 0; i < POLLS_MAX; i++, usleep(POLL_US)) {
        struct answer answer = ask_get((uint16_t)port, path);
        const cJSON *step = cJSON_GetObjectItem(answer_member(&answer, "progress"), "step");
        bool there = step != NULL && step->valuedouble >= count;
        if (!there && cJSON_IsObject(answer_member(&answer, "result")))
            fail_msg("the training has ended: %s", answer.reply.body);
        answer_free(&answer);
        if (there)
            return;
    }
    fail_msg("the training does not begin");
}

/* Fails unless the jobs have the same checkpoint, but for the processor time. */
static void check_same(unsigned port, const char *shared, const char *alone)
{
    struct nash_arena *arena = nash_arena_new(ARENA);
    struct hex_checkpoint checkpoint[2];
    struct reply reply[2];
    struct nash_error error;
    for (unsigned i = 0; i < 2; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/blobs/latest", i == 0 ? shared : alone);
        reply[i] = client_get((uint16_t)port, path);
        if (hex_checkpoint_read((const uint8_t *)reply[i].body, reply[i].len, arena, &checkpoint[i], &error) != NASH_OK)
            fail_msg("%s: %s", path, error.detail);
    }
    assert_int_equal(checkpoint[0].parts, checkpoint[1].parts);
    assert_true(checkpoint[0].parts > 4);
    for (unsigned i = 0; i < checkpoint[0].parts; i++) {
        const struct hex_checkpoint_part *a = &checkpoint[0].part[i], *b = &checkpoint[1].part[i];
        if (strcmp(a->name, "state") != 0 && (a->len != b->len || memcmp(a->bytes, b->bytes, a->len) != 0))
            fail_msg("%s differs", a->name);
    }
    reply_free(&reply[0]);
    reply_free(&reply[1]);
    nash_arena_free(arena);
}

static void train_alone(unsigned port, const char *request, char *path, size_t room)
{
    farm_submit((uint16_t)port, "/v1/hex", request, path, room);
    cJSON_Delete(farm_result((uint16_t)port, path));
}

/* Two servers and a phone play. One server is lost in the middle; then the hub is killed, starts again, and goes on
 * from its last checkpoint with the other server. */
static void test_members_and_the_hub_are_lost(void **state)
{
    struct five five;
    struct phone phone = {0};
    char path[96], alone[96], request[1000];
    five_start(&five, false, "500", 41);
    phone_join(&phone, five.hub.port, "pixel");
    phone_connect(&phone);
    phone_play(&phone);
    snprintf(request, sizeof request,
             TRAINING("9", "400", "800", ",\"shards\":[\"%s\",\"%s\",\"phone\"],\"wait_ms\":3000"), five.url[0],
             five.url[1]);
    farm_submit(five.hub.port, "/v1/hex", request, path, sizeof path);
    await_step(five.hub.port, path, 40);
    assert_true(phone.answered > 0);
    five_kill(&five, 0);
    await_step(five.hub.port, path, 120);
    daemon_kill(&five.hub);
    phone_stop(&phone);
    phone_free(&phone);
    daemon_start(&five.hub);
    cJSON *shared = farm_result(five.hub.port, path);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(shared, "finished")));
    assert_true(farm_number(shared, "units") < cJSON_GetObjectItem(shared, "games")->valuedouble); /* the rest */
    train_alone(five.hub.port, TRAINING("9", "400", "800", ""), alone, sizeof alone);
    check_same(five.hub.port, path, alone);
    cJSON_Delete(shared);
    five_stop(&five);
}

/* A net of more than 200 KiB comes to a server that joined, to a phone with a WebSocket and to one that posts. */
static void test_large_networks_travel(void **state)
{
    static const char request[] =
        "{\"train\":{\"size\":5,\"net\":{\"layers\":9,\"channels\":64},\"batch\":4,\"games\":24,\"simulations\":8,"
        "\"steps\":60,\"evaluate\":0,\"evaluate_games\":1,\"reference_iterations\":5,"
        "\"shards\":[\"http://server-1.test\",\"phone\",\"phone\"],\"wait_ms\":3000},\"job\":{\"fresh\":true}}";
    struct five five;
    struct phone phone[2] = {{.posts = false}, {.posts = true}};
    char path[96];
    five_start(&five, true, "2000", 43);
    for (unsigned i = 0; i < 2; i++) {
        phone_join(&phone[i], five.hub.port, i == 0 ? "socket" : "poster");
        phone_connect(&phone[i]);
        phone_play(&phone[i]);
    }
    farm_submit(five.hub.port, "/v1/hex", request, path, sizeof path);
    cJSON *result = farm_result(five.hub.port, path);
    const cJSON *one, *farm = cJSON_GetObjectItem(result, "farm");
    unsigned players = 0;
    cJSON_ArrayForEach(one, cJSON_GetObjectItem(farm, "credit"))
    {
        players += cJSON_GetObjectItem(one, "units")->valuedouble > 0;
        assert_int_equal(cJSON_GetObjectItem(one, "faults")->valuedouble, 0);
    }
    assert_true(players >= 3);
    assert_true(farm_number(result, "bytes") > 3 * (200 << 10));
    cJSON_Delete(result);
    for (unsigned i = 0; i < 2; i++)
        phone_leave(&phone[i]);
    five_stop(&five);
}

/* A server that is stopped suspends the training with its last checkpoint. */
static void test_a_stopped_server_goes_on(void **state)
{
    struct daemon hub = {.args = {"--workers", "1"}};
    char path[96], alone[96];
    daemon_start(&hub);
    farm_submit(hub.port, "/v1/hex", TRAINING("7", "1600", "800", ",\"shards\":2"), path, sizeof path);
    await_step(hub.port, path, 20);
    daemon_stop(&hub);
    daemon_start(&hub);
    cJSON *shared = farm_result(hub.port, path);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(shared, "finished")));
    assert_true(farm_number(shared, "units") < cJSON_GetObjectItem(shared, "games")->valuedouble);
    train_alone(hub.port, TRAINING("7", "1600", "800", ""), alone, sizeof alone);
    check_same(hub.port, path, alone);
    cJSON_Delete(shared);
    daemon_stop(&hub);
    daemon_remove(&hub);
}

/* Two trainings, a match and a Sudoku in units share the server. None waits for the end of another. */
static void test_trainings_beside_other_games(void **state)
{
    static const char *const trainings[] = {TRAINING("3", "200", "200", ",\"shards\":1"),
                                            TRAINING("4", "200", "200", ",\"shards\":2")};
    static const char *const lone[] = {TRAINING("3", "200", "200", ""), TRAINING("4", "200", "200", "")};
    static const char match[] =
        "{\"size\":5,\"match\":{\"a\":{\"engine\":\"uct\",\"iterations\":300},\"b\":{\"engine\":\"resistance\"},"
        "\"games\":20,\"shards\":1},\"job\":{\"fresh\":true}}";
    struct daemon hub = {.args = {"--workers", "2"}};
    char path[2][96], alone[96], other[96];
    char sudoku[1200], board[700];
    daemon_start(&hub);
    for (unsigned i = 0; i < 2; i++)
        farm_submit(hub.port, "/v1/hex", trainings[i], path[i], sizeof path[i]);
    farm_submit(hub.port, "/v1/hex", match, other, sizeof other);
    cJSON_Delete(farm_result(hub.port, other));
    game_board(board, 4, 50, 5);
    snprintf(sudoku, sizeof sudoku, "{\"puzzle\":\"%s\",\"shards\":1,\"job\":{\"fresh\":true}}", board);
    farm_submit(hub.port, "/v1/sudoku", sudoku, other, sizeof other);
    cJSON *solved = farm_result(hub.port, other);
    assert_string_equal(cJSON_GetObjectItem(solved, "verdict")->valuestring, "solved");
    cJSON_Delete(solved);
    for (unsigned i = 0; i < 2; i++) {
        cJSON_Delete(farm_result(hub.port, path[i]));
        train_alone(hub.port, lone[i], alone, sizeof alone);
        check_same(hub.port, path[i], alone);
    }
    daemon_stop(&hub);
    daemon_remove(&hub);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members_and_the_hub_are_lost), cmocka_unit_test(test_large_networks_travel),
        cmocka_unit_test(test_a_stopped_server_goes_on), cmocka_unit_test(test_trainings_beside_other_games)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
