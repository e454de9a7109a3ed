/* The chain; chain.h has its law.
 *
 * leave[i] is an upper bound of the draws on which player i changes its letter, so that a draw above it needs no
 * further look; heat->play() decides the others exactly. Hence whatever the bounds are, the trajectory is the same, and
 * they may be kept carelessly: when a neighbour goes from letter `from` to letter `to`,
 *
 *   - who may not play either of them is not concerned;
 *   - who may play `to` but has another letter leaves less gladly: its bound still holds;
 *   - who has `to` or `from` itself is found out anew (CHAIN_STALE);
 *   - who may play `from` at a cost k while its own letter costs it j < k leaves with a probability that grows by less
 *     than exp(-beta k) / exp(-beta j): its bound is raised by of[k - j]. Else it is found out anew.
 *
 * So a change costs a few additions, and its neighbours are computed only when a draw really comes low. The inequality
 * is one of real numbers; weights are rounded to 2^-24 of the largest, which moves a probability by less than
 * (49 + 1) / 2^24, and HEAT_SLACK in every bound is more than twice that, for the two ends of the inequality. */
#include "chain.h"

/* ---- which players care ---- */

/* Who may play which letter in each unit, and the numbers of the players. */
static void lay_out(struct chain *chain)
{
    const struct game_rules *rules = chain->rules;
    uint8_t filled[GAME_SIDE_MAX] = {0};
    uint32_t players = 0;
    __builtin_memset(chain->in_row, 0, sizeof chain->in_row);
    __builtin_memset(chain->in_column, 0, sizeof chain->in_column);
    __builtin_memset(chain->in_box, 0, sizeof chain->in_box);
    for (uint32_t cell = 0; cell < rules->cells; cell++) {
        uint32_t row = rules->row[cell], column = rules->column[cell], box = rules->box[cell], place = filled[box]++;
        uint64_t allowed = rules->allowed[cell];
        bool mutable = allowed & (allowed - 1);
        if (column == 0)
            chain->row_first[row] = (uint16_t)players;
        chain->box_cell[box][place] = (uint16_t)cell;
        chain->number[cell] = mutable ? (uint16_t)players++ : CHAIN_IMMUTABLE;
        for (; mutable && allowed; allowed &= allowed - 1) {
            uint32_t letter = (uint32_t)__builtin_ctzll(allowed);
            chain->in_row[row][letter] |= UINT64_C(1) << column;
            chain->in_column[column][letter] |= UINT64_C(1) << row;
            chain->in_box[box][letter] |= UINT64_C(1) << place;
        }
    }
    chain->row_first[rules->side] = (uint16_t)players;
}

/* Players by number: those from first up to last, exclusive. */
struct range {
    uint32_t first, last;
};

static bool is_in(struct range range, uint32_t number)
{
    return number - range.first < range.last - range.first;
}

/* The player of `cell`, if it is in the range, hears that `from` has become cheaper. */
static void cheaper(struct chain *chain, struct range range, uint32_t cell, uint32_t from)
{
    const struct game_state *state = &chain->state;
    uint32_t number = chain->number[cell], own = state->letter[cell];
    if (!is_in(range, number))
        return;
    uint32_t k = game_cost(state, chain->rules, cell, from), j = game_cost(state, chain->rules, cell, own);
    uint64_t raised = CHAIN_STALE;
    if (own != from && k > j)
        raised = chain->leave[number] + ((uint64_t)chain->weights->of[k - j] + 1) * HEAT_SCALE;
    chain->leave[number] = raised < CHAIN_STALE ? (uint32_t)raised : CHAIN_STALE;
}

/* The same of `to`, which has become dearer. */
static void dearer(struct chain *chain, struct range range, uint32_t cell, uint32_t to)
{
    uint32_t number = chain->number[cell];
    if (is_in(range, number) && chain->state.letter[cell] == to)
        chain->leave[number] = CHAIN_STALE;
}

