/* The runner of farms in all its builds, as conform.c does it for the shard: `conform_units make FILE sudoku`, hex or
 * all records tasks and units with their answers, `conform_units replay FILE` compares every byte. The file is that of
 * conform.c, without what a shard shows; replay.mjs reads it too. Browsers have a module for each of both kinds.
 *
 * Each conversation is a seeded board, as a proof or as luck, a match of Hex, or games of a training. A unit of a proof
 * that is not exhausted is continued by the path of its answer, as a hub does; some messages have a flipped bit. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cluster/hex/works.h>
#include <cluster/sudoku/unit_farm/works.h>
#include <cluster/unit_farm/protocol.h>
#include <cluster/unit_farm/runner.h>
#include <solvers/hex/match/game.h>
#include <solvers/hex/train/games/unit.h>
#include <solvers/hex/train/trainer.h>
#include <solvers/sudoku/units/luck.h>
#include <solvers/sudoku/units/proof_wire.h>

#include "units_net.h"

enum { TALKS = 36, HEX_TALKS = 20, TRAIN_TALKS = 12, UNITS = 8, HEX_UNITS = 3, OF_UNITS = 1 /* as in replay.mjs */ };

static const struct farm_work *const works[] = {&sudoku_proof_work, &sudoku_luck_work, &hex_match_work, &hex_train_work,
                                                NULL};

static uint64_t state;
static FILE *file;
static struct runner *runner;
static uint8_t message[MESSAGE_MAX], answer[MESSAGE_MAX];

/* splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t draw(void)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static unsigned below(unsigned n)
{
    return (unsigned)(draw() % n);
}

static void runner_new(void)
{
    static void *memory;
    size_t bytes = runner_bytes(works);
    if (!memory && !(memory = aligned_alloc(64, (bytes + 63) / 64 * 64)))
        abort();
    memset(memory, 0xa5, bytes); /* answers must not depend on what the memory held */
    runner = runner_init(memory, works);
}

static void put(uint32_t number)
{
    uint8_t bytes[4];
    message_put32(bytes, number);
    fwrite(bytes, 1, sizeof bytes, file);
}

static uint32_t get(void)
{
    uint8_t bytes[4] = {0};
    if (fread(bytes, 1, sizeof bytes, file) != sizeof bytes && !feof(file))
        abort();
    return message_u32(bytes);
}

/* ---- make ---- */

/* Sends the message and records it with its answer. Returns the answer's length. */
static size_t say(size_t len)
{
    size_t answered = runner_take(runner, message, len, answer, sizeof answer);
    put((uint32_t)len);
    fwrite(message, 1, len, file);
    put((uint32_t)answered);
    fwrite(answer, 1, answered, file);
    put(0);
    put(0);
    return answered;
}

static size_t say_task(unsigned work, const uint8_t *task, size_t len)
{
    uint8_t *p = message_head_write(message, FARM_PROTOCOL, FARM_TASK, 7, 1, FARM_TASK_FIXED + len);
    p = message_put16(message_put16(p, work), 0);
    memcpy(p, task, len);
    return say((size_t)(p - message) + len);
}

static size_t say_unit(const uint8_t *unit, size_t len)
{
    uint8_t *p = message_head_write(message, FARM_PROTOCOL, FARM_UNITS, 7, 1, FARM_LIST_FIXED + FARM_ITEM_FIXED + len);
    p = message_put32(message_put32(p, below(1000)), 1);
    p = message_put32(message_put32(p, below(1000)), (uint32_t)len);
    memcpy(p, unit, len);
    size_t whole = (size_t)(p - message) + len;
    if (below(10) == 0) { /* not in its budget, which determines how long it takes */
        size_t at = below(2) ? below(MESSAGE_HEAD + FARM_LIST_FIXED + FARM_ITEM_FIXED) : whole - 1;
        uint8_t kept = message[at];
        message[at] ^= (uint8_t)(1U << below(8));
        say(whole);
        message[at] = kept;
    }
    return say(whole);
}

