/* Trees with chance nodes: values compared with the definition in rationals, from the root down; every form of a tree
 * is the same problem; what is refused. */
#include <gmp.h>
#include <stdlib.h>

#include <solvers/gametree/tree/chance.h>

#include "game.h"

enum { NODES = 26, TEXT = 1 << 13 };

/* A tree in which the players alternate, past chance nodes. Children have larger numbers than their parents. */
struct drawn {
    uint32_t nodes, parent[NODES], children[NODES];
    bool chance[NODES], min[NODES], uniform[NODES];  /* uniform: the children of a chance node have no probabilities */
    int value[NODES], weight[NODES], weights[NODES]; /* the probability of v is weight[v] / weights[parent] */
    bool root_min;
};

static void draw(struct drawn *t, struct nash_rng *rng)
{
    *t = (struct drawn){.nodes = 2 + (uint32_t)nash_rng_below(rng, NODES - 1), .root_min = nash_rng_below(rng, 2)};
    uint32_t wide = 1 + (uint32_t)nash_rng_below(rng, 6);
    for (uint32_t v = 1; v < t->nodes; v++) {
        uint32_t low = v > wide ? v - wide : 0;
        t->parent[v] = low + (uint32_t)nash_rng_below(rng, v - low);
        t->children[t->parent[v]]++;
        t->weight[v] = (int)nash_rng_below(rng, 5);
        t->value[v] = (int)nash_rng_below(rng, 21) - 10;
    }
    t->min[0] = t->root_min;
    for (uint32_t v = 0; v < t->nodes; v++) {
        uint32_t parent = t->parent[v];
        if (v)
            t->min[v] = t->chance[parent] ? t->min[parent] : !t->min[parent];
        t->chance[v] = t->children[v] && nash_rng_below(rng, 3) == 0;
        t->uniform[v] = nash_rng_below(rng, 3) == 0;
    }
    for (uint32_t v = 1; v < t->nodes; v++)
        t->weights[t->parent[v]] += t->weight[v];
    for (uint32_t v = 1; v < t->nodes; v++)
        t->uniform[t->parent[v]] |= t->weights[t->parent[v]] == 0;
}

/* ---- the value by definition ---- */

static void value_of(mpq_t value, const struct drawn *t, uint32_t node)
{
    mpq_t child, p;
    bool first = true;
    mpq_set_si(value, t->children[node] ? 0 : t->value[node], 1);
    mpq_inits(child, p, NULL);
    for (uint32_t v = node + 1; v < t->nodes; v++) {
        if (t->parent[v] != node)
            continue;
        value_of(child, t, v);
        if (t->chance[node]) {
            if (t->uniform[node])
                mpq_set_si(p, 1, t->children[node]);
            else
                mpq_set_si(p, t->weight[v], (unsigned long)t->weights[node]);
            mpq_canonicalize(p);
            mpq_mul(child, child, p);
            mpq_add(value, value, child);
        } else if (first || (mpq_cmp(child, value) < 0) == t->min[node]) {
            mpq_set(value, child);
        }
        first = false;
    }
    mpq_clears(child, p, NULL);
}

/* Returns whether a member is this value: a number if it is an integer, else a text. */
static bool is_value(const cJSON *found, const mpq_t value)
{
    char text[TEXT], number[32];
    mpq_get_str(text, 10, value);
    if (cJSON_IsString(found))
        return strchr(text, '/') && strcmp(found->valuestring, text) == 0;
    snprintf(number, sizeof number, "%.17g", cJSON_IsNumber(found) ? found->valuedouble : 0.5);
    return strcmp(number, text) == 0;
}

/* ---- the forms ---- */

/* Writes the probability of the move to v, if it was drawn. */
static char *put_p(char *end, const struct drawn *t, uint32_t v, const char *before, const char *after)
{
    uint32_t parent = t->parent[v];
    if (v == 0 || !t->chance[parent] || t->uniform[parent])
        return end;
    return end + sprintf(end, "%s%d/%d%s", before, t->weight[v], t->weights[parent], after);
}

