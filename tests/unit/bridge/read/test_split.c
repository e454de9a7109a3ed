/* Texts with several boards: how they are split, and what a board has of those before it. The splitting of random LIN
 * is compared with the boards that it was made of. */
#include <solvers/bridge/read/record.h>
#include <solvers/records.h>

#include "../harness/check.h"

#define ONE  "N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K"
#define FULL "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
#define MD   "1SK5HT83DKQ9CA7652,SAT942HAQ4D32CKJ3,SQJ6HK652DJ85CT98"

enum { BOARDS_MAX = 16 };

struct boards {
    unsigned count;
    char *text[BOARDS_MAX]; /* with newlines */
};

static bool take_board(void *context, const char *problem, size_t len)
{
    struct boards *boards = context;
    assert_true(boards->count < BOARDS_MAX);
    char *copy = malloc(len + 1);
    assert_non_null(copy);
    memcpy(copy, problem, len);
    copy[len] = '\0';
    for (char *c = copy; *c; c++)
        *c = *c == '\r' ? '\n' : *c;
    boards->text[boards->count++] = copy;
    return true;
}

static struct boards split(const char *text)
{
    struct boards boards = {0};
    struct records records;
    records_init(&records, 1 << 16, bridge_text_next);
    for (const char *end; *text; text = *end ? end + 1 : end) {
        end = strchrnul(text, '\n');
        assert_true(records_line(&records, text, (size_t)(end - text), take_board, &boards));
    }
    assert_true(records_end(&records, take_board, &boards));
    records_release(&records);
    return boards;
}

static void free_boards(struct boards *boards)
{
    for (unsigned i = 0; i < boards->count; i++)
        free(boards->text[i]);
}

static void assert_split(const char *text, const char *const expected[])
{
    struct boards boards = split(text);
    for (unsigned i = 0; i < boards.count; i++)
        if (!expected[i] || strcmp(boards.text[i], expected[i]) != 0)
            fail_msg("board %u of %s is\n%s\nnot\n%s", i, text, boards.text[i], expected[i]);
    assert_null(expected[boards.count]);
    free_boards(&boards);
}

/* Empty lines within comments do not end a record, and comments before the first tag belong to it. */
static void pbn_files(void **state)
{
    assert_split(
        "% PBN 2.1\n\n{ one\n\n two }\n\n[Deal \"x\"]{\n \t\n}\n[West \"a { b\"]\n\t\n[Board\n\"2\"]\n; { no comment\n"
        "% [\n\n\n{\n\n}\n\n[Note \"1: \\\"{\"]\n",
        (const char *const[]){"% PBN 2.1\n{ one\n\n two }\n[Deal \"x\"]{\n \t\n}\n[West \"a { b\"]",
                              "[Board\n\"2\"]\n; { no comment\n% [", "{\n\n}\n[Note \"1: \\\"{\"]", NULL});
    assert_split("{ only a comment }\n\n% PBN\n", (const char *const[]){NULL});
    assert_split("{ never closed\n\n[Deal \"x\"]\n",
                 (const char *const[]){"{ never closed\n\n[Deal \"x\"]", NULL}); /* refused by the reader */
    assert_split("{\"deal\":1}\n{\"deal\":2}\n[a]\n# within\n\n# between\n" ONE "\n",
                 (const char *const[]){"{\"deal\":1}", "{\"deal\":2}", "[a]\n# within", ONE, NULL});
}

