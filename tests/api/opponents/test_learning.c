/* Observations: each takes effect exactly once, in order, whatever happens to the server or the opponent meanwhile. */
#include "../harness/database.h"
#include "opponent.h"

static void test_text(void **state)
{
    struct opponent villain = opponent_new("text", "");
    for (int i = 0; i < 3; i++) {
        struct answer answer = ask_text(d.port, under(&villain, "/observe?format=plain"), "a b a\nb c\n!bad\n");
        expect_status(&answer, 200);
        assert_string_equal(answer_text(&answer, "status"), "succeeded");
        assert_int_equal(learnt_of(&answer, "hands"), i == 0 ? 2 : 0);
        assert_int_equal(learnt_of(&answer, "repeated"), i == 0 ? 0 : 2);
        assert_int_equal(learnt_of(&answer, "refused"), 1);
        assert_non_null(strstr(reply_header(&answer.reply, "Link"), "/observations/"));
        answer_free(&answer);
        expect_hands(&villain, 2);
        assert_int_equal((int)number_of(&villain, "version"), 2); /* the repetition changes nothing */
    }
    assert_int_equal(count_of(&villain, "a"), 2);
}

static void test_refused(void **state)
{
    struct opponent villain = opponent_new("refused", ",\"settings\":{\"sleep_ms\":1}");
    static const struct {
        const char *body;
        int status;
        const char *pointer;
    } refused[] = {{"{\"hands\":\"?? what\"}", 422, "/hands"},
                   {"{\"hands\":7}", 400, "/hands"},
                   {"{\"hadns\":\"a\"}", 400, "/hadns"},
                   {"{\"hands\":\"a\",\"sleep_ms\":-1}", 400, "/sleep_ms"},
                   {"{\"models\":[]}", 400, "/models"},
                   {"{\"hands\":\"a\",\"job\":{\"timeout_ms\":60001}}", 422, "/job/timeout_ms"},
                   {"[]", 400, NULL},
                   {"{", 400, NULL},
                   {"", 400, NULL}};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct answer answer = observe(&villain, "X: none", refused[i].body);
        expect_status(&answer, refused[i].status);
        if (refused[i].pointer != NULL)
            assert_string_equal(answer_text(&answer, "pointer"), refused[i].pointer);
        answer_free(&answer);
    }
    struct answer answer = ask_text(d.port, under(&villain, "/observe"), "?? what");
    expect_problem(&answer, 422, "unprocessable");
    assert_non_null(strstr(answer_text(&answer, "detail"), "line 1, column 1"));
    answer_free(&answer);
    answer = ask_text(d.port, under(&villain, "/observe"), "\xff\xfe");
    expect_status(&answer, 400);
    answer_free(&answer);
    answer = ask_text(d.port, under(&villain, "/observe?fromat=x"), "a");
    expect_problem(&answer, 400, "unknown-member");
    answer_free(&answer);
    const char *const image[] = {"Content-Type: image/png", NULL};
    answer = ask(d.port, "POST", under(&villain, "/observe"), image, "x");
    expect_status(&answer, 415);
    answer_free(&answer);
    expect_hands(&villain, 0);
    assert_int_equal((int)number_of(&villain, "version"), 1);
}

