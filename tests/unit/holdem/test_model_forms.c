/* The forms "learn" and "line" as requests: answers, models that go back and forth as JSON, and refusals. */
#include <math.h>

#include "../solvers/kind_case.h"
#include "styles.h"

extern const struct nash_solver nash_solver_holdem;
const struct nash_solver *const kind_solver = &nash_solver_holdem;

#define BAD(text, pointer)       kind_refuses(NASH_FORMAT_JSON, text, NASH_INVALID, pointer, "")
#define ODD(text, pointer, word) kind_refuses(NASH_FORMAT_JSON, text, NASH_UNPROCESSABLE, pointer, word)
#define LINE(rest)               "{\"line\":\"p3 cbr 225; p4 f; p5 f; p6 cc; p1 f; p2 f; d db Qh7s2d; p3 cbr 300\"," rest "}"

/* Appends hands first .. end - 1 of a style as the JSON string of a PHH text. */
static void put_hands(struct nash_buf *out, enum style style, unsigned first, unsigned end)
{
    static struct holdem_history_hand hand;
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(out);
    for (unsigned k = first; k < end; k++) {
        struct nash_rng rng;
        nash_rng_seed(&rng, k);
        style_play(style, &rng, k, &hand);
        style_write_phh(&hand, k + 1, &text);
    }
    nash_jsonw_string(&json, nash_buf_cstr(&text));
    nash_buf_free(&text);
}

/* Learns hands of a style after a model (JSON, or NULL). The caller frees the case. */
static void learn(struct kind_case *c, enum style style, unsigned first, unsigned end, const char *model)
{
    struct nash_buf request = NASH_BUF_INIT(0);
    nash_buf_puts(&request, "{\"learn\":{\"hands\":");
    put_hands(&request, style, first, end);
    nash_buf_puts(&request, "}");
    if (model)
        nash_buf_printf(&request, ",\"model\":%s", model);
    nash_buf_puts(&request, "}");
    memset(c, 0, sizeof *c);
    kind_solve(c, NASH_FORMAT_JSON, nash_buf_cstr(&request));
    nash_buf_free(&request);
}

/* Returns the model of a result as text; the caller frees it. */
static char *model_text(const struct kind_case *c)
{
    char *text = cJSON_PrintUnformatted(kind_at(c, "model"));
    assert_non_null(text);
    return text;
}

static void learning_and_repeating(void **state)
{
    struct kind_case c;
    learn(&c, STYLE_TIGHT, 0, 60, NULL);
    assert_string_equal(kind_word(&c, "form"), "learn");
    assert_int_equal(kind_int(&c, "learnt/hands"), 60);
    assert_int_equal(kind_int(&c, "report/hands"), 60);
    assert_false(cJSON_IsTrue(kind_at(&c, "report/conditional_on_showdown")));
    assert_true(kind_number(&c, "report/showdown/uniform") > 6.98);
    char *model = model_text(&c);
    kind_free(&c);

    learn(&c, STYLE_TIGHT, 30, 90, model);
    assert_int_equal(kind_int(&c, "learnt/hands"), 30);
    assert_int_equal(kind_int(&c, "learnt/repeated"), 30);
    assert_int_equal(kind_int(&c, "model/hands"), 90);
    kind_free(&c);

    learn(&c, STYLE_TIGHT, 0, 60, model); /* nothing new: the model stays as it is */
    char *same = model_text(&c);
    assert_string_equal(same, model);
    kind_free(&c);
    cJSON_free(model);
    cJSON_free(same);
}

/* Returns the sum of each key's counts over the blocks of a model, times 1, as a JSON object of numbers. */
static cJSON *key_sums(const cJSON *model)
{
    cJSON *sums = cJSON_CreateObject();
    const cJSON *block;
    cJSON_ArrayForEach(block, cJSON_GetObjectItem(model, "blocks"))
    {
        for (const cJSON *key = cJSON_GetObjectItem(block, "counts")->child; key; key = key->next->next) {
            char name[24];
            snprintf(name, sizeof name, "%.0f", key->valuedouble);
            cJSON *old = cJSON_GetObjectItem(sums, name);
            if (old)
                cJSON_SetNumberValue(old, old->valuedouble + key->next->valuedouble);
            else
                cJSON_AddNumberToObject(sums, name, key->next->valuedouble);
        }
    }
    return sums;
}