/* `cell` plays `to`, and the neighbours of the range take notice; its own leave[] is left to the caller. */
static void change(struct chain *chain, struct range range, uint32_t cell, uint32_t to)
{
    const struct game_rules *rules = chain->rules;
    struct game_state *state = &chain->state;
    uint32_t row = rules->row[cell], column = rules->column[cell], box = rules->box[cell], from = state->letter[cell];
    const uint16_t *box_cell = chain->box_cell[box];
    game_change(state, rules, cell, to);

    for (uint64_t left = chain->in_row[row][from]; left; left &= left - 1)
        cheaper(chain, range, row * rules->side + (uint32_t)__builtin_ctzll(left), from);
    for (uint64_t left = chain->in_column[column][from]; left; left &= left - 1)
        cheaper(chain, range, (uint32_t)__builtin_ctzll(left) * rules->side + column, from);
    for (uint64_t left = chain->in_box[box][from]; left; left &= left - 1)
        cheaper(chain, range, box_cell[__builtin_ctzll(left)], from);

    for (uint64_t left = state->in_row[row][to] > 1 ? chain->in_row[row][to] : 0; left; left &= left - 1)
        dearer(chain, range, row * rules->side + (uint32_t)__builtin_ctzll(left), to);
    for (uint64_t left = state->in_column[column][to] > 1 ? chain->in_column[column][to] : 0; left; left &= left - 1)
        dearer(chain, range, (uint32_t)__builtin_ctzll(left) * rules->side + column, to);
    for (uint64_t left = state->in_box[box][to] > 1 ? chain->in_box[box][to] : 0; left; left &= left - 1)
        dearer(chain, range, box_cell[__builtin_ctzll(left)], to);
}

/* leave: of the player itself, as it is then. */
static void does(struct chain *chain, struct range range, const struct game_event *event, uint32_t leave)
{
    change(chain, range, event->cell, event->to);
    chain->leave[chain->number[event->cell]] = leave;
}

/* ---- to begin ---- */

bool chain_init(struct chain *chain, const struct game_rules *rules, const struct game_weights *weights, uint64_t seed,
                uint64_t tick, const uint8_t *letters)
{
    chain->rules = rules;
    chain->heat = heat_path(0);
    chain->seed = seed;
    chain->tick = tick;
    chain->chance.tick = HEAT_NOWHERE;
    lay_out(chain);
    chain_reweigh(chain, weights);
    return game_begin(&chain->state, rules, letters);
}

void chain_reweigh(struct chain *chain, const struct game_weights *weights)
{
    chain->weights = weights;
    for (uint32_t i = 0; i < chain->rules->players; i++)
        chain->leave[i] = CHAIN_STALE;
}

void chain_start_letters(const struct game_rules *rules, uint64_t seed, uint8_t *letters)
{
    for (uint32_t cell = 0; cell < rules->cells; cell++) {
        uint64_t allowed = rules->allowed[cell];
        uint32_t n = chance_below(chance_at(seed, CHANCE_START, cell).who, (uint32_t)__builtin_popcountll(allowed));
        while (n--)
            allowed &= allowed - 1;
        letters[cell] = (uint8_t)__builtin_ctzll(allowed);
    }
}

/* ---- what others did ---- */

static bool fits(const struct chain *chain, const struct game_event *event)
{
    return event->cell < chain->rules->cells && chain->number[event->cell] != CHAIN_IMMUTABLE &&
           event->from == chain->state.letter[event->cell] && event->to != event->from &&
           event->to < chain->rules->side && chain->rules->allowed[event->cell] >> event->to & 1;
}

/* The last ones first. */
static void take_back(struct chain *chain, const struct game_event *event, size_t count)
{
    while (count--)
        game_change(&chain->state, chain->rules, event[count].cell, event[count].from);
}

bool chain_commit(struct chain *chain, const struct game_event *event, size_t count, uint64_t tick)
{
    struct range all = {0, chain->rules->players};
    bool good = tick >= chain->tick;
    size_t set = 0;
    while (good && set < count) {
        const struct game_event *e = &event[set];
        good = e->at < tick - chain->tick && (!set || e->at > e[-1].at) && fits(chain, e);
        if (good)
            does(chain, all, &event[set++], CHAIN_STALE);
    }
    if (!good) {
        take_back(chain, event, set);
        chain_reweigh(chain, chain->weights);
        return false;
    }
    chain->tick = tick;
    return true;
}

/* ---- to play ---- */

/* The next tick that might change a letter, or end. */
static uint64_t next_tick(struct chain *chain, struct range range, uint64_t tick, uint64_t end)
{
    return chain->heat->scan(&chain->chance, chain->seed, tick, end, chain->rules->players, range.first, range.last,
                             chain->leave);
}

