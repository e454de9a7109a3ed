/* Compares tables, cards, lines and played hands of endgames with plain minimax, and checks the partial answers
 * after a stop. */
#include <stdio.h>
#include <string.h>

#include <base/clock.h>
#include <solvers/bridge/notation/notation.h>
#include <solvers/bridge/problem.h>

#include "../../base/test.h"
#include "../harness/minimax.h"

enum { MS = 1000000 };

/* Three patterns of cards and a void, rotated from hand to hand. libdds takes many seconds for this deal in notrump. */
static const char freak[] = "N:AJ96.KT85.Q7432. KT85.Q7432..AJ96 Q7432..AJ96.KT85 .AJ96.KT85.Q7432";
static const char ordinary[] = "N:QJ63.K85.T94.A72 A52.QJ73.K86.Q95 K84.A92.AJ52.K63 T97.T64.Q73.JT84";

typedef enum nash_status (*find)(const struct bridge_problem *problem, struct nash_run *run,
                                 struct bridge_answer *answer, struct nash_error *error);

static int open_library(void **state)
{
    return bridge_dds_open() ? 0 : -1;
}

static struct bridge_deal deal_of(const char *text)
{
    struct bridge_deal deal;
    struct nash_error error;
    assert_int_equal(bridge_pbn_read(text, strlen(text), "", &deal, &error), NASH_OK);
    return deal;
}

static void found(find what, const struct bridge_problem *problem, struct nash_run *run, struct bridge_answer *answer)
{
    struct nash_error error;
    if (what(problem, run, answer, &error) != NASH_OK)
        fail_msg("%s: %s", minimax_name(&problem->position), error.detail);
}

static unsigned left(const struct bridge_position *position)
{
    return bridge_hand_size(&position->deal, (position->leader + BRIDGE_SEATS - 1u) % BRIDGE_SEATS);
}

/* ---- whole answers ---- */

/* Returns the tricks of the side of `seat` in the whole hand: `made` so far and, with best play, those to come. */
static unsigned in_all(const struct bridge_position *position, unsigned made, unsigned seat)
{
    unsigned mine = left(position) > 0 ? minimax_tricks(position) : 0;
    return made + (bridge_to_play(position) % 2 == seat % 2 ? mine : left(position) - mine);
}

/* Checks a line: every card is legal, and none loses a trick. */
static void judge_line(const struct bridge_position *start, const struct bridge_answer *answer)
{
    struct bridge_position now = *start;
    unsigned seat = bridge_to_play(start), made = 0, worth = minimax_tricks(start);
    assert_int_equal(answer->line_tricks, worth);
    assert_int_equal(answer->line_count, 4 * left(start) - start->played);
    for (unsigned i = 0; i < answer->line_count; i++) {
        struct bridge_card card = answer->line[i];
        bridge_ranks legal[BRIDGE_SUITS];
        bridge_legal(&now, legal);
        if (!(legal[card.suit] >> card.rank & 1))
            fail_msg("%s: card %u of the line is not legal", minimax_name(start), i);
        int winner = bridge_play(&now, card);
        made += winner >= 0 && (unsigned)winner % 2 == seat % 2;
        if (in_all(&now, made, seat) != worth)
            fail_msg("%s: card %u of the line costs a trick", minimax_name(start), i);
    }
}

static void lines(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(1 << 20);
    for (unsigned i = 0; i < test_length(30, 300); i++) {
        struct bridge_problem problem = {.has_strain = true};
        struct bridge_answer answer = {0};
        struct nash_run run = {.arena = arena};
        minimax_position(&rng, 1 + (unsigned)nash_rng_below(&rng, 4), i % BRIDGE_SEATS, &problem.position);
        found(bridge_find_line, &problem, &run, &answer);
        judge_line(&problem.position, &answer);
        nash_arena_reset(arena, 1 << 20);
    }
    nash_arena_free(arena);
}