static void adding_models(void **state)
{
    struct kind_case one, two, both, sum = {0};
    learn(&one, STYLE_MANIAC, 0, 50, NULL);
    learn(&two, STYLE_MANIAC, 50, 110, NULL);
    learn(&both, STYLE_MANIAC, 0, 110, NULL);
    char *a = model_text(&one), *b = model_text(&two);
    struct nash_buf request = NASH_BUF_INIT(0);
    nash_buf_printf(&request, "{\"learn\":{\"models\":[%s]},\"model\":%s}", b, a);
    kind_solve(&sum, NASH_FORMAT_JSON, nash_buf_cstr(&request));
    char *added = model_text(&sum);
    kind_free(&sum);
    memset(&sum, 0, sizeof sum);
    nash_buf_reset(&request);
    nash_buf_printf(&request, "{\"learn\":{\"models\":[%s,%s]}}", a, b);
    kind_solve(&sum, NASH_FORMAT_JSON, nash_buf_cstr(&request));
    char *together = model_text(&sum);
    assert_string_equal(added, together);
    cJSON_free(added);
    cJSON_free(together);
    assert_int_equal(kind_int(&sum, "model/hands"), 110);
    cJSON *left = key_sums(kind_at(&sum, "model")), *right = key_sums(kind_at(&both, "model"));
    assert_int_equal(cJSON_GetArraySize(left), cJSON_GetArraySize(right));
    const cJSON *number;
    cJSON_ArrayForEach(number, right)
        assert_true(cJSON_GetObjectItem(left, number->string)->valuedouble == number->valuedouble);
    assert_true(cJSON_Compare(kind_at(&sum, "model/ids"), kind_at(&both, "model/ids"), true));
    cJSON_Delete(left);
    cJSON_Delete(right);
    nash_buf_free(&request);
    cJSON_free(a);
    cJSON_free(b);
    kind_free(&one);
    kind_free(&two);
    kind_free(&both);
    kind_free(&sum);
}

static void refused_hands(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"learn\":{\"format\":\"acpc\",\"hands\":\"STATE:0:r200f:AhKd|QcQd:-100|100:a|b\\nSTATE:1:zz:AhKd|"
               "QcQd:-100|100:a|b\\n\"}}");
    assert_int_equal(kind_int(&c, "learnt/refused_count"), 1);
    assert_string_equal(kind_word(&c, "learnt/refused/0/where"), "hand 2, line 2");
    kind_free(&c);
    memset(&c, 0, sizeof c);
    kind_solve(&c, NASH_FORMAT_JSON, "{\"learn\":{\"hands\":\"no cards\"}}");
    assert_int_equal(kind_int(&c, "learnt/hands"), 0);
    assert_int_equal(kind_int(&c, "learnt/refused_count"), 1);
    kind_free(&c);
    memset(&c, 0, sizeof c);
    kind_solve(&c, NASH_FORMAT_JSON, "{\"learn\":{\"hands\":\"\"}}");
    assert_int_equal(kind_int(&c, "learnt/refused_count"), 0);
    kind_free(&c);
}

/* ---- lines ---- */

static void a_line(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON,
               LINE("\"of\":\"p3\",\"want\":[\"combos\"],\"hero\":{\"player\":\"p6\",\"cards\":\"QsJs\"}"));
    assert_string_equal(kind_word(&c, "model/source"), "generic");
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "steps")), 8);
    assert_string_equal(kind_word(&c, "steps/6/action"), "deal Qh7s2d");
    assert_string_equal(kind_word(&c, "steps/7/action"), "p3 bet 300");
    assert_true(kind_number(&c, "steps/0/bits_gained") > 0.3);
    assert_true(fabs(kind_number(&c, "steps/1/bits_gained")) < 1e-9); /* another player's fold */
    double sum = 0, left = kind_number(&c, "entropy_bits") + kind_number(&c, "bits_gained");
    const cJSON *p;
    cJSON_ArrayForEach(p, kind_at(&c, "combos")) sum += p->valuedouble;
    assert_true(fabs(sum - 1) < 1e-5);
    assert_true(fabs(left - log2(1225)) < 1e-5);
    assert_true(cJSON_GetArrayItem(kind_at(&c, "combos"), (int)combo_of(card_make(10, 3), 0))->valuedouble ==
                0); /* Qs */
    assert_true(kind_number(&c, "decision/pot") == 900 && kind_number(&c, "decision/to_call") == 300);
    assert_true(fabs(kind_number(&c, "decision/break_even") - 0.25) < 1e-9);
    const double equity = kind_number(&c, "equity");
    assert_true(fabs(kind_number(&c, "decision/actions/1/ev") - (equity * 1200 - 300)) < 1e-6);
    const double fold = kind_number(&c, "decision/actions/2/p_fold"),
                 amount = kind_number(&c, "decision/actions/2/amount");
    const double called = kind_number(&c, "decision/actions/2/equity_called");
    assert_true(fold > 0.02 && fold < 0.9 && called < equity + 0.02);
    assert_true(fabs(kind_number(&c, "decision/actions/2/ev") -
                     (fold * 900 + (1 - fold) * (called * (900 + 2 * amount - 300) - amount))) < 1e-6);
    kind_free(&c);
}

