/* Cages: what follows from them, and their propagation.
 *
 * The open cells of a cage take different values that add up to the rest of its sum. Where the cells' candidates give
 * few tuples these are all looked at, which is exact; else the combinations of values are, as sets that a dynamic
 * program over values and counts keeps (a value no combination holds leaves the cage). Either way the values that
 * *every* combination holds are known, and leave the other cells of a unit that all their places in the cage share. */
#include "cage.h"

#include <string.h>

#include "board.h"

enum {
    TUPLES_MAX = 3000,   /* looked at one by one, for one cage */
    FOLLOWING_CELLS = 5, /* cages that follow are kept up to this size: larger ones tell nothing */
    WORDS_MAX = SUDOKU_SUM_MAX / 64 + 1
};

/* ---- the table ---- */

/* Is the cage one of `unit`'s kind alone: do all its cells lie in it? */
static bool lies_in(const struct sudoku_cage *cage, const struct sudoku_geometry *g, unsigned unit)
{
    for (unsigned i = 0; i < cage->count; i++)
        if (g->unit[cage->cell[i]][g->kind[unit]] != unit)
            return false;
    return true;
}

/* What the cages inside a unit leave of it, into *rest with cells in `cell`. false: nothing follows. */
static bool follow(const struct sudoku_problem *p, const struct sudoku_geometry *g, unsigned unit, uint16_t *cell,
                   struct sudoku_cage *rest)
{
    uint8_t inside[SUDOKU_MAX] = {0};
    unsigned total = g->size * (g->size + 1) / 2, taken = 0;
    *rest = (struct sudoku_cage){.cell = cell};
    for (size_t i = 0; i < p->cages; i++) {
        if (!lies_in(&p->cage[i], g, unit))
            continue;
        taken += p->cage[i].sum;
        for (unsigned k = 0; k < p->cage[i].count; k++)
            inside[g->place[p->cage[i].cell[k]][g->kind[unit]]] = 1;
    }
    for (unsigned place = 0; taken && place < g->size; place++)
        if (!inside[place])
            cell[rest->count++] = g->cell[unit * g->size + place];
    rest->sum = taken < total ? total - taken : 0;
    if (!rest->count) /* no cells: a sum of 1 is as impossible as the wrong total */
        rest->sum = taken && taken != total ? 1 : 0;
    return rest->count ? rest->count <= FOLLOWING_CELLS || !rest->sum : rest->sum != 0;
}

const struct sudoku_cages *sudoku_cages_new(struct nash_arena *arena, const struct sudoku_problem *p,
                                            const struct sudoku_geometry *g)
{
    struct sudoku_cages *cages = NASH_NEW(arena, struct sudoku_cages, 1);
    struct sudoku_cage *cage = NASH_NEW(arena, struct sudoku_cage, p->cages + g->units);
    uint16_t *cell = NASH_NEW(arena, uint16_t, (size_t)g->units * g->size);
    uint16_t(*of)[SUDOKU_CAGES_OF_CELL] = nash_arena_array(arena, g->cells, sizeof *of);
    if (!cages || !cage || !cell || !of)
        return NULL;
    memset(of, 0xff, g->cells * sizeof *of);
    unsigned count = (unsigned)p->cages;
    if (p->cages)
        memcpy(cage, p->cage, p->cages * sizeof *cage);
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < cage[i].count; k++)
            of[cage[i].cell[k]][0] = (uint16_t)i;
    for (unsigned unit = 0; unit < g->units; unit++) {
        if (!follow(p, g, unit, &cell[unit * g->size], &cage[count]))
            continue;
        for (unsigned k = 0; k < cage[count].count; k++)
            of[cage[count].cell[k]][1 + g->kind[unit]] = (uint16_t)count;
        count++;
    }
    *cages = (struct sudoku_cages){
        .count = count, .given = (unsigned)p->cages, .cage = cage, .of = (const uint16_t(*)[SUDOKU_CAGES_OF_CELL])of};
    return cages;
}

/* ---- sets of sums ---- */

/* to |= from << by, in the first `words` words. */
static void add_shifted(struct sudoku_sums *to, const struct sudoku_sums *from, unsigned by, unsigned words)
{
    unsigned skip = by / 64, bits = by % 64;
    for (unsigned i = words; i-- > skip;) {
        to->word[i] |= from->word[i - skip] << bits;
        if (bits && i > skip)
            to->word[i] |= from->word[i - skip - 1] >> (64 - bits);
    }
}

