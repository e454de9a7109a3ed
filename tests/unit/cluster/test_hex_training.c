/* A training whose games members play learns the same bits as one in a worker, whatever the members do. */
#include <string.h>
#include <time.h>

#include <base/bytes.h>
#include <base/log.h>
#include <cluster/cluster.h>
#include <cluster/hex/training.h>
#include <cluster/hex/works.h>
#include <cluster/program.h>
#include <jobs/executor/executor.h>
#include <nash/nash.h>
#include <solvers/hex/checkpoint/checkpoint.h>

#include "../base/test.h"
#include "harness/net.h"
#include "harness/request.h"

extern const struct nash_solver nash_solver_hex;

enum { LEASE_MS = 5000, SEED = 5, WAIT_NS = 200000 };

static const struct request_kind kind = {.solver = &nash_solver_hex, .program = &hex_training_program};

#define TINY                                                                                                           \
    "\"size\":5,\"net\":{\"layers\":2,\"channels\":16},\"batch\":16,\"games\":8,\"simulations\":8,\"evaluate\":40,"    \
    "\"evaluate_games\":2,\"reference_iterations\":20,\"steps\":80"

#define SIZES                                                                                                          \
    "\"sizes\":[3,4,5],\"net\":{\"layers\":2,\"channels\":16},\"batch\":16,\"games\":7,\"simulations\":8,"             \
    "\"evaluate\":0,\"evaluate_games\":2,\"reference_iterations\":20,\"steps\":50"

/* A net that nearly fills a task. */
#define LARGE                                                                                                          \
    "\"size\":4,\"net\":{\"layers\":9,\"channels\":64},\"batch\":4,\"games\":2,\"simulations\":2,"                     \
    "\"evaluate\":0,\"evaluate_games\":1,\"reference_iterations\":5,\"steps\":12"

/* ---- runs ---- */

/* What a job has stored. */
struct blobs {
    struct bytes *latest, *best;
};

static void blobs_free(struct blobs *blobs)
{
    bytes_unref(blobs->latest);
    bytes_unref(blobs->best);
}

static void keep(struct blobs *blobs, const char *name, const void *bytes, size_t len)
{
    struct bytes **blob = strcmp(name, "latest") == 0 ? &blobs->latest : &blobs->best;
    bytes_unref(*blob);
    *blob = bytes_copy(bytes, len);
}

static void on_blob(void *context, struct work *work, const char *name, const void *bytes, size_t len)
{
    (void)work;
    keep(context, name, bytes, len);
}

static struct bytes *on_stored(void *context, struct work *work, const char *name)
{
    struct blobs *blobs = context;
    (void)work;
    assert_string_equal(name, "latest");
    return blobs->latest != NULL ? bytes_ref(blobs->latest) : NULL;
}

static enum nash_status on_emit(struct nash_run *run, const char *name, const void *bytes, size_t len)
{
    keep(run->host, name, bytes, len);
    return NASH_OK;
}

static cJSON *write_result(const void *problem, enum nash_status status, struct nash_result *result,
                           struct nash_error *error)
{
    struct nash_buf out = NASH_BUF_INIT(0);
    bool final = true;
    status = nash_solve_end(&nash_solver_hex, problem, status, result, false, &out, &final, error);
    if (status != NASH_OK)
        fail_msg("%s", error->detail);
    assert_false(final);
    cJSON *json = cJSON_Parse(nash_buf_cstr(&out));
    nash_buf_free(&out);
    return json;
}

/* Trains in this process. */
static cJSON *train_alone(const char *request, struct blobs *blobs)
{
    struct nash_run run = {.arena = nash_arena_new(REQUEST_ARENA), .seed = SEED, .emit = on_emit, .host = blobs};
    struct nash_result result = {0};
    struct nash_error error = {0};
    void *problem = request_read(&kind, request, &run);
    enum nash_status status = nash_solver_hex.solve(problem, &run, &result, &error);
    cJSON *json = write_result(problem, status, &result, &error);
    nash_arena_free(run.arena);
    return json;
}

