/* Compares the search for endgames with a plain search of all cards (up to 3 cards a hand) and with libdds (up to 8).
 */
#include <string.h>

#include <solvers/bridge/double_dummy/engine.h>
#include <solvers/bridge/endgame/endgame.h>

#include "../../base/test.h"
#include "../harness/minimax.h"
#include "../harness/random_position.h"

/* Tricks by suit and rank of the card; -1: not legal. */
typedef int8_t values[BRIDGE_SUITS][BRIDGE_RANKS];

static void spread(const struct bridge_options *options, values out)
{
    memset(out, -1, sizeof(values));
    for (unsigned i = 0; i < options->count; i++) {
        const struct bridge_option *option = &options->option[i];
        for (unsigned rank = 0; rank < BRIDGE_RANKS; rank++)
            if ((option->equals | 1u << option->card.rank) >> rank & 1)
                out[option->card.suit][rank] = (int8_t)option->tricks;
    }
}

/* ---- all cards to the end ---- */

static int all_lines(const struct bridge_position *position, unsigned side, values out)
{
    unsigned seat = bridge_to_play(position);
    if (bridge_hand_size(&position->deal, seat) == 0)
        return 0;
    bridge_ranks legal[BRIDGE_SUITS];
    int best = seat % 2 == side ? -1 : BRIDGE_RANKS + 1;
    bridge_legal(position, legal);
    for (unsigned s = 0; s < BRIDGE_SUITS; s++)
        for (unsigned rank = 0; rank < BRIDGE_RANKS; rank++) {
            if (!(legal[s] >> rank & 1))
                continue;
            struct bridge_position next = *position;
            int winner = bridge_play(&next, (struct bridge_card){(uint8_t)s, (uint8_t)rank});
            int tricks = (winner >= 0 && (unsigned)winner % 2 == side) + all_lines(&next, side, NULL);
            if (out)
                out[s][rank] = (int8_t)tricks;
            if (seat % 2 == side ? tricks > best : tricks < best)
                best = tricks;
        }
    return best;
}

static void compare(const struct bridge_position *position, values wanted, values found)
{
    char text[200];
    for (unsigned s = 0; s < BRIDGE_SUITS; s++)
        for (unsigned rank = 0; rank < BRIDGE_RANKS; rank++)
            if (wanted[s][rank] != found[s][rank])
                fail_msg("%s: %c%c makes %d, not %d", say_position(position, text), bridge_strain_letter(s),
                         card_rank_letter(rank), wanted[s][rank], found[s][rank]);
}

static void test_all_lines(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(16 << 20);
    struct nash_run run = {.arena = arena};
    for (unsigned round = 0; round < 3000; round++) {
        struct bridge_position position;
        struct bridge_options options;
        struct nash_error error;
        values wanted, found;
        unsigned n = 1 + (unsigned)nash_rng_below(&rng, 3);
        draw_position(&rng, n, (unsigned)nash_rng_below(&rng, 4), &position);
        memset(wanted, -1, sizeof wanted);
        int best = all_lines(&position, bridge_to_play(&position) % 2, wanted);
        assert_int_equal(bridge_endgame_options(&position, NULL, &run, &options, &error), NASH_OK);
        spread(&options, found);
        compare(&position, wanted, found);
        struct bridge_card card;
        int tricks;
        assert_int_equal(bridge_endgame_best(&position, &run, &card, &tricks, &error), NASH_OK);
        assert_int_equal(tricks, best);
        assert_int_equal(found[card.suit][card.rank], best);
    }
    nash_arena_free(arena);
}

static void test_against_the_library(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(16 << 20);
    struct nash_run run = {.arena = arena};
    struct nash_error error;
    if (!bridge_dds_open())
        skip();                             /* libdds is not installed */
    const char *wanted = getenv("ENDINGS"); /* number of positions; for a long run, ENDINGS=100000 */
    unsigned rounds = wanted ? (unsigned)strtoul(wanted, NULL, 10) : 3000;
    for (unsigned round = 0; round < rounds; round++) {
        struct bridge_position position;
        struct bridge_options own, theirs;
        values found, wanted_values;
        unsigned n = 1 + round % BRIDGE_ENDGAME_CARDS_MAX, played = (unsigned)nash_rng_below(&rng, 4);
        if (nash_rng_below(&rng, 2))
            draw_position(&rng, n, played, &position);
        else /* positions in which a partner may have to ruff a winner */
            draw_lopsided(&rng, n, played, &position);
        assert_int_equal(bridge_endgame_options(&position, NULL, &run, &own, &error), NASH_OK);
        assert_int_equal(bridge_dds_options(&position, &run, &theirs, &error), NASH_OK);
        spread(&own, found);
        spread(&theirs, wanted_values);
        compare(&position, wanted_values, found);
        struct bridge_card card;
        int tricks;
        assert_int_equal(bridge_endgame_best(&position, &run, &card, &tricks, &error), NASH_OK);
        assert_int_equal(tricks, own.option[0].tricks);
        assert_int_equal(found[card.suit][card.rank], tricks);
    }
    nash_arena_free(arena);
}

