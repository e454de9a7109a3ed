/* Isolation between keys, route by route: the table of routes of the server is walked, and every route must have a
 * decision here. alice makes one thing of each sort; what bob sees of it must be what he would see if it did not exist,
 * and root, an administrator, sees it. */
#include <check.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <api/api.h>

#include "../../unit/base/folder.h"
#include "../harness/ask.h"
#include "../harness/daemon.h"
#include "../harness/key.h"
#include "../harness/phone.h"
#include "isolation_decisions.h"

#define PUZZLE "{\"puzzle\":\"12..............\"}"
#define NOBODY "00000000000000000000000000000000"

static enum decision decision_of(const struct http_route *route)
{
    for (size_t i = 0; i < sizeof decisions / sizeof decisions[0]; i++)
        if (strcmp(decisions[i].name, route->name) == 0)
            return decisions[i].decision;
    fail_msg("no decision about what %s shows of other owners: add one here and to docs/security.md", route->path);
    return PUBLIC;
}

/* ---- the server, and what alice has ---- */

static struct daemon d;
static char file[128]; /* the keys */
static char alice[160], bob[160], root[160], reader[160], metrics[160];
static char job[40], opponent[40], observation[40], model[40], game[40];
static struct phone phone; /* invited by alice */

static struct answer as(const char *who, const char *method, const char *path, const char *body)
{
    const char *const headers[] = {who, "Content-Type: application/json", "If-Match: \"1\"", NULL};
    return ask(d.port, method, path, headers, body);
}

static const char *method_of(const struct http_route *route)
{
    switch (route->method) {
    case HTTP_GET:
        return "GET";
    case HTTP_POST:
        return "POST";
    case HTTP_PUT:
        return "PUT";
    case HTTP_PATCH:
        return "PATCH";
    case HTTP_DELETE:
        return "DELETE";
    }
    return "?";
}

/* Writes the path of a route with the id of what alice has; known false: with an id that nothing has. */
static void path_of(const struct http_route *route, bool known, char out[256])
{
    const char *id = strncmp(route->path, "/v1/jobs", 8) == 0              ? job
                     : strncmp(route->path, "/v1/opponents", 13) == 0      ? opponent
                     : strncmp(route->path, "/v1/models", 10) == 0         ? model
                     : strncmp(route->path, "/v1/games", 9) == 0           ? game
                     : strncmp(route->path, "/v1/shards/members", 18) == 0 ? phone.id
                                                                           : NOBODY;
    size_t len = 0;
    for (const char *at = route->path; *at != '\0'; at++) {
        if (*at != '{') {
            out[len++] = *at;
            continue;
        }
        const char *value = strncmp(at, "{id}", 4) == 0             ? (known ? id : NOBODY)
                            : strncmp(at, "{observation}", 13) == 0 ? (known ? observation : NOBODY)
                            : strncmp(at, "{kind}", 6) == 0         ? "sudoku"
                                                                    : "latest";
        len += (size_t)sprintf(out + len, "%s", value);
        at = strchr(at, '}');
    }
    out[len] = '\0';
}

/* Returns the text with every id of alice's things as zeros, to be freed. */
static char *without_ids(const char *text)
{
    const char *const ids[] = {job, opponent, observation, model, game};
    char *copy = strdup(text);
    assert_non_null(copy);
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        for (char *at = copy; (at = strstr(at, ids[i])) != NULL;)
            memset(at, '0', strlen(ids[i]));
    return copy;
}

static void id_of(const struct answer *answer, int status, char out[40])
{
    expect_status(answer, status);
    snprintf(out, 40, "%s", answer_text(answer, "id"));
    assert_int_equal(strlen(out), 32);
}

