/* Records of games of Hex: one type for SGF, HexWorld links and HTP. Freestanding; no memory but the record itself.
 *
 *     struct hex_record record;
 *     struct hex_play play;
 *     if (hex_record_read(text, len, &record, &error) == NASH_OK)           (a known form, every move legal)
 *         hex_replay(&record, n, &play, &error);                            (the position after n moves)
 *     hex_record_write(&record, HEX_FORM_SGF, &out, &error);
 *
 * Moves are numbered from 1 in errors: "move 3 (white b2): the cell is occupied". */
#ifndef HEX_RECORDS_RECORD_H
#define HEX_RECORDS_RECORD_H

#include <nash/buf.h>
#include <nash/status.h>
#include <solvers/hex/board/board.h>

enum {
    HEX_MOVES_MAX = 2 * HEX_CELLS_MAX, /* every cell, and as many passes */
    HEX_PLAYER_MAX = 128,              /* bytes of a name with its NUL */
    HEX_MOVE_NAME_MAX = 16
};

enum hex_action {
    HEX_PLACE,
    HEX_SWAP_PIECES, /* the stone changes color and is reflected in the long diagonal; the other side moves next */
    HEX_SWAP_SIDES,  /* the players exchange colors; the stone stays, and its opponent's color moves next */
    HEX_PASS,
    HEX_RESIGN,
    HEX_FORFEIT /* lost on time or by a referee */
};

struct hex_move {
    uint8_t action; /* enum hex_action */
    uint8_t color;  /* enum hex_color of the side that moves */
    uint16_t cell;  /* of HEX_PLACE */
};

struct hex_record {
    uint8_t rows, cols;
    uint8_t setup[HEX_CELLS_MAX]; /* enum hex_color: stones before the first move */
    enum hex_color first;         /* the side that moves first */
    unsigned moves;
    struct hex_move move[HEX_MOVES_MAX];
    char black[HEX_PLAYER_MAX], white[HEX_PLAYER_MAX]; /* names, UTF-8; "": unknown */
    enum hex_color winner;                             /* as the record says; HEX_EMPTY: unknown */
    char how;                                          /* of the winner: 'R' resigned, 'F' forfeit, 'T' time, else 0 */
};

/* Begins an empty record; Black moves first. */
void hex_record_init(struct hex_record *record, unsigned rows, unsigned cols);
bool hex_record_has_setup(const struct hex_record *record);

/* Appends a move. NASH_TOO_LARGE beyond HEX_MOVES_MAX. */
enum nash_status hex_record_add(struct hex_record *record, struct hex_move move, struct nash_error *error);

/* Writes "a1", "swap-pieces", "swap-sides", "pass", "resign" or "forfeit"; returns out. */
char *hex_move_name(const struct hex_board *board, struct hex_move move, char out[HEX_MOVE_NAME_MAX]);
/* Reads such a name, of exactly `len` bytes, in either case, into action and cell. "swap" is read as swap-pieces. */
bool hex_move_read(const struct hex_board *board, const char *text, size_t len, struct hex_move *move);

/* The state of a game after some moves of a record. */
struct hex_play {
    struct hex_position position;
    unsigned made;         /* moves made */
    bool swapped;          /* one of them was a swap */
    bool any_order;        /* set by the caller: a side may move twice in a row, as in HTP */
    bool over;             /* edges are joined, or a player has resigned or lost by forfeit */
    enum hex_color winner; /* of a game that is over */
};

/* Puts the setup stones on the board. */
void hex_play_begin(struct hex_play *play, const struct hex_record *record);
/* Makes a move. NASH_UNPROCESSABLE, with its number and the reason, leaves *play unchanged. */
enum nash_status hex_play_move(struct hex_play *play, struct hex_move move, struct nash_error *error);
/* Returns whether `color` may swap now: the other side has made the first move and there was no swap. */
bool hex_play_can_swap(const struct hex_play *play, enum hex_color color);
/* Begins and makes the first `count` moves, or all if there are fewer. Does not change play->any_order. */
enum nash_status hex_replay(const struct hex_record *record, unsigned count, struct hex_play *play,
                            struct nash_error *error);

enum hex_form { HEX_FORM_SGF, HEX_FORM_HEXWORLD, HEX_FORM_HTP };

/* Returns the form that a text has: SGF if it contains a game tree, a HexWorld link, or else HTP. */
enum hex_form hex_record_form(const char *text, size_t len);
/* Reads a record of any form. NASH_INVALID: not of this form. NASH_TOO_LARGE: a limit of the record is exceeded.
 * NASH_UNPROCESSABLE: cells that are not on the board. hex_record_read() also requires that every move is legal. */
enum nash_status hex_record_parse(const char *text, size_t len, struct hex_record *record, struct nash_error *error);
enum nash_status hex_record_read(const char *text, size_t len, struct hex_record *record, struct nash_error *error);
/* Appends the record. NASH_UNPROCESSABLE if this form cannot hold it: only SGF has setup stones. */
enum nash_status hex_record_write(const struct hex_record *record, enum hex_form form, struct nash_buf *out,
                                  struct nash_error *error);

#endif
