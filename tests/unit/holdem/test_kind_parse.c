/* Valid and invalid requests of the form "equity", with the place of the error; spellings with the same key. */
#include "../solvers/kind_case.h"

extern const struct nash_solver nash_solver_holdem;
const struct nash_solver *const kind_solver = &nash_solver_holdem;

#define BAD(text, pointer)       kind_refuses(NASH_FORMAT_JSON, text, NASH_INVALID, pointer, "")
#define ODD(text, pointer, word) kind_refuses(NASH_FORMAT_JSON, text, NASH_UNPROCESSABLE, pointer, word)
#define BAD_TEXT(text, word)     kind_refuses(NASH_FORMAT_TEXT, text, NASH_INVALID, "", word)
#define ODD_TEXT(text, word)     kind_refuses(NASH_FORMAT_TEXT, text, NASH_UNPROCESSABLE, "", word)
#define TWO(one, two)            "{\"players\":[{\"range\":\"" one "\"},{\"range\":\"" two "\"}]"
#define DUEL(rest)               TWO("AhKs", "QQ") "," rest "}"
#define BET(bet)                 DUEL("\"pot\":10,\"to_call\":5,\"bets\":[" bet "]")

static void test_malformed(void **state)
{
    BAD("{}", "");
    BAD("[1]", "");
    BAD("{\"board\":\"\"}", "");
    BAD("{\"players\":1}", "/players");
    BAD("{\"players\":[]}", "/players");
    BAD("{\"players\":[{\"range\":\"AA\"}]}", "/players");
    BAD("{\"players\":[{},{},{},{},{},{},{},{},{},{}]}", "/players");
    BAD("{\"players\":[1,2]}", "/players/0");
    BAD("{\"players\":[{\"range\":\"AA\"},{}]}", "/players/1");
    BAD("{\"players\":[{\"range\":\"AA\"},{\"range\":5}]}", "/players/1/range");
    BAD("{\"players\":[{\"range\":\"AA\",\"hand\":1},{\"range\":\"KK\"}]}", "/players/0/hand");
    BAD("{\"players\":[{\"range\":\"AA\",\"name\":\"\"},{\"range\":\"KK\"}]}", "/players/0/name");
    BAD(DUEL("\"cards\":1"), "/cards");
    BAD(DUEL("\"board\":[\"Qh\"]"), "/board");
    BAD(DUEL("\"dead\":7"), "/dead");
    BAD(DUEL("\"method\":\"guess\""), "/method");
    BAD(DUEL("\"samples\":0"), "/samples");
    BAD(DUEL("\"samples\":100000001"), "/samples");
    BAD(DUEL("\"samples\":9223372036854775808"), "");
    BAD(DUEL("\"want\":\"grid\""), "/want");
    BAD(DUEL("\"want\":[\"all\"]"), "/want/0");
    BAD(DUEL("\"want\":[\"grid\",\"grid\"]"), "/want/1");
}

static void test_malformed_stakes(void **state)
{
    BAD(DUEL("\"to_call\":1"), "");
    BAD(DUEL("\"bets\":[]"), "");
    BAD(DUEL("\"pot\":-1"), "/pot");
    BAD(DUEL("\"pot\":1e13"), "/pot");
    BAD(DUEL("\"pot\":\"10\""), "/pot");
    BAD(DUEL("\"pot\":1e400"), "");
    BAD(BET("1"), "/bets/0");
    BAD(BET("{}"), "/bets/0");
    BAD(BET("{\"amount\":7,\"to\":9}"), "/bets/0");
    BAD(BET("{\"amount\":7,\"size\":9}"), "/bets/0/size");
    BAD(BET("{\"amount\":7,\"response\":{}}"), "/bets/0/response");
    BAD(BET("{\"amount\":7,\"response\":{\"fold\":1.5}}"), "/bets/0/response/fold");
    BAD(BET("{\"amount\":7,\"response\":{\"fold\":null}}"), "/bets/0/response/fold");
    ODD(BET("{\"amount\":7,\"response\":{\"fold\":\"QX\"}}"), "/bets/0/response/fold", "unknown rank");
    ODD(BET("{\"amount\":5}"), "/bets/0/amount", "to call");
    ODD(BET("{\"to\":5}"), "/bets/0/to", "to call");
    ODD("{\"players\":[{\"range\":\"AA\"},{\"range\":\"KK\"},{\"range\":\"QQ\"}],\"pot\":1,\"bets\":[{\"amount\":2}]}",
        "/bets", "one opponent");
}

