/* From a body to what the core must know of a problem: that it is one, its canonical key, and how it is to be run.
 *
 * Parsing happens in the caller's thread, in an arena that is kept for the next one; a worker parses the same bytes
 * again, since a pointer cannot travel. The parsed problem is not kept. */
#include <inttypes.h>

#include <jobs/core.h>

enum { TIMEOUT_MOST_MS = 86400000 };
static const int64_t seed_most = (INT64_C(1) << 53) - 1;

static struct nash_arena *arena_take(struct jobs *jobs, size_t cap)
{
    for (size_t i = 0; i < SPARE_ARENAS; i++) {
        struct nash_arena *arena = atomic_exchange_explicit(&jobs->spare_arena[i], NULL, memory_order_acquire);
        if (arena != NULL) {
            nash_arena_reset(arena, cap);
            return arena;
        }
    }
    return nash_arena_new(cap);
}

static void arena_give(struct jobs *jobs, struct nash_arena *arena)
{
    nash_arena_reset(arena, SIZE_MAX); /* keeps the first block at most */
    for (size_t i = 0; i < SPARE_ARENAS; i++) {
        struct nash_arena *none = NULL;
        if (atomic_compare_exchange_strong_explicit(&jobs->spare_arena[i], &none, arena, memory_order_release,
                                                    memory_order_relaxed))
            return;
    }
    nash_arena_free(arena);
}

/* The reserved member "job" of the root. */
static enum nash_status read_options(const cJSON *root, const struct nash_solver *solver, struct problem *problem,
                                     struct nash_error *error)
{
    static const char *const names[] = {"timeout_ms", "priority", "seed", NULL};
    const cJSON *options = cJSON_IsObject(root) ? nash_json_get(root, "job") : NULL;
    int64_t timeout_ms = problem->timeout_ms, priority = 0, seed = 0;
    if (options == NULL)
        return NASH_OK;
    enum nash_status status = nash_json_only(options, "/job", names, error);
    if (status == NASH_OK)
        status = nash_json_int(options, "/job", "timeout_ms", 1, TIMEOUT_MOST_MS, &timeout_ms, error);
    if (status == NASH_OK)
        status = nash_json_int(options, "/job", "priority", PRIORITY_LEAST, PRIORITY_MOST, &priority, error);
    if (status == NASH_OK)
        status = nash_json_int(options, "/job", "seed", 0, seed_most, &seed, error);
    problem->timeout_ms = (uint32_t)(timeout_ms > solver->limits.time_ms_max ? solver->limits.time_ms_max : timeout_ms);
    problem->priority = (int)priority;
    problem->seed = (uint64_t)seed;
    return status;
}

static enum nash_status read_json(const struct nash_solver *solver, const char *text, size_t len,
                                  struct nash_arena *arena, struct problem *problem, void **parsed,
                                  struct nash_error *error)
{
    struct nash_json doc;
    enum nash_status status = nash_json_parse(&doc, text, len, arena, error);
    if (status == NASH_OK)
        status = read_options(doc.root, solver, problem, error);
    if (status == NASH_OK)
        status = solver->parse(&doc, arena, parsed, error);
    nash_json_free(&doc);
    return status;
}

static enum nash_status read_text(const struct nash_solver *solver, const char *text, size_t len,
                                  struct nash_arena *arena, void **parsed, struct nash_error *error)
{
    if (solver->parse_text == NULL)
        return nash_fail_type(error, NASH_INVALID, "unsupported-media-type", "", "%s has no text form: send JSON",
                              solver->kind);
    return solver->parse_text(text, len, arena, parsed, error);
}

static enum nash_status check(struct jobs *jobs, const struct nash_solver *solver, const void *parsed,
                              struct nash_error *error)
{
    struct executor *executor = jobs->spread.executor;
    return executor != NULL && executor->check != NULL ? executor->check(executor, solver, parsed, error) : NASH_OK;
}

/* checked: the executor of what is spread is asked too whether it would take it. */
static enum nash_status read(struct jobs *jobs, const struct nash_solver *solver, enum nash_format format,
                             const char *text, size_t len, bool checked, struct problem *problem,
                             struct nash_error *error)
{
    void *parsed = NULL;
    *error = (struct nash_error){0};
    *problem = (struct problem){.timeout_ms = solver->limits.time_ms_default};
    if (len > solver->limits.body_bytes)
        return nash_fail(error, NASH_TOO_LARGE, "", "the problem is %zu bytes long; %s takes at most %zu", len,
                         solver->kind, solver->limits.body_bytes);
    struct nash_arena *arena = arena_take(jobs, solver->limits.memory_bytes);
    if (arena == NULL)
        return nash_fail(error, NASH_NOMEM, "", "the server has no memory to read this problem now");
    enum nash_status status = format == NASH_FORMAT_JSON ? read_json(solver, text, len, arena, problem, &parsed, error)
                                                         : read_text(solver, text, len, arena, &parsed, error);
    if (status == NASH_OK) {
        problem->key = nash_canonical_key(solver, parsed, problem->seed);
        problem->spread = solver->spread != NULL && solver->spread(parsed);
        if (problem->spread && checked)
            status = check(jobs, solver, parsed, error);
    } else if (error->status == NASH_OK) {
        nash_fail(error, status, "", "reading the problem failed: %s", nash_status_name(status));
    }
    arena_give(jobs, arena);
    return status;
}

enum nash_status problem_read(struct jobs *jobs, const struct nash_solver *solver, enum nash_format format,
                              const char *text, size_t len, struct problem *problem, struct nash_error *error)
{
    return read(jobs, solver, format, text, len, true, problem, error);
}

bool problem_is_spread(struct jobs *jobs, const struct nash_solver *solver, const struct store_job *row)
{
    struct problem problem;
    struct nash_error error;
    return jobs->spread.executor != NULL && solver->spread != NULL &&
           read(jobs, solver, (enum nash_format)row->format, row->problem->data, row->problem->len, false, &problem,
                &error) == NASH_OK &&
           problem.spread;
}
