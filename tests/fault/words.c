/* The kind "words", which learns: {"learn": {"hands": "a b\nb c", "sleep_ms": N, "pad": N}, "model": {...}} counts
 * words. Each line is a hand; a line that was read before counts once, and a line that begins with '!' is refused. The
 * model is
 * {"hands": N, "counts": {"a": N}, "ids": ["…"], "pad": "xxx"}: "pad" makes it as large as a test needs.
 * {"learn": {"models": [...]}} adds models; {"word": "a", "model": {...}} answers how often a word occurs. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <nash/solver.h>
#include <solvers/kit/reader.h>

enum { WORDS = 256, WORD = 32, HANDS = 4096, ID = 17, TEXT = 1 << 20, PAD = 10 << 20 };

struct model {
    unsigned words, hands;
    int64_t pad;
    struct {
        char word[WORD];
        int64_t count;
    } entry[WORDS];
    char id[HANDS][ID];
};

struct words {
    bool learns;
    const char *hands, *word;
    int64_t sleep_ms, pad;
    struct model model; /* of the request; several ones are added */
};

struct answer {
    struct model model;
    unsigned learnt, repeated, refused;
};

static void add_word(struct model *model, const char *word, size_t len, int64_t count)
{
    unsigned i = 0;
    len = len < WORD - 1 ? len : WORD - 1;
    while (i < model->words && (strncmp(model->entry[i].word, word, len) != 0 || model->entry[i].word[len] != '\0'))
        i++;
    if (i == WORDS)
        return;
    if (i == model->words)
        snprintf(model->entry[model->words++].word, WORD, "%.*s", (int)len, word);
    model->entry[i].count += count;
}

/* Returns false if the hand was known. */
static bool add_id(struct model *model, const char *id)
{
    for (unsigned i = 0; i < model->hands; i++)
        if (strcmp(model->id[i], id) == 0)
            return false;
    if (model->hands < HANDS)
        snprintf(model->id[model->hands++], ID, "%s", id);
    return true;
}

/* ---- reading ---- */

static void read_model(struct reader *r, struct model *model)
{
    static const char *const members[] = {"hands", "counts", "ids", "pad", NULL};
    struct reader counts, ids;
    reader_only(r, members);
    if (reader_object(&counts, r, "counts"))
        for (const cJSON *item = counts.value->child; item != NULL; item = item->next)
            add_word(model, item->string, strlen(item->string), (int64_t)item->valuedouble);
    if (reader_array(&ids, r, "ids"))
        for (struct reader item = {0}; reader_item(&item, &ids);) {
            const char *id = reader_as_string(&item, ID - 1);
            if (id != NULL)
                add_id(model, id);
        }
    const char *pad = reader_string(r, "pad", PAD);
    if (pad != NULL)
        model->pad += (int64_t)strlen(pad);
}

static void read_learn(struct reader *r, struct words *words)
{
    static const char *const members[] = {"hands", "models", "sleep_ms", "pad", "player", "format", NULL};
    struct reader models;
    const char *hands;
    reader_only(r, members);
    words->learns = true;
    words->sleep_ms = reader_int(r, "sleep_ms", 0, 60000, 0);
    words->pad = reader_int(r, "pad", 0, PAD, 0);
    reader_string(r, "player", 64);
    reader_string(r, "format", 16);
    if (reader_has(r, "hands") == reader_has(r, "models"))
        reader_fail(r, NASH_INVALID, NULL, "expected either hands or models");
    if (reader_has(r, "models") && (reader_has(r, "sleep_ms") || reader_has(r, "player")))
        reader_fail(r, NASH_INVALID, NULL, "models stand alone");
    hands = reader_string(r, "hands", TEXT);
    words->hands = hands != NULL ? reader_copy(r, hands) : NULL;
    if (hands != NULL && strncmp(hands, "??", 2) == 0)
        reader_fail(r, NASH_UNPROCESSABLE, "hands", "line 1, column 1: not a hand");
    if (reader_array(&models, r, "models"))
        for (struct reader item = {0}; reader_item(&item, &models);)
            read_model(&item, &words->model);
}

static enum nash_status parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    static const char *const members[] = {"learn", "word", "model", NULL};
    struct reader r, learn, model;
    reader_root(&r, doc, arena, error);
    struct words *words = READER_NEW(&r, struct words, 1);
    reader_only(&r, members);
    if (reader_object(&learn, &r, "learn"))
        read_learn(&learn, words);
    else
        reader_require(&r, (const char *const[]){"word", NULL});
    const char *word = reader_string(&r, "word", WORD);
    words->word = reader_copy(&r, word != NULL ? word : "");
    if (reader_has(&r, "model") && words->learns && words->hands == NULL)
        reader_fail(&r, NASH_INVALID, "model", "it belongs to hands");
    if (reader_object(&model, &r, "model"))
        read_model(&model, &words->model);
    *problem = words;
    return reader_status(&r);
}

