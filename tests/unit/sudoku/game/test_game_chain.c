/* The chain compared with its documented rule, played naively: whole games; windows of any rows with foreign changes,
 * which are those of other shards; events that do not fit; and the rounds of shards, which must give the trajectory of
 * one process. */
#include <string.h>

#include "../../base/test.h"
#include "../harness/game_reference.h"

enum { EVENTS = 8192 };

static struct game_case game;
static struct chain chain, before;
static uint8_t values[GAME_CELLS_MAX]; /* values of the reference */

static void begin(void)
{
    memcpy(values, game.values, sizeof values);
    assert_true(chain_init(&chain, &game.rules, &game.weights, game.seed, game.tick, game.values));
}

/* Checks that the chain has the values of the reference and right counts, and that each bound is at least the number of
 * draws that change the cell. */
static void check_chain(void)
{
    static struct game_state anew;
    assert_true(game_begin(&anew, &game.rules, values));
    assert_memory_equal(&chain.state, &anew, sizeof anew);
    for (uint32_t i = 0; i < game.rules.players; i++) {
        uint64_t leaving = reference_leaving_draws(&game.rules, &game.weights, values, game.rules.player[i]);
        if (leaving && chain.leave.bounds.of[i] < leaving - 1) {
            game_case_show(&game);
            fail_msg("player %u leaves on %llu draws, above its bound %u", i, (unsigned long long)leaving,
                     chain.leave.bounds.of[i]);
        }
    }
    for (uint32_t g = 0; g < LEAVE_GROUPS; g++) {
        uint64_t sum = 0;
        for (uint32_t i = g * LEAVE_GROUP; i < (g + 1) * LEAVE_GROUP && i < game.rules.players; i++)
            sum += chain.leave.bounds.of[i];
        assert_true(chain.leave.bounds.sum[g] == sum);
    }
}

static unsigned ticks_for(struct nash_rng *rng)
{
    return (unsigned)nash_rng_below(rng, game.rules.side > 16 ? 300 : 3000);
}

/* ---- whole games ---- */

struct report {
    struct game_hash hash;
    uint64_t changes;
};

static void note(void *context, uint64_t tick, const struct game_event *event)
{
    struct report *report = context;
    game_hash_add(&report->hash, tick, event);
    report->changes++;
}

/* Plays up to n ticks of the reference, until no conflict is left; returns the number of ticks. */
static uint64_t play_reference(uint64_t tick, uint64_t n, struct report *report)
{
    uint64_t played = 0;
    uint32_t conflicts = reference_conflicts(&game.rules, values);
    for (; conflicts && played < n && game.rules.players; played++) {
        uint32_t cell, to = reference_tick(&game.rules, &game.weights, game.seed, tick + played, values, &cell);
        struct game_event event = {.cell = (uint16_t)cell, .from = values[cell], .to = (uint8_t)to};
        if (to == event.from)
            continue;
        uint32_t cost[GAME_SIDE_MAX];
        reference_costs(&game.rules, values, cell, cost);
        conflicts += cost[to] - cost[event.from];
        values[cell] = (uint8_t)to;
        note(report, tick + played, &event);
    }
    return conflicts ? n : played;
}

static void whole_games(void **unused)
{
    struct nash_rng rng = test_rng();
    unsigned solved = 0, rounds = test_is_long() ? 150 : 40;
    (void)unused;
    for (unsigned round = 0; round < rounds; round++) {
        struct report report = {.changes = 0}, expected = {.changes = 0};
        uint64_t changes = 0;
        game_case_random(&rng, &game);
        begin();
        game_hash_init(&report.hash);
        game_hash_init(&expected.hash);
        for (unsigned part = 0; part < 4; part++) {
            uint64_t n = ticks_for(&rng), tick = chain.tick;
            if (part == 2) { /* continue with another beta */
                game_weights_init(&game.weights, 1 + (uint32_t)nash_rng_below(&rng, 6 * BETA_ONE));
                chain_reweigh(&chain, &game.weights);
            }
            uint64_t played = chain_play(&chain, n, &changes, note, &report);
            assert_true(chain.tick == tick + played);
            if (played != play_reference(tick, n, &expected) || memcmp(&report, &expected, sizeof report) != 0) {
                game_case_show(&game);
                fail_msg("round %u, part %u of %llu ticks: other than the rule", round, part, (unsigned long long)n);
            }
            assert_true(changes == report.changes);
            check_chain();
        }
        solved += !chain.state.conflicts;
    }
    assert_true(solved > rounds / 30);
}

