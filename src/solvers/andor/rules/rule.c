/* Parses one rule: label, left side, right side, for, if, cost.
 *
 * A "for" defines its variable after the terms that use it, and whether a name that stands alone is a variable depends
 * on what follows. So the text is first scanned for names. */
#include <stdio.h>
#include <string.h>

#include "system.h"

static enum nash_status rule_nomem(const struct lex *lex)
{
    return nash_fail(lex->error, NASH_NOMEM, "", "the rules do not fit into the memory of a job");
}

static bool same_name(const struct lex_token *a, const struct lex_token *b)
{
    return b->kind == LEX_NAME && a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}

/* Returns whether an item of the right side may end here. */
static bool ends_item(const struct lex *lex)
{
    enum lex_kind kind = lex->token.kind;
    return kind == LEX_END || lex_is(lex, ',') || kind == LEX_FOR || kind == LEX_IF || kind == LEX_COST;
}

/* Returns whether an expression after the current token uses the name. A name that stands alone as an item or before
 * '(' does not count. */
static bool in_expressions(struct lex lex, const struct lex_token *name)
{
    bool items = true, begins = false;
    uint32_t depth = 0;
    for (lex_next(&lex); lex.token.kind != LEX_END;) {
        struct lex_token token = lex.token;
        bool began = begins;
        if (token.kind == LEX_FOR || token.kind == LEX_IF || token.kind == LEX_COST)
            items = false;
        begins = token.kind == LEX_ARROW || (items && !depth && lex_is(&lex, ','));
        depth += lex_is(&lex, '(');
        depth -= depth && lex_is(&lex, ')');
        bool calls = lex_next_is(&lex, '(');
        lex_next(&lex);
        if (same_name(name, &token) && !calls && !(items && began && ends_item(&lex)))
            return true;
    }
    return false;
}

/* Collects the variables of all "for" in their order. */
static enum nash_status find_ranges(struct lex lex, struct code_scope *scope, struct rule *rule)
{
    for (; lex.token.kind != LEX_END;) {
        if (!lex_accept_kind(&lex, LEX_FOR)) {
            lex_next(&lex);
            continue;
        }
        if (lex.token.kind != LEX_NAME)
            return lex_expected(&lex, "a variable, as in \"for k in 1..n\"");
        if (code_variable(scope, &lex.token) != UINT32_MAX)
            return lex_fail(&lex, lex.token.text, "this variable is already defined: use another name");
        if (rule->ranges == RULE_FORS)
            return lex_fail(&lex, lex.token.text, "a rule has at most %d \"for\"", RULE_FORS);
        enum nash_status status = code_add_variable(&lex, scope, &rule->range[rule->ranges++].variable);
        if (status != NASH_OK)
            return status;
    }
    return NASH_OK;
}

/* ---- the right side ---- */

static enum nash_status read_arguments(struct andor_rules *rules, struct lex *lex, const struct code_scope *scope,
                                       struct rule_item *item)
{
    enum nash_status status = NASH_OK;
    do {
        if (item->arity == TERM_ARGUMENTS)
            return lex_fail(lex, lex->token.text, "a term has at most %d arguments", TERM_ARGUMENTS);
        status = code_read(lex, scope, &rules->code, &item->argument[item->arity++]);
    } while (status == NASH_OK && lex_accept(lex, ','));
    return status == NASH_OK && !lex_accept(lex, ')') ? lex_expected(lex, "\",\" or \")\"") : status;
}

static bool is_function(const struct lex_token *token)
{
    return token->len == 3 && (memcmp(token->text, "min", 3) == 0 || memcmp(token->text, "max", 3) == 0 ||
                               memcmp(token->text, "abs", 3) == 0);
}

