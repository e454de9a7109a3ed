/* Reads a production system: parses all texts, checks names across rules, and indexes rules and goals by the terms they
 * match. */
#include "system.h"

#include <stdio.h>
#include <string.h>

enum { POINTER = 48, H_POINTER = 208 }; /* bytes of a JSON pointer; of one that has the name of a node */

static enum nash_status system_nomem(struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, "", "the rules do not fit into the memory of a job");
}

/* ---- the digest ---- */

/* Hashes the tokens of a text, so that white space makes no difference. */
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

static void digest(struct andor_rules *rules, const struct andor_rules_input *input)
{
    struct nash_sha256 sha;
    nash_sha256_init(&sha);
    digest_text(&sha, input->start);
    nash_sha256_u64(&sha, input->goal_count);
    for (uint32_t i = 0; i < input->goal_count; i++)
        digest_text(&sha, input->goals[i]);
    nash_sha256_u64(&sha, input->rule_count);
    for (uint32_t i = 0; i < input->rule_count; i++)
        digest_text(&sha, input->rules[i]);
    digest_text(&sha, input->cost);
    nash_sha256_u64(&sha, input->h);
    digest_text(&sha, input->h == ANDOR_H_EXPRESSION ? input->h_text : NULL);
    for (uint32_t i = 0; input->h == ANDOR_H_TABLE && i < input->h_count; i++) {
        digest_text(&sha, input->h_names[i]);
        nash_sha256_u64(&sha, input->h_values[i]);
    }
    nash_sha256_u64(&sha, input->node_limit);
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
    if (status == NASH_OK && lex_accept_kind(lex, LEX_IF))
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
                                   const struct andor_rules_input *input)
{
    char pointer[POINTER];
    struct lex own = *like, *lex = &own;
    enum nash_status status = NASH_OK;
    lex->pointer = pointer;
    for (; status == NASH_OK && rules->rules < input->rule_count; rules->rules++) {
        snprintf(pointer, sizeof pointer, "/rules/%u", rules->rules);
        lex_begin(lex, input->rules[rules->rules]);
        status = rules_read_rule(rules, lex, input->cost, &rules->rule[rules->rules]);
    }
    for (; status == NASH_OK && rules->goals < input->goal_count; rules->goals++) {
        snprintf(pointer, sizeof pointer, "/goals/%u", rules->goals);
        lex_begin(lex, input->goals[rules->goals]);
        status = read_goal(rules, lex, &rules->goal[rules->goals]);
    }
    return status;
}

/* ---- h ---- */

/* Parses h as an expression over n, or over the arguments by position: a, b, c, ... */
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
    enum nash_status status =
        code_read_amount(lex, &scope, &rules->code,
                         lex->document ? NULL : "h of named nodes is an object, such as {\"n1\": 2}", &rules->h_code);
    return status == NASH_OK && lex->token.kind != LEX_END ? lex_expected(lex, "an operator or the end") : status;
}

/* Reads the names in the table of h. A name that no rule has is refused; in a text without JSON it may be meant as part
 * of an expression. */
static enum nash_status read_h_names(struct andor_rules *rules, struct lex *lex, const struct andor_rules_input *input,
                                     char *pointer, struct rule_pattern *term)
{
    uint32_t known = rules->functors;
    enum nash_status status = NASH_OK;
    for (uint32_t i = 0; i < input->h_count && status == NASH_OK; i++) {
        nash_pointer(pointer, H_POINTER, "/h", input->h_names[i]);
        lex_begin(lex, input->h_names[i]);
        status = rules_read_term(rules, lex, &term[i]);
        if (status == NASH_OK && term[i].functor >= known)
            return lex_fail(
                lex, input->h_names[i], "\"%.60s\" is no node of these rules, so it has no h%s", input->h_names[i],
                lex->document ? "; an expression that compares stands in parentheses, as in h 2 * (n = 3)" : "");
    }
    return status;
}

/* Reads the table of h. The names come first, since they determine the largest number of arguments. */
static enum nash_status read_h_table(struct andor_rules *rules, const struct lex *like,
                                     const struct andor_rules_input *input)
{
    struct lex own = *like, *lex = &own;
    char pointer[H_POINTER];
    struct rule_pattern *term = NASH_NEW(rules->arena, struct rule_pattern, input->h_count);
    uint64_t *values = NASH_NEW(rules->arena, uint64_t, input->h_count);
    bool fresh;
    if (!term || !values)
        return system_nomem(lex->error);
    lex->pointer = pointer;
    enum nash_status status = read_h_names(rules, lex, input, pointer, term);
    if (status != NASH_OK)
        return status;
    if (!terms_init(&rules->h_terms, rules->arena, rules->stride, input->h_count))
        return system_nomem(lex->error);
    for (uint32_t i = 0; i < input->h_count; i++) {
        uint32_t v = terms_add(&rules->h_terms, term[i].functor, term[i].argument, term[i].arity, UINT32_MAX, &fresh);
        if (v == ANDOR_NONE)
            return system_nomem(lex->error);
        nash_pointer(pointer, sizeof pointer, "/h", input->h_names[i]);
        if (!fresh && lex->document)
            return lex_fail(lex, input->h_names[i], "names a node that has its value already");
        if (!fresh)
            return nash_fail(lex->error, NASH_UNPROCESSABLE, pointer, "names a node that has its value already");
        values[v] = input->h_values[i];
    }
    rules->h_values = values;
    return NASH_OK;
}