/* The first observation has a job at once, the others wait for their turn. */
static void test_order(void **state)
{
    struct opponent villain = opponent_new("order", "");
    struct answer first = observe_async(&villain, "a", 400), second = observe_async(&villain, "a\\nb", 10),
                  third = observe_async(&villain, "b\\nc", 10);
    assert_non_null(strstr(reply_header(&first.reply, "Location"), "/v1/jobs/"));
    assert_string_equal(answer_text(&second, "status"), "waiting");
    assert_true(cJSON_IsNull(answer_member(&second, "job")));
    assert_int_equal((int)number_of(&villain, "pending"), 3);
    char location[160];
    snprintf(location, sizeof location, "%s", reply_header(&third.reply, "Location"));
    struct answer waiting = ask_get(d.port, location);
    expect_status(&waiting, 200);
    assert_string_equal(answer_text(&waiting, "status"), "waiting");
    answer_free(&waiting);
    /* An invalid one is refused also while others wait. */
    struct answer wrong = observe(&villain, "X: none", "{\"hands\":\"??\"}");
    expect_problem(&wrong, 422, "unprocessable");
    answer_free(&wrong);
    /* This one waits for all of them: its reply has its own job. */
    struct answer last = observe(&villain, "Prefer: wait=30", "{\"hands\":\"a\\nd\"}");
    expect_status(&last, 200);
    assert_int_equal(learnt_of(&last, "hands"), 1);
    assert_int_equal(learnt_of(&last, "repeated"), 1);
    answer_free(&last);
    expect_hands(&villain, 4);
    assert_int_equal((int)number_of(&villain, "pending"), 0);
    struct answer done = ask_get(d.port, location);
    assert_string_equal(answer_text(&done, "status"), "learnt");
    char path[80];
    snprintf(path, sizeof path, "/v1/jobs/%s", answer_text(&done, "job"));
    answer_free(&done);
    done = ask_get(d.port, path);
    expect_status(&done, 200);
    assert_int_equal(learnt_of(&done, "hands"), 1);
    assert_int_equal(learnt_of(&done, "repeated"), 1);
    answer_free(&done);
    answer_free(&first);
    answer_free(&second);
    answer_free(&third);
    done = ask_get(d.port, under(&villain, "/observations/0123456789abcdef0123456789abcdef"));
    expect_problem(&done, 404, "not-found");
    answer_free(&done);
}

/* A client that sees the job finished finds the opponent changed. The last 16 jobs are kept. */
static void test_read_your_writes(void **state)
{
    struct opponent villain = opponent_new("reads", "");
    char paths[21][80];
    for (int i = 1; i <= 20; i++) {
        char hands[32];
        snprintf(hands, sizeof hands, "hand %d", i);
        struct answer accepted = observe_async(&villain, hands, 1);
        struct answer job = ask_get(d.port, job_path(&accepted, "?wait=20"));
        assert_string_equal(answer_text(&job, "status"), "succeeded");
        expect_hands(&villain, i);
        snprintf(paths[i], sizeof paths[i], "%s", job_path(&accepted, ""));
        answer_free(&job);
        answer_free(&accepted);
    }
    for (int i = 1; i <= 20; i++) {
        struct answer job = ask_get(d.port, paths[i]);
        expect_status(&job, i <= 4 ? 404 : 200);
        answer_free(&job);
    }
}

static void test_idempotency(void **state)
{
    struct opponent villain = opponent_new("idempotency", "");
    struct answer first = observe(&villain, "Idempotency-Key: one", "{\"hands\":\"a\"}");
    struct answer again = observe(&villain, "Idempotency-Key: one", "{\"hands\":\"a\"}");
    struct answer other = observe(&villain, "Idempotency-Key: one", "{\"hands\":\"b\"}");
    expect_status(&first, 200);
    expect_status(&again, 200);
    assert_string_equal(answer_text(&first, "id"), answer_text(&again, "id"));
    expect_problem(&other, 422, "idempotency-mismatch");
    expect_hands(&villain, 1);
    answer_free(&first);
    answer_free(&again);
    answer_free(&other);
    /* Also while the first one runs, and for one that waits. */
    for (int i = 0; i < 4; i++) {
        const char *const headers[] = {i < 2 ? "Idempotency-Key: two" : "Idempotency-Key: three",
                                       "Prefer: respond-async", "Content-Type: application/json", NULL};
        first = ask(d.port, "POST", under(&villain, "/observe"), headers,
                    i < 2 ? "{\"hands\":\"c\",\"sleep_ms\":300}" : "{\"hands\":\"d\"}");
        expect_status(&first, 202);
        answer_free(&first);
    }
    assert_int_equal((int)number_of(&villain, "pending"), 2);
    again = observe(&villain, "Idempotency-Key: three", "{\"hands\":\"d\"}");
    expect_status(&again, 200);
    assert_int_equal(learnt_of(&again, "hands"), 1);
    answer_free(&again);
    expect_hands(&villain, 3);
    again = observe(&villain, "Idempotency-Key:  ", "{\"hands\":\"d\"}");
    assert_true(again.status == 400 || again.status == 200); /* an empty field may not arrive at all */
    answer_free(&again);
}

