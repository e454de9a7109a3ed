/* A problem of the kind "andor" and its answer: what the files of the plug-in hand to each other. Everything lives in
 * the arena of the request or the run. */
#ifndef ANDOR_PROBLEM_H
#define ANDOR_PROBLEM_H

#include <solvers/andor/aostar/aostar.h>
#include <solvers/andor/optima.h>
#include <solvers/andor/rules/rules.h>
#include <solvers/andor/shared.h>

enum andor_form { ANDOR_VERBOSE, ANDOR_COMPACT, ANDOR_RULES, ANDOR_FORMS };
enum andor_method { ANDOR_AUTO, ANDOR_AO_STAR, ANDOR_DP, ANDOR_KNUTH, ANDOR_METHODS };
enum andor_listing { ANDOR_LIST_AUTO, ANDOR_LIST_ALL, ANDOR_LIST_SOLUTION, ANDOR_LIST_NONE, ANDOR_LISTINGS };
enum andor_model { ANDOR_RECURSIVE, ANDOR_SHARED, ANDOR_MODELS };

/* What a warning is about; each comes once, with how many there are and where the first is. */
enum andor_warning_type {
    ANDOR_WARN_DEAD_END,            /* nodes that are only named as successors */
    ANDOR_WARN_ZERO_COST,           /* connectors that cost nothing */
    ANDOR_WARN_TERMINAL_CONNECTORS, /* terminals that have connectors */
    ANDOR_WARN_TERMINAL_H,          /* terminals with h above 0: taken as 0 */
    ANDOR_WARNINGS
};

struct andor_warning {
    uint32_t count; /* 0: no such thing */
    char at[64];    /* JSON pointer of the first; "" where the form has none */
};

struct andor_options {
    enum andor_method engine;
    enum andor_model model;
    enum andor_listing values;
    enum andor_tip tip;
    bool strict, compare, dot, trace;
    uint32_t trace_from, trace_count; /* cycles, from 1 */
    uint32_t graphs;                  /* optimal solution graphs to list */
};

struct andor_problem {
    enum andor_form form;
    struct andor_options options;
    struct andor_graph graph;          /* verbose, compact */
    const char *const *name;           /* verbose: [nodes] */
    const char *const *connector_name; /* verbose: [connectors] */
    struct andor_rules *rules;         /* rules */
    struct andor_warning warning[ANDOR_WARNINGS];
};

/* How one engine fared. */
struct andor_trial {
    const char *engine; /* "ao_star", "ao_star_quick", "dp", "knuth" */
    andor_wide cost;    /* ANDOR_WIDE_INF: unsolvable */
    uint64_t expanded;  /* nodes settled by the passes, expanded by AO* */
    uint64_t us;
    bool finished; /* false: a budget ended it, or it does not apply (why) */
    const char *why;
};

enum { ANDOR_TRIALS = 4 };

/* A node of the solution graph and its connector, from the root, depth first. */
struct andor_choice {
    uint32_t node, connector;
};

/* What was left out, and why; NULL where it was not. */
struct andor_omitted {
    const char *solution, *optimal_graphs;
};

struct andor_answer {
    struct andor_graph *graph; /* that of the problem, or as far as the rules were expanded */
    bool complete;             /* the graph is there whole */
    const char *limit;         /* rules: why not */
    bool overflow;             /* a node costs too much to be counted: there are no values */
    enum andor_method engine;  /* whose word the cost is */
    bool quick;                /* of AO*: the quick one */
    bool known, proved;        /* solvable and cost hold; the cost is that of the best solution graph */
    bool solvable;
    andor_wide cost;  /* of the solution graph; infinite: there is none */
    andor_wide bound; /* where the optimum is not proved: no graph is cheaper; 0: nothing is known */
    const struct andor_choice *solution;
    uint32_t solution_count;
    const struct andor_values *values; /* NULL: not computed */
    struct andor_work work;
    const struct andor_search *search; /* AO*'s, or NULL */
    uint32_t search_nodes;             /* nodes there were then: the length of its arrays */
    const struct andor_trace *trace;   /* of the printed AO*: the cycles asked for, or none; NULL: it was not run */
    const struct andor_audit *audit;   /* or NULL */
    const struct andor_optima *optima; /* or NULL */
    const struct andor_shared *shared; /* or NULL */
    struct andor_trial trial[ANDOR_TRIALS];
    uint32_t trials;
    struct andor_omitted omitted;
    bool timeout;
    uint64_t solve_us;
    struct nash_arena *arena; /* of the run, for the check */
};

extern const char *const andor_form_names[ANDOR_FORMS + 1];
extern const char *const andor_method_names[ANDOR_METHODS + 1];
extern const char *const andor_listing_names[ANDOR_LISTINGS + 1];
extern const char *const andor_model_names[ANDOR_MODELS + 1];
extern const char *const andor_tip_names[3];

static inline andor_wide andor_value(const struct andor_values *values, uint32_t v)
{
    return values->wide                    ? values->wide[v]
           : values->value[v] == ANDOR_INF ? ANDOR_WIDE_INF
                                           : (andor_wide)values->value[v];
}

/* parse.c: the envelope; parse_verbose.c, parse_compact.c, parse_rules.c: the three forms. */
enum nash_status andor_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                             struct nash_error *error);
/* text.c */
enum nash_status andor_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                  struct nash_error *error);
void andor_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out);
void andor_text_of(const cJSON *result, struct nash_buf *out);
/* canon.c */
void andor_canon(const void *problem, struct nash_sha256 *sha);
/* solve.c */
enum nash_status andor_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                             struct nash_error *error);
/* verify.c */
enum nash_status andor_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
/* write.c */
void andor_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

#endif
