/* Trainings as a form: settings and their defaults, what is refused, reports, checkpoints, stops, and going on. */
#include <string.h>

#include <base/base64.h>
#include <nash/hash.h>
#include <solvers/hex/train/form.h>

#include "../../solvers/kind_case.h"

extern const struct nash_solver nash_solver_hex;
const struct nash_solver *const kind_solver = &nash_solver_hex;

/* Members of a training that takes a fraction of a second. */
#define TINY                                                                                                           \
    "\"size\":3,\"net\":{\"layers\":2,\"channels\":16,\"residual\":false},\"batch\":16,"                               \
    "\"evaluate\":10,\"evaluate_games\":4,\"reference_iterations\":20"

/* ---- settings ---- */

static struct hex_train_config config_of(const char *text)
{
    struct kind_case c = {0};
    if (kind_parse(&c, NASH_FORMAT_JSON, text) != NASH_OK)
        fail_msg("%s: %s %s", text, c.error.pointer, c.error.detail);
    const struct hex_training *training = form_problem_of(&hex_form_train, c.problem);
    assert_non_null(training);
    struct hex_train_config config = training->config;
    kind_free(&c);
    return config;
}

static const char *const good[] = {
    "{\"train\":{}}",
    "{\"train\":{\"recipe\":\"seed\"}}",
    "{\"train\":{\"recipe\":\"seed\",\"size\":11,\"net\":\"seed\",\"replay\":20000}}",
    "{\"train\":{\"recipe\":\"n_step\",\"n\":5,\"epsilon\":0.07,\"target_sync\":0,\"moves\":9}}",
    "{\"train\":{\"sizes\":[7,9,11],\"mentor\":\"uct\",\"mentor_games\":100}}",
    "{\"train\":{\"size\":5,\"mentor\":\"resistance\",\"learning_rate\":0.0003,\"seconds\":60}}",
    "{\"train\":{\"learning_rate\":[[0,0.001],[600,0.0003],[900,1e-5]],\"optimizer\":\"rmsprop\",\"reuse\":2.5}}",
    "{\"train\":{\"net\":{\"layers\":3,\"channels\":48,\"wide\":16},\"weight_decay\":0,\"clip\":0}}",
    "{\"train\":{\"net\":{\"wide\":[32,16],\"residual\":false,\"head\":\"full\"},\"recipe\":\"n_step\",\"steps\":0,"
    "\"seconds\":9}}",
    "{\"train\":{" TINY "}}",
};

static char *config_text(const struct hex_train_config *config)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&text);
    nash_jsonw_object(&out);
    hex_train_write_config(config, &out);
    nash_jsonw_object_end(&out);
    return nash_buf_steal(&text, NULL);
}

/* What is written reads as the same settings, and has the same key. */
static void settings_are_written_as_a_request(void **state)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct hex_train_config config = config_of(good[i]);
        char *text = config_text(&config);
        struct hex_train_config again = config_of(text);
        char *text_again = config_text(&again);
        assert_string_equal(text, text_again);
        kind_keys(NASH_FORMAT_JSON, good[i], NASH_FORMAT_JSON, text, true);
        free(text);
        free(text_again);
    }
}

static void defaults_are_those_of_the_recipe(void **state)
{
    struct hex_train_config config = config_of("{\"train\":{\"recipe\":\"seed\",\"size\":6,\"net\":\"seed\"}}");
    assert_int_equal(config.recipe, HEX_RECIPE_SEED);
    assert_int_equal(config.n, 1);
    assert_int_equal(config.optimizer, HEX_RMSPROP);
    assert_int_equal(config.shape.layers, 10);
    assert_int_equal(config.shape.rows, 6);
    assert_int_equal(config.simulations, 0);
    config = config_of("{\"train\":{}}");
    assert_int_equal(config.recipe, HEX_RECIPE_SELF_PLAY);
    assert_true(config.simulations > 0 && config.steps > 0 && config.seconds == 0);
    config = config_of("{\"train\":{\"seconds\":60}}"); /* seconds alone: as many steps as they allow */
    assert_true(config.seconds == 60 && config.steps == 0);
    config = config_of("{\"train\":{\"seconds\":60,\"steps\":100}}");
    assert_true(config.seconds == 60 && config.steps == 100);
    config = config_of("{\"train\":{\"mentor\":\"uct\"}}");
    assert_true(config.mentor_games > 0 && config.mentor_iterations > 0 && config.mentor_steps > 0);
}

