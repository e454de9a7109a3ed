/* The readers on the sample files in data/: every hand and every refusal is as written beside them, which was checked
 * by hand; the same hand in another format is the same; the identity of a hand depends on all of it. */
#include <stdlib.h>
#include <string.h>

#include <solvers/holdem/history/history.h>
#include <solvers/holdem/history/settle.h>

#include "../../base/test.h"
#include "hand_text.h"

static struct holdem_history history;

static char *read_file(const char *name, size_t *len)
{
    char path[512], *text = NULL;
    size_t room = 0;
    snprintf(path, sizeof path, HOLDEM_DATA_DIR "/%s", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const ssize_t got = getdelim(&text, &room, EOF, file);
    fclose(file);
    assert_true(got > 0);
    *len = (size_t)got;
    return text;
}

/* Appends all hands and refusals of a text. */
static void read_all(enum history_format format, const char *text, size_t len, struct nash_buf *out)
{
    if (!holdem_history_open(&history, format, text, len))
        fail_msg("%s", history.refusal.why);
    for (enum history_step step; (step = holdem_history_next(&history)) != HISTORY_END;) {
        const struct history_refusal *refusal = &history.refusal;
        if (step == HISTORY_READ)
            hand_text(&history.hand, out);
        else
            nash_buf_printf(out, "REFUSED hand %u line %u id %s: %s\n", refusal->hand, refusal->line, refusal->id,
                            refusal->why);
    }
}

static void compare_file(const char *name, const char *expected_name)
{
    size_t len, expected_len;
    char *text = read_file(name, &len), *expected = read_file(expected_name, &expected_len);
    struct nash_buf out = NASH_BUF_INIT(0);
    read_all(HISTORY_FORMAT_AUTO, text, len, &out);
    assert_string_equal(nash_buf_cstr(&out), expected);
    nash_buf_free(&out);
    free(text);
    free(expected);
}

static void samples(void **state)
{
    compare_file("cash.txt", "cash.expected");
    compare_file("tournament.txt", "tournament.expected");
    compare_file("limit.txt", "limit.expected");
    compare_file("several.phhs", "several.expected");
    compare_file("competition.log", "competition.expected");
}

/* What the players of the tournament collect, from a main pot of antes and a side pot, follows from the cards. */
static void results_follow(void **state)
{
    size_t len;
    char *text = read_file("tournament.txt", &len);
    int64_t finish[HISTORY_SEATS];
    assert_true(holdem_history_open(&history, HISTORY_FORMAT_AUTO, text, len));
    assert_int_equal(holdem_history_next(&history), HISTORY_READ);
    assert_true(history_settle(&history.play, HISTORY_CHIP, finish));
    for (unsigned i = 0; i < history.hand.players; i++)
        assert_int_equal(finish[i], history.hand.seat[i].finish);
    free(text);
}

/* Windows line ends and byte order marks change nothing. */
static void line_ends(void **state)
{
    static const char *const names[][2] = {{"cash.txt", "cash.expected"},
                                           {"several.phhs", "several.expected"},
                                           {"competition.log", "competition.expected"}};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        size_t len, expected_len;
        char *text = read_file(names[k][0], &len), *expected = read_file(names[k][1], &expected_len);
        struct nash_buf crlf = NASH_BUF_INIT(0), out = NASH_BUF_INIT(0);
        nash_buf_puts(&crlf, "\xef\xbb\xbf");
        for (size_t i = 0; i < len; i++) {
            if (text[i] == '\n')
                nash_buf_putc(&crlf, '\r');
            nash_buf_putc(&crlf, text[i]);
        }
        read_all(HISTORY_FORMAT_AUTO, crlf.data, crlf.len, &out);
        assert_string_equal(nash_buf_cstr(&out), expected);
        nash_buf_free(&crlf);
        nash_buf_free(&out);
        free(text);
        free(expected);
    }
}

/* Reads the only hand of a text. */
static const struct holdem_history_hand *read_one(const char *text)
{
    assert_true(holdem_history_open(&history, HISTORY_FORMAT_AUTO, text, strlen(text)));
    if (holdem_history_next(&history) != HISTORY_READ)
        fail_msg("%s", history.refusal.why);
    return &history.hand;
}

