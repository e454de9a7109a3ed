/* The table of Grundy values on disk, damaged between two runs of the server; and an early board of connect four, which
 * its time limit stops. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d;

static struct answer ask_game(const char *body)
{
    struct answer answer = ask_json_with(d.port, "/v1/gametree", "Prefer: wait=60", body);
    if (answer.status != 200 || strcmp(answer_text(&answer, "status"), "succeeded") != 0)
        fail_msg("%s: %d %.500s", body, answer.status, answer.reply.body);
    return answer;
}

static void expect_grundy(uint32_t pile, int value)
{
    char body[96];
    snprintf(body, sizeof body, "{\"game\":\"grundy\",\"piles\":[%u]}", pile);
    struct answer answer = ask_game(body);
    const cJSON *found = cJSON_GetObjectItem(answer_member(&answer, "result"), "value");
    if (!cJSON_IsNumber(found) || found->valueint != value)
        fail_msg("%s: not %d in %.300s", body, value, answer.reply.body);
    answer_free(&answer);
}

/* Damaged blocks of the table are computed again, the others are used. Piles of 923, 929 and 1222 are lost; the pile of
 * 45668 has the largest value up to 10^5. */
static void test_damaged_table(void **state)
{
    char path[96];
    expect_grundy(45668, 230);
    expect_grundy(923, 0);
    daemon_stop(&d);
    snprintf(path, sizeof path, "%s/data/grundy.table", d.folder);
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    for (long at = 64; at < 1 << 17; at += 300) {
        fseek(file, at, SEEK_SET);
        fputc(0x5a, file);
    }
    fclose(file);
    daemon_start(&d);
    expect_grundy(929, 0);
    expect_grundy(1222, 0);
    expect_grundy(45667, 53);
    expect_grundy(10, 0);
}

static void test_budget_ends_connect_four(void **state)
{
    struct answer answer = ask_game("{\"game\":\"connect4\",\"moves\":\"444333\",\"job\":{\"timeout_ms\":300}}");
    const cJSON *result = answer_member(&answer, "result"), *bounds = cJSON_GetObjectItem(result, "bounds");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(result, "timeout")));
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(result, "value")));
    assert_int_equal(cJSON_GetArraySize(bounds), 2);
    assert_true(cJSON_GetArrayItem(bounds, 0)->valueint <= 3 && cJSON_GetArrayItem(bounds, 1)->valueint >= 3);
    answer_free(&answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damaged_table),
        cmocka_unit_test(test_budget_ends_connect_four),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
