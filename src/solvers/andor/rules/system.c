/* A production system: all texts read, names held against each other, rules and goals filed by what they fit. */
#include "system.h"

#include <stdio.h>
#include <string.h>

enum { POINTER = 48 };

static enum nash_status full(struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, "", "the rules do not fit into the memory of a job");
}

/* ---- the digest ---- */

/* The text without its white space: two spellings of one token sequence are one system. */
static void digest_text(struct nash_sha256 *sha, const char *text)
{
    struct lex lex;
    if (!text) {
        nash_sha256_u64(sha, UINT64_MAX);
        return;
    }
    for (lex_begin(&lex, text); lex.token.kind != LEX_END; lex_next(&lex)) {
        nash_sha256_u64(sha, lex.token.kind);
        if (lex.token.kind == LEX_NUMBER) {
            nash_sha256_u64(sha, (uint64_t)lex.token.number);
        } else if (lex.token.kind == LEX_NAME) {
            nash_sha256_u64(sha, lex.token.len);
            nash_sha256_add(sha, lex.token.text, lex.token.len);
        } else {
            nash_sha256_u64(sha, (unsigned char)lex.token.sign);
        }
    }
    nash_sha256_u64(sha, LEX_END);
}

static void digest(struct andor_rules *rules, const struct andor_rules_draft *draft)
{
    struct nash_sha256 sha;
    nash_sha256_init(&sha);
    digest_text(&sha, draft->start);
    nash_sha256_u64(&sha, draft->goal_count);
    for (uint32_t i = 0; i < draft->goal_count; i++)
        digest_text(&sha, draft->goals[i]);
    nash_sha256_u64(&sha, draft->rule_count);
    for (uint32_t i = 0; i < draft->rule_count; i++)
        digest_text(&sha, draft->rules[i]);
    digest_text(&sha, draft->cost);
    nash_sha256_u64(&sha, draft->h);
    digest_text(&sha, draft->h == ANDOR_H_EXPRESSION ? draft->h_text : NULL);
    for (uint32_t i = 0; draft->h == ANDOR_H_TABLE && i < draft->h_count; i++) {
        digest_text(&sha, draft->h_names[i]);
        nash_sha256_u64(&sha, draft->h_values[i]);
    }
    nash_sha256_u64(&sha, draft->node_limit);
    rules->digest = nash_sha256_end(&sha);
}

void andor_rules_canon(const struct andor_rules *rules, struct nash_sha256 *sha)
{
    nash_sha256_add(sha, rules->digest.byte, sizeof rules->digest.byte);
}

/* ---- reading ---- */

static enum nash_status read_goal(struct andor_rules *rules, struct lex *lex, struct rule_pattern *goal)
{
    struct code_scope scope = {.count = 0};
    struct lex ahead = *lex;
    lex_next(&ahead);
    bool variable = lex->token.kind == LEX_NAME && ahead.token.kind == LEX_IF; /* "n if n <= 1" */
    enum nash_status status = rules_read_pattern(rules, lex, variable, &scope, goal);
    if (status == NASH_OK && lex_take_kind(lex, LEX_IF))
        status = code_read(lex, &scope, &rules->code, &goal->condition);
    if (status == NASH_OK && lex->token.kind != LEX_END)
        return lex_expected(lex, "\"if\" or the end of the goal");
    goal->ground &= code_is_empty(goal->condition);
    return status;
}

static enum nash_status read_start(struct andor_rules *rules, struct lex *lex, const char *text)
{
    struct rule_pattern start;
    lex->pointer = "/start";
    lex_begin(lex, text);
    enum nash_status status = rules_read_term(rules, lex, &start);
    rules->start_functor = start.functor;
    memcpy(rules->start, start.argument, sizeof rules->start);
    return status;
}