/* A training that members of the cluster share, and goes on from blobs->latest. */
struct shared {
    struct cluster_host host;
    struct executor_client client;
    struct nash_run run;
    _Atomic int cancel;
    void *problem;
    struct cluster_game *game;
    struct nash_result result;
    struct nash_error error;
};

static void wake_nothing(struct cluster_host *host)
{
    (void)host; /* shared_step() is called again soon */
}

static void shared_begin(struct shared *s, const char *request, struct cluster *cluster, struct blobs *blobs)
{
    *s = (struct shared){
        .client = {.context = blobs, .blob = on_blob, .stored = on_stored},
        .run = {.arena = nash_arena_new(REQUEST_ARENA), .seed = SEED, .cancel = &s->cancel, .host = &s->host}};
    s->host = (struct cluster_host){.cluster = cluster, .wake = wake_nothing, .client = &s->client};
    s->problem = request_read(&kind, request, &s->run);
    assert_true(nash_solver_hex.distributed(s->problem));
    assert_ptr_equal(cluster_program_for(NULL, "hex", s->problem), &hex_training_program);
    enum nash_status status = hex_training_program.begin(s->problem, &s->run, &s->result, &s->error, &s->game);
    if (status != NASH_OK)
        fail_msg("%s", s->error.detail);
}

/* Returns whether it goes on. */
static bool shared_step(struct shared *s)
{
    return hex_training_program.step(s->game) != CLUSTER_GAME_OVER;
}

static uint64_t shared_taken(const struct shared *s)
{
    return ((const struct hex_farm_training *)s->game)->taken;
}

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = WAIT_NS}, NULL);
}

static cJSON *shared_end(struct shared *s)
{
    enum nash_status status = hex_training_program.end(s->game, &s->result, &s->error);
    cJSON *json = write_result(s->problem, status, &s->result, &s->error);
    hex_training_program.free(s->game);
    nash_arena_free(s->run.arena);
    return json;
}

/* cancel_at: games after which the run is cancelled; 0: never. */
static cJSON *train_shared(const char *request, struct cluster *cluster, struct blobs *blobs, uint64_t cancel_at)
{
    struct shared s;
    shared_begin(&s, request, cluster, blobs);
    for (; shared_step(&s); nap())
        if (cancel_at > 0 && shared_taken(&s) >= cancel_at)
            s.cancel = 1;
    return shared_end(&s);
}

/* ---- comparing ---- */

/* Fails unless both checkpoints have the same parts. The state is left out, which has the processor time. */
static void expect_same(const struct bytes *a, const struct bytes *b, bool whole)
{
    struct nash_arena *arena = nash_arena_new(REQUEST_ARENA);
    struct hex_checkpoint x, y;
    struct nash_error error;
    assert_non_null(a);
    assert_non_null(b);
    assert_int_equal(hex_checkpoint_read((const uint8_t *)a->data, a->len, arena, &x, &error), NASH_OK);
    assert_int_equal(hex_checkpoint_read((const uint8_t *)b->data, b->len, arena, &y, &error), NASH_OK);
    assert_int_equal(x.parts, y.parts);
    assert_true(x.parts >= (whole ? 5U : 1U));
    for (unsigned i = 0; i < x.parts; i++) {
        assert_string_equal(x.part[i].name, y.part[i].name);
        if (strcmp(x.part[i].name, "state") == 0)
            continue;
        if (x.part[i].len != y.part[i].len || memcmp(x.part[i].bytes, y.part[i].bytes, x.part[i].len) != 0)
            fail_msg("%s differs", x.part[i].name);
    }
    nash_arena_free(arena);
}

static double number(const cJSON *json, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, key);
    assert_true(cJSON_IsNumber(value));
    return value->valuedouble;
}

static const cJSON *farm_of(const cJSON *result)
{
    const cJSON *farm = cJSON_GetObjectItemCaseSensitive(result, "farm");
    assert_non_null(farm);
    return farm;
}