static void play_some(struct nash_rng *rng, struct bridge_position position, struct bridge_card *play, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        play[i] = minimax_any(rng, &position);
        bridge_play(&position, play[i]);
    }
}

/* Compares all answers of the engine for endgames with those of libdds. */
static void test_the_other_questions(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(16 << 20);
    struct nash_run run = {.arena = arena};
    struct nash_error error;
    if (!bridge_dds_open())
        skip(); /* libdds is not installed */
    for (unsigned round = 0; round < 300; round++) {
        struct bridge_position position;
        struct bridge_card card, play[BRIDGE_CARDS];
        uint8_t own[BRIDGE_CARDS + 1], theirs[BRIDGE_CARDS + 1];
        unsigned n = 1 + round % BRIDGE_ENDGAME_CARDS_MAX, played = round % 4, known[2];
        int tricks, makes;
        bool whole[2];
        char text[200];
        draw_position(&rng, n, played, &position);
        say_position(&position, text);
        assert_string_equal(bridge_engine_name(&position), "own");
        assert_int_equal(bridge_dds_best(&position, &run, &card, &tricks, &error), NASH_OK);
        for (unsigned target = 0; target <= bridge_hand_size(&position.deal, bridge_to_play(&position)); target++) {
            assert_int_equal(bridge_solve_makes(&position, target, &run, &card, &makes, &error), NASH_OK);
            if (makes != ((int)target <= tricks))
                fail_msg("%s: %u tricks are %s", text, target, makes ? "made" : "not made");
            struct bridge_position next = position;
            bool ours = bridge_to_play(&position) % 2 == 0;
            int winner = bridge_play(&next, card), rest = 0;
            unsigned left = bridge_hand_size(&next.deal, bridge_to_play(&next));
            if (left > 0)
                assert_int_equal(bridge_dds_best(&next, &run, &card, &rest, &error), NASH_OK);
            if ((bridge_to_play(&next) % 2 == 0) != ours)
                rest = (int)left - rest;
            rest += winner >= 0 && (winner % 2 == 0) == ours;
            if (makes && rest < (int)target)
                fail_msg("%s: the card named for %u tricks makes %d", text, target, rest);
        }
        unsigned count = (unsigned)nash_rng_below(&rng, 4 * n - played + 1);
        play_some(&rng, position, play, count);
        assert_int_equal(bridge_solve_trace(&position, play, count, &run, own, &known[0], &error), NASH_OK);
        assert_int_equal(bridge_dds_trace(&position, play, count, &run, theirs, &known[1], &error), NASH_OK);
        assert_int_equal(known[0], count + 1);
        assert_int_equal(known[1], count + 1);
        if (memcmp(own, theirs, count + 1) != 0)
            fail_msg("%s: the traces of %u cards differ", text, count);
        draw_position(&rng, n, 0, &position);
        assert_int_equal(bridge_solve_strain(&position.deal, position.strain, &run, own, &whole[0], &error), NASH_OK);
        assert_int_equal(bridge_dds_strain(&position.deal, position.strain, &run, theirs, &whole[1], &error), NASH_OK);
        assert_true(whole[0] && whole[1]);
        if (memcmp(own, theirs, BRIDGE_SEATS) != 0)
            fail_msg("%s: the results of the four declarers differ", say_position(&position, text));
    }
    nash_arena_free(arena);
}

/* Checks that the options are in order, best first, that equals are lower than their card, and that each legal card is
 * named once. */
static void test_what_the_options_say(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(16 << 20);
    struct nash_run run = {.arena = arena};
    for (unsigned round = 0; round < 500; round++) {
        struct bridge_position position;
        struct bridge_options options;
        struct nash_error error;
        bridge_ranks legal[BRIDGE_SUITS], named[BRIDGE_SUITS] = {0};
        draw_position(&rng, 1 + round % BRIDGE_ENDGAME_CARDS_MAX, round % 4, &position);
        bridge_legal(&position, legal);
        assert_int_equal(bridge_endgame_options(&position, NULL, &run, &options, &error), NASH_OK);
        for (unsigned i = 0; i < options.count; i++) {
            const struct bridge_option *option = &options.option[i];
            bridge_ranks ranks = (bridge_ranks)(option->equals | 1u << option->card.rank);
            assert_true(i == 0 || options.option[i - 1].tricks >= option->tricks);
            assert_true(option->equals < 1u << option->card.rank);
            assert_int_equal(named[option->card.suit] & ranks, 0);
            named[option->card.suit] |= ranks;
        }
        assert_memory_equal(named, legal, sizeof legal);
    }
    nash_arena_free(arena);
}

