/* Single dummy: averages compared with all layouts, constraints in every deal, partial answers after a stop, the
 * effect of the seed. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <solvers/bridge/double_dummy/engine.h>
#include <solvers/bridge/single_dummy/constrain.h>

#include "../../base/test.h"
#include "../harness/random_position.h"

struct fixture {
    struct nash_arena *arena;
    struct bridge_sampling sampling;
    struct bridge_problem problem;
};

/* Makes an endgame of n cards a hand in which `hidden` random seats, not the one to play, are hidden: which of their
 * cards is in which hand is unknown. */
static void set_up(struct fixture *f, struct nash_rng *rng, unsigned n, unsigned played, unsigned hidden)
{
    f->sampling = (struct bridge_sampling){.seen = 15, .samples = BRIDGE_SAMPLES_MAX};
    f->problem = (struct bridge_problem){.want = BRIDGE_WANT_SAMPLE, .has_strain = true, .sampling = &f->sampling};
    draw_position(rng, n, played, &f->problem.position);
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        f->sampling.constraint[seat] = BRIDGE_CONSTRAINT_NONE;
    while (hidden > 0) {
        unsigned seat = (unsigned)nash_rng_below(rng, BRIDGE_SEATS);
        if (seat == bridge_to_play(&f->problem.position) || !(f->sampling.seen >> seat & 1))
            continue;
        f->sampling.seen &= (uint8_t) ~(1u << seat);
        hidden--;
    }
}

/* Adds a contract that is made in part of the layouts. */
static void add_contract(struct fixture *f, struct nash_rng *rng)
{
    f->problem.has_contract = true;
    f->problem.contract =
        (struct bridge_contract){.level = (uint8_t)(1 + nash_rng_below(rng, 3)),
                                 .strain = f->problem.position.strain,
                                 .declarer = (uint8_t)((f->problem.position.leader + 3) % BRIDGE_SEATS)};
    f->sampling.won[f->problem.contract.declarer % 2] = (uint8_t)(5 + nash_rng_below(rng, 2));
}

static enum nash_status check(struct fixture *f)
{
    struct nash_error error;
    return bridge_sampling_check(&f->problem, f->arena, &error);
}

static const struct bridge_sample *find(struct fixture *f, struct nash_run *run)
{
    struct bridge_answer answer = {0};
    struct nash_error error = {0};
    run->arena = f->arena;
    enum nash_status status = bridge_find_sample(&f->problem, run, &answer, &error);
    if (status != NASH_OK)
        fail_msg("%s", error.detail);
    assert_non_null(answer.sample);
    return answer.sample;
}

/* ---- enumeration of all layouts ---- */

struct layouts {
    uint64_t count;
    double tricks[BRIDGE_SUITS][BRIDGE_RANKS], made[BRIDGE_SUITS][BRIDGE_RANKS];
};

static bool makes(const struct fixture *f, unsigned seat, unsigned left, unsigned tricks)
{
    const struct bridge_contract *contract = &f->problem.contract;
    bool declares = seat % 2 == contract->declarer % 2;
    unsigned theirs = (declares ? tricks : left - tricks) + f->sampling.won[contract->declarer % 2];
    return (theirs >= contract->level + 6u) == declares;
}

static unsigned points_of(const struct bridge_position *p, unsigned seat)
{
    static const unsigned value[BRIDGE_RANKS] = {[9] = 1, [10] = 2, [11] = 3, [12] = 4};
    unsigned points = 0;
    for (unsigned s = 0; s < BRIDGE_SUITS; s++)
        for (unsigned rank = 0; rank < BRIDGE_RANKS; rank++)
            points += p->deal.hand[seat][s] >> rank & 1 ? value[rank] : 0;
    for (unsigned i = 0; i < p->played; i++)
        points += (p->leader + i) % BRIDGE_SEATS == seat ? value[p->trick[i].rank] : 0;
    return points;
}