/* Each setting is part of the key. */
static void keys_cover_all_settings(void **state)
{
    static const char *const others[] = {"\"recipe\":\"seed\"",
                                         "\"recipe\":\"n_step\"",
                                         "\"sizes\":[7,9]",
                                         "\"size\":9",
                                         "\"net\":{\"layers\":4}",
                                         "\"net\":{\"channels\":48}",
                                         "\"net\":{\"wide\":16}",
                                         "\"net\":{\"residual\":false}",
                                         "\"mentor\":\"uct\"",
                                         "\"mentor\":\"resistance\"",
                                         "\"steps\":77",
                                         "\"seconds\":77",
                                         "\"batch\":77",
                                         "\"optimizer\":\"rmsprop\"",
                                         "\"learning_rate\":0.5",
                                         "\"learning_rate\":[[0,0.001],[9,0.1]]",
                                         "\"weight_decay\":0.5",
                                         "\"clip\":0.5",
                                         "\"replay\":7777",
                                         "\"simulations\":77",
                                         "\"games\":77",
                                         "\"reuse\":7",
                                         "\"noise\":0.7",
                                         "\"exploration\":7",
                                         "\"hot_plies\":77",
                                         "\"evaluate\":77",
                                         "\"evaluate_games\":77",
                                         "\"reference_iterations\":77",
                                         "\"mentor\":\"uct\",\"mentor_games\":77",
                                         "\"mentor\":\"uct\",\"mentor_iterations\":77",
                                         "\"mentor\":\"uct\",\"mentor_steps\":77",
                                         "\"recipe\":\"n_step\",\"n\":7",
                                         "\"recipe\":\"n_step\",\"epsilon\":0.7",
                                         "\"recipe\":\"n_step\",\"moves\":7",
                                         "\"recipe\":\"n_step\",\"target_sync\":7"};
    enum { OTHERS = sizeof others / sizeof *others };
    struct nash_hash key[OTHERS + 1];
    char text[200];
    for (size_t i = 0; i <= OTHERS; i++) {
        snprintf(text, sizeof text, "{\"train\":{%s}}", i < OTHERS ? others[i] : "");
        key[i] = kind_key(NASH_FORMAT_JSON, text);
        for (size_t j = 0; j < i; j++)
            if (memcmp(&key[i], &key[j], sizeof *key) == 0)
                fail_msg("%s has the key of %s", text, others[j]);
    }
}