/* ---- changes meanwhile ---- */

/* Another server changes the opponent while a job learns: the observation is made again, from the new model. */
static void test_conflict(void **state)
{
    struct opponent villain = opponent_new("conflict", "");
    char sql[512];
    struct answer answer = observe(&villain, "X: none", "{\"hands\":\"a\"}");
    answer_free(&answer);
    struct answer slow = observe_async(&villain, "b\\nc", 500);
    snprintf(
        sql, sizeof sql,
        "UPDATE document_body SET bytes = CAST('{\"hands\":1,\"counts\":{\"q\":7},\"ids\":[\"77\"]}' AS BLOB) WHERE "
        "document = (SELECT sequence FROM document WHERE id = x'%s'); "
        "UPDATE document SET version = version + 1 WHERE id = x'%s'",
        villain.id, villain.id);
    database_run(&d, sql);
    until_learnt(&villain);
    expect_hands(&villain, 3);
    assert_int_equal(count_of(&villain, "q"), 7);
    assert_int_equal(count_of(&villain, "b"), 1);
    assert_int_equal(count_of(&villain, "a"), 0);
    answer_free(&slow);
    answer = ask_get(d.port, "/metrics");
    assert_non_null(strstr(answer.reply.body, "nashd_observations_repeated_total 1\n"));
    answer_free(&answer);
}

static void test_cancelled(void **state)
{
    struct opponent villain = opponent_new("cancelled", "");
    struct answer slow = observe_async(&villain, "b", 20000), next = observe_async(&villain, "c", 1);
    struct answer cancel = ask(d.port, "POST", job_path(&slow, "/cancel"), NULL, NULL);
    expect_status(&cancel, 200);
    answer_free(&cancel);
    until_learnt(&villain);
    expect_hands(&villain, 1);
    assert_int_equal(count_of(&villain, "c"), 1);
    const char *link = reply_header(&slow.reply, "Link");
    char path[160];
    snprintf(path, sizeof path, "%.*s", (int)strcspn(link + 1, ">"), link + 1);
    struct answer failed = ask_get(d.port, path);
    expect_status(&failed, 200);
    assert_string_equal(answer_text(&failed, "status"), "failed");
    assert_true(cJSON_IsObject(answer_member(&failed, "error")));
    answer_free(&failed);
    answer_free(&slow);
    answer_free(&next);
}

static void test_removed(void **state)
{
    struct opponent villain = opponent_new("removed", "");
    struct answer slow = observe_async(&villain, "b", 20000), next = observe_async(&villain, "c", 1);
    struct answer gone = ask(d.port, "DELETE", villain.path, NULL, NULL);
    expect_status(&gone, 204);
    answer_free(&gone);
    struct answer job = ask_get(d.port, job_path(&slow, "?wait=10"));
    assert_string_equal(answer_text(&job, "status"), "cancelled");
    answer_free(&job);
    answer_free(&slow);
    answer_free(&next);
    gone = ask_get(d.port, villain.path);
    expect_problem(&gone, 404, "opponent-not-found");
    answer_free(&gone);
    sleep_ms(50);
    gone = ask_get(d.port, "/metrics");
    assert_non_null(strstr(gone.reply.body, "nashd_opponents_learning 0\n"));
    answer_free(&gone);
}

