/* Monte Carlo. A sample takes one random number: its product with the number of states has the column of the alias
 * table in the upper 64 bits, and in the lower ones the place in that column. */
#include <nash/rng.h>

#include "steps.h"

enum { CHUNK = 4096 /* samples between two stop checks */ };

struct alias_table {
    uint64_t *threshold; /* [count] a place from here on belongs to the other state */
    uint32_t *other;
    uint32_t count;
};

/* Builds the table of a distribution by Vose's method. Returns false if the arena is full. */
static bool alias_build(struct alias_table *t, const double *probability, uint32_t count, struct nash_arena *arena)
{
    double *share = NASH_NEW(arena, double, count); /* of a column; 1 is full */
    uint32_t *small = NASH_NEW(arena, uint32_t, count), *large = NASH_NEW(arena, uint32_t, count);
    uint32_t smalls = 0, larges = 0;
    *t = (struct alias_table){NASH_NEW(arena, uint64_t, count), NASH_NEW(arena, uint32_t, count), count};
    if (!share || !small || !large || !t->threshold || !t->other)
        return false;
    for (uint32_t h = 0; h < count; h++) {
        share[h] = probability[h] * count;
        t->other[h] = h;
        t->threshold[h] = UINT64_MAX;
        *(share[h] < 1 ? &small[smalls++] : &large[larges++]) = h;
    }
    while (smalls && larges) {
        uint32_t less = small[--smalls], more = large[larges - 1];
        t->threshold[less] = (uint64_t)(share[less] * 0x1p64);
        t->other[less] = more;
        share[more] -= 1 - share[less];
        if (share[more] < 1) {
            larges--;
            small[smalls++] = more;
        }
    }
    for (uint32_t i = 0; i < smalls; i++) /* rounding left these: a state of probability 0 stays impossible */
        if (!(probability[small[i]] > 0))
            t->threshold[small[i]] = 0;
    return true;
}

/* A state that rounding left with threshold 0 and without another one would draw itself: gives it the likeliest state.
 */
static void alias_mend(struct alias_table *t, const double *probability)
{
    uint32_t likeliest = 0;
    for (uint32_t h = 1; h < t->count; h++)
        if (probability[h] > probability[likeliest])
            likeliest = h;
    for (uint32_t h = 0; h < t->count; h++)
        if (!(probability[h] > 0) && t->other[h] == h)
            t->other[h] = likeliest;
}

static uint32_t alias_draw(const struct alias_table *t, uint64_t random)
{
    unsigned __int128 product = (unsigned __int128)random * t->count;
    uint32_t column = (uint32_t)(product >> 64);
    return (uint64_t)product < t->threshold[column] ? column : t->other[column];
}

static enum tables_outcome draw_outcome(const struct tables_problem *p, uint32_t h, struct nash_rng *rng)
{
    double win = tables_chance(p, h, TABLES_WIN), tie = tables_chance(p, h, TABLES_TIE);
    if (win >= 1)
        return TABLES_WIN;
    if (tie >= 1)
        return TABLES_TIE;
    if (win + tie <= 0)
        return TABLES_LOSE;
    double place = nash_rng_unit(rng);
    return place < win ? TABLES_WIN : place < win + tie ? TABLES_TIE : TABLES_LOSE;
}

double *tables_draw(const struct tables_problem *p, struct nash_run *run, struct tables_answer *a)
{
    size_t cells = (size_t)p->hidden * TABLES_OUTCOMES;
    double *joint = NASH_NEW(run->arena, double, cells);
    uint32_t *count = NASH_NEW(run->arena, uint32_t, cells);
    struct alias_table table;
    struct nash_rng rng;
    if (!joint || !count || !alias_build(&table, a->posterior, p->hidden, run->arena))
        return NULL;
    alias_mend(&table, a->posterior);
    nash_rng_seed(&rng, run->seed);
    while (a->samples < p->samples) {
        uint32_t chunk = p->samples - a->samples < CHUNK ? p->samples - a->samples : CHUNK;
        for (uint32_t i = 0; i < chunk; i++) {
            uint32_t h = alias_draw(&table, nash_rng_next(&rng));
            count[h * TABLES_OUTCOMES + draw_outcome(p, h, &rng)]++;
        }
        a->samples += chunk;
        run->nodes += chunk;
        if (a->samples < p->samples && nash_stop(run, TABLES_STOP_SAMPLES))
            break;
    }
    for (size_t i = 0; i < cells; i++) {
        a->drawn[i % TABLES_OUTCOMES] += count[i];
        joint[i] = (double)count[i] / a->samples;
    }
    return joint;
}