static void bad_settings_name_their_place(void **state)
{
    static const struct {
        const char *train, *pointer, *word;
        enum nash_status status;
    } cases[] = {
        {"\"size\":1", "/train/size", "2", NASH_INVALID},
        {"\"size\":20", "/train/size", "19", NASH_INVALID},
        {"\"sizes\":[]", "/train/sizes", "1 to 4", NASH_INVALID},
        {"\"sizes\":[3,4,5,6,7]", "/train/sizes", "1 to 4", NASH_INVALID},
        {"\"sizes\":[5,5]", "/train/sizes/1", "twice", NASH_INVALID},
        {"\"size\":5,\"sizes\":[5,7]", "/train/sizes", "", NASH_UNPROCESSABLE},
        {"\"recipe\":\"cake\"", "/train/recipe", "self_play", NASH_INVALID},
        {"\"speed\":1", "/train/speed", "", NASH_INVALID},
        {"\"net\":\"large\"", "/train/net", "seed", NASH_INVALID},
        {"\"net\":{\"channels\":0}", "/train/net/channels", "", NASH_INVALID},
        {"\"net\":{\"channels\":40}", "/train/net", "", NASH_UNPROCESSABLE},
        {"\"net\":{\"layers\":2,\"wide\":[16,16,16]}", "/train/net/wide", "2 layers", NASH_UNPROCESSABLE},
        {"\"net\":{\"head\":\"full\"}", "/train/net", "self_play", NASH_UNPROCESSABLE},
        {"\"recipe\":\"seed\",\"sizes\":[5,7],\"net\":{\"head\":\"full\"}", "/train/net", "size", NASH_UNPROCESSABLE},
        {"\"learning_rate\":[]", "/train/learning_rate", "1 to 8", NASH_INVALID},
        {"\"learning_rate\":[0,1]", "/train/learning_rate", "pairs", NASH_INVALID},
        {"\"learning_rate\":[[0]]", "/train/learning_rate/0", "", NASH_INVALID},
        {"\"learning_rate\":[[5,0.1]]", "/train/learning_rate/0", "step 0", NASH_UNPROCESSABLE},
        {"\"learning_rate\":[[0,0.1],[9,0.2],[9,0.1]]", "/train/learning_rate/2", "later", NASH_UNPROCESSABLE},
        {"\"learning_rate\":0", "/train/learning_rate", "", NASH_UNPROCESSABLE},
        {"\"steps\":0", "/train/steps", "seconds", NASH_UNPROCESSABLE},
        {"\"epsilon\":0.2", "/train/epsilon", "", NASH_UNPROCESSABLE},
        {"\"recipe\":\"seed\",\"n\":3", "/train/n", "", NASH_UNPROCESSABLE},
        {"\"recipe\":\"n_step\",\"simulations\":9", "/train/simulations", "self_play", NASH_UNPROCESSABLE},
        {"\"mentor_games\":9", "/train/mentor_games", "mentor", NASH_UNPROCESSABLE},
        {"\"mentor\":\"resistance\",\"mentor_iterations\":9", "/train/mentor_iterations", "uct", NASH_UNPROCESSABLE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        snprintf(text, sizeof text, "{\"train\":{%s}}", cases[i].train);
        kind_refuses(NASH_FORMAT_JSON, text, cases[i].status, cases[i].pointer, cases[i].word);
    }
    kind_refuses(NASH_FORMAT_JSON, "{\"train\":7}", NASH_INVALID, "/train", "");
    kind_refuses(NASH_FORMAT_JSON, "{\"size\":5,\"train\":{}}", NASH_INVALID, "/size", "");
    kind_refuses(NASH_FORMAT_JSON, "{\"train\":{},\"from\":\"#\"}", NASH_UNPROCESSABLE, "/from", "base64");
    kind_refuses(NASH_FORMAT_JSON, "{\"train\":{},\"from\":\"bmFzaGNrcDE=\"}", NASH_UNPROCESSABLE, "/from", "");
}

/* The refusal says how many bytes there would be. */
static void large_trainings_are_refused(void **state)
{
    struct kind_case c = {0};
    unsigned long long bytes = 0;
    enum nash_status status = kind_parse(
        &c, NASH_FORMAT_JSON, "{\"train\":{\"size\":19,\"net\":{\"layers\":24,\"channels\":256},\"batch\":1024}}");
    assert_int_equal(status, NASH_UNPROCESSABLE);
    assert_string_equal(c.error.pointer, "/train");
    assert_int_equal(sscanf(c.error.detail, "this training needs %llu bytes", &bytes), 1);
    assert_true(bytes > HEX_MEMORY_BYTES);
    kind_free(&c);
    config_of("{\"train\":{\"recipe\":\"seed\",\"size\":11,\"net\":\"seed\"}}"); /* the seed's own fits */
}

/* ---- members ---- */

static void members_are_read_and_change_no_key(void **state)
{
    struct kind_case c = {0};
    const char *text = "{\"train\":{\"sizes\":[5,13],\"shards\":[\"local\",\"phone\",\"http://a.example\"],"
                       "\"audit\":0.5,\"wait_ms\":3000}}";
    assert_int_equal(kind_parse(&c, NASH_FORMAT_JSON, text), NASH_OK);
    const struct hex_training *training = form_problem_of(&hex_form_train, c.problem);
    assert_int_equal(training->members.count, 3);
    assert_string_equal(training->members.name[1], "phone");
    assert_int_equal(training->members.wait_ms, 3000);
    assert_true(training->members.audit > 0.49 && training->members.audit < 0.51);
    assert_true(nash_solver_hex.distributed(c.problem));
    kind_free(&c);
    kind_keys(NASH_FORMAT_JSON, text, NASH_FORMAT_JSON, "{\"train\":{\"sizes\":[5,13]}}", true);
    assert_int_equal(kind_parse(&c, NASH_FORMAT_JSON, "{\"train\":{\"audit\":1}}"), NASH_OK);
    assert_false(nash_solver_hex.distributed(c.problem));
    kind_free(&c);
}

/* Members cannot have every training: the refusal says why. */
static void trainings_that_nobody_can_share_are_refused(void **state)
{
    static const char *const whole = "\"net\":{\"layers\":8,\"channels\":64}";
    static const char *const cases[][2] = {{"\"recipe\":\"seed\"", "self_play"},
                                           {"\"recipe\":\"n_step\",\"mentor\":\"uct\"", "self_play"},
                                           {"\"size\":14", "13x13"},
                                           {"\"sizes\":[7,19],\"replay\":1000", "19x19"},
                                           {"\"net\":{\"layers\":11,\"channels\":64}", "262144 bytes"}};
    char text[200];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "{\"train\":{%s}}", cases[i][0]);
        config_of(text);
        snprintf(text, sizeof text, "{\"train\":{%s,\"shards\":2}}", cases[i][0]);
        kind_refuses(NASH_FORMAT_JSON, text, NASH_UNPROCESSABLE, "/train/shards", cases[i][1]);
    }
    snprintf(text, sizeof text, "{\"train\":{%s,\"shards\":2}}", whole);
    config_of(text);
    kind_refuses(NASH_FORMAT_JSON, "{\"train\":{\"shards\":[\"moon\"]}}", NASH_INVALID, "/train/shards/0", "peer");
    kind_refuses(NASH_FORMAT_JSON, "{\"train\":{\"shards\":50}}", NASH_INVALID, "/train/shards", "49");
}

