/* Games from start to end: members that join late, never, or leave; budgets, cancels, errors of the request; several
 * games at once; the executor. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <base/log.h>
#include <jobs/executor/executor.h>

#include "../base/test.h"
#include "harness/match.h"
#include "harness/net.h"

struct hub {
    struct cluster *cluster;
    struct net *net;
};

static struct hub hub_start(uint32_t lease_ms)
{
    struct nash_error error = {0};
    struct hub hub = {.cluster = cluster_start(&(struct cluster_options){.lease_ms = lease_ms, .games = 2}, &error)};
    assert_non_null(hub.cluster);
    hub.net = net_new(hub.cluster, 1);
    return hub;
}

static void hub_stop(struct hub *hub)
{
    net_free(hub->net);
    cluster_executor(hub->cluster)->close(cluster_executor(hub->cluster));
    cluster_stop(hub->cluster);
}

static void make(struct match *match, uint64_t seed, uint32_t order, uint32_t fixed, const char *options)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, seed);
    match_make(match, &rng, order, order, fixed, options);
}

/* An event during a game: after `after_ms`, the thread lets a member join or sets a cancel flag. */
struct later {
    pthread_t thread;
    struct hub *hub;
    const struct net_member *joins;
    _Atomic int *cancels;
    unsigned after_ms;
};

static void *later_main(void *context)
{
    struct later *later = context;
    usleep(later->after_ms * 1000);
    net_join(later->hub->net, later->joins);
    return NULL;
}

static void later(struct later *later)
{
    assert_int_equal(pthread_create(&later->thread, NULL, later_main, later), 0);
}

/* ---- members ---- */

/* If 1 to 4 of 5 shards stop answering or are cut off at different times, the trajectory stays the same. */
static void test_losses(void **state)
{
    struct match match;
    struct match_end alone, shared;
    static const char *const name[] = {"phone 1", "phone 2", "phone 3", "phone 4", "phone 5"};
    make(&match, 7, 5, 40,
         ",\"shards\":[\"phone\",\"phone\",\"phone\",\"phone\",\"phone\"],\"mode\":\"exact\",\"updates\":300000,"
         "\"restarts\":0,\"pace\":\"share\""); /* a game that is led may be over before the losses */
    match_play(&match, NULL, NULL, &alone);
    for (unsigned losses = 1; losses <= 4; losses++) {
        struct hub hub = hub_start(100);
        for (unsigned i = 0; i < 5; i++) {
            struct net_member member = {.name = name[i], .delay_us = 50};
            unsigned *ends = losses % 2 ? &member.freezes_at : &member.goes_at;
            *ends = i < losses ? 10 + 7 * i : 0;
            net_join(hub.net, &member);
        }
        match_play(&match, hub.cluster, NULL, &shared);
        assert_int_equal(shared.status, 0);
        assert_string_equal(shared.trajectory, alone.trajectory);
        assert_string_equal(shared.verdict, alone.verdict);
        assert_true(shared.leases > 5 || shared.hedged > 0);
        assert_string_equal(shared.quarantined, "");
        free(shared.json);
        hub_stop(&hub);
    }
    free(alone.json);
    match_release(&match);
}

/* Phones that join while the game waits for them get their partitions at the beginning. */
static void test_waits_for_phones(void **state)
{
    struct hub hub = hub_start(5000);
    static const struct net_member phones[] = {{.name = "phone 1"}, {.name = "phone 2"}};
    struct later comes[] = {{.hub = &hub, .joins = &phones[0], .after_ms = 30},
                            {.hub = &hub, .joins = &phones[1], .after_ms = 60}};
    struct match match;
    struct match_end end;
    make(&match, 3, 4, 50, ",\"shards\":[\"phone\",\"phone\"],\"mode\":\"exact\",\"wait_ms\":20000,\"updates\":5000");
    later(&comes[0]);
    later(&comes[1]);
    match_play(&match, hub.cluster, NULL, &end);
    assert_int_equal(end.status, 0);
    assert_non_null(strstr(end.json, "\"rows\":[1,8],\"member\":\"phone 1\""));
    assert_non_null(strstr(end.json, "\"rows\":[9,16],\"member\":\"phone 2\""));
    assert_int_equal(end.leases, 2);
    pthread_join(comes[0].thread, NULL);
    pthread_join(comes[1].thread, NULL);
    free(end.json);
    match_release(&match);
    hub_stop(&hub);
}

/* Returns whether GET /v1/shards contains this text. */
static bool is_written(struct cluster *cluster, const char *text)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    cluster_write_status(cluster, "", &out);
    bool found = strstr(nash_buf_cstr(&buf), text) != NULL;
    nash_buf_free(&buf);
    return found;
}

