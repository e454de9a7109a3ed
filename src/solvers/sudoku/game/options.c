/* The names of methods, schedules, modes and paces in requests and answers. */
#include "options.h"

const char *const sudoku_method_names[] = {[SUDOKU_METHOD_AUTO] = "auto",
                                           [SUDOKU_METHOD_EXACT] = "exact",
                                           [SUDOKU_METHOD_SAP] = "sap",
                                           [SUDOKU_METHOD_TABU] = "tabu",
                                           NULL};

const char *const sudoku_schedule_names[] = {
    [SUDOKU_FIXED] = "fixed", [SUDOKU_ANNEAL] = "anneal", [SUDOKU_ADAPTIVE] = "adaptive", NULL};

const char *const sudoku_mode_names[] = {[SUDOKU_MODE_AUTO] = "auto",
                                         [SUDOKU_MODE_TOKEN] = "token",
                                         [SUDOKU_MODE_EXACT] = "exact",
                                         [SUDOKU_MODE_REPLICAS] = "replicas",
                                         NULL};

const char *const sudoku_pace_names[] = {
    [SUDOKU_PACE_AUTO] = "auto", [SUDOKU_PACE_SHARE] = "share", [SUDOKU_PACE_LEAD] = "lead", NULL};