/* ---- reports ---- */

/* A full curve with the longest numbers still fits into a report. */
static void reports_are_short(void **state)
{
    static struct hex_train_progress progress = {
        .step = HEX_TRAIN_STEPS_MAX, .games = UINT32_MAX, .positions = UINT32_MAX, .points = HEX_CURVE_MAX};
    struct hex_train_config config = hex_train_defaults(HEX_RECIPE_SELF_PLAY);
    struct nash_buf json = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&json);
    for (unsigned i = 0; i < HEX_CURVE_MAX; i++)
        progress.point[i] = (struct hex_train_point){.step = HEX_TRAIN_STEPS_MAX - HEX_CURVE_MAX + i,
                                                     .loss = 12.34567F,
                                                     .win_rate = {0.9876F, 0.8765F},
                                                     .best = 0.7654F,
                                                     .of = 1000,
                                                     .seconds = HEX_TRAIN_SECONDS_MAX};
    nash_jsonw_object(&out);
    hex_train_write_progress(&config, &progress, UINT32_MAX, &out);
    nash_jsonw_object_end(&out);
    assert_int_equal(nash_json_check(json.data, json.len, NULL), NASH_OK);
    assert_true(json.len < 60000);
    nash_buf_free(&json);
}

/* ---- trainings ---- */

/* A host that keeps the last checkpoints and reports. */
struct host {
    struct kind_case c; /* the first member: callbacks receive the address of its run */
    struct nash_buf latest, best, progress;
    unsigned emitted, reports;
    unsigned stop_at; /* cancels when so many checkpoints were emitted; 0: never */
    _Atomic int cancel;
    bool full; /* refuses checkpoints */
};

static struct host *host_of(struct nash_run *run)
{
    return (struct host *)((char *)run - offsetof(struct host, c.run));
}

static enum nash_status keep(struct nash_run *run, const char *name, const void *bytes, size_t len)
{
    struct host *host = host_of(run);
    struct nash_buf *place = strcmp(name, "best") == 0 ? &host->best : &host->latest;
    assert_true(place == &host->best || strcmp(name, "latest") == 0);
    if (host->full)
        return NASH_TOO_LARGE;
    nash_buf_reset(place);
    nash_buf_add(place, bytes, len);
    if (++host->emitted == host->stop_at)
        host->cancel = 1;
    return NASH_OK;
}