static void lin_files(void **state)
{
    assert_split("pn|a,b,c,d|st||md|x|rh||ah|Board 1|\npn|e,f,g,h|st||md|y|mb|p|\n\npg||\n% note\nmd|z|\n" ONE
                 "\n[a]\n",
                 (const char *const[]){"pn|a,b,c,d|st||md|x|rh||ah|Board 1|", "pn|e,f,g,h|st||md|y|mb|p|\npg||",
                                       "md|z|", ONE, "[a]", NULL});
    assert_split("md|x|pn|a,b,c,d|mb|1S|\nmb|p|md|y|pn|a|", /* the names can stand after the hands */
                 (const char *const[]){"md|x|pn|a,b,c,d|mb|1S|\nmb|p|", "md|y|pn|a|", NULL});
    assert_split(
        "vg|T,S,I,1,2,H,0,V,0|rs|4S=|pn|1,2,3,4,5,6,7,8|pg||\nqx|o1|md|x|sv|b|mb|p|\nqx|c1|mb|p|pg||qx|o2|md|y|",
        (const char *const[]){"vg|T,S,I,1,2,H,0,V,0|rs|4S=|pn|1,2,3,4,5,6,7,8|pg||\nqx|o1|md|x|sv|b|mb|p|",
                              "vg|T,S,I,1,2,H,0,V,0|pn|1,2,3,4,5,6,7,8|md|x|sv|b|qx|c1|mb|p|pg||",
                              "vg|T,S,I,1,2,H,0,V,0|pn|1,2,3,4,5,6,7,8|qx|o2|md|y|", NULL});
    assert_split("{\"a|b\"}\nmd|x|\n{\"a|b\"}\n", (const char *const[]){"{\"a|b\"}", "md|x|", "{\"a|b\"}", NULL});
    assert_split("qx|o1|md|x|\nqx|c2|mb|p|\n", (const char *const[]){"qx|o1|md|x|", "qx|c2|mb|p|", NULL});
    assert_split("[Board 1](https://example.org/?lin=md|x|)\n[url=https://example.org/?n=a&s=b&w=c]\n[Site \"https://"
                 "example.org\"]\n",
                 (const char *const[]){"[Board 1](https://example.org/?lin=md|x|)",
                                       "[url=https://example.org/?n=a&s=b&w=c]", "[Site \"https://example.org\"]",
                                       NULL});
    assert_split(
        "qx|o1|md|x|pg||\nnt|chat: https://example.org/results?t=1|pg||\npc|cA|\nqx|c1|mb|p|\nhttp://example.org/?"
        "lin=md|z|\n", /* an address in a remark of a commentator is no board */
        (const char *const[]){"qx|o1|md|x|pg||\nnt|chat: https://example.org/results?t=1|pg||\npc|cA|",
                              "md|x|qx|c1|mb|p|", "http://example.org/?lin=md|z|", NULL});
}

#define NORTH "N: QJ6.K652.J85.T98"
#define EAST  "East (dealer) S 873 H J97 D AT764 C Q4"
#define SOUTH "s = ♠K5 ♥T83 ♦KQ9 ♣A7652"
#define WEST  "W AT942.AQ4.32.KJ3"

/* Lines of one hand each are one deal, and no line that is a deal by itself joins them. */
static void hands_in_lines(void **state)
{
    const char *const whole[] = {NORTH "\n" EAST "\n" SOUTH "\n" WEST, NULL};
    assert_split(NORTH "\n" EAST "\n" SOUTH "\n" WEST "\n", whole);
    assert_split("\n# a remark\n" NORTH "\n" EAST "\n# another\n" SOUTH "\n" WEST, whole);
    assert_split(NORTH "\n" EAST "\n" SOUTH "\n" WEST "\n" WEST "\n" NORTH "\n" SOUTH "\n\n" SOUTH "\n" EAST "\n",
                 (const char *const[]){whole[0], WEST "\n" NORTH "\n" SOUTH, SOUTH "\n" EAST, NULL});
    assert_split(
        NORTH "\n" EAST "\n" SOUTH "\n" NORTH "\n" ONE "\n" EAST "\n[Deal \"x\"]\n\n" WEST "\nmd|x|\n",
        (const char *const[]){NORTH "\n" EAST "\n" SOUTH, NORTH, ONE, EAST, "[Deal \"x\"]", WEST, "md|x|", NULL});
    assert_split(EAST "\nWhat should East lead?\n" NORTH "\n% note\n" EAST "\n",
                 (const char *const[]){EAST, "What should East lead?", NORTH, EAST, NULL});
    assert_split(FULL "\nN:QJ6.K652.J85.T98 - - -\nE:QJ6.K652.J85.T98 - - -\n" NORTH "\n", /* deals of one hand */
                 (const char *const[]){FULL, "N:QJ6.K652.J85.T98 - - -", "E:QJ6.K652.J85.T98 - - -", NORTH, NULL});
    assert_split("North\n♠ A 10\nE: S KJ H A3\n", (const char *const[]){"North", "♠ A 10", "E: S KJ H A3", NULL});
}