/* Makes the candidates of a board around a solution: for a share of the cells only its value. */
static struct sudoku_problem make_board(uint64_t *open)
{
    static const uint8_t box[][2] = {{2, 2}, {2, 3}, {3, 3}, {3, 3}, {3, 3}, {4, 4}, {5, 5}, {6, 6}};
    unsigned kind = below(sizeof box / sizeof *box), n = box[kind][0] * (unsigned)box[kind][1];
    struct sudoku_problem p = {.size = n, .box_rows = box[kind][0], .box_cols = box[kind][1]};
    unsigned given = n < 16 ? 20 + below(20) : 45 + below(15), turn = below(n);
    p.diagonal = n == 6 && below(2);
    for (unsigned cell = 0; cell < n * n; cell++) {
        unsigned row = cell / n, value = (row % p.box_rows * p.box_cols + row / p.box_rows + cell % n + turn) % n;
        open[cell] = below(100) < given ? UINT64_C(1) << value : (UINT64_C(1) << n) - 1;
    }
    return p;
}

static void talk_proof(void)
{
    static uint64_t open[SUDOKU_CELLS_MAX];
    static uint8_t task[PROOF_TASK_MAX], unit[PROOF_UNIT_MAX];
    struct sudoku_problem p = make_board(open);
    unsigned keep = below(4);
    size_t len = proof_task_write(task, &p, open, keep, below(2), below(2) ? 0 : 1 + below(1000));
    say_task(SUDOKU_PROOF_WORK, task, len);
    unsigned steps = 0, open_cells = 0;
    for (unsigned cell = 0; cell < p.size * p.size; cell++)
        open_cells += (open[cell] & (open[cell] - 1)) != 0;
    const uint8_t *path = NULL;
    for (unsigned i = 0; i < UNITS; i++) {
        len = proof_unit_write(unit, 1 + below(p.size < 16 ? 3000 : 300), path, steps);
        if (say_unit(unit, len) < MESSAGE_HEAD + FARM_LIST_FIXED + FARM_ITEM_FIXED + PROOF_ANSWER_HEAD)
            return;
        const uint8_t *got = answer + MESSAGE_HEAD + FARM_LIST_FIXED + FARM_ITEM_FIXED;
        if (got[0] != PROOF_SPENT)
            return;
        path = got + PROOF_ANSWER_HEAD + (size_t)message_u16(got + 2) * open_cells;
        steps = message_u32(got + 4);
    }
}

static void talk_luck(void)
{
    static uint64_t open[SUDOKU_CELLS_MAX];
    static uint8_t task[LUCK_TASK_HEAD + 8 * SUDOKU_CELLS_MAX];
    struct sudoku_problem p = make_board(open);
    unsigned wide = (p.size + 7) / 8, method = below(2) ? LUCK_SAP : LUCK_TABU;
    uint8_t *at = bytes_put(bytes_put(bytes_put(task, 1, p.size), 1, p.box_rows), 1, p.box_cols), unit[LUCK_UNIT];
    at = bytes_put(bytes_put(at, 1, method), 4, 0);
    for (unsigned cell = 0; cell < p.size * p.size; cell++)
        at = bytes_put(at, wide, open[cell]);
    say_task(SUDOKU_LUCK_WORK, task, (size_t)(at - task));
    for (unsigned i = 0; i < UNITS; i++) {
        bytes_put(bytes_put(unit, 8, draw()), 8, 1 + below(method == LUCK_SAP ? 40000 : 400));
        bytes_put(unit + 16, 4, method == LUCK_SAP ? 150000 + below(150000) : 0);
        say_unit(unit, sizeof unit);
    }
}

static void talk_hex(void)
{
    static const struct hex_engine *const engines[] = {&hex_engine_random, &hex_engine_resistance, &hex_engine_uct,
                                                       &hex_engine_dqn, &hex_engine_dqn_search};
    static uint8_t task[HEX_TASK_MAX], net[CONFORM_NET_MAX];
    uint8_t unit[HEX_UNIT_MAX];
    bool large = below(5) == 0; /* sets of six words */
    unsigned most = large ? 300 : 4000;
    struct hex_rules rules = {.rows = (uint8_t)(large ? 12 : 2 + below(8)),
                              .cols = (uint8_t)(large ? 11 + below(3) : 2 + below(8)),
                              .swap = below(2)};
    size_t net_bytes = conform_net(draw(), net);
    if (net_bytes == 0)
        abort();
    for (unsigned i = 0; i < 2; i++)
        rules.player[i] = (struct hex_player){engines[below(sizeof engines / sizeof *engines)],
                                              {.iterations = 1 + below(most),
                                               .rave = below(2),
                                               .plain = below(2),
                                               .simulations = 1 + below(80),
                                               .net = net,
                                               .net_bytes = (uint32_t)net_bytes}};
    say_task(HEX_MATCH_WORK, task, hex_task_write(&rules, task));
    for (unsigned i = 0; i < HEX_UNITS; i++) {
        struct hex_game game = {.seed = draw(), .black = (uint8_t)below(2), .opening = (uint16_t)below(2)};
        game.move[0] = (uint16_t)below((unsigned)rules.rows * rules.cols);
        say_unit(unit, hex_unit_write(&game, unit));
    }
}

