/* A production system as it is kept: rules compiled, and found by what stands on their left. */
#ifndef ANDOR_RULES_SYSTEM_H
#define ANDOR_RULES_SYSTEM_H

#include <solvers/andor/names.h>
#include <solvers/andor/rules/code.h>
#include <solvers/andor/rules/rules.h>
#include <solvers/andor/rules/terms.h>

enum { RULE_FORS = 4 };

/* A term with variables, and the condition under which it fits: a left side, or a goal. First the variables are bound,
 * then the rest of the arguments is compared. */
struct rule_pattern {
    uint32_t functor, arity;
    uint32_t bind[TERM_ARGUMENTS];    /* the variable that the argument is; ANDOR_NONE: compare */
    struct code test[TERM_ARGUMENTS]; /* what it is compared with */
    struct code condition;            /* empty: none */
    bool ground;                      /* no variable at all: */
    int64_t argument[TERM_ARGUMENTS];
};

/* A term of the right side. */
struct rule_item {
    uint32_t functor, arity;
    struct code argument[TERM_ARGUMENTS];
};

struct rule {
    struct rule_pattern left; /* its condition is that of each connector: with the for-variables */
    struct {
        uint32_t variable;
        struct code from, to;
    } range[RULE_FORS];
    uint32_t ranges;
    const struct rule_item *item;
    uint32_t items;
    uint32_t k;        /* the variable that is the number of items in the cost */
    struct code cost;  /* empty: that number */
    const char *label; /* as written, or NULL */
    const char *names; /* of the for-variables, each ended by NUL */
};

struct functor {
    const char *name;
    uint32_t arity;
};

/* Numbers by functor or ground term: those of i are list[off[i] .. off[i + 1]), ascending. */
struct rule_index {
    uint32_t *off, *list;
};

/* Patterns by what they can fit. */
struct rule_finder {
    struct terms ground;          /* terms that stand as they are */
    struct rule_index of_ground;  /* [ground.count] */
    struct rule_index of_functor; /* [functors]: the others */
};

struct andor_rules {
    struct nash_arena *arena;
    struct code_store code;
    struct andor_names names; /* of functors: "T/2" */
    struct functor *functor;  /* [functors] */
    uint32_t functors, functor_room;
    uint32_t stride; /* the largest arity */
    struct rule *rule;
    uint32_t rules;
    struct rule_pattern *goal;
    uint32_t goals;
    struct rule_finder rule_finder, goal_finder;
    uint32_t start_functor;
    int64_t start[TERM_ARGUMENTS];
    enum andor_rule_h h;
    struct code h_code;
    struct terms h_terms; /* of the table, each with its value */
    const uint64_t *h_values;
    uint32_t node_limit;
    struct nash_hash digest; /* of the system's text, token by token */
};

/* ---- pattern.c ---- */

/* The functor of a name with so many arguments; ANDOR_NONE: no memory. */
uint32_t rules_functor(struct andor_rules *rules, const char *text, uint32_t len, uint32_t arity);
/* Reads a term with variables; alone_is_variable: a name that stands alone is one. The variables go to *scope. */
enum nash_status rules_read_pattern(struct andor_rules *rules, struct lex *lex, bool alone_is_variable,
                                    struct code_scope *scope, struct rule_pattern *pattern);
/* Reads a term without variables: start, or a name of the table of h. */
enum nash_status rules_read_term(struct andor_rules *rules, struct lex *lex, struct rule_pattern *pattern);
/* Does a pattern fit the arguments? env gets its variables. NULL, or what went wrong. */
const char *rules_match(const struct andor_rules *rules, const struct rule_pattern *pattern, const int64_t *argument,
                        int64_t *env, bool *fits);

/* ---- rule.c ---- */

/* Reads one rule; cost: the system's own expression, or NULL. */
enum nash_status rules_read_rule(struct andor_rules *rules, struct lex *lex, const char *cost, struct rule *rule);

/* The functor's display name: of number v of the terms. */
void rules_put_term(const struct andor_rules *rules, const struct terms *terms, uint32_t v, struct nash_buf *out);

#endif
