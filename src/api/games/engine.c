/* Engines: a job answers for the move of an engine's seat.
 *
 * The job's Idempotency-Key has the version of the game, so that a server that was killed finds the job again that it
 * submitted before. The answer counts only for that version. The key also has the time when the game was made, because
 * a game that was removed and made again with the same Idempotency-Key has the same id. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/documents/job_event.h>
#include <api/documents/request.h>
#include <api/models/models.h>
#include <base/log.h>

#include "change.h"

struct thought {
    struct games *games;
    struct job_id id; /* of the game */
    int64_t version;
    struct job_event *event;
    struct thought *next;
};

/* ---- thoughts ---- */

static struct thought *thought_find(struct games *games, const struct job_id *id)
{
    struct thought *thought = games->thoughts;
    while (thought != NULL && memcmp(thought->id.byte, id->byte, sizeof id->byte) != 0)
        thought = thought->next;
    return thought;
}

static void thought_count(struct games *games, int change)
{
    pthread_mutex_lock(&games->room.lock);
    games->stats.thinking += (unsigned)change;
    pthread_mutex_unlock(&games->room.lock);
}

static void thought_remove(struct thought *thought)
{
    struct thought **at = &thought->games->thoughts;
    while (*at != thought)
        at = &(*at)->next;
    *at = thought->next;
    if (thought->event != NULL)
        job_event_end(thought->event);
    thought_count(thought->games, -1);
    free(thought);
}

/* Makes a job answer for the move; takes over the reference. Returns false without memory. */
static bool thought_add(struct games *games, const struct store_document *row, struct job *job,
                        void (*ended)(void *thought))
{
    struct thought *thought = calloc(1, sizeof *thought);
    if (thought == NULL) {
        job_unref(job);
        return false;
    }
    *thought = (struct thought){.games = games, .id = row->id, .version = row->version, .next = games->thoughts};
    games->thoughts = thought;
    thought_count(games, 1);
    thought->event = job_event_new(&games->room, job, ended, thought);
    if (thought->event != NULL)
        return true;
    thought_remove(thought);
    return false;
}

bool game_has_thought(struct games *games, const struct job_id *id)
{
    return thought_find(games, id) != NULL;
}

void game_think_no_more(struct games *games, const struct job_id *id)
{
    struct thought *thought = thought_find(games, id);
    struct nash_error error = {0};
    if (thought == NULL)
        return;
    jobs_cancel(games->room.api->jobs, job_event_job(thought->event), &error);
    thought_remove(thought);
}

void games_thoughts_end(struct games *games)
{
    while (games->thoughts != NULL)
        thought_remove(games->thoughts);
}

/* ---- the problem ---- */

/* Writes the problem of a position with the options of its engine. */
static void write_problem(const struct nash_game *game, const struct nash_play *play, struct slice options,
                          struct nash_buf *out)
{
    struct nash_jsonw json = NASH_JSONW(out);
    struct json_members members;
    struct json_member member;
    nash_jsonw_object(&json);
    game->write_problem(play, &json);
    json_members_begin(&members, options.text, options.len);
    while (json_members_next(&members, &member)) {
        if (!game->has_engines && slice_is(member.key, "engine"))
            continue;
        nash_buf_puts(out, ",\"");
        nash_buf_add(out, member.key.text, member.key.len); /* as it was, with its escapes */
        nash_buf_puts(out, "\":");
        nash_buf_add(out, member.value.text, member.value.len);
    }
    nash_jsonw_object_end(&json);
}

static const struct nash_solver *engine_kind(const struct nash_game *game)
{
    return nash_find_kind(game->engine_kind, strlen(game->engine_kind));
}

/* Checks the options that are the same for all kinds. Returns false with *error below `pointer`. */
static bool check_common(const struct nash_game *game, struct slice options, const char *pointer,
                         struct nash_error *error)
{
    char at[sizeof error->pointer];
    struct slice engine = json_member_of(options, "engine");
    for (unsigned i = 0; i == 0 || game->problem[i - 1] != NULL; i++) {
        const char *name = i == 0 ? "text" : game->problem[i - 1]; /* a text would replace the position */
        if (json_member_of(options, name).text != NULL) {
            nash_fail(error, NASH_UNPROCESSABLE, nash_pointer(at, sizeof at, pointer, name),
                      "the game sets this member; an engine has no option of this name");
            return false;
        }
    }
    if (game->has_engines || engine.text == NULL || slice_is(engine, "\"auto\""))
        return true;
    nash_fail(error, NASH_UNPROCESSABLE, nash_pointer(at, sizeof at, pointer, "engine"),
              "the only engine of %s is \"auto\"", game->title);
    return false;
}