/* A hand of each format that is the same hand has the same text. */
static void formats_agree(void **state)
{
    static const char *const texts[] = {
        "STATE:9:r200c/r400r800f:Ah2c|KdKs/4c5h6d:-400|400:Ann|Bob",
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\nmin_bet = 100\n"
        "starting_stacks = [20000, 20000]\nplayers = ['Ann', 'Bob']\nhand = 9\n"
        "actions = ['d dh p1 Ah2c', 'd dh p2 KdKs', 'p2 cbr 200', 'p1 cc', 'd db 4c5h6d', 'p1 cbr 200', 'p2 cbr 600',\n"
        "'p1 f']",
        "PokerStars Hand #9: Hold'em No Limit (50/100) -\nTable 'x' 2-max Seat #2 is the button\n"
        "Seat 1: Ann (20000 in chips)\nSeat 2: Bob (20000 in chips)\nBob: posts small blind 50\n"
        "Ann: posts big blind 100\n*** HOLE CARDS ***\nDealt to Ann [Ah 2c]\nDealt to Bob [Kd Ks]\n"
        "Bob: raises 100 to 200\nAnn: calls 100\n*** FLOP *** [4c 5h 6d]\nAnn: bets 200\nBob: raises 400 to 600\n"
        "Ann: folds\nUncalled bet (400) returned to Bob\nBob collected 800 from pot\n"};
    struct nash_buf first = NASH_BUF_INIT(0);
    hand_text_play(read_one(texts[0]), &first);
    const uint64_t identity = history_identity(&history.hand);
    for (size_t i = 1; i < sizeof texts / sizeof *texts; i++) {
        struct nash_buf other = NASH_BUF_INIT(0);
        hand_text_play(read_one(texts[i]), &other);
        assert_string_equal(nash_buf_cstr(&other), nash_buf_cstr(&first));
        assert_true(history_identity(&history.hand) == identity);
        nash_buf_free(&other);
    }
    nash_buf_free(&first);
}

/* Changing any part of a hand changes its identity; reading it again does not. */
static void identities(void **state)
{
    static const char *const texts[] = {
        "STATE:1:cr300c/cc/cc/cc:Ah2s|Ad3s/4d4h4s/5d/6d", "STATE:2:cr300c/cc/cc/cc:Ah2s|Ad3s/4d4h4s/5d/6d",
        "STATE:1:cr301c/cc/cc/cc:Ah2s|Ad3s/4d4h4s/5d/6d", "STATE:1:cr300c/cc/cc/cc:Ah2s|Ad3h/4d4h4s/5d/6d",
        "STATE:1:cr300c/cc/cc/cc:Ah2s|/4d4h4s/5d/6d",     "STATE:1:cr300c/cc/cc/cc:Ah2s|Ad3s/4d4h4s/5d/7d",
        "STATE:1:cr300c/cc/cc:Ah2s|Ad3s/4d4h4s/5d",       "STATE:1:cr300c/cc/cc/cf:Ah2s|Ad3s/4d4h4s/5d/6d"};
    enum { TEXTS = sizeof texts / sizeof *texts };
    uint64_t identity[TEXTS];
    for (size_t i = 0; i < TEXTS; i++) {
        identity[i] = history_identity(read_one(texts[i]));
        assert_true(identity[i] == history_identity(read_one(texts[i])));
        for (size_t k = 0; k < i; k++)
            if (identity[k] == identity[i])
                fail_msg("%s and %s have one identity", texts[k], texts[i]);
    }
    /* the order of two hole cards is no difference; the value is stored in models and must stay */
    assert_true(history_identity(read_one("STATE:1:cr300c/cc/cc/cc:2sAh|Ad3s/4d4h4s/5d/6d")) == identity[0]);
}

struct refusal_case {
    const char *text, *why; /* part of the reason */
    unsigned line;
};

