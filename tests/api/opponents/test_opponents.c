/* /v1/opponents: made, listed, shown, removed, copied, used in problems; whose they are, and how many. */
#include <unistd.h>

#include "opponent.h"

static void test_life(void **state)
{
    struct opponent villain = opponent_new("Villain", ",\"settings\":{\"player\":\"Pluribus\"}");
    struct answer answer = ask_get(d.port, villain.path);
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "kind"), "words");
    assert_string_equal(answer_text(&answer, "name"), "Villain");
    assert_string_equal(answer_text2(&answer, "settings", "player"), "Pluribus");
    assert_int_equal(answer_member(&answer, "hands")->valueint, 0);
    assert_int_equal(answer_member(&answer, "model_bytes")->valueint, 0);
    assert_int_equal(answer_member(&answer, "version")->valueint, 1);
    answer_free(&answer);
    answer = ask(d.port, "DELETE", villain.path, NULL, NULL);
    expect_status(&answer, 204);
    answer_free(&answer);
    static const char *const gone[] = {"GET", "DELETE"};
    for (size_t i = 0; i < 2; i++) {
        answer = ask(d.port, gone[i], villain.path, NULL, NULL);
        expect_problem(&answer, 404, "opponent-not-found");
        answer_free(&answer);
    }
    answer = observe(&villain, "X: none", "{\"hands\":\"a\"}");
    expect_problem(&answer, 404, "opponent-not-found");
    answer_free(&answer);
    answer = ask_get(d.port, "/v1/opponents/nosuch");
    expect_problem(&answer, 404, "opponent-not-found");
    answer_free(&answer);
}

static void test_list(void **state)
{
    char name[32], path[96];
    struct opponent all[5];
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "listed %d", i);
        all[i] = opponent_new(name, "");
    }
    snprintf(path, sizeof path, "/v1/opponents?limit=2&kind=words");
    for (int i = 4; i >= 0;) {
        struct answer page = ask_get(d.port, path);
        expect_status(&page, 200);
        const cJSON *list = answer_member(&page, "opponents"), *item;
        assert_true(cJSON_GetArraySize(list) <= 2);
        cJSON_ArrayForEach(item, list) if (i >= 0)
        {
            assert_string_equal(cJSON_GetObjectItemCaseSensitive(item, "id")->valuestring, all[i].id);
            i--;
        }
        if (i >= 0) {
            assert_non_null(strstr(reply_header(&page.reply, "Link"), "rel=\"next\""));
            snprintf(path, sizeof path, "/v1/opponents?limit=2&kind=words&cursor=%s", answer_text(&page, "next"));
        }
        answer_free(&page);
    }
    struct answer none = ask_get(d.port, "/v1/opponents?kind=echo");
    assert_int_equal(cJSON_GetArraySize(answer_member(&none, "opponents")), 0);
    answer_free(&none);
    none = ask_get(d.port, "/v1/opponents?limit=0");
    expect_problem(&none, 400, "invalid-request");
    answer_free(&none);
}

static void test_refusals(void **state)
{
    static const struct {
        const char *body;
        int status;
        const char *type, *pointer;
    } refused[] = {
        {"{\"kind\":\"nosuch\",\"name\":\"x\"}", 422, "unprocessable", "/kind"},
        {"{\"kind\":\"echo\",\"name\":\"x\"}", 422, "unprocessable", "/kind"},
        {"{\"kind\":\"words\"}", 400, "invalid-request", ""},
        {"{\"name\":\"x\"}", 400, "invalid-request", ""},
        {"{\"kind\":\"words\",\"name\":\"\"}", 400, "invalid-request", "/name"},
        {"{\"kind\":\"words\",\"name\":7}", 400, "invalid-request", "/name"},
        {"{\"kind\":\"words\",\"name\":\"x\",\"nmae\":\"y\"}", 400, "unknown-member", "/nmae"},
        {"{\"kind\":\"words\",\"name\":\"x\",\"job\":{}}", 400, "unknown-member", "/job"},
        {"{\"kind\":\"words\",\"name\":\"x\",\"hands\":3}", 400, "unknown-member", "/hands"},
        {"{\"kind\":\"words\",\"name\":\"x\",\"settings\":[]}", 400, "invalid-request", "/settings"},
        {"{\"kind\":\"words\",\"name\":\"x\",\"settings\":{\"plyer\":1}}", 400, "unknown-member", "/settings/plyer"},
        {"{\"kind\":\"words\",\"name\":\"x\",\"settings\":{\"player\":1}}", 400, "invalid-request", "/settings/player"},
        {"{\"kind\":\"words\",\"name\":\"x\",\"model\":[]}", 400, "invalid-request", "/model"},
        {"{\"kind\":\"words\",\"name\":\"x\",\"model\":{\"cuonts\":{}}}", 400, "unknown-member", "/model/cuonts"},
        {"{\"kind\":\"words\",\"name\":\"x\"} x", 400, "invalid-json", ""},
        {"[]", 400, "invalid-request", ""},
        {"", 400, "invalid-request", ""},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct answer answer = ask_json(d.port, "/v1/opponents", refused[i].body);
        expect_problem(&answer, refused[i].status, refused[i].type);
        if (refused[i].pointer[0] != '\0')
            assert_string_equal(answer_text(&answer, "pointer"), refused[i].pointer);
        answer_free(&answer);
    }
    struct answer answer = ask_text(d.port, "/v1/opponents", "kind words");
    expect_problem(&answer, 415, "unsupported-media-type");
    answer_free(&answer);
}

