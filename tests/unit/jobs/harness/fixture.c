#include "fixture.h"

#include <ftw.h>
#include <stdatomic.h>
#include <unistd.h>

#include <base/clock.h>
#include <base/log.h>
#include <jobs/dispatch/flow.h>

#include "../../base/folder.h"

bool house_has_one_flow;

struct flow *__real_flow_use(struct flows *flows, const char *name);
struct flow *__wrap_flow_use(struct flows *flows, const char *name);

struct flow *__wrap_flow_use(struct flows *flows, const char *name)
{
    return __real_flow_use(flows, house_has_one_flow ? "" : name);
}

void house_init(struct house *house)
{
    house_has_one_flow = true;
    *house = (struct house){.options = jobs_defaults, .places = 2};
    house->options.share_answers = true; /* most tests of owners are about what they share */
    assert_true(test_folder(house->folder, sizeof house->folder, "nashd-jobs"));
    log_setup(LOG_ERROR + 1, LOG_TEXT); /* these tests cause faults on purpose */
}

void house_start(struct house *house)
{
    struct nash_error error = {0};
    char url[128];
    snprintf(url, sizeof url, "sqlite:%s/nashd.db", house->folder);
    house->store = store_open(url, "test", &error);
    if (house->store == NULL)
        fail_msg("%s", error.detail);
    house->options.workers = house->places - house->extra_places;
    struct executor *executor = fake_new(house->places, house->work, &house->fake);
    house->options.distributed =
        house->distributed_places > 0 ? fake_new(house->distributed_places, NULL, &house->distributed) : NULL;
    if (house->options.distributed != NULL)
        house->options.distributed->check = house->distributed_check;
    house->jobs = jobs_start_with(&house->options, executor, house->store, &error);
    if (house->jobs == NULL)
        fail_msg("%s", error.detail);
}

void house_stop(struct house *house)
{
    jobs_stop(house->jobs);
    store_close(house->store);
    house->jobs = NULL;
    house->store = NULL;
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info;
    (void)type;
    (void)at;
    return remove(path);
}

void house_release(struct house *house)
{
    nftw(house->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

int house_setup(void **state)
{
    static struct house house;
    house_init(&house);
    house_start(&house);
    *state = &house;
    return 0;
}

int house_teardown(void **state)
{
    struct house *house = *state;
    house_stop(house);
    house_release(house);
    return 0;
}

/* ---- submitting ---- */

struct job *submit_as(struct house *house, enum submit_result expected, const char *owner, const char *key,
                      const char *text)
{
    struct jobs_request request = {.solver = &nash_solver_tiny,
                                   .format = NASH_FORMAT_JSON,
                                   .text = text,
                                   .len = strlen(text),
                                   .owner = owner,
                                   .idempotency = key};
    struct nash_error error = {0};
    struct job *job;
    enum submit_result outcome = jobs_submit(house->jobs, &request, &job, &error);
    if (outcome != expected)
        fail_msg("%s of \"%s\" with key %s: outcome %d, expected %d: %s: %s", text, owner, key, (int)outcome,
                 (int)expected, nash_error_type(&error), error.detail);
    assert_int_equal(job == NULL, outcome == SUBMIT_REFUSED);
    return job;
}

struct job *submit(struct house *house, enum submit_result expected, const char *text)
{
    return submit_as(house, expected, "", NULL, text);
}

void refused(struct house *house, const struct nash_solver *solver, enum nash_format format, const char *text,
             enum nash_status status, const char *type, const char *pointer)
{
    struct jobs_request request = {.solver = solver, .format = format, .text = text, .len = strlen(text), .owner = ""};
    struct nash_error error = {0};
    struct job *job;
    if (jobs_submit(house->jobs, &request, &job, &error) != SUBMIT_REFUSED || error.status != status ||
        strcmp(nash_error_type(&error), type) != 0 || strcmp(error.pointer, pointer) != 0)
        fail_msg("%s: got %s at \"%s\" (%s), expected %s at \"%s\"", text, nash_error_type(&error), error.pointer,
                 error.detail, type, pointer);
    assert_null(job);
    assert_true(error.detail[0] != '\0');
}

/* ---- viewing ---- */

static void note(struct job_watch *watch)
{
    atomic_store((_Atomic bool *)watch->context, true);
}

void await(struct house *house, struct job *job, enum job_condition condition)
{
    _Atomic bool fired = false;
    struct job_watch watch = {.condition = condition, .fire = note, .context = &fired};
    if (job_watch(house->jobs, job, &watch, 0))
        while (!atomic_load(&fired))
            usleep(200);
    job_unwatch(house->jobs, &watch);
}

enum job_state state_of(struct house *house, struct job *job)
{
    struct job_view view;
    job_view(house->jobs, job, &view);
    job_view_release(&view);
    return view.row.state;
}

struct job_id id_of(struct house *house, struct job *job)
{
    struct job_view view;
    job_view(house->jobs, job, &view);
    job_view_release(&view);
    return view.row.id;
}

struct job *job_of(struct house *house, const struct job_id *id)
{
    struct job *job = jobs_find(house->jobs, id, "");
    assert_non_null(job);
    return job;
}

const char *object_of(struct house *house, struct job *job)
{
    static char text[4096];
    struct job_view view;
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    job_view(house->jobs, job, &view);
    job_write(&view, false, &out);
    job_view_release(&view);
    snprintf(text, sizeof text, "%s", nash_buf_cstr(&buf));
    nash_buf_free(&buf);
    return text;
}

const char *member(const char *object, const char *name)
{
    static char text[8][1024];
    static unsigned turn;
    char *out = text[turn++ % 8];
    cJSON *root = cJSON_Parse(object);
    assert_non_null(root);
    char *value = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(root, name));
    snprintf(out, sizeof text[0], "%s", value != NULL ? value : "");
    cJSON_free(value);
    cJSON_Delete(root);
    return out;
}

/* ---- the kind tiny ---- */

const char *tiny(int n)
{
    static char text[4][32];
    static unsigned turn;
    char *out = text[turn++ % 4];
    snprintf(out, sizeof text[0], "{\"n\":%d}", n);
    return out;
}

static bool is_problem(struct fake *fake, unsigned i, int n)
{
    const struct work *work = fake_at(fake, i);
    if (work == NULL || work->problem == NULL)
        return false;
    return atoi(work->format == NASH_FORMAT_TEXT ? fake_text(fake, i) : member(work->problem->data, "n")) == n;
}

int place_of(struct house *house, int n)
{
    for (unsigned i = 0; i < house->places; i++)
        if (is_problem(house->fake, i, n))
            return (int)i;
    return -1;
}

void solve(struct house *house, int n)
{
    int place = place_of(house, n);
    if (place < 0)
        fail_msg("nobody works on %d", n);
    fake_succeed(house->fake, (unsigned)place, tiny(n), true);
}

struct job *solve_anew(struct house *house, int n)
{
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(n));
    solve(house, n);
    await(house, job, JOB_IS_DONE);
    return job;
}