/* What the player of this tick, the last that next_tick() gave, does; nothing is set yet but its leave[], when it keeps
 * its letter. *leave is what that is going to be. */
static bool wants(struct chain *chain, uint64_t tick, struct game_event *event, uint32_t *leave)
{
    uint32_t number = chain->chance.player[tick % HEAT_BLOCK], draw = chain->chance.draw[tick % HEAT_BLOCK];
    uint32_t cell = chain->rules->player[number], from = chain->state.letter[cell];
    uint32_t to = chain->heat->play(&chain->state, chain->rules, chain->weights, cell, draw, leave);
    *event = (struct game_event){.cell = (uint16_t)cell, .from = (uint8_t)from, .to = (uint8_t)to};
    if (to == from)
        chain->leave[number] = *leave;
    return to != from;
}

/* A window under way. */
struct window {
    struct chain *chain;
    struct range range;
    const struct game_event *foreign;
    size_t foreign_count, heard; /* of them, set so far */
    struct game_event *out;
    size_t room, changes;
    bool changed; /* leave[] of before is in kept[] */
};

/* Before the first change of a window. */
static void keep(struct window *w)
{
    struct chain *chain = w->chain;
    if (!w->changed)
        __builtin_memcpy(chain->kept, chain->leave, chain->rules->players * sizeof *chain->leave);
    w->changed = true;
}

/* The next change of the others. False: it does not fit. */
static bool hear(struct window *w)
{
    const struct game_event *e = &w->foreign[w->heard];
    if ((w->heard && e->at <= e[-1].at) || !fits(w->chain, e) || is_in(w->range, w->chain->number[e->cell]))
        return false;
    keep(w);
    change(w->chain, w->range, e->cell, e->to);
    w->heard++;
    return true;
}

/* n ticks; returns how many there were room for. UINT32_MAX: a change of the others does not fit. */
static uint32_t play_window(struct window *w, uint32_t n)
{
    struct chain *chain = w->chain;
    uint32_t at = 0, leave;
    struct game_event event;
    for (;;) {
        bool more = w->heard < w->foreign_count && w->foreign[w->heard].at < n;
        uint32_t end = more ? w->foreign[w->heard].at : n;
        while (at < end) {
            at = (uint32_t)(next_tick(chain, w->range, chain->tick + at, chain->tick + end) - chain->tick);
            if (at == end)
                break;
            if (wants(chain, chain->tick + at, &event, &leave)) {
                if (w->changes == w->room)
                    return at;
                keep(w);
                does(chain, w->range, &event, leave);
                event.at = at;
                w->out[w->changes++] = event;
            }
            at++;
        }
        if (!more)
            return n;
        if (!hear(w))
            return UINT32_MAX;
    }
}

size_t chain_window(struct chain *chain, uint32_t *n, uint32_t row, uint32_t row_end, const struct game_event *foreign,
                    size_t foreign_count, struct game_event *out, size_t room)
{
    struct window w = {.chain = chain,
                       .range = {chain->row_first[row], chain->row_first[row_end]},
                       .foreign = foreign,
                       .foreign_count = foreign_count,
                       .out = out,
                       .room = room};
    uint32_t played = play_window(&w, *n);
    /* no cell is in both lists, so that their order does not matter */
    take_back(chain, out, w.changes);
    take_back(chain, foreign, w.heard);
    if (w.changed)
        __builtin_memcpy(chain->leave, chain->kept, chain->rules->players * sizeof *chain->leave);
    if (played == UINT32_MAX)
        return SIZE_MAX;
    *n = played;
    return w.changes;
}

uint64_t chain_play(struct chain *chain, uint64_t n, uint64_t *changes,
                    void (*each)(void *context, uint64_t tick, const struct game_event *event), void *context)
{
    struct range all = {0, chain->rules->players};
    uint64_t begin = chain->tick, end = begin + n;
    struct game_event event;
    uint32_t leave;
    while (chain->state.conflicts && chain->tick < end) {
        uint64_t tick = next_tick(chain, all, chain->tick, end);
        chain->tick = tick;
        if (tick == end)
            break;
        chain->tick++;
        if (!wants(chain, tick, &event, &leave))
            continue;
        does(chain, all, &event, leave);
        ++*changes;
        if (each)
            each(context, tick, &event);
    }
    return chain->tick - begin;
}
