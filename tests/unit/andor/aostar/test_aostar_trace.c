/* The trace of AO*, cycle by cycle for each order of tips: example 4.3 and the exercises of the lecture notes and a
 * dead end, worked out by hand, and all traces of the reference data if they are installed. Each cycle is compared as a
 * line
 *
 *   expanded | q of all known nodes | marked connectors | SOLVED
 *
 * that is reconstructed from the trace alone. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include <solvers/andor/aostar/aostar.h>

#include "../../base/test.h"

enum { ARENA = 1 << 22, NODES = 64, LINES = 64, LINE = 512 };

struct example {
    const char *name;
    const char *nodes;      /* names with h, such as "n0=0 n1=2" */
    const char *terminals;  /* names, such as "n7 n8" */
    const char *connectors; /* "n0>n5,n4" costs its number of successors, "n0>n5,n4:3" costs 3 */
    /* Expected lines by enum andor_tip. None for the leftmost tip: those of the shallowest; for the rightmost: not
     * checked. */
    const char *lines[3][LINES];
};

static const struct example examples[] = {
    {"example 4.3",
     "n0=0 n1=2 n2=4 n3=4 n4=1 n5=1 n6=2 n7=0 n8=0",
     "n7 n8",
     "n0>n1 n0>n5,n4 n1>n2 n1>n3 n2>n3 n2>n5,n4 n3>n5,n6 n4>n5 n4>n8 n5>n7,n8 n5>n6 n6>n7,n8",
     {{"n0 | n0=3 n1=2 n4=1 n5=1 | n0>n1 |", "n1 | n0=4 n1=5 n2=4 n3=4 n4=1 n5=1 | n0>n5,n4 n1>n2 |",
       "n5 | n0=5 n1=5 n2=4 n3=4 n4=1 n5=2 n6=2 n7=0 n8=0 | n0>n5,n4 n1>n2 n5>n7,n8 | n5 n7 n8",
       "n4 | n0=5 n1=5 n2=4 n3=4 n4=1 n5=2 n6=2 n7=0 n8=0 | n0>n5,n4 n1>n2 n4>n8 n5>n7,n8 | n0 n4 n5 n7 n8"},
      {NULL},
      {"n0 | n0=3 n1=2 n4=1 n5=1 | n0>n1 |", "n1 | n0=4 n1=5 n2=4 n3=4 n4=1 n5=1 | n0>n5,n4 n1>n2 |",
       "n4 | n0=4 n1=5 n2=4 n3=4 n4=1 n5=1 n8=0 | n0>n5,n4 n1>n2 n4>n8 | n4 n8",
       "n5 | n0=5 n1=5 n2=4 n3=4 n4=1 n5=2 n6=2 n7=0 n8=0 | n0>n5,n4 n1>n2 n4>n8 n5>n7,n8 | n0 n4 n5 n7 n8"}}},
    {"exercise 1",
     "n0=0 n1=2 n2=4 n3=4 n4=3 n5=1 n6=0 n7=0",
     "n6 n7",
     "n0>n1,n2 n0>n2,n3 n1>n2 n1>n4 n2>n6,n7 n3>n5,n6 n4>n2 n5>n7",
     {{"n0 | n0=8 n1=2 n2=4 n3=4 | n0>n1,n2 |", "n1 | n0=10 n1=4 n2=4 n3=4 n4=3 | n0>n1,n2 n1>n4 |",
       "n2 | n0=8 n1=4 n2=2 n3=4 n4=3 n6=0 n7=0 | n0>n1,n2 n1>n4 n2>n6,n7 | n2 n6 n7",
       "n4 | n0=7 n1=3 n2=2 n3=4 n4=3 n6=0 n7=0 | n0>n1,n2 n1>n2 n2>n6,n7 n4>n2 | n0 n1 n2 n4 n6 n7"},
      {"n0 | n0=8 n1=2 n2=4 n3=4 | n0>n1,n2 |", "n1 | n0=10 n1=4 n2=4 n3=4 n4=3 | n0>n1,n2 n1>n4 |",
       "n4 | n0=10 n1=5 n2=4 n3=4 n4=5 | n0>n2,n3 n1>n2 n4>n2 |",
       "n2 | n0=7 n1=3 n2=2 n3=4 n4=3 n6=0 n7=0 | n0>n1,n2 n1>n2 n2>n6,n7 n4>n2 | n0 n1 n2 n4 n6 n7"},
      {"n0 | n0=8 n1=2 n2=4 n3=4 | n0>n1,n2 |", "n2 | n0=6 n1=2 n2=2 n3=4 n6=0 n7=0 | n0>n1,n2 n2>n6,n7 | n2 n6 n7",
       "n1 | n0=7 n1=3 n2=2 n3=4 n4=3 n6=0 n7=0 | n0>n1,n2 n1>n2 n2>n6,n7 | n0 n1 n2 n6 n7"}}},
    {"exercise 2",
     "1=0 2=2 3=3 4=4 6=6",
     "1",
     "6>3,3 6>4,2 4>3,1 4>2,2 3>2,1 2>1,1",
     {{"6 | 2=2 3=3 4=4 6=8 | 6>3,3 |", "3 | 1=0 2=2 3=4 4=4 6=8 | 3>2,1 6>4,2 | 1",
       "4 | 1=0 2=2 3=4 4=6 6=10 | 3>2,1 4>3,1 6>3,3 | 1",
       "2 | 1=0 2=2 3=4 4=6 6=10 | 2>1,1 3>2,1 4>3,1 6>3,3 | 1 2 3 4 6"},
      {NULL},
      {"6 | 2=2 3=3 4=4 6=8 | 6>3,3 |", "3 | 1=0 2=2 3=4 4=4 6=8 | 3>2,1 6>4,2 | 1",
       "2 | 1=0 2=2 3=4 4=4 6=8 | 2>1,1 3>2,1 6>4,2 | 1 2 3",
       "4 | 1=0 2=2 3=4 4=6 6=10 | 2>1,1 3>2,1 4>3,1 6>3,3 | 1 2 3 4 6"}}},
    {"dead end",
     "a=0 b=0 c=0 s=0 t=0",
     "t",
     "s>a s>b,c:1 b>t c>t:4",
     {{"s | a=0 b=0 c=0 s=1 | s>a |", "a | a=inf b=0 c=0 s=1 | s>b,c |", "b | a=inf b=1 c=0 s=2 t=0 | b>t s>b,c | b t",
       "c | a=inf b=1 c=4 s=6 t=0 | b>t c>t s>b,c | b c s t"}}},
    {"cycle with a tie",
     "a=0 b=0 r=0 t=0",
     "t",
     "r>a r>b a>r a>t b>t",
     {{"r | a=0 b=0 r=1 | r>a |", "a | a=1 b=0 r=1 t=0 | a>t r>b | a t",
       "b | a=1 b=1 r=2 t=0 | a>t b>t r>a | a b r t"}}},
    {"unsolvable", "a=0 s=0 t=0", "t", "s>a,t:1", {{"s | a=0 s=1 t=0 | s>a,t | t", "a | a=inf s=inf t=0 | | t"}}},
};

