/* A match of Hex whose games local members play has the result of one process. */
#include <string.h>

#include <base/log.h>
#include <cluster/cluster.h>
#include <cluster/hex/program.h>
#include <cluster/hex/works.h>
#include <cluster/program.h>
#include <nash/nash.h>

#include "../base/test.h"
#include "harness/net.h"
#include "harness/request.h"

extern const struct nash_solver nash_solver_hex;

enum { LEASE_MS = 5000, ALIGNED = 64 };

static const struct request_kind kind = {.solver = &nash_solver_hex, .program = &hex_program};

/* Returns the result without what depends on time. */
static cJSON *solve_request(const char *request, struct cluster *cluster)
{
    cJSON *json = request_solve(&kind, request, cluster);
    cJSON_DeleteItemFromObjectCaseSensitive(json, "statistics");
    return json;
}

/* Fails unless the games that the members of the cluster play have the result of one process. Returns the report of the
 * farm, for cJSON_Delete(). */
static cJSON *check_shared(const char *request, struct cluster *cluster)
{
    cJSON *shared = solve_request(request, cluster), *alone = solve_request(request, NULL);
    cJSON *farm = cJSON_DetachItemFromObjectCaseSensitive(shared, "farm");
    assert_non_null(farm);
    if (!cJSON_Compare(shared, alone, true))
        fail_msg("%s has another result when members play", request);
    cJSON_Delete(shared);
    cJSON_Delete(alone);
    return farm;
}

static void shared_is_as_alone(void **state)
{
    static const char *const requests[] = {
        "{\"size\":7,\"match\":{\"a\":{\"engine\":\"random\"},\"b\":{\"engine\":\"resistance\"},\"shards\":3}}",
        "{\"size\":9,\"swap\":true,\"match\":{\"a\":{\"engine\":\"resistance\"},\"b\":{\"engine\":\"random\"},"
        "\"games\":31,\"first\":11,\"shards\":2}}",
        "{\"rows\":4,\"cols\":7,\"match\":{\"a\":{\"engine\":\"random\"},\"b\":{\"engine\":\"random\"},\"games\":300,"
        "\"openings\":[\"\",\"a1 c2\",\"b3\"],\"sprt\":{\"elo0\":-100,\"elo1\":0},\"shards\":3}}",
        "{\"size\":5,\"match\":{\"a\":{\"engine\":\"resistance\"},\"b\":{\"engine\":\"resistance\"},\"shards\":4}}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        struct cluster *cluster = request_cluster(LEASE_MS);
        cJSON_Delete(check_shared(requests[i], cluster));
        request_cluster_stop(cluster);
    }
}

/* Members do not play the rest of a match that is decided. */
static void decided_matches_end(void **state)
{
    static const char request[] =
        "{\"size\":6,\"match\":{\"a\":{\"engine\":\"resistance\"},\"b\":{\"engine\":\"random\"},"
        "\"games\":10000,\"sprt\":{\"elo0\":0,\"elo1\":50},\"shards\":3}}";
    struct cluster *cluster = request_cluster(LEASE_MS);
    cJSON *farm = check_shared(request, cluster), *one;
    double played = 0;
    (void)state;
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(farm, "credit"))
    {
        played += cJSON_GetObjectItemCaseSensitive(one, "units")->valuedouble;
    }
    if (played < 10 || played > 9000)
        fail_msg("%.0f of 10,000 games were played", played);
    cJSON_Delete(farm);
    request_cluster_stop(cluster);
}

/* Plays a match with an honest member and one that lies. Returns the report of the farm. */
static cJSON *play_with_liar(enum net_lie lie, uint64_t seed)
{
    static const char request[] =
        "{\"size\":5,\"match\":{\"a\":{\"engine\":\"uct\",\"iterations\":200},\"b\":{\"engine\":\"random\"},"
        "\"games\":300,\"openings\":[\"a1\"],\"audit\":1,\"shards\":[\"phone\",\"phone\"],\"wait_ms\":10000}}";
    struct cluster *cluster = request_cluster(LEASE_MS);
    struct net *net = net_new(cluster, seed);
    net_join(net, &(struct net_member){.name = "liar", .lie = lie, .lies_of_100 = 60});
    net_join(net, &(struct net_member){.name = "honest"});
    cJSON *farm = check_shared(request, cluster);
    net_free(net);
    request_cluster_stop(cluster);
    return farm;
}

/* A legal game of another unit passes the check; the audit finds it, and all games of its member are played again.
 * Threads here take part, so that on a busy machine all false answers of a match may be too late to be used. */
static void liars_are_found(void **state)
{
    enum { MATCHES = 20 };
    const cJSON *liar = NULL;
    (void)state;
    for (unsigned i = 0; i < MATCHES && !liar; i++) {
        cJSON *farm = play_with_liar(NET_SAME_GAME, i);
        liar = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(farm, "quarantined"), 0);
        if (liar) {
            assert_string_equal(cJSON_GetObjectItemCaseSensitive(liar, "member")->valuestring, "liar");
            assert_string_equal(cJSON_GetObjectItemCaseSensitive(liar, "why")->valuestring,
                                "a second computation of its unit differs");
        }
        cJSON_Delete(farm);
    }
    assert_non_null(liar);
}

/* Changed bits in answers never change the result. */
static void changed_bits_change_nothing(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++)
        cJSON_Delete(play_with_liar(NET_SCRAMBLES, i));
}

/* A member that changes a move, the winner or the opening is found by the check alone; a changed count of nodes is left
 * to audits. */
