/* Jobs in memory. Unfinished ones are all here; of the finished ones those used last, as many as memory_bytes allows.
 *
 * Four tables point to a job: by id; by the canonical key of a problem it has answered; by the very bytes of that
 * problem (the hot path: a body that was seen before is answered without being parsed); by Idempotency-Key. Being in
 * the first is one reference. Of several answers of an owner to one problem only the first found is indexed. */
#include <string.h>

#include <jobs/core.h>

/* ---- hashes and equality ---- */

static uint64_t hash_id(const struct job_id *id)
{
    return table_hash(0, id, sizeof *id);
}

static uint64_t hash_key(const struct nash_hash *key)
{
    return table_hash(1, key, sizeof *key);
}

static uint64_t hash_spelling(const struct nash_solver *solver, int format, const char *text, size_t len)
{
    return table_hash((uint64_t)(uintptr_t)solver + (uint64_t)format, text, len);
}

static uint64_t hash_idempotency(const char *owner, const char *key)
{
    return table_hash(table_hash(2, owner, strlen(owner)), key, strlen(key));
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

struct job *memory_by_id(struct jobs *jobs, const struct job_id *id)
{
    struct node *node = table_find(&jobs->by_id, hash_id(id));
    while (node != NULL && memcmp(&JOB_OF(node, by_id)->row.id, id, sizeof *id) != 0)
        node = table_next(node);
    return node != NULL ? JOB_OF(node, by_id) : NULL;
}

struct job *memory_by_answer(struct jobs *jobs, const struct nash_hash *key, const char *owner)
{
    struct job *best = NULL;
    for (struct node *node = table_find(&jobs->by_key, hash_key(key)); node != NULL; node = table_next(node)) {
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

static bool is_spelling(const struct job *job, const struct nash_solver *solver, int format, const char *text,
                        size_t len)
{
    return job->solver == solver && job->row.format == format && job->row.problem->len == len &&
           memcmp(job->row.problem->data, text, len) == 0;
}

static struct job *find_spelling(struct jobs *jobs, const struct nash_solver *solver, int format, const char *text,
                                 size_t len, const char *owner, uint64_t hash)
{
    struct node *node = table_find(&jobs->by_spelling, hash);
    for (; node != NULL; node = table_next(node)) {
        struct job *job = JOB_OF(node, by_spelling);
        if (is_spelling(job, solver, format, text, len) && is_owner(job, owner))
            return job;
    }
    return NULL;
}

struct job *memory_by_idempotency(struct jobs *jobs, const char *owner, const char *key)
{
    struct node *node = table_find(&jobs->by_idempotency, hash_idempotency(owner, key));
    for (; node != NULL; node = table_next(node)) {
        struct job *job = JOB_OF(node, by_idempotency);
        if (strcmp(job->row.idempotency, key) == 0 && is_owner(job, owner))
            return job;
    }
    return NULL;
}

struct bytes *memory_answer(const struct job *job)
{
    return job->ending ? job->record->finish.row.result : job->row.result;
}

/* ---- the list of finished jobs ---- */

static void list_add(struct jobs *jobs, struct job *job)
{
    job->older = jobs->newest;
    job->newer = NULL;
    if (jobs->newest != NULL)
        jobs->newest->newer = job;
    else
        jobs->oldest = job;
    jobs->newest = job;
}

static void list_remove(struct jobs *jobs, struct job *job)
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

static void touch(struct jobs *jobs, struct job *job)
{
    if (job->kept && jobs->newest != job) {
        list_remove(jobs, job);
        list_add(jobs, job);
    }
}

struct job *memory_by_spelling(struct jobs *jobs, const struct jobs_request *request)
{
    uint64_t hash = hash_spelling(request->solver, (int)request->format, request->text, request->len);
    pthread_mutex_lock(&jobs->lock);
    struct job *job =
        find_spelling(jobs, request->solver, (int)request->format, request->text, request->len, request->owner, hash);
    if (job != NULL) {
        touch(jobs, job_ref(job));
        struct jobs_kind_stats *stats = stats_of(jobs, job->solver);
        stats->submitted++;
        stats->cached++;
    }
    pthread_mutex_unlock(&jobs->lock);
    return job;
}

static size_t len_of(const struct bytes *bytes)
{
    return bytes != NULL ? bytes->len : 0;
}

/* An estimate from above: the HTTP layer keeps up to JOB_REPLIES copies of the result. */
static size_t cost_of(const struct job *job)
{
    enum { SUNDRY = 1024 };
    const struct store_job *row = &job->row;
    return sizeof *job + SUNDRY + len_of(row->problem) + (1 + JOB_REPLIES) * len_of(row->result) + len_of(row->error) +
           len_of(row->progress) + job->ring.bytes + job->ring.room * sizeof(struct event);
}

/* ---- adding and dropping ---- */

void memory_add(struct job *job)
{
    struct jobs *jobs = job->core;
    table_add(&jobs->by_id, &job->by_id, hash_id(&job->row.id));
    job_ref(job);
    if (job->row.idempotency[0] != '\0')
        table_add(&jobs->by_idempotency, &job->by_idempotency, hash_idempotency(job->row.owner, job->row.idempotency));
}

void memory_answer_add(struct job *job)
{
    struct jobs *jobs = job->core;
    struct job *known = memory_by_answer(jobs, &job->row.key, job->row.owner);
    if (known == NULL || !is_owner(known, job->row.owner))
        table_add(&jobs->by_key, &job->by_key, hash_key(&job->row.key));
}

void memory_answer_remove(struct job *job)
{
    table_remove(&job->core->by_key, &job->by_key);
}

static void spelling_add(struct job *job)
{
    const struct bytes *body = job->row.problem;
    if (body == NULL || job->solver == NULL)
        return;
    uint64_t hash = hash_spelling(job->solver, job->row.format, body->data, body->len);
    if (find_spelling(job->core, job->solver, job->row.format, body->data, body->len, job->row.owner, hash) == NULL)
        table_add(&job->core->by_spelling, &job->by_spelling, hash);
}

void memory_drop(struct job *job)
{
    struct jobs *jobs = job->core;
    table_remove(&jobs->by_key, &job->by_key);
    table_remove(&jobs->by_spelling, &job->by_spelling);
    table_remove(&jobs->by_idempotency, &job->by_idempotency);
    if (job->kept) {
        list_remove(jobs, job);
        job->kept = false;
        jobs->kept_jobs--;
        jobs->kept_bytes -= job->cost;
    }
    if (job->by_id.link != NULL) {
        table_remove(&jobs->by_id, &job->by_id);
        job_unref(job);
    }
}

void memory_keep(struct job *job)
{
    struct jobs *jobs = job->core;
    if (job->by_id.link == NULL)
        memory_add(job);
    if (is_answer(job)) {
        if (job->by_key.link == NULL)
            memory_answer_add(job);
        spelling_add(job);
    }
    job->cost = cost_of(job);
    job->kept = true;
    list_add(jobs, job);
    jobs->kept_jobs++;
    jobs->kept_bytes += job->cost;
    while (jobs->kept_bytes > jobs->options.memory_bytes)
        memory_drop(jobs->oldest);
}

struct job *memory_adopt(struct jobs *jobs, struct store_job *row)
{
    struct job *job = memory_by_id(jobs, &row->id);
    if (job != NULL) {
        store_job_release(row);
        touch(jobs, job);
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
        memory_keep(job);
    return job;
}
