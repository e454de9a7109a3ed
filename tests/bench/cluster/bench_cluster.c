/* Games over shards, in threads of this process, against the same games in one.
 *
 *     exact     exchanges and ticks to a solution of 25x25 with 30 % given; the trajectory must be that of one process
 *     replicas  CPU time and wall time of five replicas against one, 25x25 with 45 % given
 *
 * bench_cluster [MODE [GAMES [SHARDS [SHARE]]]]. Boards are made from seeds: full grids with cells emptied at random.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <base/clock.h>
#include <jobs/executor.h>

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

static void replicas(struct cluster *cluster, unsigned games, unsigned count, unsigned share)
{
    static struct tally cpu_one, cpu_many, wall_one, wall_many;
    static struct tally moves_one, moves_many;
    char one[64], many[64];
    snprintf(one, sizeof one, ",\"shards\":1,\"mode\":\"replicas\"");
    snprintf(many, sizeof many, ",\"shards\":%u,\"mode\":\"replicas\"", count);
    for (unsigned game = 0; game < games; game++) {
        for (unsigned i = 0; i < 2; i++) {
            struct nash_rng rng;
            struct match match;
            struct match_end end;
            double wall;
            nash_rng_seed(&rng, game + 1);
            match_make(&match, &rng, 5, 5, share, i == 0 ? one : many);
            match.timeout_ms = 60000;
            note(i == 0 ? &cpu_one : &cpu_many, timed(&match, cluster, &end, &wall));
            note(i == 0 ? &wall_one : &wall_many, wall);
            note(i == 0 ? &moves_one : &moves_many, (double)end.updates / (i == 0 ? 1 : count));
            if (strcmp(end.verdict, "solved") != 0)
                printf("game %u of %u shards: %s\n", game, i == 0 ? 1 : count, end.verdict);
            free(end.json);
            match_release(&match);
        }
    }
    printf("replicas, 25x25, %u %% given, %u games: one and %u\n", share, games, count);
    show("CPU s, one", &cpu_one);
    show("CPU s, all of them", &cpu_many);
    show("s, one", &wall_one);
    show("s, all of them", &wall_many);
    show("moves, one", &moves_one);
    show("moves of each", &moves_many);
    printf("  given as many cores, from moves: mean %.2fx, median %.2fx\n", mean(&moves_one) / mean(&moves_many),
           at(&moves_one, 0.5) / at(&moves_many, 0.5));
}

static unsigned argument(int argc, char **argv, int i, unsigned otherwise)
{
    return argc > i ? (unsigned)strtoul(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
    struct nash_error error = {0};
    struct cluster *cluster = cluster_start(&(struct cluster_options){.games = 1}, &error);
    unsigned games = argument(argc, argv, 2, 20), count = argument(argc, argv, 3, 5);
    if (cluster == NULL)
        return 1;
    if (argc < 2 || strcmp(argv[1], "exact") == 0)
        exact(cluster, games, count, argument(argc, argv, 4, 30));
    if (argc < 2 || strcmp(argv[1], "replicas") == 0)
        replicas(cluster, games, count, argument(argc, argv, 4, 45));
    cluster_executor(cluster)->close(cluster_executor(cluster));
    cluster_stop(cluster);
    return 0;
}
