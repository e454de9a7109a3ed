/* The language of rules: expressions compared with a recursion over the tree they were printed from, generated graphs
 * compared with hand-written recursions, the order of connectors, limits, error messages. */
#include <stdio.h>
#include <string.h>

#include <solvers/andor/rules/rules.h>

#include "../base/test.h"

enum { ARENA_BYTES = 256 << 20, MANY = 8 };

struct system {
    struct nash_arena *arena;
    struct nash_error error;
    struct nash_run run;
    struct andor_rules *rules;
    struct andor_graph graph;
};

/* A list of goals or rules, cut at the semicolons of its text. */
struct texts {
    char buffer[2000];
    const char *item[MANY];
    uint32_t count;
};

static void cut(struct texts *texts, const char *list)
{
    texts->count = 0;
    snprintf(texts->buffer, sizeof texts->buffer, "%s", list);
    for (char *rest = NULL, *item = strtok_r(texts->buffer, ";", &rest); item; item = strtok_r(NULL, ";", &rest))
        texts->item[texts->count++] = item;
}

static enum nash_status try_to_read(struct system *s, const char *start, const char *goals, const char *rules,
                                    const char *cost, const char *h, uint32_t limit)
{
    struct texts goal, rule;
    cut(&goal, goals);
    cut(&rule, rules);
    *s = (struct system){.arena = nash_arena_new(ARENA_BYTES)};
    s->run.arena = s->arena;
    struct andor_rules_input input = {.start = start,
                                      .goals = goal.item,
                                      .goal_count = goal.count,
                                      .rules = rule.item,
                                      .rule_count = rule.count,
                                      .cost = cost,
                                      .h = h ? ANDOR_H_EXPRESSION : ANDOR_H_ZERO,
                                      .h_text = h,
                                      .node_limit = limit};
    return andor_rules_read(&input, s->arena, &s->rules, &s->error);
}

static void begin(struct system *s, const char *start, const char *goals, const char *rules, const char *cost,
                  const char *h, uint32_t limit)
{
    if (try_to_read(s, start, goals, rules, cost, h, limit) != NASH_OK ||
        andor_rules_begin(s->rules, s->arena, &s->run, &s->graph, &s->error) != NASH_OK)
        fail_msg("%s: %s %s", rules, s->error.pointer, s->error.detail);
}

static void make_whole(struct system *s, const char *start, const char *goals, const char *rules, const char *cost)
{
    bool complete;
    begin(s, start, goals, rules, cost, NULL, 1000000);
    if (andor_rules_expand_all(&s->graph, UINT32_MAX, &s->run, &complete, &s->error) != NASH_OK || !complete)
        fail_msg("%s: %s %s", rules, s->error.pointer, s->error.detail);
}

static void end(struct system *s)
{
    nash_arena_free(s->arena);
}

/* ---- the graph as text ---- */

/* Appends each connector of node v in order: its name, its successors and its cost, such as "R1: a,b (2); ". */
static void put_node(const struct andor_graph *g, uint32_t v, struct nash_buf *out)
{
    for (uint32_t c = g->first[v]; c < g->last[v]; c++) {
        andor_rules_connector_name(g, c, out);
        nash_buf_puts(out, ":");
        for (uint32_t e = g->to[c]; e < g->to[c + 1]; e++) {
            nash_buf_puts(out, e > g->to[c] ? "," : " ");
            andor_rules_node_name(g, g->succ[e], out);
        }
        nash_buf_puts(out, " (");
        nash_buf_u64(out, andor_cost(g, c));
        nash_buf_puts(out, "); ");
    }
}

static void expect_root(const char *start, const char *rules, const char *cost, const char *should)
{
    struct system s;
    struct nash_buf buf = NASH_BUF_INIT(0);
    begin(&s, start, "", rules, cost, NULL, 1000);
    assert_int_equal(s.graph.expand(&s.graph, s.graph.root, &s.error), NASH_OK);
    put_node(&s.graph, s.graph.root, &buf);
    assert_string_equal(nash_buf_cstr(&buf), should);
    nash_buf_free(&buf);
    end(&s);
}

/* ---- expressions ---- */

/* The value of a random expression, computed by recursion while its text is written. fault: the expression has no
 * value. */
struct made {
    int64_t value;
    bool fault;
};

static const int64_t variables[] = {3, -2, 7};

static struct made make(struct nash_rng *rng, unsigned depth, struct nash_buf *text);

static int64_t floor_divide(int64_t a, int64_t b)
{
    __int128 q = (__int128)a / b;
    return (int64_t)((__int128)a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q);
}

