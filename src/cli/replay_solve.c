/* An answer that is no game with one trajectory: solved again with the same seed, and compared member by member. */
#include <stdio.h>
#include <string.h>

#include "replay.h"

enum { SHOWN_MAX = 20, POINTER_MAX = 256, VALUE_SHOWN = 100 };

/* Members that tell how, and how fast, an answer was found. */
static const char *const course_members[] = {"statistics", "engine", "game", "farm", "credit", "progress"};
/* Members that depend on the machines that took part, where several did: of several solutions any may come first. */
static const char *const luck_members[] = {"summary", "solution", "other_solution", "mode_reason"};

struct comparison {
    bool distributed;
    unsigned differences; /* all; only the first SHOWN_MAX are listed */
    struct nash_buf list; /* JSON objects, with commas between */
    struct nash_jsonw json;
    bool is_json; /* print no text */
};

static bool is_listed(const char *const names[], size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool ends_with(const char *name, const char *end)
{
    size_t len = strlen(name), end_len = strlen(end);
    return len >= end_len && strcmp(name + len - end_len, end) == 0;
}

/* Returns whether a member may differ between two runs. */
static bool may_differ(const struct comparison *c, const char *name)
{
    return ends_with(name, "_ms") || ends_with(name, "_us") || ends_with(name, "_s") ||
           is_listed(course_members, sizeof course_members / sizeof *course_members, name) ||
           (c->distributed && is_listed(luck_members, sizeof luck_members / sizeof *luck_members, name));
}

/* Writes a value, shortened, or "absent". */
static void show_value(char *out, const cJSON *value)
{
    char *text = value != NULL ? cJSON_PrintUnformatted(value) : NULL;
    snprintf(out, VALUE_SHOWN, "%s", text != NULL ? text : "absent");
    cJSON_free(text);
}

static void add_difference(struct comparison *c, const char *at, const cJSON *recorded, const cJSON *again)
{
    char was[VALUE_SHOWN], is[VALUE_SHOWN];
    if (c->differences++ >= SHOWN_MAX)
        return;
    show_value(was, recorded);
    show_value(is, again);
    nash_jsonw_object(&c->json);
    nash_jsonw_kstring(&c->json, "pointer", at);
    nash_jsonw_kstring(&c->json, "recorded", was);
    nash_jsonw_kstring(&c->json, "again", is);
    nash_jsonw_object_end(&c->json);
    if (!c->is_json)
        printf("DIFFERS: %s\n  recorded  %s\n  again     %s\n", at, was, is);
}

static void compare_values(struct comparison *c, const char *at, const cJSON *recorded, const cJSON *again);

static void compare_objects(struct comparison *c, const char *at, const cJSON *recorded, const cJSON *again)
{
    char pointer[POINTER_MAX];
    const cJSON *item;
    cJSON_ArrayForEach(item, recorded)
    {
        if (!may_differ(c, item->string))
            compare_values(c, nash_pointer(pointer, sizeof pointer, at, item->string), item,
                           nash_json_get(again, item->string));
    }
    cJSON_ArrayForEach(item, again)
    {
        if (!may_differ(c, item->string) && nash_json_get(recorded, item->string) == NULL)
            add_difference(c, nash_pointer(pointer, sizeof pointer, at, item->string), NULL, item);
    }
}

static void compare_arrays(struct comparison *c, const char *at, const cJSON *recorded, const cJSON *again)
{
    char pointer[POINTER_MAX];
    const cJSON *a = recorded->child, *b = again->child;
    for (size_t i = 0; a != NULL || b != NULL; i++) {
        compare_values(c, nash_pointer_index(pointer, sizeof pointer, at, i), a, b);
        a = a != NULL ? a->next : NULL;
        b = b != NULL ? b->next : NULL;
    }
}

static void compare_values(struct comparison *c, const char *at, const cJSON *recorded, const cJSON *again)
{
    if (cJSON_IsObject(recorded) && cJSON_IsObject(again))
        compare_objects(c, at, recorded, again);
    else if (cJSON_IsArray(recorded) && cJSON_IsArray(again))
        compare_arrays(c, at, recorded, again);
    else if (recorded == NULL || again == NULL || !cJSON_Compare(recorded, again, true))
        add_difference(c, at, recorded, again);
}

static void print_json(const struct replay_record *record, const struct comparison *c)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    nash_jsonw_kbool(&out, "verified", c->differences == 0);
    replay_write_head(record, &out);
    nash_jsonw_kuint(&out, "difference_count", c->differences);
    nash_jsonw_kraw(&out, "differences", c->list.data, c->list.len);
    nash_jsonw_object_end(&out);
    puts(nash_buf_cstr(&buf));
    nash_buf_free(&buf);
}

