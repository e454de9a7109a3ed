/* The file holds the head and the marks of kit/table_file.h, the codes, and the bits of large values (mex.h). A piece
 * whose checksum is wrong is computed again from the values below it. */
#include "grundy_table.h"

#include <stdio.h>

#include <solvers/kit/table_file.h>

enum { PIECES = GRUNDY_PILE_MAX / GRUNDY_PIECE + 1, PILES = PIECES * GRUNDY_PIECE, VERSION = 1 };

#define MAGIC UINT64_C(0x6c6279646e757267) /* "grundybl" */

struct table {
    struct table_head head;
    _Atomic uint64_t mark[PIECES];
    uint8_t code[PILES] __attribute__((aligned(64)));
    uint8_t large[PILES / 8];
};

static uint64_t piece_checksum(const void *memory, uint32_t piece)
{
    const struct table *table = memory;
    uint64_t sum = table_checksum(table->code + (size_t)piece * GRUNDY_PIECE, GRUNDY_PIECE, piece);
    return table_checksum(table->large + (size_t)piece * GRUNDY_PIECE / 8, GRUNDY_PIECE / 8, sum) | 1;
}

static const struct table_layout layout = {
    .name = "grundy.table",
    .head = {.magic = MAGIC, .version = VERSION, .pieces = PIECES, .bytes = sizeof(struct table)},
    .marks = offsetof(struct table, mark),
    .checksum = piece_checksum,
};

static struct table_file file = {.layout = &layout};

enum nash_status grundy_table_open(const char *data_dir, struct nash_error *error)
{
    return table_file_open(&file, data_dir, error);
}

struct mex_values grundy_table(void)
{
    struct table *table = table_file_memory(&file);
    return (struct mex_values){table->code, table->large};
}

uint32_t grundy_table_verified(uint32_t max)
{
    uint32_t piles = table_file_verify(&file, (max + GRUNDY_PIECE - 1) / GRUNDY_PIECE) * GRUNDY_PIECE;
    return piles < max ? piles : max;
}

/* ---- filling ---- */

static void report_progress(struct nash_run *run, uint32_t pile, uint32_t max)
{
    char json[96];
    if (!nash_progress_due(run))
        return;
    int len = snprintf(json, sizeof json, "{\"engine\":\"table\",\"filled\":%u,\"of\":%u}", pile, max);
    run->progress(run, json, (size_t)len);
}

static enum nash_status fill_piece(uint32_t piece, struct mex *mex, struct nash_run *run, struct nash_error *error)
{
    uint32_t first = piece * GRUNDY_PIECE;
    for (uint32_t pile = first; pile < first + GRUNDY_PIECE; pile += MEX_LANES) {
        enum nash_status status = mex_block(mex, pile, error);
        if (status != NASH_OK)
            return status;
        run->nodes += MEX_LANES;
        if (nash_stop(run, GRUNDY_CHECK_FILL))
            return NASH_STOPPED;
    }
    table_file_publish(&file, piece);
    return NASH_OK;
}

/* Fills the pieces that do not verify. Pieces above a damaged piece may verify once it is repaired; the rare piles in
 * `mex` are then out of date, so it begins anew. */
static enum nash_status fill_pieces(uint32_t pieces, struct mex *mex, struct nash_run *run, struct nash_error *error)
{
    uint32_t piece, known = UINT32_MAX;
    enum nash_status status = NASH_OK;
    while (status == NASH_OK && (piece = table_file_verify(&file, pieces)) < pieces) {
        if (piece != known)
            status = mex_begin(mex, grundy_table(), piece * GRUNDY_PIECE, error);
        if (status == NASH_OK)
            status = fill_piece(piece, mex, run, error);
        known = piece + 1;
        report_progress(run, known * GRUNDY_PIECE, pieces * GRUNDY_PIECE);
    }
    return status;
}

enum nash_status grundy_table_fill(uint32_t max, struct nash_run *run, struct nash_error *error)
{
    enum nash_status status = grundy_table_open(NULL, error);
    uint32_t pieces = max / GRUNDY_PIECE + 1;
    if (status != NASH_OK || table_file_verify(&file, pieces) == pieces)
        return status;
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct mex *mex = NASH_NEW(run->arena, struct mex, 1);
    status =
        mex ? fill_pieces(pieces, mex, run, error) : nash_fail(error, NASH_NOMEM, "", "no memory to fill the table");
    nash_arena_release(run->arena, mark);
    return status;
}
