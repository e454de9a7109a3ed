/* Tabu search compared with a naive implementation of its rule (game/tabu.h), which has a table of (cell, value) and
 * counts cell by cell: each move is allowed by the rule, each tie is chosen for at least one seed, and the reported
 * state is right. */
#include <string.h>

#include <solvers/sudoku/game/tabu.h>
#include <solvers/sudoku/loglinear/chance.h>

#include "../../base/test.h"
#include "../harness/boards.h"

enum { KNOWN_MAX = 63, CHANCE = 8 };

/* The naive state. */
struct plain {
    const struct game_rules *rules;
    uint8_t value[GAME_CELLS_MAX];
    uint64_t until[GAME_CELLS_MAX][GAME_SIDE_MAX]; /* the first move at which the value is free again */
    unsigned best;
};

/* Computes cost[v]: the number of conflicts that `cell` would have with value v. */
static void count(const struct plain *s, unsigned cell, unsigned cost[GAME_SIDE_MAX])
{
    const struct game_rules *r = s->rules;
    memset(cost, 0, GAME_SIDE_MAX * sizeof *cost);
    for (unsigned other = 0; other < r->cells; other++)
        if (other != cell)
            cost[s->value[other]] += (unsigned)(r->row[other] == r->row[cell]) +
                                     (unsigned)(r->column[other] == r->column[cell]) +
                                     (unsigned)(r->box[other] == r->box[cell]);
}

static unsigned conflicts(const struct plain *s)
{
    unsigned sum = 0, cost[GAME_SIDE_MAX];
    for (unsigned cell = 0; cell < s->rules->cells; cell++) {
        count(s, cell, cost);
        sum += cost[s->value[cell]];
    }
    return sum / 2;
}

struct choice {
    int delta;                  /* change of conflicts by the best moves; INT32_MAX: no move is admissible */
    unsigned ties, conflicting; /* number of best moves; number of players in conflict */
};

/* Returns whether the rule admits the move of `cell` to `value`. move: number of the move; now: conflicts of the board;
 * *delta: set to the change of conflicts. */
static bool admissible(const struct plain *s, uint64_t move, unsigned now, unsigned cell, unsigned value,
                       const unsigned cost[GAME_SIDE_MAX], int *delta)
{
    unsigned own = cost[s->value[cell]], known = own < KNOWN_MAX ? own : KNOWN_MAX;
    *delta = (int)cost[value] - (int)known;
    if (!own || value == s->value[cell] || !(s->rules->allowed[cell] >> value & 1) || *delta >= 64)
        return false;
    return s->until[cell][value] <= move || now + cost[value] < s->best + own;
}

static struct choice look(const struct plain *s, uint64_t move)
{
    struct choice choice = {.delta = INT32_MAX};
    unsigned now = conflicts(s), cost[GAME_SIDE_MAX];
    for (unsigned i = 0; i < s->rules->players; i++) {
        unsigned cell = s->rules->player[i];
        count(s, cell, cost);
        choice.conflicting += cost[s->value[cell]] > 0;
        for (unsigned value = 0; value < s->rules->side; value++) {
            int delta;
            if (!admissible(s, move, now, cell, value, cost, &delta))
                continue;
            choice.ties = delta < choice.delta ? 1 : choice.ties + (delta == choice.delta);
            choice.delta = delta < choice.delta ? delta : choice.delta;
        }
    }
    return choice;
}

/* Returns the cell in which s and state differ; the number of cells if there is none, SIZE_MAX if there are several. */
static size_t changed(const struct plain *s, const struct game_state *state)
{
    size_t at = s->rules->cells;
    for (unsigned cell = 0; cell < s->rules->cells; cell++)
        if (state->value[cell] != s->value[cell])
            at = at == s->rules->cells ? cell : SIZE_MAX;
    return at;
}

static void follow(struct plain *s, struct tabu *tabu, uint64_t seed, uint64_t move)
{
    struct choice choice = look(s, move);
    unsigned now = conflicts(s), cost[GAME_SIDE_MAX];
    int delta = 0;
    assert_int_equal(tabu_play(tabu, 1), 1);
    size_t cell = changed(s, tabu_state(tabu));
    if (choice.delta == INT32_MAX) {
        assert_int_equal(cell, s->rules->cells); /* the state must be unchanged */
        return;
    }
    assert_in_range(cell, 0, s->rules->cells - 1);
    unsigned value = tabu_state(tabu)->value[cell], old = s->value[cell];
    count(s, (unsigned)cell, cost);
    assert_true(admissible(s, move, now, (unsigned)cell, value, cost, &delta));
    assert_int_equal(delta, choice.delta);
    unsigned tenure = choice.conflicting * 3 / 10 + chance_below(chance_at(seed, CHANCE_SEARCH, move).draw, CHANCE) + 1;
    s->until[cell][old] = move + tenure;
    s->value[cell] = (uint8_t)value;
    now = conflicts(s);
    s->best = now < s->best ? now : s->best;
    assert_int_equal(tabu_state(tabu)->conflicts, now);
    assert_int_equal(tabu_best(tabu), s->best);
}

