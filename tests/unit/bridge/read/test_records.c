/* Text forms: PBN records, LIN lines and plain deals; the tags that are copied to the answer and those that are
 * interpreted; and the reference files, if they are available. */
#include "../harness/check.h"

#define DEAL "N:T32.AKQ7.T3.AQJT A9864.83.AK4.987 J.JT9542.72.K653 KQ75.6.QJ9865.42"

static const char record[] = "% PBN 2.1\n"
                             "{ a comment\n  of two lines }\n"
                             "[Event \"Caf\xe9 \\\"Bridge\\\"\"] ; Latin-1\n"
                             "[Dealer \"N\"]\n"
                             "[Vulnerable \"All\"]\n"
                             "[DoubleDummyTricks \"00000000000000000000\"]\n"
                             "[OptimumResultTable \"Declarer;Denomination\\2R;Result\\2R\"]\n"
                             "N NT  0\nN  S  0\n"
                             "[Deal \"" DEAL "\"]\n"
                             "[OptimumScore \"NS +1\"]\n"
                             "[Declarer \"S\"]\n"
                             "[Contract \"5H\"]\n"
                             "[Result \"10\"]\n"
                             "[Auction \"N\"]\n"
                             "1C 1S =1= 2H! 4S $3\n"
                             "5H Pass Pass Pass\n"
                             "[Note \"1: [not] a tag\"]\n"
                             "[Play \"W\"]\n"
                             "DQ D3 D4 D2\n"
                             "SK S2 S4 SJ\n"
                             "DJ DT DK D7\n"
                             "*\n"
                             "[ParContract \"NS 1C=\"]\n"
                             "[HomeTeam \"J\"]\n";

static const char lin[] =
    "pn|domtp,~~M25054gn,~~M2509087,~~M25116nn|st||md|3SKH4579QKAD69C58K,S569QAH3D5TJQAC69,"
    "S47H8TD248KC347QA,|rh||ah|Board 1|sv|o|mb|p|mb|p|mb|1H|an|5+ !H|mb|2H!|mb|p|mb|4S|mb|5H|mb|p|mb|p|"
    "mb|p|pg||pc|C9|pc|C3|pc|C2|pc|CK|pg||pc|HA|pc|H3|pc|H8|pc|H2|pg||mc|11|";

/* Returns the text with each newline replaced by a carriage return, as a batch passes records on. */
static char *with_returns(const char *text)
{
    char *copy = strdup(text);
    for (char *c = copy; *c; c++)
        *c = *c == '\n' ? '\r' : *c;
    return copy;
}

static void assert_play(const struct bridge_problem *p, const char *cards)
{
    char text[BRIDGE_CARD_LEN];
    assert_int_equal(p->play_count, strlen(cards) / 2);
    for (uint32_t i = 0; i < p->play_count; i++)
        assert_memory_equal(bridge_card_write(p->play[i], text), cards + 2 * (size_t)i, 2);
}

static const struct bridge_problem *accept_asking(const char *text, const char *want, struct nash_arena **arena)
{
    struct nash_buf body = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&body);
    nash_jsonw_object(&out);
    nash_jsonw_kstring(&out, "record", text);
    nash_jsonw_kstring(&out, "want", want);
    nash_jsonw_object_end(&out);
    const struct bridge_problem *p = accept(nash_buf_cstr(&body), arena);
    nash_buf_free(&body);
    return p;
}

