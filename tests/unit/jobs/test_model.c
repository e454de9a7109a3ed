/* Random sequences of operations, compared with a simple model: submit, end, cancel, forget, view, list, kill a worker,
 * restart.
 *
 * The model has jobs and executions as plain arrays and predicts after each step what must be visible: the result of a
 * submission, which jobs run and which wait in which place, each job's state and answer, and that every watch fired
 * exactly once. */
#include "harness/fixture.h"

enum { JOBS_MAX = 600, STEPS = 300, PLACES = 3, QUEUE_MAX = 6, PROBLEMS = 8 };
static const char *const owners[] = {"", "ann", "bob"};
static const unsigned budgets[] = {500, 600};

struct m_job {
    struct job_id id;
    struct job *job;        /* a reference; NULL after a restart or if forgotten */
    int n, owner, key, run; /* problem, owner, Idempotency-Key (-1 = none), execution (index in m.run; -1 = none) */
    unsigned budget;
    enum job_state state;
    bool final, forgotten, cancelling;
    char body[96], result[32];
    struct job_watch durable, done;
    int durable_fired, done_fired;
};

struct m_execution {
    int n, priority, place; /* problem, priority, place of the executor (-1 = waits) */
    unsigned budget;
    int64_t since;
    bool alive, closed, killed; /* closed: no job joins it any more; killed: its worker was, once */
};

struct model {
    struct house house;
    struct nash_rng rng;
    uint64_t seed, step;
    struct m_job job[JOBS_MAX];
    int jobs;
    struct m_execution run[JOBS_MAX];
    int runs;
};

static struct model m;

#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            print_error("NASH_SEED=%llu, step %llu: ", (unsigned long long)m.seed, (unsigned long long)m.step);        \
            fail_msg(__VA_ARGS__);                                                                                     \
        }                                                                                                              \
    } while (0)

static int pick(int below)
{
    return (int)nash_rng_below(&m.rng, (uint64_t)below);
}

/* ---- the model ---- */

static int jobs_on(int run)
{
    int count = 0;
    for (int i = 0; i < m.jobs; i++)
        count += m.job[i].run == run;
    return count;
}

static bool goes_before(const struct m_execution *a, const struct m_execution *b)
{
    return a->priority != b->priority ? a->priority > b->priority : a->since < b->since;
}

static int next_waiting(void)
{
    int best = -1;
    for (int r = 0; r < m.runs; r++)
        if (m.run[r].alive && m.run[r].place < 0 && (best < 0 || goes_before(&m.run[r], &m.run[best])))
            best = r;
    return best;
}

static int run_at(int place)
{
    for (int r = 0; r < m.runs; r++)
        if (m.run[r].alive && m.run[r].place == place)
            return r;
    return -1;
}

static void fill_places(void)
{
    for (int place = 0; place < PLACES; place++)
        if (run_at(place) < 0) {
            int r = next_waiting();
            if (r < 0)
                return;
            m.run[r].place = place;
            for (int i = 0; i < m.jobs; i++)
                if (m.job[i].run == r)
                    m.job[i].state = JOB_RUNNING;
        }
}

static int find_run(int n, unsigned budget)
{
    for (int r = 0; r < m.runs; r++)
        if (m.run[r].alive && !m.run[r].closed && m.run[r].n == n && m.run[r].budget == budget)
            return r;
    return -1;
}

static int new_run(int n, unsigned budget, int priority)
{
    CHECK(m.runs < JOBS_MAX, "the model is too small");
    m.run[m.runs] = (struct m_execution){.n = n,
                                         .budget = budget,
                                         .priority = priority,
                                         .place = -1,
                                         .since = (int64_t)m.step * 1000 + m.runs,
                                         .alive = true};
    return m.runs++;
}

/* Returns the number of waiting jobs as the queue counts them: all unfinished jobs, minus one for each started
 * execution. */
static int waiting(void)
{
    int count = 0;
    for (int i = 0; i < m.jobs; i++)
        count += m.job[i].run >= 0;
    for (int place = 0; place < PLACES; place++)
        count -= run_at(place) >= 0;
    return count;
}

static bool has_answer(int n)
{
    for (int i = 0; i < m.jobs; i++)
        if (m.job[i].n == n && m.job[i].state == JOB_SUCCEEDED && m.job[i].final && !m.job[i].forgotten)
            return true;
    return false;
}

