#include "kind.h"

#include <ctype.h>

enum { PATH_MAX_BYTES = 96 };

enum nash_status kind_parse(struct kind_case *c, enum nash_format format, const char *text)
{
    struct nash_json doc;
    void *problem = NULL;
    c->arena = nash_arena_new(nash_solver_matrix.limits.memory_bytes);
    c->error = (struct nash_error){0};
    enum nash_status status = NASH_OK;
    if (format == NASH_FORMAT_TEXT) {
        status = nash_solver_matrix.parse_text(text, strlen(text), c->arena, &problem, &c->error);
    } else {
        status = nash_json_parse(&doc, text, strlen(text), c->arena, &c->error);
        if (status == NASH_OK)
            status = nash_solver_matrix.parse(&doc, c->arena, &problem, &c->error);
        nash_json_free(&doc);
    }
    c->problem = problem;
    return status;
}

static void write_answer(struct kind_case *c, const char *text)
{
    struct nash_buf buf = NASH_BUF_INIT(0), one = NASH_BUF_INIT(0), two = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_solver_matrix.write(c->problem, &c->result, &out);
    if (nash_json_check(buf.data, buf.len, &c->error) != NASH_OK)
        fail_msg("%.300s: %s in %.300s", text, c->error.detail, nash_buf_cstr(&buf));
    c->json = cJSON_ParseWithLength(buf.data, buf.len);
    nash_solver_matrix.write_text(c->problem, &c->result, &one);
    nash_solver_matrix.text_of(c->json, &two);
    assert_string_equal(nash_buf_cstr(&one), nash_buf_cstr(&two));
    nash_buf_free(&buf);
    nash_buf_free(&one);
    nash_buf_free(&two);
}

void kind_solve(struct kind_case *c, enum nash_format format, const char *text)
{
    enum nash_status status = kind_parse(c, format, text);
    c->run.arena = c->arena;
    if (status == NASH_OK)
        status = nash_solver_matrix.solve(c->problem, &c->run, &c->result, &c->error);
    if (status == NASH_OK)
        status = nash_solver_matrix.verify(c->problem, &c->result, &c->error);
    if (status != NASH_OK)
        fail_msg("%.300s: %s: %s %s", text, nash_status_name(status), c->error.pointer, c->error.detail);
    c->answer = c->result.answer;
    write_answer(c, text);
}

void kind_free(struct kind_case *c)
{
    cJSON_Delete(c->json);
    nash_arena_free(c->arena);
    *c = (struct kind_case){0};
}

struct nash_hash kind_key(enum nash_format format, const char *text)
{
    struct kind_case c = {0};
    if (kind_parse(&c, format, text) != NASH_OK)
        fail_msg("%.300s: %s %s", text, c.error.pointer, c.error.detail);
    struct nash_hash key = nash_canonical_key(&nash_solver_matrix, c.problem, 0);
    kind_free(&c);
    return key;
}

static const cJSON *find(const struct kind_case *c, const char *path)
{
    char step[PATH_MAX_BYTES];
    const cJSON *at = c->json;
    while (at && *path) {
        size_t len = strcspn(path, "/");
        memcpy(step, path, len);
        step[len] = '\0';
        at = isdigit((unsigned char)*step) ? cJSON_GetArrayItem(at, atoi(step)) : cJSON_GetObjectItem(at, step);
        path += len + (path[len] == '/');
    }
    return at;
}

bool kind_has(const struct kind_case *c, const char *path)
{
    return find(c, path) != NULL;
}

const cJSON *kind_at(const struct kind_case *c, const char *path)
{
    const cJSON *at = find(c, path);
    if (!at) {
        char *text = cJSON_PrintUnformatted(c->json);
        fail_msg("no %s in %.1000s", path, text);
    }
    return at;
}

void kind_is(const struct kind_case *c, const char *path, const char *json)
{
    char *text = cJSON_PrintUnformatted(kind_at(c, path));
    if (strcmp(text, json) != 0)
        fail_msg("%s is %.500s, not %.500s", path, text, json);
    cJSON_free(text);
}

void kind_refused(enum nash_format format, const char *text, enum nash_status status, const char *pointer)
{
    struct kind_case c = {0};
    enum nash_status got = kind_parse(&c, format, text);
    if (got != status || c.error.status != status || strcmp(c.error.pointer, pointer) != 0 || !*c.error.detail)
        fail_msg("%.300s: %s at '%s': %s", text, nash_status_name(got), c.error.pointer, c.error.detail);
    kind_free(&c);
}

void kind_random_table(struct nash_rng *rng, uint32_t rows, uint32_t cols, int lo, int hi, struct nash_buf *out,
                       int64_t *entry)
{
    nash_buf_putc(out, '[');
    for (uint32_t i = 0; i < rows; i++) {
        nash_buf_puts(out, i ? ",[" : "[");
        for (uint32_t j = 0; j < cols; j++) {
            *entry = lo + (int64_t)nash_rng_below(rng, (uint64_t)(hi - lo + 1));
            nash_buf_puts(out, j ? "," : "");
            nash_buf_i64(out, *entry++);
        }
        nash_buf_putc(out, ']');
    }
    nash_buf_putc(out, ']');
}
