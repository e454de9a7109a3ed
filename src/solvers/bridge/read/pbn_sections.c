/* Reads the contract, the result, the auction and the play of a PBN record. */
#include <solvers/bridge/notation/notation.h>

#include "pbn.h"

/* Skips what may stand between the entries of a section: notes =1=, marks such as $3 and !. Returns the letter of the
 * last irregularity: I, S, R or L; 0: none. */
static char pbn_skip_marks(const struct pbn_record *p, struct text_span *s)
{
    char irregular = 0;
    for (;;) {
        pbn_skip_blank(s, p->t->rest.at);
        if (s->at == s->end)
            return irregular;
        if (*s->at == '=' || *s->at == '$') {
            for (s->at++; s->at < s->end && (text_is_digit(*s->at) || *s->at == '='); s->at++)
                ;
        } else if (*s->at == '!' || *s->at == '?') {
            s->at++;
        } else if (*s->at == '^' && s->end - s->at > 1) {
            irregular = s->at[1];
            s->at += 2;
            if (irregular == 'S') /* stands for the call of a seat that was skipped */
                return irregular;
        } else {
            return irregular;
        }
    }
}

/* ---- contract ---- */

/* Derives the contract from the calls. "-" stands for a seat before the dealer, ^S for one that was skipped. */
static bool pbn_read_auction(const struct pbn_record *p, struct bridge_contract *contract)
{
    struct bridge_auction auction;
    struct text_span data = p->tag[PBN_AUCTION].data;
    int seat = pbn_seat(p->tag[PBN_AUCTION].value);
    if (seat < 0)
        return false;
    bridge_auction_init(&auction, (unsigned)seat);
    while (data.at < data.end) {
        bool skipped = pbn_skip_marks(p, &data) == 'S', waits = data.at < data.end && *data.at == '-';
        if (skipped || waits) {
            bridge_auction_skip(&auction);
            data.at += !skipped;
            continue;
        }
        size_t used = bridge_auction_call(&auction, data.at, text_length(data));
        if (!used)
            break;
        data.at += used;
    }
    return bridge_auction_contract(&auction, contract);
}

/* Reads the strain of an ending, whose [Contract] is a strain alone (section 3.10). Returns -1 for anything else. */
static int pbn_read_strain(const struct pbn_record *p)
{
    struct text_span value = p->tag[PBN_CONTRACT].value;
    size_t used;
    int strain = bridge_strain_of(value.at, text_length(value), &used);
    return strain >= 0 && used == text_length(value) ? strain : -1;
}

/* Reads the tricks of the declarer: "9", "^9", or of a side, "NS 9", "EW 4 NS 9". Returns -1 if they are unknown. */
static int pbn_read_result(const struct pbn_record *p)
{
    struct text_span rest = p->tag[PBN_RESULT].value, word;
    bool ours = true;
    while (text_word(&rest, " \t^", &word)) {
        int64_t tricks;
        bool ns = text_is_nocase(word, "NS"), ew = text_is_nocase(word, "EW");
        if (ns || ew)
            ours = ew == p->of.contract.declarer % 2;
        else if (!text_int(word, &tricks) || tricks < 0 || tricks > BRIDGE_RANKS)
            return -1;
        else if (ours)
            return (int)tricks;
    }
    return -1;
}

/* ---- play ---- */

enum { NO_CARD = BRIDGE_SUITS };

/* Reads the table of [Play]: a row is a trick, its columns are the seats from the named one on. "-" and "+" stand for a
 * card that was not played. */
