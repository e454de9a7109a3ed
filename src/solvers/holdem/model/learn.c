/* Learning from one hand after another. */
#include "learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <nash/rng.h>

#include "measure.h"

enum { HIDDEN_PARTS = 5 };

/* ---- the hands that were learnt ---- */

static uint64_t *seen_slot(uint64_t *seen, size_t room, uint64_t id)
{
    size_t at = id & (room - 1);
    while (seen[at] && seen[at] != id)
        at = (at + 1) & (room - 1);
    return &seen[at];
}

static bool seen_grow(struct learner *l, size_t room)
{
    uint64_t *seen = NASH_NEW(l->arena, uint64_t, room);
    if (!seen)
        return false;
    for (size_t k = 0; k < l->seen_room; k++)
        if (l->seen[k])
            *seen_slot(seen, room, l->seen[k]) = l->seen[k];
    l->seen = seen;
    l->seen_room = room;
    return true;
}

/* Adds a hand. *fresh: it was not there. Returns false if the arena is full. */
static bool seen_add(struct learner *l, uint64_t id, bool *fresh)
{
    id += !id; /* 0 marks an empty slot */
    if (2 * (l->seen_count + 1) > l->seen_room && !seen_grow(l, l->seen_room ? 4 * l->seen_room : 1024))
        return false;
    uint64_t *slot = seen_slot(l->seen, l->seen_room, id);
    *fresh = *slot != id;
    l->seen_count += *fresh;
    *slot = id;
    return true;
}

static int compare_ids(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static bool seen_write(struct learner *l)
{
    uint64_t *id = NASH_NEW(l->arena, uint64_t, l->seen_count);
    if (!id)
        return false;
    uint32_t n = 0;
    for (size_t k = 0; k < l->seen_room; k++)
        if (l->seen[k])
            id[n++] = l->seen[k];
    qsort(id, n, sizeof *id, compare_ids);
    l->model->id = id;
    l->model->ids = n;
    return true;
}

/* ---- the open block ---- */

/* Appends the open block to the model. Returns false if the arena is full. */
static bool open_append(struct learner *l)
{
    struct model_block *block = &l->model->block[l->model->blocks];
    uint32_t entries = 0, n = 0;
    for (uint32_t k = 0; k < MODEL_KEYS; k++)
        entries += l->tally[k] != 0;
    uint32_t *key = NASH_NEW(l->arena, uint32_t, entries), *count = NASH_NEW(l->arena, uint32_t, entries);
    if (!key || !count)
        return false;
    for (uint32_t k = 0; k < MODEL_KEYS; k++)
        if (l->tally[k]) {
            key[n] = k;
            count[n++] = l->tally[k];
        }
    *block = l->open;
    block->key = key;
    block->count = count;
    block->entries = entries;
    l->model->blocks++;
    return true;
}

static bool open_close(struct learner *l)
{
    if (l->open.hands == 0)
        return true;
    if (!open_append(l) || !model_coalesce(l->model, l->arena))
        return false;
    memset(l->tally, 0, MODEL_KEYS * sizeof *l->tally);
    l->open = (struct model_block){0};
    return true;
}

/* Takes up the last block of the model again, if it is not complete. */
static void open_resume(struct learner *l)
{
    const uint32_t last = l->model->blocks - 1;
    if (l->model->blocks == 0 || l->model->block[last].hands >= MODEL_BLOCK_HANDS)
        return;
    l->open = l->model->block[last];
    for (uint32_t e = 0; e < l->open.entries; e++)
        l->tally[l->open.key[e]] = l->open.count[e];
    l->model->blocks--;
}

/* Refits the policy with the block as far as it is. */
static bool open_refit(struct learner *l)
{
    const struct nash_arena_mark mark = nash_arena_mark(l->arena);
    if (!open_append(l))
        return false;
    holdem_policy_fit(l->policy, l->model, MODEL_TRUST_BY_DATA, l->arena);
    l->model->blocks--;
    nash_arena_release(l->arena, mark);
    return true;
}

/* ---- one hand ---- */

static void tally_known(struct learner *l, const struct decision *d, unsigned cell)
{
    l->tally[model_key(d->situation, cell, d->deed)] += MODEL_UNIT;
    model_losses_add(&l->open.deeds, -(double)holdem_policy_deed(l->policy, d->situation, d->deed)[cell], 0);
}

/* Divides a decision among HIDDEN_PARTS cells, drawn by their shares with equal steps from a start in 0..1 (systematic
 * sampling), which keeps the model small. */
static void tally_hidden(struct learner *l, const struct decision *d, const double share[static CELLS], double start)
{
    double due = 0;
    unsigned given = 0;
    for (unsigned c = 0, last = 0; c < CELLS && given < HIDDEN_PARTS; c++) {
        due += share[c] * HIDDEN_PARTS;
        last = share[c] > 0 ? c : last;
        for (; given < HIDDEN_PARTS && given + start < due; given++)
            l->tally[model_key(d->situation, c, d->deed)] += MODEL_UNIT / HIDDEN_PARTS;
        if (c == CELLS - 1) /* the shares may sum to a little less than 1 */
            l->tally[model_key(d->situation, last, d->deed)] += (HIDDEN_PARTS - given) * (MODEL_UNIT / HIDDEN_PARTS);
    }
}

/* Returns a number in 0..1 that depends on the hand, the player and the action alone. */
static double hidden_start(uint64_t identity, unsigned player, size_t action)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, identity ^ (player * HISTORY_ACTIONS + action));
    return nash_rng_unit(&rng);
}