static enum nash_status read_rules(struct andor_rules *rules, const struct lex *like,
                                   const struct andor_rules_draft *draft)
{
    char pointer[POINTER];
    struct lex own = *like, *lex = &own;
    enum nash_status status = NASH_OK;
    lex->pointer = pointer;
    for (; status == NASH_OK && rules->rules < draft->rule_count; rules->rules++) {
        snprintf(pointer, sizeof pointer, "/rules/%u", rules->rules);
        lex_begin(lex, draft->rules[rules->rules]);
        status = rules_read_rule(rules, lex, draft->cost, &rules->rule[rules->rules]);
    }
    for (; status == NASH_OK && rules->goals < draft->goal_count; rules->goals++) {
        snprintf(pointer, sizeof pointer, "/goals/%u", rules->goals);
        lex_begin(lex, draft->goals[rules->goals]);
        status = read_goal(rules, lex, &rules->goal[rules->goals]);
    }
    return status;
}

/* ---- h ---- */

/* Over n, or the arguments by position: a, b, c, .. */
static enum nash_status read_h_code(struct andor_rules *rules, struct lex *lex, const char *text)
{
    struct code_scope scope = {.count = TERM_ARGUMENTS + 1};
    for (uint32_t i = 0; i < TERM_ARGUMENTS; i++) {
        scope.name[i].text = &"abcdefgh"[i];
        scope.name[i].len = 1;
    }
    scope.name[TERM_ARGUMENTS].text = "n";
    scope.name[TERM_ARGUMENTS].len = 1;
    lex->pointer = "/h";
    lex_begin(lex, text);
    enum nash_status status = code_read(lex, &scope, &rules->code, &rules->h_code);
    return status == NASH_OK && lex->token.kind != LEX_END ? lex_expected(lex, "an operator or the end") : status;
}

/* Names first, since they tell how many arguments a term may have; then the table. */
static enum nash_status read_h_table(struct andor_rules *rules, const struct lex *like,
                                     const struct andor_rules_draft *draft)
{
    struct lex own = *like, *lex = &own;
    char pointer[sizeof own.error->pointer];
    struct rule_pattern *term = NASH_NEW(rules->arena, struct rule_pattern, draft->h_count);
    uint64_t *values = NASH_NEW(rules->arena, uint64_t, draft->h_count);
    enum nash_status status = term && values ? NASH_OK : full(lex->error);
    bool fresh;
    lex->pointer = pointer;
    for (uint32_t i = 0; i < draft->h_count && status == NASH_OK; i++) {
        nash_pointer(pointer, sizeof pointer, "/h", draft->h_names[i]);
        lex_begin(lex, draft->h_names[i]);
        status = rules_read_term(rules, lex, &term[i]);
    }
    if (status != NASH_OK)
        return status;
    if (!terms_begin(&rules->h_terms, rules->arena, rules->stride, draft->h_count))
        return full(lex->error);
    for (uint32_t i = 0; i < draft->h_count; i++) {
        uint32_t v = terms_add(&rules->h_terms, term[i].functor, term[i].argument, term[i].arity, UINT32_MAX, &fresh);
        if (v == ANDOR_NONE)
            return full(lex->error);
        nash_pointer(pointer, sizeof pointer, "/h", draft->h_names[i]);
        if (!fresh)
            return nash_fail(lex->error, NASH_UNPROCESSABLE, pointer, "names a node that has its value already");
        values[v] = draft->h_values[i];
    }
    rules->h_values = values;
    return NASH_OK;
}

static enum nash_status read_h(struct andor_rules *rules, struct lex *lex, const struct andor_rules_draft *draft)
{
    rules->h = draft->h;
    return draft->h == ANDOR_H_EXPRESSION ? read_h_code(rules, lex, draft->h_text)
           : draft->h == ANDOR_H_TABLE    ? read_h_table(rules, lex, draft)
                                          : NASH_OK;
}

/* ---- names against each other ---- */

/* A name that stands for any integer in one place must not be a symbol in another: the rule would never fit it. */
static enum nash_status check_names(const struct andor_rules *rules, const struct lex *like,
                                    const struct andor_rules_draft *draft)
{
    char pointer[POINTER], key[128];
    struct lex own = *like, *lex = &own;
    lex->pointer = pointer;
    for (uint32_t i = 0; i < rules->rules; i++) {
        const struct rule_pattern *left = &rules->rule[i].left;
        if (left->functor != TERM_INTEGER || left->bind[0] == ANDOR_NONE)
            continue;
        lex_begin(lex, draft->rules[i]);
        if (rules->rule[i].label) {
            lex_next(lex);
            lex_next(lex);
        }
        snprintf(key, sizeof key, "%.*s/0", (int)lex->token.len, lex->token.text);
        if (andor_names_find(&rules->names, key) == ANDOR_NONE)
            continue;
        snprintf(pointer, sizeof pointer, "/rules/%u", i);
        return lex_fault(lex, lex->token.text,
                         "\"%.*s\" stands for any integer here, and for a node of that name elsewhere: call one of "
                         "them otherwise",
                         (int)(lex->token.len < 60 ? lex->token.len : 60), lex->token.text);
    }
    return NASH_OK;
}