bool game_engine_check(struct games *games, const char *owner, const struct game_record *record, struct slice options,
                       const char *pointer, struct nash_error *error)
{
    const struct nash_game *game = record->game;
    const struct nash_solver *solver = engine_kind(game);
    struct nash_buf problem = NASH_BUF_INIT(0);
    struct nash_error why = {0};
    if (solver == NULL) {
        nash_fail(error, NASH_UNPROCESSABLE, pointer, "this server has no engine that plays %s", game->title);
        return false;
    }
    if (!check_common(game, options, pointer, error))
        return false;
    write_problem(game, &record->play, options, &problem);
    enum nash_status status = request_check(&games->room, solver, owner, &problem, &why);
    nash_buf_free(&problem);
    if (status == NASH_OK)
        return true;
    if (json_member_of(options, "model").text != NULL && solver->models != NULL)
        model_filling.relocate(solver, &why);
    *error = why;
    if (status == NASH_INVALID) { /* the schema of a game does not know the options of its engines */
        error->status = NASH_UNPROCESSABLE;
        error->type[0] = '\0';
    }
    snprintf(error->pointer, sizeof error->pointer, "%s%.150s", pointer, why.pointer);
    return false;
}

/* ---- the answer ---- */

static void first_move(void *context, const char *move)
{
    snprintf(context, NASH_MOVE_MAX, "%s", move);
}

/* Reads the move from a result. A result without one says that no move is better than another. */
static bool read_answer(const struct game_record *record, const struct bytes *result, char move[NASH_MOVE_MAX])
{
    struct nash_arena *arena = nash_arena_new(64 << 20);
    struct nash_json doc = {0};
    struct nash_error error = {0};
    struct reader r;
    bool read =
        arena != NULL && result != NULL && nash_json_parse(&doc, result->data, result->len, arena, &error) == NASH_OK;
    if (read) {
        reader_root(&r, &doc, arena, &error);
        if (!record->game->read_move(&r, move))
            nash_play_legal(&record->play, 1, first_move, move);
    }
    nash_json_free(&doc);
    nash_arena_free(arena);
    return read;
}

static struct bytes *problem_bytes(const struct nash_error *error)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    http_problem_write(&buf, http_problem_status(error), error, NULL);
    struct bytes *bytes = buf.failed ? NULL : bytes_copy(buf.data, buf.len);
    nash_buf_free(&buf);
    return bytes;
}

static void engine_count(struct games *games, uint64_t *counter)
{
    pthread_mutex_lock(&games->room.lock);
    ++*counter;
    pthread_mutex_unlock(&games->room.lock);
}

static void think_again(struct document_room *room, const struct job_id *id);

static void think_later(struct games *games, const struct job_id *id)
{
    document_run_later(&games->room, id, think_again);
}

/* Stores that an engine has failed; the game waits until a client requests another try. */
static void store_failure(struct games *games, struct store_document *row, struct game_record *record,
                          struct bytes *problem)
{
    bytes_unref(record->error);
    record->error = problem;
    if (problem == NULL) {
        think_later(games, &row->id);
        return;
    }
    engine_count(games, &games->stats.engine_failures);
    enum nash_status status = game_change(games, row, record);
    if (status != NASH_OK && status != NASH_NOT_FOUND)
        think_later(games, &row->id);
}

static void store_refusal(struct games *games, struct store_document *row, struct game_record *record,
                          const struct nash_error *error)
{
    store_failure(games, row, record, problem_bytes(error));
}

/* Makes the move of a finished job. */
static void make_engine_move(struct games *games, struct store_document *row, struct game_record *record,
                             const struct job_view *view)
{
    char move[NASH_MOVE_MAX] = "";
    struct nash_error error = {0};
    if (view->row.state != JOB_SUCCEEDED) {
        nash_fail_type(&error, NASH_CONFLICT, "cancelled", "", "the job was cancelled");
        store_failure(games, row, record, view->row.error != NULL ? bytes_ref(view->row.error) : problem_bytes(&error));
    } else if (!read_answer(record, view->row.result, move)) {
        think_later(games, &row->id);
    } else if (!game_record_move(record, move, &error)) {
        struct nash_error illegal = {0};
        nash_fail(&illegal, NASH_INTERNAL, "", "the engine answered %.32s, but %.300s", move, error.detail);
        store_refusal(games, row, record, &illegal);
    } else {
        enum nash_status status = game_change(games, row, record);
        if (status == NASH_OK)
            engine_count(games, &games->stats.engine_moves);
        else if (status != NASH_NOT_FOUND)
            think_later(games, &row->id);
    }
}

