/* The kind bridge as a whole: valid answers are accepted and written correctly, wrong answers are rejected, and a stop
 * leaves a valid partial answer. */
#include <cjson/cJSON.h>

#include <solvers/bridge/double_dummy/engine.h>

#include "../harness/check.h"

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

static struct bridge_answer *answer_of(const struct kind_case *c)
{
    return c->result.answer;
}

static struct kind_case solve(const char *text, unsigned force_check)
{
    struct kind_case c = {.run = {.seed = 7, .force_check = force_check}};
    kind_solve(&c, format_of(text), text);
    return c;
}

/* Checks that the PBN record of the answer can be read and has the same deal. */
static void well_written(const struct kind_case *c)
{
    const struct bridge_problem *p = c->problem, *again;
    struct kind_case second = {0};
    struct nash_buf text = NASH_BUF_INIT(0);
    if (!p->has_deal)
        return;
    nash_solver_bridge.write_text(p, &c->result, &text);
    if (kind_parse(&second, NASH_FORMAT_TEXT, nash_buf_cstr(&text)) == NASH_OK) {
        again = second.problem;
        assert_memory_equal(&again->position.deal, &p->position.deal, sizeof p->position.deal);
    } else if (!p->position.played) {
        fail_msg("%s: %s", nash_buf_cstr(&text), second.error.detail);
    }
    kind_free(&second);
    nash_buf_free(&text);
}

static void answers(void **state)
{
    for (unsigned i = 0; i < PROBLEMS; i++) {
        struct kind_case s = solve(problems[i], 0);
        assert_true(s.result.final);
        well_written(&s);
        kind_free(&s);
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
    struct kind_case s = solve(record, 0);
    nash_solver_bridge.write_text(s.problem, &s.result, &text);
    assert_string_equal(nash_buf_cstr(&text), answer);
    nash_buf_free(&text);
    kind_free(&s);
}

/* The summary states the tricks of a contract once, whichever answers are requested. */
static void summaries(void **state)
{
    static const char whole[] = "\"deal\":\"" DEAL "\",\"contract\":\"2S by W\"";
    static const char last[] = "\"deal\":\"N:A... K... Q... J...\",\"strain\":\"S\",\"leader\":\"N\"";
    static const struct {
        const char *problem, *want, *summary;
    } rows[] = {
        {whole, "\"card\",\"line\",\"score\",\"par\"", "2S by W makes 8, scores +110, NS par -110, 20 results"},
        {whole, "\"line\",\"score\"", "2S by W makes 8, scores +110"},
        {whole, "\"table\",\"score\"", "20 results, 2S by W makes 8, scores +110"},
        {last, "\"card\"", "S: NS 1 of 1 trick"},
        {last, "\"play\"],\"play\":[\"SA\"", "1 card played, 0 mistakes"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200], expected[200];
        struct nash_buf summary = NASH_BUF_INIT(0);
        struct nash_jsonw json = NASH_JSONW(&summary);
        snprintf(text, sizeof text, "{%s,\"want\":[%s]}", rows[i].problem, rows[i].want);
        struct kind_case s = solve(text, 0);
        nash_jsonw_object(&json);
        bridge_summary(s.problem, answer_of(&s), &json);
        nash_jsonw_object_end(&json);
        snprintf(expected, sizeof expected, "{\"summary\":\"%s\"}", rows[i].summary);
        assert_string_equal(nash_buf_cstr(&summary), expected);
        nash_buf_free(&summary);
        kind_free(&s);
    }
}

/* ---- stops ---- */

static void stops(void **state)
{
    unsigned stopped = 0;
    for (unsigned i = 0; i < PROBLEMS; i++) {
        struct kind_case s = solve(problems[i], BRIDGE_CHECK_DDS);
        assert_int_equal(s.result.final, bridge_unknown(s.problem, answer_of(&s)) == 0);
        stopped += !s.result.final;
        well_written(&s);
        kind_free(&s);
    }
    assert_true(stopped >= 5);
}

/* ---- wrong answers ---- */

static struct nash_error rejected(const struct kind_case *s)
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

/* verify checks every number of the answer to an endgame. */
static void wrong_endings(void **state)
{
    struct kind_case s = solve(problems[4], 0);
    struct bridge_options *options = &answer_of(&s)->options;
    struct bridge_card *line = (struct bridge_card *)(uintptr_t)answer_of(&s)->line;
    for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++)
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
            uint8_t *tricks = &answer_of(&s)->table.tricks[strain][seat];
            REJECTED(&s, *tricks, *tricks + 1);
        }
    for (unsigned i = 0; i < options->count; i++) {
        REJECTED(&s, options->option[i].tricks, options->option[i].tricks ^ 1);
        REJECTED(&s, options->option[i].card.rank, (options->option[i].card.rank + 5) % BRIDGE_RANKS);
    }
    REJECTED(&s, options->count, options->count - 1);
    REJECTED(&s, answer_of(&s)->line_tricks, answer_of(&s)->line_tricks + 1);
    REJECTED(&s, answer_of(&s)->line_count, answer_of(&s)->line_count - 1);
    REJECTED(&s, line[3], line[4]);
    kind_free(&s);
}

