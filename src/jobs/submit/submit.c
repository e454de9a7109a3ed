/* Submitting: a request is answered by a job that has, or is about to have, its answer; else by a new job.
 *
 * 1. find_by_body: the same bytes of the same owner were answered before. That job, without parsing (the hot path).
 * 2. read_request: JSON gate, parser, canonical key.
 * 3. find_in_memory, find_in_store: look in memory; if it has nothing, read the store without the lock. A request with
 * "job":{"fresh":true} is looked up only by its Idempotency-Key.
 * 4. allocate_job: allocates all that a new job may need, still without the lock.
 * 5. find_or_join_or_create: under the lock, looks in memory again, since other threads may have submitted meanwhile,
 * and makes the job: finished from the start with a known answer, joined to an execution in flight, or with a new one.
 *
 * A large body lies in a file and is read by a worker (intake/); steps 3 to 5 are the same for it.
 *
 * Only step 5 changes anything. The tables, what is posted to the store and what is given to the executor agree,
 * because all three change under one lock. */
#include <stdio.h>
#include <string.h>

#include <base/clock.h>
#include <base/log.h>
#include <jobs/dispatch/dispatch.h>
#include <jobs/job/index.h>
#include <jobs/job/persist.h>
#include <jobs/state.h>

#include "fingerprint.h"
#include "quota.h"
#include "submission.h"

/* What is in memory for a problem; NULL = none. */
struct lookup {
    struct job *repeated;        /* the job with the same Idempotency-Key */
    struct job *answer;          /* a job that has answered the problem, or is about to */
    struct execution *execution; /* the one in flight for the problem */
};

static void refuse_submission(struct submission *s, enum nash_status status, const char *type, const char *detail)
{
    nash_fail_type(s->error, status, type, "", "%s", detail);
    s->result = SUBMIT_REFUSED;
}

static void refuse_queue_full(struct submission *s)
{
    refuse_submission(s, NASH_BUSY, "queue-full", "The queue is full. Try again in a moment.");
}

static bool is_own(const struct submission *s, const struct job *job)
{
    return strcmp(job->row.owner, s->request->owner) == 0;
}

static void count_submission(struct submission *s, bool cached, bool shared)
{
    struct jobs_kind_stats *stats = counters_of(s->jobs, s->request->solver);
    stats->submitted++;
    stats->cached += cached;
    stats->shared += shared;
}

/* ---- 1. the same bytes ---- */

static bool find_by_body(struct submission *s)
{
    if (s->request->idempotency != NULL)
        return false;
    uint64_t hash = body_hash(s->request);
    jobs_lock(s->jobs);
    struct job *job = index_find_body(s->jobs, s->request, hash);
    if (job != NULL) {
        s->job = job_ref(job);
        s->result = SUBMIT_CACHED;
        index_touch(job);
        count_submission(s, true, false);
    }
    jobs_unlock(s->jobs);
    return job != NULL;
}

/* ---- 2. reading ---- */

static const char *sent_text(const struct jobs_request *request)
{
    return request->sent != NULL ? request->sent : request->text;
}

static size_t sent_len(const struct jobs_request *request)
{
    return request->sent != NULL ? request->sent_len : request->len;
}

enum nash_status check_idempotency_key(const char *key, struct nash_error *error)
{
    size_t len = key != NULL ? strlen(key) : 1;
    bool printable = true;
    for (size_t i = 0; key != NULL && i < len; i++)
        printable &= key[i] >= ' ' && key[i] <= '~';
    if (len > 0 && len <= JOB_IDEMPOTENCY_MAX && printable)
        return NASH_OK;
    return nash_fail(error, NASH_INVALID, "", "Idempotency-Key must have 1 to %d printable ASCII characters.",
                     JOB_IDEMPOTENCY_MAX);
}

static bool read_request(struct submission *s)
{
    const struct jobs_request *request = s->request;
    if (check_idempotency_key(request->idempotency, s->error) != NASH_OK)
        return false;
    if (request->idempotency != NULL)
        s->fingerprint = request_fingerprint(request->solver, request->format, sent_text(request), sent_len(request));
    return request_read(s->jobs, request->solver, request->format, request->text, request->len, &s->parsed, s->error) ==
           NASH_OK;
}

/* ---- 3. finding ---- */

