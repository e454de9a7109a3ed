/* Expressions over integers, compiled to a small stack machine. */
#ifndef ANDOR_RULES_CODE_H
#define ANDOR_RULES_CODE_H

#include <nash/arena.h>

#include "lex.h"

enum { CODE_VARIABLES = 16, CODE_STACK = 32 }; /* variables of an expression; depth of the machine's stack */

struct code_op {
    uint32_t op;
    uint32_t target; /* jump: index of the next op; variable: its index in env; else 0 */
    int64_t value;   /* value of a constant */
};

/* The ops of all expressions, one after another. */
struct code_store {
    struct nash_arena *arena;
    struct code_op *op;
    uint32_t count, room;
};

/* One expression: store->op[first .. last). Empty: no expression. */
struct code {
    uint32_t first, last;
};

/* The variables that an expression may use; the index is the variable's place in env. */
struct code_scope {
    struct {
        const char *text;
        uint32_t len;
    } name[CODE_VARIABLES];
    uint32_t count;
};

/* Returns the index of the name in the scope, or UINT32_MAX. */
uint32_t code_variable(const struct code_scope *scope, const struct lex_token *name);
/* Adds the current token, which must be a new name, to the scope; *place receives its index. One index is kept free for
 * the variable k (rule.c). */
enum nash_status code_add_variable(const struct lex *lex, struct code_scope *scope, uint32_t *place);

/* Parses the longest expression that begins at the current token. Errors: NASH_UNPROCESSABLE with the column,
 * NASH_NOMEM. */
enum nash_status code_read(struct lex *lex, const struct code_scope *scope, struct code_store *store,
                           struct code *code);

/* Parses an expression that is a cost or an h. A comparison is an error, because its value is only 0 or 1; remedy ends
 * its message, NULL: to multiply it by 1. */
enum nash_status code_read_amount(struct lex *lex, const struct code_scope *scope, struct code_store *store,
                                  const char *remedy, struct code *code);

static inline bool code_is_empty(struct code code)
{
    return code.first == code.last;
}

/* The ops that most expressions consist of; the others are private to code.c. */
enum { CODE_CONSTANT, CODE_VARIABLE };

/* Evaluates any expression; see code_value(). */
const char *code_run(const struct code_store *store, struct code code, const int64_t *env, int64_t *value);

/* Evaluates an expression; env holds the variables. Returns NULL, or a text that says what failed: overflow or division
 * by zero. */
static inline const char *code_value(const struct code_store *store, struct code code, const int64_t *env,
                                     int64_t *value)
{
    const struct code_op *op = &store->op[code.first];
    if (code.last - code.first != 1)
        return code_run(store, code, env, value);
    *value = op->op == CODE_CONSTANT ? op->value : env[op->target]; /* no other op stands alone */
    return NULL;
}

#endif
