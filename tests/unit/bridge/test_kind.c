/* The plug-in as a whole: answers that hold and are well written, answers that do not hold and are found out, and what
 * a stop leaves. */
#include <cjson/cJSON.h>

#include <solvers/bridge/engine.h>

#include "harness.h"

#define DEAL    "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
#define ENDING  "N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K"
#define Q(text) "\"" text "\""

static const char *const problems[] = {
    "{\"deal\":" Q(DEAL) "}",
    "{\"deal\":" Q(DEAL) ",\"contract\":\"2SX by W\",\"vulnerable\":\"ew\",\"want\":[\"card\",\"line\",\"score\"]}",
    "{\"deal\":" Q(DEAL) ",\"contract\":\"2S by W\",\"play\":\"CTC4CACJH8H4HKH9D5DAD9D2S3\"}",
    "{\"deal\":" Q(DEAL) ",\"contract\":\"pass\"}",
    "{\"deal\":" Q(ENDING) ",\"strain\":\"S\",\"leader\":\"W\",\"want\":[\"card\",\"line\",\"table\"]}",
    "{\"deal\":" Q(ENDING) ",\"strain\":\"NT\",\"leader\":\"N\",\"play\":\"SQS8SKST\",\"want\":[\"play\",\"line\"]}",
    "{\"deal\":\"N:Q6.2.8. 8.J9..4 K.8.9.2 T.4..K\",\"strain\":\"NT\",\"leader\":\"W\",\"trick\":\"D2\"}",
    "{\"deal\":" Q(ENDING) ",\"strain\":\"NT\",\"leader\":\"N\",\"known\":[\"N\",\"S\"],\"samples\":20}",
    "{\"contract\":\"3NTXX by S\",\"tricks\":8,\"vulnerable\":\"ns\"}",
    "[Dealer \"E\"]\n[Deal \"" DEAL "\"]\n[Event \"caf\xc3\xa9\"]\n[Auction \"E\"]\nPass\n",
    "3SK5HT83DKQ9CA7652,SAT942HAQ4D32CKJ3,SQJ6HK652DJ85CT98",
};

enum { PROBLEMS = sizeof problems / sizeof *problems };

struct solved {
    struct nash_arena *arena;
    const struct bridge_problem *problem;
    struct nash_run run;
    struct nash_result result;
    struct bridge_answer *answer;
};

static struct solved solve(const char *text, unsigned force_check)
{
    struct solved s = {0};
    struct nash_error error = {0};
    s.problem = accept(text, &s.arena);
    s.run = (struct nash_run){.arena = s.arena, .seed = 7, .force_check = force_check};
    enum nash_status status = nash_solver_bridge.solve(s.problem, &s.run, &s.result, &error);
    if (status == NASH_OK)
        status = nash_solver_bridge.verify(s.problem, &s.result, &error);
    if (status != NASH_OK)
        fail_msg("%s: %s", text, error.detail);
    s.answer = s.result.answer;
    return s;
}

static void assert_brief(const cJSON *result, const char *text)
{
    const char *brief = nash_json_get(result, "brief")->valuestring;
    assert_ptr_equal(result->child, nash_json_get(result, "brief"));
    if (!*brief || strlen(brief) > NASH_BRIEF_MAX || strpbrk(brief, "\"\\"))
        fail_msg("%s: brief %s", text, brief);
}

