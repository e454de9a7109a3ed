/* Writes the explanation as members of the result (schema/kinds/sudoku.result.json). */
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/exact/board.h>
#include <solvers/sudoku/kind.h>

#include "../geometry.h"
#include "words.h"

/* Bytes of all chains of an answer; once there are more, chains are left out, because the size of a result is
 * limited. */
enum { CHAIN_BYTES_MAX = 600 << 10 };

static void write_symbol(struct nash_jsonw *out, const struct sudoku_problem *p, unsigned value)
{
    nash_jsonw_string_n(out, &p->symbols[value], 1);
}

static void write_values(struct nash_jsonw *out, const struct sudoku_problem *p, uint64_t values)
{
    nash_jsonw_karray(out, "values");
    for (; values; values &= values - 1)
        write_symbol(out, p, (unsigned)__builtin_ctzll(values));
    nash_jsonw_array_end(out);
}

/* Writes one entry for each cell: eliminations of a cell are adjacent. */
static void write_eliminations(struct nash_jsonw *out, const struct sudoku_problem *p, const struct sudoku_step *s)
{
    nash_jsonw_karray(out, "eliminations");
    for (unsigned i = 0; i < s->eliminations;) {
        unsigned cell = SUDOKU_LITERAL_CELL(s->eliminated[i]);
        uint64_t values = 0;
        for (; i < s->eliminations && SUDOKU_LITERAL_CELL(s->eliminated[i]) == cell; i++)
            values |= UINT64_C(1) << SUDOKU_LITERAL_VALUE(s->eliminated[i]);
        nash_jsonw_object(out);
        nash_jsonw_key(out, "cell");
        sudoku_write_cell(out, p, cell);
        write_values(out, p, values);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_placements(struct nash_jsonw *out, const struct sudoku_problem *p, const struct sudoku_step *s)
{
    nash_jsonw_karray(out, "placements");
    if (s->placed != SUDOKU_NO_LITERAL) {
        nash_jsonw_object(out);
        nash_jsonw_key(out, "cell");
        sudoku_write_cell(out, p, SUDOKU_LITERAL_CELL(s->placed));
        nash_jsonw_key(out, "value");
        write_symbol(out, p, SUDOKU_LITERAL_VALUE(s->placed));
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

/* Writes the pattern of a node by its groups: cells, or values of units. */
static void write_pattern(struct nash_jsonw *out, const struct sudoku_problem *p, const struct sudoku_pattern *pattern)
{
    unsigned cells = p->size * p->size;
    uint64_t values = 0;
    char name[32];
    nash_jsonw_kobject(out, "pattern");
    nash_jsonw_kstring(out, "technique", sudoku_technique_name(pattern->technique));
    if (pattern->group[0] < cells) {
        nash_jsonw_karray(out, "cells");
        for (unsigned i = 0; i < pattern->groups; i++)
            sudoku_write_cell(out, p, pattern->group[i]);
        nash_jsonw_array_end(out);
    } else {
        unsigned unit = SUDOKU_NO_UNIT;
        nash_jsonw_karray(out, "units");
        for (unsigned i = 0; i < pattern->groups; i++) {
            unsigned next = (pattern->group[i] - cells) / p->size;
            values |= UINT64_C(1) << (pattern->group[i] - cells) % p->size;
            if (next != unit)
                nash_jsonw_string(out, sudoku_unit_name(name, sizeof name, p, next));
            unit = next;
        }
        nash_jsonw_array_end(out);
        write_values(out, p, values);
    }
    nash_jsonw_object_end(out);
}

/* Returns the number of different nested chains before node `end`; a chain that removes several candidates has several
 * nodes. */
static unsigned nested_before(const struct sudoku_step *s, unsigned end)
{
    unsigned count = 0;
    for (unsigned i = 0; i < end; i++) {
        bool fresh = s->node[i].nested;
        for (unsigned k = 0; fresh && k < i; k++)
            fresh = s->node[k].nested != s->node[i].nested;
        count += fresh;
    }
    return count;
}

/* Returns the first node with the nested chain of node i. */
static unsigned first_nested(const struct sudoku_step *s, unsigned i)
{
    unsigned first = 0;
    while (s->node[first].nested != s->node[i].nested)
        first++;
    return first;
}

static void write_chain(struct nash_jsonw *out, const struct sudoku_problem *p, const struct sudoku_step *s)
{
    nash_jsonw_karray(out, "chain");
    for (unsigned i = 0; i < s->nodes; i++) {
        const struct sudoku_node *node = &s->node[i];
        nash_jsonw_object(out);
        nash_jsonw_key(out, "cell");
        sudoku_write_cell(out, p, SUDOKU_LITERAL_CELL(node->literal));
        nash_jsonw_key(out, "value");
        write_symbol(out, p, SUDOKU_LITERAL_VALUE(node->literal));
        nash_jsonw_kbool(out, "on", node->on);
        nash_jsonw_karray(out, "from");
        for (unsigned k = 0; k < node->causes; k++)
            nash_jsonw_uint(out, s->cause[node->cause + k]);
        nash_jsonw_array_end(out);
        if (node->pattern.groups)
            write_pattern(out, p, &node->pattern);
        if (node->nested)
            nash_jsonw_kuint(out, "nested", nested_before(s, first_nested(s, i)));
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_nested(struct nash_jsonw *out, const struct sudoku_problem *p, const struct sudoku_step *s)
{
    if (!nested_before(s, s->nodes))
        return;
    nash_jsonw_karray(out, "nested");
    for (unsigned i = 0; i < s->nodes; i++) {
        const struct sudoku_step *nested = s->node[i].nested;
        if (!nested || first_nested(s, i) != i)
            continue;
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "technique", sudoku_technique_name(nested->form));
        nash_jsonw_kdouble(out, "rating", nested->rating / 10.0);
        write_chain(out, p, nested);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

/* Writes the chain of a step, if there is room. *room: bytes left for chains. */
static void write_chains(struct nash_jsonw *out, const struct sudoku_problem *p, const struct sudoku_step *s,
                         size_t *room)
{
    size_t start = out->out->len;
    if (!s->nodes || !*room)
        return;
    write_chain(out, p, s);
    write_nested(out, p, s);
    size_t written = out->out->len - start;
    *room -= written < *room ? written : *room;
}

static void write_step(struct nash_jsonw *out, const struct sudoku_problem *p, const struct sudoku_step *s,
                       size_t *room)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    char name[32];
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "technique", sudoku_technique_name(s->technique));
    nash_jsonw_kdouble(out, "rating", s->rating / 10.0);
    nash_jsonw_karray(out, "cells");
    for (unsigned i = 0; i < s->cells; i++)
        sudoku_write_cell(out, p, s->cell[i]);
    nash_jsonw_array_end(out);
    write_values(out, p, s->values);
    nash_jsonw_karray(out, "units");
    for (unsigned i = 0; i < s->units; i++)
        nash_jsonw_string(out, sudoku_unit_name(name, sizeof name, p, s->unit[i]));
    nash_jsonw_array_end(out);
    write_eliminations(out, p, s);
    write_placements(out, p, s);
    write_chains(out, p, s, room);
    explain_words(&text, p, s);
    nash_jsonw_key(out, "text");
    nash_jsonw_string_n(out, text.data, text.len);
    nash_buf_free(&text);
    nash_jsonw_object_end(out);
}

void sudoku_rating_write(const struct sudoku_rating *r, struct nash_jsonw *out)
{
    nash_jsonw_key(out, "rating");
    if (!r) {
        nash_jsonw_null(out);
        return;
    }
    nash_jsonw_object(out);
    nash_jsonw_kdouble(out, "score", r->score / 10.0);
    nash_jsonw_kdouble(out, "first_placement", r->pearl / 10.0);
    nash_jsonw_kdouble(out, "first_step", r->diamond / 10.0);
    nash_jsonw_kstring(out, "hardest", sudoku_technique_name(r->hardest));
    nash_jsonw_kstring(out, "level", sudoku_level_name(r->score));
    nash_jsonw_object_end(out);
}

void sudoku_explanation_write(const struct sudoku_problem *p, const struct sudoku_answer *answer,
                              struct nash_jsonw *out)
{
    const struct sudoku_explanation *e = answer->explanation;
    struct sudoku_rating rating = sudoku_rating_of(e);
    size_t room = CHAIN_BYTES_MAX;
    if (p->task == SUDOKU_HINT) {
        nash_jsonw_key(out, "hint");
        if (e->count)
            write_step(out, p, &e->step[0], &room);
        else
            nash_jsonw_null(out);
        return;
    }
    sudoku_rating_write(e->complete && e->count ? &rating : NULL, out);
    nash_jsonw_karray(out, "steps");
    for (size_t i = 0; i < e->count; i++)
        write_step(out, p, &e->step[i], &room);
    nash_jsonw_array_end(out);
    nash_jsonw_kbool(out, "stuck", e->stuck);
}