static void pbn(void **state)
{
    struct nash_arena *arena;
    char *returns = with_returns(record);
    struct nash_hash one = key_of(record), two = key_of(returns);
    assert_memory_equal(&one, &two, sizeof one);
    free(returns);
    const struct bridge_problem *p = accept(record, &arena);
    assert_int_equal(p->want, BRIDGE_WANT_TABLE | BRIDGE_WANT_PAR);
    assert_int_equal(p->dealer, BRIDGE_NORTH);
    assert_int_equal(p->vulnerable, BRIDGE_VUL_BOTH);
    assert_true(p->has_contract && p->contract.level == 5 && p->contract.strain == BRIDGE_HEARTS);
    assert_int_equal(p->contract.declarer, BRIDGE_SOUTH);
    assert_string_equal(p->tags, "% PBN 2.1\n{ a comment\n  of two lines }\n[Event \"Caf\xc3\xa9 \\\"Bridge\\\"\"] ; "
                                 "Latin-1\n[Dealer \"N\"]\n[Vulnerable \"All\"]\n"
                                 "[Deal \"" DEAL "\"]\n[Declarer \"S\"]\n[Contract \"5H\"]\n[Result \"10\"]\n");
    assert_string_equal(p->sections,
                        "[Auction \"N\"]\n1C 1S =1= 2H! 4S $3\n5H Pass Pass Pass\n[Note \"1: [not] a tag\"]\n"
                        "[Play \"W\"]\nDQ D3 D4 D2\nSK S2 S4 SJ\nDJ DT DK D7\n*\n[HomeTeam \"J\"]\n");
    nash_arena_free(arena);
}

/* In the Play section of PBN, each row is a trick, and its columns are seats from the first leader on, not the order of
 * play. */
static void pbn_play(void **state)
{
    struct nash_arena *arena;
    const struct bridge_problem *p =
        accept_asking("[Deal \"" DEAL "\"]\n[Declarer \"S\"]\n[Contract \"5H\"]\n[Play \"W\"]\n"
                      "DQ D3 D4 D2\nSK S2 S4 SJ\nDJ DT DK D7\nH6 HA D* - \n",
                      "table", &arena);
    assert_int_equal(p->play_count, 0); /* only "table" is requested, so the faulty play is ignored */
    nash_arena_free(arena);
    p = accept_asking("[Deal \"" DEAL "\"]\n[Declarer \"S\"]\n[Contract \"5H\"]\n[Result \"10\"]\n[Play \"W\"]\n"
                      "DQ D3 D4 D2\nSK S2 SA SJ\nDJ DT DA D7\n- - S9 -\n*",
                      "play", &arena);
    assert_play(p, "DQD3D4D2SKS2SASJDAD7DJDTS9");
    nash_arena_free(arena);
    p = accept_asking(record, "score", &arena);
    assert_int_equal(p->given_tricks, 10);
    nash_arena_free(arena);
}

static void refuse_asking(const char *text, const char *word)
{
    char body[2048];
    snprintf(body, sizeof body, "{\"record\":\"%s\",\"want\":\"play\"}", text);
    refuse(body, NASH_UNPROCESSABLE, "/record", word);
}

#define HEAD "[Deal \\\"" DEAL "\\\"]\\n[Declarer \\\"S\\\"]\\n[Contract \\\"5H\\\"]\\n"

static void pbn_play_faults(void **state)
{
    refuse("{\"record\":\"" HEAD "\",\"want\":\"play\"}", NASH_UNPROCESSABLE, "/play", "is missing");
    refuse_asking(HEAD "[Play \\\"N\\\"]\\nD3", "behind one that is missing");
    refuse_asking(HEAD "[Play \\\"?\\\"]\\nD3", "no seat of the first column");
    refuse_asking(HEAD "[Play \\\"W\\\"]\\nDQ D3 wrong", "no card");
    refuse_asking(HEAD "[Play \\\"W\\\"]\\nDQ - D4 -", "behind one that is missing");
    refuse_asking(HEAD "[Play \\\"W\\\"]\\nDQ DA D4 D2", "North, whose turn it is, does not hold");
    refuse_asking(HEAD "[Play \\\"W\\\"]\\nDQ SJ D4 D2", "does not hold");
    refuse_asking(HEAD "[Play \\\"W\\\"]\\nDQ HA D4 D2", "a revoke");
}

