/* Compares the search for endgames with libdds, each position solved by both in turn: instructions (user space; CPU
 * time if they cannot be counted) for all legal cards, by cards a hand. Positions are random, some with a trick in
 * progress. Different results end the program. ENDINGS=n: positions of each size. */
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <nash/arena.h>
#include <solvers/bridge/endgame/endgame.h>

#include "../../unit/bridge/harness/random_position.h"

static int counter = -1;

static double work(void)
{
    long long instructions = 0;
    struct timespec t;
    if (counter >= 0 && read(counter, &instructions, sizeof instructions) == sizeof instructions)
        return (double)instructions;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void open_counter(void)
{
    struct perf_event_attr attr = {.type = PERF_TYPE_HARDWARE,
                                   .size = sizeof attr,
                                   .config = PERF_COUNT_HW_INSTRUCTIONS,
                                   .exclude_kernel = 1,
                                   .exclude_hv = 1};
    counter = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
}

static void spread(const struct bridge_options *options, int8_t tricks[BRIDGE_SUITS][BRIDGE_RANKS])
{
    memset(tricks, -1, sizeof(int8_t[BRIDGE_SUITS][BRIDGE_RANKS]));
    for (unsigned i = 0; i < options->count; i++)
        for (unsigned rank = 0; rank < BRIDGE_RANKS; rank++)
            if ((options->option[i].equals | 1u << options->option[i].card.rank) >> rank & 1)
                tricks[options->option[i].card.suit][rank] = (int8_t)options->option[i].tricks;
}

static void compare(const struct bridge_position *position, const struct bridge_options *a,
                    const struct bridge_options *b)
{
    int8_t tricks[2][BRIDGE_SUITS][BRIDGE_RANKS];
    char text[200] = "";
    spread(a, tricks[0]);
    spread(b, tricks[1]);
    if (memcmp(tricks[0], tricks[1], sizeof tricks[0]) == 0)
        return;
    printf("different: %s\n", say_position(position, text));
    exit(EXIT_FAILURE);
}

static void measure(unsigned cards, unsigned count, struct nash_run *run)
{
    struct nash_rng rng;
    double own = 0, theirs = 0, most = 0;
    uint64_t nodes = 0;
    nash_rng_seed(&rng, cards);
    for (unsigned i = 0; i < count; i++) {
        struct bridge_position position;
        struct bridge_options a, b;
        struct nash_error error;
        draw_position(&rng, cards, (unsigned)nash_rng_below(&rng, BRIDGE_SEATS), &position);
        run->nodes = 0;
        double start = work();
        bridge_endgame_options(&position, NULL, run, &a, &error);
        double middle = work();
        nodes += run->nodes;
        if (bridge_dds_options(&position, run, &b, &error) != NASH_OK) {
            printf("%s\n", error.detail);
            exit(EXIT_FAILURE);
        }
        own += middle - start;
        theirs += work() - middle;
        most = middle - start > most ? middle - start : most;
        compare(&position, &a, &b);
    }
    printf("%2u cards: own %7.1f k, worst %8.1f k, %6.0f nodes; libdds %7.1f k; ratio %.3f\n", cards, own / count / 1e3,
           most / 1e3, (double)nodes / count, theirs / count / 1e3, own / theirs);
}

int main(void)
{
    struct nash_run run = {.arena = nash_arena_new(64 << 20)};
    const char *wanted = getenv("ENDINGS");
    unsigned count = wanted ? (unsigned)strtoul(wanted, NULL, 10) : 2000;
    if (!bridge_dds_open())
        return EXIT_FAILURE;
    open_counter();
    printf("%s a position, all cards, %u positions\n", counter >= 0 ? "instructions" : "CPU ns", count);
    for (unsigned cards = 1; cards <= BRIDGE_ENDGAME_CARDS_MAX; cards++)
        measure(cards, count, &run);
    nash_arena_free(run.arena);
    return EXIT_SUCCESS;
}