/* Checks that the first hand of each text is refused. */
static void check_refusals(const struct refusal_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_true(holdem_history_open(&history, HISTORY_FORMAT_AUTO, cases[i].text, strlen(cases[i].text)));
        if (holdem_history_next(&history) != HISTORY_REFUSED)
            fail_msg("not refused: %s", cases[i].text);
        if (!strstr(history.refusal.why, cases[i].why) || history.refusal.line != cases[i].line)
            fail_msg("%s is refused at line %u: %s", cases[i].text, history.refusal.line, history.refusal.why);
        assert_int_equal(history.refusal.hand, 1);
    }
}

/* Texts in PHH and ACPC's notation. */
static void refusals(void **state)
{
#define PHH_HEAD                  "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n"
#define PHH_TEXT(stacks, actions) PHH_HEAD "starting_stacks = [" stacks "]\nactions = [" actions "]\n"
#define PHH_PLAY(actions)         PHH_TEXT("100, 100, 100", actions)
    static const struct refusal_case cases[] = {
        {PHH_PLAY("'p3 f', 'p1 f', 'p3 cc'"), "action 3, \"p3 cc\": p3 acts after a fold", 6},
        {PHH_PLAY("'p3 cbr 6',\n'p1 cbr 9'"), "action 2, \"p1 cbr 9\": p1 raises to 9; the smallest is to 10", 7},
        {PHH_PLAY("'p3 cbr 101'"), "action 1, \"p3 cbr 101\": p3 raises to 101, but has only 100 more", 6},
        {PHH_PLAY("'d dh p1 AhKd', 'd dh p2 2cAh'"), "action 2, \"d dh p2 2cAh\": the card Ah is dealt twice", 6},
        {PHH_PLAY("'d dh p1 AhAh'"), "action 1, \"d dh p1 AhAh\": the card Ah is dealt twice", 6},
        {PHH_PLAY("'d dh p1 Ah'"), "two cards such as AhKd or ???? are expected, not \"Ah\"", 6},
        {PHH_PLAY("'d dh p1 AhXx'"), "two cards such as AhKd", 6},
        {PHH_PLAY("'d dh p4 AhKh'"), "\"p4\" is not a player; p1 to p3 are expected", 6},
        {PHH_PLAY("'p1 cc'"), "p1 acts, but it is the turn of p3", 6},
        {PHH_PLAY("'d db AhKhQh'"), "board cards are dealt, but it is the turn of p3", 6},
        {PHH_PLAY("'p3 cc', 'p1 cc', 'p2 cc', 'd db AhKh'"), "the flop has 3 cards, not 2", 6},
        {PHH_PLAY("'p3 cc', 'p1 cc', 'p2 cc', 'd db AhKh?"
                  "?'"),
         "the cards of the board must be known", 6},
        {PHH_PLAY("'p3 cc', 'p1 cc', 'p2 cc', 'p1 cc'"), "p1 acts, but the cards of the flop are expected", 6},
        {PHH_PLAY("'p3 f', 'p1 f', 'd db AhKhQh'"), "board cards are dealt, but the hand is over", 6},
        {PHH_PLAY("'p3 f', 'p1 f', 'p2 cc'"), "p2 acts, but the hand is over", 6},
        {PHH_PLAY("'d dh p1 AhKh', 'p1 sm 2c3c'"), "p1 has 2c3c, but other cards before", 6},
        {PHH_PLAY("'p3 cbr'"), "an amount is expected, not \"\"", 6},
        {PHH_PLAY("'p3 cbr 1e400'"), "an amount is expected, not \"1e400\"", 6},
        {PHH_PLAY("'p3 cbr -5'"), "an amount is expected, not \"-5\"", 6},
        {PHH_PLAY("'p3 cbr 6 7'"), "nothing is expected after the amount, found \"7\"", 6},
        {PHH_PLAY("'p3 f f'"), "nothing is expected after \"f\", found \"f\"", 6},
        {PHH_PLAY("'p3 sd AhKh'"), "\"sd\" is not an action of hold'em", 6},
        {PHH_PLAY("7"), "action 1 is not a string", 6},
        {PHH_PLAY("'p3 f' 'p1 f'"), "a comma is missing between the elements of an array", 6},
        {PHH_TEXT("100, 0, 100", ""), "p2 has no chips; a stack must be above 0", 1},
        {PHH_TEXT("100, 100", ""), "starting_stacks has 2 amounts, but there are 3 players", 5},
        {PHH_TEXT("100, -1, 100", ""), "found \"-1\"", 5},
        {PHH_TEXT("100, nan, 100", ""), "found \"nan\"", 5},
        {PHH_TEXT("100, 1e13, 100", ""), "found \"1e13\"", 5},
        {PHH_TEXT("100, 0.00001, 100", ""), "with at most 4 decimals, found \"0.00001\"", 5},
        {"variant = 'NT'\nblinds_or_straddles = [1]\nactions = []\n", "a hand has 2 to 10 players, not 1", 1},
        {"variant = 'NT'\nblinds_or_straddles = []\nactions = []\n", "a hand has 2 to 10 players, not 0", 1},
        {"variant = 'NT'\nblinds_or_straddles = [1 2]\nactions = []\n", "found \"1 2\"", 2},
        {"variant = 'NT'\nblinds_or_straddles = ['1' '2']\nactions = []\n", "a comma is missing", 2},
        {"variant = 'NT'\nactions = []\n", "the field blinds_or_straddles is missing", 1},
        {"antes = [1, 2]\nactions = []\n", "the variant is missing; NT or FT is expected", 1},
        {"variant = \"PO\"\n", "the variant PO (pot-limit Omaha) is not read; supported are NT and FT", 1},
        {"variant = \"XX\"\n", "the variant XX (an unknown game) is not read", 1},
        {"variant = 'NT' x\n", "the line goes on after its value", 1},
        {"variant = 'NT\n", "a string has no end", 1},
        {"variant =\n", "a value is missing", 1},
        {"variant = 'NT'\nthis is no field\n", "a line \"key = value\" is expected", 2},
        {"[1\nvariant = 'NT'\n", "a table's name is expected alone on its line", 1},
        {"STATE:1:r300c/cc", "a line STATE:number:actions:cards is expected", 1},
        {"STATE:1:x:AhKh|2c3c", "'x' is not an action; f, c, r or / is expected", 1},
        {"STATE:1:ff:AhKh|2c3c", "action 2: p2 acts after a fold", 1},
        {"STATE:1:r20001:AhKh|2c3c", "p2 raises to 20001, but has only 19950 more", 1},
        {"STATE:1:cc/:AhKh|2c3c", "the cards of a street are missing", 1},
        {"STATE:1:cc/:AhKh|2c3c/4c5c", "the flop has 3 cards, not 2", 1},
        {"STATE:1:f:AhKh", "cards of 2 to 10 players are expected, found 1", 1},
        {"STATE:1:f:AhKhQh|2c3c", "two cards are expected, not \"AhKhQh\"", 1},
        {"STATE:1:f:AhKh|2c3c:50", "the results or names do not fit the 2 players", 1},
    };
    check_refusals(cases, sizeof cases / sizeof *cases);
}

