/* Legal cards, lines that break the rules, and runs that are stopped or short of memory. */
#include <stdatomic.h>
#include <string.h>

#include <nash/arena.h>
#include <solvers/whist/suits/rules.h>
#include <solvers/whist/suits/search.h>

#include "../../base/test.h"
#include "../harness/suits_cards.h"

enum { MEMORY = 64 << 20, SPADES = 0, HEARTS = 1 };

/* A deal with these ranks: spades: leader 3 1, other 2; hearts: leader 1, other 3 2. */
static const struct suits_deal small = {.suit = {{.leader = 10, .other = 4}, {.leader = 2, .other = 12}}, .trump = -1};

/* Checks that exactly these cards are legal. spades, hearts: ranks as bits. */
static void may_play(const struct suits_game *game, uint64_t spades, uint64_t hearts)
{
    const uint64_t legal[WHIST_SUITS] = {spades, hearts};
    for (unsigned s = 0; s < WHIST_SUITS; s++)
        for (unsigned rank = 0; rank < 64; rank++) {
            struct suits_card card = {(uint8_t)s, (uint8_t)rank};
            bool fine = suits_game_fault(game, card) == SUITS_LEGAL;
            assert_int_equal(fine, legal[s] >> rank & 1);
        }
}

static void test_legal(void **state)
{
    struct suits_game game;
    suits_game_init(&game, &small);
    may_play(&game, 10, 2);
    suits_game_play(&game, (struct suits_card){SPADES, 3});
    may_play(&game, 4, 0);
    suits_game_play(&game, (struct suits_card){SPADES, 2});
    may_play(&game, 2, 2);
    suits_game_play(&game, (struct suits_card){SPADES, 1});
    may_play(&game, 0, 12);
}

static void test_replay(void **state)
{
    const struct suits_card s1 = {SPADES, 1}, s2 = {SPADES, 2}, s3 = {SPADES, 3}, h1 = {HEARTS, 1}, h2 = {HEARTS, 2},
                            h3 = {HEARTS, 3};
    const struct suits_card good[] = {s3, s2, s1, h2, h1, h3}, revoke[] = {s3, h2}, wrong_turn[] = {s1, s2, s3, h2},
                            twice[] = {s3, s2, s3, h2}, not_held[] = {h2, h1}, unknown[] = {{4, 1}, s2},
                            high[] = {s3, {SPADES, 64}};
    assert_int_equal(suits_game_replay(&small, good, 6), 2);
    assert_int_equal(suits_game_replay(&small, good, 0), 0);
    assert_int_equal(suits_game_replay(&small, good, 3), -1);
    assert_int_equal(suits_game_replay(&small, revoke, 2), -1);
    assert_int_equal(suits_game_replay(&small, wrong_turn, 4), -1);
    assert_int_equal(suits_game_replay(&small, twice, 4), -1);
    assert_int_equal(suits_game_replay(&small, not_held, 2), -1);
    assert_int_equal(suits_game_replay(&small, unknown, 2), -1);
    assert_int_equal(suits_game_replay(&small, high, 2), -1);
    struct suits_deal trumped = small;
    trumped.trump = HEARTS;
    const struct suits_card ruffed[] = {s3, s2, s1, h2, h3, h1};
    assert_int_equal(suits_game_replay(&trumped, ruffed, 6), 1);
    assert_int_equal(suits_game_replay(&small, ruffed, 6), -1); /* without trumps, the other player may not lead h3 */
}

static void check_bounds(const struct suits_deal *deal, const struct solved *s, unsigned tricks)
{
    assert_int_equal(s->status, NASH_OK);
    assert_null(s->answer.lead);
    assert_null(s->answer.line);
    if (s->low > tricks || s->high < tricks)
        fail_msg("%s: %u tricks are not within %u..%u", deal_text(deal), tricks, s->low, s->high);
}

