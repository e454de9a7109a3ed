/* Connect four on 100 random boards each of 14, 18, 22 and 28 stones, score only: positions entered, time, positions
 * per second. Each search that this machine runs, alternating; the best of several rounds in CPU time.
 *
 *     C4_PEER=/path/to/c4solver
 *
 * runs PascalPons/connect4's program, built separately, on the same boards in one process, compares its scores and
 * prints its CPU time. (It counts its nodes but does not print them; d6ba50d entered 153,403, 25,406, 2,207 and 88
 * positions per board on 400 boards made the same way.) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../../unit/gametree/positions.h"
#include "../cost.h"

enum { BOARDS = 100, ROUNDS = 5, ARENA_BYTES = 128 << 20 };

static const int plies[] = {14, 18, 22, 28};

struct boards {
    char text[BOARDS][C4_CELLS + 1];
    struct c4_board board[BOARDS];
    int score[BOARDS];
};

static struct nash_arena *arena;

/* Searches all boards. Returns the positions entered. */
static uint64_t solve_all(struct boards *all)
{
    uint64_t nodes = 0;
    for (int i = 0; i < BOARDS; i++) {
        struct nash_run run = {.arena = arena};
        struct c4_search search = {.run = &run};
        struct c4_range range = c4_any(&all->board[i]);
        nash_arena_reset(arena, ARENA_BYTES);
        if (!c4_transposition_open(&search.memory, arena))
            abort();
        c4_narrow(&search, &all->board[i], 0, &range);
        all->score[i] = range.lo;
        nodes += run.nodes;
    }
    return nodes;
}

static double children_us(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)usage.ru_utime.tv_sec * 1e6 + (double)usage.ru_utime.tv_usec;
}

/* Returns its CPU time for all boards, or 0 without the program. Different scores end the bench. */
static double ask_peer(const struct boards *all, bool compare)
{
    char name[] = "/tmp/bench-c4-XXXXXX", command[512], text[64];
    const char *peer = getenv("C4_PEER");
    int fd = peer ? mkstemp(name) : -1, score;
    if (fd < 0)
        return 0;
    for (int i = 0; compare && i < BOARDS; i++)
        dprintf(fd, "%s\n", all->text[i]);
    close(fd);
    double start = children_us();
    snprintf(command, sizeof command, "'%s' < %s 2>/dev/null", peer, name);
    FILE *out = popen(command, "r");
    for (int i = 0; out && compare && i < BOARDS; i++)
        if (fscanf(out, "%63s %d", text, &score) != 2 || strcmp(text, all->text[i]) != 0 || score != all->score[i]) {
            fprintf(stderr, "%s: %d here, %d there\n", all->text[i], all->score[i], score);
            exit(1);
        }
    if (out)
        pclose(out);
    unlink(name);
    return children_us() - start;
}

static void measure(int stones)
{
    static struct boards all;
    struct nash_rng rng;
    double best = 1e300, theirs = 1e300, empty = 1e300;
    uint64_t nodes = 0;
    nash_rng_seed(&rng, (uint64_t)stones);
    for (int i = 0; i < BOARDS; i++)
        all.board[i] = position_random(&rng, stones, all.text[i]);
    for (int round = 0; round < ROUNDS; round++) {
        double start = cpu_us(), spent;
        nodes = solve_all(&all);
        spent = cpu_us() - start;
        best = spent < best ? spent : best;
        spent = ask_peer(&all, true);
        theirs = spent < theirs ? spent : theirs;
        spent = ask_peer(&all, false); /* the start-up time: no boards */
        empty = spent < empty ? spent : empty;
    }
    printf("%2d stones: %8.0f positions a board, %8.1f us, %5.2f million a second", stones, (double)nodes / BOARDS,
           best / BOARDS, (double)nodes / best);
    if (theirs > 0)
        printf("; peer %8.1f us, %4.2fx", (theirs - empty) / BOARDS, (theirs - empty) / best);
    printf("\n");
}

int main(void)
{
    arena = nash_arena_new(ARENA_BYTES);
    printf("search: %s\n", c4_search_best() == c4_search_plain ? "plain" : "popcnt");
    for (size_t i = 0; i < sizeof plies / sizeof *plies; i++)
        measure(plies[i]);
    nash_arena_free(arena);
    return 0;
}