/* Returns a body with a model of about `pad` bytes; the caller frees it. */
static char *padded(const char *before, size_t pad, const char *after)
{
    char *body = malloc(pad + 512);
    int head = sprintf(body, "%s\"model\":{\"hands\":0,\"counts\":{},\"ids\":[],\"pad\":\"", before);
    memset(body + head, 'x', pad);
    sprintf(body + head + pad, "\"}%s", after);
    return body;
}

static void test_large_models(void **state)
{
    char *body = padded("{\"kind\":\"words\",\"name\":\"large\",", 7 << 20, "}");
    struct answer answer = ask_json(d.port, "/v1/opponents", body);
    expect_status(&answer, 201);
    struct opponent large = {.id = ""};
    snprintf(large.id, sizeof large.id, "%s", answer_text(&answer, "id"));
    snprintf(large.path, sizeof large.path, "/v1/opponents/%s", large.id);
    assert_true(answer_member(&answer, "model_bytes")->valuedouble > 7 << 20);
    answer_free(&answer);
    free(body);
    answer = observe(&large, "Prefer: wait=60", "{\"hands\":\"a b\"}");
    expect_status(&answer, 200);
    answer_free(&answer);
    expect_hands(&large, 1);
    assert_int_equal(count_of(&large, "b"), 1);

    body = padded("{\"kind\":\"words\",\"name\":\"large\",", (8 << 20) + 1, "}");
    answer = ask_json(d.port, "/v1/opponents", body);
    expect_problem(&answer, 413, "too-large");
    assert_string_equal(answer_text(&answer, "pointer"), "/model");
    answer_free(&answer);
    free(body);
    body = padded("{\"kind\":\"words\",\"name\":\"large\",", 9 << 20, "}");
    answer = ask_json(d.port, "/v1/opponents", body);
    expect_status(&answer, 413);
    answer_free(&answer);
    free(body);

    /* A model that grows too large by what it learns is not stored. */
    struct opponent grown = opponent_new("grown", "");
    for (int i = 0; i < 2; i++) { /* the second reply is that of the first observation */
        const char *const headers[] = {"Content-Type: application/json", "Idempotency-Key: grown", "Prefer: wait=60",
                                       NULL};
        answer = ask(d.port, "POST", under(&grown, "/observe"), headers, "{\"hands\":\"a b\",\"pad\":8400000}");
        expect_problem(&answer, 413, "too-large");
        assert_non_null(strstr(answer_text(&answer, "detail"), "the model would have"));
        answer_free(&answer);
    }
    expect_hands(&grown, 0);
    assert_int_equal((int)number_of(&grown, "pending"), 0);
}