static char *put_text(char *end, const struct drawn *t, uint32_t node)
{
    end = put_p(end, t, node, "", ":");
    if (!t->children[node])
        return end + sprintf(end, "%d", t->value[node]);
    *end++ = t->chance[node] ? '<' : '(';
    for (uint32_t v = node + 1; v < t->nodes; v++)
        if (t->parent[v] == node) {
            end = put_text(end, t, v);
            *end++ = ' ';
        }
    *end++ = t->chance[node] ? '>' : ')';
    *end = '\0';
    return end;
}

static char *put_nested(char *end, const struct drawn *t, uint32_t node)
{
    if (!t->children[node]) {
        end += sprintf(end, "{");
        end = put_p(end, t, node, "\"p\":\"", "\",");
        return end + sprintf(end, "\"value\":%d}", t->value[node]);
    }
    end += sprintf(end, "{");
    end = put_p(end, t, node, "\"p\":\"", "\",");
    end += sprintf(end, "%s\"children\":[", t->chance[node] ? "\"player\":\"CHANCE\"," : "");
    for (uint32_t v = node + 1, count = 0; v < t->nodes; v++)
        if (t->parent[v] == node) {
            *end = ',';
            end = put_nested(end + (count++ > 0), t, v);
        }
    return end + sprintf(end, "]}");
}

static void put_flat(char *end, const struct drawn *t, const char *options)
{
    end += sprintf(end, "{%s\"parent\":[-1", options);
    for (uint32_t v = 1; v < t->nodes; v++)
        end += sprintf(end, ",%u", t->parent[v]);
    end += sprintf(end, "],\"player\":[");
    for (uint32_t v = 0; v < t->nodes; v++)
        end += sprintf(end, "%s%d", v ? "," : "", t->chance[v] ? 2 : t->min[v]);
    end += sprintf(end, "],\"value\":[");
    for (uint32_t v = 0; v < t->nodes; v++)
        end += t->children[v] ? sprintf(end, "%snull", v ? "," : "") : sprintf(end, "%s%d", v ? "," : "", t->value[v]);
    end += sprintf(end, "],\"p\":[null");
    for (uint32_t v = 1; v < t->nodes; v++) {
        *end++ = ',';
        char *after = put_p(end, t, v, "\"", "\"");
        end = after == end ? end + sprintf(end, "null") : after;
    }
    strcpy(end, "]}");
}

/* ---- the tests ---- */

static bool has_chance(const struct drawn *t)
{
    for (uint32_t v = 0; v < t->nodes; v++)
        if (t->chance[v])
            return true;
    return false;
}

static void check_steps(const struct drawn *t, const struct kind_case *c, const char *text)
{
    mpq_t value;
    const cJSON *step;
    mpq_init(value);
    cJSON_ArrayForEach(step, kind_at(c, "trace/steps"))
    {
        const cJSON *found = cJSON_GetObjectItem(step, "value"), *index;
        uint32_t node = 0;
        if (!found)
            continue;
        cJSON_ArrayForEach(index, cJSON_GetObjectItem(step, "at"))
        {
            int skip = index->valueint;
            uint32_t v = node + 1;
            while (t->parent[v] != node || skip-- > 0)
                v++;
            node = v;
        }
        value_of(value, t, node);
        if (!is_value(found, value))
            fail_msg("%s: node %u has another value", text, node);
    }
    mpq_clear(value);
}

static void check(const struct drawn *t, const char *options)
{
    static char flat[TEXT], nested[TEXT], text[TEXT];
    struct kind_case c = {0};
    mpq_t value;
    mpq_init(value);
    put_flat(flat, t, options);
    kind_solve(&c, NASH_FORMAT_JSON, flat);
    value_of(value, t, 0);
    if (!is_value(kind_at(&c, "value"), value))
        fail_msg("%s: not the value by definition, %s", flat, kind_word(&c, "summary"));
    for (uint32_t v = 1, move = 0; v < t->nodes; v++) {
        char path[32];
        if (t->parent[v] != 0)
            continue;
        snprintf(path, sizeof path, "moves/%u/value", move++);
        value_of(value, t, v);
        if (!is_value(kind_at(&c, path), value))
            fail_msg("%s: %s is not the value by definition", flat, path);
    }
    assert_true(kind_has(&c, "best") == !t->chance[0]);
    if (kind_has(&c, "trace"))
        check_steps(t, &c, flat);
    kind_free(&c);
    mpq_clear(value);
    if (*options || !has_chance(t))
        return;
    char *end = nested + sprintf(nested, "{\"to_move\":\"%s\",\"tree\":", t->root_min ? "MIN" : "MAX");
    strcpy(put_nested(end, t, 0), "}");
    put_text(text + sprintf(text, "%s ", t->root_min ? "MIN" : "MAX"), t, 0);
    kind_keys(NASH_FORMAT_JSON, flat, NASH_FORMAT_JSON, nested, true);
    kind_keys(NASH_FORMAT_JSON, flat, NASH_FORMAT_TEXT, text, true);
}

