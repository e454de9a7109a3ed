#include "readings.h"

#include <string.h>

#include <nash/nash.h>

enum reading_rank { READING_LIKELY, READING_DOUBTFUL, READING_RANKS };

struct readings {
    struct nash_body body;
    struct nash_arena *arena;
    size_t arena_bytes;
    struct nash_buf found[READING_RANKS], refused; /* members of the arrays, with commas between them */
};

static struct nash_jsonw writer_after(struct nash_buf *out)
{
    return (struct nash_jsonw){.out = out, .comma = out->len > 0};
}

static void write_summary(const struct nash_solver *solver, const void *problem, struct nash_jsonw *json)
{
    struct nash_buf words = NASH_BUF_INIT(0);
    if (solver->describe)
        solver->describe(problem, &words);
    nash_jsonw_kstring(json, "summary", words.len > 0 ? nash_buf_cstr(&words) : solver->title);
    nash_buf_free(&words);
}

static void write_problem(const struct readings *readings, const struct nash_solver *solver, const void *problem,
                          struct nash_jsonw *json)
{
    const struct nash_body *body = &readings->body;
    nash_jsonw_key(json, "problem");
    if (body->format == NASH_FORMAT_JSON) {
        nash_jsonw_raw(json, body->text, body->len);
    } else if (solver->write_problem) {
        solver->write_problem(problem, json);
    } else {
        nash_jsonw_object(json);
        nash_jsonw_key(json, "text");
        nash_jsonw_string_n(json, body->text, body->len);
        nash_jsonw_object_end(json);
    }
}

static void add_reading(struct readings *readings, const struct nash_solver *solver, const void *problem)
{
    bool doubtful = readings->body.format == NASH_FORMAT_TEXT && solver->doubtful && solver->doubtful(problem);
    struct nash_jsonw json = writer_after(&readings->found[doubtful ? READING_DOUBTFUL : READING_LIKELY]);
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "kind", solver->kind);
    write_problem(readings, solver, problem, &json);
    write_summary(solver, problem, &json);
    nash_jsonw_object_end(&json);
}

static void add_refusal(struct readings *readings, const struct nash_solver *solver, const struct nash_error *error)
{
    struct nash_jsonw json = writer_after(&readings->refused);
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "kind", solver->kind);
    nash_jsonw_kstring(&json, "detail", error->detail);
    nash_jsonw_object_end(&json);
}

/* Tries all kinds. Returns whether one can read the body. */
static bool try_kinds(struct readings *readings, enum nash_format format)
{
    size_t count;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    readings->body.format = format;
    nash_buf_reset(&readings->refused);
    for (size_t i = 0; i < count; i++) {
        struct nash_error error;
        void *problem;
        nash_arena_reset(readings->arena, readings->arena_bytes);
        if (nash_request_read(kinds[i], &readings->body, readings->arena, &problem, NULL, 0, &error) == NASH_OK)
            add_reading(readings, kinds[i], problem);
        else
            add_refusal(readings, kinds[i], &error);
    }
    return readings->found[READING_LIKELY].len + readings->found[READING_DOUBTFUL].len > 0;
}

/* Returns whether the body is one JSON object. */
static bool is_object(const struct nash_body *body)
{
    size_t blank = 0;
    while (blank < body->len && strchr(" \t\r\n", body->text[blank]) && body->text[blank])
        blank++;
    return blank < body->len && body->text[blank] == '{' && nash_json_check(body->text, body->len, NULL) == NASH_OK;
}

static enum nash_status write_refusals(struct readings *readings, struct nash_buf *out, struct nash_error *error)
{
    struct nash_jsonw json = NASH_JSONW(out);
    nash_jsonw_array(&json);
    nash_jsonw_raw(&json, readings->refused.data, readings->refused.len);
    nash_jsonw_array_end(&json);
    return nash_fail_type(error, NASH_UNPROCESSABLE, "unreadable", "",
                          "no kind of this server can read the body; `tried` has the reason of each");
}

static void write_found(const struct readings *readings, struct nash_buf *out)
{
    struct nash_jsonw json = NASH_JSONW(out);
    nash_jsonw_array(&json);
    for (int rank = 0; rank < READING_RANKS; rank++)
        if (readings->found[rank].len > 0)
            nash_jsonw_raw(&json, readings->found[rank].data, readings->found[rank].len);
    nash_jsonw_array_end(&json);
}

enum nash_status readings_write(const char *text, size_t len, struct nash_arena *arena, size_t arena_bytes,
                                struct nash_buf *out, struct nash_error *error)
{
    struct readings readings = {.body = {.text = text, .len = len},
                                .arena = arena,
                                .arena_bytes = arena_bytes,
                                .found = {NASH_BUF_INIT(0), NASH_BUF_INIT(0)},
                                .refused = NASH_BUF_INIT(0)};
    enum nash_status status = NASH_OK;
    if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) { /* a byte order mark, which JSON excludes */
        readings.body.text += 3;
        readings.body.len -= 3;
    }
    bool object = is_object(&readings.body);
    if (!(object && try_kinds(&readings, NASH_FORMAT_JSON)) && !try_kinds(&readings, NASH_FORMAT_TEXT)) {
        if (object)
            try_kinds(&readings, NASH_FORMAT_JSON); /* its reasons are those that help */
        status = write_refusals(&readings, out, error);
    } else {
        write_found(&readings, out);
    }
    out->failed |= readings.refused.failed || readings.found[0].failed || readings.found[1].failed;
    nash_buf_free(&readings.refused);
    for (int rank = 0; rank < READING_RANKS; rank++)
        nash_buf_free(&readings.found[rank]);
    return status;
}