/* ---- a graph from an example ---- */

struct named {
    struct andor_graph graph;
    char name[NODES][16];
    uint32_t first[NODES + 1], to[NODES + 1], succ[4 * NODES], cost[NODES], h[NODES];
    uint64_t terminal[1];
};

static uint32_t find(const struct named *named, const char *name)
{
    for (uint32_t v = 0; v < named->graph.nodes; v++)
        if (!strcmp(named->name[v], name))
            return v;
    fail_msg("no node %s", name);
    return 0;
}

/* Adds a connector such as "n0>n5,n4:3" if it starts at node v. */
static void read_connector(struct named *named, char *word, uint32_t v)
{
    char *to = strchr(word, '>'), *cost = strchr(word, ':');
    *to++ = '\0';
    if (cost)
        *cost++ = '\0';
    if (find(named, word) != v)
        return;
    struct andor_graph *graph = &named->graph;
    uint32_t begin = graph->edges;
    for (char *rest = NULL, *s = strtok_r(to, ",", &rest); s; s = strtok_r(NULL, ",", &rest))
        named->succ[graph->edges++] = find(named, s);
    named->cost[graph->connectors] = cost ? (uint32_t)atoi(cost) : graph->edges - begin;
    named->to[++graph->connectors] = graph->edges;
}

