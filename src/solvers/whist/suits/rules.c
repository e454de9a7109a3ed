/* The rules of two hands of several suits: follow suit if possible; the higher card of the suit led wins, or the
 * trump; the winner leads. */
#include "rules.h"

void suits_game_init(struct suits_game *game, const struct suits_deal *deal)
{
    *game = (struct suits_game){.trump = deal->trump};
    for (unsigned s = 0; s < WHIST_SUITS; s++) {
        game->hand[0][s] = deal->suit[s].leader;
        game->hand[1][s] = deal->suit[s].other;
    }
}

enum suits_fault suits_game_fault(const struct suits_game *game, struct suits_card card)
{
    if (card.suit >= WHIST_SUITS || card.rank >= 64)
        return SUITS_NOT_HELD;
    uint64_t bit = UINT64_C(1) << card.rank;
    if (!((game->hand[0][card.suit] | game->hand[1][card.suit]) & bit))
        return SUITS_NOT_HELD;
    if (!(game->hand[game->turn][card.suit] & bit))
        return SUITS_NOT_ON_TURN;
    if (game->led && card.suit != game->lead.suit && game->hand[game->turn][game->lead.suit])
        return SUITS_REVOKE;
    return SUITS_LEGAL;
}

/* Returns whether the reply beats the lead. */
static bool reply_wins(const struct suits_game *game, struct suits_card reply)
{
    if (reply.suit == game->lead.suit)
        return reply.rank > game->lead.rank;
    return reply.suit == game->trump;
}

void suits_game_play(struct suits_game *game, struct suits_card card)
{
    game->hand[game->turn][card.suit] &= ~(UINT64_C(1) << card.rank);
    if (!game->led) {
        game->lead = card;
        game->turn ^= 1;
    } else if (!reply_wins(game, card)) {
        game->turn ^= 1; /* back to the leader, who won */
    }
    if (game->led)
        game->won[game->turn]++;
    game->led = !game->led;
}

int suits_game_replay(const struct suits_deal *deal, const struct suits_card *line, uint32_t count)
{
    struct suits_game game;
    suits_game_init(&game, deal);
    for (uint32_t i = 0; i < count; i++) {
        if (suits_game_fault(&game, line[i]) != SUITS_LEGAL)
            return -1;
        suits_game_play(&game, line[i]);
    }
    return game.led ? -1 : (int)game.won[0];
}

void suits_game_deal(const struct suits_game *game, struct suits_deal *deal)
{
    deal->trump = game->trump;
    for (unsigned s = 0; s < WHIST_SUITS; s++) {
        deal->suit[s].leader = game->hand[game->turn][s];
        deal->suit[s].other = game->hand[!game->turn][s];
    }
}

uint32_t suits_game_hand_size(const struct suits_game *game, unsigned player)
{
    uint32_t left = 0;
    for (unsigned s = 0; s < WHIST_SUITS; s++)
        left += (uint32_t)__builtin_popcountll(game->hand[player][s]);
    return left;
}