/* Looks in memory for the problem. Under the lock. */
static struct lookup look_up(const struct submission *s)
{
    const struct jobs_request *request = s->request;
    struct lookup found = {0};
    if (request->idempotency != NULL)
        found.repeated = index_find_idempotency(s->jobs, request->owner, request->idempotency);
    if (found.repeated != NULL || s->parsed.fresh)
        return found;
    found.answer = index_find_answer(s->jobs, &s->parsed.key, request->owner);
    if (found.answer == NULL)
        found.execution = execution_find(s->jobs, &s->parsed.key, s->parsed.timeout_ms);
    return found;
}

/* Makes the older job with the same Idempotency-Key the result; refuses the submission if the older request was another
 * one (fingerprint). Takes over the reference to the job. */
static void use_repeated(struct submission *s, struct job *job, const struct nash_hash *fingerprint)
{
    s->job = job;
    s->result = SUBMIT_REPEATED;
    if (memcmp(fingerprint, &s->fingerprint, sizeof *fingerprint) != 0)
        refuse_submission(s, NASH_UNPROCESSABLE, "idempotency-mismatch",
                          "This Idempotency-Key came with another problem before. Use a new key for each new request.");
}

/* Returns true when the job has the tags that the request asks for, if it asks for any. */
static bool has_asked_tags(const struct submission *s, const struct job *job)
{
    const struct bytes *tags = job->row.tags;
    size_t len = strlen(s->parsed.tags);
    return len == 0 || (tags != NULL && tags->len == len && memcmp(tags->data, s->parsed.tags, len) == 0);
}

/* Under the lock. Returns true when the job that has the answer can be the result itself. */
static bool use_answer(struct submission *s, struct job *answer)
{
    if (answer == NULL || answer->ending || !is_own(s, answer) || s->request->idempotency != NULL ||
        s->parsed.webhook[0] != '\0' || !has_asked_tags(s, answer))
        return false;
    s->job = job_ref(answer);
    s->result = SUBMIT_CACHED;
    count_submission(s, true, false);
    return true;
}

/* Under the lock. Returns true when an existing job is the result, or the request is refused because of one. */
static bool use_existing(struct submission *s, const struct lookup *found)
{
    if (found->repeated == NULL)
        return use_answer(s, found->answer);
    use_repeated(s, job_ref(found->repeated), &found->repeated->row.fingerprint);
    return true;
}

static bool find_in_memory(struct submission *s)
{
    jobs_lock(s->jobs);
    struct lookup found = look_up(s);
    bool decided = use_existing(s, &found);
    s->known = found.answer != NULL || found.execution != NULL;
    jobs_unlock(s->jobs);
    return decided;
}

static bool find_idempotency_in_store(struct submission *s)
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
    if (job != NULL) /* NULL: the job was forgotten meanwhile */
        use_repeated(s, job, &row.fingerprint);
    store_job_release(&row);
    return job != NULL;
}

/* Brings a stored answer into memory. Reads again when a job was forgotten meanwhile: it may have been this one. */
static bool find_answer_in_store(struct submission *s)
{
    struct jobs *jobs = s->jobs;
    struct nash_error error = {0};
    for (;;) {
        struct store_job row;
        bool found = false;
        jobs_lock(jobs);
        uint64_t forgets = jobs->forgets;
        jobs_unlock(jobs);
        if (store_lookup(jobs->store, &s->parsed.key, 1, &row, &found, &error) != NASH_OK) {
            log_error("store read failed", "reason=%s", error.detail);
            return false;
        }
        if (!found)
            return false;
        store_read_whole(jobs->store, &row);
        jobs_lock(jobs);
        bool stale = forgets != jobs->forgets;
        if (!stale)
            s->stored = index_adopt(jobs, &row);
        bool decided = !stale && use_answer(s, s->stored);
        jobs_unlock(jobs);
        if (!stale)
            return decided;
        store_job_release(&row);
    }
}

/* Returns whether the outcome depends on what the store has. */
static bool must_read_store(const struct submission *s)
{
    return s->request->idempotency != NULL ||
           (!s->known && !s->parsed.fresh && store_may_answer(s->jobs->store, &s->parsed.key));
}

static bool find_in_store(struct submission *s)
{
    if (s->request->never_waits && must_read_store(s)) {
        s->result = SUBMIT_ELSEWHERE;
        return true;
    }
    return find_idempotency_in_store(s) || (!s->known && !s->parsed.fresh && find_answer_in_store(s));
}

