/* Hidden hands dealt and solved, deal by deal.
 *
 * Deals have numbers (dealing.h), so that a sample is a row of random numbers. Where there are no more deals than
 * samples asked for, the row is all of them, shuffled, and the means are exact. What is dealt does not depend on what
 * was found: a stopped run has the first deals of the longer one, chosen as well at random. */
#include <nash/rng.h>

#include "average.h"
#include "constrain.h"
#include "ending.h"
#include "engine.h"

static void deal_number(const struct bridge_problem *problem, const struct bridge_hiding *hiding,
                        const struct bridge_dealing *dealing, uint64_t number, struct bridge_position *position)
{
    bridge_ranks hand[BRIDGE_HIDDEN_MAX][BRIDGE_SUITS];
    *position = problem->position;
    bridge_dealing_deal(dealing, number, hand);
    for (unsigned h = 0; h < hiding->rules.hands; h++)
        for (unsigned s = 0; s < BRIDGE_SUITS; s++)
            position->deal.hand[hiding->seat[h]][s] = hand[h][s];
}

static void tell(const struct bridge_problem *problem, const struct bridge_sample *sample, struct nash_run *run)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    nash_jsonw_kuint(&out, "deals", sample->dealt);
    nash_jsonw_kuint(&out, "samples", problem->sampling->samples);
    nash_jsonw_key(&out, "cards");
    nash_jsonw_array(&out);
    for (unsigned i = 0; i < sample->count; i++) {
        const struct bridge_sample_card *card = &sample->card[i];
        char name[] = {bridge_strain_letter(card->card.suit), bridge_rank_letter(card->card.rank), '\0'};
        nash_jsonw_object(&out);
        nash_jsonw_kstring(&out, "card", name);
        nash_jsonw_kdouble(&out, "tricks", card->tricks);
        if (problem->has_contract)
            nash_jsonw_kdouble(&out, "makes", card->makes);
        nash_jsonw_object_end(&out);
    }
    nash_jsonw_array_end(&out);
    nash_jsonw_object_end(&out);
    if (!buf.failed)
        run->progress(run, buf.data, buf.len);
    nash_buf_free(&buf);
}

/* The numbers of the deals: of few all, of many so many at random. NULL: no memory. */
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
    bridge_hiding_of(problem, &hiding);
    struct bridge_dealing *dealing = bridge_dealing_new(&hiding.rules, run->arena);
    struct bridge_sample *sample = NASH_NEW(run->arena, struct bridge_sample, 1);
    if (!dealing || !sample)
        return nash_fail(error, NASH_NOMEM, NULL, "The memory does not suffice to count the deals.");
    uint64_t possible = bridge_dealing_count(dealing);
    if (possible == 0)
        return nash_fail(error, NASH_INTERNAL, "/constraints", "No deal agrees with what is known.");
    uint32_t samples = problem->sampling->samples;
    uint64_t *number = draw_numbers(possible, &samples, run);
    if (!number)
        return nash_fail(error, NASH_NOMEM, NULL, "The memory does not suffice for %u deals.", samples);
    struct bridge_ending_memory *memory = NULL;
    struct bridge_average average = {0};
    bool contract = problem->has_contract && problem->contract.level > 0;
    answer->sample = sample;
    for (uint32_t i = 0; i < samples && !nash_stop(run, 60); i++) {
        struct bridge_position position;
        struct bridge_options options;
        deal_number(problem, &hiding, dealing, number[i], &position);
        if (i == 0)
            bridge_average_begin(&average, problem, &position);
        if (i == 0 && bridge_ending_wins(&position) && !(memory = bridge_ending_memory_new(run->arena)))
            return nash_fail(error, NASH_NOMEM, NULL, "The memory does not suffice for the search of endings.");
        enum nash_status status = bridge_solve_options(&position, memory, run, &options, error);
        if (status != NASH_OK)
            return status;
        if (options.count == 0)
            break;
        bridge_average_add(&average, &options);
        if (nash_progress_due(run)) {
            bridge_average_end(&average, contract, possible, sample);
            tell(problem, sample, run);
        }
    }
    bridge_average_end(&average, contract, possible, sample);
    return NASH_OK;
}