static bool pbn_read_play_table(const struct pbn_record *p, struct bridge_card table[BRIDGE_RANKS][BRIDGE_SEATS])
{
    struct text_span data = p->tag[PBN_PLAY].data;
    for (unsigned i = 0; i < BRIDGE_CARDS; i++)
        table[i / BRIDGE_SEATS][i % BRIDGE_SEATS].suit = NO_CARD;
    unsigned i = 0;
    for (pbn_skip_marks(p, &data); data.at < data.end; pbn_skip_marks(p, &data), i++) {
        struct bridge_card card = {.suit = NO_CARD};
        if (*data.at == '*')
            return true;
        bool none = *data.at == '-' || *data.at == '+';
        size_t used = none ? 1 : bridge_card_read(data.at, text_length(data), &card);
        if (!used || i == BRIDGE_CARDS)
            return false;
        data.at += used;
        table[i / BRIDGE_SEATS][i % BRIDGE_SEATS] = card;
    }
    return true;
}

/* Takes the cards out of the table in the order in which they were played, up to the first that is missing. first: the
 * seat of the first column. Returns their number. */
static uint32_t order_play_table(struct bridge_card table[BRIDGE_RANKS][BRIDGE_SEATS], unsigned first, unsigned leader,
                                 unsigned strain, struct bridge_card *play)
{
    struct bridge_position position = {.strain = (uint8_t)strain, .leader = (uint8_t)leader};
    for (uint32_t count = 0; count < BRIDGE_CARDS; count++) {
        unsigned column = (bridge_to_play(&position) + BRIDGE_SEATS - first) % BRIDGE_SEATS;
        struct bridge_card *card = &table[count / BRIDGE_SEATS][column];
        if (card->suit == NO_CARD)
            return count;
        play[count] = *card;
        bridge_play(&position, *card);
        card->suit = NO_CARD;
    }
    return BRIDGE_CARDS;
}

/* Reads the play. `leader`: the seat that leads to the first trick; the columns may begin with another seat. Returns
 * why it cannot be read, or NULL. */
static const char *pbn_read_play(struct pbn_record *p, unsigned leader, unsigned strain)
{
    struct bridge_card table[BRIDGE_RANKS][BRIDGE_SEATS];
    int first = pbn_seat(p->tag[PBN_PLAY].value);
    if (first < 0)
        return "[Play]: has no seat of the first column: N, E, S or W";
    if (!pbn_read_play_table(p, table))
        return "[Play]: has something that is no card (as \"SA\", or \"-\" where none was played)";
    p->of.play_count = order_play_table(table, (unsigned)first, leader, strain, p->of.play);
    for (unsigned i = 0; i < BRIDGE_CARDS; i++)
        if (table[i / BRIDGE_SEATS][i % BRIDGE_SEATS].suit != NO_CARD)
            return "[Play]: has cards behind one that is missing: a row is a trick, its columns are the seats from the "
                   "named one on, whichever seat led";
    return NULL;
}

void pbn_read_contract(struct pbn_record *p)
{
    struct text_span value = p->tag[PBN_CONTRACT].value, declarer = p->tag[PBN_DECLARER].value;
    struct bridge_record *of = &p->of;
    int ignored, seat;
    if (declarer.at < declarer.end && *declarer.at == '^') /* the wrong hand was dummy */
        declarer.at++;
    seat = pbn_seat(declarer);
    of->has_contract = text_length(value) > 0 && bridge_contract_read(value.at, text_length(value), &of->contract,
                                                                      &ignored) == text_length(value);
    if (of->has_contract && (seat >= 0 || !of->contract.level))
        of->contract.declarer = (uint8_t)(seat < 0 ? 0 : seat);
    else
        of->has_contract = pbn_read_auction(p, &of->contract);
    of->result = of->has_contract ? pbn_read_result(p) : -1;
    of->strain = of->has_contract ? -1 : pbn_read_strain(p);
    if (of->strain >= 0)
        of->leader = pbn_seat(p->tag[PBN_PLAY].value);
    if (p->tag[PBN_PLAY].begin && of->has_contract && of->contract.level)
        of->play_fault = pbn_read_play(p, (of->contract.declarer + 1u) % BRIDGE_SEATS, of->contract.strain);
    else if (of->leader >= 0)
        of->play_fault = pbn_read_play(p, (unsigned)of->leader, (unsigned)of->strain);
}
