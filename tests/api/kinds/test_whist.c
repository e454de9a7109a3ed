/* Whist over HTTP: equal deals in different forms, limits, time limits, deals of any size, the table of all deals on
 * disk. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

enum { HARD_ORDER = 64, MOST = 1000000, BODY_MOST = 40 << 20 };

static struct daemon d;

/* Returns a request with hands of `order` cards, which the caller frees. hard: the cards are shuffled, always in the
 * same way; otherwise those of a and b alternate. */
static char *deal(const char *members, unsigned order, bool hard)
{
    char *text = malloc(strlen(members) + 2 * (size_t)order * 9 + 64), *end = text;
    end += sprintf(end, "{%s", members);
    for (unsigned hand = 0; hand < 2; hand++) {
        unsigned left[2] = {order, order}, seed = 7;
        end += sprintf(end, ",\"%c\":[", "ab"[hand]);
        for (unsigned card = 2 * order; card-- > 0;) {
            seed = seed * 1103515245 + 12345;
            bool second = hard ? (seed >> 16) % (left[0] + left[1]) >= left[0] : card % 2 == 1;
            unsigned owner = second ? 1 : 0;
            left[owner]--;
            if (owner == hand)
                end += sprintf(end, "%s%u", end[-1] == '[' ? "" : ",", card);
        }
        end = stpcpy(end, "]");
    }
    strcpy(end, "}");
    return text;
}

static struct answer ask_deal(const char *members, unsigned order, bool hard)
{
    char *body = deal(members, order, hard);
    struct answer answer = ask_json(d.port, "/v1/whist", body);
    free(body);
    return answer;
}

static const cJSON *result_of(const struct answer *answer, const char *name)
{
    return cJSON_GetObjectItem(answer_member(answer, "result"), name);
}

static void test_spellings_share_an_answer(void **state)
{
    struct answer first = ask_json(d.port, "/v1/whist", "{\"leader\":\"b\",\"a\":[8,5,4,2],\"b\":[7,6,3,1]}");
    struct answer second = ask_json(d.port, "/v1/whist", "{\"b\":[1,3,6,7],\"leader\":\"b\",\"a\":[2,5,4,8]}");
    struct answer third = ask_text(d.port, "/v1/whist", "b: abbaabab");
    expect_status(&first, 200);
    assert_string_equal(answer_text2(&first, "result", "engine"), "formula");
    assert_true(cJSON_IsFalse(answer_member(&first, "cached")));
    assert_true(cJSON_IsTrue(answer_member(&second, "cached")));
    assert_true(cJSON_IsTrue(answer_member(&third, "cached")));
    assert_string_equal(answer_text(&third, "id"), answer_text(&first, "id"));
    answer_free(&first);
    answer_free(&second);
    answer_free(&third);
}

/* A deal beyond the limit of a method is refused at once, with the limit. */
static void test_limits_are_named(void **state)
{
    static const struct {
        const char *member;
        unsigned most;
    } limits[] = {{"\"job\":{\"timeout_ms\":300},\"method\":\"naive\"", 6},
                  {"\"job\":{\"timeout_ms\":300},\"method\":\"seed\"", 12},
                  {"\"job\":{\"timeout_ms\":300},\"method\":\"table\"", 16},
                  {"\"job\":{\"timeout_ms\":300},\"method\":\"search\"", 64}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        char says[40];
        struct answer fits = ask_deal(limits[i].member, limits[i].most, false);
        struct answer answer = ask_deal(limits[i].member, limits[i].most + 1, false);
        expect_status(&fits, 200);
        expect_problem(&answer, 422, "unprocessable");
        assert_string_equal(answer_text(&answer, "pointer"), "/method");
        snprintf(says, sizeof says, "at most %u cards a hand", limits[i].most);
        assert_non_null(strstr(answer_text(&answer, "detail"), says));
        answer_free(&fits);
        answer_free(&answer);
    }
}