static void end_job(struct m_job *job, enum job_state state, bool final, const char *result)
{
    job->run = -1;
    job->state = state;
    job->final = final;
    snprintf(job->result, sizeof job->result, "%s", result);
}

/* ---- watching ---- */

static void on_durable(struct job_watch *watch)
{
    ((struct m_job *)watch->context)->durable_fired++;
}

static void on_done(struct job_watch *watch)
{
    ((struct m_job *)watch->context)->done_fired++;
}

static void watch(struct m_job *job)
{
    struct jobs *jobs = m.house.jobs;
    job->durable = (struct job_watch){.condition = JOB_IS_DURABLE, .fire = on_durable, .context = job};
    job->done = (struct job_watch){.condition = JOB_IS_DONE, .fire = on_done, .context = job};
    job->durable_fired = !job_watch(jobs, job->job, &job->durable, 0);
    job->done_fired = !job_watch(jobs, job->job, &job->done, 0);
}

static void let_go(struct m_job *job)
{
    if (job->job == NULL)
        return;
    job_unwatch(m.house.jobs, &job->durable);
    job_unwatch(m.house.jobs, &job->done);
    job_unref(job->job);
    job->job = NULL;
}

/* ---- steps ---- */

/* Draws a submission with its Idempotency-Key as text, in one of two spellings. */
static void draw_submission(struct m_job *job, int *priority, char key[8])
{
    *priority = pick(3) - 1;
    *job = (struct m_job){.n = pick(PROBLEMS),
                          .owner = pick(3),
                          .key = pick(4) == 0 ? pick(6) : -1,
                          .run = -1,
                          .budget = budgets[pick(2)]};
    if (pick(4) == 0)
        snprintf(job->body, sizeof job->body, "{\"job\":{\"priority\":%d,\"timeout_ms\":%u},\"n\":%d.0}", *priority,
                 job->budget, job->n);
    else
        snprintf(job->body, sizeof job->body, "{\"n\":%d,\"job\":{\"timeout_ms\":%u,\"priority\":%d}}", job->n,
                 job->budget, *priority);
    snprintf(key, 8, "k%d", job->key);
}

/* Returns the job of an earlier request with this owner and key; -1 = none. */
static int find_older(const struct m_job *job)
{
    for (int i = 0; i < m.jobs && job->key >= 0; i++)
        if (m.job[i].owner == job->owner && m.job[i].key == job->key && !m.job[i].forgotten)
            return i;
    return -1;
}

/* Predicts the execution of the newest job, if neither its key nor its answer is known. *type: error type of a refusal.
 */
static enum submit_result expect_run(struct m_job *job, int priority, const char **type)
{
    int run = find_run(job->n, job->budget);
    bool joins = run >= 0;
    if (!joins)
        run = new_run(job->n, job->budget, priority);
    job->run = run;
    job->state = m.run[run].place >= 0 ? JOB_RUNNING : JOB_QUEUED;
    fill_places();
    if (waiting() > QUEUE_MAX && (joins || m.run[run].place < 0)) {
        *type = "queue-full";
        m.run[run].alive = joins;
        job->run = -1;
        return SUBMIT_REFUSED;
    }
    if (joins && priority > m.run[run].priority)
        m.run[run].priority = priority;
    return SUBMIT_ACCEPTED;
}

/* Returns the predicted result of a submission. older: earlier job with this key, or -1; outcome: the actual result,
 * needed because a job may join a running execution although the store has an answer. *type: error type of a refusal.
 */
static enum submit_result expect(struct m_job *job, int priority, int older, enum submit_result outcome,
                                 const char **type)
{
    bool may_join = outcome != SUBMIT_CACHED && find_run(job->n, job->budget) >= 0;
    *type = "idempotency-mismatch";
    if (older >= 0)
        return strcmp(m.job[older].body, job->body) == 0 ? SUBMIT_REPEATED : SUBMIT_REFUSED;
    if (!has_answer(job->n) || may_join)
        return expect_run(job, priority, type);
    end_job(job, JOB_SUCCEEDED, true, tiny(job->n));
    return SUBMIT_CACHED;
}

