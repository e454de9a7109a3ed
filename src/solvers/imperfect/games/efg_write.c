/* Writes a tree as a Gambit .efg file. */
#include "efg_write.h"

#include <math.h>
#include <string.h>

enum { EFG_DENOMINATORS = 100000 }; /* numbers are written as fractions up to this denominator */

/* Writes a number as a fraction, found by its continued fraction, or else with 17 digits. */
static void write_number(struct nash_buf *out, double number)
{
    double rest = fabs(number), before = 0, below = 1, num = 1, den = 0; /* the last two convergents */
    for (int i = 0; i < 24 && den <= EFG_DENOMINATORS && num < 1e15; i++) {
        double whole = floor(rest), next_num = whole * num + before, next_den = whole * den + below;
        before = num;
        below = den;
        num = next_num;
        den = next_den;
        if (den <= EFG_DENOMINATORS && num < 1e15 && fabs(num / den - fabs(number)) <= 4e-16 * fabs(number)) {
            nash_buf_printf(out, den > 1 ? "%s%.0f/%.0f" : "%s%.0f", number < 0 ? "-" : "", num, den);
            return;
        }
        if (rest - whole <= 0)
            break;
        rest = 1 / (rest - whole);
    }
    nash_buf_printf(out, "%.17g", number);
}

static void write_name(struct nash_buf *out, const char *name)
{
    nash_buf_putc(out, '"');
    for (const char *c = name; *c; c++) {
        if (*c == '"' || *c == '\\')
            nash_buf_putc(out, '\\');
        nash_buf_putc(out, *c);
    }
    nash_buf_putc(out, '"');
}

static void write_decision(struct nash_buf *out, const struct game_tree *tree, uint32_t v, bool *written)
{
    uint32_t i = tree->infoset[v];
    const struct game_infoset *set = &tree->infoset_of[i];
    nash_buf_printf(out, "p \"\" %u %u", set->player + 1U, i + 1);
    if (!written[i]) {
        written[i] = true;
        nash_buf_putc(out, ' ');
        write_name(out, set->name);
        nash_buf_printf(out, " {");
        for (uint32_t a = 0; a < set->action_count; a++) {
            nash_buf_putc(out, ' ');
            write_name(out, tree->action_name[set->first_action + a]);
        }
        nash_buf_printf(out, " }");
    }
    nash_buf_printf(out, " 0\n");
}

static void write_node(struct nash_buf *out, const struct game_tree *tree, uint32_t v, bool *written, uint32_t *number)
{
    if (tree->player[v] >= 0) {
        write_decision(out, tree, v, written);
        return;
    }
    if (tree->player[v] == GAME_CHANCE) {
        nash_buf_printf(out, "c \"\" %u \"\" {", ++number[0]);
        for (uint32_t c = tree->first_child[v]; c < tree->first_child[v + 1]; c++) {
            nash_buf_putc(out, ' ');
            write_name(out, tree->edge_name[c]);
            nash_buf_putc(out, ' ');
            write_number(out, tree->chance[c]);
        }
        nash_buf_printf(out, " } 0\n");
        return;
    }
    nash_buf_printf(out, "t \"\" %u \"\" {", ++number[1]);
    for (uint32_t p = 0; p < tree->players; p++) {
        nash_buf_putc(out, ' ');
        write_number(out, tree->payoff[(size_t)v * tree->players + p]);
    }
    nash_buf_printf(out, " }\n");
}

/* Returns the node after v in prefix order, or 0. */
static uint32_t node_after(const struct game_tree *tree, uint32_t v)
{
    if (tree->first_child[v] != tree->first_child[v + 1])
        return tree->first_child[v];
    while (v != 0 && v + 1 == tree->first_child[tree->parent[v] + 1])
        v = tree->parent[v];
    return v ? v + 1 : 0;
}

bool efg_write(const struct game_tree *tree, struct nash_buf *out, struct nash_arena *arena)
{
    bool *written = NASH_NEW(arena, bool, tree->infosets + 1);
    uint32_t number[2] = {0, 0}; /* of chance nodes and outcomes */
    if (!written)
        return false;
    nash_buf_printf(out, "EFG 2 R ");
    write_name(out, tree->title);
    nash_buf_printf(out, " {");
    for (uint32_t p = 0; p < tree->players; p++) {
        nash_buf_putc(out, ' ');
        write_name(out, tree->player_name[p]);
    }
    nash_buf_printf(out, " }\n\n");
    uint32_t v = 0;
    do {
        write_node(out, tree, v, written, number);
        v = node_after(tree, v);
    } while (v);
    return !out->failed;
}