/* Trains `request` alone, once for each request, and compares. */
static void expect_as_alone(const char *settings, const struct blobs *shared)
{
    static struct blobs alone;
    static char of[600];
    char request[600];
    snprintf(request, sizeof request, "{\"train\":{%s}}", settings);
    if (strcmp(of, request) != 0) {
        blobs_free(&alone);
        alone = (struct blobs){NULL, NULL};
        cJSON_Delete(train_alone(request, &alone));
        strcpy(of, request);
    }
    expect_same(shared->latest, alone.latest, true);
    expect_same(shared->best, alone.best, false);
}

/* Trains with these members, compares, and returns the result for cJSON_Delete(). */
static cJSON *check_shared(const char *settings, const char *members, struct cluster *cluster)
{
    struct blobs blobs = {NULL, NULL};
    char request[700];
    snprintf(request, sizeof request, "{\"train\":{%s,%s}}", settings, members);
    cJSON *result = train_shared(request, cluster, &blobs, 0);
    expect_as_alone(settings, &blobs);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(result, "finished")));
    blobs_free(&blobs);
    return result;
}

/* ---- tests ---- */

static void shared_is_as_alone(void **state)
{
    static const char *const settings[] = {
        TINY,
        TINY ",\"mentor\":\"resistance\",\"mentor_games\":20,\"mentor_steps\":30",
        TINY ",\"mentor\":\"uct\",\"mentor_iterations\":20,\"mentor_games\":12,\"mentor_steps\":10",
        SIZES,
    };
    (void)state;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        for (unsigned members = 1; members <= 3; members += 2) {
            struct cluster *cluster = request_cluster(LEASE_MS);
            cJSON *result = check_shared(settings[i], members == 1 ? "\"shards\":1" : "\"shards\":3", cluster);
            assert_true(number(farm_of(result), "units") >= 7);
            assert_int_equal(number(farm_of(result), "kept"), 0);
            cJSON_Delete(result);
            request_cluster_stop(cluster);
        }
}

/* Phones on a bad network: one goes, one freezes, messages are lost, come twice or late. */
static void members_come_and_go(void **state)
{
    struct cluster *cluster = request_cluster(300);
    struct net *net = net_new(cluster, 3);
    (void)state;
    net_join(net, &(struct net_member){.name = "goes", .goes_at = 9, .delay_us = 200});
    net_join(net, &(struct net_member){.name = "freezes", .freezes_at = 7, .delay_us = 200});
    net_join(net, &(struct net_member){
                      .name = "late", .delay_us = 2000, .slow_of_1000 = 100, .lost_of_1000 = 10, .twice_of_1000 = 50});
    cJSON *result =
        check_shared(TINY, "\"shards\":[\"phone\",\"phone\",\"phone\"],\"wait_ms\":1000,\"audit\":0.5", cluster);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(farm_of(result), "quarantined")), 0);
    cJSON_Delete(result);
    net_free(net);
    request_cluster_stop(cluster);
}

static void tasks_may_be_large(void **state)
{
    struct cluster *cluster = request_cluster(LEASE_MS);
    struct net *net = net_new(cluster, 1);
    (void)state;
    net_join(net, &(struct net_member){.name = "phone"});
    cJSON *result = check_shared(LARGE, "\"shards\":[\"phone\"],\"wait_ms\":1000,\"audit\":0", cluster);
    double rounds = number(farm_of(result), "units") / 2;
    if (number(farm_of(result), "bytes") < rounds * (200 << 10))
        fail_msg("%.0f bytes in %.0f rounds", number(farm_of(result), "bytes"), rounds);
    cJSON_Delete(result);
    net_free(net);
    request_cluster_stop(cluster);
}

/* A liar changes nothing that is learnt when all games are played again. Threads here take part, so that on a busy
 * machine all its games may be too late to be used: it must have been named in one of several trainings. */