static struct made of_128(__int128 value)
{
    return (struct made){(int64_t)value, value < INT64_MIN || value > INT64_MAX};
}

static struct made make_binary(struct nash_rng *rng, unsigned depth, struct nash_buf *text)
{
    static const char *const signs[] = {"+", "-", "*", "/", "%", "<", "<=", ">", ">=", "=", "!=", "and", "or"};
    unsigned op = (unsigned)nash_rng_below(rng, 13);
    nash_buf_putc(text, '(');
    struct made a = make(rng, depth - 1, text);
    nash_buf_printf(text, ") %s (", signs[op]);
    struct made b = make(rng, depth - 1, text);
    nash_buf_putc(text, ')');
    if (!a.fault && op == 11 && !a.value)
        return (struct made){0, false};
    if (!a.fault && op == 12 && a.value)
        return (struct made){1, false};
    if (a.fault || b.fault || ((op == 3 || op == 4) && b.value == 0))
        return (struct made){0, true};
    __int128 x = a.value, y = b.value;
    switch (op) {
    case 0:
        return of_128(x + y);
    case 1:
        return of_128(x - y);
    case 2:
        return of_128(x * y);
    case 3:
        return b.value == -1 ? of_128(-x) : of_128(floor_divide(a.value, b.value));
    case 4:
        return b.value == -1 ? of_128(0) : of_128(x - y * floor_divide(a.value, b.value));
    case 5:
        return of_128(x < y);
    case 6:
        return of_128(x <= y);
    case 7:
        return of_128(x > y);
    case 8:
        return of_128(x >= y);
    case 9:
        return of_128(x == y);
    case 10:
        return of_128(x != y);
    default:
        return of_128(y != 0);
    }
}

static struct made make(struct nash_rng *rng, unsigned depth, struct nash_buf *text)
{
    struct made a, b;
    switch (depth ? nash_rng_below(rng, 8) : nash_rng_below(rng, 2)) {
    case 0:
        a = (struct made){(int64_t)nash_rng_below(rng, nash_rng_below(rng, 4) ? 10 : INT64_MAX), false};
        nash_buf_i64(text, a.value);
        return a;
    case 1: {
        size_t which = nash_rng_below(rng, 3);
        nash_buf_putc(text, "abc"[which]);
        return (struct made){variables[which], false};
    }
    case 2:
        nash_buf_puts(text, "-(");
        a = make(rng, depth - 1, text);
        nash_buf_putc(text, ')');
        return a.fault ? a : of_128(-(__int128)a.value);
    case 3:
        nash_buf_puts(text, "abs(");
        a = make(rng, depth - 1, text);
        nash_buf_putc(text, ')');
        return a.fault ? a : of_128(a.value < 0 ? -(__int128)a.value : a.value);
    case 4: {
        bool max = nash_rng_below(rng, 2);
        nash_buf_puts(text, max ? "max(" : "min(");
        a = make(rng, depth - 1, text);
        nash_buf_puts(text, ", ");
        b = make(rng, depth - 1, text);
        nash_buf_putc(text, ')');
        return (struct made){(a.value < b.value) == max ? b.value : a.value, a.fault || b.fault};
    }
    case 5:
        nash_buf_puts(text, "not (");
        a = make(rng, depth - 1, text);
        nash_buf_putc(text, ')');
        return a.fault ? a : of_128(a.value == 0);
    default:
        return make_binary(rng, depth, text);
    }
}

static void test_random_expressions(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned faults = 0;
    for (int i = 0; i < 20000; i++) {
        struct nash_buf rule = NASH_BUF_INIT(0), name = NASH_BUF_INIT(0);
        struct system s;
        char should[40];
        nash_buf_puts(&rule, "f(a,b,c) -> g(");
        struct made made = make(&rng, 1 + (unsigned)nash_rng_below(&rng, 4), &rule);
        nash_buf_puts(&rule, ")");
        snprintf(should, sizeof should, "g(%lld)", (long long)made.value);
        begin(&s, "f(3,-2,7)", "", nash_buf_cstr(&rule), NULL, NULL, 10);
        enum nash_status status = s.graph.expand(&s.graph, 0, &s.error);
        if ((status == NASH_UNPROCESSABLE) != made.fault)
            fail_msg("%s: %s %s", nash_buf_cstr(&rule), nash_status_name(status), s.error.detail);
        if (status == NASH_OK) {
            andor_rules_node_name(&s.graph, 1, &name);
            if (strcmp(nash_buf_cstr(&name), should) != 0)
                fail_msg("%s: %s, not %s", nash_buf_cstr(&rule), nash_buf_cstr(&name), should);
        }
        faults += made.fault;
        nash_buf_free(&rule);
        nash_buf_free(&name);
        end(&s);
    }
    if (faults < 300 || faults > 15000)
        fail_msg("%u faults", faults);
}

