/* Reads the text form: a production system as statements that a semicolon or a line end separates.
 *
 *     start 6; goal 1; 6 -> 3,3; 6 -> 4,2; h value; cost k
 *     h n1 = 2, T(1,4) = 3          h of named nodes, in one statement or in several
 *     h(n1) = 2, h(n2) = 4          the same in the notation of the lecture notes
 *     k_best 12                     list the 12 best solution graphs
 *     solution_graph n0#2 n5#1      check these connectors
 *
 * A copy of the text is cut into its statements, so that an error anywhere has the line of the text. */
#include <string.h>

#include <solvers/andor/rules/lex.h>
#include <solvers/kit/beside_text.h>
#include <solvers/kit/text_reader.h>

#include "input.h"

static const char separators[] = ";\n";

struct statements {
    struct text_reader text; /* the text as given, for the line of an error */
    struct lex_document document;
    struct andor_rules_input in;
    const char **goal, **rule, **h_name;
    uint64_t *h_value;
    uint32_t k_best;
    struct andor_candidate *candidate; /* NULL: none */
};

/* Returns the place in the text of a place in its copy. */
static const char *text_place(const struct statements *s, const char *at)
{
    return s->document.text + (at - s->document.copy);
}

/* ---- h of named nodes ---- */

/* Returns the first character from `at` on that is in `wanted` and outside parentheses, or `end`. An '=' that is part
 * of a comparison or an arrow is skipped. */
static char *find_outside(char *at, char *end, const char *wanted)
{
    for (int depth = 0; at < end; at++) {
        bool other = *at == '=' && (strchr("<>!=", at[-1]) || at[1] == '=' || at[1] == '>');
        if (strchr(wanted, *at) && depth == 0 && !other)
            return at;
        depth += (*at == '(') - (*at == ')');
    }
    return end;
}

/* Cuts the name out of "n1" or, in the notation h(n1), out of its parentheses. Returns NULL if they do not match. */
static const char *cut_name(struct text_span name, bool in_parentheses)
{
    name = text_trim(name);
    if (in_parentheses) {
        if (!text_accept(&name, 'h') || !text_accept(&name, '(') || name.at == name.end || name.end[-1] != ')')
            return NULL;
        name.end--;
        name = text_trim(name);
    }
    *(char *)name.end = '\0';
    return name.at;
}

/* Reads "n1 = 2". */
static void read_h_entry(struct statements *s, char *at, char *end, bool in_parentheses)
{
    char *equal = find_outside(at, end, "=");
    struct text_span value = text_trim((struct text_span){equal < end ? equal + 1 : end, end});
    int64_t number = -1;
    *end = '\0';
    if (equal < end && (!text_int(value, &number) || number < 0 || number >= INT64_C(1) << 53)) {
        text_fail(&s->text, NASH_INVALID, text_place(s, at),
                  "the h of a node must be an integer from 0 to 9007199254740991, found \"%.60s\"", value.at);
        return;
    }
    const char *name = equal < end ? cut_name((struct text_span){at, equal}, in_parentheses) : NULL;
    if (!name) {
        text_fail(&s->text, NASH_INVALID, text_place(s, at),
                  "expected the h of a node, as in \"h n1 = 2, n2 = 4\", found \"%.60s\"", at);
        return;
    }
    s->in.h = ANDOR_H_TABLE;
    s->h_name[s->in.h_count] = name;
    s->h_value[s->in.h_count++] = (uint64_t)number;
}

/* Reads the values of a statement, which commas separate. */
static void read_h_entries(struct statements *s, char *at, bool in_parentheses)
{
    char *end = at + strlen(at);
    while (at < end) {
        char *comma = find_outside(at, end, ",");
        bool last = comma == end;
        while (at < comma && text_is_space(*at))
            at++;
        read_h_entry(s, at, comma, in_parentheses);
        at = last ? end : comma + 1;
        if (!last && at == end)
            text_fail(&s->text, NASH_INVALID, text_place(s, comma), "expected the h of a node after the comma");
    }
}

/* ---- questions ---- */

