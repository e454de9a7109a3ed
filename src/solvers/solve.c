/* Solves one problem from text to text: read (request.c), solve, verify, write. Worker processes, `nashd solve` and
 * programs that link libnash all call nash_solve_problem(), so they perform the same checks. */
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <nash/nash.h>
#include <solvers/kit/text_answer.h>

enum { NS_PER_MS = 1000000 };

/* Fills in an error if a solver returned a status without one. */
static enum nash_status complete_error(enum nash_status status, const char *step, struct nash_error *error)
{
    if (status != NASH_OK && error && error->status == NASH_OK)
        return nash_fail(error, status, "", "%s failed: %s", step, nash_status_name(status));
    return status;
}

void nash_write_text(const struct nash_solver *solver, const void *problem, const struct nash_result *result,
                     struct nash_buf *out)
{
    if (solver->write_text)
        solver->write_text(problem, result, out);
    else
        text_by_json(solver, problem, result, out);
}

static enum nash_status write_result(const struct nash_solver *solver, const void *problem,
                                     const struct nash_result *result, bool want_text, struct nash_buf *out,
                                     struct nash_error *error)
{
    size_t before = out->len;
    if (want_text && (solver->write_text || solver->text_of)) {
        nash_write_text(solver, problem, result, out);
    } else {
        struct nash_jsonw writer = NASH_JSONW(out);
        solver->write(problem, result, &writer);
    }
    if (out->failed)
        return nash_fail(error, NASH_NOMEM, "", "the result does not fit into memory");
    if (solver->limits.result_bytes && out->len - before > solver->limits.result_bytes) {
        size_t size = out->len - before;
        out->len = before;
        return nash_fail(error, NASH_TOO_LARGE, "", "the result is %zu bytes long; %s may give at most %zu", size,
                         solver->kind, solver->limits.result_bytes);
    }
    return NASH_OK;
}

enum nash_status nash_solve_end(const struct nash_solver *solver, const void *problem, enum nash_status status,
                                const struct nash_result *result, bool want_text, struct nash_buf *out, bool *final,
                                struct nash_error *error)
{
    *final = false;
    if (status != NASH_OK)
        return complete_error(status, "solving", error);
    status = solver->verify(problem, result, error);
    if (status != NASH_OK) {
        complete_error(status, "the check of the answer", error);
        if (error->type[0] == '\0')
            strcpy(error->type, "verification-failed");
        return status;
    }
    status = write_result(solver, problem, result, want_text, out, error);
    *final = status == NASH_OK && result->final;
    return status;
}

enum nash_status nash_solve_problem(const struct nash_solver *solver, const void *problem, bool want_text,
                                    struct nash_run *run, struct nash_buf *out, bool *final, struct nash_error *error)
{
    struct nash_result result = {0};
    *error = (struct nash_error){0};
    enum nash_status status = solver->solve(problem, run, &result, error);
    return nash_solve_end(solver, problem, status, &result, want_text, out, final, error);
}

enum nash_status nash_solve_begin(const struct nash_solver *solver, enum nash_format format, const char *text,
                                  size_t len, struct nash_run *run, void **problem, struct nash_error *error)
{
    const struct nash_body body = {.format = format, .text = text, .len = len, .spare = run->spare_text};
    return nash_request_read(solver, &body, run->arena, problem, NULL, 0, error);
}

enum nash_status nash_solve_run(const struct nash_solver *solver, enum nash_format format, const char *text, size_t len,
                                bool want_text, struct nash_run *run, struct nash_buf *out, bool *final,
                                struct nash_error *error)
{
    struct nash_error own;
    void *problem = NULL;
    if (!error)
        error = &own;
    *final = false;
    enum nash_status status = nash_solve_begin(solver, format, text, len, run, &problem, error);
    if (status != NASH_OK)
        return status;
    return nash_solve_problem(solver, problem, want_text, run, out, final, error);
}

/* Returns the monotonic time in `ms` milliseconds; INT64_MAX if that is out of range. */
static int64_t deadline_after(uint64_t ms)
{
    int64_t now = clock_mono_ns();
    return ms > (uint64_t)(INT64_MAX - now) / NS_PER_MS ? INT64_MAX : now + (int64_t)ms * NS_PER_MS;
}