static void judge_move(const struct bridge_position *before, const struct bridge_move *move, const unsigned worth[2],
                       unsigned declarer)
{
    const char *name = minimax_name(before);
    unsigned seat = bridge_to_play(before);
    bool declaring = seat % 2 == declarer % 2;
    unsigned cost = declaring ? worth[0] - worth[1] : worth[1] - worth[0];
    if (!move->known || move->seat != seat || move->before != worth[0] || move->after != worth[1] ||
        move->cost != cost || !move->has_best)
        fail_msg("%s: %u to %u costs %u, not %u to %u, %u", name, move->before, move->after, move->cost, worth[0],
                 worth[1], cost);
    if (minimax_after(before, move->best) != minimax_tricks(before))
        fail_msg("%s: the best card is not", name);
}

static void plays(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(1 << 20);
    for (unsigned i = 0; i < test_length(30, 300); i++) {
        struct bridge_card play[BRIDGE_CARDS];
        struct bridge_problem problem = {.has_strain = true, .play = play};
        struct bridge_answer answer = {0};
        struct nash_run run = {.arena = arena};
        minimax_position(&rng, 1 + (unsigned)nash_rng_below(&rng, 4), i % BRIDGE_SEATS, &problem.position);
        struct bridge_position now = problem.position;
        unsigned declarer = (now.leader + 3u) % BRIDGE_SEATS, made = 0;
        if (i % 2) { /* any declarer: in an endgame, the declarer's side may lead */
            problem.has_contract = true;
            declarer = problem.contract.declarer = (uint8_t)nash_rng_below(&rng, BRIDGE_SEATS);
        }
        unsigned most = 4 * left(&now) - now.played;
        for (problem.play_count = 0; problem.play_count < most; problem.play_count++) {
            play[problem.play_count] = minimax_any(&rng, &now);
            bridge_play(&now, play[problem.play_count]);
        }
        problem.play_count = (unsigned)nash_rng_below(&rng, most + 1);
        found(bridge_find_play, &problem, &run, &answer);
        now = problem.position;
        unsigned worth[2] = {in_all(&now, 0, declarer), 0};
        assert_int_equal(answer.before_play, worth[0]);
        for (unsigned k = 0; k < problem.play_count; k++) {
            struct bridge_position before = now;
            int winner = bridge_play(&now, play[k]);
            made += winner >= 0 && (unsigned)winner % 2 == declarer % 2;
            worth[1] = in_all(&now, made, declarer);
            judge_move(&before, &answer.move[k], worth, declarer);
            worth[0] = worth[1];
        }
        nash_arena_reset(arena, 1 << 20);
    }
    nash_arena_free(arena);
}

static void tables(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(1 << 20);
    for (unsigned i = 0; i < 20; i++) {
        struct bridge_problem problem = {0};
        struct bridge_answer answer = {0};
        struct nash_run run = {.arena = arena};
        minimax_deal(&rng, 1 + i % 4, &problem.position.deal);
        found(bridge_find_table, &problem, &run, &answer);
        assert_int_equal(answer.table.known, (1u << BRIDGE_STRAINS) - 1);
        for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++)
            for (unsigned declarer = 0; declarer < BRIDGE_SEATS; declarer++) {
                struct bridge_position position = {.deal = problem.position.deal,
                                                   .strain = (uint8_t)strain,
                                                   .leader = (uint8_t)((declarer + 1) % BRIDGE_SEATS)};
                assert_int_equal(answer.table.tricks[strain][declarer], in_all(&position, 0, declarer));
            }
    }
    nash_arena_free(arena);
}

/* ---- partial answers after a stop ---- */

static struct nash_run run_for(struct nash_arena *arena, int64_t ms)
{
    return (struct nash_run){.arena = arena, .deadline_ns = clock_mono_ns() + ms * MS};
}

static void stopped(const struct nash_run *run)
{
    assert_int_equal(run->stopped, NASH_STOP_TIME);
    assert_true(run->spent);
}

