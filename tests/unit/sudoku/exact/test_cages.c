/* A single cage: its propagation compared with all tuples of values that fill it; and its clauses without prior
 * propagation. */
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/exact/board.h>
#include <solvers/sudoku/kind.h>
#include <solvers/sudoku/sat/sat.h>
#include <solvers/sudoku/verify/verify.h>

#include "../harness/boards.h"
#include "../harness/harness.h"

enum { ARENA_BYTES = 16 << 20 };

/* ---- propagation ---- */

/* A cage of a 9x9 or 16x16 board whose cells have lost random candidates. */
struct lone {
    struct sudoku_problem problem;
    const struct sudoku_geometry *geometry;
    struct sudoku_board *board;
    struct sudoku_cage cage;
    uint16_t cell[8];
    uint64_t had[256]; /* candidates of each cell before the propagation */
    /* computed from all tuples: */
    uint64_t support[8]; /* values of each cell of the cage that are part of a tuple */
    uint64_t tuples;
    uint64_t locked[256]; /* values of each cell outside the cage that are possible with at least one tuple */
};

/* Adds to l->locked the values that a tuple leaves possible in each cell: those that no cell of the cage in the same
 * unit has. */
static void note_outside(struct lone *l, const uint8_t *tuple)
{
    const struct sudoku_geometry *g = l->geometry;
    for (unsigned cell = 0; cell < g->cells; cell++) {
        uint64_t possible = (UINT64_C(1) << g->size) - 1;
        for (unsigned i = 0; i < l->cage.count; i++)
            for (unsigned kind = 0; kind < g->kinds; kind++)
                if (g->unit[cell][kind] == g->unit[l->cell[i]][kind])
                    possible &= ~(UINT64_C(1) << tuple[i]);
        l->locked[cell] |= possible;
    }
}

static void all_tuples(struct lone *l, unsigned i, uint8_t *tuple, unsigned sum)
{
    if (i == l->cage.count) {
        if (sum != l->cage.sum)
            return;
        for (unsigned k = 0; k < i; k++)
            l->support[k] |= UINT64_C(1) << tuple[k];
        if (l->tuples++ % 16 == 0 || l->tuples < 200) /* a sample, because the call is expensive */
            note_outside(l, tuple);
        return;
    }
    for (unsigned value = 0; value < l->problem.size; value++) {
        bool fine = l->had[l->cell[i]] >> value & 1;
        for (unsigned k = 0; k < i; k++)
            fine = fine && tuple[k] != value;
        tuple[i] = (uint8_t)value;
        if (fine)
            all_tuples(l, i + 1, tuple, sum + value + 1);
    }
}

static void make(struct nash_rng *rng, struct nash_arena *arena, unsigned k, struct lone *l)
{
    static const uint8_t clue[256];
    unsigned box = k % 4 == 3 ? 4 : 3, n = box * box, cell = (unsigned)nash_rng_below(rng, n * n);
    *l = (struct lone){.problem = board_problem(box, box, clue, 1)};
    l->geometry = sudoku_geometry_new(arena, &l->problem);
    l->board = sudoku_board_new(arena, l->geometry);
    l->cage.cell = l->cell;
    l->cage.count = 1 + (unsigned)nash_rng_below(rng, box == 3 ? 7 : 4);
    unsigned keep = 15 + (unsigned)nash_rng_below(rng, 85), least = 0;
    for (unsigned i = 0; i < l->cage.count; i++) {
        l->cell[i] = (uint16_t)cell;
        least += i + 1;
        cell = (cell + (nash_rng_below(rng, 3) ? 1 : n)) % (n * n);
        for (unsigned other = 0; other < i; other++)
            if (l->cell[other] == l->cell[i])
                l->cage.count = i;
        if (l->cage.count == i)
            break;
        for (unsigned value = 0; value < n; value++)
            if (nash_rng_below(rng, 100) >= keep && l->board->open[l->cell[i]] >> value > 1)
                sudoku_board_remove(l->board, l->cell[i], value);
    }
    l->cage.sum = least + (unsigned)nash_rng_below(rng, l->cage.count * n / 2);
    memcpy(l->had, l->board->open, l->geometry->cells * sizeof *l->had);
    l->board->sums = NASH_NEW(arena, struct sudoku_sums, (n + 1) * (n + 1));
}

