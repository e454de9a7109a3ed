/* Fitting a policy to counts. The constants were chosen by 5-fold cross-validation over the sessions of a corpus of
 * 7,737 six-player hands (tests/bench/holdem/bench_model.c); the loss is flat near them. */
#include "policy.h"

#include <math.h>
#include <string.h>

#include "prior.h"

/* The weight of the prior at each level, in observations of similar cells. */
static const float prior_weight[2][SITUATION_LEVELS] = {{8.0F, 9.0F, 18.0F, 12.0F}, {10.0F, 90.0F, 135.0F, 60.0F}};
#define TOTAL_WEIGHT   3.0F  /* of the coarser situation in the shares of a finer one's deeds */
#define ALIKE_WIDTH    0.1   /* Hellinger-like distance of classes that are played alike */
#define ALIKE_RANK     0.1   /* exponent of the rank kernel within the kernel of behaviour */
#define RANK_WIDTH     0.7   /* in ranks of the lower card */
#define RANK_HIGH      2.0   /* a rank of the higher card counts as much as sqrt(2) of the lower */
#define RANK_SUITED    0.02  /* suited and offsuit */
#define RANK_PAIR      0.1   /* a pair and other hands */
#define STRENGTH_WIDTH 0.075 /* in percentiles of strength */
#define DRAW_STEP      0.1   /* one kind of draw further */

/* ---- kernels ---- */

static void class_ranks(unsigned c, int *high, int *low, int *kind)
{
    const int row = (int)c / 13, column = (int)c % 13;
    *high = 12 - (row < column ? row : column);
    *low = 12 - (row < column ? column : row);
    *kind = row == column ? 2 : row < column;
}

static void kernel_rank(float kernel[][CELLS])
{
    for (unsigned i = 0; i < HOLDEM_CLASSES; i++)
        for (unsigned j = 0; j < HOLDEM_CLASSES; j++) {
            int high[2], low[2], kind[2];
            class_ranks(i, &high[0], &low[0], &kind[0]);
            class_ranks(j, &high[1], &low[1], &kind[1]);
            const double h = high[0] - high[1], l = low[0] - low[1];
            double k = exp(-(RANK_HIGH * h * h + l * l) / (2 * RANK_WIDTH * RANK_WIDTH));
            if (kind[0] != kind[1])
                k *= kind[0] == 2 || kind[1] == 2 ? RANK_PAIR : RANK_SUITED;
            kernel[i][j] = (float)k;
        }
}

static void kernel_strength(float kernel[][CELLS])
{
    for (int i = 0; i < CELLS_POSTFLOP; i++)
        for (int j = 0; j < CELLS_POSTFLOP; j++) {
            const double d = (double)(i % CELL_BINS - j % CELL_BINS) / CELL_BINS;
            const int draws = i / CELL_BINS - j / CELL_BINS;
            kernel[i][j] = (float)(exp(-d * d / (2 * STRENGTH_WIDTH * STRENGTH_WIDTH)) *
                                   pow(DRAW_STEP, draws < 0 ? -draws : draws));
        }
}

/* Sets the kernel of classes by their probabilities in an unopened pot and facing a raise. */
static void kernel_alike(struct holdem_policy *p)
{
    static const unsigned spot[2] = {0, 2};
    float root[2 * HOLDEM_DEEDS][CELLS];
    for (unsigned s = 0; s < 2; s++)
        for (unsigned d = 0; d < HOLDEM_DEEDS; d++)
            for (unsigned c = 0; c < CELLS; c++)
                root[s * HOLDEM_DEEDS + d][c] = sqrtf(p->row[0][spot[s]][d][c]);
    for (unsigned i = 0; i < CELLS; i++)
        for (unsigned j = 0; j <= i; j++) {
            float distance = 0;
            for (unsigned f = 0; f < 2 * HOLDEM_DEEDS; f++)
                distance += (root[f][i] - root[f][j]) * (root[f][i] - root[f][j]);
            const float k = expf(-distance / (float)(2 * ALIKE_WIDTH * ALIKE_WIDTH)) *
                            powf(p->rank[i][j] + 1e-6F, (float)ALIKE_RANK);
            p->alike[i][j] = p->alike[j][i] = i == j ? 1 : k;
        }
}

/* ---- fitting ---- */

/* Returns the counts of a situation, cleared if it is new. */
static policy_row *count_row(struct holdem_policy *p, unsigned level, unsigned situation)
{
    if (!p->seen[level][situation])
        memset(p->count[level][situation], 0, sizeof(policy_row));
    p->seen[level][situation] = true;
    return &p->count[level][situation];
}

