/* Reads and matches terms: those with variables (left sides, goals) and those without (the start, names in the table of
 * h). */
#include <string.h>

#include <solvers/andor/list.h>

#include "system.h"

static enum nash_status pattern_nomem(const struct lex *lex)
{
    return nash_fail(lex->error, NASH_NOMEM, "", "the rules do not fit into the memory of a job");
}

/* ---- functors ---- */

static bool grow_functors(struct andor_rules *rules)
{
    struct functor *grown = andor_grow(rules->functor, rules->functors, sizeof *grown, rules->functors + 1,
                                       &rules->functor_room, rules->arena);
    if (grown)
        rules->functor = grown;
    return grown;
}

uint32_t rules_functor(struct andor_rules *rules, const char *text, uint32_t len, uint32_t arity)
{
    bool fresh;
    char *key = nash_arena_alloc_raw(rules->arena, (size_t)len + 3, 1);
    if (!key || (rules->functors == rules->functor_room && !grow_functors(rules)))
        return ANDOR_NONE;
    memcpy(key, text, len);
    key[len] = '/';
    key[len + 1] = (char)('0' + arity);
    key[len + 2] = '\0';
    uint32_t number = symbols_add(&rules->names, key, (size_t)len + 2, &fresh);
    if (number == ANDOR_NONE || !fresh)
        return number;
    key[len] = '\0';
    rules->functor[rules->functors++] = (struct functor){.name = key, .arity = arity};
    rules->stride = arity > rules->stride ? arity : rules->stride;
    return number;
}

/* ---- reading ---- */

/* First pass over the arguments: a name that stands alone is a variable. Ends after the ')' or at the end of the text.
 */
static enum nash_status bind_arguments(struct lex *lex, struct code_scope *scope, struct rule_pattern *p)
{
    uint32_t depth = 1;
    bool begins = true;
    for (; depth && lex->token.kind != LEX_END; lex_next(lex)) {
        if (begins && p->arity == TERM_ARGUMENTS)
            return lex_fail(lex, lex->token.text, "a term has at most %d arguments", TERM_ARGUMENTS);
        if (begins)
            p->bind[p->arity++] = ANDOR_NONE;
        bool alone = begins && lex->token.kind == LEX_NAME && (lex_next_is(lex, ',') || lex_next_is(lex, ')'));
        if (alone && code_variable(scope, &lex->token) == UINT32_MAX) { /* a name met before is compared */
            enum nash_status status = code_add_variable(lex, scope, &p->bind[p->arity - 1]);
            if (status != NASH_OK)
                return status;
        }
        begins = depth == 1 && lex_is(lex, ',');
        depth += lex_is(lex, '(');
        depth -= lex_is(lex, ')');
    }
    return NASH_OK;
}

/* Second pass over the arguments: reads those that are not variables, as expressions. */
static enum nash_status read_tests(struct andor_rules *rules, struct lex *lex, const struct code_scope *scope,
                                   struct rule_pattern *p)
{
    enum nash_status status = NASH_OK;
    for (uint32_t i = 0; i < p->arity && status == NASH_OK; i++) {
        if (p->bind[i] != ANDOR_NONE)
            lex_next(lex);
        else
            status = code_read(lex, scope, &rules->code, &p->test[i]);
        bool last = i + 1 == p->arity;
        if (status == NASH_OK && !lex_accept(lex, last ? ')' : ','))
            return lex_expected(lex, last ? "\")\"" : "\",\"");
    }
    return status;
}

/* Evaluates the arguments of a term without variables once. */
static enum nash_status evaluate_ground(struct andor_rules *rules, const struct lex *lex, const char *at,
                                        const struct code_scope *scope, struct rule_pattern *p)
{
    const char *fault = NULL;
    p->ground = scope->count == 0;
    for (uint32_t i = 0; i < p->arity && p->ground && !fault; i++)
        fault = code_value(&rules->code, p->test[i], NULL, &p->argument[i]);
    return fault ? lex_fail(lex, at, "the term %s", fault) : NASH_OK;
}

enum nash_status rules_read_pattern(struct andor_rules *rules, struct lex *lex, bool alone_is_variable,
                                    struct code_scope *scope, struct rule_pattern *pattern)
{
    const struct lex_token name = lex->token;
    enum nash_status status = NASH_OK;
    *pattern = (struct rule_pattern){.functor = TERM_INTEGER, .bind[0] = ANDOR_NONE};
    if (name.kind == LEX_NAME && lex_next_is(lex, '(')) {
        lex_next(lex);
        lex_next(lex);
        struct lex again = *lex;
        status = bind_arguments(lex, scope, pattern);
        *lex = again;
        if (status == NASH_OK)
            status = read_tests(rules, lex, scope, pattern);
        if (status == NASH_OK)
            pattern->functor = rules_functor(rules, name.text, name.len, pattern->arity);
    } else if (name.kind == LEX_NAME && alone_is_variable) {
        pattern->arity = 1;
        status = code_add_variable(lex, scope, &pattern->bind[0]);
        lex_next(lex);
    } else if (name.kind == LEX_NAME) {
        pattern->functor = rules_functor(rules, name.text, name.len, 0);
        lex_next(lex);
    } else {
        pattern->arity = 1;
        status = code_read(lex, scope, &rules->code, &pattern->test[0]);
    }
    if (status == NASH_OK && pattern->functor == ANDOR_NONE)
        return pattern_nomem(lex);
    return status == NASH_OK ? evaluate_ground(rules, lex, name.text, scope, pattern) : status;
}

enum nash_status rules_read_term(struct andor_rules *rules, struct lex *lex, struct rule_pattern *pattern)
{
    struct code_scope scope = {.count = 0};
    enum nash_status status = rules_read_pattern(rules, lex, false, &scope, pattern);
    if (status == NASH_OK && !pattern->ground)
        return lex_fail(lex, lex->text, "a single node is expected: its arguments must be numbers");
    if (status == NASH_OK && lex->token.kind != LEX_END)
        return lex_expected(lex, "the end of the term");
    return status;
}

/* ---- matching ---- */

const char *rules_match(const struct andor_rules *rules, const struct rule_pattern *pattern, const int64_t *argument,
                        int64_t *env, bool *fits)
{
    *fits = true;
    for (uint32_t i = 0; i < pattern->arity; i++)
        if (pattern->bind[i] != ANDOR_NONE)
            env[pattern->bind[i]] = argument[i];
    for (uint32_t i = 0; i < pattern->arity; i++) {
        int64_t value;
        if (pattern->bind[i] != ANDOR_NONE)
            continue;
        const char *fault = code_value(&rules->code, pattern->test[i], env, &value);
        if (fault)
            return fault;
        if (value != argument[i]) {
            *fits = false;
            return NULL;
        }
    }
    return NULL;
}
