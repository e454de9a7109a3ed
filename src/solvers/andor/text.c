/* The text form: a production system in one line, "start 6; goal 1; 6 -> 3,3; 6 -> 4,2; h value; cost k", and its
 * answer, "10: 6#1 3#1 2#1": the cost, and the connectors of the solution graph where the result lists them. Line ends
 * divide statements too. */
#include <stdio.h>
#include <string.h>

#include "reader.h"
#include "write.h"

enum { NODE_LIMIT = 1000000 };

/* ---- in ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool divides(char c)
{
    return c == ';' || c == '\n';
}

static bool begins_with_arrow(const char *text)
{
    static const char *const arrows[] = {"->", "\xe2\x86\x92", "=>", ":-"};
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++)
        if (strncmp(text, arrows[i], strlen(arrows[i])) == 0)
            return true;
    return false;
}

/* The rest of a statement that begins with this word, or NULL. "h -> a, b" is a rule for a node called h. */
static const char *after(const char *statement, const char *word)
{
    size_t len = strlen(word);
    if (strncmp(statement, word, len) != 0 || !is_blank(statement[len]))
        return NULL;
    for (statement += len; is_blank(*statement); statement++)
        ;
    return begins_with_arrow(statement) ? NULL : statement;
}

static enum nash_status twice(struct nash_error *error, const char *what)
{
    return nash_fail(error, NASH_INVALID, "", "\"%s\" stands here twice: say it once", what);
}

static enum nash_status take_statement(struct andor_rules_draft *draft, const char **goal, const char **rule,
                                       const char *text, struct nash_error *error)
{
    const char *start = after(text, "start"), *goals = after(text, "goal"), *h = after(text, "h"),
               *cost = after(text, "cost");
    if ((start && draft->start) || (h && draft->h_text) || (cost && draft->cost))
        return twice(error, start ? "start" : h ? "h" : "cost");
    if (start)
        draft->start = start;
    else if (goals)
        goal[draft->goal_count++] = goals;
    else if (cost)
        draft->cost = cost;
    else if (h)
        draft->h_text = h;
    else
        rule[draft->rule_count++] = text;
    return NASH_OK;
}

/* Cuts the copy at its dividers, and blanks before them. */
static enum nash_status take_all(char *text, struct andor_rules_draft *draft, const char **goal, const char **rule,
                                 struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    for (char *at = text, *end; *at && status == NASH_OK; at = end) {
        while (is_blank(*at) || divides(*at))
            at++;
        for (end = at; *end && !divides(*end); end++)
            ;
        bool more = *end != '\0';
        *end = '\0';
        for (char *last = end; last > at && is_blank(last[-1]); last--)
            last[-1] = '\0';
        if (*at)
            status = take_statement(draft, goal, rule, at, error);
        end += more;
    }
    return status;
}

enum nash_status andor_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                  struct nash_error *error)
{
    const struct andor_reader r = {.arena = arena, .error = error};
    struct andor_problem *p = NASH_NEW(arena, struct andor_problem, 1);
    struct andor_rules_draft draft = {.node_limit = NODE_LIMIT};
    char *copy = nash_arena_strndup(arena, text, len);
    size_t statements = 1;
    if (memchr(text, '\0', len))
        return nash_fail(error, NASH_INVALID, "", "a NUL byte stands in the text");
    for (size_t i = 0; i < len; i++)
        statements += divides(text[i]);
    const char **goal = NASH_NEW(arena, const char *, statements), **rule = NASH_NEW(arena, const char *, statements);
    if (!p || !copy || !goal || !rule)
        return andor_reader_full(&r);
    draft.goals = goal;
    draft.rules = rule;
    enum nash_status status = take_all(copy, &draft, goal, rule, error);
    if (status != NASH_OK)
        return status;
    if (!draft.start)
        return nash_fail(error, NASH_INVALID, "",
                         "a production system in one line says where it starts: "
                         "\"start 6; goal 1; 6 -> 3,3; 3 -> 2,1; 2 -> 1,1\"");
    if (draft.h_text)
        draft.h = strcmp(draft.h_text, "value") == 0 ? ANDOR_H_VALUE : ANDOR_H_EXPRESSION;
    p->form = ANDOR_RULES;
    p->graph.unit = 1;
    andor_options_default(&p->options);
    *problem = p;
    return andor_rules_read(&draft, arena, &p->rules, error);
}

/* ---- out ---- */

static void put_word(struct nash_buf *out, const char *text)
{
    nash_buf_putc(out, ' ');
    for (; *text; text++)
        nash_buf_putc(out, (unsigned char)*text < ' ' ? '?' : *text);
}

/* The same words from what was found and from its JSON. */
static void put_outcome(struct nash_buf *out, bool known, bool solvable)
{
    if (!known)
        nash_buf_puts(out, "unknown");
    else if (!solvable)
        nash_buf_puts(out, "unsolvable");
}

void andor_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct andor_problem *p = problem;
    const struct andor_answer *a = result->answer;
    struct andor_writer w = {.p = p, .a = a, .name = NASH_BUF_INIT(0)};
    struct nash_jsonw none = NASH_JSONW(out);
    w.out = &none;
    put_outcome(out, a->known, a->solvable);
    if (!a->known || !a->solvable)
        return;
    andor_put_cost(out, a->cost, a->graph->unit);
    if (andor_tells_solution(p, a)) {
        nash_buf_putc(out, ':');
        for (uint32_t i = 0; i < a->solution_count; i++)
            put_word(out, andor_connector_text(&w, a->solution[i].connector));
    }
    nash_buf_free(&w.name);
}

static void put_number(struct nash_buf *out, double value)
{
    char text[400];
    int len = snprintf(text, sizeof text, "%.6f", value);
    while (len > 0 && text[len - 1] == '0')
        len--;
    len -= len > 0 && text[len - 1] == '.';
    nash_buf_add(out, text, (size_t)len);
}

void andor_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *solvable = nash_json_get(result, "solvable"), *cost = nash_json_get(result, "cost");
    const cJSON *solution = nash_json_get(result, "solution"), *item;
    put_outcome(out, cJSON_IsBool(solvable), cJSON_IsTrue(solvable));
    if (!cJSON_IsTrue(solvable))
        return;
    if (cJSON_IsString(cost))
        nash_buf_puts(out, cost->valuestring);
    else
        put_number(out, cost->valuedouble);
    if (solution)
        nash_buf_putc(out, ':');
    cJSON_ArrayForEach(item, solution)
    {
        if (cJSON_IsString(item)) {
            put_word(out, item->valuestring);
        } else { /* a pair of numbers */
            nash_buf_putc(out, ' ');
            put_number(out, cJSON_GetArrayItem(item, 1)->valuedouble);
        }
    }
}