/* Does (from << by) meet `wanted`? */
static bool meets_shifted(const struct sudoku_sums *from, unsigned by, const struct sudoku_sums *wanted, unsigned words)
{
    struct sudoku_sums moved;
    memset(moved.word, 0, words * sizeof *moved.word);
    add_shifted(&moved, from, by, words);
    for (unsigned i = 0; i < words; i++)
        if (moved.word[i] & wanted->word[i])
            return true;
    return false;
}

/* to |= from >> by. */
static void add_lowered(struct sudoku_sums *to, const struct sudoku_sums *from, unsigned by, unsigned words)
{
    unsigned skip = by / 64, bits = by % 64;
    for (unsigned i = skip; i < words; i++) {
        to->word[i - skip] |= from->word[i] >> bits;
        if (bits && i + 1 < words)
            to->word[i - skip] |= from->word[i + 1] << (64 - bits);
    }
}

bool sudoku_sum_reachable(uint64_t values, unsigned count, unsigned sum)
{
    struct sudoku_sums reach[SUDOKU_MAX + 1] = {{{1}}};
    if (sum > SUDOKU_SUM_MAX || count > SUDOKU_MAX)
        return false;
    for (; values; values &= values - 1)
        for (unsigned c = count; c-- > 0;)
            add_shifted(&reach[c + 1], &reach[c], (unsigned)__builtin_ctzll(values) + 1, sum / 64 + 1);
    return reach[count].word[sum / 64] >> sum % 64 & 1;
}

/* ---- propagation ---- */

/* The open part of a cage. */
struct part {
    unsigned open; /* cells */
    unsigned rest; /* what they add up to */
    uint16_t cell[SUDOKU_MAX];
    uint64_t values[SUDOKU_MAX];  /* candidates of each */
    uint64_t support[SUDOKU_MAX]; /* those found in a combination */
    uint64_t needed;              /* values that every combination holds */
};

/* All tuples of the cells from i on; true when there is one. */
static bool tuples(struct part *part, unsigned i, uint64_t used, unsigned rest)
{
    bool any = false;
    uint64_t values = part->values[i] & ~used;
    if (i + 1 == part->open) {
        uint64_t last = rest >= 1 && rest <= SUDOKU_MAX ? values & UINT64_C(1) << (rest - 1) : 0;
        part->support[i] |= last;
        if (last)
            part->needed &= used | last;
        return last != 0;
    }
    for (; values; values &= values - 1) {
        unsigned value = (unsigned)__builtin_ctzll(values) + 1;
        uint64_t bit = values & (0 - values);
        if (value >= rest)
            break;
        if (tuples(part, i + 1, used | bit, rest - value)) {
            part->support[i] |= bit;
            any = true;
        }
    }
    return any;
}

/* wanted[v * (open + 1) + c]: the sums that c of the first v values may have, so that others can make up the rest. */
static void fill_wanted(const struct part *part, const unsigned *list, unsigned n, struct sudoku_sums *wanted)
{
    unsigned count = part->open, words = part->rest / 64 + 1;
    memset(wanted, 0, (size_t)(n + 1) * (count + 1) * sizeof *wanted);
    wanted[n * (count + 1) + count].word[part->rest / 64] = UINT64_C(1) << part->rest % 64;
    for (unsigned v = n; v-- > 0;) {
        struct sudoku_sums *here = &wanted[v * (count + 1)], *above = here + count + 1;
        for (unsigned c = 0; c <= count; c++) {
            here[c] = above[c];
            if (c < count)
                add_lowered(&here[c], &above[c + 1], list[v], words);
        }
    }
}

/* Sets of `open` different values out of all candidates: which values can be in, which must. */
static bool combinations(struct part *part, uint64_t values, struct sudoku_sums *wanted)
{
    struct sudoku_sums reach[SUDOKU_MAX + 1];
    unsigned list[SUDOKU_MAX], n = 0, count = part->open, words = part->rest / 64 + 1;
    uint64_t possible = 0;
    for (; values; values &= values - 1)
        list[n++] = (unsigned)__builtin_ctzll(values) + 1;
    fill_wanted(part, list, n, wanted);
    memset(reach, 0, (count + 1) * sizeof *reach);
    reach[0].word[0] = 1;
    part->needed = 0;
    for (unsigned v = 0; v < n; v++) {
        const struct sudoku_sums *above = &wanted[(v + 1) * (count + 1)];
        bool in = false, out = false;
        for (unsigned c = 0; c <= count; c++) {
            in = in || (c < count && meets_shifted(&reach[c], list[v], &above[c + 1], words));
            out = out || meets_shifted(&reach[c], 0, &above[c], words);
        }
        possible |= (uint64_t)in << (list[v] - 1);
        if (in && !out)
            part->needed |= UINT64_C(1) << (list[v] - 1);
        for (unsigned c = count; c-- > 0;)
            add_shifted(&reach[c + 1], &reach[c], list[v], words);
    }
    for (unsigned i = 0; i < count; i++)
        part->support[i] = part->values[i] & possible;
    return possible != 0;
}