/* ---- windows ---- */

static struct game_event foreign[EVENTS], own[EVENTS], wanted[EVENTS], both[2 * EVENTS];

/* Makes random changes of players outside the rows [row, row_end) in foreign[]. Returns their number. */
static size_t make_foreign(struct nash_rng *rng, uint32_t n, uint32_t row, uint32_t row_end)
{
    static uint8_t now[GAME_CELLS_MAX];
    size_t count = 0;
    uint32_t rare = 1 + (uint32_t)nash_rng_below(rng, 50);
    memcpy(now, values, sizeof now);
    for (uint32_t at = 0; at < n && game.rules.players; at++) {
        uint32_t cell = game.rules.player[nash_rng_below(rng, game.rules.players)];
        uint32_t to = game_random_value(rng, game.rules.allowed[cell]);
        if (nash_rng_below(rng, rare) || (cell / game.rules.side >= row && cell / game.rules.side < row_end) ||
            to == now[cell])
            continue;
        foreign[count++] = (struct game_event){.at = at, .cell = (uint16_t)cell, .from = now[cell], .to = (uint8_t)to};
        now[cell] = (uint8_t)to;
    }
    return count;
}

/* Plays a window of *n ticks by the rule. Returns the number of own changes in wanted[]; *n: set to the number of ticks
 * played, which is smaller if wanted[] has no room. */
static size_t window_reference(uint32_t *n, uint32_t row, uint32_t row_end, size_t foreign_count, size_t room)
{
    uint8_t kept[GAME_CELLS_MAX];
    size_t heard = 0, count = 0;
    memcpy(kept, values, sizeof kept);
    for (uint32_t at = 0; at < *n && game.rules.players; at++) {
        for (; heard < foreign_count && foreign[heard].at <= at; heard++)
            values[foreign[heard].cell] = foreign[heard].to;
        uint32_t cell, to = reference_tick(&game.rules, &game.weights, game.seed, chain.tick + at, values, &cell);
        if (cell / game.rules.side < row || cell / game.rules.side >= row_end || to == values[cell])
            continue;
        if (count == room) {
            *n = at;
            break;
        }
        wanted[count++] =
            (struct game_event){.at = at, .cell = (uint16_t)cell, .from = values[cell], .to = (uint8_t)to};
        values[cell] = (uint8_t)to;
    }
    memcpy(values, kept, sizeof kept);
    return count;
}

/* Merges foreign[] and own[] up to tick n into both[]; returns the number of changes. */
static size_t merge(size_t foreign_count, size_t own_count, uint32_t n)
{
    size_t f = 0, o = 0, count = 0;
    while ((f < foreign_count && foreign[f].at < n) || o < own_count) {
        bool first = f < foreign_count && (o == own_count || foreign[f].at <= own[o].at);
        both[count++] = first ? foreign[f++] : own[o++];
    }
    return count;
}

/* Checks one window and its commit. If a foreign and an own change have the same tick, which no real game has, they are
 * not committed. */
static void one_window(struct nash_rng *rng)
{
    uint32_t n = ticks_for(rng), row = (uint32_t)nash_rng_below(rng, game.rules.side + 1);
    uint32_t row_end = row + (uint32_t)nash_rng_below(rng, game.rules.side - row + 1), ended = n, should = n;
    size_t room = nash_rng_below(rng, 3) ? EVENTS : nash_rng_below(rng, 40);
    size_t foreign_count = make_foreign(rng, n, row, row_end);
    size_t count = chain_window(&chain, &ended, row, row_end, foreign, foreign_count, own, room);
    size_t expected = window_reference(&should, row, row_end, foreign_count, room);
    if (count != expected || ended != should || memcmp(own, wanted, count * sizeof *own) != 0) {
        game_case_show(&game);
        fail_msg("rows %u to %u, %u ticks, %zu foreign changes, room %zu: %zu changes, not %zu; ended at %u, not %u",
                 row, row_end, n, foreign_count, room, count, expected, ended, should);
    }
    check_chain();
    size_t all = merge(foreign_count, count, ended);
    for (size_t i = 1; i < all; i++)
        if (both[i].at == both[i - 1].at)
            return;
    assert_true(chain_commit(&chain, both, all, chain.tick + ended));
    for (size_t i = 0; i < all; i++)
        values[both[i].cell] = both[i].to;
    check_chain();
}

