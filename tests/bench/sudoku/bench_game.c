/* Measures a tick of the potential game on one core, at the beta at which boards of 25 x 25 are solved: a plain loop in
 * which every tick computes the distribution of its player (the heat bath), the chain, which computes only ticks that
 * might change a value, and the law of the chain by waiting times; each on each path of this machine. Rates are of
 * process CPU time over the same boards, from a state in equilibrium; the best of some passes, in turns, so that noise
 * affects all alike. "of heat bath" is the ratio to the plain loop of the fastest path, which is stable. Boards come
 * from the reference data beside the repository; one set is generated. Asserts nothing. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <nash/arena.h>
#include <solvers/sudoku/exact/board.h>
#include <solvers/sudoku/loglinear/chain.h>
#include <solvers/sudoku/loglinear/waiting.h>

#include "../../unit/sudoku/harness/boards.h"

enum { SIDE = 25, BOARDS = 6, PASSES = 3, SETTLE = 1000000, SEED = 7, LINES = 16 };

struct board {
    struct game_rules rules;
    uint8_t values[GAME_CELLS_MAX]; /* in equilibrium */
};

struct set {
    const char *name;
    struct game_weights weights;
    unsigned count;
    uint64_t players;
    struct board board[BOARDS];
};

/* Plays about n ticks. Returns the ticks played; adds the changes. */
typedef uint64_t play_fn(const struct heat_path *path, const struct set *set, const struct board *board, uint64_t n,
                         uint64_t *changes);

static double cpu_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- the three variants ---- */

static uint64_t by_heat_bath(const struct heat_path *path, const struct set *set, const struct board *board, uint64_t n,
                             uint64_t *changes)
{
    static struct game_state state;
    const struct game_rules *rules = &board->rules;
    struct heat_block block;
    uint32_t bound;
    uint64_t tick = 0;
    game_begin(&state, rules, board->values);
    while (tick < n && state.conflicts) {
        path->fill(&block, SEED, tick, rules->players);
        for (unsigned i = 0; i < HEAT_BLOCK && state.conflicts; i++, tick++) {
            uint32_t cell = rules->player[block.player[i]];
            uint32_t value = path->play(&state, rules, &set->weights, cell, block.draw[i], &bound);
            if (value != state.value[cell]) {
                game_change(&state, rules, cell, value);
                ++*changes;
            }
        }
    }
    return tick;
}

static uint64_t by_chain(const struct heat_path *path, const struct set *set, const struct board *board, uint64_t n,
                         uint64_t *changes)
{
    static struct chain chain;
    chain_init(&chain, &board->rules, &set->weights, SEED, 0, board->values);
    chain.heat = path;
    return chain_play(&chain, n, changes, NULL, NULL);
}

static uint64_t by_waiting(const struct heat_path *path, const struct set *set, const struct board *board, uint64_t n,
                           uint64_t *changes)
{
    static void *memory;
    if (!memory)
        memory = aligned_alloc(64, (waiting_bytes() + 63) / 64 * 64);
    struct waiting *waiting = waiting_init(memory, &board->rules, &set->weights, SEED, board->values);
    waiting_use(waiting, path);
    return waiting_play(waiting, n, changes);
}

static const struct {
    const char *name;
    play_fn *play;
    uint64_t n;
} ways[] = {{"heat bath", by_heat_bath, 1000000}, {"chain", by_chain, 5000000}, {"waiting", by_waiting, 5000000}};

/* ---- rates ---- */

struct line {
    const char *way, *path;
    double rate, share; /* ticks a second; share of changes */
};

static void pass(const struct set *set, unsigned way, const struct heat_path *path, struct line *line)
{
    uint64_t ticks = 0, changes = 0;
    double start = cpu_s();
    for (unsigned i = 0; i < set->count; i++)
        ticks += ways[way].play(path, set, &set->board[i], ways[way].n, &changes);
    double rate = (double)ticks / (cpu_s() - start);
    *line = (struct line){.way = ways[way].name,
                          .path = path->name,
                          .rate = rate > line->rate ? rate : line->rate,
                          .share = (double)changes / (double)ticks};
}

static void measure(const struct set *set)
{
    struct line line[LINES] = {0};
    unsigned lines = 0;
    if (!set->count) {
        printf("%-26s skipped: no reference data\n", set->name);
        return;
    }
    for (unsigned k = 0; k < PASSES; k++) {
        lines = 0;
        for (unsigned way = 0; way < sizeof ways / sizeof *ways; way++)
            for (unsigned p = 0; heat_path(p); p++)
                pass(set, way, heat_path(p), &line[lines++]);
    }
    for (unsigned i = 0; i < lines; i++)
        printf("%-26s %6u %7.0f %-10s %-8s %9.1f %13.4f %13.2f\n", set->name, set->count,
               (double)set->players / set->count, line[i].way, line[i].path, line[i].rate / 1e6, line[i].share,
               line[i].rate / line[0].rate);
    fflush(stdout);
}

