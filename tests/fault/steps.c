/* The kind "steps": {"steps": N, "ms": M, "bytes": B, "background": true}. Takes N steps of M ms each, and stores its
 * state, of B bytes, as the blob "latest" after each of them, from which it continues. Its answer tells at which step
 * this run began, and a number that depends on all steps. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <nash/solver.h>
#include <solvers/kit/reader.h>

struct steps {
    int64_t steps, ms, bytes;
    bool background;
};

/* The state: its own size and a pattern that fills it follow. */
struct state {
    uint64_t step, number;
};

struct course {
    struct state first, last;
};

static enum nash_status parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    static const char *const members[] = {"steps", "ms", "bytes", "background", NULL};
    struct reader r;
    reader_root(&r, doc, arena, error);
    struct steps *steps = READER_NEW(&r, struct steps, 1);
    reader_only(&r, members);
    steps->steps = reader_int(&r, "steps", 0, 1000000, 1);
    steps->ms = reader_int(&r, "ms", 0, 1000, 0);
    steps->bytes = reader_int(&r, "bytes", sizeof(struct state), 200 << 20, sizeof(struct state));
    steps->background = reader_bool(&r, "background", false);
    *problem = steps;
    return reader_status(&r);
}

static void canon(const void *problem, struct nash_sha256 *sha)
{
    const struct steps *steps = problem;
    nash_sha256_u64(sha, (uint64_t)steps->steps);
    nash_sha256_u64(sha, (uint64_t)steps->ms);
    nash_sha256_u64(sha, (uint64_t)steps->bytes);
    nash_sha256_u64(sha, steps->background);
}

static bool always(const void *problem)
{
    (void)problem;
    return true;
}

static bool is_background(const void *problem)
{
    return ((const struct steps *)problem)->background;
}

static bool is_whole(const struct nash_run *run, const struct steps *steps, const struct state *state)
{
    const char *bytes = run->resume;
    bool whole = run->resume_len == (size_t)steps->bytes;
    for (size_t i = sizeof *state; whole && i < run->resume_len; i += 4093)
        whole = bytes[i] == (char)state->step;
    return whole;
}

static enum nash_status store_state(struct nash_run *run, const struct state *state, char *blob, size_t len)
{
    memset(blob, (char)state->step, len);
    memcpy(blob, state, sizeof *state);
    return run->emit != NULL ? run->emit(run, "latest", blob, len) : NASH_OK;
}

static enum nash_status solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    const struct steps *steps = problem;
    struct course *course = NASH_NEW(run->arena, struct course, 1);
    enum nash_status status = NASH_OK;
    if (run->resume != NULL) {
        memcpy(&course->first, run->resume, sizeof course->first);
        if (!is_whole(run, steps, &course->first))
            return nash_fail_type(error, NASH_INTERNAL, "torn-blob", "", "the blob is not whole");
    }
    course->last = course->first;
    char *blob = malloc((size_t)steps->bytes);
    if (blob == NULL)
        return nash_fail(error, NASH_NOMEM, "", "no memory");
    while (course->last.step < (uint64_t)steps->steps && status == NASH_OK && !nash_stop(run, 1)) {
        nanosleep(&(struct timespec){.tv_nsec = steps->ms * 1000000}, NULL);
        run->clock_in = 0;
        course->last.step++;
        course->last.number = course->last.number * 3 + course->last.step;
        status = store_state(run, &course->last, blob, (size_t)steps->bytes);
    }
    free(blob);
    result->final = course->last.step == (uint64_t)steps->steps;
    result->answer = course;
    return status == NASH_OK ? NASH_OK : nash_fail(error, status, "", "a blob was not stored");
}

static enum nash_status verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    (void)problem, (void)result, (void)error;
    return NASH_OK;
}

static void write_json(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct course *course = result->answer;
    (void)problem;
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, "from", course->first.step);
    nash_jsonw_kuint(out, "to", course->last.step);
    nash_jsonw_key(out, "number");
    nash_jsonw_uint_string(out, course->last.number);
    nash_jsonw_object_end(out);
}

extern const struct nash_solver nash_solver_steps;
const struct nash_solver nash_solver_steps = {
    .kind = "steps",
    .title = "Continues where it was",
    .version = "1",
    .limits = {.body_bytes = 1 << 10,
               .memory_bytes = 256 << 20,
               .result_bytes = 1 << 10,
               .time_ms_default = 10000,
               .time_ms_max = 60000},
    .parse = parse,
    .canon = canon,
    .resumable = always,
    .background = is_background,
    .solve = solve,
    .verify = verify,
    .write = write_json,
};
