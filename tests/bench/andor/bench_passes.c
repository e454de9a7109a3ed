/* The passes upwards: instructions per edge and processor time of a whole pass (reachability, order and cycles
 * included), and of all steps from JSON bytes to a proved answer, with their memory.
 *
 *     bench_passes              the table
 *     bench_passes ENGINE N     one graph of N nodes, one run of dp, shuffled (dp on shuffled numbers), knuth, cyclic
 *                               (knuth on a graph with cycles), certify: for callgrind and for measuring memory
 *     bench_passes json N       from bytes to answer; "json-cyclic" with cycles
 *
 * The graph: 1 to 3 connectors per node, 1 to 3 successors per connector, costs 1 to 9, 5 % terminals; about 3.8 edges
 * per node. Successors are drawn from the next n / 64 nodes, so that nearly all are reachable ("shuffled": then all
 * nodes are renumbered at random); from all nodes ("cyclic"); or from near nodes on both sides, with 10 % terminals
 * ("local cycles"). Figures are per edge of the reachable nodes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>

#include <nash/buf.h>
#include <nash/json.h>
#include <nash/rng.h>
#include <solvers/andor/bottom_up/bottom_up.h>
#include <solvers/andor/read/input.h>

#include "../cost.h"

enum { ROUNDS = 5 };

enum shape { FORWARD, SHUFFLED, CYCLIC, LOCAL };

static const char *const shape_name[] = {"forward", "shuffled", "cyclic", "local cycles"};

static struct nash_rng rng;

static void *need(void *memory)
{
    if (!memory) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

/* Renumbers the nodes at random. */
static uint32_t *permutation(uint32_t nodes, bool shuffled)
{
    uint32_t *number = need(malloc(nodes * sizeof *number));
    for (uint32_t v = 0; v < nodes; v++)
        number[v] = v;
    for (uint32_t v = nodes; shuffled && v > 1; v--) {
        uint32_t other = (uint32_t)nash_rng_below(&rng, v), swap = number[v - 1];
        number[v - 1] = number[other];
        number[other] = swap;
    }
    return number;
}

static uint32_t successor(uint32_t v, uint32_t nodes, enum shape shape)
{
    if (shape == CYCLIC)
        return (uint32_t)nash_rng_below(&rng, nodes);
    if (shape == LOCAL) { /* nearby, and sometimes backwards */
        uint32_t low = v < 5 ? 0 : v - 5, high = v + 60 < nodes ? v + 60 : nodes - 1;
        return low + (uint32_t)nash_rng_below(&rng, high - low + 1);
    }
    uint32_t ahead = nodes / 64 + 1 < nodes - v - 1 ? nodes / 64 + 1 : nodes - v - 1;
    return v + 1 + (uint32_t)nash_rng_below(&rng, ahead);
}

static struct andor_graph make(struct nash_arena *arena, uint32_t nodes, enum shape shape)
{
    uint32_t *off = need(NASH_NEW(arena, uint32_t, nodes + 1)), *soff = need(NASH_NEW(arena, uint32_t, 3 * nodes + 1));
    uint32_t *succ = need(NASH_NEW(arena, uint32_t, 9 * (size_t)nodes)),
             *cost = need(NASH_NEW(arena, uint32_t, 3 * nodes));
    uint64_t *terminal = need(NASH_NEW(arena, uint64_t, nodes / 64 + 1));
    uint32_t *number = permutation(nodes, shape == SHUFFLED), *at = need(malloc(nodes * sizeof *at)), c = 0, e = 0;
    for (uint32_t v = 0; v < nodes; v++)
        at[number[v]] = v;
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t v = at[i], connectors = 1 + (uint32_t)nash_rng_below(&rng, 3);
        if (v + 1 == nodes || (v > 0 && nash_rng_below(&rng, shape >= CYCLIC ? 10 : 20) == 0))
            connectors = 0;
        if (connectors == 0)
            terminal[i >> 6] |= UINT64_C(1) << (i & 63);
        for (uint32_t k = 0; k < connectors; k++) {
            for (uint32_t size = 1 + (uint32_t)nash_rng_below(&rng, 3); size > 0; size--)
                succ[e++] = number[successor(v, nodes, shape)];
            cost[c] = 1 + (uint32_t)nash_rng_below(&rng, 9);
            soff[++c] = e;
        }
        off[i + 1] = c;
    }
    struct andor_graph graph = {.nodes = nodes,
                                .connectors = c,
                                .edges = e,
                                .root = number[0],
                                .first = off,
                                .last = off + 1,
                                .to = soff,
                                .succ = succ,
                                .cost = cost,
                                .terminal = terminal,
                                .unit = 1};
    free(number);
    free(at);
    return graph;
}