static void false_games_are_found(void **state)
{
    static const char request[] =
        "{\"size\":5,\"match\":{\"a\":{\"engine\":\"random\"},\"b\":{\"engine\":\"resistance\"},"
        "\"games\":4,\"shards\":1}}";
    struct nash_run run = {.arena = nash_arena_new(REQUEST_ARENA), .seed = 5};
    uint8_t unit[HEX_UNIT_MAX], answer[HEX_ANSWER_MAX];
    const char *why;
    (void)state;
    struct hex_farm *own = NASH_NEW(run.arena, struct hex_farm, 1);
    own->match = form_problem_of(&hex_form_match, request_read(&kind, request, &run));
    void *runner = nash_arena_alloc_raw(run.arena, hex_match_work.bytes(), ALIGNED);
    assert_true(hex_match_work.open(runner, own->task, hex_task_write(&own->match->rules, own->task)));
    hex_match_prepare(own->match, 5, 2, &own->game);
    struct farm_unit given = {.len = (uint32_t)hex_unit_write(&own->game, unit), .bytes = unit};
    size_t len = hex_match_work.run(runner, unit, given.len, answer);
    assert_true(len > HEX_ANSWER_HEAD);
    assert_int_equal(hex_match_job.check(own, &given, answer, len, &why), FARM_VALID);
    for (size_t at = 0; at < len; at++) {
        if (at >= 4 && at < HEX_ANSWER_HEAD) /* nodes */
            continue;
        for (unsigned change = 1; change < 256; change++) {
            answer[at] ^= (uint8_t)change;
            enum farm_verdict verdict = hex_match_job.check(own, &given, answer, len, &why);
            bool head = at < 4 || at < HEX_ANSWER_HEAD + 2;
            if (verdict != FARM_WRONG && (head || verdict != FARM_VALID))
                fail_msg("byte %zu changed by %u is accepted", at, change);
            answer[at] ^= (uint8_t)change;
        }
    }
    assert_int_equal(hex_match_work.run(runner, unit, given.len - 1, answer), 0);
    nash_arena_free(run.arena);
}

/* Games that a browser cannot play are another work, which it refuses as unable; and the farm knows how long a game of
 * uct takes. */
static void browsers_are_spared(void **state)
{
    static const struct {
        const char *size, *a, *b;
        unsigned work, least_ms;
    } matches[] = {
        {"11", "\"random\"", "\"resistance\"", HEX_MATCH_WORK, 0},
        {"11", "\"uct\",\"iterations\":10000", "\"random\"", HEX_MATCH_WORK, 5000},
        {"11", "\"uct\",\"iterations\":100000", "\"resistance\"", HEX_MATCH_WORK, 50000},
        {"11", "\"random\"", "\"uct\",\"iterations\":100001", HEX_SERVER_MATCH_WORK, 50000},
        {"19", "\"uct\",\"iterations\":30000", "\"random\"", HEX_MATCH_WORK, 50000},
        {"19", "\"uct\",\"iterations\":60000", "\"random\"", HEX_SERVER_MATCH_WORK, 50000}, /* its memory */
        {"5", "\"exact\"", "\"random\"", HEX_SERVER_MATCH_WORK, 0},
        {"7", "\"dqn\"", "\"dqn+search\",\"simulations\":400", HEX_MATCH_WORK, 1000},
        {"7", "\"dqn+search\",\"simulations\":100000", "\"random\"", HEX_SERVER_MATCH_WORK, 0},
        {"11", "\"dqn\"", "\"dqn\"", HEX_MATCH_WORK, 0},
    };
    uint32_t needs = 0; /* of the match before, which needs less memory or another work */
    (void)state;
    for (size_t i = 0; i < sizeof matches / sizeof *matches; i++) {
        struct nash_error error = {0};
        struct cluster *cluster = request_cluster(LEASE_MS);
        struct cluster_host host = request_host(cluster);
        struct nash_run run = {.arena = nash_arena_new(REQUEST_ARENA), .host = &host};
        struct nash_result result = {0};
        struct cluster_game *game = NULL;
        char request[200];
        _Atomic int cancel = 1;
        snprintf(request, sizeof request,
                 "{\"size\":%s,\"match\":{\"a\":{\"engine\":%s},\"b\":{\"engine\":%s},\"games\":2,\"shards\":1}}",
                 matches[i].size, matches[i].a, matches[i].b);
        run.cancel = &cancel;
        assert_int_equal(hex_program.begin(request_read(&kind, request, &run), &run, &result, &error, &game), NASH_OK);
        const struct farm_job *job = &((struct hex_farm *)game)->job;
        bool spared = job->work == HEX_SERVER_MATCH_WORK;
        if (spared ? job->memory_mib != 0 : job->memory_mib > 64 || game->inbox.needs == needs)
            fail_msg("%s: %u MiB", request, job->memory_mib);
        needs = game->inbox.needs;
        const struct farm_request *farm = &((struct farm_game *)game)->request;
        struct hex_rules rules;
        assert_true(hex_task_read(&rules, hex_engines, farm->task, farm->task_len));
        for (unsigned p = 0; p < 2; p++) /* browsers have no default net */
            if (rules.player[p].engine->plays_net && !spared != (rules.player[p].settings.net != NULL))
                fail_msg("%s: the net of the task", request);
        if (job->work != matches[i].work || job->unit_ms < matches[i].least_ms)
            fail_msg("%s: work %u, %u ms", request, job->work, job->unit_ms);
        request_play(&kind, game);
        hex_program.end(game, &result, &error);
        nash_arena_free(run.arena);
        request_cluster_stop(cluster);
    }
}

int main(void)
{
    log_setup(LOG_ERROR + 1, LOG_TEXT); /* the lies are deliberate */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_is_as_alone),  cmocka_unit_test(decided_matches_end),
        cmocka_unit_test(liars_are_found),     cmocka_unit_test(changed_bits_change_nothing),
        cmocka_unit_test(browsers_are_spared), cmocka_unit_test(false_games_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