/* Without parentheses: operator precedence. */
static void test_precedence(void **state)
{
    static const struct {
        const char *text;
        long long value;
    } cases[] = {{"2+3*4", 14},
                 {"2*3+4", 10},
                 {"10-4-3", 3},
                 {"100/10/5", 2},
                 {"-7/2", -4},
                 {"-7%2", 1},
                 {"7%-2", -1},
                 {"-2*-3", 6},
                 {"--5", 5},
                 {"1+1=2", 1},
                 {"1<2 and 3<2", 0},
                 {"1<2 or 3<2 and 0", 1},
                 {"not 1 = 2", 1},
                 {"not 0 and 0", 0},
                 {"min(3,1,2)*2", 2},
                 {"max(1,2+3,4)-1", 4},
                 {"abs(-3)+abs(2)", 5},
                 {"2*(3+4)", 14},
                 {"0 and 1/0", 0},
                 {"1 or 1/0", 1},
                 {"5 >= 5", 1},
                 {"5 != 5", 0},
                 {"5 == 5", 1},
                 {"1 - -1", 2},
                 {"(((((1)))))", 1},
                 {"min(max(1,2),abs(-1))", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rule[80], should[80];
        snprintf(rule, sizeof rule, "f(a) -> g(%s)", cases[i].text);
        snprintf(should, sizeof should, "R1: g(%lld) (1); ", cases[i].value);
        expect_root("f(0)", rule, NULL, should);
    }
}

/* ---- generated graphs ---- */

static void test_forms_of_rules(void **state)
{
    expect_root("6", "6 -> 3,3;6 -> 4,2", NULL, "R1: 3,3 (2); R2: 4,2 (2); ");
    expect_root("n0", "R1: n0 -> n1, n2;n0 -> n2,n3", "7", "R1: n1,n2 (7); R2: n2,n3 (7); ");
    expect_root("5", "half: n -> n/2, n-1 if n > 2 cost n", NULL, "half: 2,4 (5); ");
    expect_root("T(1,3)", "T(i,j) -> T(i,k), T(k+1,j) for k in i..j-1 cost (j-i)*k", NULL,
                "R1 k=1: T(1,1),T(2,3) (2); R1 k=2: T(1,2),T(3,3) (4); ");
    expect_root("T(2,2)", "T(i,i) -> a cost i;T(i,j) -> b cost i", NULL, "R1: a (2); R2: b (2); ");
    expect_root("T(2,3)", "T(i,i) -> a;T(i,i+1) -> b;T(2,j) -> c", NULL, "R2: b (1); R3: c (1); ");
    /* connectors keep the order of the rules, whether a rule is for one term or has variables */
    expect_root("4", "n -> a if n > 0;4 -> b;n -> c if n < 9;4 -> d", NULL,
                "R1: a (1); R2: b (1); R3: c (1); R4: d (1); ");
    expect_root("p(2)", "p(n) -> q(i,j) for i in 1..n for j in i..n if i != j or i = 1 cost 10*i+j", NULL,
                "R1 i=1 j=1: q(1,1) (11); R1 i=1 j=2: q(1,2) (12); ");
    expect_root("p(3)", "p(n) -> q(i,j) for i in 2..n for j in 3..i", NULL, "R1 i=3 j=3: q(3,3) (1); ");
    expect_root("p(0)", "p(n) -> q(i) for i in 1..n", NULL, "");
    expect_root("-3", "n -> n+1, x, y cost k*k", NULL, "R1: -2,x,y (9); ");
    /* in the system's cost expression, k is the number of successors, even if a rule has a variable k */
    expect_root("p(2)", "p(n) -> q(k), r, s for k in 7..7;p(n) -> q(k) for k in 7..7 cost k", "100*k+n",
                "R1 k=7: q(7),r,s (302); R2 k=7: q(7) (7); ");
    expect_root("a", "a \xe2\x86\x92 b,\xc3\xa9t\xc3\xa9;a :- c", NULL, "R1: b,\xc3\xa9t\xc3\xa9 (2); R2: c (1); ");
    expect_root("f(2*3-1)", "f(5) -> g(1,2,3,4,5,6,7,8)", NULL, "R1: g(1,2,3,4,5,6,7,8) (1); ");
    expect_root("x", "y -> z", NULL, "");
}

/* Terms with the same name and another number of arguments are different terms. */
static void test_arities(void **state)
{
    struct system s;
    make_whole(&s, "f", "f(2)", "f -> f(1);f(n) -> f(n,n);f(i,j) -> f(i+1)", NULL);
    assert_int_equal(s.graph.nodes, 4); /* f, f(1), f(1,1), f(2) */
    assert_true(andor_is_terminal(&s.graph, 3));
    end(&s);
}

/* Returns the least number of scalar multiplications for the matrix chain i .. j. known: results so far, or 0. */
static uint64_t chain(unsigned i, unsigned j, uint64_t known[32][32])
{
    if (i == j || known[i][j])
        return known[i][j];
    uint64_t best = UINT64_MAX;
    for (unsigned k = i; k < j; k++) {
        uint64_t cost = chain(i, k, known) + chain(k + 1, j, known) + (uint64_t)(i * 7 % 5 + 1) * (k * 7 % 5 + 1) * j;
        best = cost < best ? cost : best;
    }
    return known[i][j] = best;
}

/* Returns the cost of node v of a small acyclic graph. known: costs found so far, or 0. */
static uint64_t value(const struct andor_graph *g, uint32_t v, uint64_t *known)
{
    if (andor_is_terminal(g, v))
        return 0;
    if (known[v])
        return known[v];
    uint64_t best = UINT64_MAX;
    for (uint32_t c = g->first[v]; c < g->last[v]; c++) {
        uint64_t sum = andor_cost(g, c);
        for (uint32_t e = g->to[c]; e < g->to[c + 1]; e++) {
            uint64_t one = value(g, g->succ[e], known);
            sum = sum == UINT64_MAX || one == UINT64_MAX ? UINT64_MAX : sum + one;
        }
        best = sum < best ? sum : best;
    }
    return known[v] = best;
}

static uint64_t value_of_root(struct system *s)
{
    uint64_t *known = NASH_NEW(s->arena, uint64_t, s->graph.nodes);
    return value(&s->graph, s->graph.root, known);
}

static void test_matrix_chains(void **state)
{
    for (unsigned n = 1; n < 25; n++) {
        static uint64_t known[32][32];
        char start[20];
        struct system s;
        memset(known, 0, sizeof known);
        snprintf(start, sizeof start, "T(1,%u)", n);
        make_whole(&s, start, "T(i,i)", "T(i,j) -> T(i,k), T(k+1,j) for k in i..j-1 cost (i*7%5+1)*(k*7%5+1)*j", NULL);
        assert_int_equal(s.graph.nodes, n * (n + 1) / 2);
        assert_int_equal(value_of_root(&s), chain(1, n, known));
        end(&s);
    }
}

static void test_hanoi(void **state)
{
    struct system s;
    for (unsigned n = 1; n <= 20; n++) {
        char start[20];
        snprintf(start, sizeof start, "h(%u,1,3)", n);
        make_whole(&s, start, "m", "h(n,a,b) -> h(n-1,a,6-a-b), m, h(n-1,6-a-b,b) if n > 1 cost 1;h(1,a,b) -> m cost 1",
                   NULL);
        assert_int_equal(value_of_root(&s), (1U << n) - 1);
        end(&s);
    }
}

/* A full split of n into ones has n - 1 steps of cost 2, in any order; exercise 2 of the lecture notes is n = 6. */
static void test_splits(void **state)
{
    struct system s;
    make_whole(&s, "40", "1", "n -> i, n-i for i in 1..n/2", NULL);
    assert_int_equal(s.graph.nodes, 40);
    assert_int_equal(value_of_root(&s), 78);
    end(&s);
}

/* The graph changes from 32-bit to 64-bit arrays when costs and h exceed 32 bits during its expansion. */
static void test_wide_costs(void **state)
{
    struct system s;
    bool complete;
    begin(&s, "1", "n if n >= 40", "n -> n+1 cost n*n*n*n*n*n*n", "1", "n*n*n*n*n*n*n", 1000);
    assert_int_equal(andor_rules_expand_all(&s.graph, UINT32_MAX, &s.run, &complete, &s.error), NASH_OK);
    assert_true(complete && s.graph.wide_cost && s.graph.wide_h && !s.graph.cost && !s.graph.h);
    for (uint32_t v = 0; v < 39; v++) {
        uint64_t n = v + 1, seventh = n * n * n * n * n * n * n;
        assert_true(andor_cost(&s.graph, v) == seventh && andor_h(&s.graph, v) == seventh);
    }
    assert_int_equal(andor_h(&s.graph, 39), 0); /* node 39 is a goal */
    end(&s);
}

/* ---- limits ---- */

static void test_node_limit(void **state)
{
    for (uint32_t limit = 1; limit < 600; limit += 7) {
        struct system s;
        bool complete;
        begin(&s, "1", "", "n -> n+1, 2*n for k in 1..3;n -> n+1 if n < 300", NULL, NULL, limit);
        assert_int_equal(andor_rules_expand_all(&s.graph, UINT32_MAX, &s.run, &complete, &s.error), NASH_OK);
        assert_false(complete);
        assert_int_equal(s.graph.nodes, limit);
        for (uint32_t v = 0; v < limit; v++) { /* each node has all its connectors or none, to existing nodes */
            assert_true(s.graph.last[v] - s.graph.first[v] == 0 || s.graph.last[v] - s.graph.first[v] >= 3);
            for (uint32_t c = s.graph.first[v]; c < s.graph.last[v]; c++)
                for (uint32_t e = s.graph.to[c]; e < s.graph.to[c + 1]; e++)
                    assert_true(s.graph.succ[e] < limit && s.graph.to[c + 1] <= s.graph.edges);
        }
        assert_int_equal(s.graph.expand(&s.graph, limit - 1, &s.error), NASH_TOO_LARGE);
        assert_string_equal(s.error.type, "node-limit");
        end(&s);
    }
}

/* A stop ends the expansion of a node in the middle, if it has very many connectors or a long range that gives none. */
static void test_stops(void **state)
{
    struct system s;
    bool complete;
    begin(&s, "1", "", "n -> n+1 for k in 1..1000000000000000000 if k < 0", NULL, NULL, 10);
    s.run.deadline_ns = 1; /* in the past */
    assert_int_equal(andor_rules_expand_all(&s.graph, UINT32_MAX, &s.run, &complete, &s.error), NASH_OK);
    assert_false(complete);
    assert_int_equal(s.run.stopped, NASH_STOP_TIME);
    end(&s);
}

/* ---- errors ---- */

static void test_mistakes(void **state)
{
    static const struct {
        const char *start, *goals, *rules, *cost, *h, *pointer, *says;
    } cases[] = {
        {"6", "1", "6 -> 3,,3", NULL, NULL, "/rules/0",
         "column 8: expected a node, such as 3, n-1 or T(i,j), found \",\""},
        {"6", "1", "6 => 3;6 3", NULL, NULL, "/rules/1", "column 3: expected \"->\""},
        {"6", "1", "6 ->", NULL, NULL, "/rules/0", "found the end of the text"},
        {"6", "1", "6", NULL, NULL, "/rules/0", "\"->\""},
        {"6", "1", "n -> m-1", NULL, NULL, "/rules/0", "column 6: unknown variable \"m\"; variables here: none"},
        {"6", "1", "T(i,j) -> T(i,m+1)", NULL, NULL, "/rules/0", "variables here: i, j"},
        {"6", "1", "n -> n-1 if", NULL, NULL, "/rules/0", "expected a number"},
        {"6", "1", "n -> n-1 if n > 1 if n > 2", NULL, NULL, "/rules/0", "each of the last two once"},
        {"6", "1", "n -> n-1 cost 1 < n < 3", NULL, NULL, "/rules/0", "comparisons do not chain"},
        {"6", "1", "T(i,j) -> T(i,k) for k in i j", NULL, NULL, "/rules/0", "\"..\""},
        {"6", "1", "T(i,j) -> T(i,k) for k = 3", NULL, NULL, "/rules/0", "\"in\""},
        {"6", "1", "T(i,j) -> T(i,j) for j in 1..3", NULL, NULL, "/rules/0", "is already defined"},
        {"6", "1", "f(a,b,c,d,e,g,h,i,j) -> x", NULL, NULL, "/rules/0", "at most 8 arguments"},
        {"6", "1", "f(a -> x", NULL, NULL, "/rules/0", "column 3"},
        {"6", "1", "6 -> f(1", NULL, NULL, "/rules/0", "\",\" or \")\""},
        {"6", "1", "6 -> 3 4", NULL, NULL, "/rules/0", "column 8"},
        {"6", "1", "6 -> 3 ?", NULL, NULL, "/rules/0", "found \"?\""},
        {"6", "1", "6 -> 99999999999999999999", NULL, NULL, "/rules/0", "at most 64 bits"},
        {"6", "1", "6 -> sqrt(2)*2", NULL, NULL, "/rules/0", "column 13"},
        {"6", "1", "6 -> 1+sqrt(2)", NULL, NULL, "/rules/0", "functions: min, max, abs"},
        {"6", "1", "6 -> min(1,2", NULL, NULL, "/rules/0", "\")\""},
        {"6", "1", "6 -> abs(1,2)", NULL, NULL, "/rules/0", "an operator or \")\""},
        {"n", "1", "n -> n-1", NULL, NULL, "/rules/0", "is a variable for any integer here"},
        {"6 7", "1", "6 -> 1", NULL, NULL, "/start", "the end of the term"},
        {"f(x)", "1", "6 -> 1", NULL, NULL, "/start", "its arguments must be numbers"},
        {"6", "1 +", "6 -> 1", NULL, NULL, "/goals/0", "column 4"},
        {"6", "n if m", "6 -> 1", NULL, NULL, "/goals/0", "unknown variable \"m\""},
        {"6", "1", "6 -> 1", "k+", NULL, "/cost", "found the end of the text (in /rules/0)"},
        {"6", "1", "6 -> 1", "n", NULL, "/cost", "unknown variable \"n\""},
        {"6", "1", "6 -> 1", NULL, "z", "/h", "unknown variable \"z\""},
        {"6", "1", "6 -> 1", NULL, "a=100", "/h", "h of named nodes is an object, such as {\"n1\": 2}"},
        {"6", "1", "6 -> 1", NULL, "not n", "/h", "found a comparison"},
        {"6", "1", "6 -> 1", NULL, "n > 1 and n < 3 or n = 7", "/h", "found a comparison"},
        {"6", "1", "6 -> 1", NULL, "(n > 1) * 3", NULL, NULL},
        {"6", "1", "6 -> 1", "k = 2", NULL, "/cost", "multiply it by 1 if that is meant (in /rules/0)"},
        {"6", "1", "n -> n-1 cost n > 2", NULL, NULL, "/rules/0", "column 15: expected a number"},
        {"6", "1", "6 -> 9223372036854775807+1", NULL, NULL, NULL, NULL},
        {"-9223372036854775808", "1", "6 -> -9223372036854775808", NULL, NULL, NULL, NULL},
        {"--9223372036854775808", "1", "6 -> 1", NULL, NULL, "/start", "passes 64 bits"},
        {"9223372036854775808", "1", "6 -> 1", NULL, NULL, "/start", "at most 64 bits"},
        {"9223372036854775807+1", "1", "6 -> 1", NULL, NULL, "/start", "passes 64 bits"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct system s;
        enum nash_status status =
            try_to_read(&s, cases[i].start, cases[i].goals, cases[i].rules, cases[i].cost, cases[i].h, 10);
        if (!cases[i].says)
            assert_int_equal(status, NASH_OK);
        else if (status != NASH_UNPROCESSABLE || strcmp(s.error.pointer, cases[i].pointer) != 0 ||
                 !strstr(s.error.detail, cases[i].says))
            fail_msg("%s: %s: %s %s", cases[i].rules, nash_status_name(status), s.error.pointer, s.error.detail);
        end(&s);
    }
}

/* Deeply nested parentheses and signs use no C stack. */
static void test_depth(void **state)
{
    for (unsigned i = 0; i < 4; i++) {
        enum { DEPTH = 100000 };
        static char rule[DEPTH + 20];
        strcpy(rule, "n -> ");
        memset(rule + 5, "(-n1"[i], DEPTH);
        rule[5 + DEPTH] = '\0';
        struct system s = {.arena = nash_arena_new(ARENA_BYTES)};
        const char *text = rule;
        struct andor_rules_input input = {.start = "1", .rules = &text, .rule_count = 1, .node_limit = 10};
        enum nash_status status = andor_rules_read(&input, s.arena, &s.rules, &s.error);
        assert_int_equal(status, i == 2 ? NASH_OK : NASH_UNPROCESSABLE);
        end(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_expressions),
        cmocka_unit_test(test_precedence),
        cmocka_unit_test(test_forms_of_rules),
        cmocka_unit_test(test_arities),
        cmocka_unit_test(test_matrix_chains),
        cmocka_unit_test(test_hanoi),
        cmocka_unit_test(test_splits),
        cmocka_unit_test(test_wide_costs),
        cmocka_unit_test(test_node_limit),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
