/* Makes the problem of a whole game. */
#include <solvers/hex/history.h>

void hex_read_true(struct reader *r, const char *name)
{
    if (reader_has(r, name) && !reader_bool(r, name, true))
        reader_fail(r, NASH_INVALID, name, "must be true: leave it out for an opinion of the last position");
}

static bool has_swap(const struct hex_record *record)
{
    for (unsigned i = 0; i < record->moves; i++)
        if (record->move[i].action == HEX_SWAP_PIECES || record->move[i].action == HEX_SWAP_SIDES)
            return true;
    return false;
}

struct hex_history *hex_make_history(struct reader *r, const struct hex_input *in)
{
    struct hex_history *history = READER_NEW(r, struct hex_history, 1);
    struct hex_record *record = in->record;
    struct hex_play play = {.any_order = false}; /* HTP lets a side move twice in a row */
    struct nash_error error;
    if (!history)
        return NULL;
    enum nash_status status = hex_replay(record, record->moves, &play, &error);
    if (status != NASH_OK) {
        reader_fail(r, status, NULL, "%s", error.detail);
        return NULL;
    }
    if (play.over) {
        enum hex_action last = record->moves ? record->move[record->moves - 1].action : HEX_PLACE;
        record->winner = play.winner;
        record->how = last == HEX_RESIGN ? 'R' : last == HEX_FORFEIT ? 'F' : '\0';
    }
    *history = (struct hex_history){.record = record,
                                    .swap = (in->swap && record->rows == record->cols) || has_swap(record),
                                    .nodes = in->settings.nodes};
    return history;
}

void hex_read_history(struct reader *r, const char *const *members, hex_history_options *options, void **problem)
{
    struct hex_input in = hex_input_new();
    struct hex_play play = {0};
    reader_only(r, members);
    options(r, &in);
    hex_read_game(r, &in, &play);
    if (reader_ok(r))
        *problem = hex_make_history(r, &in);
}

void hex_history_canon(const struct hex_history *history, struct nash_sha256 *sha)
{
    const struct hex_record *record = history->record;
    nash_sha256_u64(sha, (uint64_t)record->rows << 8 | record->cols);
    nash_sha256_add(sha, record->setup, (size_t)record->rows * record->cols);
    nash_sha256_u64(sha, (uint64_t)record->first << 1 | history->swap);
    nash_sha256_u64(sha, record->moves);
    for (unsigned i = 0; i < record->moves; i++)
        nash_sha256_u64(sha, (uint64_t)record->move[i].action << 24 | (uint64_t)record->move[i].color << 16 |
                                 record->move[i].cell);
    nash_sha256_u64(sha, history->nodes);
}
