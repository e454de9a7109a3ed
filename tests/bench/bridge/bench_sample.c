/* Single dummy: CPU time of the tables of a dealing, of a deal, and of solving a deal. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <nash/arena.h>
#include <solvers/bridge/single_dummy/constrain.h>

#include "../../unit/bridge/harness/random_position.h"

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* `seen`: a bit for each seat from the one to play on; limits: number of hidden hands with limited points. */
static void measure(const char *name, unsigned cards, unsigned seen, unsigned limits, uint32_t samples)
{
    enum { ROUNDS = 5, DEALS = 20000 };
    struct nash_rng rng;
    double tables = 0, deals = 0, solved = 0;
    nash_rng_seed(&rng, 1);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct nash_run run = {.arena = nash_arena_new(64 << 20), .seed = round};
        struct bridge_sampling sampling = {.samples = samples};
        struct bridge_problem problem = {.want = BRIDGE_WANT_SAMPLE, .has_strain = true, .sampling = &sampling};
        struct bridge_hiding hiding;
        struct bridge_answer answer = {0};
        struct nash_error error;
        draw_position(&rng, cards, 0, &problem.position);
        for (unsigned i = 0, limited = 0; i < BRIDGE_SEATS; i++) {
            unsigned seat = (problem.position.leader + i) % BRIDGE_SEATS, points = 0;
            sampling.constraint[seat] = BRIDGE_CONSTRAINT_NONE;
            sampling.seen |= (uint8_t)((seen >> i & 1) << seat);
            for (unsigned s = 0; s < BRIDGE_SUITS; s++)
                points += bridge_hcp(problem.position.deal.hand[seat][s]);
            if (!(seen >> i & 1) && limited++ < limits) {
                sampling.constraint[seat].hcp[0] = (uint8_t)(points > 2 ? points - 2 : 0);
                sampling.constraint[seat].hcp[1] = (uint8_t)(points + 2);
            }
        }
        bridge_hiding_make(&problem, &hiding);
        double start = cpu_ms();
        struct bridge_dealing *dealing = bridge_dealing_new(&hiding.rules, run.arena);
        double made = cpu_ms();
        for (unsigned i = 0; i < DEALS; i++) {
            bridge_ranks hand[BRIDGE_HIDDEN_MAX][BRIDGE_SUITS];
            bridge_dealing_deal(dealing, nash_rng_below(&rng, bridge_dealing_count(dealing)), hand);
        }
        double dealt = cpu_ms();
        if (bridge_find_sample(&problem, &run, &answer, &error) != NASH_OK) {
            printf("%s\n", error.detail);
            exit(EXIT_FAILURE);
        }
        tables += (made - start) / ROUNDS;
        deals += (dealt - made) / ROUNDS / DEALS;
        solved += (cpu_ms() - dealt) / ROUNDS / answer.sample->dealt;
        nash_arena_free(run.arena);
    }
    printf("%-44s tables %6.2f ms, a deal %5.2f us, solved %8.3f ms\n", name, tables, deals * 1e3, solved);
}

int main(void)
{
    if (!bridge_dds_open())
        return EXIT_FAILURE;
    measure("13 cards, two hands hidden", 13, 5, 0, 40);
    measure("13 cards, two hidden, points of both", 13, 5, 2, 40);
    measure("13 cards, three hidden", 13, 1, 0, 40);
    measure("13 cards, three hidden, points of one", 13, 1, 1, 40);
    measure("13 cards, three hidden, points of all", 13, 1, 3, 40);
    measure("8 cards, two hidden", 8, 5, 0, 400);
    measure("6 cards, two hidden", 6, 5, 0, 400);
    return EXIT_SUCCESS;
}
