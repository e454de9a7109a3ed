/* A match of Hex whose games local members play has the result of one process. */
#include <string.h>
#include <time.h>

#include <cluster/cluster.h>
#include <cluster/hex/program.h>
#include <cluster/hex/works.h>
#include <cluster/program.h>
#include <jobs/executor.h>
#include <nash/nash.h>

#include "../base/test.h"

extern const struct nash_solver nash_solver_hex;

enum { WAIT_NS = 200000, ARENA_CAP = 512 << 20, ALIGNED = 64 };

static void wake_nothing(struct cluster_host *host)
{
    (void)host; /* the loop below looks again soon */
}

/* Plays the problem with the program that accepts it. */
static enum nash_status play(const void *problem, struct nash_run *run, struct nash_result *result,
                             struct nash_error *error)
{
    const struct cluster_program *program = cluster_program_for(NULL, "hex", problem);
    struct cluster_game *game = NULL;
    assert_ptr_equal(program, &hex_program);
    enum nash_status status = program->begin(problem, run, result, error, &game);
    if (game == NULL)
        return status;
    while (program->step(game) != CLUSTER_GAME_OVER)
        nanosleep(&(struct timespec){.tv_nsec = WAIT_NS}, NULL);
    return program->end(game, result, error);
}

/* Returns the result of a request. cluster: NULL solves in this process. */
static cJSON *solve_request(const char *request, struct cluster *cluster)
{
    struct cluster_host host = {.cluster = cluster, .wake = wake_nothing};
    struct nash_run run = {.arena = nash_arena_new(ARENA_CAP), .seed = 5, .host = &host};
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_error error = {0};
    struct nash_result result = {0};
    void *problem = NULL;
    bool final;
    enum nash_status status =
        nash_solve_begin(&nash_solver_hex, NASH_FORMAT_JSON, request, strlen(request), &run, &problem, &error);
    if (status != NASH_OK)
        fail_msg("%s: %s %s", request, error.pointer, error.detail);
    assert_true(nash_solver_hex.distributed(problem));
    status = cluster ? play(problem, &run, &result, &error) : nash_solver_hex.solve(problem, &run, &result, &error);
    status = nash_solve_end(&nash_solver_hex, problem, status, &result, false, &out, &final, &error);
    if (status != NASH_OK)
        fail_msg("%s: %s", request, error.detail);
    assert_true(final);
    cJSON *json = cJSON_Parse(nash_buf_cstr(&out));
    assert_non_null(json);
    cJSON_DeleteItemFromObjectCaseSensitive(json, "statistics");
    nash_buf_free(&out);
    nash_arena_free(run.arena);
    return json;
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
        struct nash_error error = {0};
        struct cluster *cluster = cluster_start(&(struct cluster_options){.lease_ms = 5000, .games = 2}, &error);
        assert_non_null(cluster);
        cJSON *shared = solve_request(requests[i], cluster), *alone = solve_request(requests[i], NULL);
        cJSON *farm = cJSON_DetachItemFromObjectCaseSensitive(shared, "farm");
        assert_non_null(farm);
        if (!cJSON_Compare(shared, alone, true))
            fail_msg("%s has another result when members play", requests[i]);
        cJSON_Delete(farm);
        cJSON_Delete(shared);
        cJSON_Delete(alone);
        cluster_executor(cluster)->close(cluster_executor(cluster));
        cluster_stop(cluster);
    }
}

/* A member that changes a move, the winner or the opening is found by the check alone; a changed count of nodes is left
 * to audits. */
static void false_games_are_found(void **state)
{
    static const char request[] =
        "{\"size\":5,\"match\":{\"a\":{\"engine\":\"random\"},\"b\":{\"engine\":\"resistance\"},"
        "\"games\":4,\"shards\":1}}";
    struct nash_run run = {.arena = nash_arena_new(ARENA_CAP), .seed = 5};
    struct nash_error error = {0};
    uint8_t unit[HEX_UNIT_MAX], answer[HEX_ANSWER_MAX];
    const char *why;
    void *problem;
    (void)state;
    assert_int_equal(
        nash_solve_begin(&nash_solver_hex, NASH_FORMAT_JSON, request, strlen(request), &run, &problem, &error),
        NASH_OK);
    struct hex_farm *own = NASH_NEW(run.arena, struct hex_farm, 1);
    own->match = form_problem_of(&hex_form_match, problem);
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
    };
    (void)state;
    for (size_t i = 0; i < sizeof matches / sizeof *matches; i++) {
        struct nash_error error = {0};
        struct cluster *cluster = cluster_start(&(struct cluster_options){.lease_ms = 5000}, &error);
        struct cluster_host host = {.cluster = cluster, .wake = wake_nothing};
        struct nash_run run = {.arena = nash_arena_new(ARENA_CAP), .host = &host};
        struct nash_result result = {0};
        struct cluster_game *game = NULL;
        char request[200];
        void *problem;
        _Atomic int cancel = 1;
        snprintf(
            request, sizeof request,
            "{\"size\":%s,\"match\":{\"a\":{\"engine\":%s},\"b\":{\"engine\":%s},\"games\":2,\"shards\":[\"phone\"]}}",
            matches[i].size, matches[i].a, matches[i].b);
        assert_int_equal(
            nash_solve_begin(&nash_solver_hex, NASH_FORMAT_JSON, request, strlen(request), &run, &problem, &error),
            NASH_OK);
        assert_int_equal(hex_program.begin(problem, &run, &result, &error, &game), NASH_OK);
        const struct farm_job *job = &((struct hex_farm *)game)->job;
        if (job->work != matches[i].work || job->unit_ms < matches[i].least_ms)
            fail_msg("%s: work %u, %u ms", request, job->work, job->unit_ms);
        run.cancel = &cancel;
        while (hex_program.step(game) != CLUSTER_GAME_OVER)
            nanosleep(&(struct timespec){.tv_nsec = WAIT_NS}, NULL);
        hex_program.end(game, &result, &error);
        nash_arena_free(run.arena);
        cluster_executor(cluster)->close(cluster_executor(cluster));
        cluster_stop(cluster);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_is_as_alone),
        cmocka_unit_test(browsers_are_spared),
        cmocka_unit_test(false_games_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
