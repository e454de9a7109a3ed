/* One to five shards with a minimal hub, compared with chain_play() over all ticks at once. For any windows, partitions
 * and new leases during the game, the trajectory is the same, change by change.
 *
 * The hub follows the rule of src/cluster/README.md: answers are final up to and including the first tick at which some
 * shard's changes differ from those that were announced to the other shards. */
#include <string.h>

#include <cluster/sudoku/shard/protocol.h>

#include "../base/test.h"
#include "harness/board.h"

enum { SHARDS_MAX = 5, TRAJECTORY_MAX = 1 << 16, WINDOW_MAX = 3000, GAME = 77 };

struct list {
    uint32_t count;
    struct game_event event[MESSAGE_EVENTS_MAX];
};

struct trajectory {
    size_t count;
    struct {
        uint64_t tick;
        struct game_event event;
    } of[TRAJECTORY_MAX];
};

struct hub {
    struct board board; /* committed values and tick */
    unsigned shards;
    struct shard *shard[SHARDS_MAX];
    uint32_t row[SHARDS_MAX + 1], epoch[SHARDS_MAX];
    bool behind[SHARDS_MAX];      /* the shard has not received `committed` yet */
    uint64_t before;              /* first tick of `committed` */
    struct list committed;        /* the changes of the ticks [before, board.tick) */
    struct list told[SHARDS_MAX]; /* changes of each shard, from board.tick on, that are announced to the others */
    struct list said[SHARDS_MAX]; /* changes in each shard's last answer */
    struct list foreign;          /* scratch: the announced changes of all shards but one */
    struct trajectory *trajectory;
};

static void remember(void *context, uint64_t tick, const struct game_event *event)
{
    struct trajectory *trajectory = context;
    assert_true(trajectory->count < TRAJECTORY_MAX);
    trajectory->of[trajectory->count].event = *event;
    trajectory->of[trajectory->count++].tick = tick;
}

/* Merges the lists of all shards except `without` into one, ascending by tick, up to tick `end`. Lists of different
 * shards never have the same tick. */
static void merge(struct list *into, const struct list *list, unsigned lists, unsigned without, uint32_t end)
{
    uint32_t at[SHARDS_MAX] = {0};
    for (into->count = 0;;) {
        const struct game_event *least = NULL;
        unsigned from = 0;
        for (unsigned s = 0; s < lists; s++) {
            const struct game_event *e = &list[s].event[at[s]];
            if (s != without && at[s] < list[s].count && e->at < end && (!least || e->at < least->at)) {
                least = e;
                from = s;
            }
        }
        if (!least)
            return;
        assert_true(into->count < MESSAGE_EVENTS_MAX);
        into->event[into->count++] = *least;
        at[from]++;
    }
}

static void lease(struct hub *hub, unsigned s)
{
    static uint8_t message[MESSAGE_MAX], answer[MESSAGE_MAX];
    size_t len = board_lease(&hub->board, hub->row[s], hub->row[s + 1], GAME, ++hub->epoch[s], message);
    assert_int_equal(shard_take(hub->shard[s], message, len, answer, sizeof answer),
                     MESSAGE_HEAD + MESSAGE_LEASED_FIXED);
    assert_int_equal(answer[0], MESSAGE_LEASED);
    hub->behind[s] = false;
}

/* Sends a round of n ticks to shard s. Returns the number of ticks that the shard played. */
static uint32_t ask(struct hub *hub, unsigned s, uint32_t n)
{
    static uint8_t message[MESSAGE_MAX], answer[MESSAGE_MAX];
    uint64_t from = hub->behind[s] ? hub->before : hub->board.tick;
    merge(&hub->foreign, hub->told, hub->shards, s, n);
    size_t len = board_round(from, hub->board.tick, n, hub->committed.event, hub->behind[s] ? hub->committed.count : 0,
                             hub->foreign.event, hub->foreign.count, GAME, hub->epoch[s], message);
    assert_true(shard_take(hub->shard[s], message, len, answer, sizeof answer) > MESSAGE_HEAD);
    assert_int_equal(answer[0], MESSAGE_EVENTS);
    const uint8_t *p = answer + MESSAGE_HEAD;
    assert_int_equal(message_u64(p), hub->board.tick);
    hub->said[s].count = message_u32(p + 12);
    for (uint32_t i = 0; i < hub->said[s].count; i++)
        hub->said[s].event[i] = message_event(p + MESSAGE_EVENTS_FIXED + (size_t)i * MESSAGE_EVENT);
    return message_u32(p + 8);
}

/* Returns the first tick at which the lists differ, or end. */
static uint32_t first_difference(const struct list *a, const struct list *b, uint32_t end)
{
    uint32_t i = 0;
    while (i < a->count && i < b->count && memcmp(&a->event[i], &b->event[i], sizeof *a->event) == 0)
        i++;
    uint32_t at_a = i < a->count ? a->event[i].at : end, at_b = i < b->count ? b->event[i].at : end;
    uint32_t at = at_a < at_b ? at_a : at_b;
    return at < end ? at : end;
}

/* Commits the final part of the answers and moves the window to the next tick. end: ticks that all shards have played.
 */
