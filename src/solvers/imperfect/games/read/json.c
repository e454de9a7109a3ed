/* Reads a game tree from JSON (read.h). A node has "payoff", or "chance", or "player" and "actions"; the last two may
 * also have a "payoff", which all ends below receive. The depth is bounded by that of the JSON. */
#include <math.h>
#include <string.h>

#include <solvers/imperfect/games/build.h>
#include <solvers/kit/reader_rational.h>

#include "names.h"
#include "read.h"

struct json_infoset {
    uint32_t number; /* in the builder */
    bool unnamed;    /* of a node without "infoset" */
};

struct tree_json {
    struct game_build build;
    struct game_names names;      /* of infosets */
    struct json_infoset *infoset; /* [name] */
    uint32_t infoset_room;
    uint32_t unnamed; /* nodes without "infoset" so far */
};

static void read_node(struct tree_json *t, struct reader *r, uint32_t parent, double p, const char *edge);

/* Reports the builder's failure at r. Returns whether there is none. */
static bool node_added(const struct tree_json *t, const struct reader *r)
{
    if (t->build.status == NASH_NOMEM)
        reader_nomem(r);
    else if (t->build.status)
        reader_fail(r, t->build.status, NULL, "the game has more than %s", t->build.limit);
    return reader_ok(r);
}

static void read_payoff(struct tree_json *t, struct reader *node, uint32_t number)
{
    double payoff[GAME_PLAYERS_MAX] = {0};
    struct reader array;
    if (!reader_array(&array, node, "payoff"))
        return;
    if (reader_count(&array) != t->build.players) {
        reader_fail(&array, NASH_UNPROCESSABLE, NULL, "expected a payoff for each of the %u players", t->build.players);
        return;
    }
    for (struct reader item = {0}; reader_item(&item, &array);)
        payoff[item.index] = reader_as_real(&item, -1e300, 1e300, 0);
    game_add_payoff(&t->build, number, payoff);
}

/* ---- infosets ---- */

/* Adds an infoset with the names of the actions. Returns its number in the builder. */
static uint32_t add_infoset(struct tree_json *t, const struct reader *actions, uint32_t player, const char *name)
{
    const char *action[GAME_JSON_ACTIONS_MAX];
    uint32_t count = 0;
    for (const cJSON *item = actions->value->child; item; item = item->next)
        action[count++] = reader_copy(actions, item->string);
    return reader_ok(actions) ? game_build_infoset(&t->build, player, name, count, action) : 0;
}

/* Returns the builder's number of the infoset `name`, NULL for one of this node only, which is added if it is new. */
static uint32_t find_infoset(struct tree_json *t, struct reader *node, const struct reader *actions, uint32_t player,
                             const char *name)
{
    bool is_new = true;
    uint32_t number = SYMBOL_NONE;
    if (!name) {
        const char *unique = game_names_unique(&t->names, "", player + 1, ++t->unnamed);
        number = unique ? symbols_find(&t->names.used, unique, strlen(unique)) : SYMBOL_NONE;
    } else {
        number = symbols_add(&t->names.used, name, strlen(name), &is_new);
    }
    if (number != SYMBOL_NONE && number >= t->infoset_room) {
        uint32_t room = 2 * number + 16;
        struct json_infoset *moved = READER_NEW(node, struct json_infoset, room);
        if (moved && number)
            memcpy(moved, t->infoset, number * sizeof *moved);
        t->infoset = moved;
        t->infoset_room = moved ? room : 0;
    }
    if (number == SYMBOL_NONE || !t->infoset)
        return (uint32_t)reader_nomem(node);
    if (is_new)
        t->infoset[number] =
            (struct json_infoset){add_infoset(t, actions, player, t->names.used.name[number]), name == NULL};
    else if (t->infoset[number].unnamed)
        reader_fail(node, NASH_UNPROCESSABLE, "infoset",
                    "is the name that a node without \"infoset\" got: choose another");
    return t->infoset[number].number;
}

/* Checks that a node has the player and the actions of its infoset. */
static bool check_infoset(const struct tree_json *t, struct reader *node, const struct reader *actions, uint32_t player,
                          uint32_t number)
{
    const struct game_infoset *set = &t->build.infoset[number];
    if (set->player != player)
        reader_fail(node, NASH_UNPROCESSABLE, "infoset",
                    "infoset \"%.80s\" belongs to player %s elsewhere: an infoset has one player", set->name,
                    t->build.player_name[set->player]);
    bool same = (uint32_t)cJSON_GetArraySize(actions->value) == set->action_count;
    for (uint32_t a = 0; same && a < set->action_count; a++)
        same = nash_json_get(actions->value, t->build.action_name[set->first_action + a]) != NULL;
    if (!same)
        reader_fail(actions, NASH_UNPROCESSABLE, NULL,
                    "infoset \"%.80s\" has other actions elsewhere: all nodes of an infoset have the same actions",
                    set->name);
    return reader_ok(node);
}