static void make_things(void)
{
    const char *const bytes[] = {alice, "Content-Type: application/octet-stream", NULL};
    char path[128], body[128];
    struct answer answer = as(alice, "POST", "/v1/sudoku", PUZZLE);
    id_of(&answer, 200, job);
    answer_free(&answer);
    answer = as(alice, "POST", "/v1/opponents", "{\"kind\":\"words\",\"name\":\"hers\"}");
    id_of(&answer, 201, opponent);
    answer_free(&answer);
    snprintf(path, sizeof path, "/v1/opponents/%s/observe", opponent);
    answer = as(alice, "POST", path, "{\"hands\":\"a\"}");
    expect_status(&answer, 200);
    const char *link = strstr(reply_header(&answer.reply, "Link"), "/observations/");
    assert_non_null(link);
    snprintf(observation, sizeof observation, "%.32s", link + strlen("/observations/"));
    answer_free(&answer);
    answer = ask(d.port, "POST", "/v1/models?kind=nets&name=hers", bytes, "NETS1hers");
    id_of(&answer, 201, model);
    answer_free(&answer);
    answer = as(alice, "POST", "/v1/games", "{\"game\":\"hex\",\"size\":5}");
    id_of(&answer, 201, game);
    answer_free(&answer);
    answer = as(alice, "POST", "/v1/shards/invitations", "{\"name\":\"Kitchen\"}");
    expect_status(&answer, 201);
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", answer_text(&answer, "token"));
    answer_free(&answer);
    answer = as("X: none", "POST", "/v1/shards/members", body);
    expect_status(&answer, 201);
    phone = (struct phone){.port = d.port, .raw.fd = -1};
    snprintf(phone.id, sizeof phone.id, "%s", answer_text(&answer, "member"));
    snprintf(phone.session, sizeof phone.session, "%s", answer_text(&answer, "session"));
    answer_free(&answer);
    assert_true(phone_connect(&phone));
    for (int ms = 0;; ms += 10) { /* the socket makes it a member a moment after the handshake */
        answer = as(alice, "GET", "/v1/shards", NULL);
        bool listed = cJSON_GetArraySize(answer_member(&answer, "members")) == 1;
        answer_free(&answer);
        if (listed)
            break;
        assert_true(ms < CLIENT_PATIENCE_MS);
        phone_sleep_ms(10);
    }
}

/* ---- the routes ---- */

static void test_every_route_has_a_decision(void **state)
{
    for (size_t i = 0; i < api_routes_count; i++) {
        enum decision decision = decision_of(&api_routes[i]);
        bool open = decision == PUBLIC || decision == MEMBER ||
                    (decision == SECRET && strcmp(api_routes[i].name, "invitation_qr") != 0);
        if (api_routes[i].open != open)
            fail_msg("%s is %s to all", api_routes[i].path, open ? "not open" : "open");
    }
}

/* A thing of alice is for bob what does not exist: the same status, and the same text but for the id. */
static void test_things_of_others_do_not_exist(void **state)
{
    for (size_t i = 0; i < api_routes_count; i++) {
        const struct http_route *route = &api_routes[i];
        char hers[256], none[256];
        if (decision_of(route) != OWN)
            continue;
        path_of(route, true, hers);
        path_of(route, false, none);
        assert_string_not_equal(hers, none);
        const char *body = route->method == HTTP_POST ? "{}" : route->method == HTTP_PATCH ? "{\"name\":\"x\"}" : NULL;
        struct answer answer = as(bob, method_of(route), hers, body), other = as(bob, method_of(route), none, body);
        char *text = without_ids(answer.reply.body);
        if (answer.status != 404 || other.status != 404 || strcmp(text, other.reply.body) != 0)
            fail_msg("%s %s: %d %s, but what does not exist gets %d %s", method_of(route), hers, answer.status, text,
                     other.status, other.reply.body);
        free(text);
        answer_free(&other);
        answer_free(&answer);
    }
}

/* They are all still there, and an administrator sees them. */
static void test_administrators_see_all(void **state)
{
    static const char *const without[] = {"job_blob", "game_invitation", "job_events", "game_events", "job_record"};
    for (size_t i = 0; i < api_routes_count; i++) {
        const struct http_route *route = &api_routes[i];
        char hers[256];
        bool skipped = false; /* needs more than an id, or sends for ever */
        for (size_t j = 0; j < sizeof without / sizeof without[0]; j++)
            skipped |= strcmp(route->name, without[j]) == 0;
        if (decision_of(route) != OWN || route->method != HTTP_GET || skipped)
            continue;
        path_of(route, true, hers);
        struct answer answer = as(root, "GET", hers, NULL), own = as(alice, "GET", hers, NULL);
        if (answer.status != own.status || answer.status >= 400)
            fail_msg("%s: %d for root, %d for alice: %s", hers, answer.status, own.status, answer.reply.body);
        answer_free(&own);
        answer_free(&answer);
    }
}

