/* Games on a network with every fault, with members that freeze, leave and send false answers. The modes exact and
 * token must give the trajectory of one process, and the result must name the members with false answers. */
#include <stdio.h>
#include <string.h>

#include <base/log.h>
#include <jobs/executor/executor.h>

#include "../base/test.h"
#include "harness/match.h"
#include "harness/net.h"

enum { LEASE_MS = 80 };

static struct cluster *start(void)
{
    struct nash_error error = {0};
    struct cluster *cluster = cluster_start(&(struct cluster_options){.lease_ms = LEASE_MS}, &error);
    assert_non_null(cluster);
    return cluster;
}

static void stop(struct cluster *cluster)
{
    struct executor *executor = cluster_executor(cluster);
    executor->close(executor);
    cluster_stop(cluster);
}

struct size {
    uint32_t box_rows, box_cols, fixed, updates;
    bool propagate;
};

/* Returns a random member. wild: with random faults of the network and of the member; otherwise only with delays. */
static struct net_member member_of(struct nash_rng *rng, const char *name, bool wild)
{
    struct net_member member = {.name = name, .delay_us = (unsigned)nash_rng_below(rng, 300)};
    if (!wild)
        return member;
    if (nash_rng_below(rng, 3) == 0)
        member.lost_of_1000 = (unsigned)nash_rng_below(rng, 20);
    if (nash_rng_below(rng, 3) == 0)
        member.twice_of_1000 = (unsigned)nash_rng_below(rng, 200);
    if (nash_rng_below(rng, 4) == 0)
        member.freezes_at = 1 + (unsigned)nash_rng_below(rng, 60);
    if (nash_rng_below(rng, 4) == 0)
        member.goes_at = 1 + (unsigned)nash_rng_below(rng, 60);
    if (nash_rng_below(rng, 3) == 0) {
        member.lie = (enum net_lie)(1 + nash_rng_below(rng, NET_LIES - 1));
        member.lies_of_100 = 1 + (unsigned)nash_rng_below(rng, 60);
    }
    return member;
}

/* With a small share of audits, most false answers are found at the end, when all rounds are proved. */
static const char *const audits[] = {"", ",\"audit\":1", ",\"audit\":0.03"};
static const char *const names[] = {"phone 1", "phone 2", "phone 3", "phone 4", "phone 5", "phone 6", "phone 7"};

static void wishes(char *out, size_t room, unsigned cluster, unsigned local)
{
    size_t len = (size_t)snprintf(out, room, "[");
    for (unsigned i = 0; i < cluster; i++)
        len += (size_t)snprintf(out + len, room - len, "%s\"%s\"", i > 0 ? "," : "", i < local ? "local" : "phone");
    snprintf(out + len, room - len, "]");
}

/* Totals over all games. */
static struct {
    unsigned faults, hedged, leases, replayed, quarantined;
} seen;

/* Plays one game; its number is its seed. */
static void play_one(unsigned number, const struct size *size, unsigned partitions, const char *mode)
{
    struct nash_rng rng;
    struct match match;
    struct match_end alone, shared;
    char options[512], who[128];
    nash_rng_seed(&rng, number);
    unsigned local = (unsigned)nash_rng_below(&rng, partitions),
             phones = (unsigned)nash_rng_below(&rng, 3) + partitions - local;
    bool wild = number % 4 != 0;
    wishes(who, sizeof who, partitions, local);
    snprintf(options, sizeof options,
             ",\"shards\":%s,\"mode\":\"%s\",\"propagate\":%s,\"updates\":%u,\"restarts\":1%s,\"wait_ms\":%u", who,
             mode, size->propagate ? "true" : "false", size->updates, audits[nash_rng_below(&rng, 3)],
             nash_rng_below(&rng, 2) ? 20 : 0);
    match_make(&match, &rng, size->box_rows, size->box_cols, size->fixed, options);
    match_play(&match, NULL, NULL, &alone);

    struct cluster *cluster = start();
    struct net *net = net_new(cluster, number);
    for (unsigned i = 0; i < phones && i < sizeof names / sizeof *names; i++) {
        struct net_member member = member_of(&rng, names[i], wild);
        net_join(net, &member);
    }
    match_play(&match, cluster, NULL, &shared);
    if (alone.status != 0 || shared.status != 0 || strcmp(alone.verdict, shared.verdict) != 0 ||
        strcmp(alone.trajectory, shared.trajectory) != 0 || alone.ticks != shared.ticks)
        fail_msg(
            "game %u, %s, %u bands: alone %s %s after %llu ticks, shared %s %s after %llu (%s %s; quarantined %s)\n%s",
            number, mode, partitions, alone.verdict, alone.trajectory, (unsigned long long)alone.ticks, shared.verdict,
            shared.trajectory, (unsigned long long)shared.ticks, shared.type, shared.detail, shared.quarantined,
            match.request);
    assert_int_equal(shared.shards, partitions);
    seen.faults += shared.faults;
    seen.hedged += shared.hedged;
    seen.leases += shared.leases;
    seen.replayed += shared.replayed;
    seen.quarantined += shared.quarantined[0] != '\0';
    net_free(net);
    stop(cluster);
    free(alone.json);
    free(shared.json);
    match_release(&match);
}

static const struct size sizes[] = {
    {3, 3, 30, 3000, false}, {3, 3, 40, 20000, false}, {4, 4, 40, 6000, false}, {4, 4, 50, 20000, true},
    {5, 5, 50, 10000, true}, {5, 5, 40, 3000, false},  {2, 3, 30, 2000, false}, {2, 2, 20, 500, false},
};
enum { SIZES = sizeof sizes / sizeof *sizes };

static unsigned bands_of(const struct size *size, unsigned number)
{
    static const unsigned wanted[] = {5, 3, 1, 2, 4};
    uint32_t most = size->box_cols;
    unsigned partitions = wanted[number / SIZES % 5];
    return partitions > most ? most : partitions;
}

static void test_exact(void **state)
{
    unsigned games = test_length(40, 120); /* each size with each number of partitions, once or three times */
    for (unsigned number = 1; number <= games; number++)
        play_one(number, &sizes[number % SIZES], bands_of(&sizes[number % SIZES], number), "exact");
    print_message("%u games: %u faults, %u parts hedged, %u leases, %u parts replayed, a member quarantined in %u\n",
                  games, seen.faults, seen.hedged, seen.leases, seen.replayed, seen.quarantined);
    assert_true(seen.faults > games && seen.hedged > games && seen.replayed > games && seen.quarantined > games / 20);
}

static void test_token(void **state)
{
    for (unsigned number = 1001; number <= 1000 + test_length(8, 20); number++) {
        struct size size = sizes[number % SIZES];
        size.updates = 300;
        play_one(number, &size, bands_of(&size, number), "token");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_exact), cmocka_unit_test(test_token)};
    log_setup(LOG_ERROR + 1, LOG_TEXT); /* the faults are deliberate */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