static void *come_late(void *context)
{
    struct later *later = context;
    while (!is_written(later->hub->cluster, "\"mode\":\"exact\"")) /* until the game has begun */
        usleep(1000);
    usleep(later->after_ms * 1000);
    net_join(later->hub->net, later->joins);
    while (!is_written(later->hub->cluster, "\"state\":\"playing\""))
        usleep(1000);
    usleep(later->after_ms * 1000);
    atomic_store(later->cancels, 1);
    return NULL;
}

/* A late phone gets the partition that was requested for one; a local thread plays it until then. */
static void test_late_phone(void **state)
{
    struct hub hub = hub_start(5000);
    static const struct net_member phone = {.name = "phone 1"};
    _Atomic int cancel = 0;
    struct later comes = {.hub = &hub, .joins = &phone, .cancels = &cancel, .after_ms = 50};
    struct match match;
    struct match_end end;
    make(&match, 11, 7, 10, ",\"shards\":[\"local\",\"phone\",\"local\"],\"mode\":\"exact\"");
    match.timeout_ms = 600000;
    assert_int_equal(pthread_create(&comes.thread, NULL, come_late, &comes), 0);
    match_play(&match, hub.cluster, &cancel, &end);
    pthread_join(comes.thread, NULL);
    assert_int_equal(end.status, 0);
    assert_string_equal(end.verdict, "timeout");
    assert_false(end.final);
    assert_non_null(strstr(end.json, "\"member\":\"phone 1\""));
    assert_true(end.leases >= 3);
    free(end.json);
    match_release(&match);
    hub_stop(&hub);
}

/* A server that joined gets a shard that is requested for a phone if there is no phone, and a shard that is requested
 * by its name. */
static void test_server(void **state)
{
    struct hub hub = hub_start(5000);
    struct match match;
    struct match_end end;
    net_join(hub.net, &(struct net_member){.name = "http://10.0.0.7:8080", .server = true});
    make(&match, 3, 3, 50,
         ",\"shards\":[\"http://10.0.0.7:8080\",\"local\"],\"mode\":\"exact\",\"propagate\":false,\"updates\":2000");
    match_play(&match, hub.cluster, NULL, &end);
    assert_int_equal(end.status, 0);
    assert_non_null(strstr(end.json, "\"member\":\"http://10.0.0.7:8080\",\"kind\":\"server\""));
    free(end.json);
    match_release(&match);
    hub_stop(&hub);
}

static void test_unknown_peer(void **state)
{
    struct hub hub = hub_start(5000);
    struct match match;
    struct match_end end;
    make(&match, 3, 3, 30, ",\"shards\":[\"local\",\"http://192.0.2.1:9\"]");
    match_play(&match, hub.cluster, NULL, &end);
    assert_int_equal(end.status, NASH_UNPROCESSABLE);
    assert_string_equal(end.type, "unknown-peer");
    match_release(&match);
    hub_stop(&hub);
}

/* ---- endings ---- */

static const char *const modes[] = {"token", "exact", "replicas"};

/* Plays a game of three local shards. order: rows of a box; fixed: percentage of given cells; more: further members of
 * the request, each with a comma before it. */
static void play_in_mode(const char *mode, uint32_t order, uint32_t fixed, const char *more, uint32_t timeout_ms,
                         struct match_end *end)
{
    struct hub hub = hub_start(5000);
    struct match match;
    char options[120];
    snprintf(options, sizeof options, ",\"shards\":3,\"mode\":\"%s\"%s", mode, more);
    make(&match, 5, order, fixed, options);
    if (timeout_ms != 0)
        match.timeout_ms = timeout_ms;
    match_play(&match, hub.cluster, NULL, end);
    assert_int_equal(end->status, 0);
    match_release(&match);
    hub_stop(&hub);
}

static void test_time_is_up(void **state)
{
    for (unsigned i = 0; i < 3; i++) {
        struct match_end end;
        play_in_mode(modes[i], 6, 50, ",\"propagate\":false", 150, &end);
        assert_string_equal(end.verdict, "timeout");
        assert_false(end.final);
        free(end.json);
    }
}

/* A game that its own limit of updates ends has the verdict "unsolved". */
static void test_out_of_updates(void **state)
{
    for (unsigned i = 0; i < 3; i++) {
        struct match_end end;
        play_in_mode(modes[i], 5, 30, ",\"updates\":50,\"restarts\":2", 0, &end);
        assert_string_equal(end.verdict, "unsolved");
        assert_int_equal(end.updates, i < 2 ? 150 : 450);
        free(end.json);
    }
}