static void windows(void **unused)
{
    struct nash_rng rng = test_rng();
    (void)unused;
    for (unsigned round = 0; round < test_length(25, 120); round++) {
        game_case_random(&rng, &game);
        begin();
        for (unsigned k = 0; k < 6; k++)
            one_window(&rng);
    }
}

/* ---- events that do not fit ---- */

enum fault {
    OF_OWN_ROWS,
    OF_IMMUTABLE,
    BEYOND_BOARD,
    NOT_FROM,
    TO_ITSELF,
    NOT_ALLOWED,
    BEYOND_SIDE,
    OUT_OF_ORDER,
    FAULTS
};

/* Puts a fault into an event of foreign[]. Returns false if this event cannot have this fault. */
static bool spoil(struct nash_rng *rng, enum fault fault, uint32_t row, size_t count)
{
    struct game_event *e = &foreign[nash_rng_below(rng, count)];
    uint32_t cell = (uint32_t)nash_rng_below(rng, game.rules.cells),
             value = (uint32_t)nash_rng_below(rng, game.rules.side);
    uint64_t allowed = game.rules.allowed[e->cell], others;
    switch (fault) {
    case OF_OWN_ROWS:
    case OF_IMMUTABLE: /* the event changes a cell that has only one allowed value */
        others = game.rules.allowed[cell] & ~(UINT64_C(1) << values[cell]);
        *e = (struct game_event){.at = e->at, .cell = (uint16_t)cell, .from = values[cell]};
        if (fault == OF_IMMUTABLE) {
            e->to = values[cell] ? 0 : 1;
            return !others;
        }
        e->to = others ? (uint8_t)__builtin_ctzll(others) : 0;
        return others && cell / game.rules.side == row;
    case BEYOND_BOARD:
        e->cell = (uint16_t)(game.rules.cells + nash_rng_below(rng, 60000));
        return true;
    case NOT_FROM:
        e->from = (uint8_t)value;
        return e == foreign && value != values[e->cell] && value != e->to;
    case TO_ITSELF:
        e->to = e->from;
        return true;
    case NOT_ALLOWED:
        e->to = (uint8_t)value;
        return !(allowed >> value & 1);
    case BEYOND_SIDE:
        e->to = (uint8_t)(game.rules.side + nash_rng_below(rng, 256 - game.rules.side));
        return true;
    default:
        e->at = e > foreign ? e[-1].at : 0;
        return e > foreign;
    }
}

static void bad_events(void **unused)
{
    struct nash_rng rng = test_rng();
    unsigned seen[FAULTS] = {0}, rounds = test_length(800, 3000);
    (void)unused;
    for (unsigned round = 0; round < rounds; round++) {
        if (round % 20 == 0) {
            do
                game_case_random(&rng, &game);
            while (game.rules.players < 4 || game.rules.side > 25);
            begin();
        }
        uint32_t row = (uint32_t)nash_rng_below(&rng, game.rules.side), n = 500;
        enum fault fault = (enum fault)(round % FAULTS);
        size_t count = make_foreign(&rng, n, row, row + 1);
        if (!count || !spoil(&rng, fault, row, count))
            continue;
        seen[fault]++;
        before = chain;
        if (chain_window(&chain, &n, row, row + 1, foreign, count, own, EVENTS) != SIZE_MAX ||
            (fault != OF_OWN_ROWS && chain_commit(&chain, foreign, count, chain.tick + n))) {
            game_case_show(&game);
            fail_msg("round %u: fault %u was taken", round, fault);
        }
        assert_true(n == 500 && chain.tick == before.tick);
        check_chain();
    }
    for (unsigned fault = 0; fault < FAULTS; fault++)
        if (seen[fault] * 600 < rounds)
            fail_msg("fault %u was seen %u times", fault, seen[fault]);
}

