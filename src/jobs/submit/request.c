/* Parsing happens in the caller's thread, in an arena that is kept for the next request. A worker parses the same bytes
 * again, since a pointer cannot be sent to another process. The parsed problem is not kept. */
#include "request.h"

#include <inttypes.h>

#include <jobs/state.h>
#include <solvers/kit/reader.h>

static const int64_t seed_max = (INT64_C(1) << 53) - 1;

static struct nash_arena *spare_arena_take(struct jobs *jobs, size_t cap)
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

static void spare_arena_return(struct jobs *jobs, struct nash_arena *arena)
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

uint32_t job_timeout_ms(const struct nash_solver *solver, uint32_t requested)
{
    const struct nash_limits *limits = &solver->limits;
    uint32_t ms = requested != 0 ? requested : limits->time_ms_default;
    return ms < limits->time_ms_max ? ms : limits->time_ms_max;
}

/* Reads the reserved member "job" of the root. */
static enum nash_status read_job_options(const struct nash_json *doc, const struct nash_solver *solver,
                                         struct nash_arena *arena, struct parsed_request *request,
                                         struct nash_error *error)
{
    static const char *const names[] = {"timeout_ms", "priority", "seed", NULL};
    struct reader root, options;
    reader_root(&root, doc, arena, error);
    if (!cJSON_IsObject(doc->root) || !reader_object(&options, &root, "job"))
        return reader_status(&root);
    reader_only(&options, names);
    request->timeout_ms =
        job_timeout_ms(solver, (uint32_t)reader_int(&options, "timeout_ms", 1, JOB_TIMEOUT_MAX_MS, 0));
    request->priority = (int)reader_int(&options, "priority", PRIORITY_MIN, PRIORITY_MAX, 0);
    request->seed = (uint64_t)reader_int(&options, "seed", 0, seed_max, 0);
    return reader_status(&root);
}

static enum nash_status read_json(const struct nash_solver *solver, const char *text, size_t len,
                                  struct nash_arena *arena, struct parsed_request *request, void **parsed,
                                  struct nash_error *error)
{
    struct nash_json doc;
    enum nash_status status = nash_json_parse(&doc, text, len, arena, error);
    if (status == NASH_OK)
        status = read_job_options(&doc, solver, arena, request, error);
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

/* Returns NASH_OK when the executor of several machines accepts this problem. */
static enum nash_status check_distributed(struct jobs *jobs, const struct nash_solver *solver, const void *parsed,
                                          struct nash_error *error)
{
    struct executor *executor = jobs->distributed.executor;
    return executor != NULL && executor->check != NULL ? executor->check(executor, solver, parsed, error) : NASH_OK;
}

/* Reads a body. checked: the executor of several machines must accept its problem too. */
static enum nash_status read_body(struct jobs *jobs, const struct nash_solver *solver, enum nash_format format,
                                  const char *text, size_t len, bool checked, struct parsed_request *request,
                                  struct nash_error *error)
{
    void *parsed = NULL;
    *error = (struct nash_error){0};
    *request = (struct parsed_request){.timeout_ms = job_timeout_ms(solver, 0)};
    if (len > solver->limits.body_bytes)
        return nash_fail(error, NASH_TOO_LARGE, "", "the problem is %zu bytes long; %s takes at most %zu", len,
                         solver->kind, solver->limits.body_bytes);
    struct nash_arena *arena = spare_arena_take(jobs, solver->limits.memory_bytes);
    if (arena == NULL)
        return nash_fail(error, NASH_NOMEM, "", "the server has no memory to read this problem now");
    enum nash_status status = format == NASH_FORMAT_JSON ? read_json(solver, text, len, arena, request, &parsed, error)
                                                         : read_text(solver, text, len, arena, &parsed, error);
    if (status == NASH_OK) {
        request->key = nash_canonical_key(solver, parsed, request->seed);
        request->distributed = solver->distributed != NULL && solver->distributed(parsed);
        if (request->distributed && checked)
            status = check_distributed(jobs, solver, parsed, error);
    } else if (error->status == NASH_OK) {
        nash_fail(error, status, "", "reading the problem failed: %s", nash_status_name(status));
    }
    spare_arena_return(jobs, arena);
    return status;
}

enum nash_status request_read(struct jobs *jobs, const struct nash_solver *solver, enum nash_format format,
                              const char *text, size_t len, struct parsed_request *request, struct nash_error *error)
{
    return read_body(jobs, solver, format, text, len, true, request, error);
}

bool request_is_distributed(struct jobs *jobs, const struct nash_solver *solver, const struct store_job *row)
{
    struct parsed_request request;
    struct nash_error error;
    return jobs->distributed.executor != NULL && solver->distributed != NULL &&
           read_body(jobs, solver, (enum nash_format)row->format, row->problem->data, row->problem->len, false,
                     &request, &error) == NASH_OK &&
           request.distributed;
}
