/* Kuhn poker (Kuhn 1950, A simplified two-person poker): cards J, Q, K, one for each player, an ante of 1, one bet
 * of 1.
 *
 * An infoset is named by the player's own card and the betting before: "K" at the start, "Q:p" after a pass, "J:b"
 * after a bet, "Q:pb" after a pass and a bet. Actions: "pass" (check or fold) and "bet" (bet or call). */
#include <stdio.h>
#include <string.h>

#include "builtin.h"

enum { KUHN_CARDS = 3 };

struct kuhn {
    struct game_build build;
    uint32_t infoset[KUHN_CARDS][4]; /* [card][betting: none, p, b, pb], number + 1; 0: not added yet */
};

static const char *const kuhn_betting[] = {"", "p", "b", "pb"};
static const char *const kuhn_actions[] = {"pass", "bet"};

/* Adds an end at which player 1 wins `amount`. */
static void kuhn_end(struct kuhn *k, uint32_t parent, double amount)
{
    uint32_t end = game_add_terminal(&k->build, parent, 1, "");
    game_add_payoff(&k->build, end, (double[]){amount, -amount});
}

/* Adds the decision of the player with this card after the betting, 0..3. */
static uint32_t kuhn_decision(struct kuhn *k, uint32_t parent, double p, const char *edge, int card, int betting)
{
    uint32_t *number = &k->infoset[card][betting];
    if (!*number) {
        const char *name = game_print(k->build.arena, "%c%s%s", "JQK"[card], betting ? ":" : "", kuhn_betting[betting]);
        *number = game_build_infoset(&k->build, betting == 1 || betting == 2, name, 2, kuhn_actions) + 1;
    }
    return game_add_decision(&k->build, parent, p, edge, *number - 1);
}

static void kuhn_deal(struct kuhn *k, uint32_t parent, int first, int second)
{
    static const char edges[KUHN_CARDS][KUHN_CARDS][3] = {{"", "JQ", "JK"}, {"QJ", "", "QK"}, {"KJ", "KQ", ""}};
    double sign = first > second ? 1 : -1;
    uint32_t start = kuhn_decision(k, parent, 1.0 / 6, edges[first][second], first, 0);
    uint32_t passed = kuhn_decision(k, start, 1, "", second, 1);
    kuhn_end(k, passed, sign);
    uint32_t answer = kuhn_decision(k, passed, 1, "", first, 3);
    kuhn_end(k, answer, -1);
    kuhn_end(k, answer, 2 * sign);
    uint32_t bet = kuhn_decision(k, start, 1, "", second, 2);
    kuhn_end(k, bet, 1);
    kuhn_end(k, bet, 2 * sign);
}

struct game_tree *game_kuhn(struct nash_arena *arena, struct nash_error *error)
{
    struct kuhn k = {0};
    game_build_begin(&k.build, arena, 2);
    k.build.title = "Kuhn poker";
    uint32_t root = game_add_chance(&k.build, GAME_NO_PARENT, 1, "");
    for (int first = 0; first < KUHN_CARDS; first++)
        for (int second = 0; second < KUHN_CARDS; second++)
            if (first != second)
                kuhn_deal(&k, root, first, second);
    return game_build_end(&k.build, error);
}