/* Calls take(named, word, v) for each word of the text. */
static void words(struct named *named, const char *text, void (*take)(struct named *, char *, uint32_t), uint32_t v)
{
    char copy[4096];
    assert_true(strlen(text) < sizeof copy);
    strcpy(copy, text);
    for (char *rest = NULL, *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        take(named, word, v);
}

static void read_node(struct named *named, char *word, uint32_t unused)
{
    (void)unused;
    char *h = strchr(word, '=');
    *h++ = '\0';
    uint32_t v = named->graph.nodes++;
    assert_true(v < NODES && strlen(word) < sizeof named->name[v]);
    strcpy(named->name[v], word);
    named->h[v] = (uint32_t)atoi(h);
}

static void read_terminal(struct named *named, char *word, uint32_t unused)
{
    (void)unused;
    named->terminal[0] |= (uint64_t)1 << find(named, word);
}

static void read_example(struct named *named, const struct example *example, const char *root)
{
    *named = (struct named){.graph = {.unit = 1}};
    struct andor_graph *graph = &named->graph;
    words(named, example->nodes, read_node, 0);
    words(named, example->terminals, read_terminal, 0);
    for (uint32_t v = 0; v < graph->nodes; v++) {
        named->first[v] = graph->connectors;
        words(named, example->connectors, read_connector, v);
    }
    named->first[graph->nodes] = graph->connectors;
    graph->root = find(named, root);
    graph->first = named->first;
    graph->last = named->first + 1;
    graph->to = named->to;
    graph->succ = named->succ;
    graph->cost = named->cost;
    graph->h = named->h;
    graph->terminal = named->terminal;
}

/* ---- replaying a trace ---- */

struct playback {
    const struct named *named;
    andor_wide q[NODES];
    uint32_t mark[NODES];
    bool known[NODES], expanded[NODES], solved[NODES];
};

static void meet(struct playback *play, uint32_t v)
{
    bool terminal = andor_is_terminal(&play->named->graph, v);
    assert_false(play->known[v]);
    play->known[v] = true;
    play->solved[v] = terminal;
    play->q[v] = terminal ? 0 : play->named->h[v];
}

/* Checks that the marked partial solution graph of the cycle follows from the marks before it. */
static void check_partial(const struct playback *play, const struct andor_cycle *cycle)
{
    const struct andor_graph *graph = &play->named->graph;
    bool in[NODES] = {false}, tip[NODES] = {false};
    in[graph->root] = true;
    for (uint32_t i = 0; i < cycle->partials; i++) {
        uint32_t c = cycle->partial[i], owner = 0;
        while (graph->last[owner] <= c)
            owner++;
        /* the list is in order from the root: an earlier connector has reached the owner of connector c */
        assert_true(in[owner] && play->mark[owner] == c);
        for (uint32_t s = graph->to[c]; s < graph->to[c + 1]; s++)
            in[graph->succ[s]] = true;
    }
    for (uint32_t i = 0; i < cycle->tip_count; i++)
        tip[cycle->tips[i]] = true;
    for (uint32_t v = 0; v < graph->nodes; v++)
        assert_int_equal(tip[v], in[v] && !play->expanded[v] && !andor_is_terminal(graph, v));
    assert_true(tip[cycle->expanded]);
}

static void play_cycle(struct playback *play, const struct andor_cycle *cycle)
{
    check_partial(play, cycle);
    play->expanded[cycle->expanded] = true;
    for (uint32_t i = 0; i < cycle->fresh_count; i++)
        meet(play, cycle->fresh[i]);
    for (uint32_t i = 0; i < cycle->revision_count; i++) {
        const struct andor_revision *revision = &cycle->revisions[i];
        uint32_t v = revision->node;
        assert_true(play->q[v] == revision->q_before && play->mark[v] == revision->mark_before && !play->solved[v]);
        play->q[v] = revision->q;
        play->mark[v] = revision->mark;
        play->solved[v] = revision->solved;
    }
    assert_true(cycle->q_root == play->q[play->named->graph.root]);
}

static void add(char *line, const char *text)
{
    assert_true(strlen(line) + strlen(text) < LINE);
    strcat(line, text);
}

static void line_of(const struct playback *play, uint32_t expanded, char *line)
{
    const struct named *named = play->named;
    const struct andor_graph *graph = &named->graph;
    snprintf(line, LINE, "%s |", named->name[expanded]);
    for (uint32_t v = 0; v < graph->nodes; v++)
        if (play->known[v]) {
            char q[64];
            snprintf(q, sizeof q, play->q[v] == ANDOR_WIDE_INF ? " %s=inf" : " %s=%llu", named->name[v],
                     (unsigned long long)play->q[v]);
            add(line, q);
        }
    add(line, " |");
    for (uint32_t v = 0; v < graph->nodes; v++)
        if (play->mark[v] != ANDOR_NONE) {
            add(line, " ");
            add(line, named->name[v]);
            for (uint32_t i = graph->to[play->mark[v]]; i < graph->to[play->mark[v] + 1]; i++) {
                add(line, i == graph->to[play->mark[v]] ? ">" : ",");
                add(line, named->name[graph->succ[i]]);
            }
        }
    add(line, " |");
    for (uint32_t v = 0; v < graph->nodes; v++)
        if (play->solved[v]) {
            add(line, " ");
            add(line, named->name[v]);
        }
}

/* Runs AO* with an order of tips and compares each cycle of the trace with its line. */
static void check_lines(struct named *named, enum andor_tip tip, const char *const *lines, uint32_t count)
{
    struct nash_run run = {.arena = nash_arena_new(ARENA)};
    struct andor_trace trace = {.from = 1, .count = LINES, .bytes_max = 1 << 20};
    struct andor_search search;
    struct playback play = {.named = named};
    memset(play.mark, 0xff, sizeof play.mark);
    assert_int_equal(andor_ao_star(&named->graph, tip, &run, &trace, &search, NULL), NASH_OK);
    assert_int_equal(trace.kept, search.cycles);
    assert_false(trace.cut);
    meet(&play, named->graph.root);
    for (uint32_t i = 0; i < trace.kept; i++) {
        char line[LINE];
        play_cycle(&play, &trace.cycles[i]);
        line_of(&play, trace.cycles[i].expanded, line);
        assert_true(i < count);
        assert_string_equal(line, lines[i]);
    }
    assert_int_equal(trace.kept, count);
    nash_arena_free(run.arena);
}

static void test_examples(void **state)
{
    for (size_t e = 0; e < sizeof examples / sizeof *examples; e++)
        for (unsigned tip = 0; tip < 3; tip++) {
            struct named named;
            const char *const *lines = examples[e].lines[tip];
            uint32_t count = 0;
            char root[16];
            sscanf(examples[e].connectors, "%15[^>]", root);
            read_example(&named, &examples[e], root);
            if (tip == ANDOR_TIP_LEFTMOST && !lines[0])
                lines = examples[e].lines[ANDOR_TIP_SHALLOWEST];
            while (lines[count])
                count++;
            if (count)
                check_lines(&named, (enum andor_tip)tip, lines, count);
        }
}

/* ---- the reference data ---- */

static char *file_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = test_calloc(1, (size_t)size + 1);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    fclose(file);
    return text;
}

