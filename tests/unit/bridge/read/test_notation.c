/* Notations of deals, cards and contracts: every notation is read back, faults are located; and the checks of a
 * position. */
#include "../harness/check.h"

#define DEAL "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"

static void read_pbn(const char *text, struct bridge_deal *deal)
{
    struct nash_error error = {0};
    if (bridge_pbn_read(text, strlen(text), "", deal, &error) != NASH_OK)
        fail_msg("%s: %s", text, error.detail);
}

static void assert_same(const struct bridge_deal *a, const struct bridge_deal *b, const char *text)
{
    if (memcmp(a, b, sizeof *a) != 0)
        fail_msg("%s reads as another deal", text);
}

/* Writes the ranks of a suit in any order and case, tens as 10, voids as "-". */
static void spell_suit(struct nash_rng *rng, bridge_ranks held, bool dash, struct nash_buf *out)
{
    uint8_t order[BRIDGE_RANKS];
    for (uint8_t i = 0; i < BRIDGE_RANKS; i++) {
        unsigned j = (unsigned)nash_rng_below(rng, i + 1u);
        order[i] = order[j];
        order[j] = i;
    }
    if (!held && dash)
        nash_buf_putc(out, '-');
    for (unsigned i = 0; i < BRIDGE_RANKS; i++) {
        char letter = card_rank_letter(order[i]);
        if (!(held >> order[i] & 1))
            continue;
        if (letter == 'T' && nash_rng_below(rng, 2))
            nash_buf_puts(out, "10");
        else
            nash_buf_putc(out, letter >= 'A' && nash_rng_below(rng, 2) ? (char)(letter | 0x20) : letter);
    }
}

static void spell_pbn(struct nash_rng *rng, const struct bridge_deal *deal, struct nash_buf *out)
{
    unsigned first = (unsigned)nash_rng_below(rng, BRIDGE_SEATS);
    nash_buf_reset(out);
    nash_buf_printf(out, nash_rng_below(rng, 2) ? "%c:" : " %c : ", bridge_seat_letter(first));
    for (unsigned i = 0; i < BRIDGE_SEATS; i++) {
        nash_buf_puts(out, i ? " " : "");
        for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++) {
            nash_buf_puts(out, suit ? "." : "");
            spell_suit(rng, deal->hand[(first + i) % BRIDGE_SEATS][suit], nash_rng_below(rng, 2), out);
        }
    }
}

/* Writes the dealer and the first `hands` hands of a deal in LIN notation, from South. */
static void spell_lin(struct nash_rng *rng, const struct bridge_deal *deal, unsigned dealer, unsigned hands,
                      struct nash_buf *out)
{
    nash_buf_reset(out);
    nash_buf_printf(out, "%u", (dealer + BRIDGE_SEATS - BRIDGE_SOUTH) % BRIDGE_SEATS + 1);
    for (unsigned i = 0; i < hands; i++) {
        nash_buf_puts(out, i ? "," : "");
        for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++) {
            bridge_ranks held = deal->hand[(BRIDGE_SOUTH + i) % BRIDGE_SEATS][suit];
            if (held || nash_rng_below(rng, 2)) {
                nash_buf_putc(out, "SHDC"[suit]);
                spell_suit(rng, held, false, out);
            }
        }
    }
}

static void spellings_of_random_deals(void **state)
{
    enum { DEALS = 2000 };
    struct nash_rng rng = test_rng();
    struct nash_buf text = NASH_BUF_INIT(0);
    for (unsigned i = 0; i < DEALS; i++) {
        struct nash_error error = {0};
        char written[BRIDGE_PBN_LEN];
        unsigned cards = 1 + (unsigned)nash_rng_below(&rng, BRIDGE_RANKS), dealer;
        struct bridge_deal deal = random_deal(&rng, i % 2 ? BRIDGE_RANKS : cards), again;
        bridge_pbn_write(&deal, i % BRIDGE_SEATS, written);
        assert_true(strlen(written) < BRIDGE_PBN_LEN);
        read_pbn(written, &again);
        assert_same(&deal, &again, written);
        spell_pbn(&rng, &deal, &text);
        read_pbn(nash_buf_cstr(&text), &again);
        assert_same(&deal, &again, nash_buf_cstr(&text));
        spell_lin(&rng, &deal, i % BRIDGE_SEATS, i % 2 && nash_rng_below(&rng, 2) ? 3 : 4, &text);
        if (bridge_lin_read(text.data, text.len, "", &again, &dealer, &error) != NASH_OK)
            fail_msg("%s: %s", nash_buf_cstr(&text), error.detail);
        assert_same(&deal, &again, nash_buf_cstr(&text));
        assert_int_equal(dealer, i % BRIDGE_SEATS);
    }
    nash_buf_free(&text);
}

