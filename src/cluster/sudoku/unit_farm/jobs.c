/* The farm's jobs: each passes on to solvers/sudoku/units, which knows nothing of a farm. */
#include "jobs.h"

#include <stdio.h>
#include <string.h>

#include <solvers/sudoku/write/game.h>

#include "works.h"

/* ---- proof ---- */

void sudoku_roots_add(void *context, const uint8_t *bytes, size_t len)
{
    struct sudoku_farm *own = context;
    struct sudoku_roots *roots = &own->roots;
    uint8_t *copy = roots->count < roots->room ? NASH_NEW(own->run->arena, uint8_t, len) : NULL;
    roots->failed = roots->failed || copy == NULL;
    if (roots->failed)
        return;
    memcpy(copy, bytes, len);
    roots->bytes[roots->count] = copy;
    roots->len[roots->count++] = len;
}

void sudoku_roots_step(struct sudoku_farm *own)
{
    struct proof_cut *cut = own->roots.cut;
    if (proof_cut_step(cut))
        return;
    own->roots.cut = NULL;
    proof_cut_add(cut, sudoku_roots_add, own);
}

static bool proof_supply(void *self, struct farm *farm, unsigned wanted)
{
    struct sudoku_roots *roots = &((struct sudoku_farm *)self)->roots;
    while (roots->cut != NULL) /* only to restore answers: else the cut has ended before */
        sudoku_roots_step(self);
    for (; wanted > 0 && roots->taken < roots->count; wanted--) {
        farm_add(farm, roots->bytes[roots->taken], roots->len[roots->taken]);
        roots->taken++;
    }
    return roots->taken < roots->count;
}

static enum farm_verdict proof_check(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len,
                                     const char **why)
{
    static const enum farm_verdict verdict[] = {
        [PROOF_WRONG] = FARM_WRONG, [PROOF_VALID] = FARM_VALID, [PROOF_LAST] = FARM_LAST};
    struct sudoku_farm *own = self;
    return verdict[proof_job_check(&own->proof, unit->bytes, unit->len, answer, len, why)];
}

static void add_child(void *context, const uint8_t *bytes, size_t len)
{
    farm_add_child(context, bytes, len);
}

static void proof_divide(void *self, struct farm *farm, const struct farm_unit *unit, const uint8_t *answer, size_t len)
{
    struct sudoku_farm *own = self;
    proof_job_divide(&own->proof, unit->bytes, unit->len, answer, len, add_child, farm);
}

static uint64_t proof_steps(void *self, const uint8_t *answer, size_t len)
{
    return proof_job_steps(&((struct sudoku_farm *)self)->proof, answer, len);
}

static uint64_t proof_yield(void *self, const uint8_t *answer, size_t len)
{
    return proof_job_yield(&((struct sudoku_farm *)self)->proof, answer, len);
}

/* Merges all answers, also those behind the limit, so that the credit of the members adds up to the steps reported. */
static bool proof_merge(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len)
{
    (void)unit;
    proof_job_merge(&((struct sudoku_farm *)self)->proof, answer, len);
    return true;
}

const struct farm_job sudoku_proof_job = {.work = SUDOKU_PROOF_WORK,
                                          .supply = proof_supply,
                                          .check = proof_check,
                                          .divide = proof_divide,
                                          .steps = proof_steps,
                                          .yield = proof_yield,
                                          .merge = proof_merge};

/* ---- luck ---- */

static bool luck_supply(void *self, struct farm *farm, unsigned wanted)
{
    struct sudoku_farm *own = self;
    uint8_t unit[LUCK_UNIT];
    for (; wanted > 0; wanted--) {
        if (!luck_job_unit(&own->luck, own->supplied, unit))
            return false;
        farm_add(farm, unit, sizeof unit);
        own->supplied++;
    }
    return true;
}

static enum farm_verdict luck_check(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len,
                                    const char **why)
{
    static const enum farm_verdict verdict[] = {
        [LUCK_WRONG] = FARM_WRONG, [LUCK_VALID] = FARM_VALID, [LUCK_SOLVED] = FARM_FINAL};
    struct sudoku_farm *own = self;
    return verdict[luck_job_check(&own->luck, unit->bytes, unit->len, answer, len, why)];
}

static uint64_t luck_steps(void *self, const uint8_t *answer, size_t len)
{
    (void)self;
    return len >= LUCK_ANSWER_HEAD ? luck_job_steps(answer) : 0;
}

/* The board with the fewest conflicts of all ends is shown while the farm runs. */
static void luck_accepted(void *self, const char *member, const uint8_t *answer, size_t len)
{
    struct sudoku_farm *own = self;
    struct luck_best *best = &own->best;
    uint32_t conflicts = luck_job_conflicts(answer);
    if (best->member[0] != '\0' && conflicts >= best->conflicts)
        return;
    best->conflicts = conflicts;
    memcpy(best->value, answer + LUCK_ANSWER_HEAD, len - LUCK_ANSWER_HEAD);
    snprintf(best->member, sizeof best->member, "%s", member);
}

void sudoku_luck_progress(void *self, const struct farm *farm, struct nash_jsonw *out)
{
    const struct sudoku_farm *own = self;
    (void)farm;
    if (own->best.member[0] == '\0')
        return;
    nash_jsonw_kstring(out, "engine", sudoku_method_names[own->game.options.method]);
    nash_jsonw_kint(out, "potential", -(int64_t)own->best.conflicts);
    sudoku_game_progress_board(own->problem, own->best.value, out);
    nash_jsonw_kstring(out, "best_member", own->best.member);
}

/* Merges all answers, also those behind the solution, because the report counts the moves of all members. */
static bool luck_merge(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len)
{
    struct sudoku_farm *own = self;
    (void)unit;
    (void)len;
    luck_job_merge(&own->luck, answer);
    return true;
}

const struct farm_job sudoku_luck_job = {.work = SUDOKU_LUCK_WORK,
                                         .supply = luck_supply,
                                         .check = luck_check,
                                         .steps = luck_steps,
                                         .accepted = luck_accepted,
                                         .merge = luck_merge};

/* ---- generation ---- */

static bool generation_supply(void *self, struct farm *farm, unsigned wanted)
{
    struct sudoku_farm *own = self;
    uint8_t unit[GENERATION_UNIT];
    for (; wanted > 0; wanted--) {
        generation_job_unit(&own->generation, (uint32_t)own->supplied++, unit);
        farm_add(farm, unit, sizeof unit);
    }
    return true;
}

static enum farm_verdict generation_check(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len,
                                          const char **why)
{
    static const enum farm_verdict verdict[] = {
        [GENERATION_WRONG] = FARM_WRONG, [GENERATION_VALID] = FARM_VALID, [GENERATION_REACHED] = FARM_LAST};
    struct sudoku_farm *own = self;
    return verdict[generation_job_check(&own->generation, unit->bytes, unit->len, answer, len, why)];
}

static uint64_t generation_steps(void *self, const uint8_t *answer, size_t len)
{
    (void)self;
    return len >= GENERATION_ANSWER_HEAD ? generation_job_steps(answer) : 0;
}

static bool generation_merge(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len)
{
    struct sudoku_farm *own = self;
    (void)len;
    generation_job_merge(&own->generation, unit->bytes, answer);
    return true;
}

const struct farm_job sudoku_generation_job = {.work = SUDOKU_GENERATION_WORK,
                                               .supply = generation_supply,
                                               .check = generation_check,
                                               .steps = generation_steps,
                                               .merge = generation_merge};