/* Returns whether a layout meets the constraints, and every hand that did not follow suit in the trick is void. */
static bool agrees(const struct fixture *f, const struct bridge_position *p)
{
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        const struct bridge_constraint *c = &f->sampling.constraint[seat];
        unsigned points = points_of(p, seat);
        if (points < c->hcp[0] || points > c->hcp[1])
            return false;
        for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
            unsigned ranks = p->deal.hand[seat][s];
            for (unsigned i = 0; i < p->played; i++)
                if ((p->leader + i) % BRIDGE_SEATS == seat && p->trick[i].suit == s)
                    ranks |= 1u << p->trick[i].rank;
            unsigned len = (unsigned)__builtin_popcount(ranks);
            if (len < c->shape[s][0] || len > c->shape[s][1] || (c->has[s] & ~ranks) || (c->lacks[s] & ranks))
                return false;
        }
        for (unsigned i = 1; i < p->played; i++)
            if ((p->leader + i) % BRIDGE_SEATS == seat && p->trick[i].suit != p->trick[0].suit &&
                p->deal.hand[seat][p->trick[0].suit])
                return false;
    }
    return true;
}

static void add_layout(const struct fixture *f, const struct bridge_position *p, struct layouts *sum)
{
    struct nash_run run = {.arena = f->arena};
    struct bridge_options options;
    struct nash_error error;
    unsigned seat = bridge_to_play(p), left = bridge_hand_size(&p->deal, seat);
    assert_int_equal(bridge_solve_options(p, NULL, &run, &options, &error), NASH_OK);
    sum->count++;
    for (unsigned i = 0; i < options.count; i++)
        for (unsigned rank = 0; rank < BRIDGE_RANKS; rank++)
            if ((options.option[i].equals | 1u << options.option[i].card.rank) >> rank & 1) {
                unsigned s = options.option[i].card.suit, tricks = options.option[i].tricks;
                sum->tricks[s][rank] += tricks;
                sum->made[s][rank] += f->problem.has_contract && makes(f, seat, left, tricks);
            }
}

/* Gives the cards from number `card` on to the hidden hands in every way. */
static void all_layouts(const struct fixture *f, struct bridge_position *p, unsigned card,
                        const bridge_ranks pool[BRIDGE_SUITS], const unsigned size[BRIDGE_SEATS], struct layouts *sum)
{
    while (card < BRIDGE_CARDS && !(pool[card / 13] >> card % 13 & 1))
        card++;
    if (card == BRIDGE_CARDS) {
        if (agrees(f, p))
            add_layout(f, p, sum);
        return;
    }
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        if (f->sampling.seen >> seat & 1 || bridge_hand_size(&p->deal, seat) == size[seat])
            continue;
        p->deal.hand[seat][card / 13] ^= (bridge_ranks)(1u << card % 13);
        all_layouts(f, p, card + 1, pool, size, sum);
        p->deal.hand[seat][card / 13] ^= (bridge_ranks)(1u << card % 13);
    }
}

static void find_all_layouts(const struct fixture *f, struct layouts *sum)
{
    struct bridge_position p = f->problem.position;
    bridge_ranks pool[BRIDGE_SUITS] = {0};
    unsigned size[BRIDGE_SEATS];
    *sum = (struct layouts){0};
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        size[seat] = bridge_hand_size(&p.deal, seat);
        for (unsigned s = 0; s < BRIDGE_SUITS && !(f->sampling.seen >> seat & 1); s++) {
            pool[s] |= p.deal.hand[seat][s];
            p.deal.hand[seat][s] = 0;
        }
    }
    all_layouts(f, &p, 0, pool, size, sum);
}

static void draw_constraints(struct fixture *f, struct nash_rng *rng)
{
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        struct bridge_constraint *c = &f->sampling.constraint[seat];
        unsigned s = (unsigned)nash_rng_below(rng, BRIDGE_SUITS);
        if (nash_rng_below(rng, 2)) {
            c->hcp[0] = (uint8_t)nash_rng_below(rng, 4);
            c->hcp[1] = (uint8_t)(c->hcp[0] + nash_rng_below(rng, 9));
        }
        if (nash_rng_below(rng, 2))
            c->shape[s][1] = (uint8_t)(1 + nash_rng_below(rng, 3));
        if (nash_rng_below(rng, 4) == 0)
            c->lacks[s] |= (bridge_ranks)(1u << nash_rng_below(rng, BRIDGE_RANKS));
    }
}

