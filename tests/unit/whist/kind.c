#include "kind.h"

#include <ctype.h>

enum { PATH_MAX_BYTES = 96 };

enum nash_status kind_parse(struct kind_case *c, enum nash_format format, const char *text)
{
    struct nash_json doc;
    void *problem = NULL;
    c->arena = nash_arena_new(nash_solver_whist.limits.memory_bytes);
    c->error = (struct nash_error){0};
    enum nash_status status = NASH_OK;
    if (format == NASH_FORMAT_TEXT) {
        status = nash_solver_whist.parse_text(text, strlen(text), c->arena, &problem, &c->error);
    } else {
        status = nash_json_parse(&doc, text, strlen(text), c->arena, &c->error);
        if (status == NASH_OK)
            status = nash_solver_whist.parse(&doc, c->arena, &problem, &c->error);
        nash_json_free(&doc);
    }
    c->problem = problem;
    return status;
}

static void write_answer(struct kind_case *c, const char *text)
{
    struct nash_buf buf = NASH_BUF_INIT(0), one = NASH_BUF_INIT(0), two = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_solver_whist.write(c->problem, &c->result, &out);
    if (nash_json_check(buf.data, buf.len, &c->error) != NASH_OK)
        fail_msg("%.300s: %s in %.300s", text, c->error.detail, nash_buf_cstr(&buf));
    c->json = cJSON_ParseWithLength(buf.data, buf.len);
    nash_solver_whist.write_text(c->problem, &c->result, &one);
    nash_solver_whist.text_of(c->json, &two);
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
        status = nash_solver_whist.solve(c->problem, &c->run, &c->result, &c->error);
    if (status == NASH_OK)
        status = nash_solver_whist.verify(c->problem, &c->result, &c->error);
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
    struct nash_hash key = nash_canonical_key(&nash_solver_whist, c.problem, 0);
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

double kind_number(const struct kind_case *c, const char *path)
{
    const cJSON *at = kind_at(c, path);
    assert_true(cJSON_IsNumber(at));
    return at->valuedouble;
}

int64_t kind_int(const struct kind_case *c, const char *path)
{
    return (int64_t)kind_number(c, path);
}

const char *kind_word(const struct kind_case *c, const char *path)
{
    const cJSON *at = kind_at(c, path);
    assert_true(cJSON_IsString(at));
    return at->valuestring;
}

void kind_random_deal(struct nash_rng *rng, uint32_t order, struct nash_buf *members, char *word)
{
    uint32_t left[2] = {order, order};
    for (uint32_t i = 0; i < 2 * order; i++) {
        bool b = nash_rng_below(rng, left[0] + left[1]) >= left[0];
        left[b]--;
        word[i] = b ? 'b' : 'a';
    }
    word[2 * order] = '\0';
    nash_buf_reset(members);
    for (unsigned hand = 0; hand < 2; hand++) {
        bool first = true;
        nash_buf_printf(members, "%s\"%c\":[", hand ? "," : "", hand ? 'b' : 'a');
        for (uint32_t i = 0; i < 2 * order; i++) {
            if (word[i] != "ab"[hand])
                continue;
            nash_buf_printf(members, "%s%u", first ? "" : ",", 2 * order - i);
            first = false;
        }
        nash_buf_putc(members, ']');
    }
}
