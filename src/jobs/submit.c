/* Submitting: is there a job already that is, has, or is about to find the answer? Else a new one.
 *
 * 1. The same bytes from the same owner were answered before: that job, without parsing (the hot path).
 * 2. Gate, parse, key. Then memory is asked, and for what memory does not know, the store (reads, without the lock).
 * 3. Whatever a new job may need is allocated, still without the lock.
 * 4. Under the lock memory is asked again, since others have been here meanwhile, and the job is made: finished at
 *    birth with a known answer, joined to a run in flight, or with a run of its own.
 *
 * Only the last step changes anything; what it posts to the store and gives to the executor is one with what the
 * tables say, because all three happen under the lock. */
#include <string.h>

#include <base/clock.h>
#include <base/log.h>
#include <jobs/core.h>

struct submission {
    struct jobs *jobs;
    const struct jobs_request *request;
    struct nash_error *error;
    struct problem problem;
    struct nash_hash fingerprint;
    struct job *job;    /* the outcome's; a reference */
    struct job *answer; /* has answered this problem, read from the store; a reference */
    struct job *fresh;  /* made in advance */
    struct run *run;
};

static enum jobs_outcome refuse(struct submission *s, enum nash_status status, const char *type, const char *detail)
{
    nash_fail_type(s->error, status, type, "", "%s", detail);
    return JOBS_REFUSED;
}

/* ---- Idempotency-Key ---- */

static struct nash_hash fingerprint(const struct jobs_request *request)
{
    struct nash_sha256 sha;
    nash_sha256_init(&sha);
    nash_sha256_string(&sha, "nashd-request-1");
    nash_sha256_string(&sha, request->solver->kind);
    nash_sha256_u64(&sha, request->format);
    nash_sha256_u64(&sha, request->len);
    nash_sha256_add(&sha, request->text, request->len);
    return nash_sha256_end(&sha);
}

static bool prepare_idempotency(struct submission *s)
{
    const char *key = s->request->idempotency;
    if (key == NULL)
        return true;
    size_t len = strlen(key);
    bool printable = true;
    for (size_t i = 0; i < len; i++)
        printable &= key[i] >= ' ' && key[i] <= '~';
    if (len == 0 || len > JOB_IDEMPOTENCY_MAX || !printable) {
        nash_fail(s->error, NASH_INVALID, "", "Idempotency-Key must have 1 to %d printable ASCII characters.",
                  JOB_IDEMPOTENCY_MAX);
        return false;
    }
    s->fingerprint = fingerprint(s->request);
    return true;
}

/* The key is known, from a request with that fingerprint. Takes the reference to job. */
static enum jobs_outcome repeated(struct submission *s, struct job *job, const struct nash_hash *known)
{
    s->job = job;
    if (memcmp(known, &s->fingerprint, sizeof *known) == 0)
        return JOBS_REPEATED;
    return refuse(s, NASH_UNPROCESSABLE, "idempotency-mismatch",
                  "This Idempotency-Key came with another problem before. Use a new key for each new request.");
}

/* ---- looking ---- */

enum look { LOOK_DECIDED, LOOK_KNOWN, LOOK_UNKNOWN };

static bool is_mine(const struct submission *s, const struct job *job)
{
    return strcmp(job->row.owner, s->request->owner) == 0;
}

static void count(struct submission *s, bool cached, bool shared)
{
    struct jobs_kind_stats *stats = stats_of(s->jobs, s->request->solver);
    stats->submitted++;
    stats->cached += cached;
    stats->shared += shared;
}

/* Under the lock: the answer may be given as it is. */
static bool give_as_it_is(struct submission *s, struct job *answer)
{
    if (answer == NULL || answer->ending || !is_mine(s, answer) || s->request->idempotency != NULL)
        return false;
    s->job = job_ref(answer);
    count(s, true, false);
    return true;
}

