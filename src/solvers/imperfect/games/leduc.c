/* Leduc hold'em (Southey et al. 2005, Bayes' Bluff): two each of J, Q and K; an ante of 1; one private card each, a
 * betting round, a board card, a second round. A raise adds 2 in the first round and 4 in the second, with at most two
 * raises a round. A pair with the board wins, then the higher card; equal cards split.
 *
 * An infoset is named by the player's card and the betting: "K" at the start, "Q:r" after a raise, "K:rc/J:c" after a
 * raise, a call, the board J and a check. Actions: "fold", "call" (a call of nothing is a check), "raise". */
#include "builtin.h"

enum { LEDUC_RANKS = 3, LEDUC_COPIES = 2, LEDUC_CARDS = 6, LEDUC_RAISES = 2 };
enum { LEDUC_LINES = 6, LEDUC_ROUND_ENDS = 5 }; /* points of decision in a round; ways to the second round */

enum leduc_action { LEDUC_FOLD, LEDUC_CALL, LEDUC_RAISE };

struct leduc {
    struct game_build build;
    /* [player's rank][0, or 1 + way to the second round][board's rank][line], number + 1; 0: not added yet */
    uint32_t infoset[LEDUC_RANKS][1 + LEDUC_ROUND_ENDS][LEDUC_RANKS][LEDUC_LINES];
};

/* A point of the play. */
struct leduc_state {
    int card[2], board; /* ranks; board -1: the first round */
    int spent[2];       /* chips in the pot */
    int before;         /* 0 in the first round, else 1 + the way to the second */
    char first[8];      /* the betting of the first round */
    char betting[8];    /* the betting of this round */
    int moves, raises;  /* of this round */
};

static const char leduc_rank[] = "JQK";

/* Returns the number of the betting of a round at which a player decides. */
static int leduc_line(const struct leduc_state *s)
{
    bool checked = s->betting[0] == 'c';
    return 3 * checked + s->raises;
}

/* Returns the number of a betting that ends a round with a call: cc, rc, rrc, crc, crrc. */
static int leduc_way(const struct leduc_state *s)
{
    bool checked = s->betting[0] == 'c';
    return checked ? (s->raises ? 2 + s->raises : 0) : s->raises;
}

static void leduc_end(struct leduc *l, uint32_t parent, const struct leduc_state *s, int winner)
{
    uint32_t end = game_add_terminal(&l->build, parent, 1, "");
    double won = winner < 0 ? 0 : winner == 0 ? s->spent[1] : -s->spent[0];
    game_add_payoff(&l->build, end, (double[]){won, -won});
}

/* Returns the winner of a showdown, or -1. */
static int leduc_winner(const struct leduc_state *s)
{
    if (s->card[0] == s->card[1])
        return -1;
    if (s->card[0] == s->board || s->card[1] == s->board)
        return s->card[1] == s->board;
    return s->card[1] > s->card[0];
}

static void leduc_decide(struct leduc *l, uint32_t parent, double p, const char *edge, const struct leduc_state *s);

static void leduc_board(struct leduc *l, uint32_t parent, const struct leduc_state *s)
{
    static const char *const edges[] = {"board J", "board Q", "board K"};
    uint32_t chance = game_add_chance(&l->build, parent, 1, "");
    for (int board = 0; board < LEDUC_RANKS; board++) {
        int left = LEDUC_COPIES - (s->card[0] == board) - (s->card[1] == board);
        struct leduc_state next = {.card = {s->card[0], s->card[1]},
                                   .board = board,
                                   .spent = {s->spent[0], s->spent[1]},
                                   .before = 1 + leduc_way(s)};
        for (int m = 0; m < s->moves; m++)
            next.first[m] = s->betting[m];
        if (left)
            leduc_decide(l, chance, (double)left / (LEDUC_CARDS - 2), edges[board], &next);
    }
}

/* Adds what follows the move of a player. */
static void leduc_move(struct leduc *l, uint32_t parent, const struct leduc_state *s, enum leduc_action action)
{
    int mover = s->moves % 2;
    struct leduc_state next = *s;
    if (action == LEDUC_FOLD) {
        leduc_end(l, parent, s, !mover);
        return;
    }
    next.betting[next.moves++] = action == LEDUC_CALL ? 'c' : 'r';
    next.spent[mover] = s->spent[!mover];
    if (action == LEDUC_RAISE) {
        next.spent[mover] += s->board < 0 ? 2 : 4;
        next.raises++;
    }
    if (action == LEDUC_RAISE || s->moves == 0)
        leduc_decide(l, parent, 1, "", &next);
    else if (s->board < 0)
        leduc_board(l, parent, &next);
    else
        leduc_end(l, parent, &next, leduc_winner(&next));
}

/* Adds the decision of the player to move. */
static void leduc_decide(struct leduc *l, uint32_t parent, double p, const char *edge, const struct leduc_state *s)
{
    static const char *const names[] = {"fold", "call", "raise"};
    int mover = s->moves % 2;
    bool can_fold = s->spent[0] != s->spent[1];
    uint32_t *number = &l->infoset[s->card[mover]][s->before][s->board < 0 ? 0 : s->board][leduc_line(s)];
    if (!*number) {
        const char *colon = s->board >= 0 || s->moves ? ":" : "";
        char board[3] = {s->board < 0 ? '\0' : '/', s->board < 0 ? '\0' : leduc_rank[s->board], '\0'};
        const char *betting = s->board >= 0 && s->moves ? ":" : "";
        const char *name = game_print(l->build.arena, "%c%s%s%s%s%s", leduc_rank[s->card[mover]], colon, s->first,
                                      board, betting, s->betting);
        int first = can_fold ? LEDUC_FOLD : LEDUC_CALL, last = s->raises < LEDUC_RAISES ? LEDUC_RAISE : LEDUC_CALL;
        *number = game_build_infoset(&l->build, (uint32_t)mover, name, (uint32_t)(last - first + 1), names + first) + 1;
    }
    uint32_t node = game_add_decision(&l->build, parent, p, edge, *number - 1);
    if (can_fold)
        leduc_move(l, node, s, LEDUC_FOLD);
    leduc_move(l, node, s, LEDUC_CALL);
    if (s->raises < LEDUC_RAISES)
        leduc_move(l, node, s, LEDUC_RAISE);
}

struct game_tree *game_leduc(struct nash_arena *arena, struct nash_error *error)
{
    static const char *const edges[LEDUC_RANKS][LEDUC_RANKS] = {
        {"JJ", "JQ", "JK"}, {"QJ", "QQ", "QK"}, {"KJ", "KQ", "KK"}};
    struct leduc *l = NASH_NEW(arena, struct leduc, 1);
    if (!l) {
        nash_fail(error, NASH_NOMEM, "", "the game does not fit into memory");
        return NULL;
    }
    game_build_begin(&l->build, arena, 2);
    l->build.title = "Leduc hold'em";
    uint32_t root = game_add_chance(&l->build, GAME_NO_PARENT, 1, "");
    for (int first = 0; first < LEDUC_RANKS; first++)
        for (int second = 0; second < LEDUC_RANKS; second++) {
            int ways = LEDUC_COPIES * (LEDUC_COPIES - (first == second));
            struct leduc_state s = {.card = {first, second}, .board = -1, .spent = {1, 1}};
            leduc_decide(l, root, (double)ways / (LEDUC_CARDS * (LEDUC_CARDS - 1)), edges[first][second], &s);
        }
    return game_build_end(&l->build, error);
}
