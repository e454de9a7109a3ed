/* Sudoku as SAT, for CaDiCaL (Biere et al., 2020) through its C interface.
 *
 * TRAP: CaDiCaL ends the process on API misuse, so values are read only after result 10. It allocates by C++ new
 * outside the arena, so callers check sudoku_sat_estimate() first. */
#include "sat.h"

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/stops.h>

#include "clauses.h"

/* This is the "extended" encoding (Lynce and Ouaknine, "Sudoku as a SAT problem", 2006) of what propagation left open:
 * a variable x(cell, value) for every candidate, exactly-one over every cell and over every (unit, value). It is ten
 * times smaller than the full one, and CaDiCaL takes less time to load it than to solve it. Cages add the partial sums
 * of their cells (clauses.c).
 *
 * Most decisions exclude a candidate, so a large board has hundreds of levels. Chronological backtracking then leaves
 * many of them standing after a conflict, which costs more than it saves. On boards of 30x30 with 48 % clues this and
 * earlier restarts save a third of the conflicts and nearly half of the time.
 *
 * Solutions are enumerated by blocking clauses over the open cells. The terminate callback polls nash_stop(); the
 * number of learned clauses is the run's unit of work, so that a node budget holds here too. */

enum {
    LARGE_FROM = 26, /* sizes from this on restart sooner and do not backtrack chronologically; 25x25 gains nothing */
    RESTART_CONFLICTS = 256, /* unit of Luby's sequence of restarts; CaDiCaL's own is 1024 */
    PAIRWISE_MAX = 12,       /* members of a group; larger ones become products where pairwise clauses are too many */
    PAIRWISE_CLAUSES = 1000 * 1000, /* more pairwise clauses are too many */
    VARIABLE_BYTES = 640,           /* CaDiCaL's heap for a variable, measured and rounded up */
    CLAUSE_BYTES = 128,             /* for a clause with its watches; nearly all have two literals */
    RESULT_SAT = 10,                /* values of ccadical_solve() */
    RESULT_UNSAT = 20
};

struct sudoku_sat {
    CCaDiCaL *solver;
    const struct sudoku_geometry *geometry;
    struct sudoku_progress *progress;
    int32_t *variable; /* [cell * size + value]: 1.. of an open candidate; 0 = not open; -1 = holds in any case */
    uint64_t blocked_literals; /* literals of all blocking clauses */
    bool halted;               /* the run stopped while encoding */
};

/* ---- the encoding ---- */

/* Encodes all constraints with two or more members left; variables are numbered already. False when the run stops. */
static bool encode(const struct sudoku_board *board, const int32_t *variable, struct sudoku_clauses *sink,
                   struct nash_run *run)
{
    const struct sudoku_cages *cages = board->geometry->cages;
    for (unsigned i = 0; i < board->constraints; i++) {
        int literal[SUDOKU_MAX];
        unsigned count = 0;
        if (run && nash_stop(run, SUDOKU_CHECK_ENCODE))
            return false;
        for (uint64_t open = board->open[i]; open; open &= open - 1) {
            uint32_t member = sudoku_board_member(board, i, (unsigned)__builtin_ctzll(open));
            literal[count++] =
                variable ? variable[SUDOKU_LITERAL_CELL(member) * board->geometry->size + SUDOKU_LITERAL_VALUE(member)]
                         : 1;
        }
        if (count > 1)
            sudoku_exactly_one(sink, literal, count);
    }
    for (unsigned i = 0; cages && i < cages->count; i++)
        if (!sudoku_cage_clauses(sink, board, &cages->cage[i], variable, run))
            return false;
    return true;
}

static uint64_t number_variables(const struct sudoku_board *board, int32_t *variable)
{
    unsigned n = board->geometry->size;
    uint64_t variables = 0;
    for (unsigned cell = 0; cell < board->geometry->cells; cell++) {
        uint64_t open = board->open[cell];
        bool single = !(open & (open - 1));
        for (; open; open &= open - 1) {
            variables += !single;
            if (variable)
                variable[cell * n + (unsigned)__builtin_ctzll(open)] = single ? -1 : (int32_t)variables;
        }
    }
    return variables;
}

/* Counts variables, clauses and literals: with pairwise clauses, or with products when those are too many. */
static struct sudoku_clauses measure(const struct sudoku_board *board)
{
    struct sudoku_clauses sink = {.pairwise_max = SUDOKU_MAX, .variables = number_variables(board, NULL)};
    encode(board, NULL, &sink, NULL);
    if (sink.clauses <= PAIRWISE_CLAUSES)
        return sink;
    sink = (struct sudoku_clauses){.pairwise_max = PAIRWISE_MAX, .variables = number_variables(board, NULL)};
    encode(board, NULL, &sink, NULL);
    return sink;
}

struct sudoku_sat_size sudoku_sat_estimate(const struct sudoku_board *board)
{
    struct sudoku_clauses sink = measure(board);
    return (struct sudoku_sat_size){.variables = sink.variables,
                                    .clauses = sink.clauses,
                                    .literals = sink.literals,
                                    .bytes = sink.variables * VARIABLE_BYTES + sink.clauses * CLAUSE_BYTES};
}