static void compare(const struct fixture *f, const struct bridge_sample *sample, const struct layouts *sum, double far)
{
    char text[200];
    say_position(&f->problem.position, text);
    bridge_ranks legal[BRIDGE_SUITS], named[BRIDGE_SUITS] = {0};
    bridge_legal(&f->problem.position, legal);
    assert_int_equal(sample->possible, sum->count);
    for (unsigned i = 0; i < sample->count; i++) {
        const struct bridge_sample_card *card = &sample->card[i];
        unsigned s = card->card.suit;
        named[s] |= (bridge_ranks)(card->equals | 1u << card->card.rank);
        for (unsigned rank = 0; rank < BRIDGE_RANKS; rank++) {
            if (!((card->equals | 1u << card->card.rank) >> rank & 1))
                continue;
            double tricks = sum->tricks[s][rank] / (double)sum->count, made = sum->made[s][rank] / (double)sum->count;
            /* 1e-9 allows for rounding; 3/n is needed because the standard error is 0 if all n results are equal */
            double slack = far > 0 ? 3.0 / sample->dealt : 1e-9;
            if (fabs(card->tricks - tricks) > far * card->tricks_error + slack)
                fail_msg("%s: %c%c makes %g, in all %llu layouts %g", text, bridge_strain_letter(s),
                         card_rank_letter(rank), card->tricks, (unsigned long long)sum->count, tricks);
            if (f->problem.has_contract && fabs(card->makes - made) > far * card->makes_error + slack)
                fail_msg("%s: %c%c makes it in %g, in all %llu layouts in %g", text, bridge_strain_letter(s),
                         card_rank_letter(rank), card->makes, (unsigned long long)sum->count, made);
        }
    }
    assert_memory_equal(named, legal, sizeof legal);
}

/* With no more layouts than samples, each layout is dealt once, so that the averages are exact. */
static void test_all_of_few(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned solved = 0, refused = 0;
    for (unsigned round = 0; round < 120; round++) {
        struct fixture f = {.arena = nash_arena_new(32 << 20)};
        unsigned hidden = 1 + round % 3, n = hidden == 3 ? 1 + round % 2 : 1 + round % 5;
        set_up(&f, &rng, n, (unsigned)nash_rng_below(&rng, 4), hidden);
        if (round % 2)
            add_contract(&f, &rng);
        if (round % 3)
            draw_constraints(&f, &rng);
        struct layouts sum;
        find_all_layouts(&f, &sum);
        bool all_seen_agree = check(&f) == NASH_OK;
        if (!all_seen_agree) {
            assert_int_equal(sum.count, 0);
            refused++;
        } else {
            struct nash_run run = {0};
            const struct bridge_sample *sample = find(&f, &run);
            assert_int_equal(sample->dealt, sum.count);
            compare(&f, sample, &sum, 0);
            for (unsigned i = 0; i < sample->count; i++)
                assert_true(sample->card[i].tricks_error == 0 && sample->card[i].makes_error == 0);
            solved++;
        }
        nash_arena_free(f.arena);
    }
    assert_true(solved > 40 && refused > 10);
}

/* With more layouts than samples, the averages are within four standard errors of the exact ones. */
static void test_averages_of_many(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned compared = 0;
    for (unsigned round = 0; round < 12; round++) {
        struct fixture f = {.arena = nash_arena_new(32 << 20)};
        set_up(&f, &rng, round % 2 ? 5 : 3, round % 3, round % 2 ? 2 : 3);
        add_contract(&f, &rng);
        if (round % 4 > 1)
            draw_constraints(&f, &rng);
        struct layouts sum;
        f.sampling.samples = 120;
        if (check(&f) == NASH_OK) {
            find_all_layouts(&f, &sum);
            struct nash_run run = {.seed = round};
            const struct bridge_sample *sample = find(&f, &run);
            assert_int_equal(sample->dealt, sum.count < 120 ? sum.count : 120);
            compare(&f, sample, &sum, 4);
            compared += sum.count > 120;
        }
        nash_arena_free(f.arena);
    }
    assert_true(compared > 4);
}

/* ---- seed and stop ---- */

static void assert_same(const struct bridge_sample *a, const struct bridge_sample *b)
{
    assert_int_equal(a->dealt, b->dealt);
    assert_int_equal(a->count, b->count);
    for (unsigned i = 0; i < a->count; i++) {
        assert_memory_equal(&a->card[i].card, &b->card[i].card, sizeof a->card[i].card);
        assert_true(a->card[i].tricks == b->card[i].tricks);
        assert_true(a->card[i].tricks_error == b->card[i].tricks_error);
    }
}

