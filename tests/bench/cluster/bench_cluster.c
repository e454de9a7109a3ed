/* Games of the mode exact over shards, in threads of this process, against the same games in one: exchanges and ticks
 * to a solution of 25x25 with 30 % given. The trajectory must be that of one process.
 *
 * bench_cluster [GAMES [SHARDS [SHARE]]]. Boards are made from seeds: full grids with cells emptied at random.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <base/clock.h>
#include <jobs/executor/executor.h>

#include "../../unit/base/test.h"
#include "../../unit/cluster/harness/match.h"

enum { GAMES_MAX = 1000 };

struct tally {
    double value[GAMES_MAX];
    unsigned count;
};

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double at(struct tally *tally, double part)
{
    qsort(tally->value, tally->count, sizeof *tally->value, ascending);
    return tally->count > 0 ? tally->value[(unsigned)((tally->count - 1) * part)] : 0;
}

static double mean(const struct tally *tally)
{
    double sum = 0;
    for (unsigned i = 0; i < tally->count; i++)
        sum += tally->value[i];
    return tally->count > 0 ? sum / tally->count : 0;
}

static void show(const char *what, struct tally *tally)
{
    printf("  %-28s mean %12.4g  median %12.4g  p90 %12.4g  max %12.4g\n", what, mean(tally), at(tally, 0.5),
           at(tally, 0.9), at(tally, 1));
}

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Returns CPU seconds of all threads, and wall time in *wall. */
static double timed(const struct match *match, struct cluster *cluster, struct match_end *end, double *wall)
{
    double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    *wall = seconds(CLOCK_MONOTONIC);
    match_play(match, cluster, NULL, end);
    *wall = seconds(CLOCK_MONOTONIC) - *wall;
    return seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
}

static void note(struct tally *tally, double value)
{
    tally->value[tally->count++] = value;
}

static void exact(struct cluster *cluster, unsigned games, unsigned partitions, unsigned share)
{
    static struct tally exchanges, ticks, messages, bytes, wall_alone, wall_shared, cpu_shared;
    unsigned equal = 0, solved = 0;
    char options[128];
    snprintf(options, sizeof options, ",\"shards\":%u,\"mode\":\"exact\"", partitions);
    for (unsigned game = 0; game < games; game++) {
        struct nash_rng rng;
        struct match match;
        struct match_end alone, shared;
        double wall;
        nash_rng_seed(&rng, game + 1);
        match_make(&match, &rng, 5, 5, share, options);
        match.timeout_ms = 60000;
        timed(&match, NULL, &alone, &wall);
        note(&wall_alone, wall);
        note(&cpu_shared, timed(&match, cluster, &shared, &wall));
        note(&wall_shared, wall);
        equal += strcmp(alone.trajectory, shared.trajectory) == 0 && alone.ticks == shared.ticks;
        solved += strcmp(shared.verdict, "solved") == 0;
        note(&exchanges, (double)shared.exchanges);
        note(&ticks, (double)shared.ticks);
        note(&messages, (double)shared.messages);
        note(&bytes, (double)shared.bytes);
        free(alone.json);
        free(shared.json);
        match_release(&match);
    }
    printf("exact, %u shards, 25x25, %u %% given: %u games, %u solved, %u trajectories equal to one process\n",
           partitions, share, games, solved, equal);
    show("exchanges", &exchanges);
    show("ticks", &ticks);
    show("messages", &messages);
    show("bytes", &bytes);
    show("s, shared", &wall_shared);
    show("CPU s, shared", &cpu_shared);
    show("s, one process", &wall_alone);
}

static unsigned argument(int argc, char **argv, int i, unsigned otherwise)
{
    return argc > i ? (unsigned)strtoul(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
    struct nash_error error = {0};
    struct cluster *cluster = cluster_start(&(struct cluster_options){.games = 1}, &error);
    if (cluster == NULL)
        return 1;
    exact(cluster, argument(argc, argv, 1, 20), argument(argc, argv, 2, 5), argument(argc, argv, 3, 30));
    cluster_executor(cluster)->close(cluster_executor(cluster));
    cluster_stop(cluster);
    return 0;
}
