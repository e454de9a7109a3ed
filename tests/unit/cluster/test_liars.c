/* Members that send false answers, one kind at a time and with no other fault. A member whose false answer can be
 * detected is quarantined and named, and the game ends as if all members were honest. */
#include <stdio.h>
#include <string.h>

#include <base/log.h>
#include <jobs/executor/executor.h>

#include "../base/test.h"
#include "harness/match.h"
#include "harness/net.h"

struct hub {
    struct cluster *cluster;
    struct net *net;
};

static struct hub hub_start(uint32_t lease_ms, uint64_t seed)
{
    struct nash_error error = {0};
    struct hub hub = {.cluster = cluster_start(&(struct cluster_options){.lease_ms = lease_ms}, &error)};
    assert_non_null(hub.cluster);
    hub.net = net_new(hub.cluster, seed);
    return hub;
}

static void hub_stop(struct hub *hub)
{
    net_free(hub->net);
    cluster_executor(hub->cluster)->close(cluster_executor(hub->cluster));
    cluster_stop(hub->cluster);
}

static const char *const options_exact = ",\"shards\":[\"phone\",\"phone\",\"phone\"],\"mode\":\"exact\",\"propagate\":"
                                         "false,\"pace\":\"share\",\"updates\":20000,\"restarts\":0";

/* Plays a game with two honest members and `liar`, and again in one process, and compares the trajectories.
 * *has_lied: whether a false answer was delivered. */
static void play(const char *options, const struct net_member *liar, uint64_t seed, struct match_end *shared,
                 bool *has_lied)
{
    static const struct net_member honest[] = {{.name = "honest 1"}, {.name = "honest 2"}};
    struct hub hub = hub_start(200, seed);
    struct nash_rng rng;
    struct match match;
    struct match_end alone;
    nash_rng_seed(&rng, seed);
    match_make(&match, &rng, 3, 3, 35, options);
    net_join(hub.net, &honest[0]);
    net_join(hub.net, liar);
    net_join(hub.net, &honest[1]);
    match_play(&match, NULL, NULL, &alone);
    match_play(&match, hub.cluster, NULL, shared);
    *has_lied = net_has_lied(hub.net, liar->name);
    if (alone.status != 0 || shared->status != 0 || strcmp(alone.verdict, shared->verdict) != 0 ||
        strcmp(alone.trajectory, shared->trajectory) != 0)
        fail_msg("seed %llu, lie %d: alone %s %s, shared %s %s %s; quarantined: %s", (unsigned long long)seed,
                 liar->lie, alone.verdict, alone.trajectory, shared->verdict, shared->trajectory, shared->detail,
                 shared->quarantined);
    assert_null(strstr(shared->quarantined, "honest"));
    free(alone.json);
    free(shared->json);
    match_release(&match);
    hub_stop(&hub);
}

/* No game waits for a member, so that on a busy machine all false answers of a game may be too late to be used. */
enum { GAMES_OF_LIAR = 20 };

/* False answers that are detected by their content or by a replay, in the first game in which one is in time. */
static void test_quarantined(void **state)
{
    static const struct {
        enum net_lie lie;
        const char *why;
    } lies[] = {{NET_RANDOM_VALUES, ""},
                {NET_KEEPS_BACK, "a replay of its round differs"},
                {NET_WRONG_OWNER, "it changed a cell that is not its own"},
                {NET_IMMUTABLE, "it changed a cell out of turn"}};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct net_member liar = {.name = "liar", .lie = lies[i].lie, .lies_of_100 = 20};
        struct match_end end = {0};
        bool has_lied = false;
        for (uint64_t game = 0; game < GAMES_OF_LIAR && end.quarantined[0] == '\0'; game++)
            play(options_exact, &liar, 100 + i + 1000 * game, &end, &has_lied);
        assert_true(has_lied);
        if (strncmp(end.quarantined, "liar: ", 6) != 0 || strstr(end.quarantined, lies[i].why) == NULL)
            fail_msg("lie %d, quarantined: \"%s\"", lies[i].lie, end.quarantined);
    }
}

/* Answers of an old round or a wrong epoch, and random bytes, are ignored. The member loses its partition when its
 * lease ends, so that it cannot stop the game. */
static void test_not_heard(void **state)
{
    static const enum net_lie lies[] = {NET_STALE_EPOCH, NET_REPLAYS, NET_GARBAGE};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct net_member liar = {.name = "liar", .lie = lies[i], .lies_of_100 = 100};
        struct match_end end;
        bool has_lied;
        play(options_exact, &liar, 200 + i, &end, &has_lied);
        assert_true(end.faults > 0);
    }
}

/* False answers in rounds that are not audited are found at the end of the game, when all rounds are proved. */
static void test_unaudited(void **state)
{
    for (uint64_t seed = 300; seed < 300 + test_length(4, 10); seed++) {
        struct net_member liar = {
            .name = "liar", .lie = seed % 2 ? NET_RANDOM_VALUES : NET_KEEPS_BACK, .lies_of_100 = 3};
        char options[300];
        struct match_end end;
        bool has_lied;
        snprintf(options, sizeof options, "%s,\"audit\":0.01", options_exact);
        play(options, &liar, seed, &end, &has_lied);
    }
}

/* Changed bits in answers never change the game's result. */
static void test_scrambled(void **state)
{
    static const char *const options[] = {",\"shards\":[\"phone\",\"phone\",\"phone\"],\"mode\":\"exact\","
                                          "\"propagate\":false,\"updates\":20000,\"restarts\":0",
                                          ",\"shards\":[\"phone\",\"phone\",\"phone\"],\"mode\":\"token\","
                                          "\"propagate\":false,\"updates\":400,\"restarts\":0"};
    for (uint64_t seed = 400; seed < 400 + test_length(6, 20); seed++) {
        struct net_member liar = {.name = "liar", .lie = NET_SCRAMBLES, .lies_of_100 = 30};
        struct match_end end;
        bool has_lied;
        play(options[seed % 2], &liar, seed, &end, &has_lied);
    }
}

/* A false solution of a run is refused, and its member named: the runs are too short to find one. */
static void test_false_solution(void **state)
{
    struct net_member liar = {.name = "liar", .lie = NET_FALSE_SOLUTION, .lies_of_100 = 100};
    struct hub hub = hub_start(1000, 1);
    struct nash_rng rng;
    struct match match;
    struct match_end end;
    nash_rng_seed(&rng, 5);
    match_make(&match, &rng, 5, 5, 45,
               ",\"shards\":[\"phone\",\"phone\"],\"mode\":\"replicas\",\"updates\":200,\"restarts\":9");
    net_join(hub.net, &liar);
    net_join(hub.net, &(struct net_member){.name = "honest"});
    match_play(&match, hub.cluster, NULL, &end);
    assert_string_equal(end.verdict, "unsolved");
    assert_true(net_has_lied(hub.net, "liar"));
    assert_string_equal(end.quarantined, "liar: its values have another number of conflicts; ");
    free(end.json);
    match_release(&match);
    hub_stop(&hub);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_quarantined), cmocka_unit_test(test_not_heard),
                                       cmocka_unit_test(test_unaudited), cmocka_unit_test(test_scrambled),
                                       cmocka_unit_test(test_false_solution)};
    log_setup(LOG_ERROR + 1, LOG_TEXT); /* the lies are deliberate */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