static void print_text(const struct comparison *c)
{
    if (c->differences > SHOWN_MAX)
        printf("and %u more differences\n", c->differences - SHOWN_MAX);
    fputs("solved again with the same seed and compared, without times and how it was found", stdout);
    if (c->distributed)
        fputs("; several machines may have solved it, so any of several solutions may differ too", stdout);
    puts(c->differences == 0 ? "\nverified" : "\nNOT verified");
}

/* Reads the problem, to describe it and to see whether several machines may have solved it. */
static bool read_problem(const struct replay_record *record, struct comparison *c, struct nash_error *error)
{
    const struct nash_body body = {.format = record->format, .text = record->text, .len = strlen(record->text)};
    struct nash_arena *arena = nash_arena_new(record->solver->limits.memory_bytes);
    void *problem = NULL;
    enum nash_status status = arena != NULL ? nash_request_read(record->solver, &body, arena, &problem, NULL, 0, error)
                                            : nash_fail(error, NASH_NOMEM, "", "out of memory");
    if (status == NASH_OK) {
        c->distributed = record->solver->distributed != NULL && record->solver->distributed(problem);
        if (!c->is_json)
            replay_print_head(record, problem);
    }
    nash_arena_free(arena);
    return status == NASH_OK;
}

/* Compares the answer with the record. Fills *error if the answer is not whole. */
static enum replay_outcome compare_answer(const struct replay_record *record, const struct nash_answer *answer,
                                          struct comparison *c, struct nash_error *error)
{
    if (!answer->final) {
        nash_fail(error, NASH_INVALID, "",
                  "a limit of %u ms ended this run, but not that of the record: nothing is compared",
                  record->timeout_ms);
        return REPLAY_FAILED;
    }
    cJSON *again = cJSON_ParseWithLength(answer->json, answer->len);
    if (again == NULL) {
        nash_fail(error, NASH_NOMEM, "", "out of memory");
        return REPLAY_FAILED;
    }
    nash_jsonw_array(&c->json);
    compare_values(c, "", record->result, again);
    nash_jsonw_array_end(&c->json);
    cJSON_Delete(again);
    if (c->is_json)
        print_json(record, c);
    else
        print_text(c);
    return c->differences == 0 ? REPLAY_SAME : REPLAY_DIFFERS;
}

enum replay_outcome replay_solve(const struct replay_record *record, const struct replay_options *options,
                                 struct nash_error *error)
{
    struct comparison c = {.is_json = options->json, .list = NASH_BUF_INIT(0)};
    const struct nash_solve_options solve = {
        .format = record->format, .timeout_ms = record->timeout_ms, .seed = record->seed, .has_seed = true};
    struct nash_answer answer = {0};
    enum replay_outcome outcome = REPLAY_FAILED;
    c.json = NASH_JSONW(&c.list);
    if (!record->final) {
        nash_fail(error, NASH_INVALID, "/final",
                  "a limit or a cancel ended this job, so another run may end differently: nothing can be verified");
        return REPLAY_FAILED;
    }
    if (!read_problem(record, &c, error))
        return REPLAY_FAILED;
    if (nash_solve(record->solver->kind, record->text, strlen(record->text), &solve, &answer) == NASH_OK)
        outcome = compare_answer(record, &answer, &c, error);
    else
        *error = answer.error;
    nash_answer_free(&answer);
    nash_buf_free(&c.list);
    return outcome;
}
