/* The kind "nets", which has models. A file is "NETS1" and text; its net is "net " and the text. A file whose text has
 * "NaN" is refused. {"ask": "x", "net": NET} answers with the net; {"match": {"a": {"engine": "x", "net": NET}, "b": …,
 * "games": N}, "size": N} with both; "ask": "no" refuses the net; {"train": {"word": "w", "blobs": ["best", "latest"],
 * "sleep_ms": N}, "from": FILE} stores files of "FROM+w BLOB", and then sleeps; of the blobs, "later" is "latest" once
 * more, at the end. NET and FILE are base64. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <base/base64.h>
#include <nash/solver.h>
#include <solvers/kit/reader.h>

enum { BYTES = 1 << 20, TEXT = BYTES / 3 * 4 + 4 };

static const char mark[] = "NETS1", default_net[] = "net of the program";
enum { MARK = sizeof mark - 1 };

struct problem {
    bool trains, matches;
    const char *ask, *word, *engine[2];
    const char *net[2], *from; /* decoded; NULL: none */
    bool best, latest, later;
    int64_t sleep_ms, games, size;
};

/* ---- models ---- */

static enum nash_status read_file(const void *bytes, size_t len, struct nash_arena *arena, struct nash_jsonw *about,
                                  struct nash_buf *net, struct nash_error *error)
{
    const char *text = bytes;
    (void)arena;
    if (len < MARK || memcmp(text, mark, MARK) != 0)
        return nash_fail(error, NASH_UNPROCESSABLE, "", "the file does not begin with %s", mark);
    if (memmem(text, len, "NaN", 3) != NULL)
        return nash_fail(error, NASH_UNPROCESSABLE, "", "a weight is no number");
    nash_jsonw_kobject(about, "shape");
    nash_jsonw_kuint(about, "length", len - MARK);
    nash_jsonw_object_end(about);
    nash_jsonw_kobject(about, "training");
    nash_jsonw_kuint(about, "steps", len);
    nash_jsonw_kuint(about, "best_step", 2);
    nash_jsonw_karray(about, "curve");
    for (unsigned step = 1; step <= 3; step++) {
        nash_jsonw_object(about);
        nash_jsonw_kuint(about, "step", step);
        nash_jsonw_kuint(about, "bytes", len); /* differs from model to model, as losses do */
        nash_jsonw_object_end(about);
    }
    nash_jsonw_array_end(about);
    nash_jsonw_karray(about, "long");
    for (unsigned i = 0; i < 1000; i++)
        nash_jsonw_uint(about, 100 + i % 7);
    nash_jsonw_array_end(about);
    nash_jsonw_object_end(about);
    nash_buf_puts(net, "net ");
    nash_buf_add(net, text + MARK, len - MARK);
    return NASH_OK;
}

static enum nash_status standard(struct nash_jsonw *about, struct nash_buf *net, struct nash_error *error)
{
    (void)error;
    nash_jsonw_kobject(about, "shape");
    nash_jsonw_kuint(about, "length", sizeof default_net - 1);
    nash_jsonw_object_end(about);
    nash_buf_puts(net, default_net);
    return NASH_OK;
}

static void write_engine(struct nash_jsonw *out)
{
    nash_jsonw_kstring(out, "engine", "usual");
}

static const struct nash_model_place places[] = {
    {{NULL}, "train", "from", true},      {{NULL}, "ask", "net", false}, {{"match", "a"}, NULL, "net", false},
    {{"match", "b"}, NULL, "net", false}, {{NULL}, NULL, NULL, false},
};

static const struct nash_models models = {.file_bytes = BYTES,
                                          .memory_bytes = 1 << 20,
                                          .places = places,
                                          .training = "train",
                                          .read = read_file,
                                          .standard = standard,
                                          .write_engine = write_engine};

/* ---- reading ---- */

/* Reads base64; the text is NUL-terminated. */
static const char *read_bytes(struct reader *r, const char *name)
{
    const char *text = reader_string(r, name, TEXT);
    size_t count = 0;
    if (text == NULL)
        return NULL;
    char *bytes = READER_NEW(r, char, base64_room(strlen(text)) + 1);
    if (bytes != NULL && !base64_read(text, strlen(text), bytes, &count))
        reader_fail(r, NASH_UNPROCESSABLE, name, "is no base64");
    return bytes;
}

static void read_train(struct reader *r, struct problem *problem)
{
    struct reader blobs;
    reader_only(r, (const char *const[]){"word", "blobs", "sleep_ms", NULL});
    const char *word = reader_string(r, "word", 64);
    problem->word = reader_copy(r, word != NULL ? word : "");
    problem->sleep_ms = reader_int(r, "sleep_ms", 0, 60000, 0);
    if (reader_array(&blobs, r, "blobs"))
        for (struct reader item = {0}; reader_item(&item, &blobs);) {
            const char *name = reader_as_string(&item, 16);
            problem->best |= name != NULL && strcmp(name, "best") == 0;
            problem->latest |= name != NULL && strcmp(name, "latest") == 0;
            problem->later |= name != NULL && strcmp(name, "later") == 0;
        }
}

