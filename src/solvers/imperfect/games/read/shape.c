#include "shape.h"

#include <string.h>

#include <solvers/imperfect/games/styles.h>
#include <solvers/imperfect/games/tree.h>
#include <solvers/kit/reader_rational.h>

#include "names.h"
#include "read.h"

/* ---- trees ---- */

static void shape_number(struct reader *r)
{
    struct rational number;
    if (rational_of_json(r->value, &number) == RATIONAL_WRONG)
        reader_as_rational(r, &number); /* reports it */
}

static void shape_payoff(struct reader *node)
{
    struct reader array;
    if (reader_array(&array, node, "payoff"))
        for (struct reader item = {0}; reader_item(&item, &array);)
            shape_number(&item);
}

/* Checks "player": a name, or a number from 1. */
static void shape_player(struct reader *r)
{
    struct reader player;
    if (!reader_member(&player, r, "player"))
        return;
    if (cJSON_IsNumber(player.value))
        reader_as_int(&player, 1, GAME_PLAYERS_MAX, 1);
    else
        game_name_read(&player);
}

/* Checks that an object or array has 1 to `most` members. */
static void shape_count(const struct reader *r, size_t count, size_t most, const char *what)
{
    if (count < 1 || count > most)
        reader_fail(r, NASH_INVALID, NULL, "expected 1 to %zu %s", most, what);
}

static void shape_node(struct reader *node);

static void shape_decision(struct reader *node)
{
    static const char *const members[] = {"player", "infoset", "actions", "payoff", NULL};
    static const char *const required[] = {"player", "actions", NULL};
    struct reader actions, infoset;
    reader_only(node, members);
    reader_require(node, required);
    shape_player(node);
    if (reader_member(&infoset, node, "infoset"))
        game_name_read(&infoset);
    if (!reader_object(&actions, node, "actions"))
        return;
    shape_count(&actions, (size_t)cJSON_GetArraySize(actions.value), GAME_JSON_ACTIONS_MAX, "actions");
    for (struct reader child = {0}; reader_next_member(&child, &actions);) {
        game_name_check(&actions, child.name);
        shape_node(&child);
    }
}

static void shape_chance(struct reader *node)
{
    static const char *const members[] = {"chance", "payoff", NULL};
    static const char *const item_members[] = {"p", "name", "node", NULL};
    static const char *const required[] = {"p", "node", NULL};
    struct reader array, member;
    reader_only(node, members);
    if (!reader_array(&array, node, "chance"))
        return;
    shape_count(&array, reader_count(&array), GAME_ACTIONS_MAX, "outcomes");
    for (struct reader item = {0}; reader_item(&item, &array);) {
        reader_only(&item, item_members);
        reader_require(&item, required);
        if (reader_member(&member, &item, "p"))
            shape_number(&member);
        if (reader_member(&member, &item, "name"))
            game_name_read(&member);
        if (reader_member(&member, &item, "node"))
            shape_node(&member);
    }
}

/* Recurses as deep as the JSON is nested, at most NASH_JSON_DEPTH. */
static void shape_node(struct reader *node)
{
    static const char *const end_members[] = {"payoff", NULL};
    if (reader_has(node, "actions") || reader_has(node, "player"))
        shape_decision(node);
    else if (reader_has(node, "chance"))
        shape_chance(node);
    else if (reader_has(node, "payoff"))
        reader_only(node, end_members);
    else
        reader_fail(node, NASH_INVALID, NULL,
                    "expected a node: an object with \"payoff\", with \"chance\", or with \"player\" and \"actions\"");
    shape_payoff(node);
}

void game_shape_tree(struct reader *r)
{
    static const char *const members[] = {"title", "players", "root", NULL};
    static const char *const required[] = {"players", "root", NULL};
    struct reader member;
    reader_only(r, members);
    reader_require(r, required);
    if (reader_member(&member, r, "title"))
        game_name_read(&member);
    if (reader_array(&member, r, "players")) {
        shape_count(&member, reader_count(&member), GAME_PLAYERS_MAX, "names");
        for (struct reader item = {0}; reader_item(&item, &member);)
            game_name_read(&item);
    }
    if (reader_member(&member, r, "root"))
        shape_node(&member);
}

/* ---- strategies ---- */

/* Checks {action: p} or [p, ...]. */
static void shape_probabilities(struct reader *r)
{
    if (cJSON_IsObject(r->value))
        for (struct reader item = {0}; reader_next_member(&item, r);)
            shape_number(&item);
    else if (cJSON_IsArray(r->value))
        for (struct reader item = {0}; reader_item(&item, r);)
            shape_number(&item);
    else
        reader_fail(r, NASH_INVALID, NULL, "expected {action: probability}, or a probability for each action");
}

static void shape_strategy_list(struct reader *array)
{
    static const char *const members[] = {"player", "infoset", "actions", "reach", NULL};
    static const char *const required[] = {"infoset", "actions", NULL};
    struct reader member;
    for (struct reader item = {0}; reader_item(&item, array);) {
        reader_only(&item, members);
        reader_require(&item, required);
        reader_string(&item, "infoset", SIZE_MAX);
        if (reader_member(&member, &item, "actions"))
            shape_probabilities(&member);
    }
}

static void shape_strategy(struct reader *r, const char *name)
{
    struct reader strategy;
    bool known = false;
    if (!reader_member(&strategy, r, name))
        return;
    if (cJSON_IsObject(strategy.value)) {
        for (struct reader item = {0}; reader_next_member(&item, &strategy);)
            shape_probabilities(&item);
        return;
    }
    if (cJSON_IsArray(strategy.value)) {
        shape_strategy_list(&strategy);
        return;
    }
    for (size_t i = 0; cJSON_IsString(strategy.value) && game_style_names[i]; i++)
        known |= strcmp(strategy.value->valuestring, game_style_names[i]) == 0;
    if (!known)
        reader_fail(&strategy, NASH_INVALID, NULL,
                    "expected a strategy {infoset: {action: probability}}, a list as in results, or a style: uniform, "
                    "tight, station, maniac, bluffer, inverted or ignores_cards");
}

void game_shape_question(struct reader *r)
{
    shape_player(r);
    shape_strategy(r, "strategy");
    shape_strategy(r, "opponent_strategy");
}
