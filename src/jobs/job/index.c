/* Jobs in memory: every unfinished one, and the most recently used finished ones, within memory_bytes.
 *
 * Four tables lead to a job: by id; by the canonical key of the problem that the job has answered; by the bytes of its
 * request (the hot path: a body seen before is answered without being parsed); by Idempotency-Key. The table by id
 * holds one reference to the job. Of several jobs of one owner that answered the same problem, only the newest is found
 * by key and body, as in the store. */
#include "index.h"

#include <string.h>

#include <jobs/state.h>

/* ---- hashes and equality ---- */

static uint64_t hash_id(const struct job_id *id)
{
    return keyed_hash(0, id, sizeof *id);
}

static uint64_t hash_key(const struct nash_hash *key)
{
    return keyed_hash(1, key, sizeof *key);
}

static uint64_t hash_idempotency(const char *owner, const char *key)
{
    return keyed_hash(keyed_hash(2, owner, strlen(owner)), key, strlen(key));
}

static bool is_owner(const struct job *job, const char *owner)
{
    return strcmp(job->row.owner, owner) == 0;
}

static bool is_answer(const struct job *job)
{
    return job->row.state == JOB_SUCCEEDED && job->row.final;
}

/* ---- finding ---- */

struct job *index_find_id(struct jobs *jobs, const struct job_id *id)
{
    struct hash_node *node = hash_table_find(&jobs->by_id, hash_id(id));
    while (node != NULL && memcmp(&JOB_OF(node, by_id)->row.id, id, sizeof *id) != 0)
        node = hash_table_next(node);
    return node != NULL ? JOB_OF(node, by_id) : NULL;
}

struct job *index_find_answer(struct jobs *jobs, const struct nash_hash *key, const char *owner)
{
    struct job *best = NULL;
    struct hash_node *node = hash_table_find(&jobs->by_key, hash_key(key));
    for (; node != NULL; node = hash_table_next(node)) {
        struct job *job = JOB_OF(node, by_key);
        if (memcmp(&job->row.key, key, sizeof *key) != 0)
            continue;
        if (is_owner(job, owner))
            return job;
        if (best == NULL || (best->ending && !job->ending))
            best = job;
    }
    return best;
}

static bool has_body(const struct job *job, const struct jobs_request *request)
{
    return job->solver == request->solver && job->row.format == (int)request->format &&
           job->row.problem->len == request->len && memcmp(job->row.problem->data, request->text, request->len) == 0;
}

bool body_may_be_fresh(const struct store_job *row)
{
    static const char word[] = "\"fresh\"", escape[] = "\\u";
    const struct bytes *body = row->problem;
    return body != NULL && row->format == NASH_FORMAT_JSON &&
           (memmem(body->data, body->len, word, sizeof word - 1) != NULL ||
            memmem(body->data, body->len, escape, sizeof escape - 1) != NULL);
}

uint64_t body_hash(const struct jobs_request *request)
{
    return keyed_hash((uint64_t)(uintptr_t)request->solver + (uint64_t)request->format, request->text, request->len);
}

struct job *index_find_body(struct jobs *jobs, const struct jobs_request *request, uint64_t hash)
{
    struct hash_node *node = hash_table_find(&jobs->by_body, hash);
    for (; node != NULL; node = hash_table_next(node)) {
        struct job *job = JOB_OF(node, by_body);
        if (has_body(job, request) && is_owner(job, request->owner))
            return job;
    }
    return NULL;
}

struct job *index_find_idempotency(struct jobs *jobs, const char *owner, const char *key)
{
    struct hash_node *node = hash_table_find(&jobs->by_idempotency, hash_idempotency(owner, key));
    for (; node != NULL; node = hash_table_next(node)) {
        struct job *job = JOB_OF(node, by_idempotency);
        if (strcmp(job->row.idempotency, key) == 0 && is_owner(job, owner))
            return job;
    }
    return NULL;
}

struct bytes *job_answer(const struct job *job)
{
    return job->ending ? job->pending->finish.row.result : job->row.result;
}

/* ---- the list of finished jobs ---- */

static void recent_add(struct jobs *jobs, struct job *job)
{
    job->older = jobs->newest;
    job->newer = NULL;
    if (jobs->newest != NULL)
        jobs->newest->newer = job;
    else
        jobs->oldest = job;
    jobs->newest = job;
}

static void recent_remove(struct jobs *jobs, struct job *job)
{
    if (job->newer != NULL)
        job->newer->older = job->older;
    else
        jobs->newest = job->older;
    if (job->older != NULL)
        job->older->newer = job->newer;
    else
        jobs->oldest = job->newer;
}

void index_touch(struct job *job)
{
    struct jobs *jobs = job->core;
    if (job->kept && jobs->newest != job) {
        recent_remove(jobs, job);
        recent_add(jobs, job);
    }
}

static size_t bytes_len(const struct bytes *bytes)
{
    return bytes != NULL ? bytes->len : 0;
}