static void test_values(void **state)
{
    struct nash_rng rng = test_rng();
    struct drawn t;
    for (unsigned i = 0; i < test_length(1500, 10000); i++) {
        draw(&t, &rng);
        check(&t, i % 3 == 0 && has_chance(&t)   ? "\"trace\":true,\"engine\":\"expectiminimax\","
                  : i % 3 == 1 && has_chance(&t) ? "\"trace\":true,\"engine\":\"open_closed\","
                                                 : "");
    }
}

/* Without chance nodes expectiminimax is minimax. */
static void test_without_chance(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"tree\":[[3,5],[2,9]],\"engine\":\"expectiminimax\",\"trace\":true}");
    assert_int_equal(kind_int(&c, "value"), 3);
    assert_int_equal(kind_int(&c, "trace/events"), 10);
    assert_string_equal(kind_word(&c, "engine"), "expectiminimax");
    kind_free(&c);
}

/* Probabilities are read as they are written: 0.1 + 0.2 + 0.7 is 1. */
static void test_decimals(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"tree\":[\"CHANCE\",{\"p\":0.1,\"value\":0.1},{\"p\":0.2,\"value\":1e3},{\"p\":0.7,\"value\":3}]}");
    assert_string_equal(kind_word(&c, "value"), "20211/100");
    assert_string_equal(kind_word(&c, "summary"), "tree, 4 nodes, chance to move: 20211/100");
    assert_string_equal(kind_word(&c, "to_move"), "CHANCE");
    assert_string_equal(kind_word(&c, "moves/2/p"), "7/10");
    assert_string_equal(kind_word(&c, "tree/value/1"), "1/10");
    kind_free(&c);
}

static void test_depth(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"parent\":[-1,0,0,1,1],\"player\":[2,0,0,0,0],\"value\":[0,0.5,7,1,2],\"depth\":1}");
    assert_string_equal(kind_word(&c, "value"), "15/4");
    assert_true(cJSON_IsFalse(kind_at(&c, "exact")));
    kind_free(&c);
    kind_solve(&c, NASH_FORMAT_JSON, /* a chance node at the depth limit counts by its evaluation */
               "{\"parent\":[-1,0,0,1,1],\"player\":[2,2,0,0,0],\"value\":[0,0.5,7,1,2],\"depth\":1}");
    assert_string_equal(kind_word(&c, "value"), "15/4");
    kind_free(&c);
    /* No search ends at the root, so it needs no evaluation, and another inner node does. */
    static const char *const engines[] = {"auto", "minimax", "alphabeta", "open_closed", "expectiminimax"};
    static const char *const trees[] = {
        "{\"tree\":{\"children\":[{\"eval\":4,\"children\":[1,2]},{\"eval\":6,\"children\":[0]},5]},\"depth\":1",
        "{\"parent\":[-1,0,0,0,1,1,2],\"value\":[null,4,6,5,1,2,0],\"depth\":1"};
    char text[256];
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        for (size_t k = 0; k < sizeof trees / sizeof *trees; k++) {
            snprintf(text, sizeof text, "%s,\"engine\":\"%s\"}", trees[k], engines[i]);
            kind_solve(&c, NASH_FORMAT_JSON, text);
            assert_int_equal(kind_int(&c, "value"), 6);
            assert_int_equal(kind_int(&c, "best"), 1);
            kind_free(&c);
        }
    kind_refuses(NASH_FORMAT_JSON, "{\"tree\":[[1,2],{\"eval\":6,\"children\":[0]}],\"depth\":1}", NASH_UNPROCESSABLE,
                 "/depth", "all inner nodes but the root");
}

