/* Checks a chain node by node. A chain is one derivation after another: each begins with an assumption and ends with
 * what follows from it. A nested chain is checked in the same way, on the candidates that the nodes before it leave. */
#include <solvers/sudoku/exact/board.h>
#include <solvers/sudoku/geometry.h>

#include "replay.h"

/* The nodes of one derivation: `first` is the assumption, `last` the conclusion. */
struct derivation {
    unsigned first, last;
};

static bool is_open(const struct replay *r, unsigned cell, unsigned value)
{
    return r->open[cell] >> value & 1;
}

/* Returns whether two different candidates cannot both hold. */
static bool exclude(const struct replay *r, uint32_t a, uint32_t b)
{
    unsigned one = SUDOKU_LITERAL_CELL(a), two = SUDOKU_LITERAL_CELL(b);
    if (one == two)
        return a != b;
    return SUDOKU_LITERAL_VALUE(a) == SUDOKU_LITERAL_VALUE(b) && replay_see_each_other(r->problem, one, two);
}

/* Returns whether the candidate is among the causes of a node. */
static bool is_cause(const struct sudoku_step *s, const struct sudoku_node *node, uint32_t literal)
{
    for (unsigned i = 0; i < node->causes; i++)
        if (s->node[s->cause[node->cause + i]].literal == literal)
            return true;
    return false;
}

/* ---- one node ---- */

/* Returns whether all other candidates of the group are causes of the node. */
static bool is_last_of(const struct replay *r, const struct sudoku_step *s, const struct sudoku_node *node, bool cell,
                       unsigned unit)
{
    unsigned n = r->problem->size, here = SUDOKU_LITERAL_CELL(node->literal);
    unsigned value = SUDOKU_LITERAL_VALUE(node->literal);
    for (unsigned k = 0; k < (cell ? n : n * n); k++) {
        uint32_t other = cell ? SUDOKU_LITERAL(here, k) : SUDOKU_LITERAL(k, value);
        bool member = cell || replay_in_unit(r->problem, unit, k);
        if (other != node->literal && member && is_open(r, SUDOKU_LITERAL_CELL(other), SUDOKU_LITERAL_VALUE(other)) &&
            !is_cause(s, node, other))
            return false;
    }
    return true;
}

static bool on_follows(const struct replay *r, const struct sudoku_step *s, const struct sudoku_node *node)
{
    if (is_last_of(r, s, node, true, 0))
        return true;
    for (unsigned unit = 0; unit < sudoku_unit_count(r->problem); unit++)
        if (replay_in_unit(r->problem, unit, SUDOKU_LITERAL_CELL(node->literal)) && is_last_of(r, s, node, false, unit))
            return true;
    return false;
}

/* Lists the candidates of a group that are not among the causes of the node and may hold with its candidate. Returns
 * their number. */
static unsigned list_group(const struct replay *r, const struct sudoku_step *s, const struct sudoku_node *node,
                           unsigned group, uint32_t member[SUDOKU_EXPLAIN_MAX])
{
    unsigned n = r->problem->size, cells = n * n, unit = (group - cells) / n, value = (group - cells) % n, count = 0;
    bool cell = group < cells;
    for (unsigned k = 0; k < (cell ? n : cells); k++) {
        uint32_t literal = cell ? SUDOKU_LITERAL(group, k) : SUDOKU_LITERAL(k, value);
        if ((cell || replay_in_unit(r->problem, unit, k)) &&
            is_open(r, SUDOKU_LITERAL_CELL(literal), SUDOKU_LITERAL_VALUE(literal)) && !is_cause(s, node, literal) &&
            !exclude(r, literal, node->literal))
            member[count++] = literal;
    }
    return count;
}

/* Returns whether the candidate of the node leaves no choice of one candidate from each group. */
static bool pattern_holds(const struct replay *r, const struct sudoku_step *s, const struct sudoku_node *node)
{
    const struct sudoku_pattern *p = &node->pattern;
    unsigned groups = (r->problem->size + sudoku_unit_count(r->problem)) * r->problem->size;
    uint32_t one[SUDOKU_EXPLAIN_MAX], two[SUDOKU_EXPLAIN_MAX];
    for (unsigned i = 0; i < p->groups; i++)
        if (p->group[i] >= groups)
            return false;
    unsigned ones = list_group(r, s, node, p->group[0], one);
    unsigned twos = p->groups > 1 ? list_group(r, s, node, p->group[1], two) : 0;
    if (p->groups == 1)
        return ones == 0;
    for (unsigned i = 0; i < ones; i++)
        for (unsigned k = 0; k < twos; k++)
            if (!exclude(r, one[i], two[k]))
                return false;
    return true;
}

/* Returns whether the nested chain of the node holds among the candidates without the causes of the node, and removes
 * the candidate. */
static bool nested_holds(const struct replay *r, const struct sudoku_step *s, const struct sudoku_node *node)
{
    const struct sudoku_step *nested = node->nested;
    unsigned cell = SUDOKU_LITERAL_CELL(node->literal);
    struct replay left = *r;
    for (unsigned i = 0; i < node->causes; i++) {
        uint32_t gone = s->node[s->cause[node->cause + i]].literal;
        left.open[SUDOKU_LITERAL_CELL(gone)] &= ~(UINT64_C(1) << SUDOKU_LITERAL_VALUE(gone));
    }
    bool removes = nested->placed != SUDOKU_NO_LITERAL && SUDOKU_LITERAL_CELL(nested->placed) == cell &&
                   nested->placed != node->literal;
    for (unsigned i = 0; i < nested->eliminations; i++)
        removes |= nested->eliminated[i] == node->literal;
    return removes && nested->nodes && !replay_chain_fault(&left, nested);
}

