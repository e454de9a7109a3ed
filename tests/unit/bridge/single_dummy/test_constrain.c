/* The error for impossible constraints points to the conflicting constraint; cards that were played are taken into
 * account. */
#include <stdio.h>
#include <string.h>

#include <solvers/bridge/single_dummy/constrain.h>

#include "../../base/test.h"
#include "../harness/random_position.h"

struct fixture {
    struct nash_arena *arena;
    struct nash_error error;
    struct bridge_sampling sampling;
    struct bridge_problem problem;
};

static struct bridge_card card_of(const char *text)
{
    size_t used;
    return (struct bridge_card){(uint8_t)bridge_suit_of(text[0]), (uint8_t)card_rank_of(text + 1, 1, &used)};
}

/* Adds cards to a hand. text: ranks from spades to clubs, such as "AK.QJ..T9". */
static void give(bridge_ranks hand[BRIDGE_SUITS], const char *text)
{
    size_t used;
    for (unsigned s = 0; *text; text++)
        if (*text == '.')
            s++;
        else
            hand[s] |= (bridge_ranks)(1u << card_rank_of(text, 1, &used));
}

/* Makes a problem in which North's and South's hands are known, North is to lead, and spades are trumps. */
static void set_up(struct fixture *f, const char *north, const char *south)
{
    *f = (struct fixture){.arena = nash_arena_new(32 << 20)};
    f->sampling = (struct bridge_sampling){.seen = 5, .samples = 10};
    f->problem = (struct bridge_problem){.want = BRIDGE_WANT_SAMPLE, .has_strain = true, .sampling = &f->sampling};
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        f->sampling.constraint[seat] = BRIDGE_CONSTRAINT_NONE;
    give(f->problem.position.deal.hand[BRIDGE_NORTH], north);
    give(f->problem.position.deal.hand[BRIDGE_SOUTH], south);
}

static void whole(struct fixture *f)
{
    set_up(f, "AKQ2.J32.432.432", "543.AK4.AK5.9876");
}

static void expect(struct fixture *f, const char *pointer, const char *words)
{
    enum nash_status status = bridge_sampling_check(&f->problem, f->arena, &f->error);
    if (!pointer) {
        if (status != NASH_OK)
            fail_msg("%s: %s", f->error.pointer, f->error.detail);
    } else if (status != NASH_UNPROCESSABLE || strcmp(f->error.pointer, pointer) != 0 ||
               !strstr(f->error.detail, words)) {
        fail_msg("wanted %s (%s), got status %d %s: %s", pointer, words, status, f->error.pointer, f->error.detail);
    }
    nash_arena_free(f->arena);
}

static void test_hands(void **state)
{
    struct fixture f;
    whole(&f);
    expect(&f, NULL, NULL);
    whole(&f);
    f.sampling.seen = 4;
    expect(&f, "/known", "North is to play");
    whole(&f);
    f.problem.position.leader = BRIDGE_WEST;
    expect(&f, "/known", "West is to play");
    whole(&f);
    give(f.problem.position.deal.hand[BRIDGE_SOUTH], "A");
    expect(&f, "/deal", "SA is there twice");
    set_up(&f, "AKQ2.J32.432.432", "543.AK4.AK5.987");
    expect(&f, "/deal", "South has 12 cards");
    whole(&f);
    f.sampling.seen = 15;
    give(f.problem.position.deal.hand[BRIDGE_EAST], "JT.QT.QJT9.AKQJT");
    give(f.problem.position.deal.hand[BRIDGE_WEST], "9876.98765.876.5");
    expect(&f, "/known", "leave `samples` out");
    whole(&f); /* the same, but East and West are hidden: their 26 cards may be dealt again */
    give(f.problem.position.deal.hand[BRIDGE_EAST], "JT.QT.QJT9.AKQJT");
    give(f.problem.position.deal.hand[BRIDGE_WEST], "9876.98765.876.5");
    expect(&f, NULL, NULL);
    set_up(&f, "AK", "QJ");
    expect(&f, "/deal", "48 cards are left for the hidden hands, which need 4");
    set_up(&f, "AK", "QJ");
    give(f.problem.position.deal.hand[BRIDGE_EAST], "T9.32");
    expect(&f, NULL, NULL);
}

/* Makes a trick in progress: East has led a heart, South has played the card `second`, West has followed; North is to
 * play. */