/* Independent runs find a solution whatever faults their members have; verify() would report a false one. */
static void test_luck_with_faults(void **state)
{
    for (uint64_t seed = 1; seed <= test_length(6, 20); seed++) {
        struct hub hub = hub_start(100);
        struct nash_rng rng;
        struct match match;
        struct match_end end;
        static const char *const name[] = {"phone 1", "phone 2", "phone 3"};
        nash_rng_seed(&rng, seed);
        for (unsigned i = 0; i < 3; i++)
            net_join(hub.net, &(struct net_member){.name = name[i],
                                                   .lost_of_1000 = (unsigned)nash_rng_below(&rng, 300),
                                                   .twice_of_1000 = (unsigned)nash_rng_below(&rng, 300),
                                                   .freezes_at = (unsigned)nash_rng_below(&rng, 4),
                                                   .goes_at = (unsigned)nash_rng_below(&rng, 8)});
        make(&match, seed, 5, 45, ",\"shards\":[\"phone\",\"phone\",\"phone\"],\"mode\":\"replicas\"");
        match_play(&match, hub.cluster, NULL, &end);
        if (end.status != 0 || strcmp(end.verdict, "solved") != 0)
            fail_msg("seed %llu: %s %s", (unsigned long long)seed, end.verdict, end.detail);
        free(end.json);
        match_release(&match);
        hub_stop(&hub);
    }
}

/* ---- several games ---- */

struct game {
    pthread_t thread;
    struct cluster *cluster;
    struct match match;
    struct match_end end;
};

static void *game_main(void *context)
{
    struct game *game = context;
    match_play(&game->match, game->cluster, NULL, &game->end);
    return NULL;
}

/* More games than phones: each phone plays in one game at a time, and each game has its right trajectory. */
static void test_games_share_phones(void **state)
{
    struct hub hub = hub_start(300);
    enum { GAMES = 6 };
    struct game game[GAMES];
    net_join(hub.net, &(struct net_member){.name = "phone 1", .delay_us = 20});
    net_join(hub.net, &(struct net_member){.name = "phone 2", .delay_us = 20});
    for (unsigned i = 0; i < GAMES; i++) {
        game[i].cluster = hub.cluster;
        make(&game[i].match, 40 + i, 4, 40,
             ",\"shards\":[\"phone\",\"phone\",\"local\"],\"mode\":\"exact\",\"updates\":30000,\"restarts\":0");
        assert_int_equal(pthread_create(&game[i].thread, NULL, game_main, &game[i]), 0);
    }
    for (unsigned i = 0; i < GAMES; i++) {
        struct match_end alone;
        pthread_join(game[i].thread, NULL);
        match_play(&game[i].match, NULL, NULL, &alone);
        assert_int_equal(game[i].end.status, 0);
        assert_string_equal(game[i].end.trajectory, alone.trajectory);
        free(alone.json);
        free(game[i].end.json);
        match_release(&game[i].match);
    }
    hub_stop(&hub);
}

static void test_written(void **state)
{
    struct hub hub = hub_start(5000);
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    net_join(hub.net, &(struct net_member){.name = "phone \"1\""});
    cluster_write_status(hub.cluster, "", &out);
    cJSON *root = cJSON_Parse(nash_buf_cstr(&buf));
    assert_non_null(root);
    const cJSON *members = cJSON_GetObjectItemCaseSensitive(root, "members");
    assert_int_equal(cJSON_GetArraySize(members), 1);
    const cJSON *first = cJSON_GetArrayItem(members, 0);
    assert_string_equal(cJSON_GetObjectItemCaseSensitive(first, "name")->valuestring, "phone \"1\"");
    assert_string_equal(cJSON_GetObjectItemCaseSensitive(first, "state")->valuestring, "idle");
    assert_string_equal(cJSON_GetObjectItemCaseSensitive(root, "instance")->valuestring, cluster_instance(hub.cluster));
    cJSON_Delete(root);
    nash_buf_free(&buf);
    hub_stop(&hub);
}

/* ---- the executor ---- */

struct client {
    pthread_mutex_t lock;
    pthread_cond_t came;
    unsigned done, ready, told;
    struct work_result last;
};

static void on_progress(void *context, struct work *work, const char *json, size_t len)
{
    struct client *client = context;
    (void)work;
    cJSON *root = cJSON_ParseWithLength(json, len);
    assert_non_null(root);
    cJSON_Delete(root);
    pthread_mutex_lock(&client->lock);
    client->told++;
    pthread_cond_broadcast(&client->came);
    pthread_mutex_unlock(&client->lock);
}

