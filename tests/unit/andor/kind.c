#include "kind.h"

enum nash_status kind_parse(struct kind_case *c, const char *text)
{
    struct nash_json doc;
    void *problem = NULL;
    c->arena = nash_arena_new(nash_solver_andor.limits.memory_bytes);
    c->error = (struct nash_error){0};
    enum nash_status status = nash_json_parse(&doc, text, strlen(text), c->arena, &c->error);
    if (status == NASH_OK)
        status = nash_solver_andor.parse(&doc, c->arena, &problem, &c->error);
    nash_json_free(&doc);
    c->problem = problem;
    return status;
}

void kind_solve(struct kind_case *c, const char *text)
{
    struct nash_buf buf = NASH_BUF_INIT(0), one = NASH_BUF_INIT(0), two = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    enum nash_status status = kind_parse(c, text);
    c->run.arena = c->arena;
    if (status == NASH_OK)
        status = nash_solver_andor.solve(c->problem, &c->run, &c->result, &c->error);
    if (status == NASH_OK)
        status = nash_solver_andor.verify(c->problem, &c->result, &c->error);
    if (status != NASH_OK)
        fail_msg("%.2000s: %s: %s %s", text, nash_status_name(status), c->error.pointer, c->error.detail);
    c->answer = c->result.answer;
    nash_solver_andor.write(c->problem, &c->result, &out);
    if (nash_json_check(buf.data, buf.len, &c->error) != NASH_OK)
        fail_msg("%.2000s: %s in %.300s", text, c->error.detail, nash_buf_cstr(&buf));
    c->json = cJSON_ParseWithLength(buf.data, buf.len);
    nash_solver_andor.write_text(c->problem, &c->result, &one);
    nash_solver_andor.text_of(c->json, &two);
    assert_string_equal(nash_buf_cstr(&one), nash_buf_cstr(&two));
    nash_buf_free(&one);
    nash_buf_free(&two);
    nash_buf_free(&buf);
}

void kind_free(struct kind_case *c)
{
    cJSON_Delete(c->json);
    nash_arena_free(c->arena);
    *c = (struct kind_case){0};
}

struct nash_hash kind_key(const char *text)
{
    struct kind_case c = {0};
    if (kind_parse(&c, text) != NASH_OK)
        fail_msg("%.300s: %s %s", text, c.error.pointer, c.error.detail);
    struct nash_hash key = nash_canonical_key(&nash_solver_andor, c.problem, 0);
    kind_free(&c);
    return key;
}

const cJSON *kind_at(const struct kind_case *c, const char *path)
{
    char copy[96], *rest = NULL;
    const cJSON *item = c->json;
    snprintf(copy, sizeof copy, "%s", path);
    for (char *step = strtok_r(copy, "/", &rest); step && item; step = strtok_r(NULL, "/", &rest))
        item =
            cJSON_IsArray(item) ? cJSON_GetArrayItem(item, atoi(step)) : cJSON_GetObjectItemCaseSensitive(item, step);
    return item;
}

/* ---- graphs as text ---- */

static void put_comma(struct nash_buf *out, uint32_t i)
{
    if (i)
        nash_buf_putc(out, ',');
}

static void print_verbose(const struct andor_graph *g, struct nash_buf *out)
{
    uint32_t i = 0;
    nash_buf_printf(out, "{\"root\":\"n(%u)\",\"nodes\":[", g->root);
    for (uint32_t v = 0; v < g->nodes; v++)
        nash_buf_printf(out, "%s{\"id\":\"n(%u)\",\"h\":%llu}", v ? "," : "", v, (unsigned long long)andor_h(g, v));
    nash_buf_puts(out, "],\"terminals\":[");
    for (uint32_t v = 0; v < g->nodes; v++)
        if (andor_is_terminal(g, v))
            nash_buf_printf(out, "%s\"n(%u)\"", i++ ? "," : "", v);
    nash_buf_puts(out, "],\"connectors\":[");
    for (uint32_t v = 0; v < g->nodes; v++)
        for (uint32_t c = g->first[v]; c < g->last[v]; c++) {
            nash_buf_printf(out, "%s{\"from\":\"n(%u)\",\"cost\":%llu,\"to\":[", c ? "," : "", v,
                            (unsigned long long)andor_cost(g, c));
            for (uint32_t e = g->to[c]; e < g->to[c + 1]; e++)
                nash_buf_printf(out, "%s\"n(%u)\"", e > g->to[c] ? "," : "", g->succ[e]);
            nash_buf_puts(out, "]}");
        }
    nash_buf_puts(out, "]");
}

