/* Deals hidden hands at random and solves each deal.
 *
 * Deals have numbers (dealing.h), so a sample is a sequence of random numbers. If there are no more deals than
 * requested samples, the sequence is all of them, shuffled, and the means are exact. The deals do not depend on the
 * results: a stopped run has the first deals of a longer one, which are also chosen at random. */
#include <nash/rng.h>
#include <solvers/bridge/double_dummy/engine.h>
#include <solvers/bridge/endgame/endgame.h>

#include "constrain.h"
#include "statistics.h"

static void make_deal(const struct bridge_problem *problem, const struct bridge_hiding *hiding,
                      const struct bridge_dealing *dealing, uint64_t number, struct bridge_position *position)
{
    bridge_ranks hand[BRIDGE_HIDDEN_MAX][BRIDGE_SUITS];
    *position = problem->position;
    bridge_dealing_deal(dealing, number, hand);
    for (unsigned h = 0; h < hiding->rules.hands; h++)
        for (unsigned s = 0; s < BRIDGE_SUITS; s++)
            position->deal.hand[hiding->seat[h]][s] = hand[h][s];
}

static void report_progress(const struct bridge_problem *problem, const struct bridge_sample *sample,
                            struct nash_run *run)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    nash_jsonw_kuint(&out, "deals", sample->dealt);
    nash_jsonw_kuint(&out, "samples", problem->sampling->samples);
    nash_jsonw_karray(&out, "cards");
    for (unsigned i = 0; i < sample->count; i++) {
        const struct bridge_sample_card *card = &sample->card[i];
        char name[] = {bridge_strain_letter(card->card.suit), card_rank_letter(card->card.rank), '\0'};
        nash_jsonw_object(&out);
        nash_jsonw_kstring(&out, "card", name);
        nash_jsonw_kdouble(&out, "tricks", card->tricks);
        if (problem->has_contract)
            nash_jsonw_kdouble(&out, "makes", card->makes);
        nash_jsonw_object_end(&out);
    }
    nash_jsonw_array_end(&out);
    nash_jsonw_object_end(&out);
    nash_progress_send(run, &buf);
}

/* Draws the numbers of the deals to solve: random ones, or all in random order if there are at most *samples; then
 * *samples becomes their number. NULL: out of memory. */
static uint64_t *draw_numbers(uint64_t possible, uint32_t *samples, struct nash_run *run)
{
    struct nash_rng rng;
    bool all = possible <= *samples;
    if (all)
        *samples = (uint32_t)possible;
    uint64_t *number = NASH_NEW(run->arena, uint64_t, *samples);
    if (!number)
        return NULL;
    nash_rng_seed(&rng, run->seed);
    for (uint32_t i = 0; i < *samples; i++) {
        uint64_t at = all ? nash_rng_below(&rng, i + 1) : i;
        number[i] = number[at];
        number[at] = all ? i : nash_rng_below(&rng, possible);
    }
    return number;
}

enum nash_status bridge_find_sample(const struct bridge_problem *problem, struct nash_run *run,
                                    struct bridge_answer *answer, struct nash_error *error)
{
    struct bridge_hiding hiding;
    bridge_hiding_make(problem, &hiding);
    struct bridge_dealing *dealing = bridge_dealing_new(&hiding.rules, run->arena);
    struct bridge_sample *sample = NASH_NEW(run->arena, struct bridge_sample, 1);
    if (!dealing || !sample)
        return nash_fail(error, NASH_NOMEM, NULL, "The possible deals do not fit into the memory of this job.");
    uint64_t possible = bridge_dealing_count(dealing);
    if (possible == 0)
        return nash_fail(error, NASH_INTERNAL, "/constraints", "No deal agrees with what is known.");
    uint32_t samples = problem->sampling->samples;
    uint64_t *number = draw_numbers(possible, &samples, run);
    if (!number)
        return nash_fail(error, NASH_NOMEM, NULL, "The memory does not suffice for %u deals.", samples);
    struct bridge_endgame_table *table = NULL;
    struct bridge_statistics statistics = {0};
    bool contract = problem->has_contract && problem->contract.level > 0;
    answer->sample = sample;
    for (uint32_t i = 0; i < samples && !nash_stop(run, 60); i++) {
        struct bridge_position position;
        struct bridge_options options;
        make_deal(problem, &hiding, dealing, number[i], &position);
        if (i == 0)
            bridge_statistics_init(&statistics, problem, &position);
        if (i == 0 && bridge_endgame_is_faster(&position) && !(table = bridge_endgame_table_new(run->arena)))
            return nash_fail(error, NASH_NOMEM, NULL, "The memory does not suffice for the search of endings.");
        enum nash_status status = bridge_solve_options(&position, table, run, &options, error);
        if (status != NASH_OK)
            return status;
        if (options.count == 0)
            break;
        bridge_statistics_add(&statistics, &options);
        if (nash_progress_due(run)) {
            bridge_statistics_compute(&statistics, contract, possible, sample);
            report_progress(problem, sample, run);
        }
    }
    bridge_statistics_compute(&statistics, contract, possible, sample);
    return NASH_OK;
}