static const char *string_of(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

static int number_of(const cJSON *object, const char *name)
{
    return (int)cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

/* Appends the names of a list in the form ">n5,n4". */
static void add_list(char *text, const cJSON *list)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, list)
    {
        add(text, one == list->child ? ">" : ",");
        add(text, one->valuestring);
    }
}

/* Reads the graph of one case of the reference data. Nodes are numbered in the order of their names, as in the case's
 * traces. */
static void read_case(struct named *named, const cJSON *graph)
{
    char nodes[LINE] = "", terminals[LINE] = "", connectors[LINE] = "", part[64];
    const cJSON *one;
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(graph, "nodes"))
    {
        snprintf(part, sizeof part, "%s=%d ", string_of(one, "id"), number_of(one, "h"));
        add(nodes, part);
    }
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(graph, "terminals"))
    {
        add(terminals, one->valuestring);
        add(terminals, " ");
    }
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(graph, "connectors"))
    {
        add(connectors, string_of(one, "from"));
        add_list(connectors, cJSON_GetObjectItemCaseSensitive(one, "to"));
        snprintf(part, sizeof part, ":%d ", number_of(one, "cost"));
        add(connectors, part);
    }
    read_example(named, &(struct example){"", nodes, terminals, connectors, {{NULL}}}, string_of(graph, "root"));
}

static void case_line(const cJSON *cycle, char *line)
{
    const cJSON *one;
    snprintf(line, LINE, "%s |", string_of(cycle, "expanded"));
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(cycle, "q"))
    {
        char q[64];
        snprintf(q, sizeof q, cJSON_IsNull(one) ? " %s=inf" : " %s=%d", one->string, one->valueint);
        add(line, q);
    }
    add(line, " |");
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(cycle, "marked"))
    {
        add(line, " ");
        add(line, one->string);
        add_list(line, one);
    }
    add(line, " |");
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(cycle, "solved"))
    {
        add(line, " ");
        add(line, one->valuestring);
    }
}

static unsigned check_case(const cJSON *graph, const cJSON *trace, enum andor_tip tip)
{
    static char text[LINES][LINE];
    const char *lines[LINES];
    struct named named;
    const cJSON *cycle;
    uint32_t count = 0;
    if (!trace)
        return 0;
    read_case(&named, graph);
    cJSON_ArrayForEach(cycle, trace)
    {
        assert_true(count < LINES);
        case_line(cycle, text[count]);
        lines[count] = text[count];
        count++;
    }
    check_lines(&named, tip, lines, count);
    return 1;
}

