/* Tabu search against its rule (game/tabu.h), kept here by tables of (cell, letter) and counted cell by cell: each move
 * is one that the rule allows, each tie is taken by somebody, and what it says it has is what stands there. */
#include <string.h>

#include <solvers/sudoku/game/chance.h>
#include <solvers/sudoku/game/tabu.h>

#include "../base/test.h"
#include "boards.h"

enum { KNOWN_MOST = 63, CHANCE = 8 };

/* The naive state. */
struct plain {
    const struct game_rules *rules;
    uint8_t letter[GAME_CELLS_MAX];
    uint64_t until[GAME_CELLS_MAX][GAME_SIDE_MAX]; /* the first move at which the letter is free again */
    unsigned best;
};

/* What each letter would cost the cell. */
static void count(const struct plain *s, unsigned cell, unsigned cost[GAME_SIDE_MAX])
{
    const struct game_rules *r = s->rules;
    memset(cost, 0, GAME_SIDE_MAX * sizeof *cost);
    for (unsigned other = 0; other < r->cells; other++)
        if (other != cell)
            cost[s->letter[other]] += (unsigned)(r->row[other] == r->row[cell]) +
                                      (unsigned)(r->column[other] == r->column[cell]) +
                                      (unsigned)(r->box[other] == r->box[cell]);
}

static unsigned conflicts(const struct plain *s)
{
    unsigned sum = 0, cost[GAME_SIDE_MAX];
    for (unsigned cell = 0; cell < s->rules->cells; cell++) {
        count(s, cell, cost);
        sum += cost[s->letter[cell]];
    }
    return sum / 2;
}

struct choice {
    int delta; /* of the best; INT32_MAX: there is none */
    unsigned ties, conflicting;
};

/* May the player of `cell` take up the letter at this move? By how much would that raise the conflicts? */
static bool admissible(const struct plain *s, uint64_t move, unsigned now, unsigned cell, unsigned letter,
                       const unsigned cost[GAME_SIDE_MAX], int *delta)
{
    unsigned own = cost[s->letter[cell]], known = own < KNOWN_MOST ? own : KNOWN_MOST;
    *delta = (int)cost[letter] - (int)known;
    if (!own || letter == s->letter[cell] || !(s->rules->allowed[cell] >> letter & 1) || *delta >= 64)
        return false;
    return s->until[cell][letter] <= move || now + cost[letter] < s->best + own;
}

static struct choice look(const struct plain *s, uint64_t move)
{
    struct choice choice = {.delta = INT32_MAX};
    unsigned now = conflicts(s), cost[GAME_SIDE_MAX];
    for (unsigned i = 0; i < s->rules->players; i++) {
        unsigned cell = s->rules->player[i];
        count(s, cell, cost);
        choice.conflicting += cost[s->letter[cell]] > 0;
        for (unsigned letter = 0; letter < s->rules->side; letter++) {
            int delta;
            if (!admissible(s, move, now, cell, letter, cost, &delta))
                continue;
            choice.ties = delta < choice.delta ? 1 : choice.ties + (delta == choice.delta);
            choice.delta = delta < choice.delta ? delta : choice.delta;
        }
    }
    return choice;
}

/* The cell in which the two differ; cells when there is none, SIZE_MAX when there are several. */
static size_t changed(const struct plain *s, const struct game_state *state)
{
    size_t at = s->rules->cells;
    for (unsigned cell = 0; cell < s->rules->cells; cell++)
        if (state->letter[cell] != s->letter[cell])
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
        assert_int_equal(cell, s->rules->cells); /* it passes */
        return;
    }
    assert_in_range(cell, 0, s->rules->cells - 1);
    unsigned letter = tabu_state(tabu)->letter[cell], old = s->letter[cell];
    count(s, (unsigned)cell, cost);
    assert_true(admissible(s, move, now, (unsigned)cell, letter, cost, &delta));
    assert_int_equal(delta, choice.delta);
    unsigned tenure = choice.conflicting * 3 / 10 + chance_below(chance_at(seed, CHANCE_SEARCH, move).draw, CHANCE) + 1;
    s->until[cell][old] = move + tenure;
    s->letter[cell] = (uint8_t)letter;
    now = conflicts(s);
    s->best = now < s->best ? now : s->best;
    assert_int_equal(tabu_state(tabu)->conflicts, now);
    assert_int_equal(tabu_best(tabu), s->best);
}