/* Writes a hand after its seat in one of the ways that are read. */
static void add_hand(struct nash_rng *rng, struct nash_buf *out, const struct bridge_deal *deal, unsigned seat)
{
    static const char *const signs[][BRIDGE_SUITS] = {{"♠", "♥", "♦", "♣"}, {"S ", " H ", " D ", " C "}};
    static const char *const colons[] = {": ", " = ", " (dealer): ", " "};
    char hand[BRIDGE_HAND_LEN];
    unsigned form = (unsigned)nash_rng_below(rng, 3), suit = 0;
    bridge_hand_write(deal->hand[seat], hand);
    nash_buf_printf(out, "%.*s%s", nash_rng_below(rng, 2) ? 1 : 9, bridge_seat_name(seat),
                    colons[nash_rng_below(rng, 4)]);
    if (form == 0) {
        nash_buf_puts(out, hand);
        return;
    }
    nash_buf_puts(out, signs[form - 1][suit++]);
    for (const char *c = hand; *c; c++)
        if (*c == '.')
            nash_buf_puts(out, signs[form - 1][suit++]);
        else
            nash_buf_putc(out, *c);
}

/* A line that is a deal by itself is no hand, however many hands it leaves out. */
static void deals_of_few_hands(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 31);
    for (unsigned round = 0; round < 2000; round++) {
        struct bridge_deal deal = random_deal(&rng, 1 + (unsigned)nash_rng_below(&rng, BRIDGE_RANKS));
        char text[BRIDGE_PBN_LEN];
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
            if (nash_rng_below(&rng, 2))
                memset(deal.hand[seat], 0, sizeof deal.hand[seat]);
        bridge_pbn_write(&deal, (unsigned)nash_rng_below(&rng, BRIDGE_SEATS), text);
        if (bridge_hand_line((struct text_span){text, text + strlen(text)}) >= 0)
            fail_msg("%s is a deal", text);
    }
}

/* Random deals, of three or four hands that begin with any seat, are found again and read as the same deals. */
static void random_hands(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 29);
    for (unsigned round = 0; round < 300; round++) {
        struct bridge_deal deal[4];
        struct nash_buf text = NASH_BUF_INIT(0);
        unsigned count = 1 + (unsigned)nash_rng_below(&rng, 4);
        for (unsigned i = 0; i < count; i++) {
            unsigned first = (unsigned)nash_rng_below(&rng, BRIDGE_SEATS),
                     hands = 3 + (unsigned)nash_rng_below(&rng, 2);
            deal[i] = random_deal(&rng, BRIDGE_RANKS);
            for (unsigned h = 0; h < hands; h++) {
                add_hand(&rng, &text, &deal[i], (first + h) % BRIDGE_SEATS);
                nash_buf_puts(&text, nash_rng_below(&rng, 9) ? "\n" : " \n# remark\n");
            }
            if (hands < BRIDGE_SEATS || nash_rng_below(&rng, 2))
                nash_buf_puts(&text, "\n");
        }
        struct boards boards = split(nash_buf_cstr(&text));
        if (boards.count != count)
            fail_msg("%u boards, not %u: %s", boards.count, count, nash_buf_cstr(&text));
        for (unsigned i = 0; i < count; i++) {
            struct nash_arena *arena;
            assert_memory_equal(&accept(boards.text[i], &arena)->position.deal, &deal[i], sizeof deal[i]);
            nash_arena_free(arena);
        }
        free_boards(&boards);
        nash_buf_free(&text);
    }
}

/* Appends a character, often with a line end before it. */
static void add_broken(struct nash_rng *rng, struct nash_buf *out, char c, unsigned rate)
{
    if (rate && nash_rng_below(rng, rate) == 0)
        nash_buf_puts(out, nash_rng_below(rng, 2) ? "\n" : "\n\n");
    nash_buf_putc(out, c);
}