/* Makes rules in which random cells have all values, a part of them, or one. */
static void random_rules(struct nash_rng *rng, unsigned box_rows, unsigned box_cols, struct game_rules *rules)
{
    uint64_t allowed[GAME_CELLS_MAX];
    unsigned n = box_rows * box_cols;
    uint64_t all = (UINT64_C(1) << n) - 1;
    for (unsigned cell = 0; cell < n * n; cell++) {
        uint64_t mask = nash_rng_below(rng, 3) ? all : nash_rng_next(rng) & all;
        allowed[cell] = nash_rng_below(rng, 4) && mask ? mask : UINT64_C(1) << nash_rng_below(rng, n);
    }
    assert_true(game_rules_init(rules, n, box_rows, box_cols, allowed));
}

static void random_values(struct nash_rng *rng, const struct game_rules *rules, uint8_t *values)
{
    for (unsigned cell = 0; cell < rules->cells; cell++) {
        uint64_t left = rules->allowed[cell];
        for (uint64_t skip = nash_rng_below(rng, (uint64_t)__builtin_popcountll(left)); skip; skip--)
            left &= left - 1;
        values[cell] = (uint8_t)__builtin_ctzll(left);
    }
}

static struct tabu *begin(struct plain *s, struct game_rules *rules, uint64_t seed, const uint8_t *values)
{
    void *memory = aligned_alloc(64, (tabu_bytes() + 63) / 64 * 64);
    struct tabu *tabu = tabu_init(memory, rules, seed, values);
    assert_non_null(tabu);
    memset(s, 0, sizeof *s);
    s->rules = rules;
    memcpy(s->value, values, rules->cells);
    s->best = conflicts(s);
    return tabu;
}

static void keeps_its_rule(void **state)
{
    static const struct {
        unsigned rows, cols, moves;
    } shapes[] = {{2, 2, 400}, {2, 3, 400}, {3, 3, 600}, {4, 4, 120}, {5, 5, 30}, {4, 5, 40}, {6, 6, 6}, {7, 7, 3}};
    static struct plain s;
    static struct game_rules rules;
    struct nash_rng rng = test_rng();
    for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++) {
        for (unsigned round = 0; round < test_length(4, 4); round++) {
            uint8_t values[GAME_CELLS_MAX];
            uint64_t seed = nash_rng_next(&rng);
            random_rules(&rng, shapes[shape].rows, shapes[shape].cols, &rules);
            random_values(&rng, &rules, values);
            struct tabu *tabu = begin(&s, &rules, seed, values);
            for (uint64_t move = 0; move < shapes[shape].moves && tabu_state(tabu)->conflicts; move++)
                follow(&s, tabu, seed, move);
            free(tabu);
        }
    }
}

/* Over many seeds, each of the equally good first moves is chosen about equally often. */
static void takes_every_tie(void **state)
{
    enum { SEEDS = 4000 };
    static struct plain s;
    static struct game_rules rules;
    static unsigned taken[GAME_CELLS_MAX][GAME_SIDE_MAX];
    struct nash_rng rng = test_rng();
    uint8_t values[GAME_CELLS_MAX];
    unsigned ties = 0, seen = 0;
    memset(taken, 0, sizeof taken);
    do { /* until a position has several equally good first moves */
        random_rules(&rng, 3, 3, &rules);
        random_values(&rng, &rules, values);
        free(begin(&s, &rules, 0, values));
        ties = look(&s, 0).ties;
    } while (ties < 4 || ties > 8);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct tabu *tabu = begin(&s, &rules, seed, values);
        tabu_play(tabu, 1);
        size_t cell = changed(&s, tabu_state(tabu));
        assert_in_range(cell, 0, rules.cells - 1);
        taken[cell][tabu_state(tabu)->value[cell]]++;
        free(tabu);
    }
    for (unsigned cell = 0; cell < rules.cells; cell++)
        for (unsigned value = 0; value < rules.side; value++)
            if (taken[cell][value]) {
                assert_in_range(taken[cell][value], SEEDS / ties * 3 / 4, SEEDS / ties * 4 / 3);
                seen++;
            }
    assert_int_equal(seen, ties);
}

/* The same seed gives the same game, in slices or at once; values that are not allowed are refused. */
static void is_repeatable(void **state)
{
    static struct plain s;
    static struct game_rules rules;
    struct nash_rng rng = test_rng();
    uint8_t values[GAME_CELLS_MAX];
    random_rules(&rng, 4, 4, &rules);
    random_values(&rng, &rules, values);
    struct tabu *whole = begin(&s, &rules, 5, values), *slices = begin(&s, &rules, 5, values);
    uint64_t made = tabu_play(whole, 10000), sum = 0;
    while (sum < made)
        sum += tabu_play(slices, 1 + nash_rng_below(&rng, 100) % (made - sum));
    assert_int_equal(sum, made);
    assert_memory_equal(tabu_state(whole), tabu_state(slices), sizeof(struct game_state));
    free(slices);
    for (unsigned cell = 0; cell < rules.cells; cell++) {
        if (rules.allowed[cell] == 0xffff)
            continue;
        values[cell] = (uint8_t)__builtin_ctzll(~rules.allowed[cell]);
        assert_null(tabu_init(whole, &rules, 1, values));
        break;
    }
    free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_its_rule),
        cmocka_unit_test(takes_every_tie),
        cmocka_unit_test(is_repeatable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