/* ---- 4. allocating ---- */

/* Gives a new job its webhook, if the request has one. Returns false without memory. */
static bool set_webhook(struct submission *s, struct job *job)
{
    struct store_webhook webhook = {.state = WEBHOOK_WAITS};
    if (s->parsed.webhook[0] == '\0')
        return true;
    snprintf(webhook.url, sizeof webhook.url, "%s", s->parsed.webhook);
    job->pending->webhook_url = strdup(webhook.url);
    job->row.webhook = store_webhook_json(&webhook);
    return job->pending->webhook_url != NULL && job->row.webhook != NULL;
}

/* Makes a job with its row, and an execution, as far as both are known now. */
static bool allocate_job(struct submission *s)
{
    const struct jobs_request *request = s->request;
    struct job *job = s->created = job_new(s->jobs, request->solver, true);
    if (job != NULL) {
        struct store_job *row = &job->row;
        row->key = s->parsed.key;
        strncpy(row->kind, request->solver->kind, sizeof row->kind - 1);
        strncpy(row->owner, request->owner, sizeof row->owner - 1);
        row->format = (int)request->format;
        row->priority = s->parsed.priority;
        row->timeout_ms = s->parsed.timeout_ms;
        row->seed = s->parsed.seed;
        row->problem_bytes = request->file != NULL ? tempfile_len(request->file) : request->len;
        row->tags = s->parsed.tags[0] != '\0' ? bytes_copy(s->parsed.tags, strlen(s->parsed.tags)) : NULL;
        if (request->file != NULL)
            row->large_problem = tempfile_ref(request->file);
        else
            row->problem = bytes_copy(request->text, request->len);
        if (request->idempotency != NULL) {
            strncpy(row->idempotency, request->idempotency, sizeof row->idempotency - 1);
            row->fingerprint = s->fingerprint;
        }
        s->execution = execution_new(s->jobs, request->solver, row, row->problem, &s->parsed.traits);
        if (request->sent != NULL && request->keeps_sent) {
            s->whole = row->problem;
            row->problem = bytes_copy(request->sent, request->sent_len);
            row->problem_bytes = request->sent_len;
        }
    }
    bool has_tags = job != NULL && (job->row.tags != NULL) == (s->parsed.tags[0] != '\0');
    if (has_tags && (job->row.problem != NULL || request->file != NULL) && s->execution != NULL && set_webhook(s, job))
        return true;
    refuse_submission(s, NASH_NOMEM, "", "The server has no memory for another job now.");
    return false;
}

/* ---- 5. under the lock ---- */

/* Sets the job's time and id, under the lock under which SUBMITs are posted: the time agrees with the order. */
static void stamp_job(struct submission *s)
{
    struct store_job *row = &s->created->row;
    row->created_ms = clock_wall_ms();
    job_ids_next(&s->jobs->ids, row->created_ms, &row->id);
    s->created->number = ++s->jobs->jobs_made;
}

static bool is_queue_full(const struct jobs *jobs)
{
    return jobs->attached > jobs->options.queue_max + jobs->executions_started - jobs->express_started;
}

/* Charges the problem of a new job to the budget of the queue, with what is solved if that is kept besides. Returns
 * false after refusing the submission. */
static bool charge_problem(struct submission *s)
{
    const struct jobs_request *request = s->request;
    uint64_t bytes = request->file != NULL ? tempfile_len(request->file) : request->len;
    if (s->whole != NULL)
        bytes += request->sent_len;
    if (job_charge(s->created, bytes))
        return true;
    nash_fail_type(s->error, NASH_BUSY, "queue-full", "",
                   "The problems of unfinished jobs may have %llu bytes together, and this one does not fit now. Try "
                   "again when some have finished.",
                   (unsigned long long)s->jobs->options.queue_bytes);
    s->result = SUBMIT_REFUSED;
    return false;
}

/* Makes a job of this owner with an answer found before: finished from the start, done once it is committed. */
static void create_finished(struct submission *s, const struct job *answer)
{
    struct job *job = s->created;
    struct store_job *row = &job->row;
    row->state = JOB_SUCCEEDED;
    row->final = true;
    row->verdict = VERDICT_VERIFIED; /* a final answer is verified before it is stored */
    row->result = bytes_ref(job_answer(answer));
    row->finished_ms = row->created_ms;
    row->last_event = 1;
    index_add(job);
    post_submit(job, s->whole);
    count_submission(s, !answer->ending, answer->ending);
    s->result = answer->ending ? SUBMIT_ACCEPTED : SUBMIT_CACHED;
}

