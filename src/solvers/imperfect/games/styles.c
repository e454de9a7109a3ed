#include "styles.h"

#include <string.h>

#include <solvers/imperfect/equilibrium/values.h>

#include "builtin.h"

const char *const game_style_names[] = {"uniform", "tight",    "station",       "maniac",
                                        "bluffer", "inverted", "ignores_cards", NULL};

enum style {
    STYLE_TIGHT = GAME_STYLE_UNIFORM + 1,
    STYLE_STATION,
    STYLE_MANIAC,
    STYLE_BLUFFER,
    STYLE_INVERTED,
    STYLE_IGNORES
};

enum { STYLES_KUHN, STYLES_LEDUC }; /* indices in game_builtin_names */

/* The probabilities of folding to a bet and of raising. */
struct style_habit {
    double fold, raise;
};

static struct style_habit style_tight(double s)
{
    return (struct style_habit){s < 0.5 ? 0.9 : s < 0.7 ? 0.4 : 0, s >= 0.75 ? 0.8 : 0.05};
}

static struct style_habit style_habit(enum style style, double s)
{
    bool middling = s >= 0.3 && s < 0.7;
    switch (style) {
    case STYLE_TIGHT:
        return style_tight(s);
    case STYLE_STATION:
        return (struct style_habit){0.05, 0.05};
    case STYLE_MANIAC:
        return (struct style_habit){0.05, 0.8};
    case STYLE_BLUFFER:
        return middling ? (struct style_habit){0.5, 0.1} : (struct style_habit){0.1, 0.7};
    case STYLE_INVERTED:
        return style_tight(1 - s);
    default:
        return (struct style_habit){0.25, 0.35};
    }
}

static int card_rank(char card)
{
    return card == 'J' ? 0 : card == 'Q' ? 1 : 2;
}

/* Returns 1 for a showdown of Leduc that `own` wins, 1/2 for a tie. */
static double leduc_showdown(int own, int other, int board)
{
    if (own == other)
        return 0.5;
    return own == board || (other != board && own > other);
}

/* Returns the mean over the opponent's card, weighted by the cards that are left; board -1: over the board too. */
static double leduc_strength(int own, int board)
{
    double won = 0, all = 0;
    for (int b = board < 0 ? 0 : board; b <= (board < 0 ? 2 : board); b++)
        for (int other = 0; other < 3; other++) {
            int boards = 2 - (own == b), others = 2 - (own == other) - (b == other);
            if (boards <= 0 || others <= 0)
                continue;
            double weight = (board < 0 ? boards : 1) * (double)others;
            won += weight * leduc_showdown(own, other, b);
            all += weight;
        }
    return won / all;
}

double game_hand_strength(int builtin, const char *infoset)
{
    int own = card_rank(infoset[0]);
    const char *slash = strchr(infoset, '/');
    if (builtin == STYLES_KUHN)
        return own / 2.0;
    return leduc_strength(own, slash ? card_rank(slash[1]) : -1);
}

/* Fills the probabilities at an infoset of Kuhn: pass and bet. */
static void style_kuhn(struct style_habit habit, const char *infoset, double *p)
{
    size_t len = strlen(infoset);
    bool facing = len > 1 && infoset[len - 1] == 'b';
    p[0] = facing ? habit.fold : 1 - habit.raise;
    p[1] = 1 - p[0];
}

/* Fills the probabilities at an infoset of Leduc: fold if there is a bet, call, raise if that is allowed. */
static void style_leduc(struct style_habit habit, const struct game_tree *tree, const struct game_infoset *set,
                        double *p)
{
    bool can_fold = strcmp(tree->action_name[set->first_action], "fold") == 0;
    double fold = can_fold ? habit.fold : 0;
    double raise = set->action_count == 2U + can_fold ? habit.raise : 0;
    if (can_fold)
        raise = raise < 1 - fold ? raise : 1 - fold;
    if (can_fold)
        *p++ = fold;
    *p++ = 1 - fold - raise;
    if (set->action_count == 2U + can_fold)
        *p = raise;
}

bool game_style(unsigned style, int builtin, const struct game_tree *tree, double *strategy)
{
    if (style == GAME_STYLE_UNIFORM)
        game_uniform(tree, strategy);
    if (style == GAME_STYLE_UNIFORM)
        return true;
    if (builtin != STYLES_KUHN && builtin != STYLES_LEDUC)
        return false;
    for (uint32_t i = 0; i < tree->infosets; i++) {
        const struct game_infoset *set = &tree->infoset_of[i];
        struct style_habit habit = style_habit((enum style)style, game_hand_strength(builtin, set->name));
        if (builtin == STYLES_KUHN)
            style_kuhn(habit, set->name, strategy + set->first_action);
        else
            style_leduc(habit, tree, set, strategy + set->first_action);
    }
    return true;
}
