/* The builder of game trees and its checks, and the built-in games. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <solvers/imperfect/games/builtin.h>

#include "../base/test.h"

static const char *const two_actions[] = {"left", "right"};

struct tree_case {
    struct nash_arena *arena;
    struct game_build build;
    struct nash_error error;
};

static void begin(struct tree_case *c, uint32_t players)
{
    *c = (struct tree_case){.arena = nash_arena_new(512 << 20)};
    game_build_begin(&c->build, c->arena, players);
}

static void add_end(struct tree_case *c, uint32_t parent, double p, double first, double second)
{
    uint32_t end = game_add_terminal(&c->build, parent, p, "");
    game_add_payoff(&c->build, end, (double[]){first, second});
}

static void refuses(struct tree_case *c, enum nash_status status, const char *word)
{
    assert_null(game_build_end(&c->build, &c->error));
    assert_int_equal(c->error.status, status);
    if (!strstr(c->error.detail, word))
        fail_msg("%s: no \"%s\"", c->error.detail, word);
    nash_arena_free(c->arena);
}

/* Counts the infosets of a player. */
static uint32_t infosets_of(const struct game_tree *tree, uint8_t player)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tree->infosets; i++)
        count += tree->infoset_of[i].player == player;
    return count;
}

/* Fails unless the arrays agree with each other. */
static void check_arrays(const struct game_tree *tree)
{
    uint32_t listed = 0, decisions = 0;
    assert_int_equal(tree->first_child[0], 1);
    assert_int_equal(tree->first_child[tree->nodes], tree->nodes);
    for (uint32_t v = 0; v < tree->nodes; v++) {
        double sum = 0;
        for (uint32_t c = tree->first_child[v]; c < tree->first_child[v + 1]; c++) {
            assert_int_equal(tree->parent[c], v);
            assert_int_equal(tree->depth[c], tree->depth[v] + 1);
            assert_int_equal(game_edge(tree, c), c - tree->first_child[v]);
            sum += tree->chance[c];
        }
        decisions += tree->player[v] >= 0;
        assert_int_equal(tree->player[v] == GAME_TERMINAL, tree->first_child[v] == tree->first_child[v + 1]);
        if (tree->player[v] == GAME_CHANCE)
            assert_true(fabs(sum - 1) < 1e-12);
    }
    for (uint32_t i = 0; i < tree->infosets; i++) {
        const struct game_infoset *set = &tree->infoset_of[i];
        for (uint32_t n = 0; n < set->node_count; n++, listed++) {
            uint32_t v = tree->infoset_node[set->first_node + n];
            assert_int_equal(tree->infoset[v], i);
            assert_int_equal(tree->player[v], set->player);
        }
        for (uint32_t j = 0; j < i && tree->infosets < 1000; j++)
            assert_true(strcmp(tree->infoset_of[j].name, set->name) != 0);
    }
    assert_int_equal(listed, decisions);
}

static void test_breadth_first(void **state)
{
    struct tree_case c;
    begin(&c, 2);
    uint32_t set = game_build_infoset(&c.build, 0, "first", 2, two_actions);
    uint32_t hidden = game_build_infoset(&c.build, 1, "second", 2, two_actions);
    uint32_t root = game_add_decision(&c.build, GAME_NO_PARENT, 1, "", set);
    game_add_payoff(&c.build, root, (double[]){10, -10});
    uint32_t left = game_add_decision(&c.build, root, 1, "", hidden);
    add_end(&c, left, 1, 1, -1);
    add_end(&c, left, 1, 2, -2);
    uint32_t right = game_add_decision(&c.build, root, 1, "", hidden);
    add_end(&c, right, 1, 3, -3);
    add_end(&c, right, 1, 4, -4);
    struct game_tree *tree = game_build_end(&c.build, &c.error);
    assert_non_null(tree);
    check_arrays(tree);
    assert_int_equal(tree->nodes, 7);
    for (uint32_t v = 3; v < 7; v++)
        assert_true(tree->payoff[2 * v] == 8.0 + v && tree->payoff[2 * v + 1] == -8.0 - v);
    assert_true(tree->constant_sum && tree->constant == 0 && !tree->perfect_information);
    char history[80];
    assert_string_equal(game_history(tree, 4, history, sizeof history), "\"left\", \"right\"");
    assert_string_equal(game_history(tree, 0, history, sizeof history), "the root");
    nash_arena_free(c.arena);
}

static void test_refusals(void **state)
{
    struct tree_case c;
    begin(&c, 2);
    uint32_t root = game_add_chance(&c.build, GAME_NO_PARENT, 1, "");
    add_end(&c, root, 0.5, 1, 1);
    add_end(&c, root, 0.4999, 1, 1);
    refuses(&c, NASH_UNPROCESSABLE, "sum to 1");

    begin(&c, 2); /* a player who forgets its own move */
    uint32_t set = game_build_infoset(&c.build, 0, "first", 2, two_actions);
    uint32_t forgets = game_build_infoset(&c.build, 0, "forgets", 2, two_actions);
    root = game_add_decision(&c.build, GAME_NO_PARENT, 1, "", set);
    for (int i = 0; i < 2; i++) {
        uint32_t node = game_add_decision(&c.build, root, 1, "", forgets);
        add_end(&c, node, 1, i, 0);
        add_end(&c, node, 1, 0, i);
    }
    refuses(&c, NASH_UNPROCESSABLE, "\"forgets\" lacks perfect recall");

    begin(&c, 2); /* an infoset twice on one path */
    set = game_build_infoset(&c.build, 0, "again", 2, two_actions);
    root = game_add_decision(&c.build, GAME_NO_PARENT, 1, "", set);
    uint32_t again = game_add_decision(&c.build, root, 1, "", set);
    add_end(&c, again, 1, 0, 0);
    add_end(&c, again, 1, 1, 0);
    add_end(&c, root, 1, 0, 1);
    refuses(&c, NASH_UNPROCESSABLE, "\"again\" lacks perfect recall");

    begin(&c, 2);
    set = game_build_infoset(&c.build, 0, "first", 2, two_actions);
    root = game_add_decision(&c.build, GAME_NO_PARENT, 1, "", set);
    add_end(&c, root, 1, 0, 1);
    refuses(&c, NASH_UNPROCESSABLE, "has 1 moves");

    begin(&c, 2);
    add_end(&c, GAME_NO_PARENT, 1, 1e308, 1e308);
    refuses(&c, NASH_UNPROCESSABLE, "too large");

    begin(&c, 2);
    refuses(&c, NASH_UNPROCESSABLE, "no nodes");
}