static void start_trick(struct fixture *f, const char *north, const char *south, const char *second)
{
    set_up(f, north, south);
    give(f->problem.position.deal.hand[BRIDGE_EAST], "T.T");
    give(f->problem.position.deal.hand[BRIDGE_WEST], "9.9");
    f->problem.position.leader = BRIDGE_EAST;
    f->problem.position.played = 3;
    f->problem.position.trick[0] = card_of("H5");
    f->problem.position.trick[1] = card_of(second);
    f->problem.position.trick[2] = card_of("H6");
}

static void test_trick(void **state)
{
    struct fixture f;
    start_trick(&f, "AK.2", "Q..J", "S5");
    expect(&f, NULL, NULL);
    start_trick(&f, "AK.2", "Q.J", "S5");
    expect(&f, "/trick", "South has not followed suit but still has hearts");
    start_trick(&f, "AK.2", "Q..JT", "S5");
    expect(&f, "/deal", "South has 3 cards");
    start_trick(&f, "AK.2", "Q..J", "H5");
    expect(&f, "/deal", "H5 is there twice");
}

static void test_single_constraints(void **state)
{
    struct fixture f;
    struct bridge_constraint *west = &f.sampling.constraint[BRIDGE_WEST], *east = &f.sampling.constraint[BRIDGE_EAST];
    whole(&f);
    west->hcp[0] = 12;
    west->hcp[1] = 10;
    expect(&f, "/constraints/W/hcp", "smaller one first");
    whole(&f);
    west->shape[1][0] = 5;
    west->shape[1][1] = 4;
    expect(&f, "/constraints/W/shape/H", "smaller number first");
    whole(&f);
    give(west->has, "A");
    expect(&f, "/constraints/W/has", "West cannot have SA");
    whole(&f);
    give(west->has, "J");
    give(west->lacks, "J");
    expect(&f, "/constraints/W/lacks", "SJ");
    whole(&f);
    give(west->has, "J");
    give(east->has, "J");
    expect(&f, "/constraints/W/has", "East and West cannot both have SJ");
    whole(&f);
    f.sampling.constraint[BRIDGE_NORTH].hcp[0] = 20;
    expect(&f, "/constraints/N/hcp", "North has 10 points, not 20 to 37");
    whole(&f);
    f.sampling.constraint[BRIDGE_NORTH].shape[0][1] = 3;
    expect(&f, "/constraints/N/shape/S", "North has 4 spades, not 0 to 3");
    whole(&f);
    f.sampling.constraint[BRIDGE_NORTH].hcp[0] = 10;
    give(f.sampling.constraint[BRIDGE_NORTH].has, "A");
    give(f.sampling.constraint[BRIDGE_NORTH].lacks, ".A");
    expect(&f, NULL, NULL);
}

/* Pairs of constraints that can each be met alone, but not together. */
static void test_constraints_together(void **state)
{
    struct fixture f;
    struct bridge_constraint *west = &f.sampling.constraint[BRIDGE_WEST], *east = &f.sampling.constraint[BRIDGE_EAST];
    whole(&f); /* East and West have 16 points together */
    west->hcp[0] = 9;
    east->hcp[0] = 9;
    expect(&f, "/constraints/E/hcp", "without this constraint");
    whole(&f);
    west->hcp[0] = 8;
    east->hcp[0] = 8;
    expect(&f, NULL, NULL);
    whole(&f); /* East and West have seven hearts together */
    west->shape[1][0] = 4;
    east->shape[1][0] = 4;
    expect(&f, "/constraints/E/shape/H", "without this constraint");
    whole(&f);
    west->shape[0][1] = west->shape[1][1] = west->shape[2][1] = 2;
    west->shape[3][1] = 6;
    expect(&f, "/constraints/W/shape/S", "without this constraint");
    whole(&f);
    west->hcp[1] = 2;
    give(west->has, "..Q.");
    give(west->has, "J");
    expect(&f, "/constraints/W/hcp", "without this constraint");
    whole(&f);
    west->hcp[0] = 20; /* each of these two is impossible alone */
    east->hcp[0] = 20;
    expect(&f, "/constraints", "Widen several");
}

static enum nash_status play(struct fixture *f, const char *cards)
{
    struct bridge_card card[BRIDGE_CARDS];
    uint32_t count = 0;
    for (; *cards; cards += cards[2] ? 3 : 2)
        card[count++] = card_of(cards);
    return bridge_sampling_play(&f->problem.position, &f->sampling, card, count, &f->error);
}