/* Strict JSON with a brief; its text is the text that a batch gives; a PBN record that is read again. */
static void well_written(const struct solved *s, const char *text)
{
    struct nash_buf json = NASH_BUF_INIT(0), one = NASH_BUF_INIT(0), two = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&json);
    struct nash_error error;
    nash_solver_bridge.write(s->problem, &s->result, &out);
    if (nash_json_check(json.data, json.len, &error) != NASH_OK)
        fail_msg("%s: %s", text, error.detail);
    cJSON *result = cJSON_ParseWithLength(json.data, json.len);
    assert_brief(result, text);
    nash_solver_bridge.write_text(s->problem, &s->result, &one);
    nash_solver_bridge.text_of(result, &two);
    assert_string_equal(nash_buf_cstr(&one), nash_buf_cstr(&two));
    if (s->problem->has_deal) {
        struct nash_arena *arena;
        void *again = NULL;
        if (parse(one.data, one.len, NASH_FORMAT_TEXT, &arena, &again, &error) == NASH_OK)
            assert_memory_equal(&((struct bridge_problem *)again)->position.deal, &s->problem->position.deal,
                                sizeof s->problem->position.deal);
        else if (!s->problem->position.played)
            fail_msg("%s: %s", nash_buf_cstr(&one), error.detail);
        nash_arena_free(arena);
    }
    cJSON_Delete(result);
    nash_buf_free(&json);
    nash_buf_free(&one);
    nash_buf_free(&two);
}

static void answers(void **state)
{
    (void)state;
    for (unsigned i = 0; i < PROBLEMS; i++) {
        struct solved s = solve(problems[i], 0);
        assert_true(s.result.final);
        well_written(&s, problems[i]);
        nash_arena_free(s.arena);
    }
}

static void texts(void **state)
{
    static const char record[] =
        "[Event \"x\"]\n[Deal \"" DEAL "\"]\n[OptimumScore \"NS 0\"]\n{ kept }\n[Auction \"E\"]\nPass\n";
    static const char answer[] =
        "[Event \"x\"]\n[Deal \"" DEAL "\"]\n[DoubleDummyTricks \"65657656576867568675\"]\n"
        "[OptimumResultTable \"Declarer;Denomination\\2R;Result\\2R\"]\nN NT  6\nN  S  5\nN  H  6\nN  D  5\nN  C  7\n"
        "E NT  6\nE  S  8\nE  H  6\nE  D  7\nE  C  5\nS NT  6\nS  S  5\nS  H  6\nS  D  5\nS  C  7\n"
        "W NT  6\nW  S  8\nW  H  6\nW  D  7\nW  C  5\n[OptimumScore \"NS -110\"]\n[ParContract \"EW 2S=\"]\n"
        "[Auction \"E\"]\nPass";
    struct nash_buf text = NASH_BUF_INIT(0);
    struct solved s = solve(record, 0);
    (void)state;
    nash_solver_bridge.write_text(s.problem, &s.result, &text);
    assert_string_equal(nash_buf_cstr(&text), answer);
    nash_buf_free(&text);
    nash_arena_free(s.arena);
}