static void show(struct nash_run *run, const char *json, size_t len)
{
    struct host *host = host_of(run);
    assert_int_equal(nash_json_check(json, len, NULL), NASH_OK);
    nash_buf_reset(&host->progress);
    nash_buf_add(&host->progress, json, len);
    host->reports++;
}

/* Trains with what the caller has set in *host: a checkpoint to resume, a seed. */
static void train(struct host *host, const char *text)
{
    host->c.run.emit = keep;
    host->c.run.progress = show;
    host->c.run.cancel = &host->cancel;
    kind_solve(&host->c, NASH_FORMAT_JSON, text);
    assert_false(host->c.result.final);
}

static void host_free(struct host *host)
{
    kind_free(&host->c);
    nash_buf_free(&host->latest);
    nash_buf_free(&host->best);
    nash_buf_free(&host->progress);
}

static void read_file(const struct nash_buf *file, struct nash_arena *arena, struct hex_checkpoint *checkpoint)
{
    struct nash_error error;
    if (hex_checkpoint_read((const uint8_t *)file->data, file->len, arena, checkpoint, &error) != NASH_OK)
        fail_msg("%s", error.detail);
}

/* Fails the test unless these parts of two checkpoints are the same. */
static void same_parts(const struct nash_buf *one, const struct nash_buf *two, const char *const names[])
{
    struct nash_arena *arena = nash_arena_new(64 << 20);
    struct hex_checkpoint a, b;
    read_file(one, arena, &a);
    read_file(two, arena, &b);
    for (; *names; names++) {
        const struct hex_checkpoint_part *p = hex_checkpoint_part(&a, *names), *q = hex_checkpoint_part(&b, *names);
        assert_non_null(p);
        assert_non_null(q);
        assert_int_equal(p->len, q->len);
        assert_memory_equal(p->bytes, q->bytes, p->len);
    }
    nash_arena_free(arena);
}

static const char *const learnt[] = {"weights", "optimiser", "replay", NULL};

static const char *const recipes[] = {"self_play", "n_step"};
enum { RECIPES = sizeof recipes / sizeof *recipes, REQUEST_MAX = 400 };

/* Writes the request of a tiny training. Returns text. */
static const char *tiny(char text[REQUEST_MAX], const char *recipe, unsigned steps)
{
    bool self_play = strcmp(recipe, "self_play") == 0;
    snprintf(text, REQUEST_MAX, "{\"train\":{\"recipe\":\"%s\",\"steps\":%u," TINY "%s}}", recipe, steps,
             self_play ? ",\"games\":4,\"simulations\":8" : "");
    return text;
}

static void trainings_end_with_their_curve(void **state)
{
    for (unsigned recipe = 0; recipe < RECIPES; recipe++) {
        struct host host = {.c.run.seed = 3};
        char text[REQUEST_MAX];
        train(&host, tiny(text, recipes[recipe], 40));
        assert_true(cJSON_IsTrue(kind_at(&host.c, "finished")));
        assert_false(kind_has(&host.c, "timeout"));
        assert_int_equal(kind_int(&host.c, "step"), 40);
        assert_int_equal(kind_int(&host.c, "train/steps"), 40);
        assert_int_equal(kind_int(&host.c, "best/uct/games"), 4);
        assert_int_equal(kind_int(&host.c, "latest/bytes"), host.latest.len);
        assert_int_equal(kind_int(&host.c, "best/bytes"), host.best.len);
        assert_true(cJSON_GetArraySize(kind_at(&host.c, "curve")) >= 4);
        assert_true(host.reports > 0);
        host_free(&host);
    }
}