static void read_decision(struct tree_json *t, struct reader *node, uint32_t parent, double p, const char *edge)
{
    struct reader actions, child;
    uint32_t player = game_player_read(node, t->build.player_name, t->build.players);
    const char *name = reader_string(node, "infoset", SIZE_MAX);
    if (!reader_object(&actions, node, "actions") || !reader_ok(node))
        return;
    uint32_t set = find_infoset(t, node, &actions, player, name);
    if (!node_added(t, node) || !check_infoset(t, node, &actions, player, set))
        return;
    uint32_t number = game_add_decision(&t->build, parent, p, edge, set);
    if (!node_added(t, node))
        return;
    read_payoff(t, node, number);
    uint32_t first = t->build.infoset[set].first_action;
    for (uint32_t a = 0; reader_ok(node) && a < t->build.infoset[set].action_count; a++)
        if (reader_object(&child, &actions, t->build.action_name[first + a]))
            read_node(t, &child, number, 1, "");
}

/* ---- chance and ends ---- */

static void read_chance(struct tree_json *t, struct reader *node, uint32_t parent, double p, const char *edge)
{
    struct reader array, child, share;
    double sum = 0;
    if (!reader_array(&array, node, "chance"))
        return;
    uint32_t number = game_add_chance(&t->build, parent, p, edge);
    if (!node_added(t, node))
        return;
    read_payoff(t, node, number);
    for (struct reader item = {0}; reader_ok(node) && reader_item(&item, &array);) {
        double probability = 0;
        if (reader_member(&share, &item, "p"))
            probability = reader_as_real(&share, 0, 1, 0);
        const char *name = reader_copy(&item, reader_string(&item, "name", SIZE_MAX));
        sum += probability;
        if (reader_ok(node) && reader_object(&child, &item, "node"))
            read_node(t, &child, number, probability, name ? name : "");
    }
    if (reader_ok(node) && !(fabs(sum - 1) <= 1e-9))
        reader_fail(&array, NASH_UNPROCESSABLE, NULL, "the probabilities must sum to 1, their sum is %.12g", sum);
}

/* Reads the node at r as the next child of the parent. */
static void read_node(struct tree_json *t, struct reader *r, uint32_t parent, double p, const char *edge)
{
    if (reader_has(r, "actions")) {
        read_decision(t, r, parent, p, edge);
        return;
    }
    if (reader_has(r, "chance")) {
        read_chance(t, r, parent, p, edge);
        return;
    }
    uint32_t number = game_add_terminal(&t->build, parent, p, edge);
    if (node_added(t, r))
        read_payoff(t, r, number);
}

/* ---- the game ---- */

/* Reads the names of the players and begins the game. */
static bool read_players(struct tree_json *t, struct reader *r)
{
    const char *name[GAME_PLAYERS_MAX];
    struct reader array;
    uint32_t players = 0;
    if (!reader_array(&array, r, "players"))
        return false;
    for (struct reader item = {0}; reader_item(&item, &array); players++) {
        name[players] = reader_copy(&item, reader_as_string(&item, SIZE_MAX));
        for (uint32_t p = 0; name[players] && p < players; p++)
            if (name[p] && strcmp(name[p], name[players]) == 0)
                reader_fail(&item, NASH_UNPROCESSABLE, NULL, "two players have this name");
    }
    if (!reader_ok(r))
        return false;
    game_build_begin(&t->build, r->root->arena, players);
    for (uint32_t p = 0; t->build.status == NASH_OK && p < players; p++)
        t->build.player_name[p] = name[p];
    return node_added(t, r);
}

struct game_tree *game_json_read(struct reader *r)
{
    struct nash_error error = {0};
    struct tree_json *t = READER_NEW(r, struct tree_json, 1);
    struct reader root;
    if (!t || !reader_ok(r) || !read_players(t, r))
        return NULL;
    const char *title = reader_copy(r, reader_string(r, "title", SIZE_MAX));
    t->build.title = title ? title : "";
    if (!game_names_init(&t->names, r->root->arena)) {
        reader_nomem(r);
        return NULL;
    }
    if (reader_object(&root, r, "root"))
        read_node(t, &root, GAME_NO_PARENT, 1, "");
    if (!reader_ok(r))
        return NULL;
    struct game_tree *tree = game_build_end(&t->build, &error);
    if (!tree)
        reader_adopt(r, &error);
    return tree;
}