static void test_stops(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 40; i++) {
        struct suits_deal deal = deal_random(&rng, 10, 4, 13, (int)(i % 5) - 1);
        unsigned tricks = deal_solve(&deal, 0, MEMORY).answer.tricks;
        for (unsigned check = SUITS_CHECK_SEARCH; check <= SUITS_CHECK_LINE; check++) {
            struct solved s = deal_solve(&deal, check, MEMORY);
            assert_int_equal(s.stopped, NASH_STOP_TEST);
            check_bounds(&deal, &s, tricks);
            if (check > SUITS_CHECK_VALUE)
                assert_true(s.low == tricks && s.high == tricks);
        }
    }
}

/* The bounds of a stopped search contain the value; with larger node limits they converge to it. */
static void test_node_limit(void **state)
{
    struct nash_rng rng = test_rng();
    struct suits_deal deal = deal_random(&rng, 16, 4, 13, 1);
    unsigned tricks = deal_solve(&deal, 0, MEMORY).answer.tricks;
    for (uint64_t limit = 1; limit < 100000; limit += limit / 2 + 1) {
        struct nash_arena *arena = nash_arena_new(MEMORY);
        struct nash_run run = {.arena = arena, .node_limit = limit};
        struct solved s = {0};
        s.status = suits_solve(&deal, &run, &s.answer, &s.low, &s.high);
        if (run.stopped == NASH_STOP_NODES)
            check_bounds(&deal, &s, tricks);
        else
            assert_true(s.answer.lead && s.answer.tricks == tricks);
        nash_arena_free(arena);
    }
}

static void test_cancel(void **state)
{
    struct nash_rng rng = test_rng();
    struct suits_deal deal = deal_random(&rng, 26, 4, 13, 0);
    _Atomic int cancel = 1;
    struct nash_arena *arena = nash_arena_new(MEMORY);
    struct nash_run run = {.arena = arena, .cancel = &cancel};
    struct solved s = {0};
    assert_int_equal(suits_solve(&deal, &run, &s.answer, &s.low, &s.high), NASH_OK);
    assert_int_equal(run.stopped, NASH_STOP_CANCEL);
    assert_null(s.answer.lead);
    nash_arena_free(arena);
}

/* A small arena makes the search slower, not wrong. The only error is an arena without room for a page of the table. */
static void test_memory(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned solved = 0;
    for (unsigned i = 0; i < 20; i++) {
        struct suits_deal deal = deal_random(&rng, 12, 4, 13, (int)(i % 5) - 1);
        unsigned tricks = deal_solve(&deal, 0, MEMORY).answer.tricks;
        for (size_t memory = 64; memory < 1 << 17; memory *= 2) {
            struct solved s = deal_solve(&deal, 0, memory);
            if (s.status == NASH_NOMEM)
                continue;
            assert_int_equal(s.status, NASH_OK);
            assert_int_equal(s.answer.tricks, tricks);
            assert_int_equal(suits_game_replay(&deal, s.line, s.answer.line_count), tricks);
            solved++;
        }
        assert_int_equal(deal_solve(&deal, 0, 64).status, NASH_NOMEM);
    }
    assert_true(solved >= 60);
}

static unsigned told;

static void count_told(struct nash_run *run, const char *json, size_t len)
{
    (void)run;
    assert_true(len > 2 && json[0] == '{' && json[len - 1] == '}');
    assert_non_null(memmem(json, len, "\"nodes\":", 8));
    told++;
}

static void test_progress(void **state)
{
    struct nash_rng rng = test_rng();
    struct suits_deal deal = deal_random(&rng, 18, 4, 13, 0);
    struct nash_arena *arena = nash_arena_new(MEMORY);
    struct nash_run run = {.arena = arena, .progress = count_told, .node_limit = 20000};
    struct solved s = {0};
    assert_int_equal(suits_solve(&deal, &run, &s.answer, &s.low, &s.high), NASH_OK);
    assert_true(told >= 1);
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_legal),   cmocka_unit_test(test_replay),
                                       cmocka_unit_test(test_stops),   cmocka_unit_test(test_cancel),
                                       cmocka_unit_test(test_memory),  cmocka_unit_test(test_node_limit),
                                       cmocka_unit_test(test_progress)};
    return cmocka_run_group_tests_name("whist suits rules", tests, NULL, NULL);
}
