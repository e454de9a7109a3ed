/* The places where a run can stop. */
#ifndef SUDOKU_STOPS_H
#define SUDOKU_STOPS_H

/* Passed to nash_stop(), so that a test can force a stop at each of them. */
enum sudoku_check {
    SUDOKU_CHECK_ROOT = 1, /* before propagation */
    SUDOKU_CHECK_SEARCH,   /* at each node of the search */
    SUDOKU_CHECK_ENCODE,   /* at each constraint written as clauses */
    SUDOKU_CHECK_SAT,      /* inside CaDiCaL, some thousand times a second */
    SUDOKU_CHECK_MODEL,    /* between two solutions */
    SUDOKU_CHECK_EXPLAIN,  /* at each step of an explanation, and inside the expensive techniques */
    SUDOKU_CHECK_GENERATE, /* at each step of generating: a part of the full grid is filled, a clue is tried */
    SUDOKU_CHECK_GAME,     /* in a game, some thousand times a second */
    SUDOKU_CHECK_PATTERNS, /* at each step of collecting patterns, and at each node of their cover */
    SUDOKU_CHECKS
};

#endif
