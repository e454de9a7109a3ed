#include <jobs/health/walk.h>

enum { PAGE_ROWS = 200, PART_BYTES = 64 << 10, ARENA_BYTES = 8 << 20 };

/* Reads a body that is not in its row. Returns true if it is damaged. */
static bool is_body_damaged(struct store *store, const struct store_job *row, enum store_body which, uint64_t len)
{
    char part[PART_BYTES];
    uint64_t from = 0;
    struct nash_error error = {0};
    for (size_t got = 1; from < len && got > 0; from += got)
        if (store_read_body(store, &row->id, which, from, part, sizeof part, &got, &error) != NASH_OK)
            return error.status == NASH_INTERNAL; /* else the job was removed meanwhile */
    return from < len;
}

static bool is_large(uint64_t bytes)
{
    return bytes > STORE_MEMORY_BYTES;
}

/* Reads one job as a whole. */
static enum nash_status visit(struct job_walk *walk, struct store *store, const struct job_id *id,
                              struct nash_error *error)
{
    struct store_job row;
    bool found = false;
    enum nash_status status = store_get(store, id, 1, STORE_BODIES, &row, &found, error);
    if (status != NASH_OK || !found)
        return status;
    bool problem = row.problem == NULL && row.problem_bytes > 0, result = row.damaged;
    if (problem && is_large(row.problem_bytes))
        problem = is_body_damaged(store, &row, STORE_PROBLEM, row.problem_bytes);
    if (!result && row.result == NULL && is_large(row.result_bytes))
        result = is_body_damaged(store, &row, STORE_RESULT, row.result_bytes);
    row.damaged = result;
    walk->rows++;
    walk->bytes += row.problem_bytes + row.result_bytes;
    if (problem || result)
        walk->found(walk->context, &row, problem, result);
    store_job_release(&row);
    return NASH_OK;
}

enum nash_status job_walk_step(struct job_walk *walk, struct store *store, unsigned rows, uint64_t bytes,
                               struct nash_error *error)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    const struct store_filter filter = {.before = walk->before, .limit = rows < PAGE_ROWS ? rows : PAGE_ROWS};
    uint64_t last = walk->bytes + bytes;
    struct store_job *page;
    size_t count = 0;
    if (arena == NULL)
        return nash_fail(error, NASH_NOMEM, "", "no memory to read jobs");
    enum nash_status status = store_list(store, &filter, arena, &page, &count, error);
    for (size_t i = 0; i < count; i++) {
        if (status == NASH_OK && walk->bytes < last) {
            status = visit(walk, store, &page[i].id, error);
            walk->before = page[i].sequence;
        }
        store_job_release(&page[i]);
    }
    walk->done = status == NASH_OK && count < filter.limit && walk->bytes < last;
    nash_arena_free(arena);
    return status;
}
