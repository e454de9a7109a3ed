/* See credit.h. */
#include "credit.h"

#include <stdio.h>
#include <string.h>

static const char digits[CREDIT_MAX + 2] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.";

void credit_count_ticks(const struct credit_draw *draw, uint64_t tick, uint64_t n, uint32_t *ticks)
{
    struct heat_block block;
    uint64_t end = tick + n;
    memset(ticks, 0, draw->partitions * sizeof *ticks);
    while (tick < end) {
        uint32_t first = tick % HEAT_BLOCK, last = HEAT_BLOCK;
        if (end - tick < HEAT_BLOCK - first)
            last = first + (uint32_t)(end - tick);
        draw->heat->fill(&block, draw->seed, tick - first, draw->players);
        for (uint32_t i = first; i < last; i++)
            ticks[draw->owner[block.player[i]]]++;
        tick += last - first;
    }
}

void credits_init(struct credits *credits, uint32_t cells)
{
    credits->cells = cells;
    credits->count = 1;
    credits->account[CREDIT_HUB].of = (struct sudoku_credit){.member = "hub", .kind = "local", .state = "playing"};
    credits_begin_run(credits);
}

unsigned credits_open(struct credits *credits, uint64_t number, const char *name, const char *kind)
{
    for (unsigned i = 1; i < credits->count; i++)
        if (credits->account[i].number == number)
            return i;
    if (credits->count == CREDIT_MAX) {
        struct credit_account *shared = &credits->account[CREDIT_MAX - 1];
        shared->number = 0;
        snprintf(shared->of.member, sizeof shared->of.member, "others");
        return CREDIT_MAX - 1;
    }
    struct credit_account *account = &credits->account[credits->count];
    account->number = number;
    snprintf(account->of.member, sizeof account->of.member, "%s", name);
    account->of.kind = kind;
    account->of.state = "playing";
    return credits->count++;
}

void credits_begin_run(struct credits *credits)
{
    memset(credits->now.settled, CREDIT_NOBODY, credits->cells);
}

void credits_computed(struct credits *credits, unsigned account, uint64_t ticks)
{
    credits->account[account].of.computed += ticks;
}

void credits_used(struct credits *credits, unsigned account, uint64_t ticks, bool verified, bool trusted)
{
    struct credit_account *of = &credits->account[account];
    credits->now.used[account] += ticks;
    if (verified)
        credits->now.verified[account] += ticks;
    else if (!trusted)
        of->unproved += ticks;
}

void credits_confirmed(struct credits *credits, unsigned account, uint64_t ticks)
{
    credits->account[account].confirmed += ticks;
}

/* Copies the used parts of the state. */
static void state_copy(const struct credits *credits, struct credit_state *to, const struct credit_state *from)
{
    memcpy(to->used, from->used, credits->count * sizeof *to->used);
    memcpy(to->verified, from->verified, credits->count * sizeof *to->verified);
    memcpy(to->settled, from->settled, credits->cells);
}

static void drop_unproved(struct credits *credits, bool verified)
{
    for (unsigned i = 0; i < credits->count; i++) {
        credits->now.verified[i] += verified ? credits->account[i].unproved : 0;
        credits->account[i].unproved = 0;
    }
}

void credits_proved(struct credits *credits)
{
    state_copy(credits, &credits->proved, &credits->now);
}

void credits_replay(struct credits *credits)
{
    credits->replaying = true;
    state_copy(credits, &credits->before, &credits->now);
    state_copy(credits, &credits->now, &credits->proved);
}

void credits_replayed(struct credits *credits, bool held)
{
    if (!credits->replaying)
        return;
    credits->replaying = false;
    if (held)
        state_copy(credits, &credits->now, &credits->before);
    drop_unproved(credits, held);
    state_copy(credits, &credits->proved, &credits->now);
}

void credits_report(struct credits *credits)
{
    for (unsigned i = 0; i < credits->count; i++) {
        const struct credit_account *account = &credits->account[i];
        struct sudoku_credit *of = &credits->report[i];
        uint64_t good = credits->now.used[i] + account->confirmed;
        *of = account->of;
        of->used = credits->now.used[i];
        of->verified = credits->now.verified[i] + account->confirmed;
        if (i == CREDIT_HUB) /* what it computes a second time, to check others, does not count */
            of->computed = of->verified = of->used;
        of->wasted = of->computed > good ? of->computed - good : 0;
        of->round_trip_ms = (double)trips_median_us(&account->trips) / 1000;
    }
    for (uint32_t cell = 0; cell < credits->cells; cell++)
        credits->settled[cell] = digits[credits->now.settled[cell]];
    credits->settled[credits->cells] = '\0';
}
