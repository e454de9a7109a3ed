/* A game with one trajectory, played again. Its hash, length, changes, verdict and last grid must be those of the
 * record. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <solvers/sudoku/course/course.h>
#include <solvers/sudoku/progress.h>

#include "replay.h"

enum { POINTS_MAX = 64, CHECKS_MAX = 8, BAR = 40, TEXT_MAX = SUDOKU_CELLS_MAX + 1 };

struct check {
    const char *name;
    char recorded[TEXT_MAX], again[TEXT_MAX];
};

struct point {
    uint64_t tick;
    uint32_t conflicts;
};

struct game_replay {
    const struct replay_record *record;
    const struct replay_options *options;
    const cJSON *game; /* result.game */
    const struct sudoku_problem *problem;
    struct sudoku_course course;
    uint64_t ticks; /* recorded */
    bool ended;     /* the game was over before that */
    struct point point[POINTS_MAX];
    unsigned points;
    struct check check[CHECKS_MAX];
    unsigned checks;
    struct nash_buf list; /* the changes as JSON */
    struct nash_jsonw json;
};

bool replay_is_game(const struct replay_record *record)
{
    return strcmp(record->solver->kind, "sudoku") == 0 &&
           cJSON_IsString(nash_json_get(nash_json_get(record->result, "game"), "trajectory"));
}

/* ---- the changes ---- */

static bool is_wanted(const struct game_replay *r, uint64_t tick)
{
    return r->options->has_ticks && tick >= r->options->from && tick <= r->options->to;
}

static void show_change(void *context, const struct sudoku_course_change *change)
{
    struct game_replay *r = context;
    unsigned size = r->problem->size, row = change->cell / size + 1, column = change->cell % size + 1;
    const char from = r->problem->symbols[change->from - 1], to = r->problem->symbols[change->to - 1];
    if (!is_wanted(r, change->tick))
        return;
    if (!r->options->json) {
        printf("%12" PRIu64 "  r%uc%u  %c -> %c  %" PRIu32 " conflicts\n", change->tick, row, column, from, to,
               change->conflicts);
        return;
    }
    nash_jsonw_array(&r->json);
    nash_jsonw_uint(&r->json, change->tick);
    nash_jsonw_uint(&r->json, row);
    nash_jsonw_uint(&r->json, column);
    nash_jsonw_string_n(&r->json, &from, 1);
    nash_jsonw_string_n(&r->json, &to, 1);
    nash_jsonw_uint(&r->json, change->conflicts);
    nash_jsonw_array_end(&r->json);
}

static void show_run(void *context, const struct sudoku_course *course)
{
    struct game_replay *r = context;
    if (is_wanted(r, course->before) && !r->options->json)
        printf("%12" PRIu64 "  run %" PRIu32 " begins, %" PRIu32 " conflicts\n", course->before, course->run + 1,
               course->chain->state.conflicts);
}

/* ---- playing ---- */

static void add_point(struct game_replay *r)
{
    if (r->points < POINTS_MAX)
        r->point[r->points++] =
            (struct point){.tick = sudoku_course_ticks(&r->course), .conflicts = r->course.chain->state.conflicts};
}

/* Plays all ticks of the record, and notes the potential each time their number has doubled: the fall from the start
 * and the long search at the end are both visible. */
static void play_all(struct game_replay *r)
{
    enum { FIRST = 64 };
    const struct sudoku_course_listener listener = {.context = r, .run = show_run, .change = show_change};
    add_point(r);
    for (uint64_t next = FIRST; !r->ended && sudoku_course_ticks(&r->course) < r->ticks; next *= 2) {
        r->ended = !sudoku_course_play(&r->course, next < r->ticks ? next : r->ticks, &listener);
        add_point(r);
    }
}

/* ---- checking ---- */

static struct check *add_check(struct game_replay *r, const char *name)
{
    struct check *check = &r->check[r->checks++];
    check->name = name;
    return check;
}

static bool is_same(const struct check *check)
{
    return strcmp(check->recorded, check->again) == 0;
}

