/* The kind "matching": stable matchings by deferred acceptance (D. Gale, L. Shapley, "College Admissions and the
 * Stability of Marriage", 1962). A complete kind in one file; docs/adding-a-kind.md walks through it. */
#include <nash/solver.h>
#include <solvers/kit/reader.h>
#include <solvers/kit/summary.h>

enum { MATCHING_MAX = 500, MATCHING_CHECK = 1 };

struct matching_problem {
    uint32_t n;
    uint16_t *choice[2]; /* of proposers, of receivers: [i * n + place] = whom i ranks at this place */
    uint16_t *rank[2];   /* [i * n + other] = the place at which i ranks the other, from 1 */
};

/* Reads one side: n lists that each rank all of 0 to n - 1. The first side fixes n. */
static void matching_read_side(struct reader *r, const char *name, struct matching_problem *p, int side)
{
    struct reader lists;
    size_t n = reader_array(&lists, r, name) ? reader_count(&lists) : 0;
    if (n < 1 || n > MATCHING_MAX)
        reader_fail(r, NASH_INVALID, name, "expected 1 to %d lists, found %zu", MATCHING_MAX, n);
    else if (side && n != p->n)
        reader_fail(r, NASH_UNPROCESSABLE, name, "expected as many lists as proposers, found %zu", n);
    if (!reader_ok(r))
        return;
    p->n = (uint32_t)n;
    p->choice[side] = READER_NEW(r, uint16_t, n * n);
    p->rank[side] = READER_NEW(r, uint16_t, n * n);
    for (struct reader item = {0}; reader_ok(r) && reader_item(&item, &lists);) {
        struct nash_json_ints list = reader_as_ints(&item);
        uint16_t *choice = p->choice[side] + item.index * n, *rank = p->rank[side] + item.index * n;
        if (list.count != n)
            reader_fail(&item, NASH_UNPROCESSABLE, NULL, "expected %zu entries, found %zu", n, list.count);
        for (size_t k = 0; k < n && reader_ok(r); k++)
            if (list.value[k] < 0 || list.value[k] >= p->n || rank[list.value[k]])
                reader_fail_at(&item, NASH_UNPROCESSABLE, NULL, k, "expected each of 0 to %zu once", n - 1);
            else
                rank[choice[k] = (uint16_t)list.value[k]] = (uint16_t)(k + 1);
    }
}

static enum nash_status matching_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                                       struct nash_error *error)
{
    static const char *const members[] = {"proposers", "receivers", NULL};
    struct reader r;
    reader_root(&r, doc, arena, error);
    reader_only(&r, members);
    reader_require(&r, members);
    *problem = READER_NEW(&r, struct matching_problem, 1);
    for (int side = 0; side < 2 && reader_ok(&r); side++)
        matching_read_side(&r, members[side], *problem, side);
    return reader_status(&r);
}

static void matching_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct matching_problem *p = problem;
    nash_sha256_u64(sha, p->n);
    for (size_t i = 0; i < (size_t)2 * p->n * p->n; i++)
        nash_sha256_u64(sha, p->choice[i / p->n / p->n][i % ((size_t)p->n * p->n)]);
}

/* The answer is an array: the receiver of each proposer. */
static enum nash_status matching_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                                       struct nash_error *error)
{
    const struct matching_problem *p = problem;
    uint16_t *receiver = result->answer = NASH_NEW(run->arena, uint16_t, p->n);
    uint32_t *proposed = NASH_NEW(run->arena, uint32_t, p->n), *holds = NASH_NEW(run->arena, uint32_t, p->n);
    if (!receiver || !proposed || !holds)
        return nash_fail(error, NASH_NOMEM, "", "out of memory");
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t next = i + 1; next;) { /* a proposer + 1 whom no receiver holds; 0: none */
            uint32_t at = next - 1, to = p->choice[0][at * p->n + proposed[at]++];
            if (nash_stop(run, MATCHING_CHECK))
                return nash_fail(error, NASH_STOPPED, "", "stopped before each proposer had a receiver");
            if (!holds[to] || p->rank[1][to * p->n + at] < p->rank[1][to * p->n + holds[to] - 1]) {
                receiver[at] = (uint16_t)to;
                next = holds[to];
                holds[to] = at + 1;
            }
        }
    result->final = true;
    return NASH_OK;
}

/* Checks that receivers differ, and that no proposer and receiver prefer each other to their partners. */
static enum nash_status matching_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct matching_problem *p = problem;
    const uint16_t *receiver = result->answer;
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t k = 0; k < p->n; k++)
            if (k != i && (receiver[k] == receiver[i] ||
                           (p->rank[0][i * p->n + receiver[k]] < p->rank[0][i * p->n + receiver[i]] &&
                            p->rank[1][receiver[k] * p->n + i] < p->rank[1][receiver[k] * p->n + k])))
                return nash_fail(error, NASH_INTERNAL, "", "proposers %u and %u block the matching", i, k);
    return NASH_OK;
}

static void matching_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct matching_problem *p = problem;
    const uint16_t *receiver = result->answer;
    struct summary summary = {0};
    summary_add_count(&summary, p->n, "pair", "pairs");
    nash_jsonw_object(out);
    summary_write(&summary, out);
    nash_jsonw_karray(out, "receivers");
    for (uint32_t i = 0; i < p->n; i++)
        nash_jsonw_uint(out, receiver[i]);
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}

const struct nash_solver nash_solver_matching = {
    .kind = "matching",
    .title = "Stable matching of two sides by their preferences",
    .version = "1",
    .limits = {.body_bytes = 8 << 20,
               .memory_bytes = 64 << 20,
               .result_bytes = 1 << 20,
               .time_ms_default = 10000,
               .time_ms_max = 60000},
    .parse = matching_parse,
    .canon = matching_canon,
    .solve = matching_solve,
    .verify = matching_verify,
    .write = matching_write,
};