/* Under the lock. */
static enum look look_in_memory(struct submission *s, enum jobs_outcome *outcome)
{
    struct jobs *jobs = s->jobs;
    const struct jobs_request *request = s->request;
    if (request->idempotency != NULL) {
        struct job *older = memory_by_idempotency(jobs, request->owner, request->idempotency);
        if (older != NULL) {
            *outcome = repeated(s, job_ref(older), &older->row.fingerprint);
            return LOOK_DECIDED;
        }
    }
    struct job *hit = memory_by_answer(jobs, &s->problem.key, request->owner);
    if (give_as_it_is(s, hit)) {
        *outcome = JOBS_CACHED;
        return LOOK_DECIDED;
    }
    bool known = hit != NULL || run_find(jobs, &s->problem.key, s->problem.timeout_ms) != NULL;
    return known ? LOOK_KNOWN : LOOK_UNKNOWN;
}

/* Without the lock: was this key used before what memory remembers? */
static bool idempotent_in_store(struct submission *s, enum jobs_outcome *outcome)
{
    struct store_job row;
    struct nash_error error = {0};
    bool found = false;
    if (s->request->idempotency == NULL)
        return false;
    if (store_idempotent(s->jobs->store, s->request->owner, s->request->idempotency, &row, &found, &error) != NASH_OK)
        log_error("store read failed", "reason=%s", error.detail);
    if (!found)
        return false;
    struct job *job = jobs_find(s->jobs, &row.id, s->request->owner);
    if (job != NULL) /* else forgotten this moment */
        *outcome = repeated(s, job, &row.fingerprint);
    store_job_release(&row);
    return job != NULL;
}

/* Without the lock: brings an answer the store has into memory. What a DELETE removed while we read is read again.
 * True when that decides. */
static bool answer_from_store(struct submission *s)
{
    struct jobs *jobs = s->jobs;
    struct nash_error error = {0};
    for (;;) {
        struct store_job row;
        bool found = false;
        pthread_mutex_lock(&jobs->lock);
        uint64_t forgets = jobs->forgets;
        pthread_mutex_unlock(&jobs->lock);
        if (store_lookup(jobs->store, &s->problem.key, 1, &row, &found, &error) != NASH_OK) {
            log_error("store read failed", "reason=%s", error.detail);
            return false;
        }
        if (!found)
            return false;
        pthread_mutex_lock(&jobs->lock);
        bool stale = forgets != jobs->forgets;
        if (!stale)
            s->answer = memory_adopt(jobs, &row);
        bool decided = !stale && give_as_it_is(s, s->answer);
        pthread_mutex_unlock(&jobs->lock);
        if (!stale)
            return decided;
        store_job_release(&row);
    }
}

/* ---- making ---- */

/* Without the lock: a job with its row, and a run, as far as both are known now. */
static bool make_ready(struct submission *s)
{
    const struct jobs_request *request = s->request;
    struct job *job = s->fresh = job_new(s->jobs, request->solver, true);
    if (job == NULL)
        return false;
    struct store_job *row = &job->row;
    row->key = s->problem.key;
    strncpy(row->kind, request->solver->kind, sizeof row->kind - 1);
    strncpy(row->owner, request->owner, sizeof row->owner - 1);
    row->format = (int)request->format;
    row->priority = s->problem.priority;
    row->timeout_ms = s->problem.timeout_ms;
    row->seed = s->problem.seed;
    row->problem = bytes_copy(request->text, request->len);
    if (request->idempotency != NULL) {
        strncpy(row->idempotency, request->idempotency, sizeof row->idempotency - 1);
        row->fingerprint = s->fingerprint;
    }
    s->run = run_new(s->jobs, request->solver, row, s->problem.spread);
    return row->problem != NULL && s->run != NULL;
}

/* Under the lock, as the following. The job gets its time and its id in the same order as its place in the store's queue,
 * so that lists by either agree. */
static void stamp(struct submission *s)
{
    struct store_job *row = &s->fresh->row;
    row->created_ms = clock_wall_ms();
    job_id_next(&s->jobs->last_id, row->created_ms);
    row->id = s->jobs->last_id;
}

/* A job in the owner's name with an answer that was found before. It is finished
 * from the start, and done when it is committed. */
static enum jobs_outcome born_finished(struct submission *s, const struct job *answer)
{
    struct store_job *row = &s->fresh->row;
    row->state = JOB_SUCCEEDED;
    row->final = true;
    row->result = bytes_ref(memory_answer(answer));
    row->finished_ms = row->created_ms;
    row->last_event = 1;
    memory_add(s->fresh);
    post_submit(s->fresh);
    count(s, !answer->ending, answer->ending);
    return answer->ending ? JOBS_ACCEPTED : JOBS_CACHED;
}

