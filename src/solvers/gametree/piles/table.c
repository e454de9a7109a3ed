/* The file: a head, a mark for each piece, the codes, the bits of large values (mex.h).
 *
 * Belief. The mark of a piece is 0 until all its values are written, then their checksum. Each process sums a piece up
 * once, before it uses it first (0.3 us), so starting costs nothing, a file that was damaged while no one looked is
 * found out, and a piece whose writer was killed has no mark. What is not believed is computed again, from what lies
 * below it. Several writers of one piece store the same bytes: whoever reads them too early reads what will be there,
 * or has not been told to believe. */
#include "table.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include <base/mapped.h>

enum { PIECES = GRUNDY_MOST / GRUNDY_PIECE + 1, PILES = PIECES * GRUNDY_PIECE, VERSION = 1 };

#define MAGIC UINT64_C(0x6c6279646e757267) /* "grundybl" */

static const char file_name[] = "grundy.table";

/* The file, in the machine's own byte order, which the magic number tells. */
struct head {
    uint64_t magic;
    uint32_t version; /* of the layout */
    uint32_t pieces;
    uint64_t bytes;
};

struct table {
    struct head head;
    _Atomic uint64_t mark[PIECES];
    uint8_t code[PILES] __attribute__((aligned(64)));
    uint8_t large[PILES / 8];
};

static struct {
    _Atomic(struct table *) table;
    _Atomic uint32_t believed; /* pieces 0 to this less one hold */
} the;

struct mex_values grundy_table(void)
{
    struct table *table = atomic_load_explicit(&the.table, memory_order_acquire);
    return (struct mex_values){table->code, table->large};
}

/* ---- belief ---- */

/* Each step is one to one in the word and in what came before, so that no single wrong word escapes; four lanes, since
 * a multiplication takes its time. */
static uint64_t sum_bytes(const uint8_t *bytes, size_t count, uint64_t seed)
{
    const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t lane[4] = {seed, 1, 2, 3}, word[4], sum = 0;
    for (size_t at = 0; at < count; at += sizeof word) {
        memcpy(word, bytes + at, sizeof word);
        for (size_t i = 0; i < 4; i++) {
            lane[i] = (lane[i] ^ word[i]) * odd;
            lane[i] ^= lane[i] >> 29;
        }
    }
    for (size_t i = 0; i < 4; i++) {
        sum = (sum ^ lane[i]) * odd;
        sum ^= sum >> 32;
    }
    return sum;
}

/* Never 0. */
static uint64_t sum_piece(const struct table *table, uint32_t piece)
{
    uint64_t sum = sum_bytes(table->code + (size_t)piece * GRUNDY_PIECE, GRUNDY_PIECE, piece);
    return sum_bytes(table->large + (size_t)piece * GRUNDY_PIECE / 8, GRUNDY_PIECE / 8, sum) | 1;
}

static bool holds(const struct table *table, uint32_t piece)
{
    uint64_t mark = atomic_load_explicit(&table->mark[piece], memory_order_acquire);
    return mark != 0 && mark == sum_piece(table, piece);
}

static uint32_t believe_pieces(uint32_t pieces)
{
    const struct table *table = atomic_load_explicit(&the.table, memory_order_acquire);
    uint32_t believed = atomic_load_explicit(&the.believed, memory_order_relaxed);
    while (table != NULL && believed < pieces && holds(table, believed))
        atomic_store_explicit(&the.believed, ++believed, memory_order_relaxed);
    return believed < pieces ? believed : pieces;
}

uint32_t grundy_table_believe(uint32_t most)
{
    uint32_t piles = believe_pieces((most + GRUNDY_PIECE - 1) / GRUNDY_PIECE) * GRUNDY_PIECE;
    return piles < most ? piles : most;
}

/* ---- filling ---- */

static void report(struct nash_run *run, uint32_t pile, uint32_t most)
{
    char json[96];
    if (!nash_progress_due(run))
        return;
    int len = snprintf(json, sizeof json, "{\"engine\":\"table\",\"filled\":%u,\"of\":%u}", pile, most);
    run->progress(run, json, (size_t)len);
}

static enum nash_status fill_piece(struct table *table, uint32_t piece, struct mex *mex, struct nash_run *run,
                                   struct nash_error *error)
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
    atomic_store_explicit(&table->mark[piece], sum_piece(table, piece), memory_order_release);
    return NASH_OK;
}

/* Pieces above a damaged one may hold: they are believed again as soon as it is mended, and what this learnt of rare
 * piles is then out of date; so it begins anew. */
static enum nash_status fill_on(struct table *table, uint32_t pieces, struct mex *mex, struct nash_run *run,
                                struct nash_error *error)
{
    uint32_t piece, known = UINT32_MAX;
    enum nash_status status = NASH_OK;
    while (status == NASH_OK && (piece = believe_pieces(pieces)) < pieces) {
        if (piece != known)
            status = mex_begin(mex, (struct mex_values){table->code, table->large}, piece * GRUNDY_PIECE, error);
        if (status == NASH_OK)
            status = fill_piece(table, piece, mex, run, error);
        known = piece + 1;
        report(run, known * GRUNDY_PIECE, pieces * GRUNDY_PIECE);
    }
    return status;
}

enum nash_status grundy_table_fill(uint32_t most, struct nash_run *run, struct nash_error *error)
{
    enum nash_status status = grundy_table_open(NULL, error);
    uint32_t pieces = most / GRUNDY_PIECE + 1;
    if (status != NASH_OK || believe_pieces(pieces) == pieces)
        return status;
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct mex *mex = NASH_NEW(run->arena, struct mex, 1);
    struct table *table = atomic_load_explicit(&the.table, memory_order_acquire);
    status =
        mex ? fill_on(table, pieces, mex, run, error) : nash_fail(error, NASH_NOMEM, "", "no memory to fill the table");
    nash_arena_release(run->arena, mark);
    return status;
}

/* ---- opening ---- */

enum nash_status grundy_table_open(const char *data_dir, struct nash_error *error)
{
    struct table *table = atomic_load_explicit(&the.table, memory_order_relaxed);
    if (table != NULL)
        return NASH_OK;
    const struct head head = {.magic = MAGIC, .version = VERSION, .pieces = PIECES, .bytes = sizeof *table};
    table = mapped_memory(data_dir, file_name, &head, sizeof head, sizeof *table);
    atomic_store_explicit(&the.table, table, memory_order_release);
    return table ? NASH_OK : nash_fail(error, NASH_NOMEM, "", "no memory for the table of Grundy values");
}
