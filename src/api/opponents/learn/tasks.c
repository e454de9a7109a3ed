#include "tasks.h"

#include <stdio.h>
#include <string.h>

#include <base/clock.h>

const char verb_observe[] = "observe", verb_merge[] = "merge";

void task_compose(struct nash_buf *out, const struct store_document *row, const struct store_task *task)
{
    const struct slice none = {0}, request = slice_of(task->request), model = slice_of(row->body);
    struct slice other = json_member_of(request, "model");
    if (strcmp(task->verb, verb_observe) == 0)
        request_learn(out, opponent_meta_of(row).settings, json_member_of(request, "learn"), model,
                      json_member_of(request, "job"));
    else if (model.text != NULL)
        request_merge(out, model, other);
    else /* the first model must agree with the settings */
        request_learn(out, opponent_meta_of(row).settings, no_hands, other, none);
}

char *task_path(char *out, const struct store_task *task)
{
    char tail[JOB_ID_TEXT + 16], id[JOB_ID_TEXT];
    snprintf(tail, sizeof tail, "/observations/%s", job_id_text(id, &task->id));
    return opponent_path(out, &task->document, tail);
}

void task_write(const struct store_task *task, struct nash_jsonw *json)
{
    static const char *const states[] = {[TASK_WAITS] = "waiting", [TASK_DONE] = "learnt", [TASK_FAILED] = "failed"};
    char id[JOB_ID_TEXT], when[CLOCK_TEXT];
    nash_jsonw_object(json);
    nash_jsonw_kstring(json, "id", job_id_text(id, &task->id));
    nash_jsonw_kstring(json, "opponent", job_id_text(id, &task->document));
    nash_jsonw_kstring(json, "does", task->verb);
    nash_jsonw_kstring(json, "status", states[task->state]);
    nash_jsonw_kstring(json, "job", task->has_job ? job_id_text(id, &task->job) : NULL);
    nash_jsonw_kstring(json, "created_at", clock_text(when, task->created_ms));
    nash_jsonw_kstring(json, "finished_at", task->finished_ms != 0 ? clock_text(when, task->finished_ms) : NULL);
    if (task->error != NULL)
        nash_jsonw_kraw(json, "error", task->error->data, task->error->len);
    nash_jsonw_object_end(json);
}

/* ---- calls that wait ---- */

void tasks_wait(struct call *call, const struct store_task *task)
{
    struct opponents *opponents = opponents_of(call);
    call->task = task->id;
    call->document = task->document;
    pthread_mutex_lock(&opponents->room.lock);
    if (call->request != NULL) {
        call->next_waiting = opponents->waiting;
        if (call->next_waiting != NULL)
            call->next_waiting->link = &call->next_waiting;
        call->link = &opponents->waiting;
        opponents->waiting = call;
    }
    pthread_mutex_unlock(&opponents->room.lock);
}

/* Sets the job of a call. Under the lock. */
static void call_set_job(struct call *call, struct job *job)
{
    struct job *before = call->job;
    call->job = job_ref(job);
    job_unref(before);
}

static bool id_is(const struct job_id *a, const struct job_id *b)
{
    return memcmp(a->byte, b->byte, sizeof a->byte) == 0;
}

void tasks_tell_job(struct opponents *opponents, const struct job_id *task, struct job *job)
{
    pthread_mutex_lock(&opponents->room.lock);
    for (struct call *call = opponents->waiting; call != NULL; call = call->next_waiting)
        if (id_is(&call->task, task))
            call_set_job(call, job);
    pthread_mutex_unlock(&opponents->room.lock);
}

void tasks_settle(struct opponents *opponents, const struct job_id *task, const struct job_id *document,
                  struct job *job, const struct nash_error *error)
{
    pthread_mutex_lock(&opponents->room.lock);
    for (struct call *call = opponents->waiting, *next; call != NULL; call = next) {
        next = call->next_waiting;
        if (task != NULL ? !id_is(&call->task, task) : !id_is(&call->document, document))
            continue;
        if (job != NULL)
            call_set_job(call, job);
        if (error != NULL)
            call->error = *error;
        call->settled = true;
        call_unlink(call);
        http_wake(call->request);
    }
    pthread_mutex_unlock(&opponents->room.lock);
}

bool call_is_settled(struct call *call)
{
    pthread_mutex_lock(&call->room->lock);
    bool settled = call->settled;
    pthread_mutex_unlock(&call->room->lock);
    return settled;
}

struct job *call_give_up(struct call *call)
{
    pthread_mutex_lock(&call->room->lock);
    struct job *job = call->job != NULL ? job_ref(call->job) : NULL;
    call_unlink(call);
    pthread_mutex_unlock(&call->room->lock);
    return job;
}