static void read_k_best(struct statements *s, const char *text)
{
    int64_t k = 0;
    if (s->k_best)
        text_fail(&s->text, NASH_INVALID, text_place(s, text), "\"k_best\" is given twice");
    else if (!text_int((struct text_span){text, text + strlen(text)}, &k) || k < 1 || k > ANDOR_K_BEST_MAX)
        text_fail(&s->text, NASH_INVALID, text_place(s, text),
                  "k_best must be an integer from 1 to %d, found \"%.60s\"", ANDOR_K_BEST_MAX, text);
    else
        s->k_best = (uint32_t)k;
}

/* Reads the connectors of a solution graph, which spaces or commas outside parentheses separate. */
static void read_solution_graph(struct statements *s, const struct reader *r, char *text)
{
    size_t length = strlen(text);
    if (s->candidate)
        text_fail(&s->text, NASH_INVALID, text_place(s, text), "\"solution_graph\" is given twice");
    s->candidate = READER_NEW(r, struct andor_candidate, 1);
    struct andor_named_choice *choice = READER_NEW(r, struct andor_named_choice, length / 2 + 1);
    if (!reader_ok(r))
        return;
    s->candidate->choice = choice;
    for (char *at = text, *end = text + length; at < end;) {
        char *stop = find_outside(at, end, ", \t\n\v\f\r");
        *stop = '\0';
        if (stop > at)
            choice[s->candidate->count++].connector = at;
        at = stop + 1;
    }
}

/* ---- statements ---- */

static bool begins_with_arrow(const char *text)
{
    struct lex lex;
    lex_begin(&lex, text);
    return lex.token.kind == LEX_ARROW;
}

/* Returns the rest of a statement that begins with the word, or NULL. "h -> a, b" is a rule for a node called h. */
static char *statement_after(char *statement, const char *word)
{
    size_t len = strlen(word);
    if (strncmp(statement, word, len) != 0 || !text_is_space(statement[len]))
        return NULL;
    for (statement += len; text_is_space(*statement); statement++)
        ;
    return begins_with_arrow(statement) ? NULL : statement;
}

/* Returns whether a statement gives h in the notation "h(n1) = 2": a rule for h(n1) has an arrow. */
static bool is_h_of(const char *statement)
{
    struct lex lex;
    lex_begin(&lex, statement);
    bool is = lex.token.kind == LEX_NAME && lex.token.len == 1 && *lex.token.text == 'h' && lex_next_is(&lex, '(');
    for (; is && lex.token.kind != LEX_END; lex_next(&lex))
        is = lex.token.kind != LEX_ARROW;
    return is;
}

/* Sets a part of the system that may be stated once. */
static void set_once(const struct statements *s, const char *word, const char **part, const char *text)
{
    if (*part)
        text_fail(&s->text, NASH_INVALID, text_place(s, text), "\"%s\" is given twice", word);
    else
        *part = text;
}

static void read_h(struct statements *s, char *text, bool in_parentheses)
{
    char *end = text + strlen(text);
    bool table = in_parentheses || find_outside(text, end, "=") < end;
    if ((table && s->in.h_text) || (!table && s->in.h == ANDOR_H_TABLE))
        text_fail(&s->text, NASH_INVALID, text_place(s, text),
                  "\"h\" is given twice, as an expression and as values of nodes");
    else if (table)
        read_h_entries(s, text, in_parentheses);
    else
        set_once(s, "h", &s->in.h_text, text);
}

static void read_statement(struct statements *s, const struct reader *r, char *text)
{
    char *start = statement_after(text, "start"), *goal = statement_after(text, "goal"),
         *h = statement_after(text, "h"), *cost = statement_after(text, "cost"),
         *k_best = statement_after(text, "k_best"), *given = statement_after(text, "solution_graph");
    if (start)
        set_once(s, "start", &s->in.start, start);
    else if (goal)
        s->goal[s->in.goal_count++] = goal;
    else if (cost)
        set_once(s, "cost", &s->in.cost, cost);
    else if (k_best)
        read_k_best(s, k_best);
    else if (given)
        read_solution_graph(s, r, given);
    else if (h || is_h_of(text))
        read_h(s, h ? h : text, !h);
    else
        s->rule[s->in.rule_count++] = text;
}