/* The data calls "leftmost-tip" the leftmost of the shallowest tips. */
static void test_data(void **state)
{
    char *text = file_text(SHARED_DIR "/data/graphs/seed_cases.json");
    if (!text) {
        print_message("the reference data is not here\n");
        skip();
    }
    cJSON *data = cJSON_Parse(text);
    const cJSON *one;
    unsigned traces = 0;
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(data, "cases"))
    {
        const cJSON *graph = cJSON_GetObjectItemCaseSensitive(one, "graph");
        const cJSON *expected = cJSON_GetObjectItemCaseSensitive(one, "expected");
        const cJSON *both = cJSON_GetObjectItemCaseSensitive(expected, "aostar_traces");
        const char *kind = string_of(one, "kind");
        if (!kind || strcmp(kind, "andor") != 0 || !graph)
            continue;
        traces += check_case(graph, cJSON_GetObjectItemCaseSensitive(expected, "trace"), ANDOR_TIP_SHALLOWEST);
        traces += check_case(graph, cJSON_GetObjectItemCaseSensitive(both, "leftmost-tip"), ANDOR_TIP_SHALLOWEST);
        traces += check_case(graph, cJSON_GetObjectItemCaseSensitive(both, "rightmost-tip"), ANDOR_TIP_RIGHTMOST);
    }
    assert_true(traces >= 7);
    cJSON_Delete(data);
    test_free(text);
}

/* ---- cycle ranges, limit of bytes ---- */

static void test_range(void **state)
{
    struct named named;
    read_example(&named, &examples[0], "n0");
    for (uint32_t from = 1; from < 6; from++)
        for (uint32_t count = 0; count < 6; count++) {
            struct nash_run run = {.arena = nash_arena_new(ARENA)};
            struct andor_trace trace = {.from = from, .count = count, .bytes_max = 1 << 20};
            struct andor_search search;
            uint32_t rest = from <= 4 ? 5 - from : 0;
            assert_int_equal(andor_ao_star(&named.graph, ANDOR_TIP_SHALLOWEST, &run, &trace, &search, NULL), NASH_OK);
            assert_int_equal(trace.kept, count < rest ? count : rest);
            assert_int_equal(search.cycles, 4);
            nash_arena_free(run.arena);
        }
}

static void test_bytes(void **state)
{
    struct named named;
    read_example(&named, &examples[0], "n0");
    uint32_t kept = 0;
    for (size_t bytes = 0; bytes < 2000; bytes += 10) {
        struct nash_run run = {.arena = nash_arena_new(ARENA)};
        struct andor_trace trace = {.from = 1, .count = LINES, .bytes_max = bytes};
        struct andor_search search;
        assert_int_equal(andor_ao_star(&named.graph, ANDOR_TIP_SHALLOWEST, &run, &trace, &search, NULL), NASH_OK);
        assert_int_equal(trace.cut, trace.kept < 4);
        assert_true(trace.kept >= kept && search.solved && search.cost == 5);
        kept = trace.kept;
        nash_arena_free(run.arena);
    }
    assert_int_equal(kept, 4);
}

/* The step limit ends the search in the same cycle whichever page is recorded. A larger limit never gives fewer
 * cycles. */
static void test_steps(void **state)
{
    struct named named;
    uint64_t played[3] = {0}, ended = 0;
    read_example(&named, &examples[0], "n0");
    for (uint64_t steps = 1; steps < 200; steps++) {
        for (uint32_t page = 0; page < 3; page++) {
            struct nash_run run = {.arena = nash_arena_new(ARENA)};
            struct andor_trace trace = {.from = page + 1, .count = page + 1, .bytes_max = 1 << 20, .steps_max = steps};
            struct andor_search search;
            assert_int_equal(andor_ao_star(&named.graph, ANDOR_TIP_SHALLOWEST, &run, &trace, &search, NULL), NASH_OK);
            assert_int_equal(trace.ended, !search.solved);
            assert_int_equal(trace.played, search.cycles);
            assert_true(trace.played >= played[page] && (page == 0 || trace.played == played[0]));
            assert_int_equal(run.stopped, NASH_STOP_NONE);
            played[page] = trace.played;
            ended += trace.ended;
            nash_arena_free(run.arena);
        }
    }
    assert_true(ended > 9 && ended < 3 * 190);
    assert_int_equal(played[0], 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_examples), cmocka_unit_test(test_data),
                                       cmocka_unit_test(test_range), cmocka_unit_test(test_bytes),
                                       cmocka_unit_test(test_steps)};
    return cmocka_run_group_tests_name("andor-aostar-trace", tests, NULL, NULL);
}