static void learn_player(struct learner *l, struct measure *m, uint64_t identity, unsigned player)
{
    const bool known = history_hole_known(&m->hand->seat[player]);
    double share[HISTORY_STREETS][CELLS];
    unsigned filled = 0; /* the streets with a share */
    bool acts = false;
    for (size_t k = 0; k < m->decisions; k++)
        acts |= m->decision[k].player == player;
    if (!acts)
        return;
    if (!known)
        measure_posterior(m, player);
    for (size_t k = 0; k < m->decisions; k++) {
        const struct decision *d = &m->decision[k];
        if (d->player != player)
            continue;
        if (known) {
            tally_known(l, d, measure_cell(m, player, d->street));
        } else {
            if (!(filled >> d->street & 1))
                measure_shares(m, player, d->street, share[d->street]);
            filled |= 1U << d->street;
            tally_hidden(l, d, share[d->street], hidden_start(identity, player, k));
        }
        l->open.actions++;
    }
}

static void open_time(struct model_block *open, uint64_t time)
{
    if (!time)
        return;
    open->from = open->from && open->from < time ? open->from : time;
    open->to = open->to > time ? open->to : time;
}

/* Returns the set of the players who are learnt. */
static uint32_t wanted_players(const struct holdem_model *model, const struct holdem_history_hand *hand)
{
    uint32_t set = 0;
    for (uint32_t k = 0; k < hand->actions; k++) {
        const unsigned p = hand->action[k].player;
        if (!model->player[0] || strcmp(model->player, hand->seat[p].name) == 0)
            set |= UINT32_C(1) << p;
    }
    return set;
}

enum learner_result learner_hand(struct learner *l, const struct holdem_history_hand *hand)
{
    const uint32_t wanted = wanted_players(l->model, hand);
    bool fresh;
    if (!wanted)
        return LEARNER_SKIPPED;
    const uint64_t identity = history_identity(hand);
    if (!seen_add(l, identity, &fresh))
        return LEARNER_NOMEM;
    if (!fresh)
        return LEARNER_REPEATED;
    struct measure *m = l->measure;
    measure_begin(m, l->policy, hand);
    measure_hand(m, wanted, &l->model->quality, &l->open.shown);
    for (unsigned p = 0; p < hand->players; p++)
        if (wanted >> p & 1)
            learn_player(l, m, identity, p);
    open_time(&l->open, hand->time);
    l->open.hands++;
    l->model->hands++;
    if (l->open.hands == MODEL_BLOCK_HANDS) {
        if (!open_close(l))
            return LEARNER_NOMEM;
        holdem_policy_fit(l->policy, l->model, MODEL_TRUST_BY_DATA, l->arena);
    } else if (l->model->hands == 32 || l->model->hands == 64 || l->model->hands == 128) {
        if (!open_refit(l))
            return LEARNER_NOMEM;
    }
    return LEARNER_LEARNT;
}

bool learner_begin(struct learner *l, struct holdem_model *model, struct nash_arena *arena)
{
    *l = (struct learner){.arena = arena, .model = model, .policy = holdem_policy_new(arena)};
    l->tally = NASH_NEW(arena, uint32_t, MODEL_KEYS);
    l->measure = NASH_NEW(arena, struct measure, 1);
    if (!l->policy || !l->tally || !l->measure)
        return false;
    for (uint32_t k = 0; k < model->ids; k++) {
        bool fresh;
        if (!seen_add(l, model->id[k], &fresh))
            return false;
    }
    if (model->blocks)
        holdem_policy_fit(l->policy, model, MODEL_TRUST_BY_DATA, arena);
    open_resume(l);
    return true;
}

bool learner_end(struct learner *l)
{
    return open_close(l) && seen_write(l);
}
