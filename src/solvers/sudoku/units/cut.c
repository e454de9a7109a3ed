/* Cuts a problem into cubes by look-ahead (Heule, Kullmann, Wieringa, Biere, "Cube and conquer", HVC 2011): again and
 * again the largest cube is split at the constraint whose members, each tried in turn, leave the least open.
 *
 * A constraint holds for exactly one of its members, so its members split a cube into parts that share no solution. The
 * size of a cube is measured by the bits that its open cells can hold. Integers only: the cut is the same everywhere.
 */
#include <string.h>

#include <solvers/sudoku/exact/board.h>

#include "proof_job.h"

enum {
    DEPTH_MAX = 64,  /* literals of a cube */
    TRIED = 6,       /* constraints that are tried for a split */
    MEMBERS_MAX = 9, /* larger constraints are not tried */
    GRAINS = 16      /* a bit of size */
};

struct cube {
    unsigned steps;
    uint32_t size; /* 0: it is not worth a further split */
    uint32_t literal[DEPTH_MAX];
};

struct proof_cut {
    struct proof_job *job;
    struct sudoku_board *board;
    unsigned root;
    struct cube *cube; /* [count] in the order of the tree */
    unsigned count, room, wanted;
};

/* Returns the bits that the open cells can hold, in grains: the sum of log2 of their candidates. */
static uint32_t board_size(const struct sudoku_board *board)
{
    static const uint8_t grains[] = {0,  0,  16, 25, 32, 37, 41, 45, 48, 51, 53, 55, 57, 59, 61, 63, 64,
                                     65, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 79, 80, 81,
                                     81, 82, 83, 83, 84, 85, 85, 86, 86, 87, 87, 88, 88, 89, 89, 90};
    uint32_t size = 0;
    for (unsigned cell = 0; cell < board->geometry->cells; cell++)
        size += grains[__builtin_popcountll(board->open[cell])];
    return size;
}

static bool board_enter(struct sudoku_board *board, uint32_t literal)
{
    return sudoku_board_assign(board, SUDOKU_LITERAL_CELL(literal), SUDOKU_LITERAL_VALUE(literal)) &&
           sudoku_board_propagate(board);
}

/* Sets the board to the cube. False: the cube has no solution. */
static bool enter_cube(struct proof_cut *cut, const struct cube *cube)
{
    sudoku_board_undo(cut->board, cut->root);
    for (unsigned i = 0; i < cube->steps; i++)
        sudoku_board_assign(cut->board, SUDOKU_LITERAL_CELL(cube->literal[i]), SUDOKU_LITERAL_VALUE(cube->literal[i]));
    return sudoku_board_propagate(cut->board);
}

/* Returns how much the members of a constraint leave open: for each 2^(size / 8 bits), relative to the present size. */
static uint64_t split_weight(struct sudoku_board *board, uint32_t constraint, uint32_t size)
{
    unsigned mark = board->removed;
    uint64_t weight = 0;
    for (uint64_t open = board->open[constraint]; open; open &= open - 1) {
        uint32_t literal = sudoku_board_member(board, constraint, (unsigned)__builtin_ctzll(open));
        if (board_enter(board, literal)) {
            uint32_t gone = (size - board_size(board)) / (8 * GRAINS);
            weight += UINT64_C(1) << (gone < 40 ? 40 - gone : 0);
        }
        sudoku_board_undo(board, mark);
    }
    return weight;
}

/* Returns the constraint to split at, or SUDOKU_NO_CONSTRAINT when the cube is solved. Tries those with the fewest
 * members, spread over the board. */