static void test_too_many(void **state)
{
    struct opponent villain = opponent_new("many", "");
    char hands[16];
    struct answer slow = observe_async(&villain, "slow", 20000);
    for (int i = 1; i < 64; i++) {
        snprintf(hands, sizeof hands, "h%d", i);
        struct answer one = observe_async(&villain, hands, 0);
        answer_free(&one);
    }
    struct answer refused = observe(&villain, "X: none", "{\"hands\":\"one more\"}");
    expect_problem(&refused, 429, "too-many-requests");
    answer_free(&refused);
    struct answer cancel = ask(d.port, "POST", job_path(&slow, "/cancel"), NULL, NULL);
    answer_free(&cancel);
    answer_free(&slow);
    until_learnt(&villain);
    expect_hands(&villain, 63);
}

/* While the queue of jobs is full, an observation that was acknowledged waits; a new one is refused. */
static void test_queue_full(void **state)
{
    const struct daemon before = d;
    d = (struct daemon){.args = {"--workers", "1", "--queue", "1"}};
    daemon_start(&d);
    struct opponent villain = opponent_new("queue", ""), other = opponent_new("other", "");
    struct answer first = observe_async(&villain, "a", 200), second = observe_async(&villain, "b", 1);
    bool refused = false;
    for (int i = 0; i < 250; i++) {
        char body[96];
        snprintf(body, sizeof body, "{\"learn\":{\"hands\":\"%d\",\"sleep_ms\":20}}", i);
        struct answer job = ask_json_with(d.port, "/v1/words", "Prefer: respond-async", body);
        answer_free(&job);
        job = i % 10 == 0 ? observe(&other, "Prefer: respond-async", "{\"hands\":\"x\"}") : (struct answer){0};
        refused |= job.status == 503;
        answer_free(&job);
        sleep_ms(4);
    }
    assert_true(refused);
    until_learnt(&villain);
    expect_hands(&villain, 2);
    answer_free(&first);
    answer_free(&second);
    daemon_stop(&d);
    daemon_remove(&d);
    d = before;
}

/* ---- the end of the server ---- */

static void restart(bool gently)
{
    if (gently)
        daemon_stop(&d);
    else
        daemon_kill(&d);
    daemon_start(&d);
}

/* Whatever was acknowledged takes effect once, also if the server is killed while a job runs, between two, or just
 * after the acknowledgement. */
static void test_killed(void **state)
{
    struct opponent villain = opponent_new("killed", "");
    char hands[32];
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < 3; i++) {
            snprintf(hands, sizeof hands, "word r%d\\nword r%d %d", round, round, i);
            struct answer one = observe_async(&villain, hands, i == 0 && round % 2 == 0 ? 300 : 20);
            answer_free(&one);
        }
        sleep_ms(round * 17);
        restart(round == 3);
    }
    until_learnt(&villain);
    expect_hands(&villain, 6 * 4);
    assert_int_equal(count_of(&villain, "word"), 6 * 4);
}

/* A result that was finished but not yet stored in the opponent. */
static void test_killed_before_adoption(void **state)
{
    struct opponent villain = opponent_new("adoption", "");
    char sql[512];
    struct answer one = observe(&villain, "X: none", "{\"hands\":\"a\"}");
    expect_status(&one, 200);
    answer_free(&one);
    daemon_kill(&d);
    snprintf(sql, sizeof sql,
             "UPDATE task SET state = 0, request = CAST('{\"learn\":{\"hands\":\"a\"}}' AS BLOB) WHERE document = "
             "(SELECT sequence FROM document WHERE id = x'%s'); DELETE FROM document_body WHERE document = "
             "(SELECT sequence FROM document WHERE id = x'%s'); UPDATE document SET version = 1 WHERE id = x'%s'",
             villain.id, villain.id, villain.id);
    database_run(&d, sql);
    daemon_start(&d);
    until_learnt(&villain);
    expect_hands(&villain, 1);
    assert_int_equal(count_of(&villain, "a"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_read_your_writes),
        cmocka_unit_test(test_conflict),
        cmocka_unit_test(test_idempotency),
        cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_removed),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_killed),
        cmocka_unit_test(test_killed_before_adoption),
        cmocka_unit_test(test_queue_full),
    };
    d = (struct daemon){.args = {"--workers", "2", "--grace", "1", "--opponents", "0"}};
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