/* No more values than cells: they are all needed, or it cannot be. */
static bool all_values(struct part *part, uint64_t values)
{
    unsigned sum = 0;
    for (uint64_t rest = values; rest; rest &= rest - 1)
        sum += (unsigned)__builtin_ctzll(rest) + 1;
    memcpy(part->support, part->values, part->open * sizeof *part->values);
    part->needed = values;
    return sum == part->rest && (unsigned)__builtin_popcountll(values) == part->open;
}

/* Gathers the open cells and takes the settled values from them. false on contradiction. */
static bool gather(struct sudoku_board *board, const struct sudoku_cage *cage, struct part *part)
{
    uint64_t settled = 0;
    unsigned sum = 0;
    part->open = 0;
    part->needed = ~UINT64_C(0);
    for (unsigned i = 0; i < cage->count; i++) {
        uint64_t open = board->open[cage->cell[i]];
        if (open & (open - 1)) {
            part->cell[part->open++] = cage->cell[i];
            continue;
        }
        if (!open || settled & open)
            return false;
        settled |= open;
        sum += (unsigned)__builtin_ctzll(open) + 1;
    }
    if (sum > cage->sum || (part->open == 0 && sum != cage->sum))
        return false;
    part->rest = cage->sum - sum;
    for (unsigned i = 0; i < part->open; i++) {
        part->values[i] = board->open[part->cell[i]] & ~settled;
        part->support[i] = 0;
    }
    return true;
}

static bool look(struct sudoku_board *board, struct part *part)
{
    uint64_t values = 0;
    unsigned count = 1;
    for (unsigned i = 0; i < part->open; i++) {
        values |= part->values[i];
        if (i + 1 < part->open && count <= TUPLES_MAX)
            count *= (unsigned)__builtin_popcountll(part->values[i]);
    }
    if (part->rest > SUDOKU_SUM_MAX)
        return false;
    if ((unsigned)__builtin_popcountll(values) <= part->open)
        return all_values(part, values);
    return count <= TUPLES_MAX ? tuples(part, 0, 0, part->rest) : combinations(part, values, board->sums);
}

/* The value must stand in one of the part's cells: it leaves the rest of every unit that holds all of its places. */
static bool lock_needed(struct sudoku_board *board, const struct part *part, unsigned value)
{
    const struct sudoku_geometry *g = board->geometry;
    for (unsigned kind = 0; kind < g->kinds; kind++) {
        unsigned unit = SUDOKU_NO_UNIT;
        uint64_t inside = 0;
        bool shared = true;
        for (unsigned i = 0; i < part->open && shared; i++) {
            if (!(part->support[i] >> value & 1))
                continue;
            unsigned own = g->unit[part->cell[i]][kind];
            shared = own != SUDOKU_NO_UNIT && (unit == SUDOKU_NO_UNIT || unit == own);
            unit = own;
            inside |= shared ? UINT64_C(1) << g->place[part->cell[i]][kind] : 0;
        }
        if (!shared || unit == SUDOKU_NO_UNIT)
            continue;
        for (uint64_t rest = board->open[g->cells + unit * g->size + value] & ~inside; rest; rest &= rest - 1)
            if (!sudoku_board_remove(board, g->cell[unit * g->size + (unsigned)__builtin_ctzll(rest)], value))
                return false;
    }
    return true;
}

bool sudoku_cage_propagate(struct sudoku_board *board, const struct sudoku_cage *cage)
{
    struct part part;
    if (!gather(board, cage, &part) || (part.open && !look(board, &part))) {
        board->failed = cage->count ? cage->cell[0] : 0;
        return false;
    }
    for (unsigned i = 0; i < part.open; i++)
        for (uint64_t gone = board->open[part.cell[i]] & ~part.support[i]; gone; gone &= gone - 1)
            if (!sudoku_board_remove(board, part.cell[i], (unsigned)__builtin_ctzll(gone)))
                return false;
    for (uint64_t needed = part.open ? part.needed : 0; needed; needed &= needed - 1)
        if (!lock_needed(board, &part, (unsigned)__builtin_ctzll(needed)))
            return false;
    return true;
}