/* Sets the counts of all levels. */
static void policy_count(struct holdem_policy *p, const struct holdem_model *model)
{
    for (uint32_t b = 0; b < model->blocks; b++) {
        const struct model_block *block = &model->block[b];
        const float weight = (float)(p->weight[b] / MODEL_UNIT);
        for (uint32_t e = 0; e < block->entries; e++) {
            const uint32_t key = block->key[e];
            policy_row *row = count_row(p, SITUATION_FINEST, model_key_situation(key));
            (*row)[key % HOLDEM_DEEDS][model_key_cell(key)] += weight * (float)block->count[e];
        }
    }
    for (unsigned level = SITUATION_FINEST; level > 0; level--)
        for (unsigned s = 0; s < situation_count[level]; s++) {
            if (!p->seen[level][s])
                continue;
            policy_row *sum = count_row(p, level - 1, situation_parent((uint16_t)s, level));
            for (unsigned d = 0; d < HOLDEM_DEEDS; d++)
                for (unsigned c = 0; c < CELLS; c++)
                    (*sum)[d][c] += p->count[level][s][d][c];
        }
}

/* Sets the row of a situation to the counts, smoothed over the cells, and their sums by deed. */
static void row_smooth(struct holdem_policy *p, unsigned level, unsigned situation, const float kernel[][CELLS])
{
    memset(p->row[level][situation], 0, sizeof(policy_row));
    for (unsigned d = 0; d < HOLDEM_DEEDS; d++) {
        float *sum = p->row[level][situation][d], total = 0;
        for (unsigned from = 0; from < CELLS; from++) {
            const float count = p->count[level][situation][d][from];
            if (count <= 0)
                continue;
            total += count;
            for (unsigned c = 0; c < CELLS; c++)
                sum[c] += count * kernel[from][c];
        }
        p->total_of[level][situation][d] = total;
    }
}

/* Turns the smoothed counts of a situation into probabilities, with those of its parent as the prior. */
static void row_finish(policy_row row, const policy_row parent, const float total[static HOLDEM_DEEDS],
                       const float parent_total[static HOLDEM_DEEDS], float weight)
{
    float all = 0, parent_all = 0, scale[HOLDEM_DEEDS];
    for (unsigned d = 0; d < HOLDEM_DEEDS; d++) {
        all += total[d];
        parent_all += parent_total[d];
    }
    for (unsigned d = 0; d < HOLDEM_DEEDS; d++) {
        /* 0.01 in both places: a deed that the coarser situation never had keeps the shape that its prior gives it */
        const float parent_share = (parent_total[d] + 0.01F) / (parent_all + 0.01F * HOLDEM_DEEDS);
        scale[d] = (total[d] + TOTAL_WEIGHT * parent_share) / (all + TOTAL_WEIGHT) / parent_share;
    }
    for (unsigned c = 0; c < CELLS; c++) {
        float prior[HOLDEM_DEEDS], prior_sum = 0, sum = weight;
        for (unsigned d = 0; d < HOLDEM_DEEDS; d++) {
            prior[d] = parent[d][c] * scale[d];
            prior_sum += prior[d];
            sum += row[d][c];
        }
        if (prior_sum <= 0)
            continue; /* a cell that this street does not have */
        for (unsigned d = 0; d < HOLDEM_DEEDS; d++)
            row[d][c] = (row[d][c] + weight * prior[d] / prior_sum) / sum;
    }
}

/* Sets the probabilities of a level: of situations before the flop, or of those after it. */
static void level_fit(struct holdem_policy *p, unsigned level, bool preflop)
{
    const float(*kernel)[CELLS] = (const float(*)[CELLS])(!preflop ? p->strength : level ? p->alike : p->rank);
    const unsigned first = preflop ? 0 : situation_preflop[level];
    const unsigned end = preflop ? situation_preflop[level] : situation_count[level];
    for (unsigned s = first; s < end; s++) {
        if (!p->seen[level][s])
            continue;
        row_smooth(p, level, s, kernel);
        const unsigned up = level ? situation_parent((uint16_t)s, level) : 0;
        const policy_row *parent = level ? &p->row[level - 1][up] : &p->prior[s];
        float generic[HOLDEM_DEEDS] = {0};
        for (unsigned d = 0; !level && d < HOLDEM_DEEDS; d++)
            for (unsigned c = 0; c < CELLS; c++)
                generic[d] += p->prior[s][d][c];
        row_finish(p->row[level][s], *parent, p->total_of[level][s], level ? p->total_of[level - 1][up] : generic,
                   prior_weight[!preflop][level]);
    }
}