/* What a contract makes is said once, whatever is asked besides. */
static void briefs(void **state)
{
    static const struct {
        const char *want, *brief;
    } rows[] = {
        {"\"card\",\"line\",\"score\",\"par\"", "2S by W makes 8, scores +110, NS par -110, 20 results"},
        {"\"line\",\"score\"", "2S by W makes 8, scores +110"},
        {"\"table\",\"score\"", "20 results, 2S by W makes 8, scores +110"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        struct nash_buf brief = NASH_BUF_INIT(0);
        snprintf(text, sizeof text, "{\"deal\":\"" DEAL "\",\"contract\":\"2S by W\",\"want\":[%s]}", rows[i].want);
        struct solved s = solve(text, 0);
        bridge_brief(s.problem, s.answer, &brief);
        assert_string_equal(nash_buf_cstr(&brief), rows[i].brief);
        nash_buf_free(&brief);
        nash_arena_free(s.arena);
    }
}

/* ---- stops ---- */

static void stops(void **state)
{
    unsigned stopped = 0;
    (void)state;
    for (unsigned i = 0; i < PROBLEMS; i++) {
        struct solved s = solve(problems[i], BRIDGE_CHECK_LIBRARY);
        assert_int_equal(s.result.final, bridge_unknown(s.problem, s.answer) == 0);
        stopped += !s.result.final;
        well_written(&s, problems[i]);
        nash_arena_free(s.arena);
    }
    assert_true(stopped >= 5);
}

/* ---- answers that do not hold ---- */

static struct nash_error rejected(const struct solved *s)
{
    struct nash_error error = {0};
    if (nash_solver_bridge.verify(s->problem, &s->result, &error) == NASH_OK)
        fail_msg("a wrong answer passes");
    return error;
}

#define REJECTED(s, place, wrong)                                                                                      \
    do {                                                                                                               \
        __typeof__(place) kept_ = (place);                                                                             \
        (place) = (__typeof__(place))(wrong);                                                                          \
        assert_true(*rejected(s).detail);                                                                              \
        (place) = kept_;                                                                                               \
        assert_int_equal(nash_solver_bridge.verify((s)->problem, &(s)->result, NULL), NASH_OK);                        \
    } while (0)

/* Of an ending every number is judged. */
static void wrong_endings(void **state)
{
    struct solved s = solve(problems[4], 0);
    struct bridge_options *options = &s.answer->options;
    struct bridge_card *line = (struct bridge_card *)(uintptr_t)s.answer->line;
    (void)state;
    for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++)
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
            uint8_t *tricks = &s.answer->table.tricks[strain][seat];
            REJECTED(&s, *tricks, *tricks + 1);
        }
    for (unsigned i = 0; i < options->count; i++) {
        REJECTED(&s, options->option[i].tricks, options->option[i].tricks ^ 1);
        REJECTED(&s, options->option[i].card.rank, (options->option[i].card.rank + 5) % BRIDGE_RANKS);
    }
    REJECTED(&s, options->count, options->count - 1);
    REJECTED(&s, s.answer->line_tricks, s.answer->line_tricks + 1);
    REJECTED(&s, s.answer->line_count, s.answer->line_count - 1);
    REJECTED(&s, line[3], line[4]);
    nash_arena_free(s.arena);
}

static void wrong_deals(void **state)
{
    struct solved s = solve(problems[0], 0);
    (void)state;
    REJECTED(&s, s.answer->par.score, s.answer->par.score + 10);
    REJECTED(&s, s.answer->par.contract[0].contract.level, 1);
    REJECTED(&s, s.answer->par.contract[0].declarers, 1);
    REJECTED(&s, s.answer->par.count, 0);
    REJECTED(&s, s.answer->table.tricks[0][0], 14);
    nash_arena_free(s.arena);
    s = solve(problems[1], 0);
    REJECTED(&s, s.answer->score, s.answer->score + 10);
    REJECTED(&s, s.answer->score_tricks, s.answer->score_tricks + 1);
    REJECTED(&s, s.answer->line_tricks, s.answer->line_tricks - 1);
    nash_arena_free(s.arena);
    s = solve("{\"deal\":" Q(DEAL) ",\"strain\":\"S\",\"leader\":\"N\",\"want\":[\"table\",\"card\"]}", 0);
    REJECTED(&s, s.answer->table.tricks[BRIDGE_SPADES][BRIDGE_WEST], 9);
    nash_arena_free(s.arena);
}

static void wrong_plays(void **state)
{
    struct solved s = solve(problems[5], 0);
    struct bridge_move *move = (struct bridge_move *)(uintptr_t)s.answer->move;
    (void)state;
    for (unsigned i = 0; i < s.problem->play_count; i++) {
        REJECTED(&s, move[i].after, move[i].after + 1);
        REJECTED(&s, move[i].cost, move[i].cost + 1);
        REJECTED(&s, move[i].seat, (move[i].seat + 1) % BRIDGE_SEATS);
    }
    nash_arena_free(s.arena);
}

static void wrong_samples(void **state)
{
    struct solved s = solve(problems[7], 0);
    struct bridge_sample *sample = (struct bridge_sample *)(uintptr_t)s.answer->sample;
    (void)state;
    REJECTED(&s, sample->dealt, 21);
    REJECTED(&s, sample->count, sample->count - 1);
    REJECTED(&s, sample->card[0].tricks, 4.5);
    REJECTED(&s, sample->card[0].makes, -0.5);
    REJECTED(&s, sample->card[0].card.rank, (sample->card[0].card.rank + 3) % BRIDGE_RANKS);
    nash_arena_free(s.arena);
}