static void bad_commits(void **unused)
{
    struct nash_rng rng = test_rng();
    (void)unused;
    do
        game_case_random(&rng, &game);
    while (game.rules.players < 20);
    begin();
    size_t count = make_foreign(&rng, 400, 0, 0);
    assert_true(count > 2);
    assert_false(chain_commit(&chain, foreign, count, chain.tick + foreign[count - 1].at));
    check_chain();
    assert_false(chain_commit(&chain, NULL, 0, chain.tick - 1));
    assert_true(chain_commit(&chain, NULL, 0, chain.tick));
    assert_true(chain_commit(&chain, foreign, count, chain.tick + foreign[count - 1].at + 1));
    assert_true(chain.tick == game.tick + foreign[count - 1].at + 1);
    game.values[game.rules.player[0]] = (uint8_t)game.rules.side;
    assert_false(chain_init(&chain, &game.rules, &game.weights, game.seed, game.tick, game.values));
}

/* ---- several shards, one trajectory ---- */

enum { SHARDS_MAX = 7, WINDOW = 400 };

static struct game_event told[SHARDS_MAX][EVENTS], says[EVENTS];
static size_t tells[SHARDS_MAX];

static size_t merge_told(unsigned shards, unsigned but)
{
    size_t next[SHARDS_MAX] = {0}, count = 0;
    for (;;) {
        unsigned first = shards;
        for (unsigned s = 0; s < shards; s++)
            if (s != but && next[s] < tells[s] &&
                (first == shards || told[s][next[s]].at < told[first][next[first]].at))
                first = s;
        if (first == shards)
            return count;
        both[count++] = told[first][next[first]++];
    }
}

/* Plays rounds over one window until no shard has a new event; then commits it. */
static void settle(unsigned shards, uint32_t n)
{
    bool news = true;
    memset(tells, 0, sizeof tells);
    for (unsigned round = 0; news; round++) {
        news = false;
        assert_true(round <= n);
        for (unsigned s = 0; s < shards; s++) {
            uint32_t side = game.rules.side, played = n;
            size_t others = merge_told(shards, s);
            size_t count =
                chain_window(&chain, &played, s * side / shards, (s + 1) * side / shards, both, others, says, EVENTS);
            assert_true(count != SIZE_MAX && played == n);
            if (count != tells[s] || memcmp(says, told[s], count * sizeof *says) != 0)
                news = true;
            memcpy(told[s], says, count * sizeof *says);
            tells[s] = count;
        }
    }
    assert_true(chain_commit(&chain, both, merge_told(shards, shards), chain.tick + n));
}

static void shards_agree(void **unused)
{
    struct nash_rng rng = test_rng();
    static struct chain alone;
    (void)unused;
    for (unsigned round = 0; round < test_length(10, 40); round++) {
        uint64_t changes = 0;
        game_case_random(&rng, &game);
        unsigned shards =
            1 + (unsigned)nash_rng_below(&rng, game.rules.side < SHARDS_MAX ? game.rules.side : SHARDS_MAX);
        begin();
        assert_true(chain_init(&alone, &game.rules, &game.weights, game.seed, game.tick, game.values));
        for (unsigned k = 0; k < 4; k++)
            settle(shards, WINDOW);
        /* a single process ends when no conflict is left; the shards of this test do not end */
        if (chain_play(&alone, 4 * WINDOW, &changes, NULL, NULL) < 4 * WINDOW)
            continue;
        if (memcmp(&alone.state, &chain.state, sizeof alone.state) != 0) {
            game_case_show(&game);
            fail_msg("round %u: %u shards went another way", round, shards);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games), cmocka_unit_test(windows),      cmocka_unit_test(bad_events),
        cmocka_unit_test(bad_commits), cmocka_unit_test(shards_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
