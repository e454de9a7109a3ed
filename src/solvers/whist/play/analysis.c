/* Walks through a played game card by card. A lead is worth the value after the best reply; a reply is worth the
 * value of the next word. Values count the tricks of the root's leader in the whole game. */
#include "analysis.h"

#include "replay.h"
#include "values.h"

struct analysis {
    const struct whist_engine *engine;
    struct whist_work *work;
    struct whist_replay game;
    uint32_t value; /* value of the current word */
};

/* Converts tricks of the player on lead in the rest of the game to tricks of the root's leader in the whole game. */
static uint32_t tricks_in_game(const struct whist_replay *game, uint32_t tricks)
{
    return game->won + (game->first_leads ? tricks : game->order - tricks);
}

static struct whist_move move_make(const struct whist_replay *game, uint32_t card, bool leads, uint32_t before,
                                   uint32_t after, uint32_t best)
{
    return (struct whist_move){.place = game->place[card],
                               .by_first = leads == game->first_leads,
                               .before = tricks_in_game(game, before),
                               .after = tricks_in_game(game, after),
                               .cost = before < after ? after - before : before - after,
                               .best = game->place[best]};
}

static int lead_tricks(const struct analysis *analysis, uint32_t lead, uint32_t *reply)
{
    const struct whist_replay *game = &analysis->game;
    return whist_lead_tricks(analysis->engine, analysis->work, game->word, game->order, lead, reply, game->after);
}

/* Finds the first lead from the lowest interval up that keeps the value of the word. Returns false when stopped. */
static bool best_lead(const struct analysis *analysis, uint32_t *best)
{
    const int8_t *word = analysis->game.word;
    for (uint32_t i = 2 * analysis->game.order; i-- > 0;) {
        uint32_t reply;
        if (word[i] < 0 || (i > 0 && word[i - 1] > 0))
            continue;
        int tricks = lead_tricks(analysis, i, &reply);
        *best = i;
        if (tricks < 0 || (uint32_t)tricks == analysis->value)
            return tricks >= 0;
    }
    return false;
}

/* Finds the value of the lead at `lead`, and the best reply to it. Returns false when stopped. */
static bool analyse_lead(const struct analysis *analysis, uint32_t lead, struct whist_move *move, uint32_t *worth,
                         uint32_t *reply)
{
    uint32_t best = lead;
    int tricks = lead_tricks(analysis, lead, reply);
    if (tricks < 0 || ((uint32_t)tricks < analysis->value && !best_lead(analysis, &best)))
        return false;
    *worth = (uint32_t)tricks;
    *move = move_make(&analysis->game, lead, true, analysis->value, *worth, best);
    return true;
}

/* Analyses one trick, or its lead alone. Returns false when stopped. */
static bool analyse_trick(struct analysis *analysis, const uint32_t *cards, uint32_t count, struct whist_move *move)
{
    struct whist_replay *game = &analysis->game;
    uint32_t lead = whist_replay_find(game, cards[0]), after_lead, best;
    if (!analyse_lead(analysis, lead, &move[0], &after_lead, &best))
        return false;
    if (count == 1)
        return true;
    uint32_t reply = whist_replay_find(game, cards[1]);
    int tricks =
        whist_reply_tricks(analysis->engine, analysis->work, game->word, game->order, lead, reply, game->after);
    if (tricks < 0)
        return false;
    uint32_t worth = (uint32_t)tricks;
    move[1] = move_make(game, reply, false, after_lead, worth, worth == after_lead ? reply : best);
    analysis->value = whist_replay_play(game, lead, reply) ? worth - 1 : game->order - worth;
    return true;
}

enum nash_status whist_analysis_make(const struct whist_move **moves, const struct whist_engine *engine,
                                     struct whist_work *work, const int8_t *word, uint32_t order, const uint32_t *cards,
                                     uint32_t count)
{
    struct analysis analysis = {.engine = engine, .work = work};
    struct whist_move *move = NASH_NEW(work->run->arena, struct whist_move, count);
    *moves = NULL;
    if (!move || !whist_replay_init(&analysis.game, word, order, work->run->arena))
        return NASH_NOMEM;
    int value = engine->tricks(work, word, order);
    analysis.value = value < 0 ? 0 : (uint32_t)value;
    bool going = value >= 0;
    for (uint32_t i = 0; going && i < count; i += 2)
        going = !nash_stop(work->run, 4) && analyse_trick(&analysis, cards + i, count - i, &move[i]);
    if (!going)
        return work->run->stopped != NASH_STOP_NONE ? NASH_OK : NASH_NOMEM;
    *moves = move;
    return NASH_OK;
}

uint32_t whist_play_legal_prefix(const int8_t *word, uint32_t order, const uint32_t *cards, uint32_t count,
                                 struct nash_arena *arena)
{
    struct nash_arena_mark mark = nash_arena_mark(arena);
    bool *played = NASH_NEW(arena, bool, 2 * (size_t)order);
    int8_t leader = 1;
    uint32_t i = 0;
    for (; played && i < count; i++) {
        bool leads = i % 2 == 0;
        if (cards[i] >= 2 * order || played[cards[i]] || word[cards[i]] != (leads ? leader : -leader))
            break;
        played[cards[i]] = true;
        if (!leads && cards[i] < cards[i - 1])
            leader = (int8_t)-leader;
    }
    nash_arena_release(arena, mark);
    return played ? i : UINT32_MAX;
}
