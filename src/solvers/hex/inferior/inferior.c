/* Dead, captured, vulnerable and dominated cells. */
#include "inferior.h"

#include <string.h>

static const unsigned power3[HEX_NEIGHBOURS] = {1, 3, 9, 27, 81, 243};

/* Returns whether no filling of the empty cells of a ring has two or more Black arcs. */
static bool ring_is_dead(unsigned code)
{
    unsigned black = 0, empty = 0;
    for (unsigned k = 0; k < HEX_NEIGHBOURS; k++, code /= 3) {
        black |= (unsigned)(code % 3 == HEX_BLACK) << k;
        empty |= (unsigned)(code % 3 == HEX_EMPTY) << k;
    }
    for (unsigned part = empty;; part = (part - 1) & empty) {
        unsigned ring = black | part, turned = (ring << 1 | ring >> 5) & 63;
        if (__builtin_popcount(ring & ~turned) > 1)
            return false;
        if (part == 0)
            return true;
    }
}

void hex_rings_init(struct hex_rings *rings, unsigned rows, unsigned cols)
{
    static const int step[HEX_NEIGHBOURS][2] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}};
    rings->rows = (uint8_t)rows;
    rings->cols = (uint8_t)cols;
    rings->cells = (uint16_t)(rows * cols);
    for (unsigned cell = 0; cell < rings->cells; cell++)
        for (unsigned k = 0; k < HEX_NEIGHBOURS; k++) {
            int row = (int)(cell / cols) + step[k][0], col = (int)(cell % cols) + step[k][1];
            /* The place between the two edges of an obtuse corner touches both; either colour gives the same arcs. */
            if (row < 0 || row >= (int)rows)
                rings->at[cell][k] = rings->cells;
            else if (col < 0 || col >= (int)cols)
                rings->at[cell][k] = (uint16_t)(rings->cells + 1);
            else
                rings->at[cell][k] = (uint16_t)(row * (int)cols + col);
        }
    for (unsigned code = 0; code < HEX_RING_CODES; code++)
        rings->dead[code] = ring_is_dead(code);
}

static unsigned ring_code(const struct hex_rings *rings, const struct hex_filled *filled, unsigned cell)
{
    unsigned code = 0;
    for (unsigned k = 0; k < HEX_NEIGHBOURS; k++)
        code += power3[k] * filled->cell[rings->at[cell][k]];
    return code;
}

/* Adds the neighbours of a cell to a set of cells. */
static void ring_add(const struct hex_rings *rings, unsigned cell, struct hex_set *set)
{
    for (unsigned k = 0; k < HEX_NEIGHBOURS; k++)
        if (rings->at[cell][k] < rings->cells)
            hex_set_add(set, rings->at[cell][k]);
}

/* Fills an empty cell and one of its empty neighbours if a side captures them. Returns the neighbour, or `cells`. */
static unsigned fill_captured(const struct hex_rings *rings, struct hex_filled *filled, unsigned cell, unsigned code)
{
    for (unsigned k = 0; k < HEX_NEIGHBOURS; k++) {
        unsigned other = rings->at[cell][k];
        if (filled->cell[other] != HEX_EMPTY)
            continue;
        unsigned back = ring_code(rings, filled, other), at = (k + 3) % HEX_NEIGHBOURS;
        for (unsigned color = HEX_BLACK; color <= HEX_WHITE; color++)
            if (rings->dead[code + power3[k] * color] && rings->dead[back + power3[at] * color]) {
                filled->cell[cell] = filled->cell[other] = (uint8_t)color;
                hex_set_add(&filled->captured[color], cell);
                hex_set_add(&filled->captured[color], other);
                return other;
            }
    }
    return rings->cells;
}

void hex_fill(const struct hex_rings *rings, struct hex_filled *filled, struct hex_set changed)
{
    for (unsigned cell; (cell = hex_set_next(&changed, 0)) < 64 * HEX_WORDS;) {
        hex_set_remove(&changed, cell);
        if (filled->cell[cell] != HEX_EMPTY)
            continue;
        unsigned code = ring_code(rings, filled, cell), other;
        if (rings->dead[code]) {
            filled->cell[cell] = HEX_BLACK;
            hex_set_add(&filled->dead, cell);
            ring_add(rings, cell, &changed);
        } else if ((other = fill_captured(rings, filled, cell, code)) < rings->cells) {
            ring_add(rings, cell, &changed);
            ring_add(rings, other, &changed);
        }
    }
}

void hex_filled_init(const struct hex_rings *rings, const struct hex_board *board, struct hex_filled *filled)
{
    struct hex_set all = {0};
    memset(filled, 0, sizeof *filled);
    memcpy(filled->cell, board->cell, rings->cells);
    filled->cell[rings->cells] = HEX_BLACK;
    filled->cell[rings->cells + 1] = HEX_WHITE;
    for (unsigned cell = 0; cell < rings->cells; cell++)
        hex_set_add(&all, cell);
    hex_fill(rings, filled, all);
}

void hex_filled_play(const struct hex_rings *rings, struct hex_filled *filled, unsigned cell, enum hex_color color)
{
    struct hex_set changed = {0};
    filled->cell[cell] = (uint8_t)color;
    ring_add(rings, cell, &changed);
    hex_fill(rings, filled, changed);
}

struct hex_set hex_vulnerable(const struct hex_rings *rings, const struct hex_filled *filled, enum hex_color mover,
                              uint16_t killer[HEX_CELLS_MAX])
{
    struct hex_set set = {0};
    unsigned reply = hex_other(mover);
    for (unsigned cell = 0; cell < rings->cells; cell++) {
        if (filled->cell[cell] != HEX_EMPTY)
            continue;
        unsigned code = ring_code(rings, filled, cell);
        for (unsigned k = 0; k < HEX_NEIGHBOURS; k++)
            if (filled->cell[rings->at[cell][k]] == HEX_EMPTY && rings->dead[code + power3[k] * reply]) {
                hex_set_add(&set, cell);
                killer[cell] = rings->at[cell][k];
                break;
            }
    }
    return set;
}

struct hex_set hex_inferior_moves(const struct hex_rings *rings, const struct hex_filled *filled, enum hex_color mover)
{
    uint16_t killer[HEX_CELLS_MAX];
    struct hex_set out = hex_vulnerable(rings, filled, mover, killer);
    unsigned left = 0, first = rings->cells;
    for (unsigned cell = 0; cell < rings->cells; cell++) {
        if (filled->cell[cell] != HEX_EMPTY)
            continue;
        first = first < rings->cells ? first : cell;
        if (hex_set_has(&out, cell))
            continue;
        left++;
        struct hex_filled after = *filled;
        hex_filled_play(rings, &after, cell, mover);
        for (unsigned other = 0; other < rings->cells; other++)
            if (other != cell && filled->cell[other] == HEX_EMPTY && after.cell[other] == mover)
                hex_set_add(&out, other);
    }
    if (!left && first < rings->cells) /* all are vulnerable: all win or none */
        hex_set_remove(&out, first);
    return out;
}