/* ---- measuring ---- */

struct cost {
    double instructions, us;
    size_t bytes;
};

typedef enum nash_status engine(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                                struct andor_work *work, struct nash_error *error);

static enum nash_status certify(const struct andor_graph *graph, struct nash_run *run, struct andor_values *values,
                                struct andor_work *work, struct nash_error *error)
{
    (void)work;
    return andor_certify(graph, values, run->arena, error);
}

static struct cost measure(engine *run_engine, const struct andor_graph *graph, struct andor_values *values)
{
    int counter = instruction_counter();
    struct cost best = {.us = 1e300};
    for (int round = 0; round < ROUNDS; round++) {
        struct nash_arena *arena = need(nash_arena_new((size_t)8 << 30));
        struct nash_run run = {.arena = arena};
        struct andor_work work = {0};
        struct nash_error error;
        uint64_t count = 0;
        struct andor_values own = *values;
        double start = cpu_us();
        ioctl(counter, PERF_EVENT_IOC_RESET, 0);
        ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
        enum nash_status status = run_engine(graph, &run, &own, &work, &error);
        ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
        double us = cpu_us() - start;
        if (read(counter, &count, sizeof count) != sizeof count)
            count = 0;
        if (status != NASH_OK) {
            fprintf(stderr, "%s\n", error.detail);
            exit(1);
        }
        best.us = us < best.us ? us : best.us;
        best.instructions = (double)count;
        best.bytes = nash_arena_peak(arena);
        nash_arena_free(arena);
    }
    close(counter);
    return best;
}

/* of the reachable nodes */
static double edges_reached(const struct andor_graph *graph)
{
    uint32_t *list = need(malloc(graph->nodes * sizeof *list)), waiting = 0;
    uint8_t *reached = need(calloc(graph->nodes, 1));
    double edges = 0;
    reached[list[waiting++] = graph->root] = 1;
    while (waiting > 0) {
        uint32_t v = list[--waiting], e = graph->to[graph->first[v]], end = graph->to[graph->last[v]];
        edges += end - e;
        for (; e < end; e++)
            if (!reached[graph->succ[e]])
                reached[list[waiting++] = graph->succ[e]] = 1;
    }
    free(list);
    free(reached);
    return edges;
}

static void row(const char *name, enum shape shape, const struct andor_graph *graph, const struct andor_values *values,
                struct cost cost)
{
    double edges = edges_reached(graph);
    printf("%-8s %-13s %9" PRIu32 " %9" PRIu32 " %9" PRIu32 "  %8.1f  %8.1f  %8.1f\n", name, shape_name[shape],
           graph->nodes, graph->edges, values->reachable, cost.instructions / edges, cost.us * 1e3 / edges,
           (double)cost.bytes / graph->nodes);
}