static void test_limits(void **state)
{
    struct tree_case c;
    begin(&c, 1);
    uint32_t at = game_add_chance(&c.build, GAME_NO_PARENT, 1, "");
    for (int i = 0; i <= GAME_DEPTH_MAX; i++)
        at = game_add_chance(&c.build, at, 1, "");
    refuses(&c, NASH_TOO_LARGE, "2000 moves");

    begin(&c, 1);
    at = game_add_chance(&c.build, GAME_NO_PARENT, 1, "");
    for (int i = 0; i <= GAME_ACTIONS_MAX; i++)
        game_add_terminal(&c.build, at, 1e-4, "");
    refuses(&c, NASH_TOO_LARGE, "10000 moves");

    c.arena = nash_arena_new(1 << 16);
    game_build_begin(&c.build, c.arena, 2);
    at = game_add_chance(&c.build, GAME_NO_PARENT, 1, "");
    for (int i = 0; i < 9999; i++)
        add_end(&c, at, 1e-4, 0, 0);
    refuses(&c, NASH_NOMEM, "memory");
}

static void test_kuhn(void **state)
{
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct nash_error error;
    struct game_tree *tree = game_kuhn(arena, &error);
    assert_non_null(tree);
    check_arrays(tree);
    assert_int_equal(tree->nodes, 1 + 6 * 9);
    assert_int_equal(tree->infosets, 12);
    assert_int_equal(tree->actions, 24);
    assert_int_equal(infosets_of(tree, 0), 6);
    assert_true(tree->constant_sum && tree->constant == 0);
    assert_int_equal(tree->infoset_of[game_find_infoset(tree, "Q:pb")].player, 0);
    assert_int_equal(tree->infoset_of[game_find_infoset(tree, "K:b")].player, 1);
    nash_arena_free(arena);
}

static void test_leduc(void **state)
{
    struct nash_arena *arena = nash_arena_new(16 << 20);
    struct nash_error error;
    struct game_tree *tree = game_leduc(arena, &error);
    assert_non_null(tree);
    check_arrays(tree);
    assert_int_equal(tree->infosets, 288);
    assert_int_equal(infosets_of(tree, 0), 144);
    assert_true(tree->constant_sum && tree->constant == 0);
    uint32_t set = game_find_infoset(tree, "K:rc/J:c");
    assert_int_equal(tree->infoset_of[set].player, 1);
    assert_int_equal(tree->infoset_of[set].action_count, 2);
    set = game_find_infoset(tree, "Q:rr");
    assert_int_equal(tree->infoset_of[set].action_count, 2);
    assert_string_equal(tree->action_name[tree->infoset_of[set].first_action], "fold");
    assert_int_equal(tree->infoset_of[game_find_infoset(tree, "Q:crrc/Q")].player, 0);
    double largest = 0, sure = 0; /* chips won by both raising to the limit; probability of two equal cards */
    for (uint32_t v = 0; v < tree->nodes; v++) {
        largest = fmax(largest, tree->payoff[2 * v]);
        if (tree->parent[v] == 0 && v && tree->edge_name[v][0] == tree->edge_name[v][1])
            sure += tree->chance[v];
    }
    assert_true(largest == 1 + 2 * 2 + 2 * 4);
    assert_true(fabs(sure - 0.2) < 1e-12);
    nash_arena_free(arena);
}

static void test_liars_dice(void **state)
{
    struct nash_arena *arena = nash_arena_new(256 << 20);
    struct nash_error error;
    struct game_tree *tree = game_liars_dice(arena, &error);
    assert_non_null(tree);
    check_arrays(tree);
    assert_int_equal(tree->nodes,
                     1 + 36 * (4096 + 4095)); /* each set of bids is one history; "liar" ends all but none */
    assert_int_equal(tree->infosets, 6 * 4096);
    uint32_t set = game_find_infoset(tree, "3:1-4,2-2");
    assert_int_equal(tree->infoset_of[set].player, 0);
    assert_int_equal(tree->infoset_of[set].action_count, 5);
    assert_int_equal(tree->infoset_of[set].node_count, 6);
    assert_string_equal(tree->action_name[tree->infoset_of[set].first_action + 4], "liar");
    assert_int_equal(tree->infoset_of[game_find_infoset(tree, "1")].action_count, 12);
    double first = 0; /* the first bid 1-1 and "liar": 20 of 36 rolls have a one or a six */
    for (uint32_t v = 1; v <= 36; v++)
        first += tree->payoff[2 * (tree->first_child[tree->first_child[v] + 1] - 1)] / 36;
    assert_true(fabs(first - 4.0 / 36) < 1e-12);
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_breadth_first), cmocka_unit_test(test_refusals), cmocka_unit_test(test_limits),
        cmocka_unit_test(test_kuhn),          cmocka_unit_test(test_leduc),    cmocka_unit_test(test_liars_dice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