/* Returns whether the current token is a symbol: a name that stands alone and is neither a variable nor a function. */
static bool is_symbol(const struct lex *lex, const struct code_scope *scope)
{
    struct lex ahead = *lex;
    lex_next(&ahead);
    bool calculates = ahead.token.kind == LEX_SIGN && strchr("+-*/%<>=", ahead.token.sign);
    return lex->token.kind == LEX_NAME && !calculates && !is_function(&lex->token) &&
           code_variable(scope, &lex->token) == UINT32_MAX;
}

static enum nash_status read_item(struct andor_rules *rules, struct lex *lex, const struct code_scope *scope,
                                  struct rule_item *item)
{
    const struct lex_token name = lex->token;
    enum nash_status status = NASH_OK;
    *item = (struct rule_item){.functor = TERM_INTEGER, .arity = 1};
    if (name.kind == LEX_NAME && lex_next_is(lex, '(') && !is_function(&name)) {
        lex_next(lex);
        lex_next(lex);
        item->arity = 0;
        status = read_arguments(rules, lex, scope, item);
        if (status == NASH_OK)
            item->functor = rules_functor(rules, name.text, name.len, item->arity);
    } else if (is_symbol(lex, scope)) {
        item->arity = 0;
        item->functor = rules_functor(rules, name.text, name.len, 0);
        lex_next(lex);
    } else if (name.kind != LEX_NAME && name.kind != LEX_NUMBER && !lex_is(lex, '(') && !lex_is(lex, '-')) {
        return lex_expected(lex, "a node, such as 3, n-1 or T(i,j)");
    } else {
        status = code_read(lex, scope, &rules->code, &item->argument[0]);
    }
    return status == NASH_OK && item->functor == ANDOR_NONE ? rule_nomem(lex) : status;
}

static enum nash_status read_items(struct andor_rules *rules, struct lex *lex, const struct code_scope *scope,
                                   struct rule *rule)
{
    struct rule_item *items = NULL;
    uint32_t room = 0;
    enum nash_status status = NASH_OK;
    do {
        if (rule->items == room) {
            room = room ? 2 * room : 2;
            struct rule_item *grown = NASH_NEW(rules->arena, struct rule_item, room);
            if (!grown)
                return rule_nomem(lex);
            if (rule->items)
                memcpy(grown, items, rule->items * sizeof *grown);
            items = grown;
        }
        status = read_item(rules, lex, scope, &items[rule->items++]);
    } while (status == NASH_OK && lex_accept(lex, ','));
    rule->item = items;
    return status;
}

/* ---- for, if, cost ---- */

static enum nash_status read_range(struct andor_rules *rules, struct lex *lex, const struct code_scope *scope,
                                   struct rule *rule, uint32_t number)
{
    struct code_scope before = *scope;
    before.count = rule->range[number].variable; /* bounds may use the variables before it */
    lex_next(lex);
    if (!lex_accept_kind(lex, LEX_IN))
        return lex_expected(lex, "\"in\", as in \"for k in 1..n\"");
    enum nash_status status = code_read(lex, &before, &rules->code, &rule->range[number].from);
    if (status == NASH_OK && !lex_accept_kind(lex, LEX_RANGE))
        return lex_expected(lex, "\"..\", as in \"for k in 1..n\"");
    return status == NASH_OK ? code_read(lex, &before, &rules->code, &rule->range[number].to) : status;
}

/* Adds the variable k of a cost, the number of successors. */
static void add_k(struct code_scope *scope)
{
    scope->name[scope->count].text = "k";
    scope->name[scope->count++].len = 1;
}

static enum nash_status read_clauses(struct andor_rules *rules, struct lex *lex, const struct code_scope *scope,
                                     struct rule *rule)
{
    struct code_scope with_k = *scope;
    uint32_t ranges = 0;
    enum nash_status status = NASH_OK;
    add_k(&with_k);
    while (status == NASH_OK && lex->token.kind != LEX_END) {
        if (lex_accept_kind(lex, LEX_FOR))
            status = read_range(rules, lex, scope, rule, ranges++);
        else if (code_is_empty(rule->left.condition) && lex_accept_kind(lex, LEX_IF))
            status = code_read(lex, scope, &rules->code, &rule->left.condition);
        else if (code_is_empty(rule->cost) && lex_accept_kind(lex, LEX_COST))
            status = code_read_amount(lex, &with_k, &rules->code, NULL, &rule->cost);
        else
            return lex_expected(lex, "\",\", \"for\", \"if\", \"cost\" (each of the last two once) or the end");
    }
    return status;
}

