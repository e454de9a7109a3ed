/* Expressions: parsed by operator precedence with an explicit stack, so that nested parentheses use no C stack, and
 * evaluated by a stack machine whose depth is checked when an expression is compiled.
 *
 * Operators, from the weakest to the strongest (comparisons do not chain):
 *
 *   or < and < not < comparison < + - < * / % < unary minus; min(..), max(..), abs(.)
 *
 * The right side of and, or is evaluated only if it decides. Division rounds down, and a remainder has the sign of the
 * divisor. */
#include "code.h"

#include <string.h>

#include <solvers/andor/list.h>

enum op {
    OP_CONSTANT = CODE_CONSTANT,
    OP_VARIABLE = CODE_VARIABLE,
    OP_OR,      /* true: jumps over the right side and keeps the value; false: pops it */
    OP_AND,     /* false: jumps over the right side and keeps the value; true: pops it */
    OP_BOOLEAN, /* converts to 0 or 1 */
    OP_NOT,
    OP_LESS,
    OP_LESS_EQUAL,
    OP_MORE,
    OP_MORE_EQUAL,
    OP_EQUAL,
    OP_UNEQUAL,
    OP_ADD,
    OP_SUBTRACT,
    OP_ADD_CONSTANT, /* constant operand and operation in one */
    OP_SUBTRACT_CONSTANT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_REMAINDER,
    OP_NEGATE,
    OP_MIN,
    OP_MAX,
    OP_ABS,
    OP_OPEN /* a parenthesis, only on the parser's stack */
};

/* Returns the precedence of an operator. */
static unsigned rank_of(enum op op)
{
    switch (op) {
    case OP_OR:
        return 1;
    case OP_AND:
        return 2;
    case OP_NOT:
        return 3;
    case OP_LESS:
    case OP_LESS_EQUAL:
    case OP_MORE:
    case OP_MORE_EQUAL:
    case OP_EQUAL:
    case OP_UNEQUAL:
        return 4;
    case OP_ADD:
    case OP_SUBTRACT:
        return 5;
    case OP_MULTIPLY:
    case OP_DIVIDE:
    case OP_REMAINDER:
        return 6;
    case OP_NEGATE:
        return 7;
    default:
        return 0;
    }
}

enum { NESTING_MAX = 64 }; /* largest number of pending operators */

/* An operator that waits for its right side. */
struct pending {
    enum op op;       /* OP_OPEN, or OP_MIN, OP_MAX, OP_ABS for the parenthesis of a function */
    bool parenthesis; /* op is OP_OPEN or a function, and waits for ')' */
    uint32_t count;   /* commas of a function so far */
    uint32_t jump;    /* of and, or: the op whose target is set later */
    const char *at;
};

struct reading {
    struct lex *lex;
    const struct code_scope *scope;
    struct code_store *store;
    struct pending stack[NESTING_MAX];
    uint32_t pending;
    uint32_t depth; /* current depth of the machine's stack */
};

/* ---- emitting ---- */

static enum nash_status emit(struct reading *r, enum op op, uint32_t target, int64_t value)
{
    struct code_store *s = r->store;
    if (s->count == s->room) {
        struct code_op *grown = andor_grow(s->op, s->count, sizeof *grown, s->count + 1, &s->room, s->arena);
        if (!grown)
            return nash_fail(r->lex->error, NASH_NOMEM, "", "the rules do not fit into the memory of a job");
        s->op = grown;
    }
    s->op[s->count++] = (struct code_op){.op = op, .target = target, .value = value};
    return NASH_OK;
}

static enum nash_status emit_operand(struct reading *r, enum op op, uint32_t target, int64_t value)
{
    if (++r->depth > CODE_STACK)
        return lex_fail(r->lex, r->lex->token.text, "the expression nests too deeply");
    return emit(r, op, target, value);
}

