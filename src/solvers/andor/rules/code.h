/* Expressions over integers, compiled to a small stack machine. */
#ifndef ANDOR_RULES_CODE_H
#define ANDOR_RULES_CODE_H

#include <nash/arena.h>

#include "lex.h"

enum { CODE_VARIABLES = 16, CODE_STACK = 32 };

struct code_op {
    uint32_t op;
    uint32_t target; /* of a jump: index of an op; of a variable: its place */
    int64_t value;   /* of a constant */
};

/* Ops of all expressions, one after another. */
struct code_store {
    struct nash_arena *arena;
    struct code_op *op;
    uint32_t count, room;
};

/* One expression: store->op[first .. last). Empty: there is none. */
struct code {
    uint32_t first, last;
};

/* Names that mean a variable. */
struct code_scope {
    struct {
        const char *text;
        uint32_t len;
    } name[CODE_VARIABLES];
    uint32_t count;
};

/* The place of the name in the scope, or UINT32_MAX. */
uint32_t code_variable(const struct code_scope *scope, const struct lex_token *name);
/* Adds the name that stands next; it must be new. One place is left for k (rule.c). */
enum nash_status code_add_variable(const struct lex *lex, struct code_scope *scope, uint32_t *place);

/* Reads an expression as far as it goes. NASH_UNPROCESSABLE with column, NASH_NOMEM. */
enum nash_status code_read(struct lex *lex, const struct code_scope *scope, struct code_store *store,
                           struct code *code);

static inline bool code_is_empty(struct code code)
{
    return code.first == code.last;
}

/* What most expressions consist of; the others are code.c's own. */
enum { CODE_CONSTANT, CODE_VARIABLE };

/* The general case of what follows. */
const char *code_run(const struct code_store *store, struct code code, const int64_t *env, int64_t *value);

/* Its value; NULL, or what went wrong: overflow, division by zero. env: the variables. */
static inline const char *code_value(const struct code_store *store, struct code code, const int64_t *env,
                                     int64_t *value)
{
    const struct code_op *op = &store->op[code.first];
    if (code.last - code.first != 1)
        return code_run(store, code, env, value);
    *value = op->op == CODE_CONSTANT ? op->value : env[op->target]; /* nothing else stands alone */
    return NULL;
}

#endif