/* Checks which job was returned. Returns the index of the older job that was returned, or -1 for a new job. */
static int check_identity(const struct m_job *job, enum submit_result outcome, int older)
{
    int known = -1;
    for (int i = 0; i < m.jobs - 1; i++)
        if (memcmp(&m.job[i].id, &job->id, sizeof job->id) == 0)
            known = i;
    if (outcome == SUBMIT_REPEATED)
        CHECK(known == older, "the key led to job %d, expected %d", known, older);
    else if (outcome == SUBMIT_CACHED && known >= 0)
        CHECK(m.job[known].n == job->n && !m.job[known].forgotten && job->key < 0, "a job of another problem");
    else
        CHECK(known < 0, "accepted as job %d", known);
    return known;
}

static void step_submit(void)
{
    if (m.jobs == JOBS_MAX)
        return;
    struct m_job *job = &m.job[m.jobs];
    int priority;
    char key[8];
    const char *type;
    draw_submission(job, &priority, key);
    struct jobs_request request = {.solver = &nash_solver_tiny,
                                   .text = job->body,
                                   .len = strlen(job->body),
                                   .owner = owners[job->owner],
                                   .idempotency = job->key >= 0 ? key : NULL};
    struct nash_error error = {0};
    enum submit_result outcome = jobs_submit(m.house.jobs, &request, &job->job, &error);
    store_flush(m.house.store);
    int older = find_older(job);
    m.jobs++;
    enum submit_result expected = expect(job, priority, older, outcome, &type);
    CHECK(outcome == expected, "%s by \"%s\" with key %d: outcome %d, expected %d (%s)", job->body, owners[job->owner],
          job->key, (int)outcome, (int)expected, error.detail);
    if (outcome == SUBMIT_REFUSED) {
        CHECK(strcmp(nash_error_type(&error), type) == 0, "%s: refused as %s, expected %s", job->body,
              nash_error_type(&error), type);
        m.jobs--;
        return;
    }
    struct job_view view;
    job_view(m.house.jobs, job->job, &view);
    job->id = view.row.id;
    CHECK(strcmp(view.row.owner, owners[job->owner]) == 0, "the job of another owner");
    job_view_release(&view);
    if (check_identity(job, outcome, older) < 0) {
        watch(job);
    } else {
        job_unref(job->job);
        m.jobs--;
    }
}

static void step_end(void)
{
    int place = pick(PLACES), r = run_at(place);
    if (r < 0)
        return;
    static const char partial[] = "{\"partial\":true}";
    int how = pick(8);
    bool cancelled = fake_is_cancelled(m.house.fake, (unsigned)place), final = how < 4;
    CHECK(cancelled == m.run[r].closed, "place %d: cancelled %d, expected %d", place, cancelled, m.run[r].closed);
    const char *result = how < 4 ? tiny(m.run[r].n) : how < 6 ? partial : "";
    enum job_state state = how < 6 ? JOB_SUCCEEDED : JOB_FAILED;
    for (int i = 0; i < m.jobs; i++)
        if (m.job[i].run == r)
            end_job(&m.job[i], m.job[i].cancelling && !final ? JOB_CANCELLED : state, final, result);
    m.run[r].alive = false;
    fill_places();
    if (how < 6)
        fake_succeed(m.house.fake, (unsigned)place, result, final);
    else if (cancelled)
        fake_end(m.house.fake, (unsigned)place,
                 &(struct work_result){.status = NASH_STOPPED, .stopped = NASH_STOP_CANCEL});
    else
        fake_fail(m.house.fake, (unsigned)place, NASH_INTERNAL, "worker-crashed");
    store_flush(m.house.store);
}

/* Kills a worker: its execution goes back to the front of the queue, unless that happened before or it was cancelled.
 */
static void step_kill(void)
{
    int place = pick(PLACES), r = run_at(place);
    if (r < 0)
        return;
    struct m_execution *run = &m.run[r];
    bool again = !run->killed && !run->closed;
    for (int i = 0; i < m.jobs; i++)
        if (m.job[i].run == r && again)
            m.job[i].state = JOB_QUEUED;
        else if (m.job[i].run == r)
            end_job(&m.job[i], m.job[i].cancelling ? JOB_CANCELLED : JOB_FAILED, false, "");
    run->alive = again;
    run->killed = true;
    run->place = -1;
    fill_places();
    fake_kill(m.house.fake, (unsigned)place);
    store_flush(m.house.store);
}