/* Whatever moment it is stopped at, a training leaves a checkpoint, and what goes on from it learns the same. */
static void stopped_trainings_go_on(void **state)
{
    for (unsigned recipe = 0; recipe < RECIPES; recipe++) {
        struct host whole = {.c.run.seed = 5};
        char text[REQUEST_MAX];
        unsigned stopped = 0; /* one that is stopped after its last evaluation is finished */
        train(&whole, tiny(text, recipes[recipe], 40));
        for (unsigned stop = 1; stop < whole.emitted; stop += test_step(2, 1)) {
            struct host first = {.c.run.seed = 5, .stop_at = stop}, second = {.c.run.seed = 5};
            train(&first, text);
            assert_int_equal(cJSON_IsTrue(kind_at(&first.c, "finished")), !kind_has(&first.c, "timeout"));
            stopped += kind_has(&first.c, "timeout");
            second.c.run.resume = first.latest.data;
            second.c.run.resume_len = first.latest.len;
            train(&second, text);
            same_parts(&whole.latest, &second.latest, learnt);
            same_parts(&whole.best, &second.best, (const char *const[]){"weights", NULL});
            assert_true(kind_number(&second.c, "cpu_s") >= kind_number(&first.c, "cpu_s"));
            host_free(&first);
            host_free(&second);
        }
        assert_true(stopped > 0);
        host_free(&whole);
    }
}

/* What members did is part of the result, as in a match. */
static void results_name_the_members(void **state)
{
    struct host host = {.c.run.seed = 3};
    struct hex_members_liar liar = {"http://a.example", "its game has an illegal move"};
    struct hex_members_report report = {
        .credit = "[{\"member\":\"local\"}]", .answered = 9, .audits = 2, .quarantines = 1, .quarantine = &liar};
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&text);
    char request[REQUEST_MAX];
    train(&host, tiny(request, "self_play", 10));
    assert_false(kind_has(&host.c, "farm"));
    struct hex_train_answer *answer = host.c.result.answer;
    answer->farm = &report;
    answer->farm_units = 8;
    hex_train_write(NULL, &host.c.result, &out);
    cJSON *result = cJSON_Parse(nash_buf_cstr(&text)), *farm = cJSON_GetObjectItem(result, "farm");
    assert_int_equal(cJSON_GetObjectItem(farm, "units")->valueint, 8);
    assert_int_equal(cJSON_GetObjectItem(farm, "answered")->valueint, 9);
    cJSON *first = cJSON_GetArrayItem(cJSON_GetObjectItem(farm, "quarantined"), 0);
    assert_string_equal(cJSON_GetObjectItem(first, "why")->valuestring, liar.why);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(farm, "credit")), 1);
    cJSON_Delete(result);
    nash_buf_free(&text);
    host_free(&host);
}

/* A request {"train":{...},"from":...} of a checkpoint. */
static char *request_from(const struct nash_buf *file, const char *train)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    nash_buf_printf(&text, "{\"train\":{%s},\"from\":\"", train);
    base64_add(&text, file->data, file->len);
    nash_buf_puts(&text, "\"}");
    return nash_buf_steal(&text, NULL);
}

/* Without settings, a request goes on as its checkpoint says; steps alone make it longer. */
static void requests_go_on_from_a_checkpoint(void **state)
{
    struct host whole = {.c.run.seed = 5}, first = {.c.run.seed = 5}, second = {0}, other = {0};
    char text[REQUEST_MAX];
    train(&whole, tiny(text, "self_play", 40));
    train(&first, tiny(text, "self_play", 20));
    char *more = request_from(&first.latest, "\"steps\":40"), *changed = request_from(&first.best, "\"size\":4");
    train(&second, more);
    same_parts(&whole.latest, &second.latest, learnt);
    struct hex_train_config config = config_of(changed); /* other settings: its weights, and a new training */
    assert_int_equal(config.size[0], 4);
    assert_int_equal(config.shape.channels, 16);
    train(&other, changed);
    assert_int_equal(kind_int(&other.c, "step"), 20);
    free(more);
    free(changed);
    more = request_from(&first.latest, "\"net\":{\"layers\":3}");
    kind_refuses(NASH_FORMAT_JSON, more, NASH_UNPROCESSABLE, "/train/net", "checkpoint");
    free(more);
    host_free(&whole);
    host_free(&first);
    host_free(&second);
    host_free(&other);
}

