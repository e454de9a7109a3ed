/* The JSON form: notations of one problem share one key, the default of "want", and every fault with its pointer and
 * status. */
#include "../harness/check.h"

#define DEAL    "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
#define ENDING  "N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K"
#define Q(text) "\"" text "\""

static void assert_same_key(const char *a, const char *b)
{
    struct nash_hash one = key_of(a), two = key_of(b);
    if (memcmp(&one, &two, sizeof one) != 0)
        fail_msg("%s and %s have different keys", a, b);
}

static void assert_other_key(const char *a, const char *b)
{
    struct nash_hash one = key_of(a), two = key_of(b);
    if (memcmp(&one, &two, sizeof one) == 0)
        fail_msg("%s and %s have one key", a, b);
}

static void spellings(void **state)
{
    static const char plain[] = "{\"deal\":" Q(DEAL) "}";
    assert_same_key(plain, "{\"deal\":\"s:k5.1083.kq9.a7652 at942.aq4.32.kj3 qj6.k652.j85.1098 873.j97.a10764.q4\"}");
    assert_same_key(plain,
                    "{\"deal\":{\"W\":\"AT942.AQ4.32.KJ3\",\"S\":\"K5.T83.KQ9.A7652\",\"N\":\"QJ6.K652.J85.T98\","
                    "\"E\":\"873.J97.AT764.Q4\"}}");
    assert_same_key(plain, "{\"deal\":\"3SK5HT83DKQ9CA7652,SAT942HAQ4D32CKJ3,SQJ6HK652DJ85CT98\",\"dealer\":\"N\"}");
    assert_same_key(plain, "{\"deal\":" Q(DEAL) ",\"want\":[\"par\",\"table\"],\"dealer\":\"n\",\"vulnerable\":\"-\"}");
    assert_same_key(plain, DEAL);
    assert_same_key(plain, "{\"record\":" Q(DEAL) "}");
    assert_same_key("{\"deal\":" Q(DEAL) ",\"contract\":\"2SX by W\"}",
                    "{\"deal\":" Q(DEAL) ",\"contract\":\"2sx\",\"declarer\":\"w\",\"strain\":\"S\",\"leader\":\"N\"}");
    assert_same_key("{\"deal\":" Q(DEAL) ",\"contract\":\"2S-W\",\"play\":\"CTC4 CA, CJ\"}",
                    "{\"deal\":" Q(DEAL) ",\"contract\":\"2S-W\",\"play\":[\"C10\",\"4C\",\"ac\",\"jC\"]}");
    assert_same_key(
        "{\"deal\":\"N:Q6.2.8. 8.J9..4 K.8.9.2 T.4..K\",\"strain\":\"NT\",\"leader\":\"W\",\"trick\":\"D2\"}",
        "{\"deal\":\"W:T.4.-.K Q6.2.8.- 8.J9.-.4 K.8.9.2\",\"strain\":\"n\",\"leader\":\"w\",\"trick\":[\"2d\"],"
        "\"want\":\"card\"}");
    assert_other_key(plain, "{\"deal\":" Q(DEAL) ",\"dealer\":\"E\"}");
    assert_other_key(plain, "{\"deal\":" Q(DEAL) ",\"vulnerable\":\"ns\"}");
    assert_other_key(plain, "{\"deal\":" Q(DEAL) ",\"want\":\"table\"}");
    assert_other_key("{\"deal\":" Q(DEAL) ",\"strain\":\"S\",\"leader\":\"N\"}",
                     "{\"deal\":" Q(DEAL) ",\"strain\":\"S\",\"leader\":\"E\"}");
}

static void assert_wants(const char *text, unsigned want)
{
    struct nash_arena *arena;
    const struct bridge_problem *p = accept(text, &arena);
    if (p->want != want)
        fail_msg("%s asks for %#x", text, p->want);
    nash_arena_free(arena);
}