/* Emits the operator on top of the stack, whose operands have been emitted. */
static enum nash_status apply_top(struct reading *r)
{
    struct pending top = r->stack[--r->pending];
    if (top.op == OP_AND || top.op == OP_OR) {
        enum nash_status status = emit(r, OP_BOOLEAN, 0, 0);
        r->store->op[top.jump].target = r->store->count - 1;
        return status;
    }
    r->depth -= top.op != OP_NEGATE && top.op != OP_NOT;
    struct code_op *last = &r->store->op[r->store->count - 1];
    if ((top.op == OP_ADD || top.op == OP_SUBTRACT) &&
        last->op == OP_CONSTANT) { /* the constant is the whole right side */
        last->op = top.op == OP_ADD ? OP_ADD_CONSTANT : OP_SUBTRACT_CONSTANT;
        return NASH_OK;
    }
    return emit(r, top.op, 0, 0);
}

/* Emits all pending operators of at least this precedence. */
static enum nash_status apply_operators(struct reading *r, unsigned rank)
{
    enum nash_status status = NASH_OK;
    while (status == NASH_OK && r->pending && !r->stack[r->pending - 1].parenthesis &&
           rank_of(r->stack[r->pending - 1].op) >= rank)
        status = apply_top(r);
    return status;
}

static enum nash_status push(struct reading *r, struct pending pending)
{
    pending.at = r->lex->token.text;
    if (r->pending == NESTING_MAX)
        return lex_fail(r->lex, pending.at, "the expression nests too deeply");
    r->stack[r->pending++] = pending;
    lex_next(r->lex);
    return NASH_OK;
}

/* ---- operands ---- */

uint32_t code_variable(const struct code_scope *scope, const struct lex_token *name)
{
    for (uint32_t i = 0; i < scope->count; i++)
        if (scope->name[i].len == name->len && memcmp(scope->name[i].text, name->text, name->len) == 0)
            return i;
    return UINT32_MAX;
}

enum nash_status code_add_variable(const struct lex *lex, struct code_scope *scope, uint32_t *place)
{
    if (scope->count >= CODE_VARIABLES - 1)
        return lex_fail(lex, lex->token.text, "a rule has at most %d variables", CODE_VARIABLES - 1);
    *place = scope->count++;
    scope->name[*place].text = lex->token.text;
    scope->name[*place].len = lex->token.len;
    return NASH_OK;
}

static bool is_word(const struct lex_token *token, const char *word)
{
    return token->len == strlen(word) && memcmp(token->text, word, token->len) == 0;
}

static enum nash_status unknown(const struct reading *r)
{
    const struct lex_token *token = &r->lex->token;
    char known[120] = "";
    size_t len = 0;
    for (uint32_t i = 0; i < r->scope->count && len + r->scope->name[i].len + 3 < sizeof known; i++) {
        len = (size_t)(stpcpy(known + len, i ? ", " : "") - known);
        memcpy(known + len, r->scope->name[i].text, r->scope->name[i].len);
        len += r->scope->name[i].len;
        known[len] = '\0';
    }
    return lex_fail(r->lex, token->text, "unknown variable \"%.*s\"; variables here: %s",
                    (int)(token->len < 60 ? token->len : 60), token->text, *known ? known : "none");
}

static enum nash_status read_name(struct reading *r)
{
    const struct lex_token *token = &r->lex->token;
    if (lex_next_is(r->lex, '(')) {
        enum op op = is_word(token, "min") ? OP_MIN : is_word(token, "max") ? OP_MAX : OP_ABS;
        if (op == OP_ABS && !is_word(token, "abs"))
            return lex_fail(r->lex, token->text, "unknown function \"%.*s\"; functions: min, max, abs",
                            (int)(token->len < 60 ? token->len : 60), token->text);
        lex_next(r->lex);
        return push(r, (struct pending){.op = op, .parenthesis = true});
    }
    uint32_t place = code_variable(r->scope, token);
    if (place == UINT32_MAX)
        return unknown(r);
    enum nash_status status = emit_operand(r, OP_VARIABLE, place, 0);
    lex_next(r->lex);
    return status;
}

/* Reads an operand, or a prefix of one: a sign, "not", "(" or a function with its "(". *found: whether it was an
 * operand. */