/* Every prefix of a deal, and every deal with one character changed, is read or refused with an error. */
static void broken_deals(void **state)
{
    static const char lin[] = "3SKH4579QKAD69C58K,S569QAH3D5TJQAC69,S47H8TD248KC347QA,";
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 20000; i++) {
        char text[sizeof DEAL > sizeof lin ? sizeof DEAL : sizeof lin];
        struct bridge_deal deal;
        struct nash_error error = {0};
        unsigned dealer;
        bool is_lin = i % 2;
        size_t len = strlen(strcpy(text, is_lin ? lin : DEAL));
        if (nash_rng_below(&rng, 4) == 0)
            len = (size_t)nash_rng_below(&rng, len);
        else
            text[nash_rng_below(&rng, len)] = (char)nash_rng_below(&rng, 256);
        char *exact = malloc(len ? len : 1); /* exactly `len` bytes, so that a sanitizer detects a read past the end */
        memcpy(exact, text, len);
        enum nash_status status = is_lin ? bridge_lin_read(exact, len, "/deal", &deal, &dealer, &error)
                                         : bridge_pbn_read(exact, len, "/deal", &deal, &error);
        free(exact);
        assert_true(status == NASH_OK || ((status == NASH_INVALID || status == NASH_UNPROCESSABLE) &&
                                          strcmp(error.pointer, "/deal") == 0 && *error.detail));
    }
}

static void cards(void **state)
{
    static const char *const good[] = {"SA", "as", "Sa", "H10", "10h", "hT", "C2", "7D"};
    static const struct bridge_card is[] = {{0, 12}, {0, 12}, {0, 12}, {1, 8}, {1, 8}, {1, 8}, {3, 0}, {2, 5}};
    static const char *const bad[] = {"", "S", "A", "S1", "1S", "NA", "AA", "SS", "0S", "-"};
    struct bridge_card card;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(bridge_card_read(good[i], strlen(good[i]), &card), strlen(good[i]));
        assert_true(card.suit == is[i].suit && card.rank == is[i].rank);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(bridge_card_read(bad[i], strlen(bad[i]), &card), 0);
}

static void contracts(void **state)
{
    static const struct {
        const char *text;
        uint8_t level, strain, doubled;
        int declarer;
    } good[] = {{"4S", 4, BRIDGE_SPADES, 0, -1},
                {"3NTX by N", 3, BRIDGE_NOTRUMP, 1, BRIDGE_NORTH},
                {"6hxx-w", 6, BRIDGE_HEARTS, 2, BRIDGE_WEST},
                {"1n - E", 1, BRIDGE_NOTRUMP, 0, BRIDGE_EAST},
                {"7C S", 7, BRIDGE_CLUBS, 0, BRIDGE_SOUTH},
                {"Pass", 0, 0, 0, -1}};
    static const char *const bad[] = {"", "8S", "0S", "4", "S4", "4Z", "4S by", "4SXXX", "4S-Q", "4 S", "pas"};
    struct bridge_contract c;
    int declarer;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        size_t len = strlen(good[i].text);
        if (bridge_contract_read(good[i].text, len, &c, &declarer) != len || c.level != good[i].level ||
            c.strain != good[i].strain || c.doubled != good[i].doubled || declarer != good[i].declarer)
            fail_msg("%s is read as %u %u %u %d", good[i].text, c.level, c.strain, c.doubled, declarer);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (bridge_contract_read(bad[i], strlen(bad[i]), &c, &declarer) == strlen(bad[i]) && *bad[i])
            fail_msg("%s is read as a contract", bad[i]);
}