static uint32_t choose_split(struct sudoku_board *board)
{
    uint32_t best = SUDOKU_NO_CONSTRAINT, size = board_size(board);
    uint64_t least = UINT64_MAX;
    for (unsigned members = 2, tried = 0; members <= MEMBERS_MAX && tried < TRIED; members++) {
        unsigned there = 0;
        for (uint32_t i = 0; i < board->constraints; i++)
            there += (unsigned)__builtin_popcountll(board->open[i]) == members;
        unsigned stride = there / (TRIED - tried) + 1, seen = 0;
        for (uint32_t i = 0; i < board->constraints; i++) {
            if ((unsigned)__builtin_popcountll(board->open[i]) != members || seen++ % stride)
                continue;
            uint64_t weight = split_weight(board, i, size);
            tried++;
            if (weight < least) {
                least = weight;
                best = i;
            }
        }
    }
    return best;
}

/* Replaces a cube by its parts at a constraint of the board, which is at the cube; leaves out parts without a solution.
 * False: there is no room. */
static bool split_cube(struct proof_cut *cut, unsigned at, uint32_t constraint)
{
    struct cube part[MEMBERS_MAX];
    unsigned parts = 0, mark = cut->board->removed;
    for (uint64_t open = cut->board->open[constraint]; open; open &= open - 1) {
        uint32_t literal = sudoku_board_member(cut->board, constraint, (unsigned)__builtin_ctzll(open));
        if (board_enter(cut->board, literal)) {
            part[parts] = cut->cube[at];
            part[parts].literal[part[parts].steps++] = literal;
            part[parts].size = part[parts].steps < DEPTH_MAX ? board_size(cut->board) : 0;
            parts++;
        }
        sudoku_board_undo(cut->board, mark);
    }
    if (cut->count - 1 + parts > cut->room)
        return false;
    memmove(cut->cube + at + parts, cut->cube + at + 1, (cut->count - at - 1) * sizeof *cut->cube);
    memcpy(cut->cube + at, part, parts * sizeof *part);
    cut->count += parts;
    cut->count--;
    return true;
}

struct proof_cut *proof_cut_begin(struct proof_job *job, unsigned wanted)
{
    struct proof_cut *cut = NASH_NEW(job->arena, struct proof_cut, 1);
    struct cube *cube = NASH_NEW(job->arena, struct cube, wanted + MEMBERS_MAX);
    if (!cut || !cube)
        return NULL;
    *cut = (struct proof_cut){.job = job,
                              .board = job->board,
                              .root = job->board->removed,
                              .cube = cube,
                              .count = 1,
                              .room = wanted + MEMBERS_MAX,
                              .wanted = wanted};
    cube->size = board_size(cut->board) + 1;
    return cut;
}

bool proof_cut_step(struct proof_cut *cut)
{
    unsigned at = 0;
    if (!cut->count || cut->count >= cut->wanted)
        return false;
    for (unsigned i = 1; i < cut->count; i++)
        at = cut->cube[i].size > cut->cube[at].size ? i : at;
    if (!cut->cube[at].size)
        return false;
    uint32_t constraint = enter_cube(cut, &cut->cube[at]) ? choose_split(cut->board) : SUDOKU_NO_CONSTRAINT;
    bool more = true;
    if (constraint == SUDOKU_NO_CONSTRAINT)
        cut->cube[at].size = 0;
    else
        more = split_cube(cut, at, constraint);
    sudoku_board_undo(cut->board, cut->root);
    return more;
}

void proof_cut_add(const struct proof_cut *cut, proof_add *add, void *context)
{
    struct proof_job *job = cut->job;
    uint8_t path[PROOF_STEP * DEPTH_MAX];
    for (unsigned i = 0; i < cut->count; i++) {
        for (unsigned k = 0; k < cut->cube[i].steps; k++)
            proof_step_put(path, k, cut->cube[i].literal[k]);
        add(context, job->scratch, proof_unit_write(job->scratch, job->budget, path, cut->cube[i].steps));
    }
}

bool proof_job_cut(struct proof_job *job, unsigned wanted, proof_add *add, void *context)
{
    struct proof_cut *cut = proof_cut_begin(job, wanted);
    if (!cut)
        return false;
    while (proof_cut_step(cut))
        ;
    proof_cut_add(cut, add, context);
    return true;
}
