/* Liar's dice with one die of six faces for each of two players.
 *
 * Both roll in secret. The first player bids; then each either bids higher or calls "liar". A bid "2-3" says that at
 * least two of the dice show a three. A six is wild: it counts for every face. Bids rise by quantity and then by face:
 * 1-1 .. 1-6, 2-1 .. 2-6. After "liar", the last bidder wins 1 if the bid is true and loses 1 otherwise. These are the
 * rules of OpenSpiel's game "liars_dice" with its default parameters.
 *
 * An infoset is named by the own die and the bids: "3" at the start, "3:1-4,2-2" after two bids. */
#include "builtin.h"

enum { DICE_FACES = 6, DICE_BIDS = 12, DICE_WILD = 5 }; /* faces are 0..5, bids 0..11 */

struct dice {
    struct game_build build;
    uint32_t infoset[DICE_FACES][1 << DICE_BIDS]; /* [own die][set of bids made], number + 1; 0: not added yet */
    int die[2];
};

static const char *const dice_action[DICE_BIDS + 1] = {"1-1", "1-2", "1-3", "1-4", "1-5", "1-6", "2-1",
                                                       "2-2", "2-3", "2-4", "2-5", "2-6", "liar"};

/* Returns whether the dice fulfil the bid. */
static bool dice_bid_true(const int die[2], int bid)
{
    int face = bid % DICE_FACES, matches = 0;
    for (int p = 0; p < 2; p++)
        matches += die[p] == face || die[p] == DICE_WILD;
    return matches >= bid / DICE_FACES + 1;
}

static const char *dice_name(struct dice *d, int die, unsigned made)
{
    char text[64];
    int used = 0;
    text[used++] = (char)('1' + die);
    for (int bid = 0; bid < DICE_BIDS; bid++)
        if (made & 1U << bid) {
            text[used] = used == 1 ? ':' : ',';
            for (int i = 0; i < 3; i++)
                text[used + 1 + i] = dice_action[bid][i];
            used += 4;
        }
    return game_print(d->build.arena, "%.*s", used, text);
}

/* Adds the decision of a player after the bids `made`, the highest of which is `last`, or -1. */
static void dice_decide(struct dice *d, uint32_t parent, double p, const char *edge, unsigned made, int last)
{
    int mover = __builtin_popcount(made) % 2;
    uint32_t *number = &d->infoset[d->die[mover]][made];
    if (!*number)
        *number = game_build_infoset(&d->build, (uint32_t)mover, dice_name(d, d->die[mover], made),
                                     (uint32_t)(DICE_BIDS - 1 - last + (last >= 0)), dice_action + last + 1) +
                  1;
    uint32_t node = game_add_decision(&d->build, parent, p, edge, *number - 1);
    for (int bid = last + 1; bid < DICE_BIDS; bid++)
        dice_decide(d, node, 1, "", made | 1U << bid, bid);
    if (last >= 0) {
        int winner = dice_bid_true(d->die, last) ? !mover : mover;
        uint32_t end = game_add_terminal(&d->build, node, 1, "");
        game_add_payoff(&d->build, end, (double[]){winner ? -1 : 1, winner ? 1 : -1});
    }
}

struct game_tree *game_liars_dice(struct nash_arena *arena, struct nash_error *error)
{
    struct dice *d = NASH_NEW(arena, struct dice, 1);
    if (!d) {
        nash_fail(error, NASH_NOMEM, "", "the game does not fit into memory");
        return NULL;
    }
    game_build_begin(&d->build, arena, 2);
    d->build.title = "Liar's dice, one die each";
    uint32_t root = game_add_chance(&d->build, GAME_NO_PARENT, 1, "");
    for (int roll = 0; roll < DICE_FACES * DICE_FACES; roll++) {
        d->die[0] = roll / DICE_FACES;
        d->die[1] = roll % DICE_FACES;
        dice_decide(d, root, 1.0 / (DICE_FACES * DICE_FACES), game_print(arena, "%d-%d", d->die[0] + 1, d->die[1] + 1),
                    0, -1);
    }
    return game_build_end(&d->build, error);
}