static enum nash_status read_operand(struct reading *r, bool *found)
{
    const struct lex_token *token = &r->lex->token;
    enum nash_status status;
    *found = false;
    if (lex_is(r->lex, '-'))
        return push(r, (struct pending){.op = OP_NEGATE});
    if (lex_is(r->lex, '('))
        return push(r, (struct pending){.op = OP_OPEN, .parenthesis = true});
    if (token->kind == LEX_NOT)
        return push(r, (struct pending){.op = OP_NOT});
    if (token->kind == LEX_NAME) {
        *found = !lex_next_is(r->lex, '(');
        return read_name(r);
    }
    if (token->kind != LEX_NUMBER)
        return lex_expected(r->lex, "a number, a variable or \"(\"");
    if (token->number == INT64_MIN && (!r->pending || r->stack[r->pending - 1].op != OP_NEGATE))
        return lex_too_long(r->lex);
    r->pending -= token->number == INT64_MIN; /* the sign belongs to the number */
    status = emit_operand(r, OP_CONSTANT, 0, token->number);
    lex_next(r->lex);
    *found = true;
    return status;
}

/* ---- operators ---- */

static enum op operator_of(const struct lex_token *token)
{
    static const char signs[] = "<>=+-*/%";
    static const enum op ops[] = {OP_LESS,     OP_MORE,     OP_EQUAL,  OP_ADD,
                                  OP_SUBTRACT, OP_MULTIPLY, OP_DIVIDE, OP_REMAINDER};
    switch (token->kind) {
    case LEX_OR:
        return OP_OR;
    case LEX_AND:
        return OP_AND;
    case LEX_LESS_EQUAL:
        return OP_LESS_EQUAL;
    case LEX_MORE_EQUAL:
        return OP_MORE_EQUAL;
    case LEX_UNEQUAL:
        return OP_UNEQUAL;
    case LEX_SIGN:
        for (size_t i = 0; signs[i]; i++)
            if (token->sign == signs[i])
                return ops[i];
        return OP_OPEN;
    default:
        return OP_OPEN;
    }
}

static enum nash_status read_operator(struct reading *r, enum op op)
{
    uint32_t jump = 0;
    const struct pending *top;
    enum nash_status status = apply_operators(r, rank_of(op) + (rank_of(op) == 4));
    top = r->pending ? &r->stack[r->pending - 1] : NULL;
    if (status == NASH_OK && rank_of(op) == 4 && top && !top->parenthesis && rank_of(top->op) == 4)
        return lex_fail(r->lex, r->lex->token.text, "comparisons do not chain: join two of them with \"and\"");
    if (status == NASH_OK && (op == OP_AND || op == OP_OR)) {
        jump = r->store->count;
        status = emit(r, op, 0, 0);
        r->depth--;
    }
    return status == NASH_OK ? push(r, (struct pending){.op = op, .jump = jump}) : status;
}

/* Reads the ')' or ',' of an open parenthesis. */
static enum nash_status read_close(struct reading *r)
{
    enum nash_status status = apply_operators(r, 1);
    struct pending *open = &r->stack[r->pending - 1];
    if (status != NASH_OK)
        return status;
    if (lex_is(r->lex, ',')) {
        if (open->op != OP_MIN && open->op != OP_MAX)
            return lex_expected(r->lex, "an operator or \")\"");
        open->count++;
        lex_next(r->lex);
        return NASH_OK;
    }
    r->pending--;
    if (open->op == OP_ABS)
        status = emit(r, OP_ABS, 0, 0);
    for (uint32_t i = 0; i < open->count && status == NASH_OK; i++, r->depth--)
        status = emit(r, open->op, 0, 0);
    lex_next(r->lex);
    return status;
}

static bool has_open(const struct reading *r)
{
    for (uint32_t i = r->pending; i-- > 0;)
        if (r->stack[i].parenthesis)
            return true;
    return false;
}

enum nash_status code_read(struct lex *lex, const struct code_scope *scope, struct code_store *store, struct code *code)
{
    struct reading r = {.lex = lex, .scope = scope, .store = store};
    enum nash_status status = NASH_OK;
    code->first = store->count;
    for (bool operand = false; status == NASH_OK;) {
        if (!operand) {
            status = read_operand(&r, &operand);
            continue;
        }
        enum op op = operator_of(&lex->token);
        bool comma = lex_is(lex, ',');
        if (op != OP_OPEN) {
            status = read_operator(&r, op);
            operand = false;
        } else if ((comma || lex_is(lex, ')')) && has_open(&r)) {
            status = read_close(&r);
            operand = !comma;
        } else {
            break;
        }
    }
    if (status == NASH_OK && has_open(&r))
        return lex_expected(lex, "an operator or \")\"");
    if (status == NASH_OK)
        status = apply_operators(&r, 1);
    code->last = store->count;
    return status;
}