/* Returns a new reference to the job, from its old reference or found by its id. */
static struct job *in_hand(struct m_job *job)
{
    return job->job != NULL && pick(2) ? job_ref(job->job) : jobs_find(m.house.jobs, &job->id, owners[job->owner]);
}

static void step_cancel(void)
{
    struct m_job *job = &m.job[pick(m.jobs)];
    if (job->forgotten)
        return;
    struct job *handle = in_hand(job);
    struct nash_error error = {0};
    enum nash_status status = jobs_cancel(m.house.jobs, handle, &error);
    job_unref(handle);
    store_flush(m.house.store);
    CHECK(status == (job->state >= JOB_SUCCEEDED ? NASH_CONFLICT : NASH_OK), "cancel: %s", error.detail);
    if (status != NASH_OK)
        return;
    struct m_execution *run = &m.run[job->run];
    bool alone = jobs_on(job->run) == 1;
    if (alone && run->place >= 0) {
        job->cancelling = true;
        run->closed = true;
        return;
    }
    run->alive = !alone;
    end_job(job, JOB_CANCELLED, false, "");
}

static void step_forget(void)
{
    struct m_job *job = &m.job[pick(m.jobs)];
    if (job->forgotten)
        return;
    struct job *handle = in_hand(job);
    struct nash_error error = {0};
    enum nash_status status = jobs_forget(m.house.jobs, handle, &error);
    job_unref(handle);
    CHECK(status == (job->state >= JOB_SUCCEEDED ? NASH_OK : NASH_CONFLICT), "forget: %s", error.detail);
    if (status != NASH_OK)
        return;
    CHECK(jobs_find(m.house.jobs, &job->id, "") == NULL, "a forgotten job was found");
    let_go(job);
    job->forgotten = true;
}

static void step_list(void)
{
    struct nash_arena *arena = nash_arena_new(16 << 20);
    struct store_filter filter = {.states = pick(32), .limit = 1 + (unsigned)pick(40)};
    int owner = pick(4);
    filter.owner = owner < 3 ? owners[owner] : NULL;
    struct store_job *rows;
    size_t count, expected = 0;
    struct nash_error error = {0};
    CHECK(jobs_list(m.house.jobs, &filter, arena, &rows, &count, &error) == NASH_OK, "list: %s", error.detail);
    for (int i = m.jobs - 1; i >= 0 && expected < filter.limit; i--) {
        const struct m_job *job = &m.job[i];
        if (job->forgotten || (owner < 3 && job->owner != owner) ||
            (filter.states != 0 && !(filter.states >> job->state & 1)))
            continue;
        CHECK(expected < count, "the list ends before job %d in state %d", i, (int)job->state);
        CHECK(memcmp(&rows[expected].id, &job->id, sizeof job->id) == 0 && rows[expected].state == job->state,
              "row %zu of the list is not job %d", expected, i);
        expected++;
    }
    CHECK(count == expected, "%zu rows in the list, expected %zu", count, expected);
    for (size_t i = 0; i < count; i++)
        store_job_release(&rows[i]);
    nash_arena_free(arena);
}

static void step_progress(void)
{
    int place = pick(PLACES);
    if (run_at(place) >= 0)
        fake_progress(m.house.fake, fake_at(m.house.fake, (unsigned)place), "{\"best\":1}");
}

/* Returns the priority that the job's request states. */
static int priority_of(const struct m_job *job)
{
    return atoi(member(member(job->body, "job"), "priority"));
}

static void step_restart(void)
{
    for (int i = 0; i < m.jobs; i++)
        let_go(&m.job[i]);
    house_stop(&m.house);
    static const uint64_t memories[] = {0, 12000, 64 << 20};
    m.house.options.memory_bytes = memories[pick(3)];
    for (int r = 0; r < m.runs; r++)
        m.run[r].alive = false;
    for (int priority = 1; priority >= -1; priority--)
        for (int i = 0; i < m.jobs; i++) {
            struct m_job *job = &m.job[i];
            if (job->state >= JOB_SUCCEEDED || priority_of(job) != priority)
                continue;
            int run = find_run(job->n, job->budget);
            job->run = run >= 0 ? run : new_run(job->n, job->budget, priority);
            job->state = JOB_QUEUED;
            job->cancelling = false;
        }
    fill_places();
    house_start(&m.house);
}