/* Returns whether the text names something of alice. */
static bool is_of_alice(const char *text)
{
    const char *const hers[] = {job, opponent, observation, model, game, "alice", "Kitchen", "hers"};
    for (size_t i = 0; i < sizeof hers / sizeof hers[0]; i++)
        if (strstr(text, hers[i]) != NULL)
            return true;
    return false;
}

static void test_lists(void **state)
{
    for (size_t i = 0; i < api_routes_count; i++) {
        const struct http_route *route = &api_routes[i];
        char filtered[128];
        if (decision_of(route) != LIST)
            continue;
        struct answer own = as(alice, "GET", route->path, NULL), all = as(root, "GET", route->path, NULL);
        struct answer his = as(bob, "GET", route->path, NULL);
        expect_status(&his, 200);
        if (is_of_alice(his.reply.body) || !is_of_alice(own.reply.body) || !is_of_alice(all.reply.body))
            fail_msg("%s: bob %s, alice %s, root %s", route->path, his.reply.body, own.reply.body, all.reply.body);
        answer_free(&his);
        answer_free(&all);
        answer_free(&own);
        if (strcmp(route->name, "shards") == 0)
            continue;
        snprintf(filtered, sizeof filtered, "%s?owner=alice", route->path);
        all = as(root, "GET", filtered, NULL);
        his = as(bob, "GET", filtered, NULL); /* cannot widen what he sees */
        expect_status(&his, 200);
        assert_true(is_of_alice(all.reply.body));
        assert_non_null(strstr(all.reply.body, "\"owner\":\"alice\""));
        assert_false(is_of_alice(his.reply.body));
        answer_free(&his);
        answer_free(&all);
        snprintf(filtered, sizeof filtered, "%s?owner=bob", route->path);
        all = as(root, "GET", filtered, NULL);
        assert_false(is_of_alice(all.reply.body));
        answer_free(&all);
    }
}

static void test_things_named_in_queries(void **state)
{
    char path[192], body[192];
    snprintf(path, sizeof path, "/v1/models/compare?a=%s&b=%s", model, model);
    struct answer his = as(bob, "GET", path, NULL), hers = as(alice, "GET", path, NULL),
                  all = as(root, "GET", path, NULL);
    expect_status(&his, 404);
    expect_status(&hers, 200);
    expect_status(&all, 200);
    answer_free(&his);
    answer_free(&hers);
    answer_free(&all);
    snprintf(body, sizeof body, "{\"ask\":\"a\",\"model\":\"%s\"}", model);
    his = as(bob, "POST", "/v1/nets", body);
    hers = as(alice, "POST", "/v1/nets", body);
    assert_true(his.status >= 400);
    expect_status(&hers, 200);
    answer_free(&his);
    answer_free(&hers);
    snprintf(body, sizeof body, "{\"a\":\"%s\",\"b\":\"default\"}", model);
    his = as(bob, "POST", "/v1/models/compare", body);
    assert_true(his.status >= 400);
    answer_free(&his);
}

/* ---- what may be told from counters and times ---- */

static void test_counters(void **state)
{
    struct answer answer = as(bob, "GET", "/v1/stats", NULL);
    expect_status(&answer, 200);
    static const char *const shown[] = {"version", "started_ms", "draining", "workers"};
    const cJSON *member;
    cJSON_ArrayForEach(member, answer.json)
    {
        bool known = false;
        for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
            known |= strcmp(shown[i], member->string) == 0;
        if (!known)
            fail_msg("%s is shown to every key", member->string);
    }
    assert_int_equal(cJSON_GetArraySize(answer_member(&answer, "workers")), 1);
    answer_free(&answer);
    const char *const all[] = {root, metrics};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        answer = as(all[i], "GET", "/v1/stats", NULL);
        expect_status(&answer, 200);
        assert_non_null(answer_member(&answer, "kinds"));
        answer_free(&answer);
        answer = as(all[i], "GET", "/metrics", NULL);
        expect_status(&answer, 200);
        answer_free(&answer);
    }
}