static void test_play(void **state)
{
    struct fixture f;
    whole(&f); /* West discards on the second trick in spades, so it has none left */
    assert_int_equal(play(&f, "SA ST S3 S6 SK SJ S4 H5 H2"), NASH_OK);
    assert_int_equal(f.problem.position.played, 1);
    assert_int_equal(f.problem.position.leader, BRIDGE_NORTH);
    assert_int_equal(f.sampling.won[0], 2);
    assert_int_equal(f.sampling.won[1], 0);
    assert_int_equal(f.sampling.voids[BRIDGE_WEST], 1 << BRIDGE_SPADES);
    expect(&f, "/known", "East is to play");

    whole(&f);
    assert_int_equal(play(&f, "SA ST S3 S6 SK SJ S4 H5 H2 HT"), NASH_OK);
    struct bridge_hiding hiding;
    bridge_hiding_make(&f.problem, &hiding);
    assert_int_equal(hiding.rules.hands, 2);
    assert_int_equal(hiding.seat[0], BRIDGE_EAST);
    assert_int_equal(hiding.rules.hand[0].cards, 10);
    assert_int_equal(hiding.rules.hand[1].cards, 11);
    assert_int_equal(hiding.rules.hand[1].may[BRIDGE_SPADES], 0);
    f.sampling.constraint[BRIDGE_EAST].shape[0][0] = 6; /* but East had only five spades: J, T and the last three */
    expect(&f, "/constraints/E/shape/S", "No deal");

    whole(&f);
    assert_int_equal(play(&f, "SA ST S3 S6 SK SJ S4 H5 H2 HT"), NASH_OK);
    f.sampling.constraint[BRIDGE_EAST].shape[0][0] = 5;
    f.sampling.constraint[BRIDGE_EAST].shape[0][1] = 5;
    give(f.sampling.constraint[BRIDGE_EAST].has, "JT9");
    f.sampling.constraint[BRIDGE_WEST].shape[0][1] = 1;
    expect(&f, NULL, NULL);

    whole(&f);
    assert_int_equal(play(&f, "SA ST S3 S6 SK SJ S4 H5 H2 HT"), NASH_OK);
    f.sampling.constraint[BRIDGE_WEST].lacks[BRIDGE_SPADES] = 1 << 4; /* S6, which West has played */
    expect(&f, "/constraints/W/lacks", "West has or has played S6");

    whole(&f);
    assert_int_equal(play(&f, "SA ST S3 S6 SK SJ S4 H5 H2 HT"), NASH_OK);
    f.sampling.constraint[BRIDGE_WEST].has[BRIDGE_HEARTS] = 1 << 8; /* HT, which East has played */
    expect(&f, "/constraints/W/has", "was played by another");

    whole(&f);
    assert_int_equal(play(&f, "SA SJ S3 S6 SK ST S4 S7 H2 HQ"), NASH_OK);
    f.sampling.constraint[BRIDGE_EAST].hcp[1] = 2;
    expect(&f, "/constraints/E/hcp", "has already played 3 points");
}

static void test_play_that_cannot_be(void **state)
{
    static const struct {
        const char *play, *pointer, *words;
    } bad[] = {
        {"HA", "/play/0", "does not hold it"},
        {"CA", "/play/0", "does not hold it"},
        {"SA ST S3 S6 SA", "/play/4", "played before"},
        {"SA SA", "/play/1", "on the table already"},
        {"SA ST HA", "/play/2", "must follow suit"},
        {"SA S5", "/play/1", "another hand holds it"},
        {"SA HT S3 S6 SK S7", "/play/5", "did not follow"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct fixture f;
        whole(&f);
        if (play(&f, bad[i].play) != NASH_UNPROCESSABLE || strcmp(f.error.pointer, bad[i].pointer) != 0 ||
            !strstr(f.error.detail, bad[i].words))
            fail_msg("%s: %s %s", bad[i].play, f.error.pointer, f.error.detail);
        nash_arena_free(f.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hands),
        cmocka_unit_test(test_trick),
        cmocka_unit_test(test_single_constraints),
        cmocka_unit_test(test_constraints_together),
        cmocka_unit_test(test_play),
        cmocka_unit_test(test_play_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