enum nash_status code_read_amount(struct lex *lex, const struct code_scope *scope, struct code_store *store,
                                  const char *remedy, struct code *code)
{
    const char *at = lex->token.text;
    enum nash_status status = code_read(lex, scope, store, code);
    uint32_t last = status == NASH_OK && !code_is_empty(*code) ? store->op[code->last - 1].op : OP_CONSTANT;
    if (last == OP_BOOLEAN || (last >= OP_NOT && last <= OP_UNEQUAL))
        return lex_fail(lex, at, "expected a number, found a comparison, which is only 0 or 1: %s",
                        remedy ? remedy : "multiply it by 1 if that is meant");
    return status;
}

/* ---- the machine ---- */

static const char overflow[] = "passes 64 bits", by_zero[] = "divides by zero";

static const char *divide(int64_t a, int64_t b, bool remainder, int64_t *value)
{
    if (b == 0)
        return by_zero;
    if (b == -1) {
        *value = 0;
        return !remainder && __builtin_sub_overflow(0, a, value) ? overflow : NULL;
    }
    int64_t quotient = a / b, rest = a % b;
    bool floors = rest && (rest < 0) != (b < 0);
    *value = remainder ? rest + (floors ? b : 0) : quotient - floors;
    return NULL;
}

/* Evaluates a binary operator other than and, or. */
static const char *combine(uint32_t op, int64_t a, int64_t b, int64_t *value)
{
    switch (op) {
    case OP_LESS:
        *value = a < b;
        return NULL;
    case OP_LESS_EQUAL:
        *value = a <= b;
        return NULL;
    case OP_MORE:
        *value = a > b;
        return NULL;
    case OP_MORE_EQUAL:
        *value = a >= b;
        return NULL;
    case OP_EQUAL:
        *value = a == b;
        return NULL;
    case OP_UNEQUAL:
        *value = a != b;
        return NULL;
    case OP_ADD:
        return __builtin_add_overflow(a, b, value) ? overflow : NULL;
    case OP_SUBTRACT:
        return __builtin_sub_overflow(a, b, value) ? overflow : NULL;
    case OP_MULTIPLY:
        return __builtin_mul_overflow(a, b, value) ? overflow : NULL;
    case OP_MIN:
        *value = a < b ? a : b;
        return NULL;
    case OP_MAX:
        *value = a > b ? a : b;
        return NULL;
    default:
        return divide(a, b, op == OP_REMAINDER, value);
    }
}

const char *code_run(const struct code_store *store, struct code code, const int64_t *env, int64_t *value)
{
    int64_t stack[CODE_STACK + 1], *top = stack; /* stack[0] is never read */
    for (uint32_t at = code.first; at < code.last; at++) {
        const struct code_op *op = &store->op[at];
        switch (op->op) {
        case OP_CONSTANT:
            *++top = op->value;
            break;
        case OP_VARIABLE:
            *++top = env[op->target];
            break;
        case OP_ADD_CONSTANT:
            if (__builtin_add_overflow(*top, op->value, top))
                return overflow;
            break;
        case OP_SUBTRACT_CONSTANT:
            if (__builtin_sub_overflow(*top, op->value, top))
                return overflow;
            break;
        case OP_OR:
        case OP_AND:
            if ((*top != 0) == (op->op == OP_OR))
                at = op->target - 1;
            else
                top--;
            break;
        case OP_BOOLEAN:
            *top = *top != 0;
            break;
        case OP_NOT:
            *top = *top == 0;
            break;
        case OP_ABS:
            if (*top >= 0)
                break;
            __attribute__((fallthrough));
        case OP_NEGATE:
            if (__builtin_sub_overflow(0, *top, top))
                return overflow;
            break;
        default: {
            const char *fault = combine(op->op, top[-1], top[0], &top[-1]);
            if (fault)
                return fault;
            top--;
        }
        }
    }
    *value = *top;
    return NULL;
}
