/* Derives cages and propagates them.
 *
 * The open cells of a cage take different values that add up to the rest of its sum. Where the candidates give few
 * tuples, all tuples are tried, which is exact. Otherwise a dynamic program over values and counts finds the values
 * that some combination uses, as sets of sums; a value that no combination uses is removed from the cage. Either way
 * the values that *every* combination uses are known: such a value is removed from the other cells of a unit that
 * contains all its places in the cage. */
#include "cage.h"

#include <string.h>

#include "board.h"

enum {
    TUPLES_MAX = 3000,   /* a cage with more tuples goes to the dynamic program; its last cell does not count */
    FOLLOWING_CELLS = 5, /* derived cages are kept up to this size: larger ones rarely remove a candidate */
    WORDS_MAX = SUDOKU_SUM_MAX / 64 + 1
};

/* ---- derived cages ---- */

/* True when all cells of the cage lie in the unit. */
static bool cage_lies_in(const struct sudoku_cage *cage, const struct sudoku_geometry *g, unsigned unit)
{
    for (unsigned i = 0; i < cage->count; i++)
        if (g->unit[cage->cell[i]][g->kind[unit]] != unit)
            return false;
    return true;
}

/* Derives a cage from the cells of the unit that no cage inside the unit covers. Writes it to *rest and its cells to
 * `cell`, which has room for a whole unit. False when there is none, or none worth keeping. */
static bool derive_cage(const struct sudoku_problem *p, const struct sudoku_geometry *g, unsigned unit, uint16_t *cell,
                        struct sudoku_cage *rest)
{
    uint8_t inside[SUDOKU_MAX] = {0};
    unsigned total = g->size * (g->size + 1) / 2, taken = 0;
    *rest = (struct sudoku_cage){.cell = cell};
    for (size_t i = 0; i < p->cages; i++) {
        if (!cage_lies_in(&p->cage[i], g, unit))
            continue;
        taken += p->cage[i].sum;
        for (unsigned k = 0; k < p->cage[i].count; k++)
            inside[g->place[p->cage[i].cell[k]][g->kind[unit]]] = 1;
    }
    for (unsigned place = 0; taken && place < g->size; place++)
        if (!inside[place])
            cell[rest->count++] = g->cell[unit * g->size + place];
    rest->sum = taken < total ? total - taken : 0;
    if (!rest->count) /* no cell is left: if the total is wrong, sum 1 without cells is the contradiction */
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
        if (!derive_cage(p, g, unit, &cell[unit * g->size], &cage[count]))
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

/* Computes to |= from << by, in the first `words` words. */
static void add_shifted(struct sudoku_sums *to, const struct sudoku_sums *from, unsigned by, unsigned words)
{
    unsigned skip = by / 64, bits = by % 64;
    for (unsigned i = words; i-- > skip;) {
        to->word[i] |= from->word[i - skip] << bits;
        if (bits && i > skip)
            to->word[i] |= from->word[i - skip - 1] >> (64 - bits);
    }
}

/* True when (from << by) & wanted is not empty. */
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

/* Computes to |= from >> by. */
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

/* The open cells of a cage. */
struct part {
    unsigned open;                /* number of open cells */
    unsigned rest;                /* the sum that they must have */
    uint16_t cell[SUDOKU_MAX];    /* [i], i < open */
    uint64_t values[SUDOKU_MAX];  /* [i] candidates of cell[i], bit v-1 for value v */
    uint64_t support[SUDOKU_MAX]; /* [i] the candidates that some combination uses */
    uint64_t needed;              /* values that every combination uses */
};

/* Tries all tuples of values for the cells from i on that differ from each other and from `used` and add up to rest.
 * Updates support and needed. True when there is such a tuple. */
static bool try_tuples(struct part *part, unsigned i, uint64_t used, unsigned rest)
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
        if (try_tuples(part, i + 1, used | bit, rest - value)) {
            part->support[i] |= bit;
            any = true;
        }
    }
    return any;
}

/* Fills wanted[v * (open + 1) + c]: the sums of c of the first v values of list[n] that the other values can
 * complete. */
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

/* Finds the values that some set of `open` different candidates with the right sum uses, and those that all such sets
 * use. wanted is scratch memory. False when there is no such set. */
static bool try_combinations(struct part *part, uint64_t values, struct sudoku_sums *wanted)
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

/* Handles a part with at most as many values as cells: every value is needed. False when there are too few values, or
 * their sum is not the part's. */
static bool need_all_values(struct part *part, uint64_t values)
{
    unsigned sum = 0;
    for (uint64_t rest = values; rest; rest &= rest - 1)
        sum += (unsigned)__builtin_ctzll(rest) + 1;
    memcpy(part->support, part->values, part->open * sizeof *part->values);
    part->needed = values;
    return sum == part->rest && (unsigned)__builtin_popcountll(values) == part->open;
}

/* Collects the open cells of the cage, and their candidates without the values of its set cells. False on
 * contradiction. */
static bool collect_open_cells(struct sudoku_board *board, const struct sudoku_cage *cage, struct part *part)
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

static bool find_support(struct sudoku_board *board, struct part *part)
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
        return need_all_values(part, values);
    return count <= TUPLES_MAX ? try_tuples(part, 0, 0, part->rest) : try_combinations(part, values, board->sums);
}

/* Removes value (0-based), which one of the part's cells must hold, from the other cells of every unit that contains
 * all its places in the part. False on contradiction. */
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
    if (!collect_open_cells(board, cage, &part) || (part.open && !find_support(board, &part))) {
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