static void a_line_with_a_model(void **state)
{
    struct kind_case c, tight = {0}, inverted = {0};
    struct nash_buf request = NASH_BUF_INIT(0);
    double best[2];
    static const enum style style[2] = {STYLE_TIGHT, STYLE_INVERTED};
    for (unsigned k = 0; k < 2; k++) {
        struct kind_case *answer = k ? &inverted : &tight;
        learn(&c, style[k], 0, 400, NULL);
        char *model = model_text(&c);
        nash_buf_reset(&request);
        nash_buf_printf(&request,
                        "{\"line\":\"p2 cbr 200; p1 cc; db Qh7s2d; p1 cc; p2 cbr 100\",\"players\":2,\"of\":\"p2\","
                        "\"hero\":{\"player\":\"p1\",\"cards\":\"QsJs\"},\"model\":%s}",
                        model);
        kind_solve(answer, NASH_FORMAT_JSON, nash_buf_cstr(&request));
        assert_int_equal(kind_int(answer, "model/hands"), 400);
        best[k] = kind_number(answer, "equity");
        cJSON_free(model);
        kind_free(&c);
        kind_free(answer);
    }
    assert_true(best[1] > best[0] + 0.1); /* who bets weak hands is beaten by a pair */
    nash_buf_free(&request);
}

static void no_decision(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"line\":[\"p3 cbr 225\",\"p4 f\"],\"of\":\"p3\",\"hero\":{\"player\":\"p5\",\"cards\":\"QsJs\"}}");
    assert_non_null(strstr(kind_word(&c, "no_decision"), "two players"));
    assert_false(kind_has(&c, "decision"));
    kind_free(&c);
}

#define MODEL_OF(player) "{\"format\":\"holdem-model-1\"," player "\"ids\":[],\"blocks\":[]}"
#define ANN              MODEL_OF("\"player\":\"Ann\",")
#define BEN              MODEL_OF("\"player\":\"Ben\",")
#define ALL              MODEL_OF("")

static void models_of_one_player_add_up(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"learn\":{\"models\":[" ANN "]},\"model\":" ANN "}");
    assert_string_equal(kind_word(&c, "model/player"), "Ann");
    kind_free(&c);
    memset(&c, 0, sizeof c);
    kind_solve(&c, NASH_FORMAT_JSON, "{\"learn\":{\"models\":[" ANN "," BEN "]},\"model\":" ALL "}");
    assert_false(kind_has(&c, "model/player"));
    kind_free(&c);
    ODD("{\"learn\":{\"models\":[" ANN "," ANN "," BEN "]}}", "/learn/models/2", "\"Ben\"");
    ODD("{\"learn\":{\"models\":[" ANN "," BEN "]}}", "/learn/models/1", "\"Ann\"");
    ODD("{\"learn\":{\"models\":[" BEN "]},\"model\":" ANN "}", "/learn/models/0", "\"Ben\"");
    ODD("{\"learn\":{\"models\":[" ALL "]},\"model\":" ANN "}", "/learn/models/0", "all players");
    ODD("{\"learn\":{\"hands\":\"\",\"player\":\"Ann\"},\"model\":" BEN "}", "/learn/player", "\"Ben\"");
}