static void table(uint32_t nodes, enum shape shape)
{
    struct nash_arena *arena = need(nash_arena_new((size_t)8 << 30));
    struct andor_graph graph = make(arena, nodes, shape);
    struct andor_values values = {0};
    struct nash_run run = {.arena = arena};
    struct nash_error error;
    if (andor_bottom_up(&graph, &run, &values, NULL, &error) != NASH_OK) {
        fprintf(stderr, "%s: %s\n", shape_name[shape], error.detail);
        exit(1);
    }
    printf("%s%s", values.wide ? "128 bits\n" : "",
           values.value && values.value[graph.root] == ANDOR_INF ? "unsolvable\n" : "");
    if (!values.cyclic)
        row("dp", shape, &graph, &values, measure(andor_dp, &graph, &values));
    row("knuth", shape, &graph, &values, measure(andor_knuth, &graph, &values));
    row("certify", shape, &graph, &values, measure(certify, &graph, &values));
    nash_arena_free(arena);
}

/* ---- from bytes to an answer ---- */

static void write_numbers(struct nash_buf *out, const char *name, const uint32_t *number, uint32_t count)
{
    nash_buf_printf(out, ",\"%s\":", name);
    for (uint32_t i = 0; i < count; i++) {
        nash_buf_putc(out, i ? ',' : '[');
        nash_buf_u64(out, number[i]);
    }
    nash_buf_puts(out, count ? "]" : "[]");
}

static struct nash_buf write_graph(const struct andor_graph *graph)
{
    struct nash_buf out = NASH_BUF_INIT(0);
    nash_buf_printf(&out, "{\"n\":%" PRIu32 ",\"root\":%" PRIu32 ",\"terminals\":", graph->nodes, graph->root);
    bool any = false;
    for (uint32_t v = 0; v < graph->nodes; v++)
        if (andor_is_terminal(graph, v)) {
            nash_buf_putc(&out, any ? ',' : '[');
            nash_buf_u64(&out, v);
            any = true;
        }
    nash_buf_puts(&out, any ? "]" : "[]");
    write_numbers(&out, "off", graph->first, graph->nodes + 1);
    write_numbers(&out, "cost", graph->cost, graph->connectors);
    write_numbers(&out, "soff", graph->to, graph->connectors + 1);
    write_numbers(&out, "succ", graph->succ, graph->edges);
    nash_buf_putc(&out, '}');
    return out;
}

