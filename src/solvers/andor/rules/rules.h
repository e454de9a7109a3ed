/* Production systems: rules that define an AND/OR graph, which is generated as far as it is needed.
 *
 *   R1: n0 -> n1, n2                                   plain symbols
 *   6 -> 3,3                                           a number is a symbol too; the right side is a multiset
 *   n -> n-1, n-2 if n > 2 cost n                      a pattern: n is any integer
 *   T(i,j) -> T(i,k), T(k+1,j) for k in i..j-1 cost (j-i)*k    symbols with integer arguments, one connector for each k
 *
 * A name that stands alone on the left is a variable if an expression of its rule ("n -> n-1") or a goal's condition
 * uses it, else a symbol. A name that is a variable in one rule and a symbol elsewhere is an error. Within parentheses
 * on the left a name is a variable; if it is repeated, or part of an expression, it is compared. On the right a name
 * that stands alone is the value of a variable, or a symbol. Expressions: 64-bit integers, + - * / % ( ), comparisons,
 * and, or, not, min, max, abs; division rounds down; and, or evaluate their right side only if it decides. Overflow,
 * division by zero and a negative cost end the job with an error (NASH_UNPROCESSABLE) that names the rule and the node.
 * Goals are symbols or patterns with `if`: "1", "T(i,i)", "n if n <= 1". A rule has at most four "for"; the last varies
 * fastest, and bounds may use the variables before it. Connectors are in the order of the rules, then of "for". A cost
 * belongs to a rule, where k is the number of successors unless the rule has a variable k, or to the system, where k is
 * always that number.
 *
 * Expressions are compiled for a stack machine (code.h); a term becomes a number when it is first met (terms.h). Rules
 * without a variable on the left are found by a hash, so a system may list a hundred thousand of them. */
#ifndef ANDOR_RULES_RULES_H
#define ANDOR_RULES_RULES_H

#include <nash/buf.h>
#include <solvers/andor/graph.h>

enum { ANDOR_NODE_LIMIT = 1000000 }; /* default of node_limit */

struct andor_rules; /* a checked system, in an arena */

/* How h is given: 0 everywhere, the value of an integer node, an expression, or a table of nodes. */
enum andor_rule_h { ANDOR_H_ZERO, ANDOR_H_VALUE, ANDOR_H_EXPRESSION, ANDOR_H_TABLE };

/* A system as read, before it is checked. The texts need to live only as long as the call. */
struct andor_rules_input {
    const struct lex_document *document; /* the document that all texts are parts of; NULL: they come from JSON */
    const char *start;
    const char *const *goals;
    uint32_t goal_count;
    const char *const *rules;
    uint32_t rule_count;
    const char *cost; /* an expression over the variables of the left side and k; NULL: "k" */
    enum andor_rule_h h;
    const char *h_text; /* ANDOR_H_EXPRESSION: an expression over n, or over the arguments a, b, c, ... by position */
    const char *const *h_names; /* ANDOR_H_TABLE: names of nodes as written, and their h */
    const uint64_t *h_values;
    uint32_t h_count;
    uint32_t node_limit;
};

/* Parses and checks a system. NASH_UNPROCESSABLE has a pointer ("/rules/3") and says the column and the remedy. */
enum nash_status andor_rules_read(const struct andor_rules_input *input, struct nash_arena *arena,
                                  struct andor_rules **rules, struct nash_error *error);

/* Makes a graph with the start as its root and only node; graph->expand() generates the rest, and returns
 * NASH_TOO_LARGE (type node-limit) if node_limit is exceeded. run may be NULL; it is polled during the expansion of a
 * node with very many connectors, which then returns NASH_STOPPED. */
enum nash_status andor_rules_begin(const struct andor_rules *rules, struct nash_arena *arena, struct nash_run *run,
                                   struct andor_graph *graph, struct nash_error *error);

/* Expands all reachable nodes breadth first, and then sets graph->expand to NULL. *complete is false if node_limit, a
 * stop of the run, or more than `max` nodes ended it. */
enum nash_status andor_rules_expand_all(struct andor_graph *graph, uint32_t max, struct nash_run *run, bool *complete,
                                        struct nash_error *error);

/* Append the name of a node, "T(1,4)", and the name of a connector, its rule's label or number and its variables: "R4
 * k=2", "R1". */
void andor_rules_node_name(const struct andor_graph *graph, uint32_t v, struct nash_buf *out);
void andor_rules_connector_name(const struct andor_graph *graph, uint32_t c, struct nash_buf *out);

/* Adds the digest of the system's text to sha. */
void andor_rules_canon(const struct andor_rules *rules, struct nash_sha256 *sha);

#endif