/* ---- sources of boards ---- */

/* Propagates, and plays the game to equilibrium. Leaves out a board that is solved by then. */
static void add(struct set *set, const uint8_t *clue, bool propagate)
{
    static struct chain chain;
    struct nash_arena *arena = nash_arena_new(1 << 24);
    struct sudoku_problem problem = board_problem(5, 5, clue, 1);
    struct sudoku_board *open = sudoku_board_new(arena, sudoku_geometry_new(arena, &problem));
    struct board *board = &set->board[set->count];
    uint64_t allowed[SIDE * SIDE], changes = 0;
    bool good = true;
    for (unsigned cell = 0; cell < SIDE * SIDE && good; cell++)
        good = !clue[cell] || sudoku_board_assign(open, cell, clue[cell] - 1U);
    good = good && (!propagate || sudoku_board_propagate(open));
    for (unsigned cell = 0; cell < SIDE * SIDE; cell++)
        allowed[cell] = clue[cell]  ? UINT64_C(1) << (clue[cell] - 1)
                        : propagate ? open->open[cell]
                                    : (UINT64_C(1) << SIDE) - 1;
    if (good && game_rules_init(&board->rules, SIDE, 5, 5, allowed)) {
        chain_start_values(&board->rules, SEED, board->values);
        chain_init(&chain, &board->rules, &set->weights, SEED + 1, 0, board->values);
        chain_play(&chain, SETTLE, &changes, NULL, NULL);
        memcpy(board->values, chain.state.value, sizeof board->values);
        set->count += chain.state.conflicts > 0;
        set->players += chain.state.conflicts > 0 ? board->rules.players : 0;
    }
    nash_arena_free(arena);
}

static bool read_board(const char *path, uint8_t *clue)
{
    FILE *file = fopen(path, "r");
    int order = 0, id, value;
    unsigned cells = 0;
    if (file && fscanf(file, "%d %d", &order, &id) == 2 && order == 5)
        while (cells < SIDE * SIDE && fscanf(file, "%d", &value) == 1)
            clue[cells++] = value > 0 ? (uint8_t)value : 0;
    if (file)
        fclose(file);
    return cells == SIDE * SIDE;
}

static void load(struct set *set, const char *pattern, bool propagate)
{
    glob_t files;
    uint8_t clue[SIDE * SIDE];
    if (glob(pattern, 0, NULL, &files) != 0)
        return;
    for (size_t i = 0; i < files.gl_pathc && set->count < BOARDS; i++)
        if (read_board(files.gl_pathv[i], clue))
            add(set, clue, propagate);
    globfree(&files);
}

static void make(struct set *set, unsigned clues)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 20261121);
    for (unsigned i = 0; i < 4 * BOARDS && set->count < BOARDS; i++) {
        uint8_t clue[SIDE * SIDE];
        board_full(&rng, 5, 5, clue);
        board_uniform(&rng, SIDE, clues, clue);
        add(set, clue, true);
    }
}

int main(void)
{
    static const struct {
        const char *name, *pattern; /* NULL: generated */
        double beta;
        unsigned clues;
        bool propagate;
    } sets[] = {
        {"25x25 45 %, beta 3.4", NULL, 3.4, 281, true},
        {"ACS 30 %, beta 4.3", SHARED_DIR "/data/sudoku/acs/inst25x25_30_*.txt", 4.3, 0, true},
        {"ACS 45 %, beta 3.4", SHARED_DIR "/data/sudoku/acs/inst25x25_45_*.txt", 3.4, 0, true},
        {"ACS 45 %, plain, beta 3.6", SHARED_DIR "/data/sudoku/acs/inst25x25_45_*.txt", 3.6, 0, false},
    };
    static struct set set;
    printf("%-26s %6s %7s %-10s %-8s %9s %13s %13s\n", "set", "boards", "players", "way", "path", "M ticks/s",
           "that change", "of heat bath");
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        set.name = sets[i].name;
        set.count = 0;
        set.players = 0;
        game_weights_init(&set.weights, (uint32_t)(sets[i].beta * BETA_ONE));
        if (sets[i].pattern)
            load(&set, sets[i].pattern, sets[i].propagate);
        else
            make(&set, sets[i].clues);
        measure(&set);
    }
    return 0;
}
