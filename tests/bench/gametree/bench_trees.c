/* Stored trees: the cost of a node for minimax and alpha-beta, and the leaves of each search relative to the minimum.
 *
 * Microseconds are process CPU time, the best of several passes; instructions are counted by the kernel if it allows
 * that ("-" otherwise). Leaves are multiples of Knuth and Moore's minimum, averaged over the seeds, with the worst of
 * auto, and its overhead in the same unit: nodes of the shallower searches, and static evaluations. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include <solvers/gametree/tree/generate.h>
#include <solvers/gametree/tree/search/mtd.h>

#include "../cost.h"

enum { SEEDS = 10, PASSES = 5, ARENA = 1 << 30 };

static const struct stored_window whole = {~SCORE_INFINITE, SCORE_INFINITE};

static struct nash_run run;
static int counter;

/* Measures the cost of one call per node. */
struct cost {
    double ns, instructions;
};

struct search {
    const struct stored_tree *tree;
    int32_t *value;
    struct stored_count count;
    struct stored_effort effort;
    int32_t found;
};

static void sweep(struct search *s)
{
    if (stored_minimax(s->tree, s->value, &run) != NASH_OK)
        abort();
    s->count.nodes = s->tree->nodes;
}

static void plain(struct search *s)
{
    if (stored_alphabeta(s->tree, whole, &run, &s->count, &s->found) != NASH_OK)
        abort();
}

static void strong(struct search *s)
{
    if (stored_mtd(s->tree, whole, &run, &s->effort, &s->found) != NASH_OK)
        abort();
    s->count.nodes = s->effort.last.nodes + s->effort.before.nodes;
}

static struct cost measure(void (*engine)(struct search *), struct search *s)
{
    struct cost cost = {.ns = 1e300, .instructions = -1};
    for (unsigned i = 0; i < PASSES; i++) {
        uint64_t instructions = 0;
        if (counter >= 0) {
            ioctl(counter, PERF_EVENT_IOC_RESET, 0);
            ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
        }
        double start = cpu_us();
        engine(s);
        double ns = (cpu_us() - start) * 1e3 / (double)s->count.nodes;
        cost.ns = ns < cost.ns ? ns : cost.ns;
        if (counter >= 0 && ioctl(counter, PERF_EVENT_IOC_DISABLE, 0) == 0 &&
            read(counter, &instructions, sizeof instructions) == sizeof instructions)
            cost.instructions = (double)instructions / (double)s->count.nodes;
    }
    return cost;
}

static void print_cost(const char *name, struct cost cost)
{
    printf("  %s %6.1f Mnodes/s", name, 1e3 / cost.ns);
    if (cost.instructions >= 0)
        printf(" %5.1f Ir/node", cost.instructions);
    else
        printf("     - Ir/node");
}

/* Measures one tree of a shape. */
static void show_costs(struct stored_shape shape)
{
    struct search s = {0};
    struct stored_tree *tree;
    nash_arena_reset(run.arena, ARENA);
    if (stored_generate(&tree, &shape, &run) != NASH_OK || !(s.value = NASH_NEW(run.arena, int32_t, tree->nodes)))
        abort();
    s.tree = tree;
    print_cost("minimax", measure(sweep, &s));
    print_cost("alpha-beta", measure(plain, &s));
    print_cost("strong", measure(strong, &s));
    printf("\n");
}

/* Counts the leaves over all seeds of a shape. */
static void show_leaves(struct stored_shape shape)
{
    double plain_sum = 0, strong_sum = 0, worst = 0, before = 0, evaluations = 0;
    for (shape.seed = 1; shape.seed <= SEEDS; shape.seed++) {
        struct search s = {0};
        struct stored_tree *tree;
        uint64_t least;
        nash_arena_reset(run.arena, ARENA);
        if (stored_generate(&tree, &shape, &run) != NASH_OK || !(s.value = NASH_NEW(run.arena, int32_t, tree->nodes)))
            abort();
        s.tree = tree;
        sweep(&s);
        plain(&s);
        strong(&s);
        if (s.found != s.value[0] || stored_minimal_leaves(tree, s.value, &run, &least) != NASH_OK)
            abort();
        double ratio = (double)s.effort.last.leaves / (double)least;
        plain_sum += (double)s.count.leaves / (double)least;
        strong_sum += ratio;
        worst = ratio > worst ? ratio : worst;
        before += (double)s.effort.before.nodes / (double)least;
        evaluations += (double)s.effort.evaluations / (double)least;
    }
    printf("  leaves: alpha-beta %6.2fx  strong %6.3fx (worst %6.3fx), before it %5.2fx nodes, %5.2fx evaluations\n",
           plain_sum / SEEDS, strong_sum / SEEDS, worst, before / SEEDS, evaluations / SEEDS);
}

int main(void)
{
    static const struct {
        uint32_t branching, depth;
    } shapes[] = {{2, 20}, {5, 9}, {10, 6}, {40, 4}};
    static const char *const names[STORED_VALUES] = {"random", "sums", "best first", "equal"};
    run.arena = nash_arena_new(ARENA);
    counter = instruction_counter();
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (unsigned values = STORED_RANDOM; values < STORED_EQUAL; values++) {
            struct stored_shape shape = {shapes[i].branching, shapes[i].depth, values, 1, false};
            printf("B=%u D=%u %s\n", shape.branching, shape.depth, names[values]);
            show_costs(shape);
            show_leaves(shape);
        }
    nash_arena_free(run.arena);
    return 0;
}