/* Parses the cost of the system, in which k is always the number of successors. */
static enum nash_status read_system_cost(struct andor_rules *rules, const struct lex *lex, const char *text,
                                         struct code_scope scope, struct rule *rule)
{
    struct lex own = {.pointer = "/cost", .document = lex->document, .error = lex->error};
    for (uint32_t i = 0; i < scope.count; i++)
        if (scope.name[i].len == 1 && *scope.name[i].text == 'k')
            scope.name[i].len = 0;
    add_k(&scope);
    lex_begin(&own, text);
    enum nash_status status = code_read_amount(&own, &scope, &rules->code, NULL, &rule->cost);
    if (status == NASH_OK && own.token.kind != LEX_END)
        return lex_expected(&own, "an operator or the end");
    if (status == NASH_UNPROCESSABLE) { /* adds the place of the rule */
        size_t len = strlen(own.error->detail);
        snprintf(own.error->detail + len, sizeof own.error->detail - len,
                 lex->document ? " (in \"%.60s\")" : " (in %s)", lex->document ? lex->text : lex->pointer);
    }
    return status;
}

/* ---- the whole rule ---- */

static enum nash_status keep_names(const struct andor_rules *rules, const struct lex *lex,
                                   const struct code_scope *scope, struct rule *rule)
{
    size_t size = 1;
    for (uint32_t i = 0; i < rule->ranges; i++)
        size += scope->name[rule->range[i].variable].len + 1;
    char *names = nash_arena_alloc(rules->arena, size);
    if (!names)
        return rule_nomem(lex);
    rule->names = names;
    for (uint32_t i = 0; i < rule->ranges; i++) {
        memcpy(names, scope->name[rule->range[i].variable].text, scope->name[rule->range[i].variable].len);
        names += scope->name[rule->range[i].variable].len + 1;
    }
    return NASH_OK;
}

static enum nash_status read_label(const struct andor_rules *rules, struct lex *lex, struct rule *rule)
{
    if (lex->token.kind != LEX_NAME || !lex_next_is(lex, ':'))
        return NASH_OK;
    rule->label = nash_arena_strndup(rules->arena, lex->token.text, lex->token.len);
    lex_next(lex);
    lex_next(lex);
    return rule->label ? NASH_OK : rule_nomem(lex);
}

enum nash_status rules_read_rule(struct andor_rules *rules, struct lex *lex, const char *cost, struct rule *rule)
{
    struct code_scope scope = {.count = 0};
    *rule = (struct rule){.items = 0};
    enum nash_status status = read_label(rules, lex, rule);
    if (status != NASH_OK)
        return status;
    const struct lex_token name = lex->token;
    bool variable = name.kind == LEX_NAME && in_expressions(*lex, &name);
    status = rules_read_pattern(rules, lex, variable, &scope, &rule->left);
    if (status == NASH_OK)
        status = find_ranges(*lex, &scope, rule);
    if (status == NASH_OK && !lex_accept_kind(lex, LEX_ARROW))
        return lex_expected(lex, "\"->\", as in \"6 -> 3,3\"");
    if (status == NASH_OK)
        status = read_items(rules, lex, &scope, rule);
    if (status == NASH_OK)
        status = read_clauses(rules, lex, &scope, rule);
    rule->k = scope.count;
    if (status == NASH_OK && cost && code_is_empty(rule->cost))
        status = read_system_cost(rules, lex, cost, scope, rule);
    return status == NASH_OK ? keep_names(rules, lex, &scope, rule) : status;
}