static void lin_line(void **state)
{
    struct nash_arena *arena;
    char deal[BRIDGE_PBN_LEN];
    const struct bridge_problem *p = accept_asking(lin, "play", &arena);
    assert_string_equal(bridge_pbn_write(&p->position.deal, BRIDGE_NORTH, deal),
                        "N:74.T8.K842.AQ743 JT832.J62.73.JT2 K.AKQ9754.96.K85 AQ965.3.AQJT5.96");
    assert_int_equal(p->dealer, BRIDGE_NORTH);
    assert_true(p->contract.level == 5 && p->contract.strain == BRIDGE_HEARTS);
    assert_int_equal(p->contract.declarer, BRIDGE_SOUTH);
    assert_play(p, "C9C3C2CKHAH3H8H2");
    assert_string_equal(p->tags, "[Board \"1\"]\n[South \"domtp\"]\n[West \"~~M25054gn\"]\n[North \"~~M2509087\"]\n"
                                 "[East \"~~M25116nn\"]\n");
    assert_string_equal(p->sections, "[Auction \"N\"]\nPass Pass 1H 2H\nPass 4S 5H Pass\nPass Pass\n"
                                     "[Play \"W\"]\nC9 C3 C2 CK\nH3 H8 H2 HA\n*\n");
    nash_arena_free(arena);
    p = accept_asking(lin, "score", &arena);
    assert_int_equal(p->given_tricks, 11);
    nash_arena_free(arena);
}