/* Line ends can stand anywhere in LIN, and boards can share a line. */
static void broken_lin(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 13);
    for (unsigned round = 0; round < 200; round++) {
        struct bridge_deal deal[4];
        struct nash_buf text = NASH_BUF_INIT(0), plain = NASH_BUF_INIT(0);
        unsigned count = 1 + (unsigned)nash_rng_below(&rng, 4), rate = (unsigned)nash_rng_below(&rng, 4) * 9;
        for (unsigned i = 0; i < count; i++) {
            deal[i] = random_deal(&rng, BRIDGE_RANKS);
            nash_buf_puts(&plain, nash_rng_below(&rng, 2) ? "pn|a,b,c,d|st||md|3" : "st||md|3");
            for (unsigned h = 0; h < BRIDGE_SEATS - 1u; h++) {
                char hand[BRIDGE_HAND_LEN], *suit = hand;
                const char *names = "SHDC";
                bridge_hand_write(deal[i].hand[(BRIDGE_SOUTH + h) % BRIDGE_SEATS], hand);
                nash_buf_printf(&plain, "%s%c", h ? "," : "", *names++);
                for (; *suit; suit++)
                    nash_buf_putc(&plain, *suit == '.' ? *names++ : *suit);
            }
            nash_buf_printf(&plain, "|ah|Board %u|sv|b|mb|1Smb|mb|p|mb|p|mb|p|pg||", i + 1);
        }
        for (size_t i = 0; i < plain.len; i++)
            add_broken(&rng, &text, plain.data[i], i > 2 ? rate : 0); /* the first key stands in one line */
        struct boards boards = split(nash_buf_cstr(&text));
        if (boards.count != count)
            fail_msg("%u boards, not %u: %s", boards.count, count, nash_buf_cstr(&text));
        for (unsigned i = 0; i < count; i++) {
            struct nash_arena *arena;
            const struct bridge_problem *p = accept(boards.text[i], &arena);
            assert_memory_equal(&p->position.deal, &deal[i], sizeof deal[i]);
            assert_int_equal(p->vulnerable, BRIDGE_VUL_BOTH);
            nash_arena_free(arena);
        }
        free_boards(&boards);
        nash_buf_free(&text);
        nash_buf_free(&plain);
    }
}

static bool count_board(void *context, const char *problem, size_t len)
{
    ++*(unsigned *)context;
    assert_in_range(len, 1, 1 << 16);
    return true;
}

/* Boards that share a line, and fields that are too long to be shared. */
static void many_boards(void **state)
{
    enum { MANY = 9000, LONG = 2000 };
    struct nash_buf line = NASH_BUF_INIT(0);
    struct records records;
    unsigned count = 0;
    nash_buf_puts(&line, "vg|");
    for (unsigned i = 0; i < LONG; i++)
        nash_buf_putc(&line, 'x');
    nash_buf_puts(&line, "|pn|a,b,c,d,e,f,g,h|");
    for (unsigned i = 0; i < MANY; i++)
        nash_buf_puts(&line, "qx|o1|");
    records_init(&records, 1 << 16, bridge_text_next);
    assert_true(records_line(&records, line.data, line.len, count_board, &count));
    assert_true(records_end(&records, count_board, &count));
    assert_int_equal(count, MANY);
    assert_int_equal(records.split.context.len, strlen("pn|a,b,c,d,e,f,g,h|qx|o1|") - strlen("qx|o1|"));
    records_release(&records);
    nash_buf_free(&line);
}

/* A vugraph board has the match, the room and its own four of the eight players. */
static void vugraph(void **state)
{
    struct boards boards = split("vg|Cup,Final,I,1,16,HOME,0,AWAY,0|\nrs|4S=,|\npn|a,b,c,d,e,f,g,h|pg||\nqx|o7|md|" MD
                                 "|sv|e|mb|p|pg||\nqx|c7,BOARD 7|mb|1S|mb|p|mb|p|mb|p|pg||\n");
    static const char *const tags[] = {"[Event \"Cup\"]\n[Stage \"Final\"]\n[HomeTeam \"HOME\"]\n[VisitTeam "
                                       "\"AWAY\"]\n[Room \"Open\"]\n[Board \"7\"]\n"
                                       "[South \"a\"]\n[West \"b\"]\n[North \"c\"]\n[East \"d\"]\n",
                                       "[Event \"Cup\"]\n[Stage \"Final\"]\n[HomeTeam \"HOME\"]\n[VisitTeam "
                                       "\"AWAY\"]\n[Room \"Closed\"]\n[Board \"7\"]\n"
                                       "[South \"e\"]\n[West \"f\"]\n[North \"g\"]\n[East \"h\"]\n"};
    assert_int_equal(boards.count, 2);
    for (unsigned i = 0; i < 2; i++) {
        struct nash_arena *arena;
        const struct bridge_problem *p = accept(boards.text[i], &arena);
        assert_string_equal(p->tags, tags[i]);
        assert_int_equal(p->vulnerable, BRIDGE_VUL_EW);
        assert_int_equal(p->has_contract, i == 1);
        nash_arena_free(arena);
    }
    free_boards(&boards);
}

