/* Plays trick by trick: the first lead from the lowest interval up that keeps the value of the word, and the best
 * reply to it. The value of the next word follows from the current value. */
#include "principal_line.h"

#include "replay.h"
#include "values.h"

/* Finds a trick that keeps the value of the word. Returns false when stopped. */
static bool line_best_trick(const struct whist_replay *game, uint32_t value, const struct whist_engine *engine,
                            struct whist_work *work, uint32_t *lead, uint32_t *reply)
{
    for (uint32_t i = 2 * game->order; i-- > 0;) {
        if (game->word[i] < 0 || (i > 0 && game->word[i - 1] > 0))
            continue;
        int tricks = whist_lead_tricks(engine, work, game->word, game->order, i, reply, game->after);
        *lead = i;
        if (tricks < 0 || (uint32_t)tricks == value)
            return tricks >= 0;
    }
    return false;
}

/* Writes all tricks. Returns false when stopped. */
static bool line_play(struct whist_trick *trick, struct whist_replay *game, uint32_t value,
                      const struct whist_engine *engine, struct whist_work *work)
{
    while (game->order > 0) {
        uint32_t lead, reply;
        if (nash_stop(work->run, 3) || !line_best_trick(game, value, engine, work, &lead, &reply))
            return false;
        *trick++ = (struct whist_trick){.lead = game->place[lead],
                                        .reply = game->place[reply],
                                        .by_first = game->first_leads,
                                        .won_by_first = game->first_leads == (lead < reply)};
        bool won = whist_replay_play(game, lead, reply);
        value = won ? value - 1 : game->order - value;
    }
    return true;
}

enum nash_status whist_principal_line_find(const struct whist_trick **line, const struct whist_engine *engine,
                                           struct whist_work *work, const int8_t *word, uint32_t order)
{
    struct whist_replay game;
    struct whist_trick *trick = NASH_NEW(work->run->arena, struct whist_trick, order);
    *line = NULL;
    if (!trick || !whist_replay_init(&game, word, order, work->run->arena))
        return NASH_NOMEM;
    int value = engine->tricks(work, word, order);
    if (value < 0 || !line_play(trick, &game, (uint32_t)value, engine, work))
        return work->run->stopped != NASH_STOP_NONE ? NASH_OK : NASH_NOMEM;
    *line = trick;
    return NASH_OK;
}

/* Checks one trick by the rules; `played` marks the cards played before it. */
static bool trick_is_legal(const struct whist_trick *trick, const int8_t *word, uint32_t order, bool first_leads,
                           const bool *played)
{
    uint32_t lead = trick->lead, reply = trick->reply;
    int8_t leader = first_leads ? 1 : -1;
    return lead < 2 * order && reply < 2 * order && !played[lead] && !played[reply] && word[lead] == leader &&
           word[reply] == -leader && trick->by_first == first_leads &&
           trick->won_by_first == (first_leads == (lead < reply));
}

int whist_principal_line_replay(const struct whist_trick *line, const int8_t *word, uint32_t order,
                                struct nash_arena *arena)
{
    struct nash_arena_mark mark = nash_arena_mark(arena);
    bool *played = NASH_NEW(arena, bool, 2 * (size_t)order), first_leads = true;
    int tricks = played ? 0 : -1;
    for (uint32_t i = 0; tricks >= 0 && i < order; i++) {
        if (!trick_is_legal(&line[i], word, order, first_leads, played)) {
            tricks = -1;
            break;
        }
        played[line[i].lead] = played[line[i].reply] = true;
        first_leads = line[i].won_by_first;
        tricks += first_leads;
    }
    nash_arena_release(arena, mark);
    return tricks;
}
