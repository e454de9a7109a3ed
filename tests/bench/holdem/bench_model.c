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
#include <nash/rng.h>
#include <solvers/holdem/model/learn.h>
#include <solvers/holdem/model/measure.h>

#include "../../unit/holdem/pluribus.h"
#include "../cost.h"

enum { FOLDS = 5, HANDS_MAX = 20000, DRAWS = 2000, ARENA = 1 << 30 };

struct corpus {
    struct holdem_history_hand *hand; /* [HANDS_MAX] */
    unsigned *fold, *session, count, sessions;
};

static bool corpus_read(struct corpus *c, const char *path)
{
    struct pluribus p;
    if (!pluribus_open(&p, path))
        return false;
    c->hand = malloc(HANDS_MAX * sizeof *c->hand);
    c->fold = calloc(HANDS_MAX, sizeof *c->fold);
    c->session = calloc(HANDS_MAX, sizeof *c->session);
    char last[sizeof p.session] = "";
    while (c->hand && c->fold && c->session && c->count < HANDS_MAX && pluribus_next(&p)) {
        const struct nash_hash hash = nash_sha256_of(p.session, strlen(p.session));
        c->sessions += c->sessions == 0 || strcmp(last, p.session) != 0;
        memcpy(last, p.session, sizeof last);
        c->session[c->count] = c->sessions - 1;
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
           1.96 * deviation / sqrt(n), (double)l->uniform / n * 1e-6, ((double)l->uniform / n * 1e-6) - mean,
           exp(mean));
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

static void add_quality(struct model_quality *sum, const struct model_quality *other)
{
    for (unsigned g = 0; g < MODEL_GROUPS; g++)
        model_losses_sum(&sum->group[g], &other->group[g]);
    model_calibration_sum(&sum->wins, &other->wins);
    model_calibration_sum(&sum->uniform_wins, &other->uniform_wins);
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Prints 95 % intervals: sessions are drawn again with repetition, because hands of a session are alike. */
static void print_intervals(const struct corpus *c, const struct model_quality *session)
{
    static double value[3][DRAWS];
    static const char *const names[3] = {"loss", "Brier", "ECE"};
    struct nash_rng rng;
    nash_rng_seed(&rng, 1);
    for (unsigned draw = 0; draw < DRAWS; draw++) {
        struct model_quality sum = {0};
        for (unsigned k = 0; k < c->sessions; k++)
            add_quality(&sum, &session[nash_rng_below(&rng, c->sessions)]);
        const struct model_losses *shown = &sum.group[MODEL_SHOWDOWN];
        value[0][draw] = (double)shown->loss * 1e-6 / (double)shown->count;
        value[1][draw] = (double)sum.wins.brier * 1e-6 / (double)sum.wins.count;
        value[2][draw] = calibration_error(&sum.wins);
    }
    for (unsigned v = 0; v < 3; v++) {
        qsort(value[v], DRAWS, sizeof(double), compare_numbers);
        printf("%-6s 95 %% interval over %u sessions: %.4f to %.4f\n", names[v], c->sessions, value[v][DRAWS / 40],
               value[v][DRAWS - DRAWS / 40 - 1]);
    }
}

/* Hides the cards that are not shown at a showdown, as most records do. */
static void hide_cards(struct holdem_history_hand *hand)
{
    uint32_t folded = 0;
    for (uint32_t k = 0; k < hand->actions; k++)
        if (hand->action[k].move == HISTORY_FOLD)
            folded |= UINT32_C(1) << hand->action[k].player;
    const uint32_t left = ~folded & ((UINT32_C(1) << hand->players) - 1);
    for (unsigned p = 0; p < hand->players; p++)
        if (!(left >> p & 1) || !(left & (left - 1)))
            hand->seat[p].hole[0] = hand->seat[p].hole[1] = CARD_NONE;
}

/* Learns every part-th hand of all folds but one and predicts that one. */
static void run_fold(const struct corpus *c, unsigned fold, unsigned part, bool hidden, struct model_quality *session)
{
    struct nash_arena *arena = nash_arena_new(ARENA);
    struct holdem_model *model = NASH_NEW(arena, struct holdem_model, 1);
    struct learner l;
    learner_begin(&l, model, arena);
    for (unsigned i = 0; i < c->count; i++)
        if (c->fold[i] != fold && i % part == 0) {
            static struct holdem_history_hand hand;
            hand = c->hand[i];
            if (hidden)
                hide_cards(&hand);
            learner_hand(&l, &hand);
        }
    learner_end(&l);
    struct holdem_policy *policy = holdem_policy_new(arena);
    holdem_policy_fit(policy, model, MODEL_TRUST_BY_DATA, arena);
    struct measure *m = NASH_NEW(arena, struct measure, 1);
    struct model_losses shown = {0};
    for (unsigned i = 0; i < c->count; i++)
        if (c->fold[i] == fold) {
            measure_begin(m, policy, &c->hand[i]);
            measure_hand(m, UINT32_MAX, &session[c->session[i]], &shown);
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
    struct model_quality sum = {0}, *session = calloc(c.sessions, sizeof *session);
    if (!session)
        return 1;
    for (unsigned fold = 0; fold < FOLDS; fold++)
        run_fold(&c, fold, 1, false, session);
    for (unsigned k = 0; k < c.sessions; k++)
        add_quality(&sum, &session[k]);
    print_losses("reached showdown", &sum.group[MODEL_SHOWDOWN]);
    print_losses("saw the flop", &sum.group[MODEL_FLOP]);
    print_losses("left before the flop", &sum.group[MODEL_PREFLOP]);
    print_calibration("wins at showdown", &sum.wins);
    print_calibration("the same, uniform", &sum.uniform_wins);
    for (unsigned b = 0; b < MODEL_BINS; b++)
        printf("  %.1f  n %5.0f  said %.3f  won %.3f\n", b / 10.0, (double)sum.wins.bin_count[b],
               (double)sum.wins.said[b] * 1e-6 / (double)sum.wins.bin_count[b],
               (double)sum.wins.won[b] * 1e-6 / (double)sum.wins.bin_count[b]);
    print_intervals(&c, session);
    static const unsigned parts[] = {1, 1000, 100, 30, 10, 3}; /* the first one with hidden cards */
    for (unsigned k = 0; k < sizeof parts / sizeof *parts; k++) {
        struct model_quality less = {0};
        char name[32];
        memset(session, 0, c.sessions * sizeof *session);
        for (unsigned fold = 0; fold < FOLDS; fold++)
            run_fold(&c, fold, parts[k], k == 0, session);
        for (unsigned n = 0; n < c.sessions; n++)
            add_quality(&less, &session[n]);
        snprintf(name, sizeof name, k ? "one hand of %u" : "cards shown or hidden", parts[k]);
        print_losses(name, &less.group[MODEL_SHOWDOWN]);
        print_calibration(name, &less.wins);
    }
    free(c.hand);
    free(c.fold);
    free(c.session);
    free(session);
    return 0;
}