static void test_copies(void **state)
{
    struct opponent first = opponent_new("First", ",\"settings\":{\"player\":\"Bill\"}");
    struct answer answer = observe(&first, "X: none", "{\"hands\":\"a b a\\nb c\"}");
    expect_status(&answer, 200);
    answer_free(&answer);
    struct answer export = ask_get(d.port, under(&first, "/export"));
    expect_status(&export, 200);
    answer = ask_json(d.port, "/v1/opponents/import", export.reply.body);
    expect_status(&answer, 201);
    struct opponent second;
    snprintf(second.id, sizeof second.id, "%s", answer_text(&answer, "id"));
    snprintf(second.path, sizeof second.path, "/v1/opponents/%s", second.id);
    assert_string_equal(answer_text2(&answer, "settings", "player"), "Bill");
    answer_free(&answer);
    expect_hands(&second, 2);
    answer = ask_get(d.port, under(&second, "/export"));
    assert_string_equal(answer.reply.body, export.reply.body);
    answer_free(&answer);
    assert_int_equal(count_of(&second, "a"), 2);
    answer_free(&export);

    /* The copy knows the hands, and learns apart from the first. */
    answer = observe(&second, "X: none", "{\"hands\":\"b c\\nd\"}");
    expect_status(&answer, 200);
    assert_int_equal(learnt_of(&answer, "hands"), 1);
    assert_int_equal(learnt_of(&answer, "repeated"), 1);
    answer_free(&answer);
    expect_hands(&second, 3);
    expect_hands(&first, 2);
}

static void test_merge(void **state)
{
    struct opponent a = opponent_new("a", ""), b = opponent_new("b", ""), empty = opponent_new("empty", "");
    char body[128];
    struct answer answer = observe(&a, "X: none", "{\"hands\":\"x y\"}");
    answer_free(&answer);
    answer = observe(&b, "X: none", "{\"hands\":\"y z\\nz\"}");
    answer_free(&answer);
    snprintf(body, sizeof body, "{\"from\":\"%s\"}", b.id);
    answer = ask_json(d.port, under(&a, "/merge"), body);
    expect_status(&answer, 200);
    answer_free(&answer);
    expect_hands(&a, 3);
    assert_int_equal(count_of(&a, "z"), 2);
    assert_int_equal(count_of(&a, "y"), 2);
    expect_hands(&b, 2);
    answer =
        ask_json(d.port, under(&empty, "/merge"), "{\"model\":{\"hands\":1,\"counts\":{\"q\":4},\"ids\":[\"1\"]}}");
    expect_status(&answer, 200);
    answer_free(&answer);
    assert_int_equal(count_of(&empty, "q"), 4);

    static const struct {
        const char *body;
        int status;
        const char *pointer;
    } refused[] = {{"{\"from\":\"0123456789abcdef0123456789abcdef\"}", 422, "/from"},
                   {"{\"from\":\"nobody\"}", 422, "/from"},
                   {"{\"from\":1}", 400, "/from"},
                   {"{\"model\":1}", 400, "/model"},
                   {"{\"model\":{\"x\":1}}", 400, NULL},
                   {"{}", 400, NULL},
                   {"{\"form\":\"x\"}", 400, "/form"}};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        answer = ask_json(d.port, under(&a, "/merge"), refused[i].body);
        expect_status(&answer, refused[i].status);
        if (refused[i].pointer != NULL)
            assert_string_equal(answer_text(&answer, "pointer"), refused[i].pointer);
        answer_free(&answer);
    }
    struct opponent nothing = opponent_new("nothing", "");
    snprintf(body, sizeof body, "{\"from\":\"%s\"}", nothing.id);
    answer = ask_json(d.port, under(&a, "/merge"), body);
    expect_problem(&answer, 422, "unprocessable");
    answer_free(&answer);
    expect_hands(&a, 3);
}

#define HOLDEM_OF(player) "{\"format\":\"holdem-model-1\",\"player\":\"" player "\",\"ids\":[],\"blocks\":[]}"

/* Posts a body, and checks the status and that the problem, if it is one, says `word`. */
static void post(const char *path, const char *body, int status, const char *word)
{
    struct answer answer = ask_json(d.port, path, body);
    expect_status(&answer, status);
    if (status >= 400)
        assert_non_null(strstr(answer_text(&answer, "detail"), word));
    answer_free(&answer);
}

/* An opponent is of one player, also if the first model comes from elsewhere. */
static void test_players(void **state)
{
    static const char ann[] = "{\"kind\":\"holdem\",\"name\":\"Ann\",\"settings\":{\"player\":\"Ann\"}}";
    struct answer answer = ask_json(d.port, "/v1/opponents", ann);
    char merge[96];
    expect_status(&answer, 201);
    snprintf(merge, sizeof merge, "/v1/opponents/%s/merge", answer_text(&answer, "id"));
    answer_free(&answer);
    post(merge, "{\"model\":" HOLDEM_OF("Ben") "}", 422, "\"Ben\"");
    post(merge, "{\"model\":" HOLDEM_OF("Ann") "}", 200, "");
    post(merge, "{\"model\":" HOLDEM_OF("Ben") "}", 422, "\"Ben\"");
    post(merge, "{\"model\":" HOLDEM_OF("Ann") "}", 200, "");
}