/* A table that is shared by searches of different positions, sizes and strains leaves every result right, also after
 * the table is cleared. */
static void test_memory(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(32 << 20);
    struct nash_run run = {.arena = arena};
    struct bridge_endgame_table *memory = bridge_endgame_table_new(arena);
    uint64_t nodes[2] = {0};
    assert_non_null(memory);
    for (unsigned round = 0; round < 700; round++) {
        struct bridge_position position;
        struct bridge_options fresh, taught;
        struct nash_error error;
        values wanted, found;
        unsigned n =
            round < 300 ? 1 + (unsigned)nash_rng_below(&rng, BRIDGE_ENDGAME_CARDS_MAX) : BRIDGE_ENDGAME_CARDS_MAX;
        draw_position(&rng, n, round % 4, &position);
        position.strain = (uint8_t)(round < 300 ? round / 20 % BRIDGE_STRAINS : BRIDGE_NOTRUMP);
        assert_int_equal(bridge_endgame_options(&position, NULL, &run, &fresh, &error), NASH_OK);
        uint64_t before = run.nodes;
        assert_int_equal(bridge_endgame_options(&position, memory, &run, &taught, &error), NASH_OK);
        spread(&fresh, wanted);
        spread(&taught, found);
        compare(&position, wanted, found);
        if (round < 300) { /* solved again, the position is found in the table and takes few nodes */
            uint64_t first = run.nodes;
            assert_int_equal(bridge_endgame_options(&position, memory, &run, &taught, &error), NASH_OK);
            nodes[0] += first - before;
            nodes[1] += run.nodes - first;
        }
    }
    assert_true(nodes[1] < nodes[0] / 4);
    nash_arena_free(arena);
}

/* Stops a search of 8 cards a hand, which takes long enough to be stopped. */
static void test_stops(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(16 << 20);
    for (unsigned round = 0; round < 20; round++) {
        struct bridge_position position;
        struct bridge_options options;
        struct bridge_card card;
        int tricks;
        struct nash_error error;
        struct nash_run forced = {.arena = arena, .force_check = 65}, nodes = {.arena = arena, .node_limit = 1};
        draw_position(&rng, BRIDGE_ENDGAME_CARDS_MAX, 0, &position);
        assert_int_equal(bridge_endgame_options(&position, NULL, &forced, &options, &error), NASH_OK);
        assert_int_equal(options.count, 0);
        assert_int_equal(forced.stopped, NASH_STOP_TEST);
        forced.stopped = NASH_STOP_NONE;
        assert_int_equal(bridge_endgame_best(&position, &forced, &card, &tricks, &error), NASH_OK);
        assert_int_equal(tricks, -1);
        assert_int_equal(bridge_endgame_options(&position, NULL, &nodes, &options, &error), NASH_OK);
        assert_true(nodes.stopped == NASH_STOP_NODES ? options.count == 0 : options.count > 0);
        assert_true(nodes.nodes <= 1 + 2 * NASH_CLOCK_EVERY);
    }
    nash_arena_free(arena);
}

/* Little memory makes the search slower, not wrong; too little is an error. */
static void test_little_memory(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned refused = 0;
    for (unsigned round = 0; round < 40; round++) {
        struct bridge_position position;
        struct bridge_options whole, little;
        struct nash_error error;
        struct nash_run roomy = {.arena = nash_arena_new(16 << 20)};
        struct nash_run tight = {.arena = nash_arena_new((size_t)(2 + round) << 10)};
        draw_position(&rng, 7, 0, &position);
        assert_int_equal(bridge_endgame_options(&position, NULL, &roomy, &whole, &error), NASH_OK);
        if (bridge_endgame_options(&position, NULL, &tight, &little, &error) == NASH_NOMEM) {
            refused++;
        } else {
            values wanted, found;
            spread(&whole, wanted);
            spread(&little, found);
            compare(&position, wanted, found);
        }
        nash_arena_free(roomy.arena);
        nash_arena_free(tight.arena);
    }
    assert_in_range(refused, 1, 39);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_lines),
        cmocka_unit_test(test_against_the_library),
        cmocka_unit_test(test_the_other_questions),
        cmocka_unit_test(test_what_the_options_say),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
