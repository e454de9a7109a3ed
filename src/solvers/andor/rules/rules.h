/* Production systems: rules that stand for an AND/OR graph, made as far as it is needed.
 *
 *   R1: n0 -> n1, n2                                   plain symbols
 *   6 -> 3,3                                           a number is a symbol too; the right side is a multiset
 *   n -> n-1, n-2 if n > 2 cost n                      a pattern: n is any integer
 *   T(i,j) -> T(i,k), T(k+1,j) for k in i..j-1 cost (j-i)*k    symbols with integer arguments, one connector for each k
 *
 * A name that stands alone on the left is a variable when it comes in an expression of its rule ("n -> n-1") or of a
 * goal's condition, else a symbol; what is a variable in one rule and a symbol elsewhere is refused. Inside parentheses
 * on the left a name is a variable; met twice, or in an expression, it is compared. On the right a name that stands
 * alone is the value of a variable, or a symbol. Expressions: integers of 64 bits, + - * / % ( ), comparisons, and, or,
 * not, min, max, abs; division floors; and, or look no further than they must. Overflow, division by zero and a
 * negative cost end the job with an error (NASH_UNPROCESSABLE) that names the rule and the node. Goals are symbols or
 * patterns with `if`: "1", "T(i,i)", "n if n <= 1". "for" may come up to four times, the last one turning fastest, its
 * bounds knowing the variables before it. The order of connectors is that of rules, then of "for". A cost stands in the
 * rule, where k is the number of successors unless the rule has a variable k, or in the system, where k is always that
 * number.
 *
 * Expressions are compiled to a stack machine (code.h); a term becomes a number when it is first met (terms.h). Rules
 * whose left side has no variable are found by a hash, so that a system may list a hundred thousand of them. */
#ifndef ANDOR_RULES_H
#define ANDOR_RULES_H

#include <nash/buf.h>
#include <solvers/andor/graph.h>

struct andor_rules; /* a checked system, in an arena */

enum andor_rule_h { ANDOR_H_ZERO, ANDOR_H_VALUE, ANDOR_H_EXPRESSION, ANDOR_H_TABLE };

/* What parse hands over; the texts live as long as the call. */
struct andor_rules_draft {
    const char *start;
    const char *const *goals;
    uint32_t goal_count;
    const char *const *rules;
    uint32_t rule_count;
    const char *cost; /* an expression over the left side's variables and k; NULL: "k" */
    enum andor_rule_h h;
    const char *h_text;         /* ANDOR_H_EXPRESSION: over n or the arguments a, b, c, d by position */
    const char *const *h_names; /* ANDOR_H_TABLE: symbols as written, each with its value */
    const uint64_t *h_values;
    uint32_t h_count;
    uint32_t node_limit;
};

/* NASH_UNPROCESSABLE with pointer ("/rules/3") and detail that says the column and how to mend it. */
enum nash_status andor_rules_read(const struct andor_rules_draft *draft, struct nash_arena *arena,
                                  struct andor_rules **rules, struct nash_error *error);

/* run: polled while a node with very many connectors is expanded, which ends in NASH_STOPPED then; may be NULL.
 * A graph with the start alone as root; andor_expand() makes the rest. One past node_limit nodes is NASH_TOO_LARGE for
 * expand (type node-limit). */
enum nash_status andor_rules_begin(const struct andor_rules *rules, struct nash_arena *arena, struct nash_run *run,
                                   struct andor_graph *graph, struct nash_error *error);

/* Makes all that can be reached, breadth first. complete = false: node_limit, the run's stop, or more than `most` nodes
 * ended it. When all is made, graph->expand becomes NULL. */
enum nash_status andor_rules_expand_all(struct andor_graph *graph, uint32_t most, struct nash_run *run, bool *complete,
                                        struct nash_error *error);

/* The name of a node, "T(1,4)"; the name of a connector, its rule's label or number and k: "R4 k=2", "R1". */
void andor_rules_node_name(const struct andor_graph *graph, uint32_t v, struct nash_buf *out);
void andor_rules_connector_name(const struct andor_graph *graph, uint32_t c, struct nash_buf *out);

/* Feeds what identifies the system. */
void andor_rules_canon(const struct andor_rules *rules, struct nash_sha256 *sha);

#endif
