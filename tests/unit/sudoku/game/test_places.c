/* Tabu search over places compared with a naive implementation of its rule (game/places.h), which counts pair by pair:
 * each move is allowed by the rule, the tenure is the documented one, and the reported conflicts and grid are right. */
#include <string.h>

#include <nash/arena.h>
#include <solvers/sudoku/exact/board.h>
#include <solvers/sudoku/game/places.h>
#include <solvers/sudoku/game/setup.h>
#include <solvers/sudoku/geometry.h>
#include <solvers/sudoku/loglinear/chance.h>
#include <solvers/sudoku/verify/verify.h>

#include "../../base/test.h"
#include "../harness/boards.h"

enum { KNOWN_MAX = 63, CHANCE = 14, NO_CELL = GAME_CELLS_MAX };

/* The naive state. A player is [box][value]. */
struct plain {
    const struct game_rules *rules;
    uint32_t cell[GAME_SIDE_MAX][GAME_SIDE_MAX];                  /* its cell, NO_CELL: it is no player */
    uint64_t until[GAME_SIDE_MAX][GAME_SIDE_MAX][GAME_CELLS_MAX]; /* the first move at which the cell is free again */
    unsigned best;
};

/* Returns the number of players with which a player would be in conflict in `cell`. */
static unsigned cost_of(const struct plain *s, unsigned box, unsigned value, unsigned cell)
{
    const struct game_rules *r = s->rules;
    unsigned cost = 0;
    for (unsigned v = 0; v < r->side; v++) /* the players of the same box */
        cost += v != value && s->cell[box][v] == cell;
    for (unsigned b = 0; b < r->side; b++) { /* the players with the same value */
        unsigned other = s->cell[b][value];
        cost += b != box && other != NO_CELL && (r->row[other] == r->row[cell] || r->column[other] == r->column[cell]);
    }
    return cost;
}

static unsigned conflicts(const struct plain *s)
{
    unsigned sum = 0;
    for (unsigned box = 0; box < s->rules->side; box++)
        for (unsigned value = 0; value < s->rules->side; value++)
            if (s->cell[box][value] != NO_CELL)
                sum += cost_of(s, box, value, s->cell[box][value]);
    return sum / 2;
}

struct choice {
    int delta;            /* change of conflicts by the best moves; INT32_MAX: no move is admissible */
    unsigned conflicting; /* number of players in conflict */
};

/* Returns whether the rule admits the move of a player to `cell`. now: conflicts of the board; *delta: set to the
 * change of conflicts. */
static bool admissible(const struct plain *s, uint64_t move, unsigned now, unsigned box, unsigned value, unsigned cell,
                       int *delta)
{
    unsigned own = cost_of(s, box, value, s->cell[box][value]), cost = cost_of(s, box, value, cell);
    *delta = (int)cost - (int)(own < KNOWN_MAX ? own : KNOWN_MAX);
    if (!own || cell == s->cell[box][value] || !(s->rules->allowed[cell] >> value & 1) || *delta >= 64)
        return false;
    return s->until[box][value][cell] <= move || now + cost < s->best + own;
}

static struct choice look(const struct plain *s, uint64_t move)
{
    const struct game_rules *r = s->rules;
    struct choice choice = {.delta = INT32_MAX};
    unsigned now = conflicts(s);
    for (unsigned box = 0; box < r->side; box++)
        for (unsigned value = 0; value < r->side; value++) {
            if (s->cell[box][value] == NO_CELL)
                continue;
            choice.conflicting += cost_of(s, box, value, s->cell[box][value]) > 0;
            for (unsigned cell = 0; cell < r->cells; cell++) {
                int delta;
                if (r->box[cell] == box && admissible(s, move, now, box, value, cell, &delta) && delta < choice.delta)
                    choice.delta = delta;
            }
        }
    return choice;
}

/* Finds the player that has moved. Returns false if none has; fails if several have. */
static bool moved(const struct plain *s, const struct sudoku_places *places, unsigned *box, unsigned *value)
{
    unsigned count = 0;
    for (unsigned b = 0; b < s->rules->side; b++)
        for (unsigned v = 0; v < s->rules->side; v++)
            if (sudoku_places_cell(places, b, v) != s->cell[b][v]) {
                *box = b;
                *value = v;
                count++;
            }
    assert_in_range(count, 0, 1);
    return count;
}

static void follow(struct plain *s, struct sudoku_places *places, uint64_t seed, uint64_t move)
{
    struct choice choice = look(s, move);
    unsigned now = conflicts(s), box, value;
    int delta = 0;
    assert_int_equal(sudoku_places_play(places, 1), 1);
    if (!moved(s, places, &box, &value)) {
        assert_int_equal(choice.delta, INT32_MAX);
        return;
    }
    unsigned cell = sudoku_places_cell(places, box, value), old = s->cell[box][value];
    assert_in_range(cell, 0, s->rules->cells - 1);
    assert_int_equal(s->rules->box[cell], box);
    assert_true(admissible(s, move, now, box, value, cell, &delta));
    assert_int_equal(delta, choice.delta);
    unsigned tenure = choice.conflicting * 3 / 10 + chance_below(chance_at(seed, CHANCE_SEARCH, move).draw, CHANCE) + 1;
    s->until[box][value][old] = move + tenure;
    s->cell[box][value] = cell;
    now = conflicts(s);
    s->best = now < s->best ? now : s->best;
    assert_int_equal(sudoku_places_conflicts(places), now);
}

