/* The form "record" of the kind: a game, given in any of the forms that are read, in all that can be written. */
#include <solvers/hex/history.h>
#include <solvers/hex/write/write.h>
#include <solvers/kit/summary.h>

void hex_notation_options(struct reader *r, struct hex_input *in)
{
    (void)in;
    hex_read_true(r, "record");
}

static void notation_read(struct reader *r, void **problem)
{
    static const char *const members[] = {HEX_GAME_MEMBERS, "record", NULL};
    hex_read_history(r, members, hex_notation_options, problem);
}

static void notation_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct hex_history *history = problem;
    const struct hex_record *record = history->record;
    hex_history_canon(history, sha);
    nash_sha256_string(sha, record->black);
    nash_sha256_string(sha, record->white);
    nash_sha256_u64(sha, (uint64_t)record->winner << 8 | (uint8_t)record->how);
}

/* The written game follows from the problem alone. */
struct notation_answer {
    struct nash_arena *arena; /* of the run; the check allocates in it */
};

static enum nash_status notation_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                                       struct nash_error *error)
{
    struct notation_answer *answer = NASH_NEW(run->arena, struct notation_answer, 1);
    (void)problem;
    if (!answer)
        return nash_fail(error, NASH_NOMEM, "", "the record does not fit into the memory of this job");
    answer->arena = run->arena;
    result->answer = answer;
    result->final = true;
    return NASH_OK;
}

/* Reads a written record again. Returns NULL if it is the same game. */
static const char *form_fault(const struct hex_record *record, enum hex_form form, struct nash_arena *arena)
{
    struct hex_record *again = NASH_NEW(arena, struct hex_record, 1);
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_error error;
    const char *fault = NULL;
    if (!again || hex_record_write(record, form, &text, &error) != NASH_OK)
        return NULL; /* this form cannot hold the game */
    if (hex_record_read(nash_buf_cstr(&text), text.len, again, &error) != NASH_OK)
        fault = "a record that was written cannot be read";
    else if (again->rows != record->rows || again->cols != record->cols || again->moves != record->moves)
        fault = "a record that was written is another game";
    for (unsigned i = 0; !fault && i < record->moves; i++)
        if (again->move[i].action != record->move[i].action || again->move[i].cell != record->move[i].cell ||
            again->move[i].color != record->move[i].color)
            fault = "a record that was written has another move";
    nash_buf_free(&text);
    return fault;
}

static enum nash_status notation_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct hex_history *history = problem;
    const struct notation_answer *answer = result->answer;
    static const enum hex_form forms[] = {HEX_FORM_SGF, HEX_FORM_HEXWORLD, HEX_FORM_HTP};
    const char *fault = NULL;
    for (unsigned i = 0; i < sizeof forms / sizeof *forms && !fault; i++)
        fault = form_fault(history->record, forms[i], answer->arena);
    return fault ? nash_fail(error, NASH_INTERNAL, "", "the check of the record failed: %s", fault) : NASH_OK;
}

static void add_game(const struct hex_record *record, struct summary *summary)
{
    summary_add(summary, "%ux%u, ", record->cols, record->rows);
    summary_add_count(summary, record->moves, "move", "moves");
}

static void notation_describe(const void *problem, struct nash_buf *out)
{
    struct summary summary = {0};
    add_game(((const struct hex_history *)problem)->record, &summary);
    nash_buf_add(out, summary.text, summary.len);
}

static void write_summary(const struct hex_record *record, struct nash_jsonw *out)
{
    struct summary summary = {0};
    add_game(record, &summary);
    if (record->winner != HEX_EMPTY)
        summary_add(&summary, ": %s has won", hex_side_names[record->winner]);
    summary_write(&summary, out);
}

/* Writes the text of a form; null if it cannot hold the game. */
static void write_form(const struct hex_record *record, const char *key, enum hex_form form, struct nash_jsonw *out)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_error error;
    bool held = hex_record_write(record, form, &text, &error) == NASH_OK;
    nash_jsonw_key(out, key);
    if (held)
        nash_jsonw_string_n(out, nash_buf_cstr(&text), text.len);
    else
        nash_jsonw_null(out);
    nash_buf_free(&text);
}

static void notation_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct hex_history *history = problem;
    const struct hex_record *record = history->record;
    (void)result;
    nash_jsonw_object(out);
    write_summary(record, out);
    nash_jsonw_kuint(out, "rows", record->rows);
    nash_jsonw_kuint(out, "cols", record->cols);
    nash_jsonw_kstring(out, "winner", hex_side_names[record->winner]);
    hex_write_request(history, out);
    write_form(record, "sgf", HEX_FORM_SGF, out);
    write_form(record, "hexworld", HEX_FORM_HEXWORLD, out);
    write_form(record, "htp", HEX_FORM_HTP, out);
    nash_jsonw_object_end(out);
}

const struct form hex_form_notation = {
    .name = "record",
    .member = "record",
    .read = notation_read,
    .canon = notation_canon,
    .solve = notation_solve,
    .verify = notation_verify,
    .describe = notation_describe,
    .write = notation_write,
};
