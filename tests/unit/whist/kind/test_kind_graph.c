/* The strategy graph of an answer. Its intervals and paths are compared with those that the definitions of the patent
 * application select among all sets of cards, and what its paths are for with minimax over all cards. */
#include "../harness/kind.h"
#include "../harness/reference.h"

enum { EVERY_ORDER = 5, ORDER = 40, NODES = 2 * ORDER };

/* from, to: the masks of the cards of two intervals. */
struct edge {
    uint32_t from, to;
    char path;
};

struct graph {
    uint32_t node[2 * EVERY_ORDER];
    struct edge edge[4 * EVERY_ORDER];
    unsigned nodes, edges;
};

static uint32_t lowest(uint32_t set)
{
    return (uint32_t)__builtin_ctz(set);
}

static uint32_t highest(uint32_t set)
{
    return 31 - (uint32_t)__builtin_clz(set);
}

/* ---- the graph by its definition ---- */

/* Returns whether a card of `cards` lies above `low` and below `high`. */
static bool is_between(uint32_t cards, uint32_t low, uint32_t high)
{
    for (uint32_t card = low + 1; card < high; card++)
        if (cards >> card & 1)
            return true;
    return false;
}

/* Definition (1): no card of the other player lies inside the set; one lies between the set and each other card of its
 * owner. */
static bool is_interval(uint32_t set, uint32_t own, uint32_t other)
{
    for (uint32_t card = lowest(set); card <= highest(set); card++)
        if (other >> card & 1)
            return false;
    for (uint32_t card = 0; card < 2 * EVERY_ORDER; card++)
        if ((own & ~set) >> card & 1 && !is_between(other, card, lowest(set)) && !is_between(other, highest(set), card))
            return false;
    return true;
}

/* Appends the nodes, and the path through them in ascending order. */
static void add_path(struct graph *graph, char name, uint32_t *node, unsigned nodes)
{
    for (unsigned i = 1; i < nodes; i++)
        for (unsigned k = i; k && node[k] < node[k - 1]; k--) {
            uint32_t lower = node[k];
            node[k] = node[k - 1];
            node[k - 1] = lower;
        }
    for (unsigned i = 1; i < nodes; i++) {
        assert_true(highest(node[i - 1]) < lowest(node[i]));
        graph->edge[graph->edges++] = (struct edge){node[i - 1], node[i], name};
    }
}

/* Definition (2): the union of the paths through the intervals of both players, of a and of b. */
static struct graph defined_graph(uint32_t a, uint32_t b)
{
    struct graph graph = {0};
    unsigned of_a;
    for (uint32_t set = a; set; set = (set - 1) & a)
        if (is_interval(set, a, b))
            graph.node[graph.nodes++] = set;
    of_a = graph.nodes;
    for (uint32_t set = b; set; set = (set - 1) & b)
        if (is_interval(set, b, a))
            graph.node[graph.nodes++] = set;
    add_path(&graph, 'a', graph.node, of_a);
    add_path(&graph, 'b', graph.node + of_a, graph.nodes - of_a);
    add_path(&graph, 'g', graph.node, graph.nodes);
    return graph;
}

/* ---- the graph of the answer ---- */

static struct graph answered_graph(const struct kind_case *c, uint32_t a)
{
    struct graph graph = {0};
    const cJSON *interval, *edge, *card;
    cJSON_ArrayForEach(interval, kind_at(c, "graph/intervals"))
    {
        uint32_t set = 0;
        assert_true(graph.nodes < 2 * EVERY_ORDER);
        cJSON_ArrayForEach(card, cJSON_GetObjectItem(interval, "cards")) set |= 1U
                                                                                << kind_bit((int64_t)card->valuedouble);
        assert_string_equal(cJSON_GetObjectItem(interval, "owner")->valuestring, set & a ? "a" : "b");
        graph.node[graph.nodes++] = set;
    }
    cJSON_ArrayForEach(edge, kind_at(c, "graph/edges"))
    {
        int from = cJSON_GetObjectItem(edge, "from")->valueint, to = cJSON_GetObjectItem(edge, "to")->valueint;
        assert_true(from >= 0 && (unsigned)from < graph.nodes && to >= 0 && (unsigned)to < graph.nodes);
        assert_true(graph.edges < 4 * EVERY_ORDER);
        graph.edge[graph.edges++] =
            (struct edge){graph.node[from], graph.node[to], *cJSON_GetObjectItem(edge, "path")->valuestring};
    }
    return graph;
}

static unsigned count_edge(const struct graph *graph, const struct edge *wanted)
{
    unsigned count = 0;
    for (unsigned i = 0; i < graph->edges; i++)
        count += graph->edge[i].from == wanted->from && graph->edge[i].to == wanted->to &&
                 (!wanted->path || graph->edge[i].path == wanted->path);
    return count;
}

static void check_same_graph(const struct graph *answered, const struct graph *defined)
{
    assert_int_equal(answered->nodes, defined->nodes);
    for (unsigned i = 0; i < defined->nodes; i++) /* the answer lists them from the highest */
        assert_int_equal(answered->node[i], defined->node[defined->nodes - 1 - i]);
    assert_int_equal(answered->edges, defined->edges);
    for (unsigned i = 0; i < defined->edges; i++) {
        struct edge any_path = defined->edge[i];
        any_path.path = '\0';
        assert_int_equal(count_edge(answered, &defined->edge[i]), 1);
        assert_int_equal(count_edge(answered, &any_path), 1);
    }
}

/* ---- what the paths are for ---- */

/* Path g leads from a lead to the cheapest cards that beat it. Unless the lead is from the leader's highest interval,
 * that reply is a best one. mask: the leader's cards. */