static void slide(struct hub *hub, uint32_t end)
{
    uint32_t final = end;
    for (unsigned s = 0; s < hub->shards; s++) {
        uint32_t at = first_difference(&hub->told[s], &hub->said[s], end);
        if (at < end && at + 1 < final)
            final = at + 1;
    }
    assert_true(final > 0);
    merge(&hub->committed, hub->said, hub->shards, SHARDS_MAX, final);
    for (uint32_t i = 0; i < hub->committed.count; i++) {
        const struct game_event *e = &hub->committed.event[i];
        remember(hub->trajectory, hub->board.tick + e->at, e);
        assert_int_equal(hub->board.value[e->cell], e->from);
        hub->board.value[e->cell] = e->to;
    }
    for (unsigned s = 0; s < hub->shards; s++) {
        struct list *told = &hub->told[s];
        told->count = 0;
        for (uint32_t i = 0; i < hub->said[s].count; i++) {
            struct game_event e = hub->said[s].event[i];
            if (e.at < final)
                continue;
            e.at -= final;
            told->event[told->count++] = e;
        }
        hub->behind[s] = true;
    }
    hub->before = hub->board.tick;
    hub->board.tick += final;
}

/* Plays up to `tick`; returns the number of rounds. `deaths`: percentage of the rounds in which a shard is lost and a
 * new one gets its partition. */
static unsigned lead(struct hub *hub, uint64_t tick, struct nash_rng *rng, uint32_t deaths)
{
    unsigned rounds = 0;
    for (; hub->board.tick < tick; rounds++) {
        uint64_t left = tick - hub->board.tick;
        uint32_t n = 1 + (uint32_t)nash_rng_below(rng, nash_rng_below(rng, 3) ? WINDOW_MAX : 20), end;
        end = n = n < left ? n : (uint32_t)left;
        if (nash_rng_below(rng, 100) < deaths) {
            unsigned s = (unsigned)nash_rng_below(rng, hub->shards);
            free(hub->shard[s]);
            hub->shard[s] = board_shard();
            lease(hub, s);
        }
        for (unsigned s = 0; s < hub->shards; s++) {
            uint32_t played = ask(hub, s, n);
            end = played < end ? played : end;
        }
        slide(hub, end);
    }
    return rounds;
}

/* Divides the rows into random partitions and leases them to the shards. */
static void begin(struct hub *hub, unsigned shards, struct nash_rng *rng)
{
    uint32_t side = hub->board.side;
    hub->shards = shards;
    hub->row[0] = 0;
    for (unsigned s = 1; s < shards; s++)
        hub->row[s] =
            hub->row[s - 1] + 1 + (uint32_t)nash_rng_below(rng, (side - hub->row[s - 1] - (shards - s)) / 2 + 1);
    hub->row[shards] = side;
    for (unsigned s = 0; s < shards; s++) {
        hub->shard[s] = board_shard();
        hub->told[s].count = 0;
        lease(hub, s);
    }
}

struct reference {
    struct game_rules rules;
    struct game_weights weights;
    struct chain chain;
    struct trajectory trajectory;
};

static void compare(struct reference *reference, struct hub *hub, const struct board *board, unsigned shards,
                    struct nash_rng *rng, uint32_t deaths, uint64_t ticks)
{
    uint64_t changes = 0;
    reference->trajectory.count = hub->trajectory->count = 0;
    board_rules(board, &reference->rules);
    game_weights_init(&reference->weights, board->beta);
    assert_true(
        chain_init(&reference->chain, &reference->rules, &reference->weights, board->seed, board->tick, board->value));
    chain_play(&reference->chain, ticks, &changes, remember, &reference->trajectory);
    hub->board = *board;
    begin(hub, shards, rng);
    unsigned rounds = lead(hub, reference->chain.tick, rng, deaths);
    print_message("side %u%s, %u shards: %zu changes in %u rounds\n", board->side, board->regions ? " (regions)" : "",
                  shards, reference->trajectory.count, rounds);
    assert_int_equal(hub->trajectory->count, reference->trajectory.count);
    for (size_t i = 0; i < reference->trajectory.count; i++) {
        const struct game_event *a = &reference->trajectory.of[i].event, *b = &hub->trajectory->of[i].event;
        assert_int_equal(reference->trajectory.of[i].tick, hub->trajectory->of[i].tick);
        assert_int_equal(a->cell, b->cell);
        assert_int_equal(a->from, b->from);
        assert_int_equal(a->to, b->to);
    }
    assert_memory_equal(hub->board.value, reference->chain.state.value, reference->rules.cells);
    for (unsigned s = 0; s < hub->shards; s++)
        free(hub->shard[s]);
}

static void the_trajectory_is_that_of_one_process(uint32_t deaths)
{
    static const uint8_t box[][2] = {{2, 2}, {3, 3}, {3, 4}, {4, 4}, {5, 5}};
    struct nash_rng rng = test_rng();
    struct hub *hub = calloc(1, sizeof *hub);
    static struct reference reference; /* static, for its alignment */
    struct trajectory *trajectory = calloc(1, sizeof *trajectory);
    struct board *board = calloc(1, sizeof *board);
    assert_true(hub && trajectory && board);
    hub->trajectory = trajectory;
    for (unsigned i = 0; i < sizeof box / sizeof *box; i++)
        for (unsigned shards = 1; shards <= 5; shards++) {
            if (shards > (uint32_t)box[i][0] * box[i][1])
                continue;
            board_make(board, &rng, box[i][0], box[i][1], (uint32_t)nash_rng_below(&rng, 60),
                       nash_rng_below(&rng, 4) == 0);
            board->beta = (uint32_t)nash_rng_below(&rng, 5 * BETA_ONE);
            compare(&reference, hub, board, shards, &rng, deaths, test_length(1500, 5000));
        }
    free(hub);
    free(trajectory);
    free(board);
}

static void test_rounds(void **state)
{
    the_trajectory_is_that_of_one_process(0);
}

static void test_rounds_with_deaths(void **state)
{
    the_trajectory_is_that_of_one_process(30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rounds), cmocka_unit_test(test_rounds_with_deaths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