static void questions(void **state)
{
    assert_wants("{\"deal\":" Q(DEAL) "}", BRIDGE_WANT_TABLE | BRIDGE_WANT_PAR);
    assert_wants("{\"deal\":" Q(ENDING) "}", BRIDGE_WANT_TABLE);
    assert_wants("{\"deal\":" Q(DEAL) ",\"strain\":\"S\",\"leader\":\"N\"}", BRIDGE_WANT_CARD);
    assert_wants("{\"deal\":" Q(DEAL) ",\"strain\":\"S\"}", BRIDGE_WANT_TABLE | BRIDGE_WANT_PAR);
    assert_wants("{\"deal\":" Q(DEAL) ",\"strain\":\"S\",\"declarer\":\"E\"}", BRIDGE_WANT_CARD);
    assert_wants("{\"deal\":" Q(DEAL) ",\"contract\":\"4S by E\"}", BRIDGE_WANT_CARD | BRIDGE_WANT_SCORE);
    assert_wants("{\"deal\":" Q(DEAL) ",\"contract\":\"4S by E\",\"tricks\":9}", BRIDGE_WANT_SCORE);
    assert_wants("{\"deal\":" Q(DEAL) ",\"contract\":\"pass\"}", BRIDGE_WANT_SCORE);
    assert_wants("{\"contract\":\"4S by E\",\"tricks\":9}", BRIDGE_WANT_SCORE);
    assert_wants("{\"deal\":" Q(DEAL) ",\"contract\":\"2S by W\",\"play\":\"CT\"}",
                 BRIDGE_WANT_PLAY | BRIDGE_WANT_SCORE);
    assert_wants("{\"deal\":" Q(DEAL) ",\"strain\":\"S\",\"leader\":\"N\",\"play\":\"CT\"}", BRIDGE_WANT_PLAY);
    assert_wants("{\"deal\":" Q(ENDING) ",\"contract\":\"4S by S\",\"leader\":\"W\"}", BRIDGE_WANT_CARD);
    assert_wants("{\"deal\":" Q(ENDING) ",\"strain\":\"S\",\"leader\":\"N\",\"known\":[\"N\",\"S\"],\"samples\":9}",
                 BRIDGE_WANT_SAMPLE);
}