/* Links that are written in different ways have the same board. */
static void links(void **state)
{
    static const char lin[] = "md|" MD "|sv|e|ah|Board 3|mb|1S|mb|p|mb|2N!|mb|p|mb|p|mb|p|pc|HK|pc|h4|mc|8|";
    static const char *const same[] = {
        "https://www.bridgebase.com/tools/handviewer.html?lin=md|" MD
        "|sv|e|ah|Board 3|mb|1S|mb|p|mb|2N|mb|p|mb|p|mb|p|pc|HK|pc|H4|mc|8|",
        "see <http://example.org/view?bbo=y&amp;lin=md%7C" MD
        "%7Csv%7Ce%7Cah%7CBoard%203%7Cmb%7C1S%7Cmb%7Cp%7Cmb%7C2N%21%7Cmb%7Cp%7Cmb%7Cp%7Cmb%7Cp%7Cpc%7CHK%7Cpc%7CH4%"
        "7Cmc%7C8%7C> "
        "please",
        "A hand:\n\nhttps://example.org/view?s=sk5ht83dkq9ca7652&w=sat942haq4d32ckj3&n=sqj6hk652dj85ct98&d=s&v=e&b=3&a="
        "1s(long%20spades)p2n!{a%20note}ppp&p=hkh4&c=8\nWhat now?",
        "[Board 3](https://example.org/view?lin=md%7C" MD
        "%7Csv%7Ce%7Cah%7CBoard%203%7Cmb%7C1SP2NPPP%7Cpc%7CHKH4%7Cmc%7C8%7C), [url=https://example.org]",
        "[url=https://example.org/view?s=sk5ht83dkq9ca7652&w=sat942haq4d32ckj3&n=sqj6hk652dj85ct98&d=s&v=e&b=3&a="
        "1sp2nppp&p=hkh4&c=8]Board 3[/url]",
        "(see www.example.org/view?d=s&v=e&b=3&a=1sp2n(what?)ppp&p=hkh4&c=8&s=sk5ht83dkq9ca7652&n=sqj6hk652dj85ct98&w="
        "sat942haq4d32ckj3).",
        "lin=md%7C" MD "%7Csv%7Ce%7Cah%7CBoard%203%7Cmb%7C1SP2NPPP%7Cpc%7CHKH4%7Cmc%7C8%7C",
        "https://away.example/?to=https%3A%2F%2Fexample.org%2Fview%3Flin%3Dmd%257C" MD
        "%257Csv%257Ce%257Cah%257CBoard%25203%257Cmb%257C1SP2NPPP%257Cpc%257CHKH4%257Cmc%257C8%257C",
    };
    struct nash_hash expected = key_of(lin);
    struct nash_hash remark = key_of("nt|see https://example.org/cards|pg||\nmd|" MD
                                     "|sv|e|ah|Board 3|mb|1S|mb|p|mb|2N!|mb|p|mb|p|mb|p|pc|HK|pc|h4|mc|8|");
    assert_memory_equal(&remark, &expected, sizeof expected);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        struct nash_hash found = key_of(same[i]);
        if (memcmp(&found, &expected, sizeof found) != 0)
            fail_msg("%s is another board", same[i]);
    }
}

