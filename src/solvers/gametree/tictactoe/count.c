/* Counts positions and games below a board: each position once, with the lines of play below it. */
#include "tictactoe.h"

struct place {
    uint32_t nodes, games; /* nodes of the tree below a position, with itself; complete games */
};

struct counting {
    struct place *place; /* [BOARD_POSITIONS]; nodes 0: not visited */
    uint8_t *canonical;  /* [BOARD_POSITIONS]: not 0 if a position of this canonical number was counted */
    struct tictactoe_counts *counts;
};

/* Counts below board b, MIN to move if `min`. Recurses at most ten deep. */
static struct place count_below(struct counting *c, struct board b, bool min)
{
    struct place *place = &c->place[board_number(b)];
    if (place->nodes)
        return *place;
    struct place sum = {.nodes = 1, .games = board_over(b)};
    for (unsigned cell = 0; cell < BOARD_CELLS && !sum.games; cell++)
        if (!(board_taken(b) >> cell & 1)) {
            struct place below = count_below(c, board_play(b, min, cell), !min);
            place->nodes += below.nodes;
            place->games += below.games;
        }
    place->nodes += sum.nodes;
    place->games += sum.games;
    c->counts->positions++;
    c->counts->canonical += !c->canonical[board_canonical(b)]++;
    return *place;
}

enum nash_status tictactoe_count(const struct tictactoe_problem *p, struct nash_arena *arena,
                                 struct tictactoe_counts *counts)
{
    struct nash_arena_mark mark = nash_arena_mark(arena);
    struct counting c = {.place = NASH_NEW(arena, struct place, BOARD_POSITIONS),
                         .canonical = NASH_NEW(arena, uint8_t, BOARD_POSITIONS),
                         .counts = counts};
    if (!c.place || !c.canonical)
        return NASH_NOMEM;
    struct place all = count_below(&c, p->board, p->min);
    counts->nodes = all.nodes;
    counts->games = all.games;
    nash_arena_release(arena, mark);
    return NASH_OK;
}