/* The same for the text of PokerStars: a table of three with a line or two of play. */
static void refusals_of_site_text(void **state)
{
#define SITE_HEAD "PokerStars Hand #5: Hold'em No Limit ($1/$2 USD) - 2024/01/01 1:00:00 ET\n"
#define SITE_TABLE                                                                                                     \
    SITE_HEAD "Table 'T' 6-max Seat #4 is the button\nSeat 1: Ann ($100 in chips)\nSeat 3: Bob ($100 in chips)\n"      \
              "Seat 4: Cid ($100 in chips)\nAnn: posts small blind $1\nBob: posts big blind $2\n*** HOLE CARDS ***\n"
    static const struct refusal_case cases[] = {
        {SITE_TABLE "Cid: folds\nAnn: folds\nCid: calls $2\n", "\"Cid: calls $2\": p3 (Cid) acts after a fold", 11},
        {SITE_TABLE "Cid: raises $1 to $3\n", "p3 (Cid) raises to 3; the smallest is to 4", 9},
        {SITE_TABLE "Cid: raises $99 to $101\n", "p3 (Cid) raises to 101, but has only 100 more", 9},
        {SITE_TABLE "Cid: bets $4\n", "p3 (Cid) bets, but there is a bet of 2 already", 9},
        {SITE_TABLE "Cid: calls $1\n", "p3 (Cid) calls 1, but a call costs 2", 9},
        {SITE_TABLE "Cid: calls\n", "an amount is expected after \"calls\"", 9},
        {SITE_TABLE "Cid: raises $2\n", "an amount is expected after \"raises .. to\"", 9},
        {SITE_TABLE "Cid: checks\n", "p3 (Cid) checks, but must call 2", 9},
        {SITE_TABLE "Ann: folds\n", "p1 (Ann) acts, but it is the turn of p3 (Cid)", 9},
        {SITE_TABLE "Cid: dances\n", "\"dances\" is not an action; folds, checks, calls, bets or raises is expected",
         9},
        {SITE_TABLE "Dealt to Ann [Ah Ah]\n", "the card Ah is dealt twice", 9},
        {SITE_TABLE "Dealt to Ann [Ah Kh Qh]\n", "two cards are expected, not \"Ah Kh Qh\"", 9},
        {SITE_TABLE "*** FLOP *** [Ah Kh Qh]\n", "board cards are dealt, but it is the turn of p3 (Cid)", 9},
        {SITE_TABLE "Cid: calls $2\nAnn: calls $1\nBob: checks\n*** FLOP ***\n", "the cards of the board are expected",
         12},
        {SITE_TABLE "Cid: folds\n", "the text of the hand ends before its play does", 9},
        {SITE_HEAD "Seat 1: Ann ($100 in chips)\n", "the lines of the table", 1},
        {SITE_HEAD "Table 'T' Seat #1 is the button\nSeat 1: Ann (no chips in chips)\n", "a seat is not read", 3},
        {"PokerStars Hand #5: Hold'em No Limit\n", "the stakes, such as ($0.01/$0.02), are missing", 1},
        {"PokerStars Hand #5: 6+ Hold'em No Limit (1/2)\n", "the game \"6+ Hold'em No Limit (1/2)\" is not read", 1},
        {"PokerStars Hand #5: 7 Card Stud Limit (1/2)\n", "the game \"7 Card Stud Limit (1/2)\" is not read", 1},
    };
    check_refusals(cases, sizeof cases / sizeof *cases);
}

