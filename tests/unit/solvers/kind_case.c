#include "kind_case.h"

enum { PATH_MAX_BYTES = 96 };

enum nash_status kind_parse(struct kind_case *c, enum nash_format format, const char *text)
{
    struct nash_json doc;
    void *problem = NULL;
    c->arena = nash_arena_new(kind_solver->limits.memory_bytes);
    c->error = (struct nash_error){0};
    enum nash_status status = NASH_OK;
    if (format == NASH_FORMAT_TEXT) {
        status = kind_solver->parse_text(text, strlen(text), NULL, c->arena, &problem, &c->error);
    } else {
        status = nash_json_parse(&doc, text, strlen(text), c->arena, &c->error);
        if (status == NASH_OK)
            status = kind_solver->parse(&doc, c->arena, &problem, &c->error);
        nash_json_free(&doc);
    }
    c->problem = problem;
    return status;
}

static void write_answer(struct kind_case *c, const char *text)
{
    struct nash_buf buf = NASH_BUF_INIT(0), one = NASH_BUF_INIT(0), two = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    kind_solver->write(c->problem, &c->result, &out);
    if (nash_json_check(buf.data, buf.len, &c->error) != NASH_OK)
        fail_msg("%.300s: %s in %.300s", text, c->error.detail, nash_buf_cstr(&buf));
    c->json = cJSON_ParseWithLength(buf.data, buf.len);
    assert_string_equal(c->json->child->string, "summary");
    assert_in_range(strlen(kind_word(c, "summary")), 1, NASH_SUMMARY_MAX);
    assert_null(strpbrk(kind_word(c, "summary"), "\"\\"));
    nash_write_text(kind_solver, c->problem, &c->result, &one);
    kind_solver->text_of(c->json, &two);
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
        status = kind_solver->solve(c->problem, &c->run, &c->result, &c->error);
    if (status == NASH_OK)
        status = kind_solver->verify(c->problem, &c->result, &c->error);
    if (status != NASH_OK)
        fail_msg("%.300s: %s: %s %s", text, nash_status_name(status), c->error.pointer, c->error.detail);
    write_answer(c, text);
}

void kind_free(struct kind_case *c)
{
    cJSON_Delete(c->json);
    nash_arena_free(c->arena);
    *c = (struct kind_case){0};
}

void kind_refuses(enum nash_format format, const char *text, enum nash_status status, const char *pointer,
                  const char *word)
{
    struct kind_case c = {0};
    enum nash_status got = kind_parse(&c, format, text);
    if (got != status || c.error.status != status || strcmp(c.error.pointer, pointer) != 0 || !*c.error.detail ||
        !strstr(c.error.detail, word))
        fail_msg("%.300s: %s at \"%s\": %s", text, nash_status_name(got), c.error.pointer, c.error.detail);
    kind_free(&c);
}

struct nash_hash kind_key(enum nash_format format, const char *text)
{
    struct kind_case c = {0};
    if (kind_parse(&c, format, text) != NASH_OK)
        fail_msg("%.300s: %s %s", text, c.error.pointer, c.error.detail);
    struct nash_hash key = nash_canonical_key(kind_solver, c.problem, 0);
    kind_free(&c);
    return key;
}

void kind_keys(enum nash_format one_format, const char *one, enum nash_format two_format, const char *two, bool same)
{
    struct nash_hash first = kind_key(one_format, one), second = kind_key(two_format, two);
    if ((memcmp(&first, &second, sizeof first) == 0) != same)
        fail_msg("%s and %s: %s", one, two, same ? "two keys" : "one key");
}

const cJSON *kind_find(const struct kind_case *c, const char *path)
{
    char step[PATH_MAX_BYTES];
    const cJSON *at = c->json;
    while (at && *path) {
        size_t len = strcspn(path, "/");
        memcpy(step, path, len);
        step[len] = '\0';
        at = cJSON_IsArray(at) ? cJSON_GetArrayItem(at, atoi(step)) : cJSON_GetObjectItemCaseSensitive(at, step);
        path += len + (path[len] == '/');
    }
    return at;
}

bool kind_has(const struct kind_case *c, const char *path)
{
    return kind_find(c, path) != NULL;
}

const cJSON *kind_at(const struct kind_case *c, const char *path)
{
    const cJSON *at = kind_find(c, path);
    if (!at) {
        char *text = cJSON_PrintUnformatted(c->json);
        fail_msg("no %s in %.1000s", path, text);
    }
    return at;
}

double kind_number(const struct kind_case *c, const char *path)
{
    const cJSON *at = kind_at(c, path);
    assert_true(cJSON_IsNumber(at));
    return at->valuedouble;
}

int kind_int(const struct kind_case *c, const char *path)
{
    return (int)kind_number(c, path);
}

const char *kind_word(const struct kind_case *c, const char *path)
{
    const cJSON *at = kind_at(c, path);
    assert_true(cJSON_IsString(at));
    return at->valuestring;
}