/* The same problem is solved anew for each owner, and cached for each; the problem is asked by nobody before. */
static void test_answers_are_not_shared(void **state)
{
    static const struct {
        const char *body;
    } problems[] = {{"{\"puzzle\":\"1234............\"}"}, {"{\"puzzle\":\"1243............\"}"}};
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        const char *const asked[] = {alice, bob, alice, bob};
        for (size_t j = 0; j < sizeof asked / sizeof asked[0]; j++) {
            struct answer answer = as(asked[j], "POST", "/v1/sudoku", problems[i].body);
            expect_status(&answer, 200);
            assert_int_equal(cJSON_IsTrue(answer_member(&answer, "cached")), j >= 2);
            answer_free(&answer);
        }
    }
}

/* With --share-answers the second owner gets the answer of the first, in a job of its own. */
static void test_answers_are_shared_by_option(void **state)
{
    struct daemon open = {.args = {"--api-keys", file, "--share-answers"}};
    daemon_start(&open);
    const char *const hers[] = {alice, "Content-Type: application/json", NULL};
    const char *const his[] = {bob, "Content-Type: application/json", NULL};
    struct answer first = ask(open.port, "POST", "/v1/sudoku", hers, PUZZLE),
                  second = ask(open.port, "POST", "/v1/sudoku", his, PUZZLE);
    expect_status(&first, 200);
    expect_status(&second, 200);
    assert_true(cJSON_IsTrue(answer_member(&second, "cached")));
    assert_string_not_equal(answer_text(&first, "id"), answer_text(&second, "id"));
    answer_free(&first);
    answer_free(&second);
    daemon_stop(&open);
    daemon_remove(&open);
}

/* A game of shards that waits for phones is listed for its owner, and for an administrator. */
static void test_games_of_shards(void **state)
{
    static const char body[] = "{\"puzzle\":\"21..............\",\"method\":\"sap\",\"propagate\":false,"
                               "\"shards\":[\"phone\",\"phone\"],\"wait_ms\":60000}";
    const char *const hers[] = {alice, "Content-Type: application/json", "Prefer: respond-async", NULL};
    const char *const asking[] = {bob, root, alice};
    struct answer first = ask(d.port, "POST", "/v1/sudoku", hers, body);
    expect_status(&first, 202);
    for (int ms = 0;; ms += 10) {
        struct answer answer = as(alice, "GET", "/v1/shards", NULL);
        bool listed = cJSON_GetArraySize(answer_member(&answer, "games")) == 1;
        answer_free(&answer);
        if (listed)
            break;
        assert_true(ms < CLIENT_PATIENCE_MS);
        phone_sleep_ms(10);
    }
    for (int i = 0; i < 3; i++) {
        struct answer answer = as(asking[i], "GET", "/v1/shards", NULL);
        assert_int_equal(cJSON_GetArraySize(answer_member(&answer, "games")), i > 0);
        answer_free(&answer);
    }
    struct answer end = as(alice, "POST", job_path(&first, "/cancel"), NULL);
    answer_free(&end);
    answer_free(&first);
}

/* A job that another owner's execution could have answered does not join it: it does not show its progress. */
static void test_executions_are_not_shared(void **state)
{
    const char *const hers[] = {alice, "Content-Type: application/json", "Prefer: respond-async", NULL};
    const char *const his[] = {bob, "Content-Type: application/json", "Prefer: respond-async", NULL};
    static const char body[] = "{\"do\":\"spin\",\"job\":{\"timeout_ms\":20000}}";
    struct answer first = ask(d.port, "POST", "/v1/fault", hers, body);
    expect_status(&first, 202);
    struct answer second = ask(d.port, "POST", "/v1/fault", his, body);
    expect_status(&second, 202);
    struct answer answer = as(root, "GET", "/v1/stats", NULL);
    const cJSON *kind;
    cJSON_ArrayForEach(kind, answer_member(&answer, "kinds"))
        assert_int_equal(cJSON_GetObjectItem(kind, "shared")->valueint, 0);
    answer_free(&answer);
    struct answer end = as(alice, "POST", job_path(&first, "/cancel"), NULL);
    answer_free(&end);
    end = as(root, "POST", job_path(&second, "/cancel"), NULL); /* an administrator manages what others have */
    assert_true(end.status == 200 || end.status == 202);
    answer_free(&end);
    answer_free(&first);
    answer_free(&second);
}

