/* What the builds of shard and runner cost, on the same messages: a shard plays a 25x25 at 45 % given, after constraint
 * propagation by naked singles, at the beta that solves it (3.4).
 *
 * A runner counts solutions of boards of 9x9, by the engine for 9x9, of 16x16 and of 25x25, by the general search;
 * every build makes the same nodes.
 *
 *   bench_builds make FOLDER     writes a file of messages for each kind of work
 *   bench_builds serve           for each line "FILE" of stdin: sends the file's messages to a new shard and prints the
 *                               microseconds of CPU time it took
 *
 * bench_builds.mjs alternates passes of `serve` with those of WebAssembly and JavaScript. A file has for each message
 * u32 length and its bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cluster/sudoku/shard/protocol.h>
#include <cluster/sudoku/shard/shard.h>
#include <cluster/sudoku/unit_farm/works.h>
#include <cluster/unit_farm/protocol.h>
#include <cluster/unit_farm/runner.h>
#include <solvers/sudoku/loglinear/chain.h>
#include <solvers/sudoku/loglinear/weights.h>
#include <solvers/sudoku/units/proof_wire.h>

enum {
    SIDE = 25,
    BOX = 5,
    CELLS = SIDE * SIDE,
    GIVEN = 45, /* percent */
    BETA = 34 * BETA_ONE / 10,
    BURN_IN = 2000000,
    WINDOW = 50000,
    WINDOWS = 60,
    BOARDS = 16 /* of each kind of proof */
};

struct bench {
    uint64_t allowed[CELLS];
    uint8_t value[CELLS];
    struct shard *shard;
    FILE *file;
    uint8_t message[MESSAGE_MAX], answer[MESSAGE_MAX];
};

static struct bench bench;

static uint32_t draw(uint32_t n)
{
    static uint64_t number;
    return chance_below(chance_at(25, CHANCE_START, number++).who, n);
}

static void shuffle(uint8_t *order, uint32_t count)
{
    for (uint32_t i = count - 1; i > 0; i--) {
        uint32_t j = draw(i + 1);
        uint8_t kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

/* Shuffles the lines of a side: bands among themselves, lines within a band. */
static void shuffle_lines(uint8_t *line)
{
    uint8_t partition[BOX] = {0, 1, 2, 3, 4};
    shuffle(partition, BOX);
    for (uint32_t b = 0; b < BOX; b++) {
        uint8_t within[BOX] = {0, 1, 2, 3, 4};
        shuffle(within, BOX);
        for (uint32_t i = 0; i < BOX; i++)
            line[b * BOX + i] = (uint8_t)(partition[b] * BOX + within[i]);
    }
}

/* Removes the values of given cells from their neighbours until nothing changes. */
static void propagate(void)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t cell = 0; cell < CELLS; cell++) {
            if (bench.allowed[cell] & (bench.allowed[cell] - 1))
                continue;
            for (uint32_t other = 0; other < CELLS; other++) {
                bool meet = cell / SIDE == other / SIDE || cell % SIDE == other % SIDE ||
                            (cell / SIDE / BOX == other / SIDE / BOX && cell % SIDE / BOX == other % SIDE / BOX);
                if (meet && other != cell && bench.allowed[other] & bench.allowed[cell]) {
                    bench.allowed[other] &= ~bench.allowed[cell];
                    again = true;
                }
            }
        }
    }
}