static void on_done(void *context, struct work *work, const struct work_result *outcome)
{
    struct client *client = context;
    (void)work;
    pthread_mutex_lock(&client->lock);
    client->last = *outcome;
    client->last.result = bytes_ref(outcome->result);
    client->done++;
    pthread_cond_broadcast(&client->came);
    pthread_mutex_unlock(&client->lock);
}

static void on_ready(void *context)
{
    struct client *client = context;
    pthread_mutex_lock(&client->lock);
    client->ready++;
    pthread_cond_broadcast(&client->came);
    pthread_mutex_unlock(&client->lock);
}

static void await(struct client *client, const unsigned *count, unsigned most)
{
    pthread_mutex_lock(&client->lock);
    while (*count < most)
        pthread_cond_wait(&client->came, &client->lock);
    pthread_mutex_unlock(&client->lock);
}

static void work_make(struct work *work, const char *request, uint32_t timeout_ms)
{
    extern const struct nash_solver nash_solver_sudoku;
    *work = (struct work){.solver = &nash_solver_sudoku,
                          .problem = bytes_copy(request, strlen(request)),
                          .seed = 1,
                          .timeout_ms = timeout_ms};
}

/* The executor plays at most two games at once. A cancelled game ends with its best result so far. After close(), no
 * callback is called. */
static void test_executor(void **state)
{
    struct hub hub = hub_start(5000);
    struct executor *executor = cluster_executor(hub.cluster);
    static struct client client = {.lock = PTHREAD_MUTEX_INITIALIZER, .came = PTHREAD_COND_INITIALIZER};
    const struct executor_client calls = {
        .context = &client, .progress = on_progress, .done = on_done, .ready = on_ready};
    struct nash_error error = {0};
    struct match slow, quick;
    struct work run[3];
    struct nash_buf page = NASH_BUF_INIT(0);
    make(&slow, 5, 6, 10, ",\"shards\":2,\"mode\":\"token\",\"propagate\":false");
    make(&quick, 5, 3, 50, ",\"shards\":2");
    assert_int_equal(executor->open(executor, &calls, &error), NASH_OK);
    work_make(&run[0], slow.request, 600000);
    work_make(&run[1], slow.request, 600000);
    work_make(&run[2], quick.request, 600000);
    snprintf(run[0].job, sizeof run[0].job, "0123456789abcdef");
    assert_true(executor->start(executor, &run[0]));
    assert_true(executor->start(executor, &run[1]));
    assert_false(executor->start(executor, &run[2]));
    await(&client, &client.told, 2);
    struct nash_jsonw out = NASH_JSONW(&page);
    cluster_write_status(hub.cluster, "", &out);
    nash_buf_putc(&page, '\0');
    const char *named = strstr(page.data, "\"job\":\"0123456789abcdef\"");
    assert_non_null(named);
    assert_null(strstr(named + 1, "\"job\"")); /* the other game has no job */
    nash_buf_free(&page);
    executor->cancel(executor, &run[0]);
    executor->cancel(executor, &run[0]);
    await(&client, &client.ready, 1);
    assert_int_equal(client.last.status, NASH_OK);
    assert_false(client.last.final);
    assert_int_equal(client.last.stopped, NASH_STOP_CANCEL);
    bytes_unref(client.last.result);
    assert_true(executor->start(executor, &run[2]));
    await(&client, &client.ready, 2);
    assert_int_equal(client.last.status, NASH_OK);
    assert_true(client.last.final);
    assert_non_null(strstr(client.last.result->data, "\"verdict\":\"solved\""));
    bytes_unref(client.last.result);
    hub_stop(&hub);
    assert_int_equal(client.done, 2);
    for (unsigned i = 0; i < 3; i++)
        bytes_unref(run[i].problem);
    match_release(&slow);
    match_release(&quick);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_losses),
        cmocka_unit_test(test_waits_for_phones),
        cmocka_unit_test(test_late_phone),
        cmocka_unit_test(test_server),
        cmocka_unit_test(test_unknown_peer),
        cmocka_unit_test(test_time_is_up),
        cmocka_unit_test(test_out_of_updates),
        cmocka_unit_test(test_luck_with_faults),
        cmocka_unit_test(test_games_share_phones),
        cmocka_unit_test(test_written),
        cmocka_unit_test(test_executor),
    };
    log_setup(LOG_ERROR + 1, LOG_TEXT); /* the faults are deliberate */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