static bool same_averages(const struct bridge_sample *a, const struct bridge_sample *b)
{
    for (unsigned i = 0; i < a->count; i++)
        if (a->card[i].tricks != b->card[i].tricks)
            return false;
    return true;
}

static void test_the_seed_decides(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned other = 0;
    for (unsigned round = 0; round < 10; round++) {
        struct fixture f = {.arena = nash_arena_new(32 << 20)};
        struct nash_run one = {.seed = 7}, again = {.seed = 7}, two = {.seed = 8};
        set_up(&f, &rng, 5, 0, 2);
        f.sampling.samples = 60;
        const struct bridge_sample *first = find(&f, &one);
        assert_same(first, find(&f, &again));
        other += !same_averages(first, find(&f, &two));
        nash_arena_free(f.arena);
    }
    assert_true(other > 0);
}

struct stopper {
    _Atomic int cancel;
    unsigned reports, after;
    char last[1000];
};

static void stop_after(struct nash_run *run, const char *json, size_t len)
{
    struct stopper *s = run->host;
    snprintf(s->last, sizeof s->last, "%.*s", (int)len, json);
    if (++s->reports == s->after) {
        s->cancel = 1;
        run->clock_in = 0;
    }
}

/* The layouts dealt before a stop are the first of the whole sequence. */
static void test_a_stop_keeps_what_was_dealt(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned round = 0; round < 10; round++) {
        struct fixture f = {.arena = nash_arena_new(32 << 20)};
        struct stopper stopper = {.after = 5 + round};
        struct nash_run run = {.seed = 3, .cancel = &stopper.cancel, .progress = stop_after, .host = &stopper};
        set_up(&f, &rng, 5, 0, 2);
        f.sampling.samples = 100;
        const struct bridge_sample *stopped = find(&f, &run);
        assert_int_equal(run.stopped, NASH_STOP_CANCEL);
        assert_int_equal(stopped->dealt, stopper.after);
        struct nash_run shorter = {.seed = 3};
        f.sampling.samples = stopped->dealt;
        assert_same(stopped, find(&f, &shorter));
        assert_non_null(strstr(stopper.last, "\"samples\":100,\"cards\":[{\"card\":\""));
        nash_arena_free(f.arena);
    }
}

/* Even if every layout would be dealt once, the layouts dealt before a stop are a random choice by the seed. */
static void test_a_stop_among_few(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned other = 0;
    for (unsigned round = 0; round < 10; round++) {
        struct fixture f = {.arena = nash_arena_new(32 << 20)};
        const struct bridge_sample *sample[2];
        set_up(&f, &rng, 5, 0, 2);
        for (unsigned seed = 0; seed < 2; seed++) {
            struct stopper stopper = {.after = 20};
            struct nash_run run = {.seed = seed, .cancel = &stopper.cancel, .progress = stop_after, .host = &stopper};
            sample[seed] = find(&f, &run);
            assert_int_equal(sample[seed]->dealt, 20);
            assert_int_equal(sample[seed]->possible, 252);
        }
        other += !same_averages(sample[0], sample[1]);
        nash_arena_free(f.arena);
    }
    assert_true(other > 0);
}

static void test_each_numbered_stop(void **state)
{
    struct nash_rng rng = test_rng();
    struct fixture f = {.arena = nash_arena_new(32 << 20)};
    set_up(&f, &rng, 7, 0, 2);
    f.sampling.samples = 20;
    for (unsigned number = 60; number <= 65; number += 5) {
        struct nash_run run = {.force_check = number};
        const struct bridge_sample *sample = find(&f, &run);
        assert_int_equal(run.stopped, NASH_STOP_TEST);
        assert_int_equal(run.last_check, number);
        assert_true(sample->dealt < 20);
        assert_true(sample->possible > 20);
    }
    nash_arena_free(f.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_of_few),       cmocka_unit_test(test_averages_of_many),
        cmocka_unit_test(test_the_seed_decides), cmocka_unit_test(test_a_stop_keeps_what_was_dealt),
        cmocka_unit_test(test_a_stop_among_few), cmocka_unit_test(test_each_numbered_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