/* A kind that needs a setting says so when the opponent is made. */
static void test_needed_settings(void **state)
{
    post("/v1/opponents", "{\"kind\":\"imperfect\",\"name\":\"x\"}", 422, "a game is needed");
    post("/v1/opponents", "{\"kind\":\"imperfect\",\"name\":\"x\",\"settings\":{}}", 422, "a game is needed");
    post("/v1/opponents", "{\"kind\":\"imperfect\",\"name\":\"x\",\"settings\":{\"game\":\"kuhn\"}}", 201, "");
    post("/v1/opponents", "{\"kind\":\"holdem\",\"name\":\"x\"}", 201, "");
}

static void test_report(void **state)
{
    struct opponent known = opponent_new("known", "");
    struct answer answer = ask_get(d.port, under(&known, "/report"));
    expect_status(&answer, 200);
    assert_int_equal(answer_member(&answer, "hands")->valueint, 0);
    answer_free(&answer);
    answer = observe(&known, "X: none", "{\"hands\":\"a b\"}");
    answer_free(&answer);
    answer = ask_get(d.port, under(&known, "/report"));
    expect_status(&answer, 200);
    assert_int_equal(answer_member(&answer, "words")->valueint, 2);
    answer_free(&answer);
    const char *const async[] = {"Prefer: respond-async", NULL};
    answer = ask(d.port, "GET", under(&known, "/report"), async, NULL);
    expect_status(&answer, 202);
    assert_non_null(strstr(reply_header(&answer.reply, "Location"), "/v1/jobs/"));
    answer_free(&answer);
}

/* A problem that names an opponent. */
static void test_in_problems(void **state)
{
    struct opponent nothing = opponent_new("nothing", "");
    char body[4][160];
    snprintf(body[0], sizeof body[0], "{\"word\":\"a\",\"opponent\":\"%s\"}", nothing.id);
    snprintf(body[1], sizeof body[1], "{\"word\":\"a\",\"model\":{},\"opponent\":\"%s\"}", nothing.id);
    snprintf(body[2], sizeof body[2], "{\"word\":\"a\",\"opponent\":\"0123456789abcdef0123456789abcdef\"}");
    snprintf(body[3], sizeof body[3], "{\"word\":\"a\",\"opponent\":7}");
    for (size_t i = 0; i < 4; i++) {
        struct answer answer = ask_json(d.port, "/v1/words", body[i]);
        expect_problem(&answer, i < 3 ? 422 : 400, i < 3 ? "unprocessable" : "invalid-request");
        assert_string_equal(answer_text(&answer, "pointer"), "/opponent");
        answer_free(&answer);
    }
    /* The member is an opponent only at the top, and only of a kind that learns. */
    struct answer answer = ask_json(d.port, "/v1/echo", "{\"say\":\"\\\"opponent\\\"\"}");
    expect_status(&answer, 200);
    answer_free(&answer);
    answer = ask_json(d.port, "/v1/words", "{\"word\":\"a\",\"model\":{\"counts\":{\"opponent\":3}}}");
    expect_status(&answer, 200);
    answer_free(&answer);
    answer = ask_json(d.port, "/v1/words", "{\"word\":\"a\",\"opponent\":\"x\"");
    expect_problem(&answer, 400, "invalid-json");
    answer_free(&answer);
    /* The same problem after the opponent has learnt is another problem. */
    answer = observe(&nothing, "X: none", "{\"hands\":\"a\"}");
    answer_free(&answer);
    assert_int_equal(count_of(&nothing, "a"), 1);
    answer = observe(&nothing, "X: none", "{\"hands\":\"a a\"}");
    answer_free(&answer);
    assert_int_equal(count_of(&nothing, "a"), 3);
}

static void test_metrics(void **state)
{
    static const char *const lines[] = {"nashd_opponents_learning 0\n", "nashd_observations_total{outcome=\"learnt\"} ",
                                        "nashd_observations_total{outcome=\"failed\"} ",
                                        "nashd_observations_repeated_total 0\n", "nashd_store_documents "};
    struct answer answer = ask_get(d.port, "/metrics");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (strstr(answer.reply.body, lines[i]) == NULL)
            fail_msg("the metrics lack %s", lines[i]);
    answer_free(&answer);
    answer = ask_get(d.port, "/v1/kinds/words");
    assert_true(cJSON_IsTrue(answer_member(&answer, "learns")));
    answer_free(&answer);
}