static void make_board(void)
{
    uint8_t row[SIDE], column[SIDE];
    static struct game_rules rules;
    static struct game_weights weights;
    static struct chain chain;
    uint64_t changes = 0;
    shuffle_lines(row);
    shuffle_lines(column);
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        uint32_t r = row[cell / SIDE], c = column[cell % SIDE];
        bench.allowed[cell] = (UINT64_C(1) << SIDE) - 1;
        if (draw(100) < GIVEN)
            bench.allowed[cell] = UINT64_C(1) << (r % BOX * BOX + r / BOX + c) % SIDE;
    }
    propagate();
    if (!game_rules_init(&rules, SIDE, BOX, BOX, bench.allowed))
        abort();
    chain_start_values(&rules, 1, bench.value);
    game_weights_init(&weights, BETA);
    chain_init(&chain, &rules, &weights, 1, 0, bench.value);
    chain_play(&chain, BURN_IN, &changes, NULL, NULL);
    memcpy(bench.value, chain.state.value, CELLS);
    printf("%u players, %u conflicts\n", rules.players, chain.state.conflicts);
}

/* ---- make ---- */

/* Writes the message and sends it to the shard, so that a round can commit the previous answer. */
static void say(size_t len, unsigned type)
{
    uint8_t length[4];
    protocol_head_write(bench.message, type, 1, 1, len - MESSAGE_HEAD);
    message_put32(length, (uint32_t)len);
    fwrite(length, 1, sizeof length, bench.file);
    fwrite(bench.message, 1, len, bench.file);
    shard_take(bench.shard, bench.message, len, bench.answer, sizeof bench.answer);
    if (bench.answer[0] == MESSAGE_REFUSED)
        abort();
}

static void say_lease(uint32_t row, uint32_t row_end)
{
    uint8_t *p = bench.message + MESSAGE_HEAD;
    *p++ = SIDE;
    *p++ = BOX;
    *p++ = BOX;
    *p++ = 0;
    p = message_put64(message_put64(message_put16(message_put16(p, row), row_end), 1), BURN_IN);
    p = message_put32(message_put32(p, BETA), CELLS);
    for (uint32_t cell = 0; cell < CELLS; cell++)
        p = message_put64(p, bench.allowed[cell]);
    memcpy(p, bench.value, CELLS);
    say((size_t)(p + CELLS - bench.message), MESSAGE_LEASE);
}

static void say_rounds(uint32_t row, uint32_t row_end)
{
    uint64_t tick = BURN_IN;
    say_lease(row, row_end);
    for (unsigned i = 0; i < WINDOWS; i++) {
        uint32_t count = i > 0 ? message_u32(bench.answer + MESSAGE_HEAD + 12) : 0;
        uint64_t next = i > 0 ? tick + message_u32(bench.answer + MESSAGE_HEAD + 8) : tick;
        uint8_t *p = message_put64(message_put64(bench.message + MESSAGE_HEAD, tick), next);
        p = message_put32(message_put32(message_put32(message_put32(p, WINDOW), count), 0), 0);
        memcpy(p, bench.answer + MESSAGE_HEAD + MESSAGE_EVENTS_FIXED, (size_t)count * MESSAGE_EVENT);
        say((size_t)(p - bench.message) + (size_t)count * MESSAGE_EVENT, MESSAGE_ROUND);
        tick = next;
    }
}

static struct shard *new_shard(void)
{
    static void *memory;
    if (!memory)
        memory = aligned_alloc(64, (shard_bytes() + 63) / 64 * 64);
    if (!memory)
        abort();
    return shard_init(memory);
}

static void open_file(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    bench.file = fopen(path, "wb");
    if (!bench.file) {
        perror(path);
        exit(1);
    }
}

/* ---- proofs ---- */

static const struct farm_work *const works[] = {&sudoku_proof_work, NULL};

static struct runner *new_runner(void)
{
    static void *memory;
    if (!memory)
        memory = aligned_alloc(64, (runner_bytes(works) + 63) / 64 * 64);
    if (!memory)
        abort();
    return runner_init(memory, works);
}

static void say_to_runner(struct runner *runner, size_t len)
{
    uint8_t length[4];
    message_put32(length, (uint32_t)len);
    fwrite(length, 1, sizeof length, bench.file);
    fwrite(bench.message, 1, len, bench.file);
    if (!runner_take(runner, bench.message, len, bench.answer, sizeof bench.answer) ||
        bench.answer[0] == MESSAGE_REFUSED)
        abort();
}

