/* Writing answers. */
#ifndef HEX_WRITE_WRITE_H
#define HEX_WRITE_WRITE_H

#include <solvers/hex/answer.h>

/* "black", "white"; NULL for HEX_EMPTY */
extern const char *const hex_side_names[];

/* write/result.c: writes the member "board". */
void hex_write_board(const struct hex_board *board, struct nash_jsonw *out);
/* write/player.c: writes the members "engine" and, if it plays by one, "net". */
void hex_write_player(struct nash_jsonw *out, const struct hex_player *player);
/* Writes the member "net" of a play net: its digest. */
void hex_write_net(struct nash_jsonw *out, const uint8_t *bytes, size_t len);
/* write/summary.c: writes the member "summary". */
void hex_write_summary(const struct hex_problem *p, const struct hex_answer *a, struct nash_jsonw *out);

/* Returns the rate of wins of the side to move after the swap, if there is one; < 0: unknown. */
static inline float hex_answer_rate(const struct hex_answer *a)
{
    float rate = a->opinion.win_rate;
    return a->swaps && rate >= 0 ? 1 - rate : rate;
}

#endif