static void a_cage_takes_what_no_tuple_needs(void **state)
{
    static struct lone l;
    struct nash_rng rng;
    unsigned exact = 0, taken = 0, outside = 0, impossible = 0, boards = test_length(300, 1500);
    nash_rng_seed(&rng, 45);
    for (unsigned k = 0; k < boards; k++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        uint8_t tuple[8];
        make(&rng, arena, k, &l);
        all_tuples(&l, 0, tuple, 0);
        bool fine = sudoku_cage_propagate(l.board, &l.cage), all = true;
        assert_true(fine || !l.tuples);
        impossible += !fine;
        for (unsigned i = 0; fine && i < l.cage.count; i++) {
            uint64_t now = l.board->open[l.cell[i]];
            assert_true((l.support[i] & ~now) == 0); /* no value of a tuple is lost */
            taken += now != l.had[l.cell[i]];
            all = all && now == l.support[i];
        }
        exact += fine && all;
        for (unsigned cell = 0; fine && cell < l.geometry->cells; cell++) {
            bool inside = false;
            for (unsigned i = 0; i < l.cage.count; i++)
                inside = inside || l.cell[i] == cell;
            uint64_t gone = l.had[cell] & ~l.board->open[cell];
            assert_true(inside || (gone & l.locked[cell]) == 0);
            outside += !inside && gone;
        }
        if (fine && l.cage.count <= 4 && l.geometry->size == 9)
            assert_true(all && l.tuples); /* small cages are propagated completely */
        nash_arena_free(arena);
    }
    assert_true(exact > boards / 3 && taken > 2 * boards / 3 && outside > boards / 3 && impossible > boards / 30);
}

/* ---- sets of values ---- */

static void reachable_sums(void **state)
{
    for (uint64_t values = 0; values < 1 << 9; values++) {
        bool can[10][64] = {{false}};
        for (uint64_t chosen = 0; chosen <= values; chosen++) {
            unsigned sum = 0;
            for (unsigned value = 0; value < 9; value++)
                sum += chosen >> value & 1 ? value + 1 : 0;
            if ((chosen & ~values) == 0)
                can[__builtin_popcountll(chosen)][sum] = true;
        }
        for (unsigned count = 0; count < 10; count++)
            for (unsigned sum = 0; sum < 64; sum++)
                assert_int_equal(sudoku_sum_reachable(values, count, sum), can[count][sum]);
    }
    uint64_t all = (UINT64_C(1) << SUDOKU_MAX) - 1;
    assert_true(sudoku_sum_reachable(all, SUDOKU_MAX, SUDOKU_SUM_MAX));
    assert_false(sudoku_sum_reachable(all, SUDOKU_MAX, SUDOKU_SUM_MAX - 1));
    assert_false(sudoku_sum_reachable(all & ~UINT64_C(1), SUDOKU_MAX - 1, SUDOKU_SUM_MAX));
    assert_true(sudoku_sum_reachable(all & ~UINT64_C(1), SUDOKU_MAX - 1, SUDOKU_SUM_MAX - 1));
}

/* ---- clauses ---- */

/* Counts the solutions by clauses. The board is made without the cages, so the clauses must express all rules of cages.
 */
static uint32_t count_by_clauses(const struct sudoku_problem *p, struct nash_arena *arena)
{
    uint8_t grid[SUDOKU_CELLS_MAX];
    struct sudoku_problem plain = *p;
    struct nash_run run = {.arena = arena};
    struct sudoku_answer answer = {0};
    struct sudoku_progress progress = {.problem = p, .run = &run, .answer = &answer};
    uint32_t count = 0;
    plain.cages = 0;
    struct sudoku_board *board = sudoku_board_new(arena, sudoku_geometry_new(arena, &plain));
    board->geometry = sudoku_geometry_new(arena, p);
    struct sudoku_sat *sat = sudoku_sat_new(board, &progress);
    while (count < p->limit && sudoku_sat_next(sat, grid) == SUDOKU_FOUND) {
        assert_true(sudoku_is_solution(p, grid));
        sudoku_sat_block(sat, grid);
        count++;
    }
    sudoku_sat_free(sat);
    return count;
}

static void clauses_hold_the_whole_cage(void **state)
{
    static const uint8_t clue[36];
    static struct sudoku_cage cage[36];
    static uint16_t cell[36];
    unsigned none = 0, some = 0, boards = test_length(80, 400);
    struct nash_rng rng;
    nash_rng_seed(&rng, 10);
    for (unsigned k = 0; k < boards; k++) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        unsigned wide = 2 + (k % 4 == 3), n = 2 * wide;
        uint8_t grid[36];
        board_full(&rng, 2, wide, grid);
        struct sudoku_problem p = board_problem(2, wide, clue, wide == 2 ? 300 : 30);
        p.cages = board_cages(&rng, n, grid, 1 + k % n, 20 + k % 80, cage, cell);
        p.cage = cage;
        if (p.cages && k % 3 == 0)
            cage[nash_rng_below(&rng, p.cages)].sum++;
        uint32_t expected = brute_count(&p, p.limit), count = count_by_clauses(&p, arena);
        if (count != expected)
            show(&p);
        assert_int_equal(count, expected);
        none += !count;
        some += count > 1;
        nash_arena_free(arena);
    }
    assert_true(none > 3 * boards / 40 && some > boards / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cage_takes_what_no_tuple_needs),
        cmocka_unit_test(reachable_sums),
        cmocka_unit_test(clauses_hold_the_whole_cage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