/* Writes a proof of a board of box * box cells a side, `given` percent of them given. Returns the nodes of its unit. */
static uint64_t say_proof(struct runner *runner, unsigned box, unsigned given, uint64_t budget)
{
    static uint64_t open[CELLS];
    static uint8_t task[PROOF_TASK_MAX];
    unsigned n = box * box, turn = draw(n);
    struct sudoku_problem p = {.size = n, .box_rows = box, .box_cols = box};
    for (unsigned cell = 0; cell < n * n; cell++) {
        unsigned row = cell / n;
        open[cell] = draw(100) < given ? UINT64_C(1) << (row % box * box + row / box + cell % n + turn) % n
                                       : (UINT64_C(1) << n) - 1;
    }
    size_t len = proof_task_write(task, &p, open, 0, false, 0);
    uint8_t *at = message_head_write(bench.message, FARM_PROTOCOL, FARM_TASK, 1, 1, FARM_TASK_FIXED + len);
    at = message_put16(message_put16(at, SUDOKU_PROOF_WORK), 0);
    memcpy(at, task, len);
    say_to_runner(runner, (size_t)(at - bench.message) + len);
    len = FARM_LIST_FIXED + FARM_ITEM_FIXED + PROOF_UNIT_HEAD;
    at = message_head_write(bench.message, FARM_PROTOCOL, FARM_UNITS, 1, 1, len);
    at = message_put32(message_put32(message_put32(message_put32(at, 0), 1), 0), PROOF_UNIT_HEAD);
    proof_unit_write(at, budget, NULL, 0);
    say_to_runner(runner, MESSAGE_HEAD + len);
    return message_u64(bench.answer + MESSAGE_HEAD + FARM_LIST_FIXED + FARM_ITEM_FIXED + 8);
}

static void make_proofs(const char *folder, const char *name, unsigned box, unsigned given, uint64_t budget)
{
    struct runner *runner = new_runner();
    uint64_t nodes = 0;
    open_file(folder, name);
    for (unsigned i = 0; i < BOARDS; i++)
        nodes += say_proof(runner, box, given, budget);
    fclose(bench.file);
    printf("%s %llu\n", name, (unsigned long long)nodes);
}

static int make(const char *folder)
{
    bench.shard = new_shard();
    make_board();
    open_file(folder, "board");
    say_rounds(0, SIDE);
    fclose(bench.file);
    printf("board %d\n", WINDOW * WINDOWS);
    open_file(folder, "band");
    say_rounds(0, BOX);
    fclose(bench.file);
    printf("band %d\n", WINDOW * WINDOWS);
    make_proofs(folder, "proof9", 3, 30, 8000);
    make_proofs(folder, "proof16", 4, 45, 2000);
    make_proofs(folder, "proof25", 5, 50, 1000);
    return 0;
}

/* ---- serve ---- */

static double cpu_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static double pass(const char *name)
{
    static uint8_t said[16 << 20];
    FILE *file = fopen(name, "rb");
    size_t size = file ? fread(said, 1, sizeof said, file) : 0;
    struct shard *shard = new_shard();
    struct runner *runner = new_runner();
    if (size == 0 || size == sizeof said)
        abort();
    fclose(file);
    double began = cpu_us();
    for (const uint8_t *p = said; p < said + size; p += 4 + message_u32(p))
        if (message_u16(p + 4 + 2) == FARM_PROTOCOL)
            runner_take(runner, p + 4, message_u32(p), bench.answer, sizeof bench.answer);
        else
            shard_take(shard, p + 4, message_u32(p), bench.answer, sizeof bench.answer);
    return cpu_us() - began;
}

int main(int argc, char **argv)
{
    char line[4096];
    if (argc == 3 && strcmp(argv[1], "make") == 0)
        return make(argv[2]);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        printf("%.0f\n", pass(line));
        fflush(stdout);
    }
    return 0;
}