/* ---- positions ---- */

static struct bridge_card card_of(const char *text)
{
    struct bridge_card card;
    assert_int_equal(bridge_card_read(text, strlen(text), &card), strlen(text));
    return card;
}

static void check(const char *deal, const char *trick, const char *pointer, const char *word)
{
    struct bridge_position p = {.strain = BRIDGE_NOTRUMP, .leader = BRIDGE_NORTH};
    struct nash_error error = {0};
    read_pbn(deal, &p.deal);
    for (; *trick; trick += 2)
        p.trick[p.played++] = card_of((const char[]){trick[0], trick[1], '\0'});
    enum nash_status status = bridge_position_check(&p, "/deal", "/trick", &error);
    if (status != (*word ? NASH_UNPROCESSABLE : NASH_OK) || strcmp(error.pointer, pointer) != 0 ||
        !strstr(error.detail, word))
        fail_msg("%s: at \"%s\": %s", deal, error.pointer, error.detail);
}

static void positions(void **state)
{
    check(DEAL, "", "", "");
    check("N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A765 AT942.AQ4.32.KJ3", "", "/deal", "in no hand: C2");
    check("N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ32", "", "/deal",
          "South and West both hold the C2");
    check("N:QJ6.K652.J85.T982 873.J97.AT764.Q4 K5.T83.KQ9.A765 AT942.AQ4.32.KJ3", "", "/deal", "has at most 13");
    check("N:QJ6.K652.J8.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3", "", "/deal",
          "hold 12, 13, 13 and 13 cards");
    check("N:... ... ... ...", "", "/deal", "no hand holds a card");
    check("N:A... K... Q... J...", "", "", "");
    check("N:... K... Q... J...", "SA", "", "");
    check("N:A... K... Q... J...", "SA", "/deal", "less one");
    check("N:... K... Q... J...", "SK", "/trick/0", "East holds it too");
    check("N:2... 3.K.. 4.A.. 5.Q..", "H2", "", "");
    check("N:2... 3... 4.A.. 5.Q..", "H2H2", "/trick/1", "twice");
    check("N:2... 3... 4.A.. 5.Q..", "H2D3", "", "");
    check("N:2... .3.. 4.A.. 5.Q..", "H2D3", "/trick/1", "can follow");
}

/* Finds the winner of each trick by a separate rule, and checks that hands shrink by one card. */
static void played_tricks(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 500; i++) {
        struct bridge_position p = {.deal = random_deal(&rng, BRIDGE_RANKS),
                                    .strain = (uint8_t)(i % BRIDGE_STRAINS),
                                    .leader = (uint8_t)nash_rng_below(&rng, BRIDGE_SEATS)};
        for (unsigned trick = 0; trick < BRIDGE_RANKS; trick++) {
            unsigned leader = p.leader, best = 0, winner = 0;
            uint8_t led = BRIDGE_SUITS;
            for (unsigned j = 0; j < BRIDGE_SEATS; j++) {
                struct bridge_card card = random_card(&rng, &p);
                led = j ? led : card.suit;
                unsigned worth = card.rank + 1u + (card.suit == p.strain ? 200 : card.suit == led ? 100 : 0);
                bool follows = p.deal.hand[(leader + j) % BRIDGE_SEATS][led] == 0 || card.suit == led;
                assert_true(follows);
                winner = worth > best ? (leader + j) % BRIDGE_SEATS : winner;
                best = worth > best ? worth : best;
                int got = bridge_play(&p, card);
                assert_int_equal(got, j < BRIDGE_SEATS - 1 ? -1 : (int)winner);
            }
            for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
                assert_int_equal(bridge_hand_size(&p.deal, seat), BRIDGE_RANKS - 1 - trick);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spellings_of_random_deals),
        cmocka_unit_test(broken_deals),
        cmocka_unit_test(cards),
        cmocka_unit_test(contracts),
        cmocka_unit_test(positions),
        cmocka_unit_test(played_tricks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