static bool is_full(const struct jobs *jobs)
{
    return jobs->attached > jobs->options.queue_max + jobs->runs_started;
}

static enum jobs_outcome queue_full(struct submission *s)
{
    return refuse(s, NASH_BUSY, "queue-full", "The queue is full. Try again in a moment.");
}

static enum jobs_outcome joined(struct submission *s, struct run *run)
{
    struct job *job = s->fresh;
    run_attach(run, job);
    if (is_full(s->jobs)) {
        run_detach(job);
        return queue_full(s);
    }
    run_hurry(run, job->row.priority);
    if (run->started) {
        job->row.state = JOB_RUNNING;
        job->row.started_ms = job->row.created_ms;
        job->row.progress = bytes_ref(run->progress);
    }
    memory_add(job);
    event_state(job);
    if (run->progress != NULL)
        event_progress(job, run->progress);
    post_submit(job);
    count(s, false, true);
    return JOBS_ACCEPTED;
}

static enum jobs_outcome own_run(struct submission *s)
{
    struct jobs *jobs = s->jobs;
    struct job *job = s->fresh;
    struct run *run = s->run;
    run_attach(run, job);
    run_enqueue(jobs, run);
    pump(jobs);
    if (run->queued && is_full(jobs)) {
        run_dequeue(jobs, run);
        run_detach(job);
        return queue_full(s);
    }
    s->run = NULL;
    memory_add(job);
    if (run->queued)
        event_state(job); /* a started one has told so */
    post_submit(job);
    count(s, false, false);
    return JOBS_ACCEPTED;
}

static enum jobs_outcome make(struct submission *s)
{
    struct jobs *jobs = s->jobs;
    enum jobs_outcome outcome = JOBS_REFUSED;
    if (look_in_memory(s, &outcome) == LOOK_DECIDED)
        return outcome;
    if (jobs->draining)
        return refuse(s, NASH_BUSY, "draining", "The server is shutting down and takes no new jobs.");
    struct job *hit = memory_by_answer(jobs, &s->problem.key, s->request->owner);
    struct run *run = run_find(jobs, &s->problem.key, s->problem.timeout_ms);
    if (hit == NULL)
        hit = s->answer;
    stamp(s);
    if (hit != NULL)
        outcome = born_finished(s, hit);
    else if (run != NULL)
        outcome = joined(s, run);
    else
        outcome = own_run(s);
    if (outcome != JOBS_REFUSED)
        s->job = job_ref(s->fresh);
    return outcome;
}

static enum jobs_outcome decide(struct submission *s)
{
    enum jobs_outcome outcome = JOBS_REFUSED;
    if (!prepare_idempotency(s) || problem_read(s->jobs, s->request->solver, s->request->format, s->request->text,
                                                s->request->len, &s->problem, s->error) != NASH_OK)
        return JOBS_REFUSED;
    pthread_mutex_lock(&s->jobs->lock);
    enum look look = look_in_memory(s, &outcome);
    pthread_mutex_unlock(&s->jobs->lock);
    if (look == LOOK_DECIDED || idempotent_in_store(s, &outcome))
        return outcome;
    if (look == LOOK_UNKNOWN && answer_from_store(s))
        return JOBS_CACHED;
    if (!make_ready(s))
        return refuse(s, NASH_NOMEM, "", "The server has no memory for another job now.");
    pthread_mutex_lock(&s->jobs->lock);
    outcome = make(s);
    pthread_mutex_unlock(&s->jobs->lock);
    return outcome;
}

enum jobs_outcome jobs_submit(struct jobs *jobs, const struct jobs_request *request, struct job **job,
                              struct nash_error *error)
{
    struct nash_error unwanted;
    struct submission s = {.jobs = jobs, .request = request, .error = error != NULL ? error : &unwanted};
    *job = NULL;
    if (request->idempotency == NULL && (*job = memory_by_spelling(jobs, request)) != NULL)
        return JOBS_CACHED;
    enum jobs_outcome outcome = decide(&s);
    if (outcome != JOBS_REFUSED)
        *job = s.job;
    else
        job_unref(s.job);
    job_unref(s.answer);
    job_unref(s.fresh);
    run_free(s.run);
    return outcome;
}