/* ---- CaDiCaL's callbacks ---- */

static int terminate(void *state)
{
    struct sudoku_sat *sat = state;
    struct nash_run *run = sat->progress->run;
    run->clock_in = 0; /* called some thousand times a second: read the clock each time */
    if (nash_stop(run, SUDOKU_CHECK_SAT))
        return 1;
    sudoku_progress_send(sat->progress);
    return 0;
}

static void learn(void *state, int *literals)
{
    struct sudoku_sat *sat = state;
    (void)literals;
    sat->progress->answer->statistics.sat_conflicts++;
    sat->progress->run->nodes++;
}

struct sudoku_sat *sudoku_sat_new(const struct sudoku_board *board, struct sudoku_progress *progress)
{
    struct nash_arena *arena = progress->run->arena;
    struct sudoku_statistics *statistics = &progress->answer->statistics;
    const struct sudoku_geometry *g = board->geometry;
    struct sudoku_sat *sat = NASH_NEW(arena, struct sudoku_sat, 1);
    if (!sat)
        return NULL;
    sat->variable = NASH_NEW(arena, int32_t, (size_t)g->cells * g->size);
    sat->geometry = g;
    sat->progress = progress;
    sat->solver = sat->variable ? ccadical_init() : NULL;
    if (!sat->solver)
        return NULL;
    ccadical_set_option(sat->solver, "quiet", 1);
    ccadical_set_option(sat->solver, "stabilizeonly", 1);
    if (g->size >= LARGE_FROM) {
        ccadical_set_option(sat->solver, "reluctant", RESTART_CONFLICTS);
        ccadical_set_option(sat->solver, "chrono", 0);
    }
    struct sudoku_clauses sink = {.solver = sat->solver,
                                  .pairwise_max = measure(board).pairwise_max,
                                  .variables = number_variables(board, sat->variable)};
    sat->halted = !encode(board, sat->variable, &sink, progress->run);
    statistics->sat_variables = sink.variables;
    statistics->sat_clauses = sink.clauses;
    ccadical_set_terminate(sat->solver, sat, terminate);
    ccadical_set_learn(sat->solver, sat, INT32_MAX, learn);
    return sat;
}

void sudoku_sat_free(struct sudoku_sat *sat)
{
    if (sat && sat->solver)
        ccadical_release(sat->solver);
}

static void read_model(const struct sudoku_sat *sat, uint8_t *grid)
{
    unsigned n = sat->geometry->size;
    for (unsigned i = 0; i < sat->geometry->cells * n; i++) {
        int32_t variable = sat->variable[i];
        if (variable == -1 || (variable > 0 && ccadical_val(sat->solver, variable) > 0))
            grid[i / n] = (uint8_t)(i % n + 1);
    }
}

bool sudoku_sat_assume(struct sudoku_sat *sat, unsigned cell, unsigned value, bool holds)
{
    int32_t variable = sat->variable[cell * sat->geometry->size + value - 1];
    if (variable > 0)
        ccadical_assume(sat->solver, holds ? variable : -variable);
    return variable > 0 || (variable == -1) == holds;
}

void sudoku_sat_allow(struct sudoku_sat *sat, unsigned conflicts)
{
    ccadical_limit(sat->solver, "conflicts", (int)conflicts);
}

enum sudoku_outcome sudoku_sat_next(struct sudoku_sat *sat, uint8_t *grid)
{
    int result = sat->halted ? 0 : ccadical_solve(sat->solver);
    if (result == RESULT_UNSAT)
        return SUDOKU_EXHAUSTED;
    if (result != RESULT_SAT)
        return sat->halted || sat->progress->run->stopped ? SUDOKU_HALTED : SUDOKU_SPENT;
    read_model(sat, grid);
    return SUDOKU_FOUND;
}

void sudoku_sat_block(struct sudoku_sat *sat, const uint8_t *grid)
{
    unsigned n = sat->geometry->size;
    for (unsigned cell = 0; cell < sat->geometry->cells; cell++) {
        int32_t variable = sat->variable[cell * n + grid[cell] - 1];
        if (variable > 0)
            ccadical_add(sat->solver, -variable);
        sat->blocked_literals += variable > 0;
    }
    ccadical_add(sat->solver, 0);
}

void sudoku_sat_fixed(const struct sudoku_sat *sat, uint8_t *grid)
{
    unsigned n = sat->geometry->size;
    if (sat->halted)
        return;
    for (unsigned i = 0; i < sat->geometry->cells * n; i++)
        if (sat->variable[i] > 0 && ccadical_fixed(sat->solver, sat->variable[i]) > 0)
            grid[i / n] = (uint8_t)(i % n + 1);
}

uint64_t sudoku_sat_blocked_bytes(const struct sudoku_sat *sat)
{
    return sat->blocked_literals * 16;
}