static void test_refused(void **state)
{
    static const struct {
        const char *tree, *pointer, *says;
        enum nash_status status;
    } bad[] = {
        {"[\"CHANCE\",{\"p\":\"1/3\",\"value\":1},{\"p\":\"1/3\",\"value\":1}]", "/tree", "add up to 2/3, not to 1",
         NASH_UNPROCESSABLE},
        {"[\"CHANCE\",{\"p\":1,\"value\":1},{\"p\":1,\"value\":1}]", "/tree", "2 or more", NASH_UNPROCESSABLE},
        {"[[\"CHANCE\",{\"p\":1,\"value\":1},5]]", "/tree/0", "1 of the 2 children", NASH_UNPROCESSABLE},
        {"[[1,{\"p\":1,\"value\":1}]]", "/tree/0/1", "no child of a chance node", NASH_UNPROCESSABLE},
        {"[\"CHANCE\",{\"p\":2,\"value\":1}]", "/tree/1/p", "from 0 to 1", NASH_UNPROCESSABLE},
        {"[\"CHANCE\",{\"p\":\"3/2\",\"value\":1}]", "/tree/1/p", "from 0 to 1", NASH_UNPROCESSABLE},
        {"[\"CHANCE\",{\"p\":-0.5,\"value\":1}]", "/tree/1/p", "from 0 to 1", NASH_UNPROCESSABLE},
        {"[\"CHANCE\",{\"p\":\"-1/2\",\"value\":1}]", "/tree/1/p", "from 0 to 1", NASH_UNPROCESSABLE},
        {"[\"CHANCE\",{\"p\":1e-30,\"value\":1}]", "/tree/1/p", "2^62", NASH_UNPROCESSABLE},
        {"[\"CHANCE\",{\"p\":\"1/4611686018427387904\",\"value\":1}]", "/tree/1/p", "2^62", NASH_UNPROCESSABLE},
        {"[\"CHANCE\",{\"p\":2,\"value\":1},[\"CHANCE\",{\"p\":\"x\",\"value\":1}]]", "/tree/2/1/p", "from 0 to 1",
         NASH_INVALID},
        {"[\"CHANCE\",{\"p\":\"1/000\",\"value\":1}]", "/tree/1/p", "from 0 to 1", NASH_INVALID},
        {"[\"CHANCE\",{\"p\":null,\"value\":1}]", "/tree/1/p", "from 0 to 1", NASH_INVALID},
        {"[\"CHANCE\",1e300,1]", "/tree/1", "18 digits", NASH_UNPROCESSABLE},
        {"[\"CHANCE\",{\"p\":\"1/4611686018427387903\",\"value\":1},{\"p\":\"1/4611686018427387902\",\"value\":1}]",
         "/tree", "exceeds 2^62", NASH_UNPROCESSABLE},
        {"[\"CHANCE\",1,2],\"engine\":\"alphabeta\"", "/engine", "expectiminimax", NASH_UNPROCESSABLE},
        {"[\"CHANCE\",1,2],\"engine\":\"minimax\"", "/engine", "expectiminimax", NASH_UNPROCESSABLE},
        {"[\"CHANCE\",1,2],\"compare\":true", "/compare", "", NASH_UNPROCESSABLE},
        {"[\"CHANCE\",1,2],\"window\":[0,1]", "/window", "", NASH_UNPROCESSABLE},
    };
    char text[512];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, "{\"tree\":%s}", bad[i].tree);
        kind_refuses(NASH_FORMAT_JSON, text, bad[i].status, bad[i].pointer, bad[i].says);
    }
    kind_refuses(NASH_FORMAT_JSON, "{\"parent\":[-1,0,0],\"player\":[2,0,0],\"value\":[0,1,2],\"p\":[null,0.5,0.4]}",
                 NASH_UNPROCESSABLE, "/player/0", "9/10");
    kind_refuses(NASH_FORMAT_JSON, "{\"parent\":[-1,0,0],\"value\":[0,1,2],\"p\":[null,0.5,0.5]}", NASH_UNPROCESSABLE,
                 "/p/0", "no chance nodes");
    kind_refuses(NASH_FORMAT_JSON, "{\"parent\":[-1,0],\"player\":[2,0],\"value\":[0,1],\"p\":[1]}", NASH_UNPROCESSABLE,
                 "/p", "has 1 elements");
    kind_refuses(NASH_FORMAT_JSON, "{\"parent\":[-1,0],\"player\":[2,0],\"value\":[0,1],\"p\":[null,\"x\"]}",
                 NASH_INVALID, "/p/1", "such as");
    kind_refuses(NASH_FORMAT_JSON, "{\"parent\":[-1,0],\"player\":[2,0],\"value\":[0,1],\"p\":[null,1.5]}",
                 NASH_UNPROCESSABLE, "/p/1", "from 0 to 1");
    kind_refuses(NASH_FORMAT_JSON, "{\"parent\":[-1,0],\"player\":[2,0],\"value\":[0,1],\"p\":[null,\"3/2\"]}",
                 NASH_UNPROCESSABLE, "/p/1", "from 0 to 1");
    kind_refuses(NASH_FORMAT_JSON, "{\"parent\":[-1,0],\"player\":[2,0],\"value\":[0,1],\"p\":[\"3/2\",\"x\"]}",
                 NASH_INVALID, "/p/1", "such as");
}