static void talk_train(void)
{
    static uint8_t task[HEX_TRAIN_TASK_HEAD + CONFORM_NET_MAX], net[CONFORM_NET_MAX];
    struct hex_train_config config = hex_train_defaults(HEX_RECIPE_SELF_PLAY);
    bool large = below(5) == 0; /* sets of six words */
    config.sizes = (uint8_t)(1 + below(3));
    for (unsigned i = 0, first = large ? 10 : 2 + below(4); i < config.sizes; i++)
        config.size[i] = (uint8_t)(first + (first + i) % 4);
    config.seed = draw();
    config.simulations = 2 + below(large ? 5 : 40);
    config.noise = (float)below(101) / 100;
    config.exploration = (float)below(300) / 100;
    config.hot_plies = below(12);
    struct hex_train_order order = {.mentor = below(3) == 0, .net = net, .net_bytes = conform_net(draw(), net)};
    hex_train_default_mentor(&config,
                             order.mentor ? (enum hex_mentor)(HEX_MENTOR_RESISTANCE + below(2)) : HEX_MENTOR_NONE);
    if (config.mentor == HEX_MENTOR_UCT)
        config.mentor_iterations = 1 + below(large ? 20 : 300);
    if (order.net_bytes == 0)
        abort();
    say_task(HEX_TRAIN_WORK, task, hex_train_task_write(&config, &order, task));
    for (unsigned i = 0; i < HEX_UNITS; i++) {
        uint8_t unit[HEX_TRAIN_UNIT];
        hex_train_unit_write(draw(), unit);
        say_unit(unit, sizeof unit);
    }
}

/* The conversations of the Sudoku come first, those of Hex follow. */
static int make(const char *name, const char *kinds)
{
    unsigned done = 0, from = strcmp(kinds, "hex") == 0 ? TALKS : 0;
    unsigned to = strcmp(kinds, "sudoku") == 0 ? TALKS : TALKS + HEX_TALKS + TRAIN_TALKS;
    file = fopen(name, "wb");
    for (unsigned i = from; file && i < to; i++) {
        state = i;
        runner_new();
        put(UINT32_MAX);
        put(OF_UNITS);
        (i >= TALKS + HEX_TALKS ? talk_train : i >= TALKS ? talk_hex : i % 3 == 2 ? talk_luck : talk_proof)();
        done += answer[0] == FARM_DONE;
        say((size_t)(message_head_write(message, FARM_PROTOCOL, MESSAGE_BYE, 7, 1, 0) - message));
        say((size_t)(message_head_write(message, FARM_PROTOCOL, FARM_UNITS, 7, 1, 0) - message));
    }
    if (!file || ferror(file) || fclose(file) != 0) {
        perror(name);
        return 1;
    }
    printf("%u conversations, %u of them ended by DONE\n", to - from, done);
    return done * 2 > to - from ? 0 : 1;
}

/* ---- replay ---- */

static int replay(const char *name)
{
    static uint8_t due[MESSAGE_MAX];
    unsigned count = 0;
    if (!(file = fopen(name, "rb"))) {
        perror(name);
        return 1;
    }
    for (uint32_t len; len = get(), !feof(file);) {
        if (len == UINT32_MAX) {
            get();
            runner_new();
            continue;
        }
        if (len > sizeof message || fread(message, 1, len, file) != len)
            abort();
        uint32_t wanted = get();
        if (wanted > sizeof due || fread(due, 1, wanted, file) != wanted)
            abort();
        get();
        get();
        size_t answered = runner_take(runner, message, len, answer, sizeof answer);
        if (answered != wanted || memcmp(answer, due, wanted) != 0) {
            printf("message %u (type %u): another answer, %zu bytes of type %u; expected %" PRIu32 " of type %u\n",
                   count, message[0], answered, answer[0], wanted, due[0]);
            return 1;
        }
        count++;
    }
    printf("%u messages, all answered the same\n", count);
    return count > 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "make") == 0)
        return make(argv[2], argv[3]);
    if (argc == 3 && strcmp(argv[1], "replay") == 0)
        return replay(argv[2]);
    fprintf(stderr, "usage: conform_units make FILE sudoku|hex|all | replay FILE\n");
    return 2;
}