/* Each call is interrupted by its deadline. In this process, libdds is then initialized again for the next call. */
static void freak_deals_end_in_time(void **state)
{
    struct nash_error error;
    struct bridge_position position = {.deal = deal_of(freak), .strain = BRIDGE_NOTRUMP};
    struct bridge_options options;
    struct bridge_card card;
    uint8_t tricks[BRIDGE_CARDS + 1];
    int number;
    unsigned known;
    bool whole;
    struct nash_run run = run_for(NULL, 50);
    assert_int_equal(bridge_dds_options(&position, &run, &options, &error), NASH_OK);
    assert_int_equal(options.count, 0);
    stopped(&run);
    run = run_for(NULL, 50);
    assert_int_equal(bridge_dds_best(&position, &run, &card, &number, &error), NASH_OK);
    assert_int_equal(number, -1);
    stopped(&run);
    run = run_for(NULL, 50);
    assert_int_equal(bridge_dds_makes(&position, 7, &run, &card, &number, &error), NASH_OK);
    assert_int_equal(number, -1);
    stopped(&run);
    run = run_for(NULL, 50);
    assert_int_equal(bridge_dds_strain(&position.deal, BRIDGE_NOTRUMP, &run, tricks, &whole, &error), NASH_OK);
    assert_false(whole);
    stopped(&run);
    run = run_for(NULL, 50);
    assert_int_equal(bridge_dds_trace(&position, NULL, 0, &run, tricks, &known, &error), NASH_OK);
    assert_int_equal(known, 0);
    stopped(&run);
}

/* After a stop, libdds is not called. */
static void nothing_is_begun_after_a_stop(void **state)
{
    _Atomic int cancelled = 1;
    struct nash_run run = {.cancel = &cancelled};
    struct nash_error error;
    struct bridge_position position = {.deal = deal_of(ordinary)};
    struct bridge_card card;
    int tricks;
    assert_int_equal(bridge_dds_best(&position, &run, &card, &tricks, &error), NASH_OK);
    assert_int_equal(tricks, -1);
    assert_int_equal(run.stopped, NASH_STOP_CANCEL);
    assert_int_equal(run.last_check, BRIDGE_CHECK_DDS);
    assert_false(run.spent);
    run = (struct nash_run){.force_check = BRIDGE_CHECK_DDS};
    assert_int_equal(bridge_dds_best(&position, &run, &card, &tricks, &error), NASH_OK);
    assert_int_equal(tricks, -1);
    assert_int_equal(run.stopped, NASH_STOP_TEST);
}

/* Results found before a stop are right. The deadlines are 1, 2, 4, ... ms until the table is complete. */
static void tables_in_part(void **state)
{
    struct bridge_problem problem = {.position.deal = deal_of(ordinary)};
    struct bridge_answer whole = {0};
    struct nash_run run = {0};
    unsigned parts = 0;
    found(bridge_find_table, &problem, &run, &whole);
    for (int64_t ms = 1; run.stopped != NASH_STOP_NONE || ms == 1; ms *= test_step(4, 2)) {
        struct bridge_answer answer = {0};
        run = run_for(NULL, ms);
        found(bridge_find_table, &problem, &run, &answer);
        assert_true(run.stopped != NASH_STOP_NONE || answer.table.known == whole.table.known);
        parts += answer.table.known != whole.table.known;
        for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++)
            if (answer.table.known >> strain & 1)
                assert_memory_equal(answer.table.tricks[strain], whole.table.tricks[strain], BRIDGE_SEATS);
    }
    assert_true(parts > 0);
}

