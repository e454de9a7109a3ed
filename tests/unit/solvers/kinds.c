/* Kinds for tests of the code around solvers: `sum` adds numbers, and misbehaves on request; `dice` is `sum` with an
 * answer that depends on the seed; the text form of `tally` is made from its JSON. */
#include <string.h>

#include <nash/nash.h>
#include <solvers/kit/beside_text.h>

struct problem {
    struct nash_json_ints ints;
    const char *trick; /* member "trick": the way to misbehave; "": none */
};

static enum nash_status parse(const struct nash_json *doc, struct nash_arena *arena, void **out,
                              struct nash_error *error)
{
    static const char *const names[] = {"numbers", "trick", NULL};
    struct problem *problem = NASH_NEW(arena, struct problem, 1);
    struct reader r;
    reader_root(&r, doc, arena, error);
    reader_only(&r, names);
    const char *trick = reader_string(&r, "trick", 20);
    problem->trick = reader_copy(&r, trick != NULL ? trick : "");
    problem->ints = reader_ints(&r, "numbers");
    *out = problem;
    return reader_status(&r);
}

static void canon(const void *problem_, struct nash_sha256 *sha)
{
    const struct problem *problem = problem_;
    nash_sha256_string(sha, problem->trick);
    nash_sha256_u64(sha, problem->ints.count);
    for (size_t i = 0; i < problem->ints.count; i++)
        nash_sha256_u64(sha, (uint64_t)problem->ints.value[i]);
}

static bool trick(const struct problem *problem, const char *name)
{
    return strcmp(problem->trick, name) == 0;
}

static enum nash_status solve(const void *problem_, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    const struct problem *problem = problem_;
    int64_t *sum = NASH_NEW(run->arena, int64_t, 1);
    if (trick(problem, "silent"))
        return NASH_INTERNAL;
    if (trick(problem, "hungry") && !nash_arena_alloc(run->arena, 1 << 30))
        return nash_fail(error, NASH_NOMEM, "", "hungry");
    result->answer = sum;
    for (size_t i = 0; i < problem->ints.count; i++) {
        *sum += problem->ints.value[i];
        run->nodes++;
        if (nash_stop(run, 1))
            return NASH_OK;
    }
    while (trick(problem, "endless"))
        if (nash_stop(run, 2))
            return NASH_OK;
    *sum += (int64_t)run->seed + trick(problem, "wrong");
    result->final = true;
    return NASH_OK;
}

static enum nash_status verify(const void *problem_, const struct nash_result *result, struct nash_error *error)
{
    const struct problem *problem = problem_;
    (void)result;
    return trick(problem, "wrong") ? nash_fail(error, NASH_INTERNAL, "", "the sum does not hold") : NASH_OK;
}

static void write_json(const void *problem_, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct problem *problem = problem_;
    nash_jsonw_object(out);
    nash_jsonw_kint(out, "sum", *(const int64_t *)result->answer);
    for (int i = 0; i < 100 && trick(problem, "flood"); i++)
        nash_jsonw_kint(out, "flood", i);
    nash_jsonw_object_end(out);
}

static enum nash_status parse_text(const char *text, size_t len, const struct nash_json *members,
                                   struct nash_arena *arena, void **out, struct nash_error *error)
{
    enum nash_status status = reader_no_members(members, arena, error);
    if (status != NASH_OK || text == NULL)
        return status;
    int64_t *value = NASH_NEW(arena, int64_t, 1);
    struct problem *problem = NASH_NEW(arena, struct problem, 1);
    if (!nash_parse_int64(text, len, value))
        return nash_fail(error, NASH_INVALID, "", "must be one integer");
    *problem = (struct problem){.ints = {.value = value, .count = 1}, .trick = ""};
    *out = problem;
    return NASH_OK;
}

static void write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    (void)problem;
    nash_buf_i64(out, *(const int64_t *)result->answer);
}

static void text_of(const cJSON *result, struct nash_buf *out)
{
    nash_buf_puts(out, "sum ");
    nash_buf_i64(out, (int64_t)nash_json_get(result, "sum")->valuedouble);
}

static bool by_seed(const void *problem)
{
    (void)problem;
    return true;
}

#define LIMITS                                                                                                         \
    {                                                                                                                  \
        .body_bytes = 2000, .memory_bytes = 1 << 20, .result_bytes = 500, .time_ms_default = 20, .time_ms_max = 1000   \
    }

extern const struct nash_solver nash_solver_sum, nash_solver_dice, nash_solver_tally;
const struct nash_solver nash_solver_sum = {
    .kind = "sum",
    .title = "Sum",
    .version = "1",
    .limits = LIMITS,
    .parse = parse,
    .parse_text = parse_text,
    .canon = canon,
    .solve = solve,
    .verify = verify,
    .write = write_json,
    .write_text = write_text,
};
const struct nash_solver nash_solver_dice = {
    .kind = "dice",
    .title = "Dice",
    .version = "1",
    .limits = LIMITS,
    .seeded = by_seed,
    .parse = parse,
    .canon = canon,
    .solve = solve,
    .verify = verify,
    .write = write_json,
};
/* A kind whose text form is made from its JSON. */
const struct nash_solver nash_solver_tally = {
    .kind = "tally",
    .title = "Tally",
    .version = "1",
    .limits = LIMITS,
    .parse = parse,
    .canon = canon,
    .solve = solve,
    .verify = verify,
    .write = write_json,
    .text_of = text_of,
};