/* ---- what must be visible ---- */

static void check_places(void)
{
    for (int place = 0; place < PLACES; place++) {
        int r = run_at(place);
        const struct work *work = fake_at(m.house.fake, (unsigned)place);
        CHECK((work != NULL) == (r >= 0), "place %d: %s", place, r >= 0 ? "is free" : "is taken");
        if (r >= 0)
            CHECK(place_of(&m.house, m.run[r].n) >= 0 && work->timeout_ms == m.run[r].budget &&
                      atoi(member(work->problem->data, "n")) == m.run[r].n,
                  "place %d works on %s, expected %d", place, work->problem->data, m.run[r].n);
    }
}

static unsigned position_of(int run)
{
    unsigned position = 1;
    if (m.run[run].place >= 0)
        return 0;
    for (int r = 0; r < m.runs; r++)
        position += m.run[r].alive && m.run[r].place < 0 && goes_before(&m.run[r], &m.run[run]);
    return position;
}

static void check_job(struct m_job *job)
{
    struct job_view view;
    struct job *handle = job->job != NULL ? job_ref(job->job) : jobs_find(m.house.jobs, &job->id, "");
    CHECK(handle != NULL, "job %td is lost", job - m.job);
    job_view(m.house.jobs, handle, &view);
    CHECK(view.row.state == job->state && view.durable, "job %td (%s) is %s, expected %s", job - m.job, job->body,
          job_state_name(view.row.state), job_state_name(job->state));
    const char *result = view.row.result != NULL ? view.row.result->data : "";
    CHECK(strcmp(result, job->state >= JOB_SUCCEEDED ? job->result : "") == 0, "job %td: result %s, expected %s",
          job - m.job, result, job->result);
    CHECK((view.row.error != NULL) == (job->state == JOB_FAILED), "job %td: error", job - m.job);
    CHECK(view.queue_position == (job->run >= 0 ? position_of(job->run) : 0), "job %td: place %u", job - m.job,
          view.queue_position);
    job_view_release(&view);
    job_unref(handle);
    if (job->job != NULL)
        CHECK(job->durable_fired == 1 && job->done_fired == (job->state >= JOB_SUCCEEDED),
              "watches of job %td fired %d and %d times", job - m.job, job->durable_fired, job->done_fired);
}

static void check_all(bool thoroughly)
{
    struct jobs_stats stats;
    check_places();
    for (int i = 0; i < m.jobs; i++)
        if (!m.job[i].forgotten && (thoroughly || m.job[i].run >= 0 || m.jobs - i < 5))
            check_job(&m.job[i]);
    jobs_stats(m.house.jobs, &stats);
    CHECK(stats.memory_bytes <= m.house.options.memory_bytes, "%llu bytes in memory",
          (unsigned long long)stats.memory_bytes);
}

static void live(uint64_t seed)
{
    m = (struct model){.seed = seed};
    nash_rng_seed(&m.rng, seed);
    house_init(&m.house);
    m.house.places = PLACES;
    m.house.options.queue_max = QUEUE_MAX;
    house_start(&m.house);
    for (m.step = 1; m.step <= STEPS; m.step++) {
        int what = pick(100);
        if (what < 45 || m.jobs == 0)
            step_submit();
        else if (what < 70)
            step_end();
        else if (what < 75)
            step_kill();
        else if (what < 83)
            step_cancel();
        else if (what < 90)
            step_forget();
        else if (what < 94)
            step_list();
        else if (what < 98)
            step_progress();
        else
            step_restart();
        check_all(m.step % 50 == 0);
    }
    for (int i = 0; i < m.jobs; i++)
        let_go(&m.job[i]);
    house_stop(&m.house);
    house_release(&m.house);
}

static void test_random_lives(void **state)
{
    struct nash_rng rng = test_rng();
    if (getenv("NASH_SEED") != NULL) {
        live(strtoull(getenv("NASH_SEED"), NULL, 10));
        return;
    }
    for (int i = 0; i < 12; i++)
        live(nash_rng_next(&rng) >> 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_lives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
