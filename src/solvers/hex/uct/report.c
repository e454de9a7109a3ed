/* Progress of the engine "uct"; apart from the rest, because it is not freestanding. */
#include "uct.h"

void hex_uct_report(struct nash_run *run, unsigned rows, unsigned cols, uint64_t nodes, unsigned move, float rate)
{
    struct nash_buf json = NASH_BUF_INIT(256);
    struct hex_board board;
    char name[HEX_NAME_MAX];
    hex_board_init(&board, rows, cols);
    nash_buf_printf(&json, "{\"nodes\":%llu,\"best\":{\"move\":\"%s\",\"win_rate\":%.3f}}", (unsigned long long)nodes,
                    hex_cell_name(&board, move, name), (double)rate);
    nash_progress_send(run, &json);
}