static void test_cards(void **state)
{
    ODD(DUEL("\"board\":\"2c\""), "/board", "0, 3, 4 or 5 cards, not 1");
    ODD(DUEL("\"board\":\"2c3c\""), "/board", "not 2");
    ODD(DUEL("\"board\":\"2c3c4c5c6c7d\""), "/board", "not 6");
    ODD(DUEL("\"board\":\"2c3c4c5c6c7d8d\""), "/board", "at most");
    ODD(DUEL("\"board\":\"2c3c2c\""), "/board", "2c is there twice");
    ODD(DUEL("\"board\":\"10c3c2c\""), "/board", "write T");
    ODD(DUEL("\"board\":\"2c3c4x\""), "/board", "unknown suit");
    ODD(DUEL("\"board\":\"2c3c1c\""), "/board", "unknown rank");
    ODD(DUEL("\"board\":\"2c3c4c5\""), "/board", "suit");
    ODD(DUEL("\"board\":\"2c3c4c\",\"dead\":\"9s4c\""), "/dead", "4c is on the board");
    ODD(DUEL("\"dead\":\"9s9s\""), "/dead", "9s is there twice");
    ODD(DUEL("\"board\":\"2cAh4c\""), "/players/0/range", "Ah is on the board");
    ODD(DUEL("\"dead\":\"Ks\""), "/players/0/range", "Ks is dead");
    ODD(TWO("AhKs", "AhQh") "}", "/players/1/range", "Ah is in another");
    ODD(TWO("AhKs", "QQ") ",\"board\":\"QhQdQc\"}", "/players/1/range", "player 2 has no hand left");
    ODD(TWO("AA", "AA") ",\"dead\":\"As\"}", "/players", "no deal");
    ODD("{\"players\":[{\"range\":\"AA\"},{\"range\":\"AA\"},{\"range\":\"AA\"}]}", "/players", "no deal");
}

static void test_ranges(void **state)
{
    ODD(TWO("AA", "") "}", "/players/1/range", "range is expected");
    ODD(TWO("AA", "KK:0") "}", "/players/1/range", "all weights are 0");
    ODD(TWO("99-AA", "KK") "}", "/players/0/range", "inverted");
    ODD(TWO("A5s-K2s", "KK") "}", "/players/0/range", "share neither");
    ODD(TWO("KK", "10h9h") "}", "/players/1/range", "write T");
    ODD(TWO("KK", "AA:1e400") "}", "/players/1/range", "weight");
    ODD(TWO("KK", "AA:NaN") "}", "/players/1/range", "weight");
    ODD("{\"players\":[{\"range\":\"random\"},{\"range\":\"random\"},{\"range\":\"random\"}],\"method\":\"exact\"}",
        "/method", "monte_carlo");
}

static void test_text(void **state)
{
    BAD_TEXT("AhKs", "two ranges");
    BAD_TEXT("AhKs v QQ dead 2c on 3c4c5c", "order");
    BAD_TEXT("AhKs on 3c4c5c v QQ", "order");
    BAD_TEXT("AhKs v QQ\nAA v KK", "one line");
    BAD_TEXT("AA v AA v AA v AA v AA v AA v AA v AA v AA v AA", "2 to 9");
    ODD_TEXT("AhKs v", "range is expected");
    ODD_TEXT("AhKs v QX", "unknown rank");
    ODD_TEXT("AhKs v QQ on 2c3c", "not 2");
    ODD_TEXT("AhKs v QQ on 2c 3c Ah", "on the board");
    ODD_TEXT("AhKs v QQ on 2c 3c 4h dead 2c", "on the board");
}

static void test_keys(void **state)
{
    static const struct {
        enum nash_format format;
        const char *text;
        bool same;
    } cases[] = {
        {NASH_FORMAT_JSON, TWO("KsAh", "QdQc,QQ+,99:0") ",\"board\":\"7s Qh,2d\"}", true},
        {NASH_FORMAT_JSON,
         TWO("AhKs", "KK,AA,QQ") ",\"board\":\"Qh7s2d\",\"method\":\"exact\",\"samples\":5,\"want\":[\"grid\"]}", true},
        {NASH_FORMAT_TEXT, "ahks vs qq+ on 2d7sQh", true},
        {NASH_FORMAT_JSON, TWO("AhKs", "QQ+") ",\"board\":\"Qh7s2d\",\"dead\":\"2c\"}", false},
        {NASH_FORMAT_JSON, TWO("AhKs", "QQ+:0.5") ",\"board\":\"Qh7s2d\"}", false},
        {NASH_FORMAT_JSON, TWO("AhKs", "QQ+") ",\"board\":\"Qh7s2c\"}", false},
        {NASH_FORMAT_JSON, TWO("QQ+", "AhKs") ",\"board\":\"Qh7s2d\"}", false},
        {NASH_FORMAT_JSON, TWO("AhKs", "QQ+") ",\"board\":\"Qh7s2d\",\"method\":\"monte_carlo\"}", false},
        {NASH_FORMAT_JSON, TWO("AhKs", "QQ+") ",\"board\":\"Qh7s2d\",\"want\":[\"combos\",\"grid\"]}", false},
        {NASH_FORMAT_JSON, TWO("AhKs", "QQ+") ",\"board\":\"Qh7s2d\",\"pot\":1}", false},
    };
    const char *const first = TWO("AhKs", "QQ+") ",\"board\":\"Qh7s2d\"}";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        kind_keys(NASH_FORMAT_JSON, first, cases[i].format, cases[i].text, cases[i].same);
    kind_keys(NASH_FORMAT_JSON, DUEL("\"method\":\"monte_carlo\""), NASH_FORMAT_JSON,
              DUEL("\"method\":\"monte_carlo\",\"samples\":1000000"), true);
    kind_keys(NASH_FORMAT_JSON, DUEL("\"method\":\"monte_carlo\""), NASH_FORMAT_JSON,
              DUEL("\"method\":\"monte_carlo\",\"samples\":1000001"), false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_malformed), cmocka_unit_test(test_malformed_stakes),
        cmocka_unit_test(test_cards),     cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_text),      cmocka_unit_test(test_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
