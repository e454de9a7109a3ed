/* Solves a deal of several suits by search (solve.c) and analyses a played game card by card.
 *
 * Before a lead the search gives the value of every lead, so the analysis of a lead costs nothing more; a reply is
 * worth the value of the position after it. Only where a reply lost a trick, other replies are searched, until one
 * keeps the value. */
#include <solvers/whist/answer.h>

#include "rules.h"

/* The walk through a played game. */
struct walk {
    struct nash_run *run;
    struct suits_game game;
    struct suits_answer found; /* answer for the position before the trick */
    uint32_t value;            /* tricks of the deal's leader in the whole game, with optimal play from here on */
};

enum outcome { FOUND, STOPPED, NO_MEMORY };

/* Computes the value of the game between two tricks; *found is valid until the arena is released. */
static enum outcome find_game_value(struct nash_run *run, const struct suits_game *game, struct suits_answer *found,
                                    uint32_t *value)
{
    struct suits_deal deal;
    uint32_t left = suits_game_hand_size(game, 0), low, high;
    *found = (struct suits_answer){0};
    *value = game->won[0];
    if (!left)
        return FOUND;
    suits_game_deal(game, &deal);
    if (suits_solve(&deal, run, found, &low, &high) != NASH_OK)
        return NO_MEMORY;
    if (!found->lead)
        return STOPPED;
    *value += game->turn == 0 ? found->tricks : left - found->tricks;
    return FOUND;
}

/* Returns the tricks that the player to move loses when the value for the deal's leader changes from `before` to
 * `after`. */
static uint32_t trick_loss(const struct suits_game *game, uint32_t before, uint32_t after)
{
    if (game->turn == 0)
        return before > after ? before - after : 0;
    return after > before ? after - before : 0;
}

static void analyse_lead(struct walk *walk, struct suits_card card, struct whist_suits_move *move)
{
    const struct suits_answer *found = &walk->found;
    const struct suits_game *game = &walk->game;
    uint32_t left = suits_game_hand_size(game, 0), best = 0;
    move->before = walk->value;
    for (uint32_t i = 0; i < found->leads; i++) {
        const struct suits_value *lead = &found->lead[i];
        if (lead->tricks > found->lead[best].tricks)
            best = i;
        if (lead->card.suit == card.suit && lead->equals >> card.rank & 1)
            walk->value = game->won[0] + (game->turn == 0 ? lead->tricks : left - lead->tricks);
    }
    move->after = walk->value;
    move->cost = trick_loss(game, move->before, move->after);
    move->best = move->cost ? found->lead[best].card : card;
}

static enum outcome find_value_after(const struct walk *walk, struct suits_card reply, struct suits_answer *found,
                                     uint32_t *value)
{
    struct suits_game after = walk->game;
    suits_game_play(&after, reply);
    return find_game_value(walk->run, &after, found, value);
}

/* Finds a reply that keeps the value move->before. */
static enum outcome find_best_reply(const struct walk *walk, struct whist_suits_move *move)
{
    for (unsigned suit = 0; suit < WHIST_SUITS; suit++) {
        uint64_t hand = walk->game.hand[walk->game.turn][suit];
        for (; hand; hand &= hand - 1) {
            struct suits_card reply = {(uint8_t)suit, (uint8_t)__builtin_ctzll(hand)};
            struct suits_answer found;
            uint32_t value;
            if (suits_game_fault(&walk->game, reply) != SUITS_LEGAL)
                continue;
            struct nash_arena_mark mark = nash_arena_mark(walk->run->arena);
            enum outcome outcome = find_value_after(walk, reply, &found, &value);
            nash_arena_release(walk->run->arena, mark);
            if (outcome != FOUND)
                return outcome;
            if (value == move->before) {
                move->best = reply;
                return FOUND;
            }
        }
    }
    return FOUND;
}

static enum outcome analyse_reply(struct walk *walk, struct suits_card card, struct whist_suits_move *move)
{
    move->before = walk->value;
    enum outcome outcome = find_value_after(walk, card, &walk->found, &move->after);
    if (outcome != FOUND)
        return outcome;
    move->cost = trick_loss(&walk->game, move->before, move->after);
    move->best = card;
    walk->value = move->after;
    return move->cost ? find_best_reply(walk, move) : FOUND;
}

static enum nash_status analyse_game(const struct whist_suits *suits, struct nash_run *run,
                                     struct whist_suits_answer *answer)
{
    struct whist_suits_move *move = NASH_NEW(run->arena, struct whist_suits_move, suits->played);
    struct walk walk = {.run = run, .found = answer->found, .value = answer->found.tricks};
    if (!move)
        return NASH_NOMEM;
    answer->move = move;
    suits_game_init(&walk.game, &suits->deal);
    for (uint32_t i = 0; i < suits->played; i++, answer->moves++) {
        enum outcome outcome = FOUND;
        move[i].by_first = walk.game.turn == 0;
        if (walk.game.led)
            outcome = analyse_reply(&walk, suits->play[i], &move[i]);
        else
            analyse_lead(&walk, suits->play[i], &move[i]);
        if (outcome == NO_MEMORY)
            return NASH_NOMEM;
        if (outcome == STOPPED)
            break;
        suits_game_play(&walk.game, suits->play[i]);
    }
    return NASH_OK;
}

enum nash_status whist_solve_suits(const struct whist_problem *p, struct nash_run *run, struct whist_answer *a)
{
    const struct whist_suits *suits = p->suits;
    struct whist_suits_answer *answer = NASH_NEW(run->arena, struct whist_suits_answer, 1);
    if (!answer)
        return NASH_NOMEM;
    a->suits = answer;
    a->engine = WHIST_SEARCH;
    a->high = suits->order;
    enum nash_status status = suits_solve(&suits->deal, run, &answer->found, &a->low, &a->high);
    if (status != NASH_OK)
        return status;
    if (!answer->found.lead) {
        a->omitted.leads = p->leads ? WHIST_NO_TIME : NULL;
        a->omitted.line = p->line ? WHIST_NO_TIME : NULL;
    }
    a->known = a->low == a->high;
    a->tricks = a->low;
    if (suits->played && run->stopped == NASH_STOP_NONE)
        status = analyse_game(suits, run, answer);
    return status;
}