static void expect_named(enum net_lie lie, const char *why)
{
    enum { TRAININGS = 8 };
    const cJSON *named = NULL;
    for (unsigned i = 0; i < TRAININGS && named == NULL; i++) {
        struct cluster *cluster = request_cluster(LEASE_MS);
        struct net *net = net_new(cluster, i);
        net_join(net, &(struct net_member){.name = "liar", .lie = lie, .lies_of_100 = 40});
        net_join(net, &(struct net_member){.name = "honest"});
        cJSON *result = check_shared(TINY, "\"shards\":[\"phone\",\"phone\"],\"wait_ms\":1000,\"audit\":1", cluster);
        named = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(farm_of(result), "quarantined"), 0);
        if (named != NULL) {
            assert_string_equal(cJSON_GetObjectItemCaseSensitive(named, "member")->valuestring, "liar");
            if (why != NULL)
                assert_string_equal(cJSON_GetObjectItemCaseSensitive(named, "why")->valuestring, why);
        }
        assert_int_equal(number(farm_of(result), "kept"), 0);
        cJSON_Delete(result);
        net_free(net);
        request_cluster_stop(cluster);
    }
    assert_non_null(named);
}

static void liars_are_found(void **state)
{
    (void)state;
    expect_named(NET_OTHER_VALUE, "a second computation of its unit differs");
    expect_named(NET_SAME_GAME, NULL); /* its opening is that of another number */
    expect_named(NET_SCRAMBLES, NULL);
}

/* Without audits the games of a liar are learnt; when it is found in a later round they are counted. */
static void what_was_learnt_is_counted(void **state)
{
    enum { TRAININGS = 20 };
    double kept = 0;
    (void)state;
    for (unsigned i = 0; i < TRAININGS && kept < 1; i++) { /* it may lie in the first round, or not at all */
        struct cluster *cluster = request_cluster(LEASE_MS);
        struct net *net = net_new(cluster, i);
        struct blobs blobs = {NULL, NULL};
        net_join(net, &(struct net_member){.name = "liar", .lie = NET_SAME_GAME, .lies_of_100 = 5});
        cJSON *result = train_shared("{\"train\":{" TINY ",\"shards\":[\"phone\"],\"wait_ms\":1000,\"audit\":0}}",
                                     cluster, &blobs, 0);
        const cJSON *farm = farm_of(result);
        kept = number(farm, "kept");
        if (cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(farm, "quarantined")) == 0)
            assert_int_equal(kept, 0);
        cJSON_Delete(result);
        blobs_free(&blobs);
        net_free(net);
        request_cluster_stop(cluster);
    }
    assert_true(kept > 0);
}

/* A training that is cancelled at any time goes on from its last checkpoint, and learns the same. */
static void a_training_goes_on(void **state)
{
    static const char request[] = "{\"train\":{" TINY ",\"shards\":2}}";
    struct blobs blobs = {NULL, NULL};
    unsigned runs = 0;
    bool finished = false;
    (void)state;
    for (; !finished && runs < 20; runs++) {
        struct cluster *cluster = request_cluster(LEASE_MS);
        cJSON *result = train_shared(request, cluster, &blobs, 8);
        finished = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(result, "finished"));
        assert_non_null(blobs.latest);
        cJSON_Delete(result);
        request_cluster_stop(cluster);
    }
    assert_true(finished);
    assert_true(runs > 1);
    expect_as_alone(TINY, &blobs);
    blobs_free(&blobs);
}

/* A cancel before the first game, and one of a training that waits for another. */
static void a_cancel_is_soon(void **state)
{
    struct cluster *cluster = request_cluster(LEASE_MS);
    struct shared s;
    struct blobs blobs = {NULL, NULL};
    (void)state;
    shared_begin(&s, "{\"train\":{" TINY ",\"shards\":[\"phone\"],\"wait_ms\":60000}}", cluster, &blobs);
    for (unsigned i = 0; i < 100; i++) {
        assert_true(shared_step(&s));
        nap();
    }
    s.cancel = 1;
    while (shared_step(&s))
        nap();
    assert_int_equal(shared_taken(&s), 0);
    cJSON *result = shared_end(&s);
    assert_false(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(result, "finished")));
    assert_non_null(blobs.latest);
    cJSON_Delete(result);
    blobs_free(&blobs);
    request_cluster_stop(cluster);
}