/* Headers, tables and seats in all their forms. */
static void site_headers(void **state)
{
    static const struct {
        const char *header, *id;
        enum history_betting betting;
        unsigned min_bet, big_bet; /* in hundredths */
        uint64_t time;
    } cases[] = {
        {"PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2024/03/05 7:08:09 ET", "1", HISTORY_NO_LIMIT, 200, 200,
         20240305070809},
        {"PokerStars Game #22: Hold'em Pot Limit (\u20ac1/\u20ac2 EUR) - 2009/12/31 23:59:59 CET", "22",
         HISTORY_POT_LIMIT, 200, 200, 20091231235959},
        {"PokerStars Zoom Hand #3: Hold'em No Limit (1/2) -", "3", HISTORY_NO_LIMIT, 200, 200, 0},
        {"PokerStars Hand #4: {Club #7} Hold'em No Limit (1/2) - 2021/02/03 4:05:06 ET", "4", HISTORY_NO_LIMIT, 200,
         200, 20210203040506},
        {"PokerStars Hand #5: Tournament #6, $10+$1 USD Hold'em No Limit - Match Round II, Level VII (1/2) - "
         "2020/01/01 "
         "0:00:00 UTC [2019/12/31 19:00:00 ET]",
         "5", HISTORY_NO_LIMIT, 200, 200, 20200101000000},
        {"PokerStars Hand #7: 8-Game (Hold'em No Limit, $1/$2 USD) - 2020/01/01 0:00:00 UTC", "7", HISTORY_NO_LIMIT,
         200, 200, 20200101000000},
        {"PokerStars Hand #8: HORSE (Hold'em Limit, $2/$4 USD) - 2020/01/01 0:00:00 UTC", "8", HISTORY_FIXED_LIMIT, 200,
         400, 20200101000000},
        {"PokerStars Hand #9: Tournament #6, Freeroll  Hold'em Limit - Level I (1/2) - 2020/01/01 0:00:00 UTC", "9",
         HISTORY_FIXED_LIMIT, 200, 400, 20200101000000},
        {"PokerStars Hand #10: Hold'em No Limit ($1/$2 - Ante $0.50 USD) - 2020/01/01 0:00:00 UTC", "10",
         HISTORY_NO_LIMIT, 200, 200, 20200101000000},
    };
    static const char body[] = "Table 'A Seat' 6-max (Play Money) Seat #2 is the button\n"
                               "Seat 1: Ann (1,000 in chips, $2.50 bounty) \nSeat 4: [Bob] (in chips) (100 in chips)\n"
                               "Seat 5: Cid (50 in chips) out of hand (moved from another table into small blind)\n"
                               "[Bob] (in chips): posts small blind 1\nAnn: posts big blind 2\n*** HOLE CARDS ***\n"
                               "[Bob] (in chips): folds\nUncalled bet (1) returned to Ann\nAnn collected 2 from pot\n";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct nash_buf text = NASH_BUF_INIT(0);
        nash_buf_printf(&text, "%s\n%s", cases[i].header, body);
        const struct holdem_history_hand *hand = read_one(nash_buf_cstr(&text));
        if (strcmp(hand->id, cases[i].id) != 0 || hand->betting != cases[i].betting || hand->time != cases[i].time ||
            hand->min_bet != cases[i].min_bet * HISTORY_CHIP / 100 ||
            hand->big_bet != cases[i].big_bet * HISTORY_CHIP / 100)
            fail_msg("%s", cases[i].header);
        assert_int_equal(hand->players, 2);
        assert_string_equal(hand->seat[0].name, "[Bob] (in chips)");
        assert_int_equal(hand->seat[1].stack, 1000 * HISTORY_CHIP);
        assert_int_equal(hand->seat[1].finish, 1001 * HISTORY_CHIP);
        nash_buf_free(&text);
    }
}