static void check_replies(const struct graph *graph, uint32_t mask, uint32_t order)
{
    for (unsigned i = 0; i < graph->edges; i++) {
        const struct edge *edge = &graph->edge[i];
        if (edge->path != 'g' || !(edge->from & mask))
            continue;
        assert_int_equal(edge->to & mask, 0);
        for (uint32_t lead = lowest(edge->from); lead <= highest(edge->from); lead++)
            for (uint32_t reply = lowest(edge->to); reply <= highest(edge->to); reply++) {
                assert_true(reply > lead);
                if (highest(mask) > highest(edge->to)) /* the leader has a higher interval */
                    assert_int_equal(reference_after_trick(mask, order, lead, reply),
                                     reference_after_lead(mask, order, lead));
            }
    }
}

/* The leader's path has his leads in the order of the stop rule: its edges are connected, and at the first edge between
 * leads of different value the larger one is the value of the deal. */
static void check_leads(const struct graph *graph, char path, uint32_t mask, uint32_t order)
{
    uint32_t at = 0, value = 0;
    bool stopped = false;
    for (unsigned i = 0; i < graph->edges; i++) {
        const struct edge *edge = &graph->edge[i];
        if (edge->path != path)
            continue;
        uint32_t low = reference_after_lead(mask, order, lowest(edge->from));
        uint32_t high = reference_after_lead(mask, order, lowest(edge->to));
        assert_true(!at || edge->from == at);
        at = edge->to;
        if (!stopped)
            value = low > high ? low : high;
        stopped = stopped || low != high;
    }
    if (at)
        assert_int_equal(value, reference_all_cards(mask, order));
    assert_true(!at || highest(at) == highest(mask));
}

/* ---- */

static void check_deal(uint32_t mask, uint32_t order, bool b_leads)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct kind_case c = {0};
    uint32_t other = ((1U << 2 * order) - 1) & ~mask, a = b_leads ? other : mask;
    kind_request(&text, mask, order, b_leads, "\"line\":false,");
    kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
    struct graph defined = defined_graph(a, b_leads ? mask : other), answered = answered_graph(&c, a);
    check_same_graph(&answered, &defined);
    check_replies(&answered, mask, order);
    check_leads(&answered, b_leads ? 'b' : 'a', mask, order);
    kind_free(&c);
    nash_buf_free(&text);
}

static void test_every_small_deal(void **state)
{
    reference_fill(EVERY_ORDER);
    for (uint32_t order = 1; order <= EVERY_ORDER; order++)
        for (uint32_t mask = (1U << order) - 1; mask < 1U << 2 * order; mask = reference_next(mask))
            for (unsigned b_leads = 0; b_leads < 2; b_leads++)
                check_deal(mask, order, b_leads);
}

/* ---- larger deals ---- */

struct interval {
    char owner;
    int low, high;
};

/* Returns whether an interval on the path (g: any; otherwise those of its player) lies between two others. */
static bool interval_is_between(const struct interval *interval, int count, char path, int low, int high)
{
    for (int i = 0; i < count; i++)
        if (interval[i].low > low && interval[i].high < high && (path == 'g' || interval[i].owner == path))
            return true;
    return false;
}

/* Counts the edges of the answer between each two intervals, and the edges that should be there. */
static void check_edges(const struct kind_case *c, const struct interval *interval, int count)
{
    static char path_of[NODES][NODES];
    const cJSON *edge;
    memset(path_of, 0, sizeof path_of);
    cJSON_ArrayForEach(edge, kind_at(c, "graph/edges"))
    {
        char *path = &path_of[cJSON_GetObjectItem(edge, "from")->valueint][cJSON_GetObjectItem(edge, "to")->valueint];
        assert_int_equal(*path, '\0');
        *path = *cJSON_GetObjectItem(edge, "path")->valuestring;
    }
    for (int from = 0; from < count; from++)
        for (int to = 0; to < count; to++) {
            const struct interval *low = &interval[from], *high = &interval[to];
            char wanted = '\0';
            for (const char *path = "gab"; *path && low->high < high->low; path++)
                if ((*path == 'g' || (low->owner == *path && high->owner == *path)) &&
                    !interval_is_between(interval, count, *path, low->high, high->low))
                    wanted = *path;
            assert_int_equal(path_of[from][to], wanted);
        }
}

/* Deals beyond the reach of sets of cards: an edge connects two intervals of a path with none of it between them. */
static void test_larger_deals(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_buf text = NASH_BUF_INIT(0), deal = NASH_BUF_INIT(0);
    for (unsigned round = 0; round < test_length(60, 1000); round++) {
        char word[NODES + 1];
        struct interval interval[NODES];
        struct kind_case c = {0};
        int count = 0;
        const cJSON *node;
        kind_random_deal(&rng, 1 + (uint32_t)nash_rng_below(&rng, ORDER), &deal, word);
        nash_buf_reset(&text);
        nash_buf_printf(&text, "{\"leader\":\"%c\",\"leads\":false,%s}", "ab"[round % 2], nash_buf_cstr(&deal));
        kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
        cJSON_ArrayForEach(node, kind_at(&c, "graph/intervals"))
        {
            const cJSON *cards = cJSON_GetObjectItem(node, "cards");
            interval[count++] = (struct interval){*cJSON_GetObjectItem(node, "owner")->valuestring,
                                                  cJSON_GetArrayItem(cards, cJSON_GetArraySize(cards) - 1)->valueint,
                                                  cards->child->valueint};
        }
        check_edges(&c, interval, count);
        kind_free(&c);
    }
    nash_buf_free(&text);
    nash_buf_free(&deal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_small_deal),
        cmocka_unit_test(test_larger_deals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
