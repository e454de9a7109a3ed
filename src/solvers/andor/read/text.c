/* Reads the text form: a production system in one line, "start 6; goal 1; 6 -> 3,3; 6 -> 4,2; h value; cost k". A line
 * end separates statements too. */
#include <string.h>

#include <solvers/andor/rules/lex.h>
#include <solvers/kit/text_reader.h>

#include "input.h"

static const char separators[] = ";\n";

static bool begins_with_arrow(const char *text)
{
    struct lex lex;
    lex_begin(&lex, text);
    return lex.token.kind == LEX_ARROW;
}

/* Returns the rest of a statement that begins with the word, or NULL. "h -> a, b" is a rule for a node called h. */
static const char *statement_after(const char *statement, const char *word)
{
    size_t len = strlen(word);
    if (strncmp(statement, word, len) != 0 || !text_is_space(statement[len]))
        return NULL;
    for (statement += len; text_is_space(*statement); statement++)
        ;
    return begins_with_arrow(statement) ? NULL : statement;
}

/* Sets a part of the system that may be stated once. */
static void set_once(const struct reader *r, const char *word, const char **part, const char *text)
{
    if (*part)
        reader_fail(r, NASH_INVALID, NULL, "\"%s\" is given twice", word);
    else
        *part = text;
}

static void read_statement(const struct reader *r, const char *text, struct andor_rules_input *in, const char **goal,
                           const char **rule)
{
    const char *start = statement_after(text, "start"), *goals = statement_after(text, "goal"),
               *h = statement_after(text, "h"), *cost = statement_after(text, "cost");
    if (start)
        set_once(r, "start", &in->start, start);
    else if (goals)
        goal[in->goal_count++] = goals;
    else if (cost)
        set_once(r, "cost", &in->cost, cost);
    else if (h)
        set_once(r, "h", &in->h_text, h);
    else
        rule[in->rule_count++] = text;
}

/* Reads all statements. The texts of *in are in the arena. */
static void read_statements(const struct reader *r, const char *text, size_t len, struct andor_rules_input *in)
{
    struct text_span rest = {text, text + len}, statement;
    size_t max = 1;
    for (size_t i = 0; i < len; i++)
        max += strchr(separators, text[i]) != NULL;
    const char **goal = READER_NEW(r, const char *, max), **rule = READER_NEW(r, const char *, max);
    in->goals = goal;
    in->rules = rule;
    while (reader_ok(r) && text_word(&rest, separators, &statement)) {
        statement = text_trim(statement);
        char *copy = nash_arena_strndup(r->root->arena, statement.at, text_length(statement));
        if (!copy)
            reader_nomem(r);
        else if (*copy)
            read_statement(r, copy, in, goal, rule);
    }
}

enum nash_status andor_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                  struct nash_error *error)
{
    struct reader r;
    struct andor_rules_input in = {.node_limit = ANDOR_NODE_LIMIT};
    reader_root(&r, NULL, arena, error);
    struct andor_problem *p = READER_NEW(&r, struct andor_problem, 1);
    if (memchr(text, '\0', len))
        return reader_fail(&r, NASH_INVALID, NULL, "the text contains a NUL byte");
    read_statements(&r, text, len, &in);
    if (!in.start)
        reader_fail(&r, NASH_INVALID, NULL,
                    "the statement \"start\" is missing; example: "
                    "\"start 6; goal 1; 6 -> 3,3; 3 -> 2,1; 2 -> 1,1\"");
    if (!reader_ok(&r))
        return reader_status(&r);
    if (in.h_text)
        in.h = strcmp(in.h_text, "value") == 0 ? ANDOR_H_VALUE : ANDOR_H_EXPRESSION;
    p->form = ANDOR_RULES;
    p->graph.unit = 1;
    andor_options_default(&p->options);
    *problem = p;
    return andor_rules_read(&in, arena, &p->rules, error);
}