static void print_array(struct nash_buf *out, const char *name, const uint32_t *value, uint32_t count)
{
    nash_buf_printf(out, ",\"%s\":[", name);
    for (uint32_t i = 0; i < count; i++) {
        put_comma(out, i);
        nash_buf_u64(out, value[i]);
    }
    nash_buf_putc(out, ']');
}

static void print_compact(const struct andor_graph *g, struct nash_buf *out)
{
    uint32_t i = 0;
    nash_buf_printf(out, "{\"n\":%u,\"root\":%u,\"terminals\":[", g->nodes, g->root);
    for (uint32_t v = 0; v < g->nodes; v++)
        if (andor_is_terminal(g, v))
            nash_buf_printf(out, "%s%u", i++ ? "," : "", v);
    nash_buf_printf(out, "],\"off\":[0");
    for (uint32_t v = 0; v < g->nodes; v++)
        nash_buf_printf(out, ",%u", g->last[v]);
    nash_buf_putc(out, ']');
    print_array(out, "soff", g->to, g->connectors + 1);
    print_array(out, "succ", g->succ, g->edges);
    nash_buf_puts(out, ",\"cost\":[");
    for (uint32_t c = 0; c < g->connectors; c++) {
        put_comma(out, c);
        nash_buf_u64(out, andor_cost(g, c));
    }
    nash_buf_puts(out, "],\"h\":[");
    for (uint32_t v = 0; v < g->nodes; v++) {
        put_comma(out, v);
        nash_buf_u64(out, andor_h(g, v));
    }
    nash_buf_puts(out, "]");
}

static void print_rules(const struct andor_graph *g, struct nash_buf *out)
{
    uint32_t i = 0;
    nash_buf_printf(out, "{\"start\":\"n(%u)\",\"goals\":[", g->root);
    for (uint32_t v = 0; v < g->nodes; v++)
        if (andor_is_terminal(g, v))
            nash_buf_printf(out, "%s\"n(%u)\"", i++ ? "," : "", v);
    nash_buf_puts(out, "],\"rules\":[");
    for (uint32_t v = 0; v < g->nodes; v++)
        for (uint32_t c = g->first[v]; c < g->last[v]; c++) {
            /* every second one with a variable */
            nash_buf_printf(out, c % 2 ? "%s\"n(x) ->" : "%s\"n(%u) ->", c ? "," : "", v);
            for (uint32_t e = g->to[c]; e < g->to[c + 1]; e++)
                nash_buf_printf(out, "%s n(%u)", e > g->to[c] ? "," : "", g->succ[e]);
            if (c % 2)
                nash_buf_printf(out, " if x = %u", v);
            nash_buf_printf(out, " cost %llu\"", (unsigned long long)andor_cost(g, c));
        }
    nash_buf_puts(out, "],\"h\":{");
    for (uint32_t v = 0; v < g->nodes; v++)
        nash_buf_printf(out, "%s\"n(%u)\":%llu", v ? "," : "", v, (unsigned long long)andor_h(g, v));
    nash_buf_puts(out, "}");
}

void kind_print(const struct andor_graph *g, enum andor_form form, const char *more, struct nash_buf *out)
{
    (form == ANDOR_VERBOSE ? print_verbose : form == ANDOR_COMPACT ? print_compact : print_rules)(g, out);
    nash_buf_puts(out, more);
    nash_buf_putc(out, '}');
}