static long peak_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static long resident_kib(void)
{
    long all = 0, resident = 0;
    FILE *statm = fopen("/proc/self/statm", "r");
    if (!statm || fscanf(statm, "%ld %ld", &all, &resident) != 2)
        exit(1);
    fclose(statm);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/* A child process sends the text, as to a worker, so that making the graph is not part of this process. */
static struct nash_buf receive_graph(uint32_t nodes, enum shape shape)
{
    int pipes[2];
    struct nash_buf text = NASH_BUF_INIT(0);
    if (pipe(pipes) != 0)
        exit(1);
    if (fork() == 0) {
        struct nash_arena *arena = need(nash_arena_new((size_t)8 << 30));
        struct andor_graph graph = make(arena, nodes, shape);
        struct nash_buf out = write_graph(&graph);
        uint64_t len = out.len;
        bool sent = write(pipes[1], &len, sizeof len) == sizeof len;
        for (size_t at = 0; sent && at < out.len;) {
            ssize_t wrote = write(pipes[1], out.data + at, out.len - at);
            sent = wrote > 0;
            at += sent ? (size_t)wrote : 0;
        }
        _exit(!sent);
    }
    close(pipes[1]);
    uint64_t len = 0;
    if (read(pipes[0], &len, sizeof len) != sizeof len || !nash_buf_reserve(&text, len))
        exit(1);
    for (ssize_t got; text.len < len && (got = read(pipes[0], text.data + text.len, len - text.len)) > 0;)
        text.len += (size_t)got;
    close(pipes[0]);
    return text;
}

static void from_bytes(uint32_t nodes, enum shape shape)
{
    struct nash_buf text = receive_graph(nodes, shape);
    struct nash_arena *arena = need(nash_arena_new((size_t)8 << 30));
    struct nash_run run = {.arena = arena};
    struct nash_json doc;
    struct nash_error error;
    struct andor_problem problem = {0};
    struct reader reader;
    struct andor_values values;
    double at[5];
    at[0] = cpu_us();
    if (nash_json_parse_spare(&doc, text.data, text.len, arena, &error) != NASH_OK)
        exit(1);
    at[1] = cpu_us();
    reader_root(&reader, &doc, arena, &error);
    andor_read_compact(&reader, &problem);
    if (!reader_ok(&reader))
        exit(1);
    at[2] = cpu_us();
    if (andor_bottom_up(&problem.graph, &run, &values, NULL, &error) != NASH_OK)
        exit(1);
    at[3] = cpu_us();
    if (andor_certify(&problem.graph, &values, arena, &error) != NASH_OK)
        exit(1);
    at[4] = cpu_us();
    printf("json     %-13s %9" PRIu32 " %9" PRIu32
           "  %.1f MB of text, %.0f MB/s; ms: gate %.0f, parse %.0f, solve %.0f, "
           "certify %.0f, all %.0f; peak %.0f MB\n",
           shape_name[shape], problem.graph.nodes, problem.graph.edges, (double)text.len / 1e6,
           (double)text.len / (at[1] - at[0]), (at[1] - at[0]) / 1e3, (at[2] - at[1]) / 1e3, (at[3] - at[2]) / 1e3,
           (at[4] - at[3]) / 1e3, (at[4] - at[0]) / 1e3, (double)peak_kib() / 1e3);
    nash_json_free(&doc);
    nash_buf_free(&text);
    nash_arena_free(arena);
}

/* ---- a single run ---- */

static void one(const char *name, uint32_t nodes)
{
    struct nash_arena *arena = need(nash_arena_new((size_t)16 << 30));
    struct andor_graph graph = make(arena, nodes,
                                    strcmp(name, "cyclic") == 0     ? CYCLIC
                                    : strcmp(name, "shuffled") == 0 ? SHUFFLED
                                                                    : FORWARD);
    struct nash_run run = {.arena = arena};
    struct andor_values values = {0};
    struct nash_error error;
    long before = resident_kib();
    enum nash_status status = strcmp(name, "dp") == 0 || strcmp(name, "shuffled") == 0
                                  ? andor_dp(&graph, &run, &values, NULL, &error)
                                  : andor_knuth(&graph, &run, &values, NULL, &error);
    if (status == NASH_OK && strcmp(name, "certify") == 0)
        status = andor_certify(&graph, &values, arena, &error);
    if (status != NASH_OK)
        exit(1);
    printf("%s: %" PRIu32 " nodes, %" PRIu32 " connectors, %" PRIu32 " edges; %.1f bytes a node besides 4 an edge\n",
           name, graph.nodes, graph.connectors, graph.edges,
           (double)(peak_kib() - before) * 1024 / nodes + 4 + 8.0 * graph.connectors / nodes);
    nash_arena_free(arena);
}

int main(int argc, char **argv)
{
    nash_rng_seed(&rng, 1);
    if (argc == 3 && strncmp(argv[1], "json", 4) == 0) {
        from_bytes((uint32_t)strtoul(argv[2], NULL, 10), argv[1][4] == '\0' ? FORWARD : CYCLIC);
        return 0;
    }
    if (argc == 3) {
        one(argv[1], (uint32_t)strtoul(argv[2], NULL, 10));
        return 0;
    }
    from_bytes(1000000, FORWARD); /* first, to measure the memory */
    printf("\n%-8s %-13s %9s %9s %9s  %8s  %8s  %8s\n", "engine", "graph", "nodes", "edges", "reached", "Ir/edge",
           "ns/edge", "B/node");
    for (uint32_t nodes = 100000; nodes <= 1000000; nodes *= 10)
        for (enum shape shape = FORWARD; shape <= LOCAL; shape++)
            table(nodes, shape);
    return 0;
}