/* Games that take a phone too long are another work, which browsers lack. */
static void browsers_are_spared(void **state)
{
    static const struct {
        const char *settings;
        unsigned work, least_ms;
    } trainings[] = {
        {TINY, HEX_TRAIN_WORK, 0},
        {LARGE, HEX_TRAIN_WORK, 0},
        {"\"size\":11,\"net\":{\"layers\":5,\"channels\":32},\"simulations\":400", HEX_TRAIN_WORK, 100000},
        {"\"size\":11,\"net\":{\"layers\":9,\"channels\":64},\"simulations\":800", HEX_SERVER_TRAIN_WORK, 600000}};
    (void)state;
    for (size_t i = 0; i < sizeof trainings / sizeof *trainings; i++) {
        struct cluster *cluster = request_cluster(LEASE_MS);
        struct blobs blobs = {NULL, NULL};
        struct shared s;
        char request[600];
        snprintf(request, sizeof request, "{\"train\":{%s,\"shards\":1}}", trainings[i].settings);
        shared_begin(&s, request, cluster, &blobs);
        const struct farm_job *job = &((const struct hex_farm_training *)s.game)->job;
        if (job->work != trainings[i].work || job->unit_ms < trainings[i].least_ms)
            fail_msg("%s: work %u, %u ms", request, job->work, job->unit_ms);
        s.cancel = 1; /* before it has begun */
        assert_false(shared_step(&s));
        assert_int_equal(hex_training_program.end(s.game, &s.result, &s.error), NASH_STOPPED);
        assert_null(blobs.latest);
        hex_training_program.free(s.game);
        nash_arena_free(s.run.arena);
        request_cluster_stop(cluster);
    }
}

/* As many trainings begin as there are compute threads; the others wait, and follow. */
static void trainings_wait_for_each_other(void **state)
{
    enum { TRAININGS = 3 };
    struct nash_error error = {0};
    struct cluster *cluster =
        cluster_start(&(struct cluster_options){.lease_ms = LEASE_MS, .threads = 1, .games = TRAININGS}, &error);
    struct shared s[TRAININGS];
    struct blobs blobs[TRAININGS] = {{NULL, NULL}};
    unsigned over = 0;
    bool is_over[TRAININGS] = {false};
    (void)state;
    for (unsigned i = 0; i < TRAININGS; i++)
        shared_begin(&s[i], "{\"train\":{" TINY ",\"shards\":1}}", cluster, &blobs[i]);
    while (over < TRAININGS) {
        unsigned begun = 0;
        for (unsigned i = 0; i < TRAININGS; i++) {
            if (!is_over[i] && !shared_step(&s[i])) {
                cJSON_Delete(shared_end(&s[i]));
                is_over[i] = true;
                over++;
            }
            begun += !is_over[i] && shared_taken(&s[i]) > 0;
        }
        assert_true(begun <= 1);
        nap();
    }
    for (unsigned i = 0; i < TRAININGS; i++) {
        expect_as_alone(TINY, &blobs[i]);
        blobs_free(&blobs[i]);
    }
    request_cluster_stop(cluster);
}

int main(void)
{
    log_setup(LOG_ERROR + 1, LOG_TEXT); /* the lies are deliberate */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_is_as_alone),
        cmocka_unit_test(members_come_and_go),
        cmocka_unit_test(tasks_may_be_large),
        cmocka_unit_test(liars_are_found),
        cmocka_unit_test(what_was_learnt_is_counted),
        cmocka_unit_test(a_training_goes_on),
        cmocka_unit_test(a_cancel_is_soon),
        cmocka_unit_test(browsers_are_spared),
        cmocka_unit_test(trainings_wait_for_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
