/* Six fixed opponents in Kuhn and Leduc poker, as functions of the strength of the hand, 0..1. They stand for styles of
 * play: a tight player, a calling station, a maniac, a bluffer, a deceiver that acts on the inverted hand, and one that
 * ignores its cards. */
#ifndef TEST_IMPERFECT_STYLES_H
#define TEST_IMPERFECT_STYLES_H

#include <string.h>

#include <solvers/imperfect/games/tree.h>

enum style { STYLE_TIGHT, STYLE_STATION, STYLE_MANIAC, STYLE_BLUFFER, STYLE_INVERTED, STYLE_IGNORES, STYLES };

static const char *const style_names[STYLES] = {"tight", "station", "maniac", "bluffer", "inverted", "ignores"};

static inline int style_rank(char card)
{
    return card == 'J' ? 0 : card == 'Q' ? 1 : 2;
}

/* Returns the probability of winning (ties count half) against an unknown card, from an infoset's name: "K:rc/J:c" in
 * Leduc, "K:b" in Kuhn. In the first round of Leduc the board is averaged over in rough figures. */
static inline double style_strength(const char *name)
{
    int own = style_rank(name[0]);
    const char *board = strchr(name, '/');
    if (!board)
        return own == 0 ? 0.2 : own == 1 ? 0.5 : 0.8;
    int shared = style_rank(board[1]);
    double won = 0, total = 0;
    if (own == shared)
        return 1;
    for (int other = 0; other < 3; other++) {
        double cards = 2 - (other == own) - (other == shared);
        total += cards;
        won += cards * (other == shared ? 0 : other == own ? 0.5 : own > other);
    }
    return won / total;
}

/* Returns the weights of fold, call and raise. */
static inline void style_weights(enum style style, double x, double weight[3])
{
    switch (style) {
    case STYLE_TIGHT:
        weight[0] = x < 0.4 ? 0.9 : x < 0.7 ? 0.4 : 0.05;
        weight[2] = x > 0.75 ? 0.6 : 0.03;
        break;
    case STYLE_STATION:
        weight[0] = 0.05 * (1 - x);
        weight[2] = x > 0.9 ? 0.15 : 0.05;
        break;
    case STYLE_MANIAC:
        weight[0] = 0.1 * (1 - x);
        weight[2] = 0.7;
        break;
    case STYLE_BLUFFER:
        weight[0] = x < 0.6 ? 0.3 : 0.1;
        weight[2] = x < 0.35 || x > 0.85 ? 0.6 : 0.1;
        break;
    case STYLE_INVERTED:
        weight[0] = x > 0.6 ? 0.75 : 0.05;
        weight[2] = x < 0.3 ? 0.75 : 0.05;
        break;
    default:
        weight[0] = weight[2] = 0.3;
    }
    weight[1] = weight[0] + weight[2] < 1 ? 1 - weight[0] - weight[2] : 0.05;
}

/* Fills the behaviour strategy of a style at both seats. What cannot be folded or raised is called or checked. */
static inline void style_fill(const struct game_tree *tree, enum style style, double *strategy)
{
    for (uint32_t i = 0; i < tree->infosets; i++) {
        const struct game_infoset *set = &tree->infoset_of[i];
        double weight[3], *local = strategy + set->first_action;
        style_weights(style, style_strength(set->name), weight);
        if (strcmp(tree->action_name[set->first_action], "fold") == 0) {
            local[0] = weight[0];
            local[1] = set->action_count == 3 ? weight[1] : weight[1] + weight[2];
            local[set->action_count - 1] = set->action_count == 3 ? weight[2] : local[1];
        } else { /* check or bet; in Kuhn poker "pass" after a bet is a fold */
            const char *colon = strchr(set->name, ':');
            bool facing = colon && strchr(colon, 'b');
            local[0] = facing ? weight[0] : weight[0] + weight[1];
            local[1] = facing ? weight[1] + weight[2] : weight[2];
        }
        double sum = 0;
        for (uint32_t k = 0; k < set->action_count; k++)
            sum += local[k];
        for (uint32_t k = 0; k < set->action_count; k++)
            local[k] /= sum;
    }
}

#endif