/* Every deal, turned by one seat, makes the same tricks one seat on. */
static void turned_endings(void **state)
{
    struct nash_rng rng = test_rng();
    (void)state;
    for (unsigned i = 0; i < 60; i++) {
        char one[BRIDGE_PBN_LEN], other[BRIDGE_PBN_LEN], body[160];
        struct bridge_deal deal = random_deal(&rng, 2 + i % 4);
        bridge_pbn_write(&deal, BRIDGE_NORTH, one);
        other[0] = 'E';
        strcpy(other + 1, one + 1);
        snprintf(body, sizeof body, "{\"deal\":\"%s\"}", one);
        struct solved a = solve(body, 0);
        snprintf(body, sizeof body, "{\"deal\":\"%s\"}", other);
        struct solved b = solve(body, 0);
        for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++)
            for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
                if (a.answer->table.tricks[strain][seat] != b.answer->table.tricks[strain][(seat + 1) % BRIDGE_SEATS])
                    fail_msg("%s changes when turned", one);
        nash_arena_free(a.arena);
        nash_arena_free(b.arena);
    }
}

/* ---- a file of the world ---- */

/* The value of a tag, or "" */
static const char *tag_of(const char *record, const char *name, char value[64])
{
    char pattern[64];
    const char *at = strstr(record, (snprintf(pattern, sizeof pattern, "[%s \"", name), pattern));
    size_t len = at ? strcspn(at + strlen(pattern), "\"") : 0;
    snprintf(value, 64, "%.*s", (int)len, at ? at + strlen(pattern) : "");
    return value;
}

/* Another program wrote its tables and its par into each record: ours are the same. The first few; all 299 were once.
 */
static void file_of_others(void **state)
{
    enum { RECORDS = 8 };
    static const char path[] = SHARED_DIR "/data/tricks/endplay/example2.pbn";
    char line[4096];
    struct nash_buf record = NASH_BUF_INIT(0), text = NASH_BUF_INIT(0);
    unsigned read = 0;
    (void)state;
    FILE *file = fopen(path, "r");
    if (!file) {
        print_message("skipped: no reference data at %s\n", path);
        skip();
    }
    while (read < RECORDS && fgets(line, sizeof line, file)) {
        if (line[strspn(line, " \r\n")]) {
            nash_buf_puts(&record, line);
            continue;
        }
        if (record.len == 0)
            continue;
        struct solved s = solve(nash_buf_cstr(&record), 0);
        nash_buf_reset(&text);
        nash_solver_bridge.write_text(s.problem, &s.result, &text);
        static const char *const names[] = {"DoubleDummyTricks", "OptimumScore", "Deal", "Board", "Dealer",
                                            "Vulnerable"};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            char theirs[64], ours[64];
            tag_of(nash_buf_cstr(&record), names[i], theirs);
            if (!*theirs || strcmp(theirs, tag_of(nash_buf_cstr(&text), names[i], ours)) != 0)
                fail_msg("%s is \"%s\", not \"%s\", in %s", names[i], ours, theirs, nash_buf_cstr(&record));
        }
        nash_arena_free(s.arena);
        nash_buf_reset(&record);
        read++;
    }
    fclose(file);
    nash_buf_free(&record);
    nash_buf_free(&text);
    assert_int_equal(read, RECORDS);
}

static int open_library(void **state)
{
    (void)state;
    return bridge_library_open() ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers),        cmocka_unit_test(texts),         cmocka_unit_test(briefs),
        cmocka_unit_test(stops),          cmocka_unit_test(wrong_endings), cmocka_unit_test(wrong_deals),
        cmocka_unit_test(wrong_plays),    cmocka_unit_test(wrong_samples), cmocka_unit_test(turned_endings),
        cmocka_unit_test(file_of_others),
    };
    return cmocka_run_group_tests(tests, open_library, NULL);
}