static void canon(const void *problem, struct nash_sha256 *sha)
{
    const struct words *words = problem;
    nash_sha256_u64(sha, words->learns);
    nash_sha256_string(sha, words->word);
    nash_sha256_string(sha, words->hands != NULL ? words->hands : "");
    nash_sha256_u64(sha, (uint64_t)words->sleep_ms);
    nash_sha256_u64(sha, (uint64_t)words->pad);
    nash_sha256_add(sha, &words->model, sizeof words->model);
}

/* ---- solving ---- */

static void learn_line(struct answer *answer, const char *line, size_t len)
{
    char id[ID];
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    if (len == 0)
        return;
    if (line[0] == '!') {
        answer->refused++;
        return;
    }
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (uint8_t)line[i]) * 1099511628211u;
    snprintf(id, sizeof id, "%016llx", (unsigned long long)hash);
    if (!add_id(&answer->model, id)) {
        answer->repeated++;
        return;
    }
    answer->learnt++;
    for (size_t at = 0; at < len;) {
        size_t word = strcspn(line + at, " \n");
        word = word < len - at ? word : len - at;
        if (word > 0)
            add_word(&answer->model, line + at, word, 1);
        at += word + 1;
    }
}

static enum nash_status solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    const struct words *words = problem;
    struct answer *answer = NASH_NEW(run->arena, struct answer, 1);
    bool stopped = false;
    if (answer == NULL)
        return nash_fail(error, NASH_NOMEM, "", "no memory");
    for (int64_t ms = 0; ms < words->sleep_ms && !stopped; ms++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        run->clock_in = 0;
        stopped = nash_stop(run, 1);
    }
    if (stopped)
        return nash_fail(error, NASH_STOPPED, "", "stopped");
    answer->model = words->model;
    answer->model.pad = words->pad != 0 ? words->pad : answer->model.pad;
    for (const char *line = words->hands; line != NULL && *line != '\0';) {
        size_t len = strcspn(line, "\n");
        learn_line(answer, line, len);
        line += len + (line[len] == '\n');
    }
    result->final = true;
    result->answer = answer;
    return NASH_OK;
}

static enum nash_status verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct words *words = problem;
    const struct answer *answer = result->answer;
    return answer->model.hands == words->model.hands + answer->learnt
               ? NASH_OK
               : nash_fail(error, NASH_INTERNAL, "", "hands were lost");
}

static void write_model(const struct model *model, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, "model");
    nash_jsonw_kuint(out, "hands", model->hands);
    nash_jsonw_kobject(out, "counts");
    for (unsigned i = 0; i < model->words; i++)
        nash_jsonw_kint(out, model->entry[i].word, model->entry[i].count);
    nash_jsonw_object_end(out);
    nash_jsonw_karray(out, "ids");
    for (unsigned i = 0; i < model->hands; i++)
        nash_jsonw_string(out, model->id[i]);
    nash_jsonw_array_end(out);
    if (model->pad > 0) {
        nash_jsonw_key(out, "pad");
        nash_buf_putc(out->out, '"');
        for (int64_t i = 0; i < model->pad; i++)
            nash_buf_putc(out->out, 'x');
        nash_buf_putc(out->out, '"');
    }
    nash_jsonw_object_end(out);
}

static void write_learnt(const struct answer *answer, struct nash_jsonw *out)
{
    out->comma = true;
    write_model(&answer->model, out);
    nash_jsonw_kobject(out, "learnt");
    nash_jsonw_kuint(out, "hands", answer->learnt);
    nash_jsonw_kuint(out, "repeated", answer->repeated);
    nash_jsonw_kuint(out, "skipped", 0);
    nash_jsonw_karray(out, "refused");
    for (unsigned i = 0; i < answer->refused; i++)
        nash_jsonw_string(out, "begins with !");
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
    nash_jsonw_kobject(out, "report");
    nash_jsonw_kuint(out, "hands", answer->model.hands);
    nash_jsonw_kuint(out, "words", answer->model.words);
    nash_jsonw_object_end(out);
}

static void write_json(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct words *words = problem;
    const struct answer *answer = result->answer;
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "summary", words->learns ? "learnt" : "counted");
    if (words->learns) {
        write_learnt(answer, out);
    } else {
        int64_t count = 0;
        for (unsigned i = 0; i < answer->model.words; i++)
            if (strcmp(answer->model.entry[i].word, words->word) == 0)
                count = answer->model.entry[i].count;
        nash_jsonw_kint(out, "count", count);
    }
    nash_jsonw_object_end(out);
}

extern const struct nash_solver nash_solver_words;
const struct nash_solver nash_solver_words = {
    .kind = "words",
    .title = "Counts words",
    .version = "1",
    .limits = {.body_bytes = 12 << 20,
               .memory_bytes = 256 << 20,
               .result_bytes = 12 << 20,
               .time_ms_default = 30000,
               .time_ms_max = 60000},
    .learns = true,
    .parse = parse,
    .canon = canon,
    .solve = solve,
    .verify = verify,
    .write = write_json,
};