/* The cursor of a page leads to the next one, and is not the number of jobs of all owners. */
static void test_cursors(void **state)
{
    static const char *const bodies[] = {"{\"puzzle\":\"4...............\"}", "{\"puzzle\":\"3...............\"}"};
    char seen[2][40], path[128] = "/v1/jobs?limit=1&kind=sudoku";
    for (size_t i = 0; i < 2; i++) {
        struct answer answer = as(bob, "POST", "/v1/sudoku", bodies[i]);
        expect_status(&answer, 200);
        answer_free(&answer);
    }
    for (size_t i = 0; i < 2; i++) {
        struct answer answer = as(bob, "GET", path, NULL);
        expect_status(&answer, 200);
        const cJSON *first = cJSON_GetArrayItem(answer_member(&answer, "jobs"), 0);
        snprintf(seen[i], sizeof seen[i], "%s", cJSON_GetStringValue(cJSON_GetObjectItem(first, "id")));
        assert_true(strtoll(answer_text(&answer, "next"), NULL, 10) > 1LL << 32);
        assert_non_null(strstr(reply_header(&answer.reply, "Link"), answer_text(&answer, "next")));
        snprintf(path, sizeof path, "/v1/jobs?limit=1&kind=sudoku&cursor=%s", answer_text(&answer, "next"));
        answer_free(&answer);
    }
    assert_string_not_equal(seen[0], seen[1]);
}

/* The stream of bob has his jobs, nothing of alice's, and no counters. */
static void test_events(void **state)
{
    char head[320];
    struct raw raw;
    assert_true(raw_open(&raw, d.port));
    snprintf(head, sizeof head, "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n%s\r\n\r\n", bob);
    assert_true(raw_text(&raw, head));
    assert_true(raw_wait_for(&raw, "event: reset"));
    struct answer hers = as(alice, "POST", "/v1/sudoku", "{\"puzzle\":\".1..............\"}");
    expect_status(&hers, 200);
    nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 300000000}, NULL); /* counters are sent once a second */
    struct answer his = as(bob, "POST", "/v1/sudoku", "{\"puzzle\":\"..1.............\"}");
    expect_status(&his, 200);
    assert_true(raw_wait_for(&raw, answer_text(&his, "id")));
    assert_true(raw.len < 100000);
    assert_null(memmem(raw.data, raw.len, answer_text(&hers, "id"), 32));
    assert_null(memmem(raw.data, raw.len, "alice", 5));
    assert_null(memmem(raw.data, raw.len, "event: stats", 12));
    answer_free(&hers);
    answer_free(&his);
    raw_close(&raw);
}

/* ---- roles ---- */

/* What a role may do is decided by the route alone, before a body is read. */
static void test_roles(void **state)
{
    for (size_t i = 0; i < api_routes_count; i++) {
        const struct http_route *route = &api_routes[i];
        enum decision decision = decision_of(route);
        bool streams = decision == STREAM || strstr(route->name, "_events") != NULL;
        char path[256];
        if (route->open)
            continue;
        path_of(route, false, path);
        struct {
            const char *who;
            bool refused;
        } roles[] = {
            {bob, decision == SERVER},
            {reader, decision == SERVER || route->method != HTTP_GET},
            {metrics, strcmp(route->name, "metrics") != 0 && strcmp(route->name, "stats") != 0},
        };
        for (size_t j = 0; j < sizeof roles / sizeof roles[0]; j++) {
            if (streams && !roles[j].refused)
                continue;
            struct answer answer = as(roles[j].who, method_of(route), path, route->method == HTTP_GET ? NULL : "{}");
            if ((answer.status == 403) != roles[j].refused || answer.status == 401)
                fail_msg("%s %s for role %zu: %d %s", method_of(route), path, j, answer.status, answer.reply.body);
            if (roles[j].refused) {
                expect_problem(&answer, 403, "forbidden");
                assert_non_null(strstr(reply_header(&answer.reply, "WWW-Authenticate"), "insufficient_scope"));
            }
            answer_free(&answer);
        }
        struct answer answer = as("X: none", method_of(route), path, route->method == HTTP_GET ? NULL : "{}");
        expect_problem(&answer, 401, "unauthorized");
        answer_free(&answer);
    }
}

