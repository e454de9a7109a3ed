/* Writes a whole game as the request of a position. */
#include <solvers/hex/history.h>

#include "write.h"

/* Writes the moves as words of a request, in which only the side to move can resign. */
static void write_moves(const struct hex_record *record, struct nash_jsonw *out)
{
    struct hex_play play = {.any_order = false};
    char name[HEX_MOVE_NAME_MAX];
    hex_play_begin(&play, record);
    nash_jsonw_karray(out, "moves");
    for (unsigned i = 0; i < record->moves; i++) {
        const struct hex_move *move = &record->move[i];
        bool ends = move->action == HEX_RESIGN || move->action == HEX_FORFEIT;
        if (ends && move->color != play.position.to_move)
            nash_jsonw_string(out, "pass");
        nash_jsonw_string(out, ends                              ? "resign"
                               : move->action == HEX_SWAP_PIECES ? "swap"
                                                                 : hex_move_name(&play.position.board, *move, name));
        hex_play_move(&play, *move, NULL);
    }
    nash_jsonw_array_end(out);
}

void hex_write_request(const struct hex_history *history, struct nash_jsonw *out)
{
    const struct hex_record *record = history->record;
    struct hex_play play = {.any_order = false};
    nash_jsonw_kobject(out, "problem");
    hex_play_begin(&play, record);
    if (record->rows == record->cols) {
        nash_jsonw_kuint(out, "size", record->rows);
    } else {
        nash_jsonw_kuint(out, "rows", record->rows);
        nash_jsonw_kuint(out, "cols", record->cols);
    }
    if (hex_record_has_setup(record))
        hex_write_board(&play.position.board, out);
    if (hex_record_has_setup(record) || record->first != HEX_BLACK)
        nash_jsonw_kstring(out, "to_move", hex_side_names[record->first]);
    write_moves(record, out);
    if (history->swap)
        nash_jsonw_kbool(out, "swap", true);
    nash_jsonw_object_end(out);
}