/* Copies the places and checks them: each value of a box is either fixed or a player at an allowed cell of the box. */
static void read_places(struct plain *s, const struct game_rules *rules, const struct sudoku_places *places)
{
    uint64_t fixed[GAME_SIDE_MAX] = {0};
    memset(s, 0, sizeof *s);
    s->rules = rules;
    for (unsigned cell = 0; cell < rules->cells; cell++)
        if (!(rules->allowed[cell] & (rules->allowed[cell] - 1)))
            fixed[rules->box[cell]] |= rules->allowed[cell];
    for (unsigned box = 0; box < rules->side; box++)
        for (unsigned value = 0; value < rules->side; value++) {
            unsigned cell = s->cell[box][value] = sudoku_places_cell(places, box, value);
            assert_int_equal(cell == NO_CELL, fixed[box] >> value & 1);
            if (cell != NO_CELL) {
                assert_int_equal(rules->box[cell], box);
                assert_true(rules->allowed[cell] >> value & 1);
            }
        }
    s->best = conflicts(s);
    assert_int_equal(sudoku_places_conflicts(places), s->best);
}

/* Leaves so many clues in a full grid of the shape and makes the rules of that board after propagation. Returns false
 * if there is no player. */
static bool make_rules(struct nash_rng *rng, struct nash_arena *arena, const struct sudoku_problem *shape,
                       uint8_t *grid, unsigned clues, struct game_rules *rules)
{
    struct sudoku_problem p = *shape;
    board_uniform(rng, p.size, clues, grid);
    p.clue = grid;
    const struct sudoku_geometry *geometry = sudoku_geometry_new(arena, &p);
    struct sudoku_board *board = sudoku_board_new(arena, geometry);
    assert_true(sudoku_board_load(board, &p) && sudoku_board_propagate(board));
    sudoku_game_rules(rules, &p, board->open);
    return rules->players > 0;
}

static const struct {
    unsigned rows, cols, percent, moves;
    bool irregular;
} shapes[] = {{2, 2, 0, 200, false}, {2, 3, 10, 300, false}, {3, 3, 0, 100, false}, {3, 3, 25, 200, false},
              {3, 3, 20, 200, true}, {4, 4, 30, 60, false},  {4, 5, 35, 20, false}, {5, 5, 0, 3, false},
              {5, 5, 44, 20, false}, {6, 6, 50, 6, false}};

/* Returns a problem of a shape without clues, and a full grid of it. region: room for its cells. */
static struct sudoku_problem shape_problem(struct nash_rng *rng, size_t shape, uint8_t *region, uint8_t *grid)
{
    static const uint8_t empty[SUDOKU_CELLS_MAX];
    struct sudoku_problem p = board_problem(shapes[shape].rows, shapes[shape].cols, empty, 1);
    if (!shapes[shape].irregular) {
        board_full(rng, shapes[shape].rows, shapes[shape].cols, grid);
        return p;
    }
    p.region = region;
    p.box_rows = p.box_cols = 0;
    do { /* some regions have no grid */
        board_regions(rng, p.size, shapes[shape].rows, shapes[shape].cols, 4, region);
    } while (!board_of(rng, &p, grid));
    return p;
}

static void keeps_its_rule(void **state)
{
    static struct plain s;
    static struct game_rules rules;
    static uint8_t grid[SUDOKU_CELLS_MAX], region[SUDOKU_CELLS_MAX];
    struct nash_rng rng = test_rng();
    unsigned played = 0;
    for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++)
        for (unsigned round = 0; round < test_length(2, 4); round++) {
            struct nash_arena *arena = nash_arena_new(64 << 20);
            struct sudoku_problem p = shape_problem(&rng, shape, region, grid);
            uint64_t seed = nash_rng_next(&rng);
            if (make_rules(&rng, arena, &p, grid, p.size * p.size * shapes[shape].percent / 100, &rules)) {
                struct sudoku_places *places = sudoku_places_new(arena, &rules);
                assert_non_null(places);
                sudoku_places_begin(places, seed);
                read_places(&s, &rules, places);
                for (uint64_t move = 0; move < shapes[shape].moves && sudoku_places_conflicts(places); move++, played++)
                    follow(&s, places, seed, move);
            }
            nash_arena_free(arena);
        }
    assert_in_range(played, 100, UINT32_MAX);
}

/* A game without conflicts is a solution; the same seed gives the same one, in slices or at once. */
static void ends_at_a_solution(void **state)
{
    static struct game_rules rules;
    static uint8_t clue[SUDOKU_CELLS_MAX], grid[SUDOKU_CELLS_MAX], again[SUDOKU_CELLS_MAX];
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(64 << 20);
    struct sudoku_problem p = board_problem(4, 4, clue, 1);
    board_full(&rng, 4, 4, clue);
    assert_true(make_rules(&rng, arena, &p, clue, 80, &rules));
    struct sudoku_places *places = sudoku_places_new(arena, &rules);
    assert_non_null(places);
    sudoku_places_begin(places, 5);
    uint64_t moves = sudoku_places_play(places, 100000000), sum = 0;
    assert_int_equal(sudoku_places_conflicts(places), 0);
    sudoku_places_grid(places, grid);
    struct sudoku_problem q = board_problem(4, 4, clue, 1);
    assert_true(sudoku_is_solution(&q, grid));
    sudoku_places_begin(places, 5);
    while (sum < moves)
        sum += sudoku_places_play(places, 1 + nash_rng_below(&rng, 100) % (moves - sum));
    sudoku_places_grid(places, again);
    assert_int_equal(sum, moves);
    assert_memory_equal(grid, again, rules.cells);
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_its_rule),
        cmocka_unit_test(ends_at_a_solution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
