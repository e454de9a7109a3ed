/* Farms over real servers: a count that five servers share is that of one process, whatever happens to the others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/test.h>

#include "five.h"

/* 476,064 solutions, which one process counts in half a second. */
#define BOARD "..........4.......67.49..8.........63..8..7.1.8.....34...9...6...852...7....1...."

enum { SOLUTIONS = 476064, POLL_US = 5000, POLLS_MAX = 12000 };

/* Submits the board to all five servers; `more`: further members of the request. */
static void submit(struct five *five, const char *more, char *path, size_t room)
{
    char body[GAME_TEXT];
    size_t len = (size_t)snprintf(body, sizeof body,
                                  "{\"puzzle\":\"" BOARD "\",\"job\":{\"fresh\":true,\"timeout_ms\":60000}%s,"
                                  "\"shards\":[\"local\"",
                                  more);
    for (unsigned i = 0; i < OTHERS; i++)
        len += (size_t)snprintf(body + len, sizeof body - len, ",\"%s\"", five->url[i]);
    snprintf(body + len, sizeof body - len, "]}");
    farm_submit(five->hub.port, "/v1/sudoku", body, path, room);
}

/* Waits until the farm has answers. Returns false if the job ends before. */
static bool await_answers(struct five *five, const char *path)
{
    for (unsigned i = 0; i < POLLS_MAX; i++, usleep(POLL_US)) {
        struct answer answer = ask_get(five->hub.port, path);
        bool over = strcmp(answer_text(&answer, "status"), "succeeded") == 0;
        bool begun = farm_number(answer_member(&answer, "progress"), "answered") > 0;
        answer_free(&answer);
        if (over || begun)
            return !over;
    }
    fail_msg("the farm does not begin");
    return false;
}

/* Fails unless the credit of all members sums to the steps of the farm. */
static void check_credit(const cJSON *farm)
{
    double used = 0;
    const cJSON *member;
    cJSON_ArrayForEach(member, cJSON_GetObjectItem(farm, "credit")) used +=
        cJSON_GetObjectItem(member, "used")->valuedouble;
    assert_true(used == cJSON_GetObjectItem(farm, "steps")->valuedouble);
}

/* Waits for the end and checks the count. Returns the number of quarantined members; *remote: steps of other servers.
 */
static unsigned await_count(struct five *five, const char *path, double *remote)
{
    for (unsigned i = 0; i < POLLS_MAX; i++, usleep(POLL_US)) {
        struct answer answer = ask_get(five->hub.port, path);
        const char *status = answer_text(&answer, "status");
        bool over = strcmp(status, "queued") != 0 && strcmp(status, "running") != 0;
        const cJSON *result = over ? answer_member(&answer, "result") : NULL;
        const cJSON *farm = cJSON_GetObjectItem(result, "farm"), *count = cJSON_GetObjectItem(result, "count"), *member;
        unsigned caught = (unsigned)cJSON_GetArraySize(cJSON_GetObjectItem(farm, "quarantined"));
        if (over) {
            if (count == NULL || count->valuedouble != SOLUTIONS)
                fail_msg("not %d solutions: %s", SOLUTIONS, answer.reply.body);
            check_credit(farm);
            *remote = 0;
            cJSON_ArrayForEach(member, cJSON_GetObjectItem(farm, "credit")) *remote +=
                strcmp(cJSON_GetObjectItem(member, "kind")->valuestring, "local") != 0
                    ? cJSON_GetObjectItem(member, "computed")->valuedouble
                    : 0;
        }
        answer_free(&answer);
        if (over)
            return caught;
    }
    fail_msg("the count does not end");
    return 0;
}

static void count_with_losses(bool joined, enum loss how)
{
    struct five five;
    char path[96];
    double remote = 0;
    five_start(&five, joined, "300", 21);
    submit(&five, ",\"solutions\":\"all\"", path, sizeof path);
    await_answers(&five, path);
    for (unsigned i = 0; i < OTHERS && how != NOTHING; i++) {
        five_lose(&five, how, i);
        usleep(100000);
    }
    assert_int_equal(await_count(&five, path, &remote), 0);
    if (how == NOTHING)
        assert_true(remote > 0);
    five_stop(&five);
}

static void test_counts(void **state)
{
    count_with_losses(false, NOTHING);
    count_with_losses(true, NOTHING);
}

static void test_servers_are_lost(void **state)
{
    for (enum loss how = KILLED; how <= CUT; how++) {
        count_with_losses(false, how);
        count_with_losses(true, how);
    }
}

/* Every second answer of two servers is falsified. With audit 1 each answer is computed a second time here. */
static void test_liars(void **state)
{
    struct five five;
    char path[96];
    double remote;
    unsigned caught, lies;
    five_start(&five, false, "1000", 22);
    proxy_set(five.proxy[0], &(struct proxy_faults){.lie = 500});
    proxy_set(five.proxy[1], &(struct proxy_faults){.lie = 500});
    submit(&five, ",\"solutions\":\"all\",\"audit\":1", path, sizeof path);
    caught = await_count(&five, path, &remote);
    lies = (proxy_lies(five.proxy[0]) > 0 ? 1U : 0U) + (proxy_lies(five.proxy[1]) > 0 ? 1U : 0U);
    print_message("%u servers falsified answers, %u were quarantined\n", lies, caught);
    assert_true(caught <= lies);
    five_stop(&five);
}

/* ---- the hub is killed ---- */

/* 9,574,028 solutions, 3 s of one thread of a fast machine. */
#define LONG_BOARD                                                                                                     \
    "\
.1.....4....6.2175....9.283....3.................6...4...9.4..8..8....17........."

/* Answers are stored when the first ones have come, and then every three seconds. After SIGKILL and a new start the hub
 * goes on with them. */
static void test_hub_is_killed(void **state)
{
    enum { LONG_SOLUTIONS = 9574028, STORED_US = 1000000 };
    struct daemon hub = {.args = {"--workers", "1"}};
    char path[96];
    daemon_start(&hub);
    struct answer answer = ask_json_with(hub.port, "/v1/sudoku", "Prefer: respond-async",
                                         "{\"puzzle\":\"" LONG_BOARD "\",\"solutions\":\"all\",\"shards\":1,"
                                         "\"job\":{\"timeout_ms\":120000}}");
    snprintf(path, sizeof path, "%s", job_path(&answer, ""));
    answer_free(&answer);
    usleep(STORED_US);
    daemon_kill(&hub);
    daemon_start(&hub);
    for (unsigned i = 0;; i++, usleep(POLL_US)) {
        answer = ask_get(hub.port, path);
        const cJSON *result = answer_member(&answer, "result");
        if (cJSON_IsObject(result)) {
            assert_true(cJSON_GetObjectItem(result, "count")->valuedouble == LONG_SOLUTIONS);
            assert_true(farm_number(result, "restored") > 0);
            print_message("%.0f of %.0f units were restored\n", farm_number(result, "restored"),
                          farm_number(result, "units"));
            answer_free(&answer);
            break;
        }
        answer_free(&answer);
        if (i == 2 * POLLS_MAX)
            fail_msg("the count does not end");
    }
    daemon_stop(&hub);
    daemon_remove(&hub);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_counts), cmocka_unit_test(test_servers_are_lost),
                                       cmocka_unit_test(test_liars), cmocka_unit_test(test_hub_is_killed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