static bool is_verified(const struct game_replay *r)
{
    for (unsigned i = 0; i < r->checks; i++)
        if (!is_same(&r->check[i]))
            return false;
    return true;
}

static void copy_text(char *out, const cJSON *item)
{
    snprintf(out, TEXT_MAX, "%s", cJSON_IsString(item) ? item->valuestring : "absent");
}

/* Writes a recorded number as whole number. */
static void copy_number(char *out, const cJSON *item)
{
    if (cJSON_IsNumber(item))
        snprintf(out, TEXT_MAX, "%.0f", item->valuedouble);
    else
        copy_text(out, NULL);
}

static void check_grid(struct game_replay *r, bool solved)
{
    struct check *grid = add_check(r, "grid");
    uint8_t values[SUDOKU_CELLS_MAX];
    for (unsigned cell = 0; cell < r->course.game.rules->cells; cell++)
        values[cell] = (uint8_t)(r->course.chain->state.value[cell] + 1);
    copy_text(grid->recorded, solved ? nash_json_get(r->record->result, "solution") : nash_json_get(r->game, "state"));
    sudoku_grid_text(grid->again, r->problem, values);
}

static void check_all(struct game_replay *r)
{
    const struct game_state *state = &r->course.chain->state;
    struct check *check = add_check(r, "ticks");
    copy_number(check->recorded, nash_json_get(r->game, "ticks"));
    snprintf(check->again, TEXT_MAX, "%" PRIu64, sudoku_course_ticks(&r->course));
    check = add_check(r, "changes");
    copy_number(check->recorded, nash_json_get(r->game, "changes"));
    snprintf(check->again, TEXT_MAX, "%" PRIu64, r->course.changes);
    check = add_check(r, "trajectory");
    copy_text(check->recorded, nash_json_get(r->game, "trajectory"));
    sudoku_course_hash(&r->course, check->again);
    check = add_check(r, "potential");
    copy_number(check->recorded, nash_json_get(r->game, "potential"));
    snprintf(check->again, TEXT_MAX, "%s%" PRIu32, state->conflicts > 0 ? "-" : "", state->conflicts);
    check = add_check(r, "verdict");
    copy_text(check->recorded, nash_json_get(r->record->result, "verdict"));
    bool said_solved = strcmp(check->recorded, "solved") == 0, solved = state->conflicts == 0;
    snprintf(check->again, TEXT_MAX, "%s", said_solved == solved ? check->recorded : solved ? "solved" : "unsolved");
    check_grid(r, solved);
}

/* ---- reports ---- */

static int digits(uint32_t number)
{
    return snprintf(NULL, 0, "%" PRIu32, number);
}

static void print_curve(const struct game_replay *r)
{
    static const char bar[] = "########################################";
    uint32_t most = 1;
    _Static_assert(sizeof bar == BAR + 1, "the longest bar");
    for (unsigned i = 0; i < r->points; i++)
        most = r->point[i].conflicts > most ? r->point[i].conflicts : most;
    puts("        tick  potential");
    for (unsigned i = 0; i < r->points; i++) {
        const struct point *point = &r->point[i];
        int len = (int)(((size_t)point->conflicts * BAR + most - 1) / most);
        printf("%12" PRIu64 "  %s%" PRIu32, point->tick, point->conflicts > 0 ? "-" : " ", point->conflicts);
        if (len > 0) /* "%*s" moves the bars into one column */
            printf("%*s%.*s", 8 - digits(point->conflicts), "", len, bar);
        putchar('\n');
    }
}

static void print_report(const struct game_replay *r)
{
    const cJSON *mode = nash_json_get(r->game, "mode");
    replay_print_head(r->record, r->problem);
    printf("played alone what was played in mode %s: %u players, %" PRIu64 " ticks, %" PRIu64 " changes, %" PRIu32
           " %s\n\n",
           cJSON_IsString(mode) ? mode->valuestring : "?", r->course.game.rules->players,
           sudoku_course_ticks(&r->course), r->course.changes, r->course.run + 1, r->course.run == 0 ? "run" : "runs");
    print_curve(r);
    putchar('\n');
    for (unsigned i = 0; i < r->checks; i++) {
        const struct check *check = &r->check[i];
        if (is_same(check))
            printf("%-10s  the same: %.60s%s\n", check->name, check->again, strlen(check->again) > 60 ? "..." : "");
        else
            printf("%-10s  DIFFERS:  recorded %s\n%-10s            again    %s\n", check->name, check->recorded, "",
                   check->again);
    }
    puts(is_verified(r) ? "verified" : "NOT verified");
}