static void join_execution(struct submission *s, struct execution *execution)
{
    struct job *job = s->created;
    execution_attach(execution, job, s->request->flow);
    if (is_queue_full(s->jobs)) {
        execution_detach(job);
        refuse_queue_full(s);
        return;
    }
    execution_joined(s->jobs, execution, job);
    if (execution->started && !execution_has_slice(execution)) {
        job->row.state = JOB_RUNNING;
        job->row.started_ms = job->row.created_ms;
        job->row.progress = bytes_ref(execution->progress);
    }
    index_add(job);
    event_state(job);
    if (execution->progress != NULL)
        event_progress(job, execution->progress);
    post_submit(job, s->whole);
    count_submission(s, false, true);
    s->result = SUBMIT_ACCEPTED;
}

/* Dispatches at once: the queue's limit does not count work that starts now, and a job that starts now has no event
 * "queued". */
static void create_queued(struct submission *s)
{
    struct jobs *jobs = s->jobs;
    struct job *job = s->created;
    struct execution *execution = s->execution;
    execution_attach(execution, job, s->request->flow);
    execution_enqueue(jobs, execution);
    s->adopted = s->reading != NULL && dispatch_reading(jobs, s->reading, execution);
    if (!s->adopted)
        dispatch(jobs);
    if (execution->queued && is_queue_full(jobs)) {
        execution_dequeue(jobs, execution);
        execution_detach(job);
        refuse_queue_full(s);
        return;
    }
    s->execution = NULL;
    index_add(job);
    if (execution->queued || execution_has_slice(execution))
        event_state(job);
    post_submit(job, s->whole);
    count_submission(s, false, false);
    s->result = SUBMIT_ACCEPTED;
}

static void find_or_join_or_create(struct submission *s)
{
    struct lookup found = look_up(s);
    if (use_existing(s, &found))
        return;
    if (s->jobs->draining) {
        refuse_submission(s, NASH_BUSY, "draining", "The server is shutting down and takes no new jobs.");
        return;
    }
    if (s->jobs->health.disk_low) {
        refuse_submission(s, NASH_BUSY, "disk-full", "The disk of the server is nearly full. Try again later.");
        return;
    }
    bool waits = found.answer == NULL && s->stored == NULL;
    const struct jobs_request *request = s->request;
    uint64_t bytes = request->file != NULL ? tempfile_len(request->file) : sent_len(request);
    if (quota_admit(s->jobs, request, bytes, waits, s->error) != NASH_OK) {
        s->result = SUBMIT_REFUSED;
        return;
    }
    stamp_job(s);
    if (found.answer != NULL || s->stored != NULL)
        create_finished(s, found.answer != NULL ? found.answer : s->stored);
    else if (!charge_problem(s))
        return;
    else if (found.execution != NULL)
        join_execution(s, found.execution);
    else
        create_queued(s);
    if (s->result != SUBMIT_REFUSED)
        s->job = job_ref(s->created);
    else
        job_discharge(s->created);
}

/* ---- the whole ---- */

void submission_decide(struct submission *s)
{
    request_set_owner(s->jobs, s->request->owner, &s->parsed.key);
    if (find_in_memory(s) || find_in_store(s) || !allocate_job(s))
        return;
    jobs_lock(s->jobs);
    find_or_join_or_create(s);
    jobs_unlock(s->jobs);
}

void submission_release(struct submission *s)
{
    job_unref(s->stored);
    job_unref(s->created);
    execution_free(s->execution);
    bytes_unref(s->whole);
}

enum submit_result jobs_submit(struct jobs *jobs, const struct jobs_request *request, struct job **job,
                               struct nash_error *error)
{
    struct nash_error ignored;
    struct submission s = {.jobs = jobs, .request = request, .error = error != NULL ? error : &ignored};
    if (!find_by_body(&s) && read_request(&s))
        submission_decide(&s);
    *job = s.result != SUBMIT_REFUSED ? s.job : NULL;
    if (s.result == SUBMIT_REFUSED)
        job_unref(s.job);
    submission_release(&s);
    return s.result;
}