/* Cells with all letters, with some, and with one. */
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

static void random_letters(struct nash_rng *rng, const struct game_rules *rules, uint8_t *letters)
{
    for (unsigned cell = 0; cell < rules->cells; cell++) {
        uint64_t left = rules->allowed[cell];
        for (uint64_t skip = nash_rng_below(rng, (uint64_t)__builtin_popcountll(left)); skip; skip--)
            left &= left - 1;
        letters[cell] = (uint8_t)__builtin_ctzll(left);
    }
}

static struct tabu *begin(struct plain *s, struct game_rules *rules, uint64_t seed, const uint8_t *letters)
{
    void *memory = aligned_alloc(64, (tabu_bytes() + 63) / 64 * 64);
    struct tabu *tabu = tabu_init(memory, rules, seed, letters);
    assert_non_null(tabu);
    memset(s, 0, sizeof *s);
    s->rules = rules;
    memcpy(s->letter, letters, rules->cells);
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
    (void)state;
    for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++) {
        for (unsigned round = 0; round < 4; round++) {
            uint8_t letters[GAME_CELLS_MAX];
            uint64_t seed = nash_rng_next(&rng);
            random_rules(&rng, shapes[shape].rows, shapes[shape].cols, &rules);
            random_letters(&rng, &rules, letters);
            struct tabu *tabu = begin(&s, &rules, seed, letters);
            for (uint64_t move = 0; move < shapes[shape].moves && tabu_state(tabu)->conflicts; move++)
                follow(&s, tabu, seed, move);
            free(tabu);
        }
    }
}

/* Of the first move's ties each is somebody's choice, about equally often. */
static void takes_every_tie(void **state)
{
    enum { SEEDS = 4000 };
    static struct plain s;
    static struct game_rules rules;
    static unsigned taken[GAME_CELLS_MAX][GAME_SIDE_MAX];
    struct nash_rng rng = test_rng();
    uint8_t letters[GAME_CELLS_MAX];
    unsigned ties = 0, seen = 0;
    (void)state;
    memset(taken, 0, sizeof taken);
    do { /* a position with some */
        random_rules(&rng, 3, 3, &rules);
        random_letters(&rng, &rules, letters);
        free(begin(&s, &rules, 0, letters));
        ties = look(&s, 0).ties;
    } while (ties < 4 || ties > 8);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct tabu *tabu = begin(&s, &rules, seed, letters);
        tabu_play(tabu, 1);
        size_t cell = changed(&s, tabu_state(tabu));
        assert_in_range(cell, 0, rules.cells - 1);
        taken[cell][tabu_state(tabu)->letter[cell]]++;
        free(tabu);
    }
    for (unsigned cell = 0; cell < rules.cells; cell++)
        for (unsigned letter = 0; letter < rules.side; letter++)
            if (taken[cell][letter]) {
                assert_in_range(taken[cell][letter], SEEDS / ties * 3 / 4, SEEDS / ties * 4 / 3);
                seen++;
            }
    assert_int_equal(seen, ties);
}

/* The same seed the same game, in slices or at once; letters that are not allowed are refused. */
static void is_repeatable(void **state)
{
    static struct plain s;
    static struct game_rules rules;
    struct nash_rng rng = test_rng();
    uint8_t letters[GAME_CELLS_MAX];
    (void)state;
    random_rules(&rng, 4, 4, &rules);
    random_letters(&rng, &rules, letters);
    struct tabu *whole = begin(&s, &rules, 5, letters), *slices = begin(&s, &rules, 5, letters);
    uint64_t made = tabu_play(whole, 10000), sum = 0;
    while (sum < made)
        sum += tabu_play(slices, 1 + nash_rng_below(&rng, 100) % (made - sum));
    assert_int_equal(sum, made);
    assert_memory_equal(tabu_state(whole), tabu_state(slices), sizeof(struct game_state));
    free(slices);
    for (unsigned cell = 0; cell < rules.cells; cell++) {
        if (rules.allowed[cell] == 0xffff)
            continue;
        letters[cell] = (uint8_t)__builtin_ctzll(~rules.allowed[cell]);
        assert_null(tabu_init(whole, &rules, 1, letters));
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