static void print_json(struct game_replay *r)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    nash_jsonw_kbool(&out, "verified", is_verified(r));
    replay_write_head(r->record, &out);
    nash_jsonw_kuint(&out, "players", r->course.game.rules->players);
    nash_jsonw_kuint(&out, "runs", r->course.run + 1);
    nash_jsonw_karray(&out, "checks");
    for (unsigned i = 0; i < r->checks; i++) {
        nash_jsonw_object(&out);
        nash_jsonw_kstring(&out, "name", r->check[i].name);
        nash_jsonw_kstring(&out, "recorded", r->check[i].recorded);
        nash_jsonw_kstring(&out, "again", r->check[i].again);
        nash_jsonw_kbool(&out, "same", is_same(&r->check[i]));
        nash_jsonw_object_end(&out);
    }
    nash_jsonw_array_end(&out);
    nash_jsonw_karray(&out, "curve");
    for (unsigned i = 0; i < r->points; i++) {
        nash_jsonw_array(&out);
        nash_jsonw_uint(&out, r->point[i].tick);
        nash_jsonw_int(&out, -(int64_t)r->point[i].conflicts);
        nash_jsonw_array_end(&out);
    }
    nash_jsonw_array_end(&out);
    if (r->options->has_ticks)
        nash_jsonw_kraw(&out, "played", r->list.data, r->list.len);
    nash_jsonw_object_end(&out);
    puts(nash_buf_cstr(&buf));
    nash_buf_free(&buf);
}

/* ---- the whole ---- */

static enum nash_status begin_replay(struct game_replay *r, struct nash_arena *arena, struct nash_error *error)
{
    const struct replay_record *record = r->record;
    const struct nash_body body = {.format = record->format, .text = record->text, .len = strlen(record->text)};
    int64_t ticks = 0;
    void *problem = NULL;
    enum nash_status status = nash_request_read(record->solver, &body, arena, &problem, NULL, 0, error);
    if (status == NASH_OK)
        status = nash_json_as_int(nash_json_get(r->game, "ticks"), "/job/result/game/ticks", 0, INT64_C(1) << 53,
                                  &ticks, error);
    r->problem = problem;
    r->ticks = (uint64_t)ticks;
    return status == NASH_OK ? sudoku_course_begin(&r->course, problem, record->seed, arena, error) : status;
}

enum replay_outcome replay_game(const struct replay_record *record, const struct replay_options *options,
                                struct nash_error *error)
{
    struct nash_arena *arena = nash_arena_new(record->solver->limits.memory_bytes);
    struct game_replay *r = arena != NULL ? NASH_NEW(arena, struct game_replay, 1) : NULL;
    enum replay_outcome outcome = REPLAY_FAILED;
    if (r == NULL) {
        nash_fail(error, NASH_NOMEM, "", "out of memory");
        nash_arena_free(arena);
        return outcome;
    }
    r->record = record;
    r->options = options;
    r->game = nash_json_get(record->result, "game");
    r->list = NASH_BUF_INIT(0);
    r->json = NASH_JSONW(&r->list);
    if (begin_replay(r, arena, error) == NASH_OK) {
        nash_jsonw_array(&r->json);
        play_all(r);
        nash_jsonw_array_end(&r->json);
        check_all(r);
        outcome = is_verified(r) ? REPLAY_SAME : REPLAY_DIFFERS;
        if (options->json)
            print_json(r);
        else
            print_report(r);
    }
    nash_buf_free(&r->list);
    nash_arena_free(arena);
    return outcome;
}