static void plays_in_part(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct bridge_card play[BRIDGE_CARDS];
    struct bridge_problem problem = {.position = {.deal = deal_of(ordinary), .strain = BRIDGE_NOTRUMP}, .play = play};
    struct bridge_position now = problem.position;
    struct bridge_answer whole = {0};
    struct nash_run run = {.arena = arena};
    for (; problem.play_count < BRIDGE_CARDS; problem.play_count++) {
        play[problem.play_count] = minimax_any(&rng, &now);
        bridge_play(&now, play[problem.play_count]);
    }
    found(bridge_find_play, &problem, &run, &whole);
    for (int64_t ms = 1; run.stopped != NASH_STOP_NONE || ms == 1; ms *= 2) {
        struct bridge_answer answer = {0};
        bool known = true;
        run = run_for(arena, ms);
        found(bridge_find_play, &problem, &run, &answer);
        assert_true(answer.before_play == whole.before_play || answer.before_play == -1);
        for (unsigned i = 0; i < problem.play_count; i++) {
            const struct bridge_move *move = &answer.move[i], *right = &whole.move[i];
            assert_true(known || !move->known); /* no gaps */
            known = move->known;
            assert_int_equal(move->seat, right->seat);
            if (known)
                assert_true(move->before == right->before && move->after == right->after && move->cost == right->cost);
        }
    }
    nash_arena_free(arena);
}

/* A stop leaves an incomplete line; the number of tricks, if it was found before, is right. */
static void lines_in_part(void **state)
{
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct bridge_problem problem = {.position = {.deal = deal_of(ordinary), .strain = BRIDGE_HEARTS}};
    struct bridge_answer whole = {0};
    struct nash_run run = {.arena = arena};
    found(bridge_find_line, &problem, &run, &whole);
    assert_int_equal(whole.line_count, BRIDGE_CARDS);
    for (int64_t ms = 1; run.stopped != NASH_STOP_NONE || ms == 1; ms *= 2) {
        struct bridge_answer answer = {0};
        run = run_for(arena, ms);
        found(bridge_find_line, &problem, &run, &answer);
        assert_true(answer.line_count <= BRIDGE_CARDS);
        if (run.stopped == NASH_STOP_NONE)
            assert_int_equal(answer.line_count, BRIDGE_CARDS);
        if (answer.line_tricks >= 0)
            assert_int_equal(answer.line_tricks, whole.line_tricks);
        else
            assert_int_equal(answer.line_count, 0);
    }
    nash_arena_free(arena);
}

/* ---- progress ---- */

static struct nash_buf told;

static void note(struct nash_run *run, const char *json, size_t len)
{
    (void)run;
    nash_buf_reset(&told);
    nash_buf_add(&told, json, len);
}

static void progress_tells_strains(void **state)
{
    struct bridge_problem problem = {.position.deal = deal_of(ordinary)};
    struct bridge_answer answer = {0};
    struct nash_run run = {.progress = note};
    char right[256];
    size_t len = 0;
    found(bridge_find_table, &problem, &run, &answer);
    len += (size_t)sprintf(right, "{\"strains\":5,\"table\":{");
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        len += (size_t)sprintf(right + len, "%s\"%c\":{\"NT\":%u", seat > 0 ? "," : "", bridge_seat_letter(seat),
                               answer.table.tricks[BRIDGE_NOTRUMP][seat]);
        for (unsigned suit = BRIDGE_SUITS; suit-- > 0;)
            len +=
                (size_t)sprintf(right + len, ",\"%c\":%u", bridge_strain_letter(suit), answer.table.tricks[suit][seat]);
        len += (size_t)sprintf(right + len, "}");
    }
    sprintf(right + len, "}}");
    assert_string_equal(nash_buf_cstr(&told), right);
    nash_buf_free(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),
        cmocka_unit_test(plays),
        cmocka_unit_test(tables),
        cmocka_unit_test(freak_deals_end_in_time),
        cmocka_unit_test(nothing_is_begun_after_a_stop),
        cmocka_unit_test(tables_in_part),
        cmocka_unit_test(plays_in_part),
        cmocka_unit_test(lines_in_part),
        cmocka_unit_test(progress_tells_strains),
    };
    return cmocka_run_group_tests(tests, open_library, NULL);
}
