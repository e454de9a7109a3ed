/* Fuzzes games of a training as units, on both sides. Input: u8 0, u64 number, a task: a member plays the game of that
 * number. Two members, whose memory has different contents at first, give the same answer, and the hub accepts it. Or
 * u8 1, u64 number, u64 seed, u8 size, an answer: a game that the hub accepts is written with the same bytes, and can
 * be learnt from. */
#include <stdlib.h>
#include <string.h>

#include <base/little_endian.h>
#include <solvers/hex/net/play_layout.h>
#include <solvers/hex/train/games/unit.h>
#include <solvers/hex/train/learn/replay.h>

#include "../fuzz.h"

#define MUST(holds) ((holds) ? (void)0 : fuzz_fail(#holds, "training"))

enum {
    MEMBERS = 2,
    ALIGNED = 64,
    SEED_AT = 6,    /* in a task */
    BUDGET_AT = 14, /* simulations of a net, iterations of a mentor */
    BUDGET_MAX = 12,
    NUMBER_MAX = 1000,
    RECORDS = 200
};

static uint8_t answer[MEMBERS][HEX_TRAIN_ANSWER_MAX];
static uint8_t target[2 * HEX_TRAIN_SHARED_SIZE_MAX * HEX_TRAIN_SHARED_SIZE_MAX * HEX_TRAIN_SHARED_SIZE_MAX *
                      HEX_TRAIN_SHARED_SIZE_MAX];

static void *block_new(size_t bytes)
{
    void *block = aligned_alloc(ALIGNED, (bytes + ALIGNED - 1) / ALIGNED * ALIGNED);
    MUST(block);
    return block;
}

/* ---- answers ---- */

/* Adds the positions of the game; all of their records are valid. */
static void learn_from(const struct hex_train_game *game)
{
    uint8_t *records = block_new(RECORDS * hex_replay_record(game->size, true));
    struct hex_replay replay = {.size = game->size, .targets = true, .room = RECORDS, .record = records};
    hex_replay_add(&replay, game);
    MUST(replay.count == (uint32_t)game->plies - game->opening);
    for (uint32_t i = 0; i < replay.count; i++)
        MUST(hex_replay_is_valid(&replay, i));
    free(records);
}

/* Returns whether the hub accepts the answer. */
static bool accepts(const struct hex_train_config *config, uint64_t number, const uint8_t *bytes, size_t len)
{
    static uint8_t again[HEX_TRAIN_ANSWER_MAX];
    struct hex_train_game game = {.target = target};
    uint8_t unit[HEX_TRAIN_UNIT];
    hex_train_unit_write(number, unit);
    if (hex_train_answer_read(config, unit, sizeof unit, bytes, len, &game))
        return false;
    MUST(hex_train_game_write(&game, again) == len - HEX_TRAIN_ANSWER_HEAD);
    MUST(memcmp(again, bytes + HEX_TRAIN_ANSWER_HEAD, len - HEX_TRAIN_ANSWER_HEAD) == 0);
    learn_from(&game);
    return true;
}

static void fuzz_answer(struct bytes_reader *reader)
{
    struct hex_train_config config = hex_train_defaults(HEX_RECIPE_SELF_PLAY);
    uint64_t number = bytes_next(reader, 8);
    config.seed = bytes_next(reader, 8);
    config.size[0] = (uint8_t)(1 + bytes_next(reader, 1) % HEX_TRAIN_SHARED_SIZE_MAX);
    if (reader->left <= HEX_TRAIN_ANSWER_MAX)
        accepts(&config, number, reader->at, reader->left);
}

/* ---- tasks ---- */

/* Copies the task with a small budget, and a right hash of its net, so that what follows is reached. */
static uint8_t *task_copy(const uint8_t *bytes, size_t len)
{
    uint8_t *task = block_new(len + 1);
    memcpy(task, bytes, len);
    if (len >= BUDGET_AT + 4)
        bytes_put(task + BUDGET_AT, 4, bytes_get(task + BUDGET_AT, 4) % BUDGET_MAX);
    if (len >= HEX_TRAIN_TASK_HEAD + PLAY_HASH_BYTES)
        hex_play_net_hash(task + HEX_TRAIN_TASK_HEAD, len - HEX_TRAIN_TASK_HEAD - PLAY_HASH_BYTES,
                          task + len - PLAY_HASH_BYTES);
    return task;
}

/* Returns what the hub must know of the task. */
static struct hex_train_config config_of(const uint8_t *task)
{
    struct hex_train_config config = hex_train_defaults(HEX_RECIPE_SELF_PLAY);
    config.mentor_games = task[0] ? NUMBER_MAX : 0;
    config.sizes = task[1];
    memcpy(config.size, task + 2, sizeof config.size);
    config.seed = bytes_get(task + SEED_AT, 8);
    return config;
}

static void fuzz_task(struct bytes_reader *reader)
{
    uint64_t number = bytes_next(reader, 8) % NUMBER_MAX;
    size_t len = reader->left, answered[MEMBERS] = {0};
    uint8_t *task = task_copy(reader->at, len), unit[HEX_TRAIN_UNIT];
    bool open[MEMBERS];
    hex_train_unit_write(number, unit);
    for (unsigned i = 0; i < MEMBERS; i++) {
        void *member = block_new(hex_train_unit_bytes());
        memset(member, i ? 0x5a : 0, hex_train_unit_bytes());
        open[i] = hex_train_unit_open(member, task, len);
        if (open[i])
            answered[i] = hex_train_unit_run(member, unit, sizeof unit, answer[i]);
        free(member);
    }
    MUST(open[0] == open[1] && answered[0] == answered[1]);
    MUST(memcmp(answer[0], answer[1], answered[0]) == 0);
    if (open[0]) {
        struct hex_train_config config = config_of(task);
        MUST(accepts(&config, number, answer[0], answered[0]));
    }
    free(task);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes_reader reader = {.at = data, .left = size};
    unsigned what = (unsigned)bytes_next(&reader, 1);
    if (what == 0)
        fuzz_task(&reader);
    else if (what == 1)
        fuzz_answer(&reader);
    return 0;
}