static bool off_follows(const struct replay *r, const struct sudoku_step *s, const struct sudoku_node *node)
{
    const struct sudoku_node *cause = &s->node[s->cause[node->cause]];
    if (node->pattern.groups)
        return pattern_holds(r, s, node);
    if (node->nested)
        return nested_holds(r, s, node);
    return node->causes == 1 && exclude(r, cause->literal, node->literal);
}

static const char *node_fault(const struct replay *r, const struct sudoku_step *s, unsigned i, unsigned first)
{
    const struct sudoku_node *node = &s->node[i];
    unsigned cell = SUDOKU_LITERAL_CELL(node->literal), n = r->problem->size;
    bool causes_on = !node->on && !node->pattern.groups && !node->nested;
    if (cell >= n * n || !is_open(r, cell, SUDOKU_LITERAL_VALUE(node->literal)))
        return "a chain has a candidate that is not open";
    for (unsigned k = 0; k < node->causes; k++) {
        unsigned cause = s->cause[node->cause + k];
        if (cause < first || cause >= i || s->node[cause].on != causes_on)
            return "a chain has a node with an invalid cause";
    }
    if (node->causes && !(node->on ? on_follows(r, s, node) : off_follows(r, s, node)))
        return "a chain has a node that does not follow from its causes";
    return NULL;
}

/* ---- the conclusion ---- */

static bool concludes(const struct sudoku_step *s, uint32_t literal, bool on)
{
    if (on)
        return s->placed == literal;
    return s->placed == SUDOKU_NO_LITERAL && s->eliminations == 1 && s->eliminated[0] == literal;
}

/* Returns whether one of the assumptions must hold: they are a candidate on and off, all of a cell, or all of a value
 * in a unit. */
static bool is_exhaustive(const struct replay *r, const struct sudoku_step *s, const struct derivation *d,
                          unsigned count)
{
    const struct sudoku_node *one = &s->node[d[0].first];
    struct sudoku_node all = *one; /* a node with the other assumptions as its causes */
    uint16_t other[SUDOKU_EXPLAIN_MAX];
    struct sudoku_step assumed = {.node = s->node, .cause = other};
    if (count == 2 && one->literal == s->node[d[1].first].literal)
        return one->on != s->node[d[1].first].on;
    for (unsigned i = 0; i < count; i++) {
        if (!s->node[d[i].first].on)
            return false;
        if (i)
            other[i - 1] = (uint16_t)d[i].first;
    }
    all.cause = 0;
    all.causes = (uint16_t)(count - 1);
    return on_follows(r, &assumed, &all);
}

/* Returns whether the chain goes round, and each candidate removed excludes both ends of a link from on to off: one of
 * them holds, whichever way the chain turns. */
static bool cycle_holds(const struct replay *r, const struct sudoku_step *s)
{
    const struct sudoku_node *node = s->node;
    if (node[0].literal != node[s->nodes - 1].literal || !node[0].on || !node[s->nodes - 1].on)
        return false;
    for (unsigned i = 0; i < s->eliminations; i++) {
        bool found = false;
        for (unsigned k = 0; !found && k + 1 < s->nodes; k += 2)
            found = exclude(r, s->eliminated[i], node[k].literal) && exclude(r, s->eliminated[i], node[k + 1].literal);
        if (!found)
            return false;
    }
    return s->placed == SUDOKU_NO_LITERAL;
}

static bool conclusion_follows(const struct replay *r, const struct sudoku_step *s, const struct derivation *d,
                               unsigned count)
{
    const struct sudoku_node *first = &s->node[d[0].first], *last = &s->node[d[0].last];
    const struct sudoku_node *other = &s->node[d[count - 1].last];
    bool one_start = count == 2 && first->literal == s->node[d[1].first].literal && first->on == s->node[d[1].first].on;
    if (s->form == SUDOKU_CONTRADICTION_CHAINS || s->form == SUDOKU_NISHIO)
        return one_start && last->literal == other->literal && last->on != other->on &&
               concludes(s, first->literal, !first->on);
    if (s->form == SUDOKU_X_CYCLE || s->form == SUDOKU_Y_CYCLE || s->form == SUDOKU_CYCLE)
        return count == 1 && cycle_holds(r, s);
    if (s->form == SUDOKU_X_CHAIN || s->form == SUDOKU_CHAIN)
        return count == 1 && last->literal == first->literal && last->on != first->on &&
               concludes(s, last->literal, last->on);
    for (unsigned i = 0; i < count; i++)
        if (s->node[d[i].last].literal != last->literal || s->node[d[i].last].on != last->on)
            return false;
    return is_exhaustive(r, s, d, count) && concludes(s, last->literal, last->on);
}

const char *replay_chain_fault(const struct replay *r, const struct sudoku_step *s)
{
    struct derivation d[SUDOKU_EXPLAIN_MAX] = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < s->nodes; i++) {
        if (!s->node[i].causes) {
            if (count == SUDOKU_EXPLAIN_MAX)
                return "a chain has too many assumptions";
            d[count++].first = i;
        }
        if (!count)
            return "a chain begins without an assumption";
        d[count - 1].last = i;
        const char *fault = node_fault(r, s, i, d[count - 1].first);
        if (fault)
            return fault;
    }
    return conclusion_follows(r, s, d, count) ? NULL : "a chain does not prove its step";
}
