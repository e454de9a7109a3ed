#include "request.h"

#include <string.h>
#include <time.h>

#include <jobs/executor/executor.h>
#include <nash/nash.h>

#include "../../base/test.h"

enum { WAIT_NS = 200000, SEED = 5 };

struct cluster *request_cluster(uint32_t lease_ms)
{
    struct nash_error error = {0};
    struct cluster *cluster = cluster_start(&(struct cluster_options){.lease_ms = lease_ms, .games = 2}, &error);
    assert_non_null(cluster);
    return cluster;
}

void request_cluster_stop(struct cluster *cluster)
{
    cluster_executor(cluster)->close(cluster_executor(cluster));
    cluster_stop(cluster);
}

static void wake_nothing(struct cluster_host *host)
{
    (void)host; /* request_play() looks again soon */
}

struct cluster_host request_host(struct cluster *cluster)
{
    return (struct cluster_host){.cluster = cluster, .wake = wake_nothing};
}

void *request_read(const struct request_kind *kind, const char *request, struct nash_run *run)
{
    struct nash_error error = {0};
    void *problem = NULL;
    if (nash_solve_begin(kind->solver, NASH_FORMAT_JSON, request, strlen(request), run, &problem, &error) != NASH_OK)
        fail_msg("%s: %s %s", request, error.pointer, error.detail);
    return problem;
}

void request_play(const struct request_kind *kind, struct cluster_game *game)
{
    while (kind->program->step(game) != CLUSTER_GAME_OVER)
        nanosleep(&(struct timespec){.tv_nsec = WAIT_NS}, NULL);
}

static enum nash_status solve_shared(const struct request_kind *kind, const void *problem, struct nash_run *run,
                                     struct nash_result *result, struct nash_error *error)
{
    struct cluster_game *game = NULL;
    assert_ptr_equal(cluster_program_for(NULL, kind->solver->kind, problem), kind->program);
    enum nash_status status = kind->program->begin(problem, run, result, error, &game);
    if (game == NULL)
        return status;
    request_play(kind, game);
    return kind->program->end(game, result, error);
}

cJSON *request_solve(const struct request_kind *kind, const char *request, struct cluster *cluster)
{
    struct cluster_host host = request_host(cluster);
    struct nash_run run = {.arena = nash_arena_new(REQUEST_ARENA),
                           .seed = SEED,
                           .node_limit = cluster ? 0 : kind->nodes_max,
                           .host = &host};
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_error error = {0};
    struct nash_result result = {0};
    bool final;
    void *problem = request_read(kind, request, &run);
    assert_true(kind->solver->distributed(problem) || !cluster);
    enum nash_status status = cluster ? solve_shared(kind, problem, &run, &result, &error)
                                      : kind->solver->solve(problem, &run, &result, &error);
    status = nash_solve_end(kind->solver, problem, status, &result, false, &out, &final, &error);
    if (status != NASH_OK)
        fail_msg("%s: %s", request, error.detail);
    assert_true(final);
    cJSON *json = cJSON_Parse(nash_buf_cstr(&out));
    assert_non_null(json);
    nash_buf_free(&out);
    nash_arena_free(run.arena);
    return json;
}