static enum nash_status read_h(struct andor_rules *rules, struct lex *lex, const struct andor_rules_input *input)
{
    rules->h = input->h;
    return input->h == ANDOR_H_EXPRESSION ? read_h_code(rules, lex, input->h_text)
           : input->h == ANDOR_H_TABLE    ? read_h_table(rules, lex, input)
                                          : NASH_OK;
}

/* ---- names across rules ---- */

/* Refuses a name that is a variable in one rule and a symbol in another: the rule with the variable would never match
 * the symbol. */
static enum nash_status check_symbols(const struct andor_rules *rules, const struct lex *like,
                                      const struct andor_rules_input *input)
{
    char pointer[POINTER], key[128];
    struct lex own = *like, *lex = &own;
    lex->pointer = pointer;
    for (uint32_t i = 0; i < rules->rules; i++) {
        const struct rule_pattern *left = &rules->rule[i].left;
        if (left->functor != TERM_INTEGER || left->bind[0] == ANDOR_NONE)
            continue;
        lex_begin(lex, input->rules[i]);
        if (rules->rule[i].label) {
            lex_next(lex);
            lex_next(lex);
        }
        snprintf(key, sizeof key, "%.*s/0", (int)lex->token.len, lex->token.text);
        if (symbols_find(&rules->names, key, strlen(key)) == SYMBOL_NONE)
            continue;
        snprintf(pointer, sizeof pointer, "/rules/%u", i);
        return lex_fail(lex, lex->token.text,
                        "\"%.*s\" is a variable for any integer here and the name of a node elsewhere: rename one of "
                        "them",
                        (int)(lex->token.len < 60 ? lex->token.len : 60), lex->token.text);
    }
    return NASH_OK;
}

/* ---- index ---- */

static bool begin_index(struct andor_rules *rules, struct rule_index *index, uint32_t keys, uint32_t numbers)
{
    index->off = NASH_NEW(rules->arena, uint32_t, (size_t)keys + 2);
    index->list = NASH_NEW(rules->arena, uint32_t, numbers);
    return index->off && index->list;
}

/* Turns counts at off[key + 2] into empty lists that are filled from off[key + 1] on. */
static void open_index(const struct rule_index *index, uint32_t keys)
{
    for (uint32_t i = 0; i < keys; i++)
        index->off[i + 2] += index->off[i + 1];
}

/* Indexes `count` patterns, which are `size` bytes apart. Returns false if the arena is full. */
static bool index_patterns(struct andor_rules *rules, struct rule_finder *finder, const void *patterns, size_t size,
                           uint32_t count)
{
    bool fresh;
    uint32_t *key = NASH_NEW(rules->arena, uint32_t, count);
    if (!key || !terms_init(&finder->ground, rules->arena, rules->stride, 16))
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

/* ---- the whole system ---- */

static bool system_init(struct andor_rules *rules, struct nash_arena *arena, const struct andor_rules_input *input)
{
    *rules = (struct andor_rules){.arena = arena, .code.arena = arena, .node_limit = input->node_limit};
    rules->rule = NASH_NEW(arena, struct rule, input->rule_count);
    rules->goal = NASH_NEW(arena, struct rule_pattern, input->goal_count);
    return rules->rule && rules->goal && symbols_init(&rules->names, arena, 16) &&
           rules_functor(rules, "", 0, 1) == TERM_INTEGER;
}

enum nash_status andor_rules_read(const struct andor_rules_input *input, struct nash_arena *arena,
                                  struct andor_rules **rules, struct nash_error *error)
{
    struct lex lex = {.document = input->document, .error = error};
    struct andor_rules *own = NASH_NEW(arena, struct andor_rules, 1);
    if (!own || !system_init(own, arena, input))
        return system_nomem(error);
    digest(own, input);
    enum nash_status status = read_start(own, &lex, input->start);
    if (status == NASH_OK)
        status = read_rules(own, &lex, input);
    if (status == NASH_OK)
        status = read_h(own, &lex, input);
    if (status == NASH_OK)
        status = check_symbols(own, &lex, input);
    if (status == NASH_OK && (!index_patterns(own, &own->rule_finder, own->rule, sizeof *own->rule, own->rules) ||
                              !index_patterns(own, &own->goal_finder, own->goal, sizeof *own->goal, own->goals)))
        return system_nomem(error);
    *rules = own;
    return status;
}