/* Texts that break the schema are refused with NASH_INVALID, which is status 400. */
static void malformed(void **state)
{
    static const char *const rows[][2] = {
        {"{}", ""},
        {"{\"contract\":\"4S by N\"}", ""},
        {"{\"deal\":" Q(DEAL) ",\"deals\":1}", "/deals"},
        {"{\"deal\":\"\"}", "/deal"},
        {"{\"deal\":7}", "/deal"},
        {"{\"deal\":\"X:...\"}", "/deal"},
        {"{\"deal\":\"N:QJ6.K652.J85.T98\"}", "/deal"},
        {"{\"deal\":\"N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ1\"}", "/deal"},
        {"{\"deal\":\"N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32\"}", "/deal"},
        {"{\"deal\":" Q(DEAL) ",\"record\":" Q(DEAL) "}", "/record"},
        {"{\"deal\":{\"N\":\"AKQ\"}}", "/deal/N"},
        {"{\"deal\":{\"X\":\"...\"}}", "/deal/X"},
        {"{\"deal\":{\"N\":\"AA...\",\"E\":\"?...\"}}", "/deal/E"},
        {"{\"record\":\"\"}", "/record"},
        {"{\"record\":7}", "/record"},
        {"{\"deal\":" Q(DEAL) ",\"want\":\"tables\"}", "/want"},
        {"{\"deal\":" Q(DEAL) ",\"want\":[]}", "/want"},
        {"{\"deal\":" Q(DEAL) ",\"want\":[\"table\",7]}", "/want/1"},
        {"{\"deal\":" Q(DEAL) ",\"want\":[1,2]}", "/want/0"},
        {"{\"deal\":" Q(DEAL) ",\"strain\":\"X\"}", "/strain"},
        {"{\"deal\":" Q(DEAL) ",\"strain\":\"NTT\"}", "/strain"},
        {"{\"deal\":" Q(DEAL) ",\"strain\":4}", "/strain"},
        {"{\"deal\":" Q(DEAL) ",\"leader\":\"north\"}", "/leader"},
        {"{\"deal\":" Q(DEAL) ",\"leader\":\"\"}", "/leader"},
        {"{\"deal\":" Q(DEAL) ",\"dealer\":1}", "/dealer"},
        {"{\"deal\":" Q(DEAL) ",\"vulnerable\":\"we\"}", "/vulnerable"},
        {"{\"deal\":" Q(DEAL) ",\"contract\":\"8S\"}", "/contract"},
        {"{\"deal\":" Q(DEAL) ",\"contract\":\"4S by N or so\"}", "/contract"},
        {"{\"contract\":\"4S by N\",\"tricks\":14}", "/tricks"},
        {"{\"contract\":\"4S by N\",\"tricks\":-1}", "/tricks"},
        {"{\"contract\":\"4S by N\",\"tricks\":9.5}", "/tricks"},
        {"{\"deal\":" Q(DEAL) ",\"trick\":[\"SA\",\"SK\",\"SQ\",\"SJ\"]}", "/trick"},
        {"{\"deal\":" Q(DEAL) ",\"trick\":[1,2]}", "/trick/0"},
        {"{\"deal\":" Q(DEAL) ",\"play\":\"CTC\"}", "/play"},
        {"{\"deal\":" Q(DEAL) ",\"play\":[\"CT\",\"C1\"]}", "/play/1"},
        {"{\"deal\":" Q(DEAL) ",\"samples\":0}", "/samples"},
        {"{\"deal\":" Q(DEAL) ",\"samples\":2001}", "/samples"},
        {"{\"deal\":" Q(DEAL) ",\"known\":[]}", "/known"},
        {"{\"deal\":" Q(DEAL) ",\"known\":[\"N\",\"Q\"]}", "/known/1"},
        {"{\"deal\":" Q(DEAL) ",\"samples\":5,\"constraints\":[]}", "/constraints"},
        {"{\"deal\":" Q(DEAL) ",\"samples\":5,\"constraints\":{\"N\":{\"hcp\":38}}}", "/constraints/N/hcp"},
        {"{\"deal\":" Q(DEAL) ",\"samples\":5,\"constraints\":{\"N\":{\"hcp\":[1]}}}", "/constraints/N/hcp"},
        {"{\"deal\":" Q(DEAL) ",\"samples\":5,\"constraints\":{\"N\":{\"hcp\":[1,2,3]}}}", "/constraints/N/hcp"},
        {"{\"deal\":" Q(DEAL) ",\"samples\":5,\"constraints\":{\"N\":{\"hcp\":[1.5,2]}}}", "/constraints/N/hcp"},
        {"{\"deal\":" Q(DEAL) ",\"samples\":5,\"constraints\":{\"N\":{\"shape\":{\"N\":1}}}}",
         "/constraints/N/shape/N"},
        {"{\"deal\":" Q(DEAL) ",\"samples\":5,\"constraints\":{\"N\":{\"shape\":{\"S\":14}}}}",
         "/constraints/N/shape/S"},
        {"{\"deal\":" Q(DEAL) ",\"samples\":5,\"constraints\":{\"N\":{\"has\":\"X\"}}}", "/constraints/N/has"},
        {"{\"deal\":" Q(DEAL) ",\"samples\":5,\"constraints\":{\"N\":{\"points\":1}}}", "/constraints/N/points"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        refuse(rows[i][0], NASH_INVALID, rows[i][1], "");
    kind_refuses(NASH_FORMAT_JSON, "[]", NASH_INVALID, "", "");
}

/* Members that contradict each other are refused with NASH_UNPROCESSABLE, which is status 422. */
static void senseless(void **state)
{
    static const char *const rows[][3] = {
        {"{\"deal\":\"N:QJJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3\"}", "/deal",
         "North holds the SJ twice"},
        {"{\"deal\":{\"N\":\"AA...\"}}", "/deal/N", "twice"},
        {"{\"deal\":{\"N\":\"A...\",\"E\":\"A...\"}}", "/deal", "both hold the SA"},
        {"{\"deal\":{\"N\":\"A...\",\"E\":\"K...\"}}", "/deal", "1, 1, 0 and 0"},
        {"{\"deal\":\"N:... ... ... ...\"}", "/deal", "nothing to play"},
        {"{\"deal\":\"N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A765 AT942.AQ4.32.KJ3\",\"want\":\"par\"}",
         "/deal", "in no hand: C2"},
        {"{\"deal\":\"N:QJ6.K652.J85.T9 873.J97.AT764.Q4 K5.T83.KQ9.A7652 "
         "AT942.AQ4.32.KJ3\",\"trick\":\"C8\",\"strain\":\"S\","
         "\"leader\":\"N\",\"want\":[\"par\",\"card\"]}",
         "/trick", "unequal"},
        {"{\"deal\":" Q(DEAL) ",\"want\":\"card\"}", "/strain", "missing"},
        {"{\"deal\":" Q(DEAL) ",\"want\":\"card\",\"strain\":\"S\"}", "/leader", "missing"},
        {"{\"deal\":" Q(DEAL) ",\"want\":\"line\",\"leader\":\"S\"}", "/strain", "missing"},
        {"{\"deal\":" Q(DEAL) ",\"want\":\"play\",\"strain\":\"S\",\"leader\":\"N\"}", "/play", "missing"},
        {"{\"deal\":" Q(DEAL) ",\"want\":\"score\"}", "/contract", "missing"},
        {"{\"deal\":" Q(DEAL) ",\"want\":\"score\",\"contract\":\"4S\"}", "/contract", "no declarer"},
        {"{\"deal\":" Q(DEAL) ",\"contract\":\"4S by N\",\"declarer\":\"S\"}", "/declarer", "not who declares"},
        {"{\"deal\":" Q(DEAL) ",\"contract\":\"4S by N\",\"strain\":\"H\"}", "/strain", "not the strain"},
        {"{\"deal\":" Q(DEAL) ",\"contract\":\"4S by N\",\"leader\":\"S\"}", "/leader", "East leads"},
        {"{\"deal\":" Q(DEAL) ",\"contract\":\"pass\",\"want\":\"card\"}", "/contract", "passed out"},
        {"{\"deal\":" Q(ENDING) ",\"want\":\"par\"}", "/want", "whole deals"},
        {"{\"deal\":" Q(ENDING) ",\"want\":\"score\",\"contract\":\"4S by N\"}", "/tricks", "missing"},
        {"{\"deal\":" Q(ENDING) ",\"want\":\"table\",\"trick\":\"SA\",\"strain\":\"S\",\"leader\":\"N\"}", "/trick",
         "unequal"},
        {"{\"deal\":" Q(DEAL) ",\"want\":\"table\",\"tricks\":4,\"contract\":\"4S by N\"}", "/tricks", "\"score\""},
        {"{\"deal\":" Q(DEAL) ",\"want\":\"table\",\"play\":\"CT\"}", "/play", "\"play\""},
        {"{\"contract\":\"4S by N\",\"tricks\":9,\"want\":\"table\"}", "/deal", "missing"},
        {"{\"deal\":" Q(DEAL) ",\"known\":[\"N\"]}", "/known", "\"samples\""},
        {"{\"deal\":" Q(DEAL) ",\"constraints\":{}}", "/constraints", "\"samples\""},
        {"{\"deal\":" Q(DEAL) ",\"samples\":9,\"strain\":\"S\",\"leader\":\"N\",\"want\":\"card\"}", "/want", "leave"},
        {"{\"deal\":" Q(DEAL) ",\"samples\":9}", "/strain", "missing"},
        {"{\"deal\":" Q(ENDING) ",\"samples\":9,\"strain\":\"S\",\"leader\":\"N\",\"known\":[\"N\"],"
                                "\"constraints\":{\"E\":{\"hcp\":[9,3]}}}",
         "/constraints/E/hcp", "[9, 3] is empty"},
        {"{\"deal\":" Q(DEAL) ",\"strain\":\"S\",\"leader\":\"N\",\"play\":\"CTC4CAC2\"}", "/play/3", "does not hold"},
        {"{\"deal\":" Q(DEAL) ",\"strain\":\"S\",\"leader\":\"N\",\"play\":\"CTC4CASA\"}", "/play/3", "revoke"},
        {"{\"deal\":" Q(DEAL) ",\"strain\":\"S\",\"leader\":\"N\",\"play\":[\"SA\"]}", "/play/0", "does not hold"},
        {"{\"deal\":" Q(ENDING) ",\"strain\":\"S\",\"leader\":\"N\",\"trick\":[\"SQ\"]}", "/deal", "besides the trick"},
        {"{\"record\":\"nonsense\"}", "/record", "seat"},
        {"{\"record\":\"[Deal \\\"#\\\"]\"}", "/record", "write it out"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        refuse(rows[i][0], NASH_UNPROCESSABLE, rows[i][1], rows[i][2]);
}

/* A member that breaks the schema is reported before an impossible deal. */
static void schema_first(void **state)
{
    refuse("{\"deal\":\"N:AA... ... ... ...\",\"want\":\"x\"}", NASH_INVALID, "/want", "");
    refuse("{\"deal\":\"N:AA... ... ... ...x\"}", NASH_INVALID, "/deal", "");
    refuse("{\"samples\":9,\"constraints\":{\"E\":{\"hcp\":[9,3]}},\"deal\":3}", NASH_INVALID, "/deal", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spellings), cmocka_unit_test(questions),    cmocka_unit_test(malformed),
        cmocka_unit_test(senseless), cmocka_unit_test(schema_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