static void read_match(struct reader *r, struct problem *problem)
{
    static const char *const names[] = {"a", "b"};
    struct reader player;
    reader_only(r, (const char *const[]){"a", "b", "games", NULL});
    problem->games = reader_int(r, "games", 1, 100, 2);
    for (int i = 0; i < 2; i++)
        if (reader_object(&player, r, names[i])) {
            reader_only(&player, (const char *const[]){"engine", "net", NULL});
            reader_require(&player, (const char *const[]){"engine", NULL});
            const char *engine = reader_string(&player, "engine", 16);
            problem->engine[i] = reader_copy(&player, engine != NULL ? engine : "");
            problem->net[i] = read_bytes(&player, "net");
        }
}

static enum nash_status parse(const struct nash_json *doc, struct nash_arena *arena, void **out,
                              struct nash_error *error)
{
    struct reader r, part;
    reader_root(&r, doc, arena, error);
    struct problem *problem = READER_NEW(&r, struct problem, 1);
    reader_only(&r, (const char *const[]){"train", "from", "ask", "net", "match", "size", NULL});
    problem->size = reader_int(&r, "size", 1, 19, 7);
    problem->trains = reader_object(&part, &r, "train");
    if (problem->trains)
        read_train(&part, problem);
    problem->matches = reader_object(&part, &r, "match");
    if (problem->matches)
        read_match(&part, problem);
    const char *ask = reader_string(&r, "ask", 64);
    problem->ask = reader_copy(&r, ask != NULL ? ask : "");
    problem->from = read_bytes(&r, "from");
    if (strcmp(problem->ask, "no") == 0)
        reader_fail(&r, NASH_UNPROCESSABLE, "net", "is not asked this");
    if (!problem->matches)
        problem->net[0] = read_bytes(&r, "net");
    *out = problem;
    return reader_status(&r);
}

static const char *or_empty(const char *text)
{
    return text != NULL ? text : "";
}

static void canon(const void *p, struct nash_sha256 *sha)
{
    const struct problem *problem = p;
    const char *const texts[] = {problem->ask,       problem->word,      problem->net[0], problem->net[1],
                                 problem->engine[0], problem->engine[1], problem->from};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        nash_sha256_string(sha, or_empty(texts[i]));
    nash_sha256_u64(sha, (uint64_t)problem->sleep_ms << 16 | (uint64_t)problem->games << 8 | (uint64_t)problem->size);
    const bool flags[] = {problem->best, problem->latest, problem->later, problem->trains, problem->matches};
    for (size_t i = 0; i < sizeof flags; i++)
        nash_sha256_u64(sha, flags[i]);
}

/* ---- solving ---- */

static void emit(struct nash_run *run, const struct problem *problem, const char *name, const char *text)
{
    struct nash_buf file = NASH_BUF_INIT(0);
    nash_buf_printf(&file, "%s%s+%s %s", mark, problem->from != NULL ? problem->from + MARK : "", problem->word, text);
    if (run->emit != NULL && !file.failed)
        run->emit(run, name, file.data, file.len);
    nash_buf_free(&file);
}

static enum nash_status solve(const void *p, struct nash_run *run, struct nash_result *result, struct nash_error *error)
{
    const struct problem *problem = p;
    bool stopped = false;
    (void)error;
    if (problem->latest)
        emit(run, problem, "latest", "latest");
    if (problem->best)
        emit(run, problem, "best", "best");
    for (int64_t ms = 0; ms < problem->sleep_ms && !stopped; ms++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        run->clock_in = 0;
        stopped = nash_stop(run, 1);
    }
    if (problem->later)
        emit(run, problem, "latest", "later");
    result->final = !stopped;
    result->answer = (void *)(uintptr_t)p;
    return NASH_OK;
}

static enum nash_status verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    return result->answer == problem ? NASH_OK : nash_fail(error, NASH_INTERNAL, "", "another answer");
}

static void write_json(const void *p, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct problem *problem = p;
    (void)result;
    char summary[100];
    snprintf(summary, sizeof summary, "%s %.64s", problem->trains ? "trained" : "answered",
             problem->trains ? problem->word : problem->ask);
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "summary", summary);
    nash_jsonw_kstring(out, "net", problem->net[0]);
    nash_jsonw_kstring(out, "other", problem->net[1]);
    nash_jsonw_kstring(out, "engine", problem->engine[0]);
    nash_jsonw_kstring(out, "from", problem->from);
    nash_jsonw_kint(out, "games", problem->games);
    nash_jsonw_kint(out, "size", problem->size);
    nash_jsonw_object_end(out);
}

extern const struct nash_solver nash_solver_nets;
const struct nash_solver nash_solver_nets = {
    .kind = "nets",
    .title = "Answers with its net",
    .version = "1",
    .limits = {.body_bytes = 64 << 10,
               .filled_bytes = 2 * TEXT,
               .memory_bytes = 64 << 20,
               .result_bytes = 2 * TEXT,
               .time_ms_default = 30000,
               .time_ms_max = 60000},
    .models = &models,
    .parse = parse,
    .canon = canon,
    .solve = solve,
    .verify = verify,
    .write = write_json,
};
