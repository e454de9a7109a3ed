/* A finished game, played again in a browser. Rules and parameters come from the member "course" of a job's record
 * (src/solvers/sudoku/course), the trajectory is that of game/setup.h.
 *
 * A script writes a region for each cell to replay_box() and a mask of strategies to replay_allowed(), calls
 * replay_begin() and then replay_play() until it has all ticks. Each call leaves the changes that it made at
 * replay_changes(). The replay lies at __heap_base. */
#include <solvers/sudoku/game/game.h>
#include <solvers/sudoku/loglinear/chain.h>

#define EXPORT(name) __attribute__((export_name(name)))

enum { PAGE = 64 << 10, ALIGNED = 64, TICKS_MAX = 1 << 16 /* of one call: each may change a value */ };

extern uint8_t __heap_base; /* set by the linker: the end of the module's own data */

/* One change, 16 bytes. */
struct replay_change {
    uint64_t tick; /* of all runs together, from 0 */
    uint16_t cell;
    uint8_t from, to; /* from 0 */
    uint32_t conflicts;
};

struct replay {
    struct chain chain;
    struct game_rules rules;
    struct game_weights weights;
    struct game_hash hash;
    uint64_t seed, updates; /* of the job; ticks of one run */
    uint64_t before;        /* ticks of the runs before the present one */
    uint32_t run, count;
    struct replay_change change[TICKS_MAX]; /* [count] of the last call */
    uint64_t allowed[GAME_CELLS_MAX];
    uint8_t box[GAME_CELLS_MAX], start[GAME_CELLS_MAX];
};

static struct replay *replay;

uint8_t *replay_box(void);
uint64_t *replay_allowed(void);
uint32_t replay_begin(uint32_t side, uint32_t beta, uint32_t seed_low, uint32_t seed_high, uint32_t updates_low,
                      uint32_t updates_high);
uint32_t replay_play(uint32_t ticks);
const struct replay_change *replay_changes(void);
const uint8_t *replay_values(void);
uint32_t replay_run(void);
double replay_ticks(void);
uint32_t replay_conflicts(void);
uint32_t replay_hash(uint32_t lane);
int32_t replay_drawn(double tick, uint32_t run);

/* Returns the memory of the replay, which the first call makes; NULL if the browser has none. */
static struct replay *memory(void)
{
    if (!replay) {
        uintptr_t at = ((uintptr_t)&__heap_base + ALIGNED - 1) / ALIGNED * ALIGNED, end = at + sizeof *replay;
        uintptr_t pages = (end + PAGE - 1) / PAGE, there = __builtin_wasm_memory_size(0);
        if (pages > there && __builtin_wasm_memory_grow(0, pages - there) == SIZE_MAX)
            return NULL;
        replay = (struct replay *)at;
    }
    return replay;
}

/* Returns where the regions go: a byte for each cell. NULL: no memory. */
EXPORT("replay_box") uint8_t *replay_box(void)
{
    return memory() ? replay->box : NULL;
}

/* Returns where the strategies go: 8 bytes for each cell. */
EXPORT("replay_allowed") uint64_t *replay_allowed(void)
{
    return memory() ? replay->allowed : NULL;
}

static uint64_t run_seed(uint32_t run)
{
    return replay->seed + run * UINT64_C(0x9e3779b97f4a7c15); /* sudoku_run_seed() */
}

static void begin_run(void)
{
    uint64_t seed = run_seed(replay->run);
    chain_start_values(&replay->rules, seed, replay->start);
    chain_init(&replay->chain, &replay->rules, &replay->weights, seed, 0, replay->start);
}

/* Begins the game before its first tick. Returns 0 if sides, regions, strategies or parameters are not valid. */
EXPORT("replay_begin")
uint32_t replay_begin(uint32_t side, uint32_t beta, uint32_t seed_low, uint32_t seed_high, uint32_t updates_low,
                      uint32_t updates_high)
{
    uint32_t in_box[GAME_SIDE_MAX] = {0};
    if (!memory() || beta > BETA_MAX || !game_rules_init(&replay->rules, side, 1, side, replay->allowed))
        return 0;
    for (uint32_t cell = 0; cell < side * side; cell++)
        if (replay->box[cell] >= side || ++in_box[replay->box[cell]] > side)
            return 0;
    __builtin_memcpy(replay->rules.box, replay->box, side * side);
    game_weights_init(&replay->weights, beta);
    game_hash_init(&replay->hash);
    replay->seed = (uint64_t)seed_high << 32 | seed_low;
    replay->updates = (uint64_t)updates_high << 32 | updates_low;
    replay->before = replay->run = replay->count = 0;
    begin_run();
    return replay->updates > 0;
}

static void add_change(void *context, uint64_t tick, const struct game_event *event)
{
    (void)context;
    game_hash_add(&replay->hash, tick, event);
    replay->change[replay->count++] = (struct replay_change){.tick = replay->before + tick,
                                                             .cell = event->cell,
                                                             .from = event->from,
                                                             .to = event->to,
                                                             .conflicts = replay->chain.state.conflicts};
}

/* Plays at most `ticks` ticks of one run: fewer at its end, and never more than TICKS_MAX. The next run begins at the
 * call after the end of one, and replay_run() has changed then. Returns the number of changes; the game is over when
 * replay_ticks() has not grown. */
EXPORT("replay_play") uint32_t replay_play(uint32_t ticks)
{
    uint64_t left = replay->updates - replay->chain.tick, changes = 0;
    replay->count = 0;
    if (!replay->chain.state.conflicts)
        return 0;
    if (!left) {
        replay->before += replay->chain.tick;
        replay->run++;
        begin_run();
        left = replay->updates;
    }
    ticks = ticks < TICKS_MAX ? ticks : TICKS_MAX;
    chain_play(&replay->chain, ticks < left ? ticks : left, &changes, add_change, NULL);
    return replay->count;
}

EXPORT("replay_changes") const struct replay_change *replay_changes(void)
{
    return replay->change;
}

/* Returns the values at the beginning of the present run, from 0. */
EXPORT("replay_values") const uint8_t *replay_values(void)
{
    return replay->start;
}

EXPORT("replay_run") uint32_t replay_run(void)
{
    return replay->run;
}

/* Returns the ticks played, below 2^53. */
EXPORT("replay_ticks") double replay_ticks(void)
{
    return (double)(replay->before + replay->chain.tick);
}

EXPORT("replay_conflicts") uint32_t replay_conflicts(void)
{
    return replay->chain.state.conflicts;
}

/* Returns a lane of the hash, 0 or 1. */
EXPORT("replay_hash") uint32_t replay_hash(uint32_t lane)
{
    return replay->hash.lane[lane & 1];
}

/* Returns the cell of the player that a tick of a run draws; `tick` counts from the begin of the run. -1: there is no
 * player. */
EXPORT("replay_drawn") int32_t replay_drawn(double tick, uint32_t run)
{
    if (!replay->rules.players)
        return -1;
    struct chance chance = chance_at(run_seed(run), CHANCE_TICK, (uint64_t)tick);
    return replay->rules.player[chance_below(chance.who, replay->rules.players)];
}
