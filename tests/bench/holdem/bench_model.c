/* Posteriors on real hands: 5-fold cross-validation over the sessions of data/imperfect/pluribus_train.tsv. Prints the
 * loss on revealed hands, the calibration of the probability to win at the showdown with 95 % intervals, and the CPU
 * time of reading and fitting.
 *
 *     bench_model [path of the table]                                                                              */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nash/hash.h>
#include <solvers/holdem/model/learn.h>
#include <solvers/holdem/model/measure.h>

#include "../../unit/holdem/pluribus.h"
#include "../cost.h"

enum { FOLDS = 5, HANDS_MAX = 20000, ARENA = 1 << 30 };

struct corpus {
    struct holdem_history_hand *hand; /* [HANDS_MAX] */
    unsigned *fold, count;
};

static bool corpus_read(struct corpus *c, const char *path)
{
    struct pluribus p;
    if (!pluribus_open(&p, path))
        return false;
    c->hand = malloc(HANDS_MAX * sizeof *c->hand);
    c->fold = calloc(HANDS_MAX, sizeof *c->fold);
    while (c->hand && c->fold && c->count < HANDS_MAX && pluribus_next(&p)) {
        const struct nash_hash hash = nash_sha256_of(p.session, strlen(p.session));
        c->fold[c->count] = hash.byte[0] % FOLDS;
        c->hand[c->count++] = p.hand;
    }
    pluribus_close(&p);
    return c->count > 0;
}

static void print_losses(const char *name, const struct model_losses *l)
{
    const double n = (double)l->count, mean = (double)l->loss / n * 1e-6;
    const double deviation = sqrt((double)l->square / n * 1e-6 - mean * mean);
    printf("%-22s n %6.0f  loss %.4f +- %.4f  uniform %.4f  gain %.4f  perplexity %.0f\n", name, n, mean,
           1.96 * deviation / sqrt(n), (double)l->uniform / n * 1e-6, ((double)l->uniform / n * 1e-6) - mean, exp(mean));
}

static double calibration_error(const struct model_calibration *c)
{
    double sum = 0;
    for (unsigned b = 0; b < MODEL_BINS; b++)
        sum += fabs((double)(c->said[b] - c->won[b])) * 1e-6;
    return sum / (double)c->count;
}

static void print_calibration(const char *name, const struct model_calibration *c)
{
    printf("%-22s n %6.0f  Brier %.4f  ECE %.4f\n", name, (double)c->count, (double)c->brier * 1e-6 / (double)c->count,
           calibration_error(c));
}


/* Learns all folds but one and predicts that one. */
static void run_fold(const struct corpus *c, unsigned fold, struct model_quality *sum)
{
    struct nash_arena *arena = nash_arena_new(ARENA);
    struct holdem_model *model = NASH_NEW(arena, struct holdem_model, 1);
    struct learner l;
    learner_begin(&l, model, arena);
    for (unsigned i = 0; i < c->count; i++)
        if (c->fold[i] != fold)
            learner_hand(&l, &c->hand[i]);
    learner_end(&l);
    struct holdem_policy *policy = holdem_policy_new(arena);
    holdem_policy_fit(policy, model, arena);
    struct measure *m = NASH_NEW(arena, struct measure, 1);
    struct model_losses shown = {0};
    for (unsigned i = 0; i < c->count; i++)
        if (c->fold[i] == fold) {
            measure_begin(m, policy, &c->hand[i]);
            measure_hand(m, UINT32_MAX, sum, &shown);
        }
    nash_arena_free(arena);
}

static void run_prequential(const struct corpus *c)
{
    struct nash_arena *arena = nash_arena_new(ARENA);
    struct holdem_model *model = NASH_NEW(arena, struct holdem_model, 1);
    struct learner l;
    const double begun = cpu_us();
    learner_begin(&l, model, arena);
    for (unsigned i = 0; i < c->count; i++)
        learner_hand(&l, &c->hand[i]);
    learner_end(&l);
    const double took = cpu_us() - begun;
    printf("learning and measuring %u hands: %.3f s CPU, %.3f s for 10,000\n", c->count, took * 1e-6,
           took * 1e-2 / c->count);
    print_losses("prequential showdown", &model->quality.group[MODEL_SHOWDOWN]);
    print_calibration("prequential wins", &model->quality.wins);
    uint8_t first[MODEL_BLOCKS];
    double evidence[MODEL_BLOCKS];
    const unsigned stretches = model_stretches(model, arena, first, evidence);
    for (unsigned s = 1; s < stretches; s++)
        printf("change at block %u, evidence %.1f nats\n", first[s], evidence[s]);
    uint32_t entries = 0;
    for (unsigned b = 0; b < model->blocks; b++)
        entries += model->block[b].entries;
    printf("%u blocks, %u entries\n", model->blocks, entries);
    nash_arena_free(arena);
}

int main(int argc, char **argv)
{
    struct corpus c = {0};
    const double begun = cpu_us();
    if (!corpus_read(&c, argc > 1 ? argv[1] : SHARED_DIR "/data/imperfect/pluribus_train.tsv")) {
        puts("skipped: no reference data");
        return 77;
    }
    printf("reading %u hands: %.3f s CPU\n", c.count, (cpu_us() - begun) * 1e-6);
    run_prequential(&c);
    struct model_quality sum = {0};
    for (unsigned fold = 0; fold < FOLDS; fold++)
        run_fold(&c, fold, &sum);
    print_losses("reached showdown", &sum.group[MODEL_SHOWDOWN]);
    print_losses("saw the flop", &sum.group[MODEL_FLOP]);
    print_losses("left before the flop", &sum.group[MODEL_PREFLOP]);
    print_calibration("wins at showdown", &sum.wins);
    print_calibration("the same, uniform", &sum.uniform_wins);
    for (unsigned b = 0; b < MODEL_BINS; b++)
        printf("  %.1f  n %5.0f  said %.3f  won %.3f\n", b / 10.0, (double)sum.wins.bin_count[b],
               (double)sum.wins.said[b] * 1e-6 / (double)sum.wins.bin_count[b],
               (double)sum.wins.won[b] * 1e-6 / (double)sum.wins.bin_count[b]);
    free(c.hand);
    free(c.fold);
    return 0;
}
