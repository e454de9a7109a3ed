/* What an answer contains as a position can be posted as a problem, and has the same answer: the members of the result
 * as JSON, and its PBN record. Empty lists of cards are accepted wherever an answer can contain them. */
#include <cjson/cJSON.h>

#include "../harness/check.h"
#include "../harness/random_position.h"

enum { ROUNDS = 60, CARDS_MAX = 4 };

static const char *const wants[] = {"[\"card\"]", "[\"line\"]", "[\"card\",\"line\"]", "[\"table\"]", "[\"play\"]"};

/* Writes a random problem: an ending, often with a trick in progress, by strain and leader or by contract. */
static void random_problem(struct nash_rng *rng, struct nash_buf *out, const char *want)
{
    struct nash_jsonw json = NASH_JSONW(out);
    struct bridge_position position;
    unsigned cards = 1 + (unsigned)nash_rng_below(rng, CARDS_MAX);
    unsigned played = strstr(want, "table") ? 0 : (unsigned)nash_rng_below(rng, BRIDGE_SEATS);
    char deal[BRIDGE_PBN_LEN], text[BRIDGE_CARD_LEN], contract[16];
    draw_position(rng, cards, played, &position);
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "deal",
                       bridge_pbn_write(&position.deal, (unsigned)nash_rng_below(rng, BRIDGE_SEATS), deal));
    nash_jsonw_kstring(&json, "leader", (char[]){bridge_seat_letter(position.leader), '\0'});
    if (nash_rng_below(rng, 2)) {
        snprintf(contract, sizeof contract, "1%cX by %c", bridge_strain_letter(position.strain),
                 bridge_seat_letter((position.leader + 3u) % BRIDGE_SEATS));
        nash_jsonw_kstring(&json, "contract", contract);
    } else {
        nash_jsonw_kstring(&json, "strain", bridge_strain_name(position.strain));
    }
    nash_jsonw_karray(&json, "trick");
    for (unsigned i = 0; i < position.played; i++)
        nash_jsonw_string(&json, bridge_card_write(position.trick[i], text));
    nash_jsonw_array_end(&json);
    nash_jsonw_karray(&json, "play");
    if (strstr(want, "play"))
        nash_jsonw_string(&json, bridge_card_write(random_card(rng, &position), text));
    nash_jsonw_array_end(&json);
    nash_jsonw_key(&json, "want");
    nash_jsonw_raw(&json, want, strlen(want));
    nash_jsonw_object_end(&json);
}

/* Returns a request of the members that a result repeats from its problem, and the cards of its play. */
static char *request_of(const cJSON *result, const char *want)
{
    static const char *const members[] = {"deal",     "dealer", "vulnerable", "contract",
                                          "declarer", "strain", "leader",     "trick"};
    cJSON *request = cJSON_CreateObject(), *play = cJSON_AddArrayToObject(request, "play");
    const cJSON *move;
    cJSON_ArrayForEach(move, cJSON_GetObjectItem(result, "play"))
        cJSON_AddItemToArray(play, cJSON_Duplicate(cJSON_GetObjectItem(move, "card"), true));
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (cJSON_GetObjectItem(result, members[i]))
            cJSON_AddItemToObject(request, members[i], cJSON_Duplicate(cJSON_GetObjectItem(result, members[i]), true));
    cJSON_AddItemToObject(request, "want", cJSON_Parse(want));
    char *text = cJSON_PrintUnformatted(request);
    cJSON_Delete(request);
    return text;
}

/* Returns the result as text, without what depends on the run and not on the problem. */
static char *result_text(struct kind_case *c)
{
    cJSON_DeleteItemFromObject(c->json, "nodes");
    return cJSON_PrintUnformatted(c->json);
}

static void answers_as_problems(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 15);
    for (unsigned round = 0; round < ROUNDS; round++) {
        const char *want = wants[round % (sizeof wants / sizeof *wants)];
        struct nash_buf body = NASH_BUF_INIT(0);
        struct kind_case one = {0}, two = {0};
        random_problem(&rng, &body, want);
        kind_solve(&one, NASH_FORMAT_JSON, nash_buf_cstr(&body));
        char *again = request_of(one.json, want);
        kind_solve(&two, NASH_FORMAT_JSON, again);
        char *first = result_text(&one), *second = result_text(&two);
        if (strcmp(first, second) != 0)
            fail_msg("%s\n%s\nis not\n%s", nash_buf_cstr(&body), first, second);
        kind_keys(NASH_FORMAT_JSON, nash_buf_cstr(&body), NASH_FORMAT_JSON, again, true);
        free(first);
        free(second);
        free(again);
        kind_free(&one);
        kind_free(&two);
        nash_buf_free(&body);
    }
}

/* The record of an answer gives the same table again, and the same record. */
static void records_as_problems(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 16);
    for (unsigned round = 0; round < ROUNDS / 4; round++) {
        char body[BRIDGE_PBN_LEN];
        struct bridge_deal deal = random_deal(&rng, 1 + (unsigned)nash_rng_below(&rng, CARDS_MAX));
        struct kind_case one = {0}, two = {0};
        kind_solve(&one, NASH_FORMAT_TEXT, bridge_pbn_write(&deal, BRIDGE_SOUTH, body));
        kind_solve(&two, NASH_FORMAT_TEXT, kind_word(&one, "pbn"));
        assert_string_equal(kind_word(&one, "pbn"), kind_word(&two, "pbn"));
        assert_string_equal(kind_word(&one, "double_dummy_tricks"), kind_word(&two, "double_dummy_tricks"));
        kind_free(&one);
        kind_free(&two);
    }
}

static void empty_lists(void **state)
{
    static const char deal[] = "\"deal\":\"N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K\",\"strain\":\"NT\",\"leader\":\"W\"";
    static const char *const empty[] = {"\"trick\":[]",
                                        "\"trick\":\"\"",
                                        "\"trick\":\" , \"",
                                        "\"play\":[]",
                                        "\"play\":\"\"",
                                        "\"trick\":[],\"play\":[]",
                                        "\"want\":\"card\",\"play\":[]"};
    static const char sample[] = "\"samples\":5,\"known\":[\"W\"]",
                      none[] = "\"constraints\":{\"N\":{\"has\":[],\"lacks\":\"\"}}";
    char plain[256], text[256];
    snprintf(plain, sizeof plain, "{%s}", deal);
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        snprintf(text, sizeof text, "{%s,%s}", deal, empty[i]);
        kind_keys(NASH_FORMAT_JSON, plain, NASH_FORMAT_JSON, text, true);
    }
    snprintf(plain, sizeof plain, "{%s,%s}", deal, sample);
    snprintf(text, sizeof text, "{%s,%s,%s,\"play\":[]}", deal, sample, none);
    kind_keys(NASH_FORMAT_JSON, plain, NASH_FORMAT_JSON, text, true);
    snprintf(text, sizeof text, "{%s,\"want\":\"play\",\"play\":[]}", deal);
    refuse(text, NASH_UNPROCESSABLE, "/play", "is missing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_as_problems),
        cmocka_unit_test(records_as_problems),
        cmocka_unit_test(empty_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
