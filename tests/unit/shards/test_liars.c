/* Members that lie, one kind of lie at a time, with all else in order: who can be caught is caught and named, and the
 * game comes to its end as if nobody had lied. */
#include <stdio.h>
#include <string.h>

#include <base/log.h>
#include <jobs/executor.h>

#include "../base/test.h"
#include "match.h"
#include "net.h"

struct hub {
    struct shards *shards;
    struct net *net;
};

static struct hub hub_start(uint32_t lease_ms, uint64_t seed)
{
    struct nash_error error = {0};
    struct hub hub = {.shards = shards_start(&(struct shards_options){.lease_ms = lease_ms}, &error)};
    assert_non_null(hub.shards);
    hub.net = net_new(hub.shards, seed);
    return hub;
}

static void hub_stop(struct hub *hub)
{
    net_free(hub->net);
    shards_executor(hub->shards)->close(shards_executor(hub->shards));
    shards_stop(hub->shards);
}

static const char *const options_exact = ",\"shards\":[\"phone\",\"phone\",\"phone\"],\"mode\":\"exact\",\"propagate\":"
                                         "false,\"updates\":20000,\"restarts\":0";

/* Plays `options` with two honest members and one like `liar`; alone too. */
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
    match_play(&match, hub.shards, NULL, shared);
    *has_lied = net_has_lied(hub.net, liar->name);
    if (alone.status != 0 || shared->status != 0 || strcmp(alone.verdict, shared->verdict) != 0 ||
        strcmp(alone.trajectory, shared->trajectory) != 0)
        fail_msg("seed %llu, lie %d: alone %s %s, shared %s %s %s; caught: %s", (unsigned long long)seed, liar->lie,
                 alone.verdict, alone.trajectory, shared->verdict, shared->trajectory, shared->detail,
                 shared->quarantined);
    assert_null(strstr(shared->quarantined, "honest"));
    free(alone.json);
    free(shared->json);
    match_release(&match);
    hub_stop(&hub);
}

/* Each that can be seen in an answer, or by a replay. */
static void test_caught(void **state)
{
    static const struct {
        enum net_lie lie;
        const char *why;
    } lies[] = {{NET_RANDOM_LETTERS, ""},
                {NET_KEEPS_BACK, "a replay of its round came out otherwise"},
                {NET_WRONG_OWNER, "it changed a cell that is not its own"},
                {NET_IMMUTABLE, "it changed a cell out of turn"}};
    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct net_member liar = {.name = "liar", .lie = lies[i].lie, .lies_of_100 = 20};
        struct match_end end;
        bool has_lied;
        play(options_exact, &liar, 100 + i, &end, &has_lied);
        assert_true(has_lied);
        if (strncmp(end.quarantined, "liar: ", 6) != 0 || strstr(end.quarantined, lies[i].why) == NULL)
            fail_msg("lie %d, caught: \"%s\"", lies[i].lie, end.quarantined);
    }
}

/* Who repeats old answers or mistakes the epoch is not heard, loses its band in time, and cannot hold up the game. */
static void test_not_heard(void **state)
{
    static const enum net_lie lies[] = {NET_STALE_EPOCH, NET_REPLAYS, NET_GARBAGE};
    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct net_member liar = {.name = "liar", .lie = lies[i], .lies_of_100 = 100};
        struct match_end end;
        bool has_lied;
        play(options_exact, &liar, 200 + i, &end, &has_lied);
        assert_true(end.faults > 0);
    }
}

/* Lies in rounds that nobody replays at once are found when all is proved; several liars are all caught in the end. */
static void test_unaudited(void **state)
{
    (void)state;
    for (uint64_t seed = 300; seed < 310; seed++) {
        struct net_member liar = {
            .name = "liar", .lie = seed % 2 ? NET_RANDOM_LETTERS : NET_KEEPS_BACK, .lies_of_100 = 3};
        char options[300];
        struct match_end end;
        bool has_lied;
        snprintf(options, sizeof options, "%s,\"audit\":0.01", options_exact);
        play(options, &liar, seed, &end, &has_lied);
    }
}

/* Bits that are turned over: whatever they make of an answer, the game comes out the same. */
static void test_scrambled(void **state)
{
    static const char *const options[] = {",\"shards\":[\"phone\",\"phone\",\"phone\"],\"mode\":\"exact\","
                                          "\"propagate\":false,\"updates\":20000,\"restarts\":0",
                                          ",\"shards\":[\"phone\",\"phone\",\"phone\"],\"mode\":\"token\","
                                          "\"propagate\":false,\"updates\":400,\"restarts\":0"};
    (void)state;
    for (uint64_t seed = 400; seed < 420; seed++) {
        struct net_member liar = {.name = "liar", .lie = NET_SCRAMBLES, .lies_of_100 = 30};
        struct match_end end;
        bool has_lied;
        play(options[seed % 2], &liar, seed, &end, &has_lied);
    }
}

static void test_false_solution(void **state)
{
    struct net_member liar = {.name = "liar", .lie = NET_FALSE_SOLUTION, .lies_of_100 = 100};
    struct hub hub = hub_start(1000, 1);
    struct nash_rng rng;
    struct match match;
    struct match_end end;
    (void)state;
    nash_rng_seed(&rng, 5);
    match_make(&match, &rng, 5, 5, 45, ",\"shards\":[\"phone\",\"phone\"],\"mode\":\"replicas\"");
    net_join(hub.net, &liar);
    net_join(hub.net, &(struct net_member){.name = "honest"});
    match_play(&match, hub.shards, NULL, &end);
    assert_string_equal(end.verdict, "solved");
    assert_true(net_has_lied(hub.net, "liar"));
    assert_string_equal(end.quarantined, "liar: what it gave as a solution is none; ");
    free(end.json);
    match_release(&match);
    hub_stop(&hub);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_caught), cmocka_unit_test(test_not_heard),
                                       cmocka_unit_test(test_unaudited), cmocka_unit_test(test_scrambled),
                                       cmocka_unit_test(test_false_solution)};
    log_setup(LOG_ERROR + 1, LOG_TEXT); /* lies are told on purpose here */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