/* The declarer is the seat of the winning side that first named the strain of the contract. */
static void auctions(void **state)
{
    static const struct {
        const char *calls, *contract;
        unsigned declarer;
    } rows[] = {
        {"1H Pass 2H Pass\n4H AP", "4H", BRIDGE_NORTH},
        {"Pass 1NT X XX\nAP", "1NTXX", BRIDGE_EAST},
        {"1C 1S 2C 2S\n3C X AP", "3CX", BRIDGE_NORTH},
        {"1D Pass 1S Pass 2S Pass 4S Pass Pass Pass", "4S", BRIDGE_SOUTH},
        {"1D 2D X 3C X Pass Pass Pass", "3CX", BRIDGE_WEST},
        {"AP", "pass", BRIDGE_NORTH},
        {"1H Pass 1C AP", NULL, 0}, /* illegal: a bid must be higher than the last */
        {"1H Pass Pass", NULL, 0},  /* the auction is not finished */
        {"X AP", NULL, 0},
        {"1H X XX X AP", NULL, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[512], contract[BRIDGE_CONTRACT_LEN];
        struct nash_arena *arena;
        snprintf(text, sizeof text, "[Deal \"" DEAL "\"]\n[Auction \"N\"]\n%s\n", rows[i].calls);
        const struct bridge_problem *p = accept(text, &arena);
        if (p->has_contract != (rows[i].contract != NULL) ||
            (rows[i].contract && (strcmp(bridge_contract_write(&p->contract, contract), rows[i].contract) != 0 ||
                                  p->contract.declarer != rows[i].declarer)))
            fail_msg("%s comes to another contract", rows[i].calls);
        nash_arena_free(arena);
    }
}

static void faults(void **state)
{
    static const struct {
        const char *text;
        enum nash_status status;
        const char *word;
    } rows[] = {
        {"", NASH_INVALID, "there is no deal"},
        {"\n% only\n# remarks\n", NASH_INVALID, "there is no deal"},
        {"hello", NASH_INVALID, "seat"},
        {"\n{\"deal\":\"" DEAL "\"}\n", NASH_INVALID, "looks like JSON"},
        {DEAL "\n" DEAL "\n", NASH_INVALID, "/v1/bridge/batch"},
        {"[Event \"x\"]", NASH_INVALID, "no [Deal"},
        {"[Deal \"\"]", NASH_INVALID, "[Deal \"\"] has no cards"},
        {"[Deal \"?\"]", NASH_INVALID, "[Deal \"?\"] has no cards"},
        {"[Deal \"" DEAL "\"]\n{ open", NASH_INVALID, "line 2: the comment that begins here"},
        {"[Deal \"N:QT2.AT.J6542.85 - A8654.KQ5.T.QJ76 -\"]", NASH_UNPROCESSABLE, "2 hands are not given"},
        {"https://example.org/hands?myhand=M-1-2", NASH_INVALID, "the link has no hands"},
        {"[Deal", NASH_INVALID, "no value in quotes"},
        {"[Deal \"N:", NASH_INVALID, "not closed"},
        {"[Deal \"" DEAL "\"", NASH_INVALID, "not closed by ]"},
        {"[Deal \"" DEAL "\"]\n[Play \"W\"]\n\"x", NASH_INVALID, "line 3"},
        {"[Deal \"#\"]", NASH_INVALID, "[Deal \"#\"]"},
        {"[Deal \"" DEAL "\"]\n[Dealer \"#\"]", NASH_INVALID, "[Dealer \"#\"]"},
        {"[Deal \"" DEAL "\"]\n[Dealer \"Q\"]", NASH_INVALID, "no seat"},
        {"[Deal \"" DEAL "\"]\n[Vulnerable \"we\"]", NASH_INVALID, "[Vulnerable \"we\"]"},
        {"[Deal \"" DEAL "\"]\n[Vulnerable \"##All\"]", NASH_INVALID, "never inherits"},
        {"[Deal \"" DEAL "\"]\n\n[Deal \"" DEAL "\"]", NASH_INVALID, "several records"},
        {"[Deal \"N:AKQ... 2... 3... 4...\"]", NASH_UNPROCESSABLE, "hold 3, 1, 1 and 1 cards"},
        {"[Deal \"N:AA... 2... 3... 4...\"]", NASH_UNPROCESSABLE, "twice"},
        {"st||pn|a,b,c,d|", NASH_INVALID, "no md|"},
        {"md|3SAK|", NASH_INVALID, "three hands at least"},
        {"md|1SA,SK,SQ,SJ|md|1SA,SK,SQ,SJ|", NASH_INVALID, "2 boards"},
        {"md|5SA,SK,SQ,SJ|", NASH_INVALID, "1 for South"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        refuse(rows[i].text, rows[i].status, "", rows[i].word);
    key_of("[Deal \"" DEAL "\"] stray [Dealer \"N\"]"); /* stray text is accepted */
}

/* ---- files ---- */

/* Reads every record of a file and returns how many are accepted; *records: counts all. Records may be refused only
 * because they have no deal or have the value "#". */
static unsigned read_file(const char *name, unsigned *records)
{
    char path[512], line[65536];
    struct nash_buf text = NASH_BUF_INIT(0);
    unsigned read = 0;
    snprintf(path, sizeof path, SHARED_DIR "/data/tricks/endplay/%s", name);
    FILE *file = open_test_data(path);
    for (bool more = true; more;) {
        more = fgets(line, sizeof line, file) != NULL;
        if (more && line[strspn(line, " \r\n")]) {
            if (*line != '%')
                nash_buf_puts(&text, line);
            continue;
        }
        if (text.len == 0)
            continue;
        struct kind_case c = {0};
        enum nash_status status = kind_parse(&c, NASH_FORMAT_TEXT, nash_buf_cstr(&text));
        if (status != NASH_OK && !strstr(c.error.detail, "no [Deal") && !strstr(c.error.detail, "\"#\""))
            fail_msg("%s: %s", nash_buf_cstr(&text), c.error.detail);
        read += status == NASH_OK;
        ++*records;
        kind_free(&c);
        nash_buf_reset(&text);
    }
    fclose(file);
    nash_buf_free(&text);
    return read;
}

static void reference_files(void **state)
{
    static const char *const names[] = {"example1.pbn", "example2.pbn", "example3.pbn", "example4.pbn", "sample.pbn"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned records = 0, read = read_file(names[i], &records);
        print_message("%s: %u of %u records have a deal\n", names[i], read, records);
        assert_int_not_equal(read, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pbn),
        cmocka_unit_test(pbn_play),
        cmocka_unit_test(pbn_play_faults),
        cmocka_unit_test(lin_line),
        cmocka_unit_test(auctions),
        cmocka_unit_test(faults),
        cmocka_unit_test(reference_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
