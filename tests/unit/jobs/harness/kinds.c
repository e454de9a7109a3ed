/* Kinds for the jobs of the tests. A problem of `tiny` is a number, which has many spellings in JSON. `dice` is the
 * same with an answer that depends on the seed. `dealt` is the same, but odd numbers are distributed problems, which
 * are for several machines. `steady` is the same, but resumable, and odd numbers are background work. solve() is not
 * used: the tests' executor makes up the answers. */
#include <string.h>

#include <nash/nash.h>
#include <solvers/kit/beside_text.h>

static enum nash_status parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    static const char *const names[] = {"n", "note", NULL};
    int64_t *n = NASH_NEW(arena, int64_t, 1);
    struct reader r;
    reader_root(&r, doc, arena, error);
    reader_only(&r, names);
    reader_string(&r, "note", 100);
    if (!reader_has(&r, "n"))
        reader_fail(&r, NASH_INVALID, NULL, "n is missing");
    *n = reader_int(&r, "n", -1000000, 1000000, 0);
    *problem = n;
    return reader_status(&r);
}

static enum nash_status parse_text(const char *text, size_t len, const struct nash_json *members,
                                   struct nash_arena *arena, void **problem, struct nash_error *error)
{
    enum nash_status status = reader_no_members(members, arena, error);
    if (status != NASH_OK || text == NULL)
        return status;
    int64_t *n = NASH_NEW(arena, int64_t, 1);
    *problem = n;
    return nash_parse_int64(text, len, n) ? NASH_OK : nash_fail(error, NASH_INVALID, "", "must be one integer");
}

static void canon(const void *problem, struct nash_sha256 *sha)
{
    nash_sha256_u64(sha, (uint64_t) * (const int64_t *)problem);
}

static enum nash_status solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    (void)problem;
    (void)run;
    (void)result;
    return nash_fail(error, NASH_INTERNAL, "", "not solved here");
}

static enum nash_status verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    (void)problem;
    (void)result;
    return nash_fail(error, NASH_INTERNAL, "", "not solved here");
}

static void write_json(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    (void)result;
    nash_jsonw_int(out, *(const int64_t *)problem);
}

static bool always(const void *problem)
{
    (void)problem;
    return true;
}

static bool is_odd(const void *problem)
{
    return *(const int64_t *)problem % 2 != 0;
}

#define KIND(name, is_seeded, is_spread, is_resumed, is_long)                                                          \
    const struct nash_solver nash_solver_##name = {                                                                    \
        .kind = #name,                                                                                                 \
        .title = #name,                                                                                                \
        .version = "1",                                                                                                \
        .limits = {.body_bytes = 2000,                                                                                 \
                   .memory_bytes = 1 << 20,                                                                            \
                   .result_bytes = 500,                                                                                \
                   .time_ms_default = 2000,                                                                            \
                   .time_ms_max = 5000},                                                                               \
        .seeded = is_seeded,                                                                                           \
        .distributed = is_spread,                                                                                      \
        .resumable = is_resumed,                                                                                       \
        .background = is_long,                                                                                         \
        .parse = parse,                                                                                                \
        .parse_text = parse_text,                                                                                      \
        .canon = canon,                                                                                                \
        .solve = solve,                                                                                                \
        .verify = verify,                                                                                              \
        .write = write_json,                                                                                           \
    }

extern const struct nash_solver nash_solver_tiny, nash_solver_dice, nash_solver_dealt, nash_solver_steady;
KIND(tiny, NULL, NULL, NULL, NULL);
KIND(dice, always, NULL, NULL, NULL);
KIND(dealt, NULL, is_odd, NULL, NULL);
KIND(steady, NULL, NULL, always, is_odd);
