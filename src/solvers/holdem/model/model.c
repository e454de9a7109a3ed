/* Adding models. */
#include "model.h"

#include <math.h>
#include <string.h>

void model_losses_add(struct model_losses *sum, double loss, double uniform)
{
    sum->count++;
    sum->loss += llround(loss * 1e6);
    sum->square += llround(loss * loss * 1e6);
    sum->uniform += llround(uniform * 1e6);
}

void model_losses_sum(struct model_losses *sum, const struct model_losses *other)
{
    sum->count += other->count;
    sum->loss += other->loss;
    sum->square += other->square;
    sum->uniform += other->uniform;
}

void model_calibration_add(struct model_calibration *sum, double said, double won)
{
    const unsigned bin = said < 1 ? (unsigned)(said * MODEL_BINS) : MODEL_BINS - 1;
    sum->count++;
    sum->brier += llround((said - won) * (said - won) * 1e6);
    sum->bin_count[bin]++;
    sum->said[bin] += llround(said * 1e6);
    sum->won[bin] += llround(won * 1e6);
}

void model_calibration_sum(struct model_calibration *sum, const struct model_calibration *other)
{
    sum->count += other->count;
    sum->brier += other->brier;
    for (unsigned b = 0; b < MODEL_BINS; b++) {
        sum->bin_count[b] += other->bin_count[b];
        sum->said[b] += other->said[b];
        sum->won[b] += other->won[b];
    }
}

double model_trust(const struct holdem_model *model, unsigned first)
{
    double hands = 0;
    for (uint32_t b = first; b < model->blocks; b++)
        hands += model->block[b].hands;
    return hands * hands / (hands * hands + MODEL_TRUST_HANDS * MODEL_TRUST_HANDS);
}

bool model_block_add(struct model_block *sum, const struct model_block *first, const struct model_block *second,
                     struct nash_arena *arena)
{
    const size_t most = (size_t)first->entries + second->entries;
    uint32_t *key = NASH_NEW(arena, uint32_t, most), *count = NASH_NEW(arena, uint32_t, most), n = 0;
    if (!key || !count)
        return false;
    for (uint32_t a = 0, b = 0; a < first->entries || b < second->entries; n++) {
        const uint32_t left = a < first->entries ? first->key[a] : UINT32_MAX;
        const uint32_t right = b < second->entries ? second->key[b] : UINT32_MAX;
        key[n] = left < right ? left : right;
        if (left == key[n])
            count[n] += first->count[a++];
        if (right == key[n])
            count[n] += second->count[b++];
    }
    struct model_block both = *first;
    both.hands += second->hands;
    both.actions += second->actions;
    both.from = !both.from || (second->from && second->from < both.from) ? second->from : both.from;
    both.to = second->to > both.to ? second->to : both.to;
    model_losses_sum(&both.shown, &second->shown);
    model_losses_sum(&both.deeds, &second->deeds);
    both.key = key;
    both.count = count;
    both.entries = n;
    *sum = both;
    return true;
}

bool model_coalesce(struct holdem_model *model, struct nash_arena *arena)
{
    while (model->blocks > MODEL_BLOCKS) {
        unsigned best = 0;
        uint32_t least = UINT32_MAX;
        for (unsigned b = 0; b + 4 < model->blocks; b++) {
            const uint32_t hands = model->block[b].hands + model->block[b + 1].hands;
            if (hands < least) {
                least = hands;
                best = b;
            }
        }
        if (!model_block_add(&model->block[best], &model->block[best], &model->block[best + 1], arena))
            return false;
        model->blocks--;
        memmove(&model->block[best + 1], &model->block[best + 2], (model->blocks - best - 1) * sizeof model->block[0]);
    }
    return true;
}

/* Merges the two lists of hands. */
static bool merge_ids(struct holdem_model *model, const struct holdem_model *other, struct nash_arena *arena,
                      uint32_t *twice)
{
    uint64_t *id = NASH_NEW(arena, uint64_t, (size_t)model->ids + other->ids);
    uint32_t n = 0;
    if (!id)
        return false;
    for (uint32_t a = 0, b = 0; a < model->ids || b < other->ids; n++) {
        const bool left = a < model->ids && (b == other->ids || model->id[a] <= other->id[b]);
        const bool right = b < other->ids && (a == model->ids || other->id[b] <= model->id[a]);
        id[n] = left ? model->id[a] : other->id[b];
        a += left;
        b += right;
        *twice += left && right;
    }
    model->id = id;
    model->ids = n;
    return true;
}

bool model_merge(struct holdem_model *model, const struct holdem_model *other, struct nash_arena *arena,
                 uint32_t *twice)
{
    *twice = 0;
    if (!merge_ids(model, other, arena, twice))
        return false;
    if (strcmp(model->player, other->player) != 0)
        model->player[0] = '\0';
    model->hands += other->hands;
    for (uint32_t b = 0; b < other->blocks; b++) {
        model->block[model->blocks++] = other->block[b];
        if (!model_coalesce(model, arena))
            return false;
    }
    struct model_quality *q = &model->quality;
    for (unsigned g = 0; g < MODEL_GROUPS; g++)
        model_losses_sum(&q->group[g], &other->quality.group[g]);
    model_calibration_sum(&q->wins, &other->quality.wins);
    model_calibration_sum(&q->uniform_wins, &other->quality.uniform_wins);
    q->hidden += other->quality.hidden;
    return true;
}
