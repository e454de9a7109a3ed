/* Exact games over a slow network: 25x25 with 45 % given, five members on the simulated network of the unit tests.
 *
 *     bench_latency [GAMES]
 *
 * For each round-trip time: seconds, exchanges, the share of ticks that members shared, and whether the trajectory is
 * that of one process. One message in a hundred takes ten times as long. Then the same game with one member that
 * answers after 5 to 50 ms, and without that member. All members compute in one thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <base/log.h>
#include <jobs/executor/executor.h>

#include "../../unit/base/test.h"
#include "../../unit/cluster/harness/match.h"
#include "../../unit/cluster/harness/net.h"

enum { GAMES_MAX = 100, MEMBERS = 5 };

struct column {
    double value[GAMES_MAX];
    unsigned count;
};

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double column_at(struct column *column, double part)
{
    qsort(column->value, column->count, sizeof *column->value, ascending);
    return column->value[(unsigned)((column->count - 1) * part)];
}

static void column_add(struct column *column, double value)
{
    column->value[column->count++] = value;
}

static double now_s(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Seconds of a game: wall clock, and CPU time of the thread that steps it, which is the hub. */
struct took {
    double wall, cpu;
};

static struct took match_play_timed(const struct match *match, struct cluster *cluster, struct match_end *end)
{
    struct took took = {now_s(CLOCK_MONOTONIC), now_s(CLOCK_THREAD_CPUTIME_ID)};
    match_play(match, cluster, NULL, end);
    return (struct took){now_s(CLOCK_MONOTONIC) - took.wall, now_s(CLOCK_THREAD_CPUTIME_ID) - took.cpu};
}

/* Plays game number `game` with these members (name NULL: the last ones are absent, and threads play their parts). */
static struct took play(unsigned game, const char *shards, const struct net_member *member, struct match_end *shared,
                        struct match_end *alone, struct took *of_alone)
{
    struct nash_error error = {0};
    struct nash_rng rng;
    struct match match;
    char options[256];
    snprintf(options, sizeof options, ",\"shards\":%s,\"mode\":\"exact\",\"restarts\":0", shards);
    nash_rng_seed(&rng, game + 1);
    match_make(&match, &rng, 5, 5, 45, options);
    match.timeout_ms = 60000;
    if (alone != NULL)
        *of_alone = match_play_timed(&match, NULL, alone);
    struct cluster *cluster = cluster_start(&(struct cluster_options){0}, &error);
    struct net *net = net_new(cluster, game + 1);
    for (unsigned i = 0; i < MEMBERS && member[i].name != NULL; i++)
        net_join(net, &member[i]);
    struct took took = match_play_timed(&match, cluster, shared);
    net_free(net);
    cluster_executor(cluster)->close(cluster_executor(cluster));
    cluster_stop(cluster);
    match_release(&match);
    return took;
}

static const char *const five_phones = "[\"phone\",\"phone\",\"phone\",\"phone\",\"phone\"]";
static const char *const names[] = {"phone 1", "phone 2", "phone 3", "phone 4", "phone 5"};

static void members_make(struct net_member *member, double rtt_ms)
{
    for (unsigned i = 0; i < MEMBERS; i++)
        member[i] = (struct net_member){
            .name = names[i], .least_us = (unsigned)(rtt_ms * 1000 / 2), .slow_of_1000 = rtt_ms > 0 ? 10 : 0};
}

static void bench_rtt(double rtt_ms, unsigned games)
{
    struct column wall = {.count = 0}, cpu = {.count = 0}, one = {.count = 0}, exchanges = {.count = 0};
    struct net_member member[MEMBERS];
    unsigned equal = 0;
    double shared_ticks = 0, ticks = 0, verified = 0;
    members_make(member, rtt_ms);
    for (unsigned game = 0; game < games; game++) {
        struct match_end shared, alone;
        struct took of_alone, took = play(game, five_phones, member, &shared, &alone, &of_alone);
        column_add(&one, of_alone.cpu);
        column_add(&wall, took.wall);
        column_add(&cpu, took.cpu);
        verified += (double)shared.verified;
        column_add(&exchanges, (double)shared.exchanges);
        equal += strcmp(shared.trajectory, alone.trajectory) == 0 && shared.ticks == alone.ticks;
        shared_ticks += (double)shared.shared;
        ticks += (double)shared.ticks;
        if (game == 0 && shared.json != NULL) {
            const char *pace = strstr(shared.json, "\"reason\":");
            printf("  %.160s\n", pace != NULL ? pace : "");
        }
        free(shared.json);
        free(alone.json);
    }
    printf(
        "round trip %4.1f ms: %u games, %u equal; wall s median %.3f max %.3f; CPU s of the hub median %.3f max %.3f "
        "(one process %.3f, %.3f); exchanges median %.0f max %.0f; %.2f %% of ticks shared, %.0f %% verified\n",
        rtt_ms, games, equal, column_at(&wall, 0.5), column_at(&wall, 1), column_at(&cpu, 0.5), column_at(&cpu, 1),
        column_at(&one, 0.5), column_at(&one, 1), column_at(&exchanges, 0.5), column_at(&exchanges, 1),
        100 * shared_ticks / ticks, 100 * verified / ticks);
}

static void bench_one_slow(unsigned games)
{
    struct column ratio = {.count = 0}, cpu = {.count = 0}, with = {.count = 0}, without = {.count = 0};
    uint64_t waits = 0;
    struct net_member member[MEMBERS];
    members_make(member, 0.2);
    for (unsigned game = 0; game < games; game++) {
        struct match_end end;
        member[4] = (struct net_member){0};
        struct took fast = play(game, five_phones, member, &end, NULL, NULL);
        free(end.json);
        member[4] = (struct net_member){.name = names[4], .least_us = 2500, .delay_us = 11250}; /* 5 to 50 ms */
        struct took slow = play(game, five_phones, member, &end, NULL, NULL);
        waits += end.waits;
        free(end.json);
        column_add(&with, slow.wall);
        column_add(&without, fast.wall);
        column_add(&ratio, slow.wall / fast.wall);
        column_add(&cpu, slow.cpu / fast.cpu);
    }
    printf("one member 5 to 50 ms late: %u games; s median %.3f max %.3f, without it %.3f max %.3f; ratio median %.2f "
           "max %.2f; of the hub's CPU time %.2f, %.2f; %.1f waits a game\n",
           games, column_at(&with, 0.5), column_at(&with, 1), column_at(&without, 0.5), column_at(&without, 1),
           column_at(&ratio, 0.5), column_at(&ratio, 1), column_at(&cpu, 0.5), column_at(&cpu, 1),
           (double)waits / games);
}

int main(int argc, char **argv)
{
    static const double rtts_ms[] = {0.2, 4, 5, 20, 50};
    unsigned games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 5;
    games = games == 0 || games > GAMES_MAX ? GAMES_MAX : games;
    log_setup(LOG_ERROR + 1, LOG_TEXT);
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (size_t i = 0; i < sizeof rtts_ms / sizeof *rtts_ms; i++)
        bench_rtt(rtts_ms[i], games);
    bench_one_slow(games);
    return 0;
}