static void refusals(void **state)
{
    BAD("{\"learn\":{}}", "/learn");
    BAD("{\"learn\":{\"hands\":\"x\",\"models\":[]}}", "/learn");
    BAD("{\"learn\":{\"models\":[]}}", "/learn/models");
    BAD("{\"learn\":{\"hands\":\"x\",\"format\":\"csv\"}}", "/learn/format");
    BAD("{\"learn\":{\"hands\":\"x\"},\"model\":1}", "/model");
    BAD("{\"learn\":{\"hands\":\"x\"},\"model\":{\"format\":\"other\",\"ids\":[],\"blocks\":[]}}", "/model/format");
    BAD("{\"learn\":{\"hands\":\"x\"},\"model\":{\"format\":\"holdem-model-1\",\"blocks\":[]}}", "/model");
    ODD("{\"learn\":{\"models\":[{\"format\":\"holdem-model-1\",\"ids\":[\"zz\"],\"blocks\":[]}]}}",
        "/learn/models/0/ids/0", "16 hexadecimal digits");
    ODD("{\"learn\":{\"models\":[{\"format\":\"holdem-model-1\",\"ids\":[],\"blocks\":[{\"hands\":1,\"actions\":1,"
        "\"counts\":[5,999]}]}]}}",
        "/learn/models/0/blocks/0/counts", "1000 for each action");
    ODD("{\"learn\":{\"models\":[{\"format\":\"holdem-model-1\",\"ids\":[],\"blocks\":[{\"hands\":1,\"actions\":1,"
        "\"counts\":[5,500,5,500]}]}]}}",
        "/learn/models/0/blocks/0/counts/2", "ascending");
    BAD("{\"line\":\"p3 f\"}", "");
    BAD(LINE("\"players\":[\"a\",\"\"],\"of\":\"a\""), "/players/1");
    ODD(LINE("\"players\":[\"a\",\"a\"],\"of\":\"a\""), "/players/1", "two players");
    BAD("{\"line\":5,\"of\":\"p3\"}", "/line");
    BAD(LINE("\"of\":3"), "/of");
    ODD(LINE("\"of\":\"p7\""), "/of", "no player");
    ODD(LINE("\"of\":\"p3\",\"hero\":{\"player\":\"p3\"}"), "/hero/player", "whose range");
    ODD(LINE("\"of\":\"p3\",\"hero\":{\"player\":\"p6\",\"cards\":\"QhJs\"}"), "/hero/cards", "");
    ODD(LINE("\"of\":\"p3\",\"hero\":{\"player\":\"p6\",\"cards\":\"QsJsTs\"}"), "/hero/cards", "");
    ODD(LINE("\"of\":\"p3\",\"range\":\"QhQx\""), "/range", "");
    ODD(LINE("\"of\":\"p3\",\"range\":\"QhQs:0\""), "/range", "");
    ODD(LINE("\"of\":\"p3\",\"stacks\":[1,2]"), "/stacks", "each of the 6");
    BAD(LINE("\"of\":\"p3\",\"blinds\":[1]"), "/blinds");
    ODD("{\"line\":\"p1 f\",\"of\":\"p3\"}", "/line", "");
    ODD("{\"line\":[\"p3 f\",\"p3 f\"],\"of\":\"p3\"}", "/line/1", "");
    ODD("{\"hand\":\"nothing\",\"of\":\"p1\"}", "/hand", "format");
}

static void keys(void **state)
{
    kind_keys(NASH_FORMAT_JSON, LINE("\"of\":\"p3\""), NASH_FORMAT_JSON, LINE("\"of\":\"p3\",\"players\":6"), true);
    kind_keys(NASH_FORMAT_JSON, LINE("\"of\":\"p3\""), NASH_FORMAT_JSON, LINE("\"of\":\"p6\""), false);
    kind_keys(NASH_FORMAT_JSON, LINE("\"of\":\"p3\""), NASH_FORMAT_JSON, LINE("\"of\":\"p3\",\"range\":\"22+\""),
              false);
    kind_keys(NASH_FORMAT_JSON, LINE("\"of\":\"p3\""), NASH_FORMAT_JSON, LINE("\"of\":\"p3\",\"stacks\":5000"), false);
    kind_keys(NASH_FORMAT_JSON, "{\"learn\":{\"hands\":\"x\"}}", NASH_FORMAT_JSON, "{\"learn\":{\"hands\":\"y\"}}",
              false);
}

static void stops(void **state)
{
    for (unsigned check = 11; check <= 12; check++) {
        struct kind_case c = {.run = {.force_check = check}};
        if (check == 11) {
            kind_solve(&c, NASH_FORMAT_JSON,
                       "{\"learn\":{\"format\":\"acpc\",\"hands\":\"STATE:0:r200f:AhKd|QcQd:-100|100:a|b\\n\"}}");
            assert_true(cJSON_IsTrue(kind_at(&c, "timeout")));
            assert_int_equal(kind_int(&c, "learnt/hands"), 0);
        } else {
            assert_int_equal(kind_parse(&c, NASH_FORMAT_JSON, LINE("\"of\":\"p3\"")), NASH_OK);
            c.run.arena = c.arena;
            assert_int_equal(nash_solver_holdem.solve(c.problem, &c.run, &c.result, &c.error), NASH_STOPPED);
        }
        assert_int_equal(c.run.last_check, check);
        kind_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learning_and_repeating),
        cmocka_unit_test(adding_models),
        cmocka_unit_test(refused_hands),
        cmocka_unit_test(a_line),
        cmocka_unit_test(a_line_with_a_model),
        cmocka_unit_test(no_decision),
        cmocka_unit_test(models_of_one_player_add_up),
        cmocka_unit_test(refusals),
        cmocka_unit_test(keys),
        cmocka_unit_test(stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
