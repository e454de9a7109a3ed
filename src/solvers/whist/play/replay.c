#include "replay.h"

#include <string.h>

bool whist_replay_init(struct whist_replay *game, const int8_t *word, uint32_t order, struct nash_arena *arena)
{
    size_t cards = 2 * (size_t)order;
    *game = (struct whist_replay){.order = order,
                                  .word = NASH_NEW(arena, int8_t, cards),
                                  .place = NASH_NEW(arena, uint32_t, cards),
                                  .first_leads = true,
                                  .after = NASH_NEW(arena, int8_t, cards)};
    if (!game->word || !game->place || !game->after)
        return false;
    memcpy(game->word, word, cards);
    for (uint32_t i = 0; i < cards; i++)
        game->place[i] = i;
    return true;
}

bool whist_replay_play(struct whist_replay *game, uint32_t lead, uint32_t reply)
{
    uint32_t high = lead < reply ? lead : reply, low = lead < reply ? reply : lead, cards = 2 * game->order;
    uint32_t *place = game->place;
    bool leader_won = whist_word_after(game->word, game->order, lead, reply, game->after);
    int8_t *swap = game->word;
    game->word = game->after;
    game->after = swap;
    memmove(place + high, place + high + 1, (low - high - 1) * sizeof *place);
    memmove(place + low - 1, place + low + 1, (cards - low - 1) * sizeof *place);
    game->order--;
    game->first_leads = game->first_leads == leader_won;
    game->won += game->first_leads;
    return leader_won;
}

uint32_t whist_replay_find(const struct whist_replay *game, uint32_t place)
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