static void wrong_deals(void **state)
{
    struct kind_case s = solve(problems[0], 0);
    REJECTED(&s, answer_of(&s)->par.score, answer_of(&s)->par.score + 10);
    REJECTED(&s, answer_of(&s)->par.contract[0].contract.level, 1);
    REJECTED(&s, answer_of(&s)->par.contract[0].declarers, 1);
    REJECTED(&s, answer_of(&s)->par.count, 0);
    REJECTED(&s, answer_of(&s)->table.tricks[0][0], 14);
    kind_free(&s);
    s = solve(problems[1], 0);
    REJECTED(&s, answer_of(&s)->score, answer_of(&s)->score + 10);
    REJECTED(&s, answer_of(&s)->score_tricks, answer_of(&s)->score_tricks + 1);
    REJECTED(&s, answer_of(&s)->line_tricks, answer_of(&s)->line_tricks - 1);
    kind_free(&s);
    s = solve("{\"deal\":" Q(DEAL) ",\"strain\":\"S\",\"leader\":\"N\",\"want\":[\"table\",\"card\"]}", 0);
    REJECTED(&s, answer_of(&s)->table.tricks[BRIDGE_SPADES][BRIDGE_WEST], 9);
    kind_free(&s);
}

static void wrong_plays(void **state)
{
    struct kind_case s = solve(problems[5], 0);
    struct bridge_move *move = (struct bridge_move *)(uintptr_t)answer_of(&s)->move;
    for (unsigned i = 0; i < ((const struct bridge_problem *)s.problem)->play_count; i++) {
        REJECTED(&s, move[i].after, move[i].after + 1);
        REJECTED(&s, move[i].cost, move[i].cost + 1);
        REJECTED(&s, move[i].seat, (move[i].seat + 1) % BRIDGE_SEATS);
    }
    kind_free(&s);
}

static void wrong_samples(void **state)
{
    struct kind_case s = solve(problems[7], 0);
    struct bridge_sample *sample = (struct bridge_sample *)(uintptr_t)answer_of(&s)->sample;
    REJECTED(&s, sample->dealt, 21);
    REJECTED(&s, sample->count, sample->count - 1);
    REJECTED(&s, sample->card[0].tricks, 4.5);
    REJECTED(&s, sample->card[0].makes, -0.5);
    REJECTED(&s, sample->card[0].card.rank, (sample->card[0].card.rank + 3) % BRIDGE_RANKS);
    kind_free(&s);
}

/* A deal rotated by one seat has the same table, rotated by one seat. */
static void turned_endings(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 60; i++) {
        char one[BRIDGE_PBN_LEN], other[BRIDGE_PBN_LEN], body[160];
        struct bridge_deal deal = random_deal(&rng, 2 + i % 4);
        bridge_pbn_write(&deal, BRIDGE_NORTH, one);
        other[0] = 'E';
        strcpy(other + 1, one + 1);
        snprintf(body, sizeof body, "{\"deal\":\"%s\"}", one);
        struct kind_case a = solve(body, 0);
        snprintf(body, sizeof body, "{\"deal\":\"%s\"}", other);
        struct kind_case b = solve(body, 0);
        for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++)
            for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
                if (answer_of(&a)->table.tricks[strain][seat] !=
                    answer_of(&b)->table.tricks[strain][(seat + 1) % BRIDGE_SEATS])
                    fail_msg("%s changes when turned", one);
        kind_free(&a);
        kind_free(&b);
    }
}

/* ---- a file of another program ---- */

/* Returns the value of a tag, or "". */
static const char *tag_of(const char *record, const char *name, char value[64])
{
    char pattern[64];
    const char *at = strstr(record, (snprintf(pattern, sizeof pattern, "[%s \"", name), pattern));
    size_t len = at ? strcspn(at + strlen(pattern), "\"") : 0;
    snprintf(value, 64, "%.*s", (int)len, at ? at + strlen(pattern) : "");
    return value;
}

/* The records of this file contain tables and par, written by another program; ours must agree. Only the first records
 * are compared here; all 299 were compared once. */
static void file_of_others(void **state)
{
    unsigned records = test_length(2, 8);
    static const char path[] = SHARED_DIR "/data/tricks/endplay/example2.pbn";
    char line[4096];
    struct nash_buf record = NASH_BUF_INIT(0), text = NASH_BUF_INIT(0);
    unsigned read = 0;
    FILE *file = open_test_data(path);
    while (read < records && fgets(line, sizeof line, file)) {
        if (line[strspn(line, " \r\n")]) {
            nash_buf_puts(&record, line);
            continue;
        }
        if (record.len == 0)
            continue;
        struct kind_case s = solve(nash_buf_cstr(&record), 0);
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
        kind_free(&s);
        nash_buf_reset(&record);
        read++;
    }
    fclose(file);
    nash_buf_free(&record);
    nash_buf_free(&text);
    assert_int_equal(read, records);
}

static int open_library(void **state)
{
    return bridge_dds_open() ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers),        cmocka_unit_test(texts),         cmocka_unit_test(summaries),
        cmocka_unit_test(stops),          cmocka_unit_test(wrong_endings), cmocka_unit_test(wrong_deals),
        cmocka_unit_test(wrong_plays),    cmocka_unit_test(wrong_samples), cmocka_unit_test(turned_endings),
        cmocka_unit_test(file_of_others),
    };
    return cmocka_run_group_tests(tests, open_library, NULL);
}