/* A key may remove the members that it invited, and no others. Ends the phone. */
static void test_members(void **state)
{
    struct answer answer = as(bob, "DELETE", phone_path(&phone, ""), NULL);
    expect_status(&answer, 404);
    answer_free(&answer);
    answer = as(reader, "DELETE", phone_path(&phone, ""), NULL);
    expect_status(&answer, 403);
    answer_free(&answer);
    answer = as(alice, "DELETE", phone_path(&phone, ""), NULL);
    expect_status(&answer, 204);
    answer_free(&answer);
}

static const cJSON *listed_key(const struct answer *answer, const char *name)
{
    const cJSON *key;
    cJSON_ArrayForEach(key,
                       answer_member(answer, "keys")) if (strcmp(cJSON_GetStringValue(cJSON_GetObjectItem(key, "name")),
                                                                 name) == 0) return key;
    fail_msg("no key of %s", name);
    return NULL;
}

/* The list has names, roles, quotas and use, and no secret; it survives the end of the server. */
static void test_list_of_keys(void **state)
{
    for (int life = 0; life < 2; life++) {
        struct answer answer = as(root, "GET", "/v1/keys", NULL);
        expect_status(&answer, 200);
        const cJSON *key = listed_key(&answer, "alice");
        assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(key, "role")), "user");
        assert_true(cJSON_IsString(cJSON_GetObjectItem(key, "used_at")));
        assert_int_equal(cJSON_GetObjectItem(cJSON_GetObjectItem(key, "quota"), "queued")->valueint, 1000);
        assert_int_equal(strlen(cJSON_GetStringValue(cJSON_GetObjectItem(key, "hash"))), 8);
        key = listed_key(&answer, "idle");
        assert_true(cJSON_IsNull(cJSON_GetObjectItem(key, "used_at")));
        assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(key, "expires_at")), "2120-01-01T00:00:00.000Z");
        assert_null(strstr(answer.reply.body, strrchr(alice, '_') + 1));
        answer_free(&answer);
        if (life == 0) {
            daemon_stop(&d);
            daemon_start(&d);
        }
    }
}

/* ---- */

static int setup(void **state)
{
    char idle[160];
    assert_true(test_folder(d.folder, sizeof d.folder, "nashd-test"));
    snprintf(file, sizeof file, "%s/keys", d.folder);
    make_key(file, "alice", "--queued 1000", alice);
    make_key(file, "bob", "", bob);
    make_key(file, "root", "--role admin", root);
    make_key(file, "bob", "--role read --expires 2120-01-01", reader);
    make_key(file, "prometheus", "--role metrics", metrics);
    make_key(file, "idle", "2120-01-01", idle);
    d.args[0] = "--api-keys";
    d.args[1] = file;
    d.args[2] = "--workers";
    d.args[3] = "2";
    daemon_start(&d);
    make_things();
    *state = &d;
    return 0;
}

static int teardown(void **state)
{
    phone_free(&phone);
    return daemon_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_route_has_a_decision),
        cmocka_unit_test(test_things_of_others_do_not_exist),
        cmocka_unit_test(test_administrators_see_all),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_things_named_in_queries),
        cmocka_unit_test(test_counters),
        cmocka_unit_test(test_answers_are_not_shared),
        cmocka_unit_test(test_answers_are_shared_by_option),
        cmocka_unit_test(test_games_of_shards),
        cmocka_unit_test(test_executions_are_not_shared),
        cmocka_unit_test(test_cursors),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_roles),
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_list_of_keys),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