/* Returns an estimate of a job's memory, without the replies that are kept on it later (index_add_cost). */
static size_t job_cost(const struct job *job)
{
    enum { SUNDRY_BYTES = 1024 };
    const struct store_job *row = &job->row;
    return sizeof *job + SUNDRY_BYTES + bytes_len(row->problem) + bytes_len(row->result) + bytes_len(row->error) +
           bytes_len(row->progress) + job->ring.room * sizeof(struct event);
}

/* ---- adding and dropping ---- */

void index_add(struct job *job)
{
    struct jobs *jobs = job->core;
    hash_table_add(&jobs->by_id, &job->by_id, hash_id(&job->row.id));
    job_ref(job);
    if (job->row.idempotency[0] != '\0')
        hash_table_add(&jobs->by_idempotency, &job->by_idempotency,
                       hash_idempotency(job->row.owner, job->row.idempotency));
}

void index_add_answer(struct job *job)
{
    struct jobs *jobs = job->core;
    struct job *known = index_find_answer(jobs, &job->row.key, job->row.owner);
    if (known == NULL || !is_owner(known, job->row.owner))
        hash_table_add(&jobs->by_key, &job->by_key, hash_key(&job->row.key));
}

void index_remove_answer(struct job *job)
{
    hash_table_remove(&job->core->by_key, &job->by_key);
}

static void index_add_body(struct job *job)
{
    const struct bytes *body = job->row.problem;
    if (body == NULL || job->solver == NULL || job->row.webhook != NULL || body_may_be_fresh(&job->row))
        return;
    const struct jobs_request same = {.solver = job->solver,
                                      .format = (enum nash_format)job->row.format,
                                      .text = body->data,
                                      .len = body->len,
                                      .owner = job->row.owner};
    uint64_t hash = body_hash(&same);
    if (index_find_body(job->core, &same, hash) == NULL)
        hash_table_add(&job->core->by_body, &job->by_body, hash);
}

void index_drop(struct job *job)
{
    struct jobs *jobs = job->core;
    hash_table_remove(&jobs->by_key, &job->by_key);
    hash_table_remove(&jobs->by_body, &job->by_body);
    hash_table_remove(&jobs->by_idempotency, &job->by_idempotency);
    if (job->kept) {
        recent_remove(jobs, job);
        job->kept = false;
        jobs->kept_jobs--;
        budget_give(&jobs->kept_bytes, job->cost);
    }
    if (job->by_id.link != NULL) {
        hash_table_remove(&jobs->by_id, &job->by_id);
        job_unref(job);
    }
}

/* Returns whether a job was submitted before another. Times have the resolution of a millisecond. */
static bool is_older(const struct job *job, const struct job *other)
{
    if (job->row.created_ms != other->row.created_ms)
        return job->row.created_ms < other->row.created_ms;
    if (job->row.sequence != 0 && other->row.sequence != 0)
        return job->row.sequence < other->row.sequence;
    return job->number < other->number;
}

/* Hides the answer that an older job of this owner found to the same problem, because this job has solved it again. */
static void hide_older_answer(const struct job *job)
{
    struct jobs *jobs = job->core;
    struct job *known = index_find_answer(jobs, &job->row.key, job->row.owner);
    if (known == NULL || known->ending || !is_owner(known, job->row.owner) || !is_older(known, job))
        return;
    hash_table_remove(&jobs->by_key, &known->by_key);
    hash_table_remove(&jobs->by_body, &known->by_body);
}

static void drop_oldest(struct jobs *jobs)
{
    while (atomic_load_explicit(&jobs->kept_bytes.used, memory_order_relaxed) >
           atomic_load_explicit(&jobs->kept_bytes.max, memory_order_relaxed))
        index_drop(jobs->oldest);
}

void index_keep(struct job *job)
{
    struct jobs *jobs = job->core;
    if (job->by_id.link == NULL)
        index_add(job);
    if (is_answer(job)) {
        hide_older_answer(job);
        if (job->by_key.link == NULL)
            index_add_answer(job);
        if (job->by_key.link != NULL)
            index_add_body(job);
    }
    job->cost = job_cost(job);
    job->kept = true;
    recent_add(jobs, job);
    jobs->kept_jobs++;
    atomic_fetch_add_explicit(&jobs->kept_bytes.used, job->cost, memory_order_relaxed);
    drop_oldest(jobs);
}

void index_add_cost(struct job *job, size_t bytes)
{
    struct jobs *jobs = job->core;
    if (!job->kept)
        return;
    job->cost += bytes;
    atomic_fetch_add_explicit(&jobs->kept_bytes.used, bytes, memory_order_relaxed);
    drop_oldest(jobs);
}

struct job *index_adopt(struct jobs *jobs, struct store_job *row)
{
    struct job *job = index_find_id(jobs, &row->id);
    if (job != NULL) {
        store_job_release(row);
        index_touch(job);
        return job_ref(job);
    }
    job = job_new(jobs, nash_find_kind(row->kind, strlen(row->kind)), false);
    if (job == NULL) {
        store_job_release(row);
        return NULL;
    }
    job->row = *row;
    job->durable = true;
    job->revision = 1;
    if (job_is_finished(job))
        index_keep(job);
    return job;
}