/* ---- filing ---- */

static bool begin_index(struct andor_rules *rules, struct rule_index *index, uint32_t keys, uint32_t numbers)
{
    index->off = NASH_NEW(rules->arena, uint32_t, (size_t)keys + 2);
    index->list = NASH_NEW(rules->arena, uint32_t, numbers);
    return index->off && index->list;
}

/* From counts at off[key + 2] to lists whose ends are filled from off[key + 1] on. */
static void open_index(const struct rule_index *index, uint32_t keys)
{
    for (uint32_t i = 0; i < keys; i++)
        index->off[i + 2] += index->off[i + 1];
}

/* patterns: `count` of them, `size` bytes apart. */
static bool file(struct andor_rules *rules, struct rule_finder *finder, const void *patterns, size_t size,
                 uint32_t count)
{
    bool fresh;
    uint32_t *key = NASH_NEW(rules->arena, uint32_t, count);
    if (!key || !terms_begin(&finder->ground, rules->arena, rules->stride, 16))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct rule_pattern *p = (const void *)((const char *)patterns + i * size);
        key[i] =
            p->ground ? terms_add(&finder->ground, p->functor, p->argument, p->arity, UINT32_MAX, &fresh) : p->functor;
        if (key[i] == ANDOR_NONE)
            return false;
    }
    if (!begin_index(rules, &finder->of_ground, finder->ground.count, count) ||
        !begin_index(rules, &finder->of_functor, rules->functors, count))
        return false;
    for (unsigned fill = 0; fill < 2; fill++) {
        for (uint32_t i = 0; i < count; i++) {
            const struct rule_pattern *p = (const void *)((const char *)patterns + i * size);
            struct rule_index *index = p->ground ? &finder->of_ground : &finder->of_functor;
            if (fill)
                index->list[index->off[key[i] + 1]++] = i;
            else
                index->off[key[i] + 2]++;
        }
        if (fill)
            break;
        open_index(&finder->of_ground, finder->ground.count);
        open_index(&finder->of_functor, rules->functors);
    }
    return true;
}

/* ---- the whole ---- */

static bool begin(struct andor_rules *rules, struct nash_arena *arena, const struct andor_rules_draft *draft)
{
    *rules = (struct andor_rules){.arena = arena, .code.arena = arena, .node_limit = draft->node_limit};
    rules->rule = NASH_NEW(arena, struct rule, draft->rule_count);
    rules->goal = NASH_NEW(arena, struct rule_pattern, draft->goal_count);
    return rules->rule && rules->goal && andor_names_begin(&rules->names, arena, 16) &&
           rules_functor(rules, "", 0, 1) == TERM_INTEGER;
}

enum nash_status andor_rules_read(const struct andor_rules_draft *draft, struct nash_arena *arena,
                                  struct andor_rules **rules, struct nash_error *error)
{
    struct lex lex = {.error = error};
    struct andor_rules *own = NASH_NEW(arena, struct andor_rules, 1);
    if (!own || !begin(own, arena, draft))
        return full(error);
    digest(own, draft);
    enum nash_status status = read_start(own, &lex, draft->start);
    if (status == NASH_OK)
        status = read_rules(own, &lex, draft);
    if (status == NASH_OK)
        status = read_h(own, &lex, draft);
    if (status == NASH_OK)
        status = check_names(own, &lex, draft);
    if (status == NASH_OK && (!file(own, &own->rule_finder, own->rule, sizeof *own->rule, own->rules) ||
                              !file(own, &own->goal_finder, own->goal, sizeof *own->goal, own->goals)))
        return full(error);
    *rules = own;
    return status;
}