static void test_refused_texts(void **state)
{
    static const char *const bad[][2] = {
        {"(3>", "other kind"},
        {"<3)", "other kind"},
        {"(1/2:3 4)", "does not belong"},
        {"<1/2:1/2:3>", "does not"},
        {"<1/2:>", "a node is missing"},
        {"<x:3 1>", "no probability"},
        {"<3/2:3>", "no probability"},
        {"1/2:3", "does not belong"},
        {"<>", "without children"},
        {"<3", "left open"},
        {"<1:3 1:4>", "2 or more"},
        {"(3 [::::::::::::::::0)", "does not belong"},
        {"<::::3 4>", "no probability"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct kind_case c = {0};
        assert_int_not_equal(kind_parse(&c, NASH_FORMAT_TEXT, bad[i][0]), NASH_OK);
        if (!strstr(c.error.detail, bad[i][1]))
            fail_msg("%s: %s", bad[i][0], c.error.detail);
        kind_free(&c);
    }
}

/* A chain of chance nodes whose denominators multiply to more than 4096 bits. */
static void test_long_fractions(void **state)
{
    enum { DEEP = 90 };
    static char text[96 * DEEP];
    char *end = text;
    struct kind_case c = {0};
    for (int i = 0; i < DEEP; i++)
        end += sprintf(end, "<1/4000000000000000%03d:1 4000000000000000%03d/4000000000000000%03d:", 2 * i + 1, 2 * i,
                       2 * i + 1);
    end += sprintf(end, "7");
    memset(end, '>', DEEP);
    end[DEEP] = '\0';
    assert_int_equal(kind_parse(&c, NASH_FORMAT_TEXT, text), NASH_OK);
    c.run.arena = c.arena;
    assert_int_equal(kind_solver->solve(c.problem, &c.run, &c.result, &c.error), NASH_TOO_LARGE);
    assert_non_null(strstr(c.error.detail, "4096 bits"));
    kind_free(&c);
}

static void test_stop(void **state)
{
    struct kind_case c = {.run.force_check = CHANCE_CHECK};
    kind_solve(&c, NASH_FORMAT_TEXT, "(<1 2> <3 4>)");
    assert_int_equal(c.run.last_check, CHANCE_CHECK);
    assert_false(c.result.final);
    assert_true(cJSON_IsNull(kind_at(&c, "value")));
    kind_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),         cmocka_unit_test(test_without_chance),
        cmocka_unit_test(test_decimals),       cmocka_unit_test(test_depth),
        cmocka_unit_test(test_refused),        cmocka_unit_test(test_refused_texts),
        cmocka_unit_test(test_long_fractions), cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