/* By the standard: values of several forms, records of endings, seats that are skipped, a play that is continued. */
static void standard(void **state)
{
    static const char head[] = "[Deal \"" FULL "\"]\n";
    static const struct {
        const char *text, *contract;
        unsigned declarer;
        int result;
        unsigned cards;
    } rows[] = {
        {"[Declarer \"W\"]\n[Contract \"2S\"]\n[Result \"EW 8\"]\n", "2S", BRIDGE_WEST, 8, 0},
        {"[Declarer \"W\"]\n[Contract \"2S\"]\n[Result \"NS 5 EW 8\"]\n", "2S", BRIDGE_WEST, 8, 0},
        {"[Declarer \"^W\"]\n[Contract \"2s\"]\n[Result \"^8\"]\n", "2S", BRIDGE_WEST, 8, 0},
        {"[Result \"?\"]\n[Auction \"W\"]\n- - 1C Pass\n1S Pass 2S AP\n", "2S", BRIDGE_WEST, -1, 0},
        {"[Auction \"W\"]\n^S 1D Pass Pass Pass\n", "1D", BRIDGE_NORTH, -1, 0},
        {"[Declarer \"W\"]\n[Declarer \"N\"]\n[Contract \"2S\"]\n[Contract \"3S\"]\n", "2S", BRIDGE_WEST, -1, 0},
        {"[Contract \"2S\"]\n[Declarer \"W\"]\n[Play \"N\"]\nH2 H7 HT HQ\n+ - - S2\n", "2S", BRIDGE_WEST, -1, 5},
        {"[Contract \"#\"]\n[Declarer \"#\"]\n", "", 0, -1, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct nash_error error = {0};
        struct reader r;
        struct bridge_input in;
        char text[512], contract[BRIDGE_CONTRACT_LEN] = "";
        struct nash_arena *arena = nash_arena_new(1 << 20);
        reader_root(&r, NULL, arena, &error);
        bridge_input_init(&in, &r);
        snprintf(text, sizeof text, "%s%s", head, rows[i].text);
        bridge_read_record(&in, text, strlen(text));
        if (in.problem.has_contract)
            bridge_contract_write(&in.problem.contract, contract);
        if (!reader_ok(&r) || strcmp(contract, rows[i].contract) != 0 || in.result != rows[i].result ||
            (*contract && in.problem.contract.declarer != rows[i].declarer) || in.problem.play_count != rows[i].cards)
            fail_msg("%s: %s %s, result %d, %u cards", text, error.detail, contract, in.result, in.problem.play_count);
        nash_arena_free(arena);
    }
    kind_keys(NASH_FORMAT_TEXT, "N:QJ6.K652.J85.T98 - K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3", NASH_FORMAT_TEXT, FULL, true);
    kind_keys(NASH_FORMAT_JSON,
              "{\"record\":\"[Deal \\\"" ONE "\\\"]\\n[Contract \\\"NT\\\"]\\n[Play \\\"W\\\"]\\nST SQ S8 SK\","
              "\"want\":\"play\"}",
              NASH_FORMAT_JSON,
              "{\"record\":\"[Deal \\\"" ONE "\\\"]\\n[Contract \\\"NT\\\"]\\n[Play \\\"W\\\"]\\nST SQ S8 SK\","
              "\"want\":\"play\",\"strain\":\"NT\",\"leader\":\"W\",\"play\":\"STSQS8SK\"}",
              true);
}

static void assert_failed(const char *problem, size_t len, const char *expected)
{
    struct nash_error error = {.status = NASH_INVALID, .detail = "a {reason}"};
    struct nash_buf once = NASH_BUF_INIT(0), twice = NASH_BUF_INIT(0);
    bridge_text_failed(problem, len, &error, &once);
    assert_string_equal(nash_buf_cstr(&once), expected);
    bridge_text_failed(once.data, once.len, &error, &twice);
    assert_string_equal(nash_buf_cstr(&twice), expected); /* the reason is not repeated */
    nash_buf_free(&once);
    nash_buf_free(&twice);
}

/* A record that fails stays as it was; other text stays in comments. Both can be sent again. */
static void failures(void **state)
{
    static const char record[] = "%c\r[Deal \"\"] \t; note\r{ a\r\r b }\r  [West \"Caf\xe9\"]\r1C\r";
    assert_failed(
        record, strlen(record),
        "{nashd: invalid-request: a {reason)}\n%c\n[Deal \"\"] \t; note\n{ a\n\n b }\n  [West \"Caf\xc3\xa9\"]\n1C");
    static const char charset[] = "%Content-type: text/x-pbn; charset=ISO-8859-1; x\r%charset=\r[West \"Caf\xe9\"]";
    assert_failed(charset, strlen(charset),
                  "{nashd: invalid-request: a {reason)}\n%Content-type: text/x-pbn; charset=UTF-8; x\n%charset=\n[West "
                  "\"Caf\xc3\xa9\"]");
    assert_failed("nonsense", 8, "{nashd: invalid-request: a {reason)}\n; nonsense");
    assert_failed("md|x|\rmb|p|", 11, "{nashd: invalid-request: a {reason)}\n; md|x|\n; mb|p|");
    assert_failed("\0x", 2, "{nashd: invalid-request: a {reason)}\n;  x");
    struct nash_error beside = {.status = NASH_UNPROCESSABLE, .pointer = "/strain", .detail = "is missing"};
    struct nash_buf out = NASH_BUF_INIT(0);
    bridge_text_failed(ONE, strlen(ONE), &beside, &out);
    assert_string_equal(nash_buf_cstr(&out), "{nashd: unprocessable: /strain: is missing}\n; " ONE);
    nash_buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pbn_files),      cmocka_unit_test(lin_files),    cmocka_unit_test(broken_lin),
        cmocka_unit_test(many_boards),    cmocka_unit_test(vugraph),      cmocka_unit_test(links),
        cmocka_unit_test(hands_in_lines), cmocka_unit_test(random_hands), cmocka_unit_test(deals_of_few_hands),
        cmocka_unit_test(standard),       cmocka_unit_test(failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
