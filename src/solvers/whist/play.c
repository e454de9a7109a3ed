/* A played game is walked card by card. A lead is worth what the best answer leaves; an answer is worth the word after
 * it. Values are counted for the root's leader: what he has, and what he makes of the rest. */
#include "play.h"

#include "game.h"
#include "values.h"

struct judge {
    const struct whist_engine *engine;
    struct whist_work *work;
    struct whist_game game;
    uint32_t value; /* of the word now */
};

/* Tricks in the rest of the player on lead, counted for the root's leader in the whole game. */
static uint32_t whole(const struct whist_game *game, uint32_t tricks)
{
    return game->made + (game->first_leads ? tricks : game->order - tricks);
}

static struct whist_move move_of(const struct whist_game *game, uint32_t card, bool leads, uint32_t before,
                                 uint32_t after, uint32_t best)
{
    return (struct whist_move){.place = game->place[card],
                               .by_first = leads == game->first_leads,
                               .before = whole(game, before),
                               .after = whole(game, after),
                               .cost = before < after ? after - before : before - after,
                               .best = game->place[best]};
}

static int lead_tricks(const struct judge *judge, uint32_t lead, uint32_t *reply)
{
    const struct whist_game *game = &judge->game;
    return whist_lead_tricks(judge->engine, judge->work, game->word, game->order, lead, reply, game->after);
}

/* The first lead from the lowest interval up that is worth the value of the word; false when stopped. */
static bool best_lead(const struct judge *judge, uint32_t *best)
{
    const int8_t *word = judge->game.word;
    for (uint32_t i = 2 * judge->game.order; i-- > 0;) {
        uint32_t reply;
        if (word[i] < 0 || (i > 0 && word[i - 1] > 0))
            continue;
        int tricks = lead_tricks(judge, i, &reply);
        *best = i;
        if (tricks < 0 || (uint32_t)tricks == judge->value)
            return tricks >= 0;
    }
    return false;
}

/* The lead at `lead`: what it is worth, and the best answer to it. False when stopped. */
static bool judge_lead(const struct judge *judge, uint32_t lead, struct whist_move *move, uint32_t *worth,
                       uint32_t *reply)
{
    uint32_t best = lead;
    int tricks = lead_tricks(judge, lead, reply);
    if (tricks < 0 || ((uint32_t)tricks < judge->value && !best_lead(judge, &best)))
        return false;
    *worth = (uint32_t)tricks;
    *move = move_of(&judge->game, lead, true, judge->value, *worth, best);
    return true;
}

/* One trick, or its lead alone. False when stopped. */
static bool judge_trick(struct judge *judge, const uint32_t *cards, uint32_t count, struct whist_move *move)
{
    struct whist_game *game = &judge->game;
    uint32_t lead = whist_game_find(game, cards[0]), promised, best;
    if (!judge_lead(judge, lead, &move[0], &promised, &best))
        return false;
    if (count == 1)
        return true;
    uint32_t reply = whist_game_find(game, cards[1]);
    int tricks = whist_reply_tricks(judge->engine, judge->work, game->word, game->order, lead, reply, game->after);
    if (tricks < 0)
        return false;
    uint32_t worth = (uint32_t)tricks;
    move[1] = move_of(game, reply, false, promised, worth, worth == promised ? reply : best);
    judge->value = whist_game_take(game, lead, reply) ? worth - 1 : game->order - worth;
    return true;
}

enum nash_status whist_play_analyse(const struct whist_move **moves, const struct whist_engine *engine,
                                    struct whist_work *work, const int8_t *word, uint32_t order, const uint32_t *cards,
                                    uint32_t count)
{
    struct judge judge = {.engine = engine, .work = work};
    struct whist_move *move = NASH_NEW(work->run->arena, struct whist_move, count);
    *moves = NULL;
    if (!move || !whist_game_init(&judge.game, word, order, work->run->arena))
        return NASH_NOMEM;
    int value = engine->tricks(work, word, order);
    judge.value = value < 0 ? 0 : (uint32_t)value;
    bool going = value >= 0;
    for (uint32_t i = 0; going && i < count; i += 2)
        going = !nash_stop(work->run, 4) && judge_trick(&judge, cards + i, count - i, &move[i]);
    if (!going)
        return work->run->stopped != NASH_STOP_NONE ? NASH_OK : NASH_NOMEM;
    *moves = move;
    return NASH_OK;
}

uint32_t whist_play_check(const int8_t *word, uint32_t order, const uint32_t *cards, uint32_t count,
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