/* Sets the seed and the time limit of a run: of the options, else of the request, else of the kind. */
static void set_budget(struct nash_run *run, const struct nash_solver *solver, const void *problem,
                       const struct nash_solve_options *options, const struct nash_job *job)
{
    uint64_t timeout_ms = options->timeout_ms ? options->timeout_ms : job->timeout_ms;
    run->seed = options->seed || options->has_seed ? options->seed : job->seed;
    run->deadline_ns = deadline_after(timeout_ms ? timeout_ms : nash_time_default(solver, problem));
}

/* Reads the members beside a text into *members and *job. */
static enum nash_status read_members(const struct nash_solver *solver, const struct nash_solve_options *options,
                                     struct nash_arena *arena, struct nash_json *members, struct nash_job *job,
                                     struct nash_error *error)
{
    if (options->format != NASH_FORMAT_TEXT || !solver->parse_text)
        return nash_fail_type(error, NASH_INVALID, "invalid-request", "",
                              "members stand beside a text: a JSON problem has them itself");
    return nash_members_read(solver, options->members, strlen(options->members), arena, members, job, 0, error);
}

/* Reads the problem and *job, in the arena. */
static enum nash_status read_problem(const struct nash_solver *solver, const char *text, size_t len,
                                     const struct nash_solve_options *options, struct nash_arena *arena, void **problem,
                                     struct nash_job *job, struct nash_error *error)
{
    struct nash_body body = {.format = options->format, .text = text, .len = len};
    struct nash_json members = {0};
    if (!options->members)
        return nash_request_read(solver, &body, arena, problem, job, 0, error);
    body.members = &members;
    enum nash_status status = read_members(solver, options, arena, &members, job, error);
    if (status == NASH_OK)
        status = nash_request_read(solver, &body, arena, problem, NULL, 0, error);
    nash_json_free(&members);
    return status;
}

static enum nash_status solve_alone(const struct nash_solver *solver, const char *text, size_t len,
                                    const struct nash_solve_options *options, struct nash_answer *answer)
{
    struct nash_arena *arena =
        nash_arena_new(options->memory_bytes ? options->memory_bytes : solver->limits.memory_bytes);
    if (!arena)
        return nash_fail(&answer->error, NASH_NOMEM, "", "out of memory");
    struct nash_run run = {.arena = arena, .node_limit = options->node_limit, .cancel = options->cancel};
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_job job;
    void *problem = NULL;
    enum nash_status status = read_problem(solver, text, len, options, arena, &problem, &job, &answer->error);
    if (status == NASH_OK) {
        set_budget(&run, solver, problem, options, &job);
        status = nash_solve_problem(solver, problem, options->want_text, &run, &out, &answer->final, &answer->error);
    }
    if (status == NASH_OK) {
        answer->json = nash_buf_steal(&out, &answer->len);
        if (!answer->json)
            status = nash_fail(&answer->error, NASH_NOMEM, "", "out of memory");
    }
    nash_buf_free(&out);
    nash_arena_free(arena);
    return status;
}

enum nash_status nash_solve(const char *kind, const char *text, size_t len, const struct nash_solve_options *options,
                            struct nash_answer *answer)
{
    static const struct nash_solve_options defaults;
    *answer = (struct nash_answer){0};
    const struct nash_solver *solver = nash_find_kind(kind, strlen(kind));
    if (!solver)
        answer->status = nash_fail_type(&answer->error, NASH_NOT_FOUND, "unknown-kind", "", "no such kind: %s", kind);
    else
        answer->status = solve_alone(solver, text, len, options ? options : &defaults, answer);
    return answer->status;
}

void nash_answer_free(struct nash_answer *answer)
{
    free(answer->json);
    answer->json = NULL;
    answer->len = 0;
}

/* The string "nash-key-1" separates these keys from other uses of SHA-256; it is changed when their layout changes. */
struct nash_hash nash_canonical_key(const struct nash_solver *solver, const void *problem, uint64_t seed)
{
    struct nash_sha256 sha;
    nash_sha256_init(&sha);
    nash_sha256_string(&sha, "nash-key-1");
    nash_sha256_string(&sha, solver->kind);
    nash_sha256_string(&sha, solver->version);
    nash_sha256_u64(&sha, solver->seeded && solver->seeded(problem) ? seed : 0);
    solver->canon(problem, &sha);
    return nash_sha256_end(&sha);
}

const char *nash_version(void)
{
    return NASH_VERSION;
}
