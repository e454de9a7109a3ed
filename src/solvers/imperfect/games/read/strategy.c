#include "strategy.h"

#include <math.h>
#include <string.h>

#include <solvers/imperfect/games/styles.h>
#include <solvers/kit/collections/symbols.h>
#include <solvers/kit/reader_rational.h>

#include "read.h"

struct strategy_reader {
    const struct game_tree *tree;
    struct symbols infosets; /* numbered as in the tree */
    uint32_t skip, only_player;
    bool all_players; /* infosets of the other players are read too: the list of a result has them */
    bool *given;      /* [infosets] */
    double *strategy;
};

/* Returns the index of the action in the infoset, or its number of actions. */
static uint32_t find_action(const struct game_tree *tree, const struct game_infoset *set, const char *name)
{
    uint32_t a = 0;
    while (a < set->action_count && strcmp(tree->action_name[set->first_action + a], name) != 0)
        a++;
    return a;
}

/* Reads {action: p} or [p, ...] at r into the infoset's place. */
static void read_probabilities(const struct strategy_reader *s, struct reader *r, const struct game_infoset *set)
{
    double *p = s->strategy + set->first_action, sum = 0;
    bool object = cJSON_IsObject(r->value);
    if (!object && reader_count(r) != set->action_count) {
        reader_fail(r, NASH_UNPROCESSABLE, NULL, "expected %u probabilities: infoset \"%.80s\" has as many actions",
                    set->action_count, set->name);
        return;
    }
    for (uint32_t a = 0; a < set->action_count; a++)
        p[a] = 0;
    for (struct reader item = {0}; object ? reader_next_member(&item, r) : reader_item(&item, r);) {
        uint32_t a = object ? find_action(s->tree, set, item.name) : (uint32_t)item.index;
        if (a == set->action_count) {
            reader_fail(&item, NASH_UNPROCESSABLE, NULL, "infoset \"%.80s\" has no such action", set->name);
            return;
        }
        p[a] = reader_as_real(&item, 0, 1, 0);
        sum += p[a];
    }
    if (reader_ok(r) && !(fabs(sum - 1) <= 1e-6))
        reader_fail(r, NASH_UNPROCESSABLE, NULL, "the probabilities must sum to 1, their sum is %.12g", sum);
    for (uint32_t a = 0; reader_ok(r) && a < set->action_count; a++)
        p[a] /= sum;
}

/* Reads the probabilities at r for the infoset of this name. Errors of the name are reported at `at`. */
static void read_infoset(const struct strategy_reader *s, struct reader *r, const struct reader *at, const char *name)
{
    uint32_t i = symbols_find(&s->infosets, name, strlen(name));
    if (i == SYMBOL_NONE) {
        reader_fail(at, NASH_UNPROCESSABLE, NULL, "the game has no infoset \"%.80s\"", name);
        return;
    }
    const struct game_infoset *set = &s->tree->infoset_of[i];
    bool others = set->player == s->skip || (s->only_player != UINT32_MAX && set->player != s->only_player);
    if (others && !s->all_players) {
        reader_fail(at, NASH_UNPROCESSABLE, NULL,
                    "infoset \"%.80s\" belongs to player %.40s, whose strategy is not read here", name,
                    s->tree->player_name[set->player]);
        return;
    }
    if (s->given[i]) {
        reader_fail(at, NASH_UNPROCESSABLE, NULL, "infoset \"%.80s\" is given twice", name);
        return;
    }
    s->given[i] = true;
    read_probabilities(s, r, set);
}

static void read_list(const struct strategy_reader *s, struct reader *array)
{
    struct reader at, actions;
    for (struct reader item = {0}; reader_ok(array) && reader_item(&item, array);)
        if (reader_member(&at, &item, "infoset") && reader_member(&actions, &item, "actions"))
            read_infoset(s, &actions, &at, at.value->valuestring);
}

/* Fills the strategy from a word. */
static void read_style(const struct strategy_reader *s, const struct reader *r, int builtin)
{
    unsigned style = reader_as_enum(r, game_style_names, GAME_STYLE_UNIFORM);
    if (reader_ok(r) && !game_style(style, builtin, s->tree, s->strategy))
        reader_fail(r, NASH_UNPROCESSABLE, NULL, "styles other than uniform are for the games \"kuhn\" and \"leduc\"");
}

bool game_read_strategy(struct reader *r, const char *name, const struct game_tree *tree, int builtin, uint32_t skip,
                        uint32_t only_player, double *strategy)
{
    struct reader child;
    bool is_new;
    if (!reader_member(&child, r, name))
        return false;
    struct strategy_reader s = {.tree = tree,
                                .skip = skip,
                                .only_player = only_player,
                                .all_players = cJSON_IsArray(child.value),
                                .strategy = strategy};
    if (cJSON_IsString(child.value)) {
        read_style(&s, &child, builtin);
        return true;
    }
    s.given = READER_NEW(r, bool, tree->infosets + 1);
    bool room = s.given && symbols_init(&s.infosets, r->root->arena, tree->infosets);
    for (uint32_t i = 0; room && i < tree->infosets; i++) {
        const char *text = tree->infoset_of[i].name;
        room = symbols_add(&s.infosets, text, strlen(text), &is_new) == i;
    }
    if (!room)
        reader_nomem(r);
    else if (cJSON_IsArray(child.value))
        read_list(&s, &child);
    else
        for (struct reader item = {0}; reader_ok(r) && reader_next_member(&item, &child);)
            read_infoset(&s, &item, &item, item.name);
    return true;
}
