/* Matches of Hex over real servers: the games are those of one process when the hub is killed, and when other servers
 * falsify their answers. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <base/test.h>

#include "five.h"

enum { POLL_US = 5000, POLLS_MAX = 24000, STORED_US = 300000 };

#define MATCH(games, more)                                                                                             \
    "{\"size\":7,\"swap\":true,\"match\":{\"a\":{\"engine\":\"uct\",\"iterations\":5000},\"b\":{\"engine\":\"uct\","   \
    "\"iterations\":3000,\"rave\":false},\"games\":" games more "},\"job\":{\"seed\":9,\"timeout_ms\":120000,"         \
    "\"fresh\":true}}"

static void submit(unsigned port, const char *request, char *path, size_t room)
{
    farm_submit((uint16_t)port, "/v1/hex", request, path, room);
}

/* Waits until the farm has this many answers. */
static void await_answers(unsigned port, const char *path, double count)
{
    for (unsigned i = 0; i < POLLS_MAX; i++, usleep(POLL_US)) {
        struct answer answer = ask_get((uint16_t)port, path);
        bool there = farm_number(answer_member(&answer, "progress"), "answered") >= count;
        answer_free(&answer);
        if (there)
            return;
    }
    fail_msg("the farm does not begin");
}

/* Fails unless both results have the same games and wins. */
static void check_same(const cJSON *shared, const cJSON *alone)
{
    static const char *const names[] = {"a", "b", "games", "elo", "records"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const cJSON *one = cJSON_GetObjectItem(shared, names[i]), *other = cJSON_GetObjectItem(alone, names[i]);
        if (!cJSON_Compare(one, other, true))
            fail_msg("\"%s\" of the match depends on the members", names[i]);
    }
    assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(shared, "records")) > 0);
}

/* Games are stored when the first one is played, and then every three seconds. After SIGKILL and a new start the hub
 * plays the others only. */
static void test_hub_is_killed(void **state)
{
    struct daemon hub = {.args = {"--workers", "2"}};
    char path[96], again[96];
    daemon_start(&hub);
    submit(hub.port, MATCH("24", ",\"shards\":1"), path, sizeof path);
    await_answers(hub.port, path, 1);
    usleep(STORED_US);
    daemon_kill(&hub);
    daemon_start(&hub);
    cJSON *shared = farm_result((uint16_t)hub.port, path);
    submit(hub.port, MATCH("24", ""), again, sizeof again);
    cJSON *alone = farm_result((uint16_t)hub.port, again);
    print_message("%.0f of 24 games were restored\n", farm_number(shared, "restored"));
    assert_true(farm_number(shared, "restored") > 0);
    check_same(shared, alone);
    cJSON_Delete(shared);
    cJSON_Delete(alone);
    daemon_stop(&hub);
    daemon_remove(&hub);
}

/* Every second answer of one of two servers is falsified. */
static void test_a_server_lies(void **state)
{
    struct five five;
    char path[96], request[1000];
    five_start(&five, false, "2000", 31);
    proxy_set(five.proxy[0], &(struct proxy_faults){.lie = 500});
    snprintf(request, sizeof request, MATCH("20", ",\"audit\":1,\"shards\":[\"%s\",\"%s\"]"), five.url[0], five.url[1]);
    submit(five.hub.port, request, path, sizeof path);
    cJSON *shared = farm_result((uint16_t)five.hub.port, path), *farm = cJSON_GetObjectItem(shared, "farm");
    submit(five.hub.port, MATCH("20", ""), path, sizeof path);
    cJSON *alone = farm_result((uint16_t)five.hub.port, path);
    unsigned lies = proxy_lies(five.proxy[0]);
    int caught = cJSON_GetArraySize(cJSON_GetObjectItem(farm, "quarantined"));
    print_message("%u answers were falsified, %d servers were quarantined\n", lies, caught);
    assert_true(caught <= (lies > 0));
    check_same(shared, alone);
    cJSON_Delete(shared);
    cJSON_Delete(alone);
    five_stop(&five);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hub_is_killed), cmocka_unit_test(test_a_server_lies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