/* ---- the whole text ---- */

static bool statements_init(struct statements *s, const struct reader *r, const char *text, size_t len)
{
    size_t statements = 1, values = 1;
    char *copy = nash_arena_strndup(r->root->arena, text, len);
    if (!copy) {
        reader_nomem(r);
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        statements += strchr(separators, text[i]) != NULL;
        values += text[i] == '=';
    }
    *s = (struct statements){.document = {text, len, copy},
                             .goal = READER_NEW(r, const char *, statements),
                             .rule = READER_NEW(r, const char *, statements),
                             .h_name = READER_NEW(r, const char *, values),
                             .h_value = READER_NEW(r, uint64_t, values)};
    text_begin(&s->text, r, text, len);
    s->in = (struct andor_rules_input){.document = &s->document,
                                       .goals = s->goal,
                                       .rules = s->rule,
                                       .h_names = s->h_name,
                                       .h_values = s->h_value,
                                       .node_limit = ANDOR_NODE_LIMIT};
    return reader_ok(r);
}

/* Cuts the copy of the text into statements and reads them. */
static void read_statements(struct statements *s, const struct reader *r)
{
    char *at = (char *)s->document.copy, *end = at + s->document.len;
    while (reader_ok(r) && at < end) {
        char *stop = at + strcspn(at, separators);
        struct text_span statement = text_trim((struct text_span){at, stop});
        *(char *)statement.end = '\0';
        if (statement.at < statement.end)
            read_statement(s, r, (char *)statement.at);
        at = stop + 1;
    }
    if (s->in.h_text)
        s->in.h = strcmp(s->in.h_text, "value") == 0 ? ANDOR_H_VALUE : ANDOR_H_EXPRESSION;
}

/* Refuses a question that is asked in the text and beside it. */
static void check_question(const struct reader *r, const char *name, bool beside, bool in_text)
{
    if (beside && in_text)
        reader_fail(r, NASH_UNPROCESSABLE, name, "stands in the text, too: leave one of them out");
}

/* Reads the text into the rules of a problem. */
static void read_system(struct reader *r, const char *text, size_t len, uint32_t node_limit, struct andor_problem *p)
{
    struct statements s;
    struct nash_error error;
    if (!statements_init(&s, r, text, len))
        return;
    s.in.node_limit = node_limit;
    read_statements(&s, r);
    if (!s.in.start)
        reader_fail(r, NASH_INVALID, NULL,
                    "the statement \"start\" is missing; example: "
                    "\"start 6; goal 1; 6 -> 3,3; 3 -> 2,1; 2 -> 1,1\"");
    if (!reader_ok(r))
        return;
    p->form = ANDOR_RULES;
    p->graph.unit = 1;
    check_question(r, "k_best", p->options.k_best != 0, s.k_best != 0);
    check_question(r, "solution_graph", p->candidate != NULL, s.candidate != NULL);
    if (s.candidate)
        p->candidate = s.candidate;
    if (s.k_best)
        p->options.k_best = s.k_best;
    if (andor_rules_read(&s.in, r->root->arena, &p->rules, &error) != NASH_OK)
        reader_adopt(r, &error);
}

enum nash_status andor_parse_text(const char *text, size_t len, const struct nash_json *members,
                                  struct nash_arena *arena, void **problem, struct nash_error *error)
{
    struct reader r;
    uint32_t node_limit;
    size_t characters;
    reader_beside_text(&r, members, arena, error);
    struct andor_problem *p = READER_NEW(&r, struct andor_problem, 1);
    if (!p)
        return reader_status(&r);
    andor_read_beside_text(&r, p, &node_limit);
    if (text && memchr(text, '\0', len))
        reader_fail(&r, NASH_INVALID, NULL, "the text contains a NUL byte");
    if (text && !text_utf8_length((struct text_span){text, text + len}, &characters))
        reader_fail(&r, NASH_INVALID, NULL, "the text is not UTF-8");
    if (!text || !reader_ok(&r))
        return reader_status(&r);
    read_system(&r, text, len, node_limit, p);
    *problem = p;
    return reader_status(&r);
}
