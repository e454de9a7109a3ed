/* A checked production system: compiled rules, indexed by their left sides. */
#ifndef ANDOR_RULES_SYSTEM_H
#define ANDOR_RULES_SYSTEM_H

#include <solvers/andor/rules/code.h>
#include <solvers/andor/rules/rules.h>
#include <solvers/andor/rules/terms.h>
#include <solvers/kit/collections/symbols.h>

enum { RULE_FORS = 4 }; /* largest number of "for" in a rule */

/* A term with variables and a condition: a left side or a goal. A match first binds the variables, then compares the
 * other arguments. */
struct rule_pattern {
    uint32_t functor, arity;
    uint32_t bind[TERM_ARGUMENTS];    /* the variable that takes the argument; ANDOR_NONE: the argument is compared */
    struct code test[TERM_ARGUMENTS]; /* the expression that a compared argument must equal */
    struct code condition;            /* may be empty */
    bool ground;                      /* the pattern has no variables, and `argument` is set */
    int64_t argument[TERM_ARGUMENTS]; /* values of the arguments of a ground pattern */
};

/* A term of a right side. */
struct rule_item {
    uint32_t functor, arity;
    struct code argument[TERM_ARGUMENTS];
};

struct rule {
    struct rule_pattern left; /* its condition is checked for each connector and may use the for-variables */
    struct {
        uint32_t variable; /* its index in env */
        struct code from, to;
    } range[RULE_FORS];
    uint32_t ranges;
    const struct rule_item *item;
    uint32_t items;
    uint32_t k;        /* index in env of the number of items, for the cost */
    struct code cost;  /* empty: the number of items */
    const char *label; /* as written, or NULL */
    const char *names; /* names of the for-variables, each NUL-terminated */
};

struct functor {
    const char *name;
    uint32_t arity;
};

/* Pattern numbers by functor or ground term: those of key i are list[off[i] .. off[i + 1]), ascending. */
struct rule_index {
    uint32_t *off, *list;
};

/* Patterns by the terms they can match. */
struct rule_finder {
    struct terms ground;          /* terms of patterns without variables */
    struct rule_index of_ground;  /* [ground.count]: patterns without variables, by the number of their term */
    struct rule_index of_functor; /* [functors]: the other patterns, by functor */
};

struct andor_rules {
    struct nash_arena *arena;
    struct code_store code;
    struct symbols names;    /* names of functors with their arity, such as "T/2" */
    struct functor *functor; /* [functors] */
    uint32_t functors, functor_room;
    uint32_t stride; /* the largest number of arguments of a term */
    struct rule *rule;
    uint32_t rules;
    struct rule_pattern *goal;
    uint32_t goals;
    struct rule_finder rule_finder, goal_finder;
    uint32_t start_functor;
    int64_t start[TERM_ARGUMENTS];
    enum andor_rule_h h;
    struct code h_code;
    struct terms h_terms; /* the table of h: h_values[number of the term] */
    const uint64_t *h_values;
    uint32_t node_limit;
    struct nash_hash digest; /* hash of the system's tokens */
};

/* ---- pattern.c ---- */

/* Returns the number of a functor with `arity` arguments, added if it is new, or ANDOR_NONE if the arena is full. */
uint32_t rules_functor(struct andor_rules *rules, const char *text, uint32_t len, uint32_t arity);
/* Parses a term with variables, which are added to *scope. alone_is_variable: a name that stands alone is a variable.
 */
enum nash_status rules_read_pattern(struct andor_rules *rules, struct lex *lex, bool alone_is_variable,
                                    struct code_scope *scope, struct rule_pattern *pattern);
/* Parses a term without variables: the start, or a name in the table of h. */
enum nash_status rules_read_term(struct andor_rules *rules, struct lex *lex, struct rule_pattern *pattern);
/* Matches a pattern with arguments; env receives the variables. Returns NULL, or a text that says what failed. */
const char *rules_match(const struct andor_rules *rules, const struct rule_pattern *pattern, const int64_t *argument,
                        int64_t *env, bool *fits);

/* ---- rule.c ---- */

/* Parses one rule. cost: the expression of the system, or NULL. */
enum nash_status rules_read_rule(struct andor_rules *rules, struct lex *lex, const char *cost, struct rule *rule);

/* Appends the text of term v. */
void rules_append_term(const struct andor_rules *rules, const struct terms *terms, uint32_t v, struct nash_buf *out);

#endif