/* A bad hand between good ones is refused alone, whatever is wrong with it. */
static void recovery(void **state)
{
    static const char good[] = PHH_PLAY("'p3 f', 'p1 f'");
    static const char *const bad[] = {"variant = 'NT'\nactions = [\n",
                                      "variant = 'NT\n",
                                      "variant = \"\"\"\n",
                                      "[[\n",
                                      "variant\n",
                                      "variant = 'NT'\nantes = [[[[[[[[[[[[[[[[[[[[\n",
                                      "variant = [}\n",
                                      "variant = 'FB'\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct nash_buf text = NASH_BUF_INIT(0);
        unsigned read = 0, refused = 0;
        nash_buf_printf(&text, "%s%s%s%s", good, bad[i], good, good);
        assert_true(holdem_history_open(&history, HISTORY_FORMAT_AUTO, text.data, text.len));
        for (enum history_step step; (step = holdem_history_next(&history)) != HISTORY_END;) {
            read += step == HISTORY_READ;
            refused += step == HISTORY_REFUSED;
        }
        if (refused < 1 || read < 2)
            fail_msg("%s: %u hands are read, %u refused", bad[i], read, refused);
        nash_buf_free(&text);
    }
}

static void unknown_formats(void **state)
{
    static const char *const texts[] = {"", "\n\n", "hello", "{\"a\":1}", "# only a comment\n", "PartyPoker Hand 1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_false(holdem_history_open(&history, HISTORY_FORMAT_AUTO, texts[i], strlen(texts[i])));
        assert_non_null(strstr(history.refusal.why, "the format is not recognised"));
        assert_int_equal(holdem_history_next(&history), HISTORY_END);
        for (unsigned format = HISTORY_FORMAT_PHH; format < HISTORY_FORMATS; format++) {
            assert_true(holdem_history_open(&history, format, texts[i], strlen(texts[i])));
            assert_int_not_equal(holdem_history_next(&history), HISTORY_READ);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(samples),
                                       cmocka_unit_test(results_follow),
                                       cmocka_unit_test(line_ends),
                                       cmocka_unit_test(formats_agree),
                                       cmocka_unit_test(identities),
                                       cmocka_unit_test(refusals),
                                       cmocka_unit_test(refusals_of_site_text),
                                       cmocka_unit_test(site_headers),
                                       cmocka_unit_test(recovery),
                                       cmocka_unit_test(unknown_formats)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