/* Checkpoints that the host refuses are not claimed, and the training goes on. */
static void a_full_host_has_no_checkpoints(void **state)
{
    struct host host = {.full = true};
    train(&host, "{\"train\":{\"steps\":20," TINY "}}");
    assert_true(cJSON_IsTrue(kind_at(&host.c, "finished")));
    assert_false(kind_has(&host.c, "best"));
    assert_false(kind_has(&host.c, "latest"));
    host_free(&host);
}

static void refuted(struct host *host, const char *word)
{
    struct nash_error error = {0};
    assert_int_equal(kind_solver->verify(host->c.problem, &host->c.result, &error), NASH_INTERNAL);
    if (!strstr(error.detail, word))
        fail_msg("%s: no \"%s\"", error.detail, word);
}

static void wrong_answers_are_refuted(void **state)
{
    struct host host = {.c.run.seed = 3};
    train(&host, "{\"train\":{\"steps\":30," TINY "}}");
    struct hex_train_answer *answer = host.c.result.answer;
    struct hex_train_progress *progress = hex_trainer_progress(answer->trainer), kept = *progress;
    progress->best_won ^= 1;
    refuted(&host, "ends otherwise");
    *progress = kept;
    progress->point[0].win_rate[1] = 0.3F;
    refuted(&host, "not one of its games");
    *progress = kept;
    progress->point[0].loss = -1;
    refuted(&host, "loss");
    *progress = kept;
    progress->point[1].seconds = UINT32_MAX;
    refuted(&host, "goes back");
    *progress = kept;
    progress->step = 31;
    refuted(&host, "more steps");
    *progress = kept;
    answer->best.weights.byte[7] ^= 1;
    refuted(&host, "has changed");
    host_free(&host);
}

/* One second of processor time is a budget: its end is a last evaluation, and no timeout. */
static void seconds_are_a_budget(void **state)
{
    struct host host = {0};
    train(&host, "{\"train\":{\"seconds\":1," TINY "}}");
    assert_true(cJSON_IsTrue(kind_at(&host.c, "finished")));
    assert_true(kind_number(&host.c, "cpu_s") >= 1);
    const cJSON *curve = kind_at(&host.c, "curve"), *last = cJSON_GetArrayItem(curve, cJSON_GetArraySize(curve) - 1);
    assert_true(nash_json_get(last, "step")->valuedouble == kind_number(&host.c, "step"));
    host_free(&host);
}

static void damaged_checkpoints_are_refused(void **state)
{
    struct host first = {0};
    train(&first, "{\"train\":{\"steps\":10," TINY "}}");
    for (unsigned i = 0; i < test_length(20, 200); i++) {
        struct nash_rng rng;
        nash_rng_seed(&rng, i);
        size_t at = (size_t)nash_rng_below(&rng, first.latest.len);
        first.latest.data[at] ^= (char)(1 << i % 8);
        char *text = request_from(&first.latest, "");
        struct kind_case c = {0};
        assert_int_equal(kind_parse(&c, NASH_FORMAT_JSON, text), NASH_UNPROCESSABLE);
        assert_string_equal(c.error.pointer, "/from");
        first.latest.data[at] ^= (char)(1 << i % 8);
        kind_free(&c);
        free(text);
    }
    host_free(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_are_written_as_a_request),
        cmocka_unit_test(defaults_are_those_of_the_recipe),
        cmocka_unit_test(keys_cover_all_settings),
        cmocka_unit_test(bad_settings_name_their_place),
        cmocka_unit_test(large_trainings_are_refused),
        cmocka_unit_test(members_are_read_and_change_no_key),
        cmocka_unit_test(trainings_that_nobody_can_share_are_refused),
        cmocka_unit_test(reports_are_short),
        cmocka_unit_test(trainings_end_with_their_curve),
        cmocka_unit_test(results_name_the_members),
        cmocka_unit_test(stopped_trainings_go_on),
        cmocka_unit_test(requests_go_on_from_a_checkpoint),
        cmocka_unit_test(a_full_host_has_no_checkpoints),
        cmocka_unit_test(seconds_are_a_budget),
        cmocka_unit_test(wrong_answers_are_refuted),
        cmocka_unit_test(damaged_checkpoints_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
