/* The rules of two hands of several suits, by themselves: follow suit where you can; the higher card of the suit led
 * wins, or the trump; who wins leads. */
#include "suits_game.h"

void whist_suits_game_begin(struct whist_suits_game *game, const struct suits_deal *deal)
{
    *game = (struct whist_suits_game){.trump = deal->trump};
    for (unsigned s = 0; s < WHIST_SUITS; s++) {
        game->hand[0][s] = deal->suit[s].leader;
        game->hand[1][s] = deal->suit[s].other;
    }
}

enum whist_suits_fault whist_suits_game_fault(const struct whist_suits_game *game, struct suits_card card)
{
    if (card.suit >= WHIST_SUITS || card.rank >= 64)
        return WHIST_SUITS_GONE;
    uint64_t bit = UINT64_C(1) << card.rank;
    if (!((game->hand[0][card.suit] | game->hand[1][card.suit]) & bit))
        return WHIST_SUITS_GONE;
    if (!(game->hand[game->turn][card.suit] & bit))
        return WHIST_SUITS_OTHERS;
    if (game->led && card.suit != game->lead.suit && game->hand[game->turn][game->lead.suit])
        return WHIST_SUITS_REVOKE;
    return WHIST_SUITS_FINE;
}

/* Does the reply beat the lead? */
static bool beats(const struct whist_suits_game *game, struct suits_card reply)
{
    if (reply.suit == game->lead.suit)
        return reply.rank > game->lead.rank;
    return reply.suit == game->trump;
}

void whist_suits_game_play(struct whist_suits_game *game, struct suits_card card)
{
    game->hand[game->turn][card.suit] &= ~(UINT64_C(1) << card.rank);
    if (!game->led) {
        game->lead = card;
        game->turn ^= 1;
    } else if (!beats(game, card)) {
        game->turn ^= 1; /* back to the leader, who won */
    }
    if (game->led)
        game->won[game->turn]++;
    game->led = !game->led;
}

int whist_suits_game_replay(const struct suits_deal *deal, const struct suits_card *line, uint32_t count)
{
    struct whist_suits_game game;
    whist_suits_game_begin(&game, deal);
    for (uint32_t i = 0; i < count; i++) {
        if (whist_suits_game_fault(&game, line[i]) != WHIST_SUITS_FINE)
            return -1;
        whist_suits_game_play(&game, line[i]);
    }
    return game.led ? -1 : (int)game.won[0];
}

void whist_suits_game_deal(const struct whist_suits_game *game, struct suits_deal *deal)
{
    deal->trump = game->trump;
    for (unsigned s = 0; s < WHIST_SUITS; s++) {
        deal->suit[s].leader = game->hand[game->turn][s];
        deal->suit[s].other = game->hand[!game->turn][s];
    }
}

uint32_t whist_suits_game_left(const struct whist_suits_game *game, unsigned player)
{
    uint32_t left = 0;
    for (unsigned s = 0; s < WHIST_SUITS; s++)
        left += (uint32_t)__builtin_popcountll(game->hand[player][s]);
    return left;
}