/* If a search cannot finish, the answer at the time limit has bounds, and it is not used for later requests. */
static void test_budget_ends_a_search(void **state)
{
    for (int i = 0; i < 2; i++) {
        struct answer answer = ask_deal("\"method\":\"search\",\"job\":{\"timeout_ms\":150}", HARD_ORDER, true);
        expect_status(&answer, 200);
        assert_string_equal(answer_text(&answer, "status"), "succeeded");
        assert_true(cJSON_IsFalse(answer_member(&answer, "cached")));
        assert_true(cJSON_IsNull(result_of(&answer, "tricks")));
        assert_true(cJSON_IsTrue(result_of(&answer, "timeout")));
        assert_non_null(result_of(&answer, "bounds"));
        answer_free(&answer);
    }
}

/* The answer by the closed rule is complete, although its confirmation reaches the time limit. */
static void test_budget_ends_a_confirmation(void **state)
{
    struct answer answer = ask_deal("\"confirm\":true,\"job\":{\"timeout_ms\":150}", HARD_ORDER, true);
    expect_status(&answer, 200);
    const cJSON *confirmed = result_of(&answer, "confirmed");
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(confirmed, "agrees")));
    assert_non_null(cJSON_GetObjectItem(confirmed, "detail"));
    assert_true(cJSON_IsObject(result_of(&answer, "tricks")));
    assert_string_equal(answer_text2(&answer, "result", "proof"), "verified_rule");
    answer_free(&answer);
}

static void test_any_size(void **state)
{
    struct answer answer = ask_deal("\"leader\":\"b\"", MOST, true);
    expect_status(&answer, 200);
    assert_int_equal(result_of(&answer, "order")->valueint, MOST);
    assert_non_null(result_of(&answer, "omitted"));
    answer_free(&answer);
    answer = ask_deal("\"leader\":\"b\"", MOST + 1, false);
    expect_problem(&answer, 422, "unprocessable");
    assert_non_null(strstr(answer_text(&answer, "detail"), "1000000"));
    answer_free(&answer);
    char *blank = malloc(BODY_MOST + 2);
    memset(blank, ' ', BODY_MOST + 1);
    blank[BODY_MOST + 1] = '\0';
    answer = ask_json(d.port, "/v1/whist", blank);
    assert_int_equal(answer.status, 413);
    answer_free(&answer);
    free(blank);
}

static void test_batch(void **state)
{
    static const char *const headers[] = {"Content-Type: text/plain", "Accept: text/plain", NULL};
    struct answer answer =
        ask(d.port, "POST", "/v1/whist/batch", headers, "# three deals\nabbabaab\naabbb\nb: ab\n\nab:ab\n");
    expect_status(&answer, 200);
    assert_string_equal(answer.reply.body,
                        "a 2, b 2\n! unprocessable: a holds 2 cards and b 3: both hold equally many\n"
                        "a 1, b 0\n! invalid-request: before the colon stands who leads: a or b, as "
                        "in b: abbabaab\n");
    answer_free(&answer);
}

/* The table lies in the data folder; if it is damaged between two runs of the server, it is computed again. */
static void test_damaged_table(void **state)
{
    char path[96];
    struct answer before = ask_deal("\"method\":\"table\",\"line\":false", 9, true);
    expect_status(&before, 200);
    daemon_stop(&d);
    snprintf(path, sizeof path, "%s/data/whist.table", d.folder);
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    for (long at = 4096; at < 1 << 20; at += 512) {
        fseek(file, at, SEEK_SET);
        fputc(0x5a, file);
    }
    fclose(file);
    daemon_start(&d);
    struct answer after = ask_deal("\"method\":\"table\",\"line\":false,\"compare\":true", 9, true);
    expect_status(&after, 200);
    assert_string_equal(answer_text(&after, "status"), "succeeded");
    assert_string_equal(answer_text2(&after, "result", "summary"), answer_text2(&before, "result", "summary"));
    answer_free(&before);
    answer_free(&after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings_share_an_answer),
        cmocka_unit_test(test_limits_are_named),
        cmocka_unit_test(test_budget_ends_a_search),
        cmocka_unit_test(test_budget_ends_a_confirmation),
        cmocka_unit_test(test_any_size),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_damaged_table),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