static void policy_clear(struct holdem_policy *p)
{
    for (unsigned l = 0; l < SITUATION_LEVELS; l++)
        memset(p->seen[l], 0, situation_count[l] * sizeof *p->seen[l]);
    memcpy(p->row[0], p->prior, situation_count[0] * sizeof *p->prior);
}

/* Replaces each probability by trust * (that of the model) + (1 - trust) * (that of the generic player). */
static void policy_mix(struct holdem_policy *p)
{
    const float trust = (float)p->trust;
    for (unsigned l = 0; l < SITUATION_LEVELS; l++)
        for (unsigned s = 0; s < situation_count[l]; s++) {
            uint16_t coarsest = (uint16_t)s;
            for (unsigned level = l; level > 0; level--)
                coarsest = situation_parent(coarsest, level);
            for (unsigned d = 0; p->seen[l][s] && d < HOLDEM_DEEDS; d++)
                for (unsigned c = 0; c < CELLS; c++)
                    p->row[l][s][d][c] = trust * p->row[l][s][d][c] + (1 - trust) * p->prior[coarsest][d][c];
        }
}

static void policy_logarithms(struct holdem_policy *p)
{
    for (unsigned l = 0; l < SITUATION_LEVELS; l++)
        for (unsigned s = 0; s < situation_count[l]; s++)
            for (unsigned d = 0; (l == 0 || p->seen[l][s]) && d < HOLDEM_DEEDS; d++)
                for (unsigned c = 0; c < CELLS; c++)
                    p->row[l][s][d][c] = logf(p->row[l][s][d][c] + 1e-9F);
}

void holdem_policy_fit(struct holdem_policy *policy, const struct holdem_model *model, double trust,
                       struct nash_arena *arena)
{
    uint8_t first[MODEL_BLOCKS];
    double evidence[MODEL_BLOCKS];
    const unsigned stretches = model_stretches(model, arena, first, evidence);
    for (unsigned b = 0; b < model->blocks; b++)
        policy->weight[b] = b >= first[stretches - 1] ? 1 : MODEL_OLD_WEIGHT;
    policy->trust = trust == MODEL_TRUST_BY_DATA ? model_trust(model, first[stretches - 1]) : trust;
    policy_clear(policy);
    policy_count(policy, model);
    for (unsigned l = 0; l < SITUATION_LEVELS; l++)
        for (unsigned preflop = 0; preflop < 2; preflop++) {
            if (l == 1 && preflop)
                kernel_alike(policy);
            level_fit(policy, l, preflop);
        }
    policy_mix(policy);
    policy_logarithms(policy);
}

const float *holdem_policy_deed(const struct holdem_policy *policy, unsigned situation, unsigned deed)
{
    unsigned s = situation, level = SITUATION_FINEST;
    for (; level > 0 && !policy->seen[level][s]; level--)
        s = situation_parent((uint16_t)s, level);
    return policy->row[level][s][deed];
}

struct holdem_policy *holdem_policy_new(struct nash_arena *arena)
{
    struct holdem_policy *p = NASH_NEW(arena, struct holdem_policy, 1);
    bool full = !p;
    for (unsigned l = 0; !full && l < SITUATION_LEVELS; l++) {
        p->row[l] = nash_arena_array(arena, situation_count[l], sizeof(policy_row));
        p->count[l] = nash_arena_array(arena, situation_count[l], sizeof(policy_row));
        p->seen[l] = NASH_NEW(arena, bool, situation_count[l]);
        p->total_of[l] = nash_arena_array(arena, situation_count[l], sizeof *p->total_of[l]);
        full = !p->row[l] || !p->count[l] || !p->seen[l] || !p->total_of[l];
    }
    if (full)
        return NULL;
    p->prior = nash_arena_array(arena, situation_count[0], sizeof(policy_row));
    p->alike = nash_arena_array(arena, CELLS, sizeof *p->alike);
    p->rank = nash_arena_array(arena, CELLS, sizeof *p->rank);
    p->strength = nash_arena_array(arena, CELLS, sizeof *p->strength);
    if (!p->prior || !p->alike || !p->rank || !p->strength)
        return NULL;
    for (unsigned s = 0; s < situation_count[0]; s++)
        prior_fill((uint16_t)s, p->prior[s]);
    kernel_rank(p->rank);
    kernel_strength(p->strength);
    cells_weights(p->class_weight);
    policy_clear(p);
    policy_logarithms(p);
    return p;
}
