/* A played game is walked card by card. A lead is worth what the best answer leaves; an answer is worth the word after
 * it. Values are counted for the root's leader: what he has, and what he makes of the rest. */
#include "play.h"

#include <string.h>

#include "values.h"

struct game {
    const struct whist_engine *engine;
    struct whist_work *work;
    int8_t *word, *after; /* of the cards that are left, as the player on lead sees it */
    uint32_t *place;      /* where they were at the root; ascending */
    uint32_t order;
    bool first_leads;
    uint32_t made;  /* by the root's leader */
    uint32_t value; /* of the word, for the player on lead */
};

static bool game_init(struct game *game, const int8_t *word, uint32_t order)
{
    struct nash_arena *arena = game->work->run->arena;
    size_t cards = 2 * (size_t)order;
    game->word = NASH_NEW(arena, int8_t, cards);
    game->after = NASH_NEW(arena, int8_t, cards);
    game->place = NASH_NEW(arena, uint32_t, cards);
    if (!game->word || !game->after || !game->place)
        return false;
    for (uint32_t i = 0; i < cards; i++) {
        game->word[i] = word[i];
        game->place[i] = i;
    }
    game->order = order;
    game->first_leads = true;
    return true;
}

/* The place in the word now of a card at `place` at the root. */
static uint32_t find(const struct game *game, uint32_t place)
{
    uint32_t low = 0, high = 2 * game->order;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (game->place[middle] <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The leader's tricks in the rest, counted for the root's leader in the whole game. */
static uint32_t whole(const struct game *game, uint32_t tricks)
{
    return game->made + (game->first_leads ? tricks : game->order - tricks);
}

static struct whist_move move_of(const struct game *game, uint32_t now, bool leads, uint32_t before, uint32_t after,
                                 uint32_t best)
{
    return (struct whist_move){.place = game->place[now],
                               .by_first = leads == game->first_leads,
                               .before = whole(game, before),
                               .after = whole(game, after),
                               .cost = before < after ? after - before : before - after,
                               .best = game->place[best]};
}

/* The lead at `lead`; its value in *tricks and the best answer in *reply. False when stopped. */
static bool judge_lead(const struct game *game, uint32_t lead, struct whist_move *move, uint32_t *tricks,
                       uint32_t *reply)
{
    uint32_t best = lead, ignored;
    int value = whist_lead_tricks(game->engine, game->work, game->word, game->order, lead, reply, game->after);
    if (value < 0)
        return false;
    for (uint32_t other = 2 * game->order; (uint32_t)value < game->value && best == lead && other-- > 0;) {
        if (game->word[other] < 0 || (other > 0 && game->word[other - 1] > 0))
            continue;
        int rival = whist_lead_tricks(game->engine, game->work, game->word, game->order, other, &ignored, game->after);
        if (rival < 0)
            return false;
        if ((uint32_t)rival == game->value)
            best = other;
    }
    *tricks = (uint32_t)value;
    *move = move_of(game, lead, true, game->value, *tricks, best);
    return true;
}

static void take(struct game *game, uint32_t lead, uint32_t reply, uint32_t tricks)
{
    uint32_t high = lead < reply ? lead : reply, low = lead < reply ? reply : lead, cards = 2 * game->order;
    bool won = whist_word_after(game->word, game->order, lead, reply, game->after);
    int8_t *swap = game->word;
    game->word = game->after;
    game->after = swap;
    memmove(game->place + high, game->place + high + 1, (low - high - 1) * sizeof *game->place);
    memmove(game->place + low - 1, game->place + low + 1, (cards - low - 1) * sizeof *game->place);
    game->order--;
    game->value = won ? tricks - 1 : game->order - tricks;
    game->first_leads = game->first_leads == won;
    game->made += game->first_leads;
}

/* One trick, or its lead alone. False when stopped. */
static bool judge_trick(struct game *game, const uint32_t *cards, uint32_t count, struct whist_move *move)
{
    uint32_t lead = find(game, cards[0]), promised, best;
    if (!judge_lead(game, lead, &move[0], &promised, &best))
        return false;
    if (count == 1)
        return true;
    uint32_t reply = find(game, cards[1]);
    int tricks = whist_reply_tricks(game->engine, game->work, game->word, game->order, lead, reply, game->after);
    if (tricks < 0)
        return false;
    bool free = (uint32_t)tricks == promised;
    move[1] = move_of(game, reply, false, promised, (uint32_t)tricks, free ? reply : best);
    take(game, lead, reply, (uint32_t)tricks);
    return true;
}

enum nash_status whist_play_analyse(const struct whist_move **moves, const struct whist_engine *engine,
                                    struct whist_work *work, const int8_t *word, uint32_t order, const uint32_t *cards,
                                    uint32_t count)
{
    struct game game = {.engine = engine, .work = work};
    struct whist_move *move = NASH_NEW(work->run->arena, struct whist_move, count);
    *moves = NULL;
    if (!move || !game_init(&game, word, order))
        return NASH_NOMEM;
    int value = engine->tricks(work, word, order);
    game.value = value < 0 ? 0 : (uint32_t)value;
    bool going = value >= 0;
    for (uint32_t i = 0; going && i < count; i += 2)
        going = !nash_stop(work->run, 4) && judge_trick(&game, cards + i, count - i, &move[i]);
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