/* Runs in the thread when the job is done. */
static void thought_ended(void *context)
{
    struct thought *thought = context;
    struct games *games = thought->games;
    struct job_id id = thought->id;
    int64_t version = thought->version;
    struct job *job = job_ref(job_event_job(thought->event));
    struct store_document row;
    struct nash_error error = {0};
    struct job_view view;
    thought_remove(thought);
    job_view(games->room.api->jobs, job, &view);
    if (!view.durable) {
        think_later(games, &id);
    } else if (document_read(&games->room, &id, "", false, &row, &error)) {
        struct game_record *record = game_record_new(&row, &error);
        if (record != NULL && row.version == version)
            make_engine_move(games, &row, record, &view);
        else if (record != NULL)
            game_think(games, &row, record);
        game_record_free(record);
        store_document_release(&row);
    } else if (error.status != NASH_NOT_FOUND) {
        think_later(games, &id);
    }
    job_view_release(&view);
    job_unref(job);
}

/* ---- the begin ---- */

void game_think(struct games *games, const struct store_document *row, const struct game_record *record)
{
    char key[64 + JOB_ID_TEXT], id[JOB_ID_TEXT];
    struct nash_buf problem = NASH_BUF_INIT(0);
    struct nash_error error = {0};
    struct job *job = NULL;
    const struct nash_solver *solver = engine_kind(record->game);
    if (!game_is_thinking(record) || thought_find(games, &row->id) != NULL)
        return;
    if (solver == NULL) {
        nash_fail(&error, NASH_UNPROCESSABLE, "", "this server has no engine that plays %s", record->game->title);
    } else {
        write_problem(record->game, &record->play, record->player[record->play.to_move], &problem);
        snprintf(key, sizeof key, "game %s %lld %lld", job_id_text(id, &row->id), (long long)row->created_ms,
                 (long long)row->version);
        job = request_submit(&games->room, solver, row->owner, key, &problem, &error);
        nash_buf_free(&problem);
    }
    if (job != NULL) {
        if (!thought_add(games, row, job, thought_ended))
            think_later(games, &row->id);
    } else if (error.status == NASH_BUSY || error.status == NASH_NOMEM) {
        if (strcmp(error.type, "draining") != 0) /* the next start resumes the game */
            think_later(games, &row->id);
    } else {
        struct store_document copy = *row;
        struct game_record *failed = game_record_new(row, &(struct nash_error){0});
        copy.meta = bytes_ref(row->meta);
        if (failed != NULL)
            store_refusal(games, &copy, failed, &error);
        game_record_free(failed);
        bytes_unref(copy.meta);
    }
}

static void think_again(struct document_room *room, const struct job_id *id)
{
    struct games *games = (struct games *)room;
    struct store_document row;
    struct nash_error error = {0};
    if (document_read(room, id, "", false, &row, &error)) {
        struct game_record *record = game_record_new(&row, &error);
        if (record != NULL)
            game_think(games, &row, record);
        game_record_free(record);
        store_document_release(&row);
    } else if (error.status != NASH_NOT_FOUND) {
        think_later(games, id);
    }
}

void games_resume(struct document_room *room)
{
    enum { PAGE = 256 };
    struct games *games = (struct games *)room;
    struct store_document_filter filter = {.type = room->type, .limit = PAGE};
    size_t found = PAGE;
    while (found == PAGE) {
        struct nash_arena *arena = nash_arena_new(1 << 20);
        struct store_document *rows = NULL;
        struct nash_error error = {0};
        found = 0;
        if (arena == NULL || store_documents_list(room->api->store, &filter, arena, &rows, &found, &error) != NASH_OK)
            log_error("store read failed", "reason=%s", error.detail);
        for (size_t i = 0; i < found; i++) {
            struct game_record *record = game_record_new(&rows[i], &error);
            filter.before = rows[i].sequence;
            if (record != NULL)
                game_think(games, &rows[i], record);
            game_record_free(record);
            store_document_release(&rows[i]);
        }
        nash_arena_free(arena);
    }
}
