/* A problem of the kind "andor", shared by all files of the plug-in. Everything lives in the arena of the request. */
#ifndef ANDOR_PROBLEM_H
#define ANDOR_PROBLEM_H

#include <solvers/andor/aostar/aostar.h>
#include <solvers/andor/candidate/candidate.h>
#include <solvers/andor/rules/rules.h>

enum andor_form { ANDOR_VERBOSE, ANDOR_COMPACT, ANDOR_RULES, ANDOR_FORMS };
enum andor_method { ANDOR_AUTO, ANDOR_AO_STAR, ANDOR_DP, ANDOR_KNUTH, ANDOR_METHODS };
enum andor_listing { ANDOR_LIST_AUTO, ANDOR_LIST_ALL, ANDOR_LIST_SOLUTION, ANDOR_LIST_NONE, ANDOR_LISTINGS };
enum { ANDOR_GRAPHS = 10 /* default of "graphs" */ };
enum andor_model { ANDOR_RECURSIVE, ANDOR_SHARED, ANDOR_MODELS };

/* Warnings. Each is reported once, with a count and the place of its first occurrence. */
enum andor_warning_type {
    ANDOR_WARN_DEAD_END,            /* nodes that appear only as successors */
    ANDOR_WARN_ZERO_COST,           /* connectors of cost 0 */
    ANDOR_WARN_TERMINAL_CONNECTORS, /* terminals that have connectors */
    ANDOR_WARN_TERMINAL_H,          /* terminals with h above 0, which is taken as 0 */
    ANDOR_WARNINGS
};

struct andor_warning {
    uint32_t count; /* number of occurrences; 0: no warning */
    char at[64];    /* JSON pointer of the first occurrence; "" in the compact form */
};

struct andor_options {
    enum andor_method engine;
    enum andor_model model;
    enum andor_listing values; /* which nodes the result lists */
    enum andor_tip tip;
    bool strict, compare, dot, trace;
    uint32_t trace_from, trace_count; /* the cycles to report, counted from 1 */
    uint32_t graphs;                  /* number of optimal solution graphs to list */
    uint32_t k_best;                  /* number of best solution graphs to list; 0: not requested */
};

struct andor_problem {
    enum andor_form form;
    struct andor_options options;
    struct andor_graph graph;                /* set for the forms verbose and compact */
    const char *const *name;                 /* form verbose: [nodes] */
    const char *const *connector_name;       /* form verbose: [connectors] */
    struct andor_rules *rules;               /* form rules: the parsed system */
    const struct andor_candidate *candidate; /* a solution graph to be checked, or NULL */
    struct andor_warning warning[ANDOR_WARNINGS];
};

extern const char *const andor_form_names[ANDOR_FORMS + 1];
extern const char *const andor_method_names[ANDOR_METHODS + 1];
extern const char *const andor_listing_names[ANDOR_LISTINGS + 1];
extern const char *const andor_model_names[ANDOR_MODELS + 1];
extern const char *const andor_tip_names[4];

enum nash_status andor_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                             struct nash_error *error);
enum nash_status andor_parse_text(const char *text, size_t len, const struct nash_json *members,
                                  struct nash_arena *arena, void **problem, struct nash_error *error);
void andor_describe(const void *problem, struct nash_buf *out);
void andor_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out);
void andor_text_of(const cJSON *result, struct nash_buf *out);
void andor_canon(const void *problem, struct nash_sha256 *sha);
enum nash_status andor_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                             struct nash_error *error);
enum nash_status andor_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
void andor_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

#endif
