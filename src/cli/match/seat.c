/* External programs as players. */
#include "seat.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *const color_names[] = {[HEX_BLACK] = "black", [HEX_WHITE] = "white"};

static enum seat_status status_of(enum program_status status)
{
    return status == PROGRAM_DONE          ? SEAT_MOVED
           : status == PROGRAM_HANGS       ? SEAT_HANGS
           : status == PROGRAM_INTERRUPTED ? SEAT_INTERRUPTED
                                           : SEAT_FAILED;
}

/* Sends a command that must succeed. Otherwise says in `why` what happened. */
static enum seat_status must(struct seat *seat, const char *command, struct nash_buf *why)
{
    enum program_status status = program_ask(&seat->program, seat->timeout_ms, "%s", command);
    const struct nash_buf *reply = &seat->program.reply;
    if (status == PROGRAM_DONE)
        return SEAT_MOVED;
    nash_buf_printf(why, "%s: ", command);
    if (status == PROGRAM_REFUSED) {
        nash_buf_puts(why, "refused with ");
        program_quote(why, reply->data, reply->len);
    } else {
        nash_buf_add(why, reply->data, reply->len);
    }
    return status_of(status);
}

/* ---- start ---- */

/* Appends the reply to the name, without the bytes that a record may not have. */
static void add_to_name(struct seat *seat)
{
    const struct nash_buf *reply = &seat->program.reply;
    size_t len = strlen(seat->name);
    if (len > 0 && reply->len > 0 && len + 1 < sizeof seat->name)
        seat->name[len++] = ' ';
    for (size_t i = 0; i < reply->len && len + 1 < sizeof seat->name; i++)
        if (reply->data[i] >= ' ' && reply->data[i] <= '~')
            seat->name[len++] = reply->data[i];
    seat->name[len] = '\0';
}

/* The first command shows whether the program knows numbers: if it does not, it may have refused a name it has. */
static enum seat_status ask_name(struct seat *seat, struct nash_buf *why)
{
    enum seat_status status = must(seat, "name", why);
    seat->name[0] = '\0';
    if (status == SEAT_FAILED && seat->program.pid != 0) {
        nash_buf_reset(why);
        status = must(seat, "name", why);
    }
    if (status != SEAT_MOVED)
        return status;
    add_to_name(seat);
    if (program_ask(&seat->program, seat->timeout_ms, "version") == PROGRAM_DONE)
        add_to_name(seat);
    return SEAT_MOVED;
}

/* Tells a program that knows the parameter whether White may swap. */
static enum seat_status set_swap(struct seat *seat, struct nash_buf *why)
{
    enum seat_status status = must(seat, "known_command param_game", why);
    if (status == SEAT_MOVED && strcmp(nash_buf_cstr(&seat->program.reply), "true") == 0)
        status = must(seat, seat->swap ? "param_game allow_swap 1" : "param_game allow_swap 0", why);
    if (status == SEAT_FAILED && seat->program.pid != 0) { /* it was only refused */
        nash_buf_reset(why);
        status = SEAT_MOVED;
    }
    return status;
}

static enum seat_status start(struct seat *seat, struct nash_buf *why)
{
    if (!program_start(&seat->program, seat->command, seat->show_errors)) {
        nash_buf_printf(why, "cannot start a process: %s", strerror(errno));
        return SEAT_FAILED;
    }
    enum seat_status status = ask_name(seat, why);
    if (status == SEAT_MOVED)
        status = set_swap(seat, why);
    for (unsigned i = 0; i < seat->setups && status == SEAT_MOVED; i++)
        status = must(seat, seat->setup[i], why);
    return status;
}

bool seat_open(struct seat *seat, struct nash_buf *why)
{
    snprintf(seat->name, sizeof seat->name, "%s", seat->text);
    return seat->command == NULL || start(seat, why) == SEAT_MOVED;
}

/* ---- games ---- */

void seat_begin(struct seat *seat)
{
    seat->begun = false;
    seat->told = 0;
}

static enum seat_status begin_board(struct seat *seat, const struct hex_record *record, struct nash_buf *why)
{
    char command[32];
    enum seat_status status = SEAT_MOVED;
    if (!program_is_alive(&seat->program))
        status = start(seat, why);
    if (record->rows == record->cols)
        snprintf(command, sizeof command, "boardsize %u", record->cols);
    else
        snprintf(command, sizeof command, "boardsize %u %u", record->cols, record->rows);
    if (status == SEAT_MOVED)
        status = must(seat, command, why);
    if (status == SEAT_MOVED)
        status = must(seat, "clear_board", why);
    seat->begun = status == SEAT_MOVED;
    return status;
}

/* Sends the moves that the program does not know. */
static enum seat_status tell_moves(struct seat *seat, const struct hex_record *record, const struct hex_board *board,
                                   struct nash_buf *why)
{
    char command[32], name[HEX_MOVE_NAME_MAX];
    enum seat_status status = SEAT_MOVED;
    for (; seat->told < record->moves && status == SEAT_MOVED; seat->told++) {
        struct hex_move move = record->move[seat->told];
        snprintf(command, sizeof command, "play %s %s", color_names[move.color], hex_move_name(board, move, name));
        status = must(seat, command, why);
    }
    return status;
}

/* Reads the reply to genmove. */
static enum seat_status read_move(struct seat *seat, const struct hex_board *board, bool swap, struct hex_move *move,
                                  struct nash_buf *why)
{
    const struct nash_buf *reply = &seat->program.reply;
    const char *wrong = NULL;
    if (!hex_move_read(board, reply->data, reply->len, move))
        wrong = "no cell of this board";
    else if (move->action == HEX_RESIGN)
        return SEAT_RESIGNED;
    else if (move->action == HEX_SWAP_PIECES && !swap)
        wrong = "White may not swap";
    else if (move->action != HEX_PLACE && move->action != HEX_SWAP_PIECES)
        wrong = "expected a cell, swap-pieces or resign";
    if (wrong == NULL)
        return SEAT_MOVED;
    nash_buf_puts(why, "illegal move ");
    program_quote(why, reply->data, reply->len);
    nash_buf_printf(why, ": %s", wrong);
    return SEAT_FAILED;
}

enum seat_status seat_genmove(struct seat *seat, const struct hex_record *record, const struct hex_board *board,
                              enum hex_color color, bool swap, struct hex_move *move, struct nash_buf *why)
{
    enum seat_status status = seat->begun ? SEAT_MOVED : begin_board(seat, record, why);
    if (status == SEAT_MOVED)
        status = tell_moves(seat, record, board, why);
    if (status == SEAT_MOVED)
        status = must(seat, color == HEX_BLACK ? "genmove black" : "genmove white", why);
    *move = (struct hex_move){.color = (uint8_t)color};
    if (status == SEAT_MOVED)
        status = read_move(seat, board, swap, move, why);
    seat->told += status == SEAT_MOVED;
    if (status == SEAT_FAILED)
        program_end(&seat->program); /* what it knows of the game may be as wrong as its move */
    return status;
}

void seat_close(struct seat *seat)
{
    program_end(&seat->program);
}