/* ---- owners ---- */

static char alice[160], bob[160];

static void make_key(const char *file, const char *name, char field[160])
{
    char command[512], line[256] = "";
    snprintf(command, sizeof command, "%s keygen %s 2>&1 >>%s", getenv("NASHD"), name, file);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(line, sizeof line, pipe));
    assert_int_equal(pclose(pipe), 0);
    const char *key = strrchr(line, ' ');
    assert_non_null(key);
    snprintf(field, 160, "Authorization: Bearer %.*s", (int)strcspn(key + 1, "\n"), key + 1);
}

static struct answer as(const char *who, const char *method, const char *path, const char *body)
{
    const char *const headers[] = {who, "Content-Type: application/json", NULL};
    return ask(d.port, method, path, headers, body);
}

static void test_owners(void **state)
{
    char file[] = "/tmp/nashd-keys-XXXXXX", path[128], body[128];
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    close(fd);
    make_key(file, "alice", alice);
    make_key(file, "bob", bob);
    struct daemon before = d;
    d = (struct daemon){.args = {"--api-keys", file, "--opponents", "2"}};
    daemon_start(&d);
    static const char made[] = "{\"kind\":\"words\",\"name\":\"hers\",\"model\":{\"counts\":{\"a\":1},\"ids\":[]}}";
    struct answer hers = as(alice, "POST", "/v1/opponents", made);
    expect_status(&hers, 201);
    const char *id = answer_text(&hers, "id");
    static const struct {
        const char *method, *tail, *body;
    } calls[] = {{"GET", "", NULL},
                 {"GET", "/export", NULL},
                 {"GET", "/report", NULL},
                 {"GET", "/observations/0123456789abcdef0123456789abcdef", NULL},
                 {"POST", "/observe", "{\"hands\":\"a\"}"},
                 {"POST", "/merge", "{\"model\":{}}"},
                 {"DELETE", "", NULL}};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        snprintf(path, sizeof path, "/v1/opponents/%s%s", id, calls[i].tail);
        struct answer answer = as(bob, calls[i].method, path, calls[i].body);
        expect_problem(&answer, 404, "opponent-not-found");
        answer_free(&answer);
        answer = as("X: none", calls[i].method, path, calls[i].body);
        expect_status(&answer, 401);
        answer_free(&answer);
    }
    snprintf(body, sizeof body, "{\"word\":\"a\",\"opponent\":\"%s\"}", id);
    struct answer answer = as(bob, "POST", "/v1/words", body);
    expect_problem(&answer, 422, "unprocessable");
    answer_free(&answer);
    answer = as(alice, "POST", "/v1/words", body);
    expect_status(&answer, 200);
    answer_free(&answer);
    answer = as(bob, "GET", "/v1/opponents", NULL);
    assert_int_equal(cJSON_GetArraySize(answer_member(&answer, "opponents")), 0);
    answer_free(&answer);
    answer = as(alice, "GET", "/v1/opponents", NULL);
    assert_int_equal(cJSON_GetArraySize(answer_member(&answer, "opponents")), 1);
    answer_free(&answer);
    /* Two are allowed for each key. */
    for (int i = 0; i < 2; i++) {
        answer = as(alice, "POST", "/v1/opponents", made);
        expect_status(&answer, i == 0 ? 201 : 429);
        answer_free(&answer);
    }
    answer = as(bob, "POST", "/v1/opponents", made);
    expect_status(&answer, 201);
    answer_free(&answer);
    answer_free(&hers);
    daemon_stop(&d);
    daemon_remove(&d);
    unlink(file);
    d = before;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_life),         cmocka_unit_test(test_list),        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_large_models), cmocka_unit_test(test_copies),      cmocka_unit_test(test_merge),
        cmocka_unit_test(test_report),       cmocka_unit_test(test_in_problems), cmocka_unit_test(test_metrics),
        cmocka_unit_test(test_owners),       cmocka_unit_test(test_players),     cmocka_unit_test(test_needed_settings),
    };
    d = (struct daemon){.args = {"--opponents", "0"}};
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
