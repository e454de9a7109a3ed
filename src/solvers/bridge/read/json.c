/* Reads the JSON form of a problem (schema/kinds/bridge.request.json). Members that break the schema are NASH_INVALID;
 * validate.c checks the members together. */
#include <string.h>

#include <solvers/bridge/kind.h>
#include <solvers/bridge/notation/notation.h>

#include "input.h"

enum { RECORD_MAX = 32768, CONTRACT_MAX = 40 };

static const char *const seat_members[] = {"N", "E", "S", "W", NULL};

/* Returns the string of a value, empty if it is none. */
static struct text_span span_of(const struct reader *r)
{
    const char *text = cJSON_IsString(r->value) ? r->value->valuestring : "";
    return (struct text_span){text, text + strlen(text)};
}

/* ---- words ---- */

int bridge_read_seat(const struct reader *r)
{
    struct text_span text = span_of(r);
    int seat = text_length(text) == 1 ? bridge_seat_of(*text.at) : -1;
    if (seat < 0)
        reader_fail(r, NASH_INVALID, NULL, "must be a seat: \"N\", \"E\", \"S\" or \"W\"");
    return seat;
}

static int read_seat(struct reader *r, const char *name)
{
    struct reader seat;
    return reader_member(&seat, r, name) ? bridge_read_seat(&seat) : -1;
}

static int read_strain(struct reader *r)
{
    struct reader member;
    size_t used = 0;
    if (!reader_member(&member, r, "strain"))
        return -1;
    struct text_span text = span_of(&member);
    int strain = bridge_strain_of(text.at, text_length(text), &used);
    if (strain < 0 || used != text_length(text))
        reader_fail(&member, NASH_INVALID, NULL, "must be \"NT\" or the trump suit, \"S\", \"H\", \"D\" or \"C\"");
    return strain;
}

static void read_contract(struct reader *r, struct bridge_problem *p)
{
    struct reader member;
    int declarer;
    if (!reader_member(&member, r, "contract"))
        return;
    struct text_span text = span_of(&member);
    size_t len = text_length(text);
    if (len == 0 || len > CONTRACT_MAX || bridge_contract_read(text.at, len, &p->contract, &declarer) != len) {
        reader_fail(&member, NASH_INVALID, NULL,
                    "must be a contract such as \"4S\", \"3NTX by N\", \"6HXX-W\" or \"pass\"");
        return;
    }
    p->has_contract = true;
    p->contract.declarer = (uint8_t)(declarer < 0 ? BRIDGE_SEATS : declarer); /* BRIDGE_SEATS: not named */
}

int bridge_vulnerable_of(struct text_span word)
{
    static const struct {
        const char *word;
        enum bridge_vulnerable is;
    } words[] = {{"none", BRIDGE_VUL_NONE}, {"love", BRIDGE_VUL_NONE}, {"-", BRIDGE_VUL_NONE},  {"ns", BRIDGE_VUL_NS},
                 {"ew", BRIDGE_VUL_EW},     {"both", BRIDGE_VUL_BOTH}, {"all", BRIDGE_VUL_BOTH}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is_nocase(word, words[i].word))
            return (int)words[i].is;
    return -1;
}

static int read_vulnerable(struct reader *r)
{
    struct reader member;
    if (!reader_member(&member, r, "vulnerable"))
        return -1;
    int vulnerable = bridge_vulnerable_of(span_of(&member));
    if (vulnerable < 0)
        reader_fail(&member, NASH_INVALID, NULL,
                    "must be \"none\", \"ns\", \"ew\" or \"both\" (or as in PBN: \"All\", \"Love\", \"-\")");
    return vulnerable;
}

/* Reads one word of "want". Returns its bit, or 0 after an error. */
static unsigned read_want_word(const struct reader *r)
{
    static const struct {
        const char *word;
        enum bridge_want want;
    } words[] = {{"table", BRIDGE_WANT_TABLE}, {"card", BRIDGE_WANT_CARD}, {"line", BRIDGE_WANT_LINE},
                 {"par", BRIDGE_WANT_PAR},     {"play", BRIDGE_WANT_PLAY}, {"score", BRIDGE_WANT_SCORE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(span_of(r), words[i].word))
            return words[i].want;
    reader_fail(r, NASH_INVALID, NULL,
                "must be some of \"table\", \"card\", \"line\", \"par\", \"play\" and \"score\"");
    return 0;
}

static unsigned read_want(struct reader *r)
{
    struct reader want, item = {0};
    unsigned bits = 0;
    if (!reader_member(&want, r, "want"))
        return 0;
    while (reader_item(&item, &want))
        bits |= read_want_word(&item);
    return bits ? bits : read_want_word(&want);
}

/* ---- the deal ---- */

static void read_hands(struct reader *deal, bridge_ranks hand[BRIDGE_SEATS][BRIDGE_SUITS])
{
    reader_only(deal, seat_members);
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        struct nash_error error = {0};
        struct reader member;
        if (!reader_member(&member, deal, seat_members[seat]))
            continue;
        struct text_span text = span_of(&member);
        if (!cJSON_IsString(member.value))
            reader_fail(&member, NASH_INVALID, NULL, "must be a hand such as \"QJ6.K652.J85.T98\"");
        else if (bridge_hand_read(text.at, text_length(text), "", seat, hand[seat], &error) != NASH_OK)
            reader_adopt(&member, &error);
    }
}

void bridge_read_lin_deal(struct bridge_input *in, const struct reader *r, struct text_span text)
{
    struct nash_error error = {0};
    unsigned dealer;
    in->has_deal = true;
    if (bridge_lin_read(text.at, text_length(text), "", &in->problem.position.deal, &dealer, &error) != NASH_OK)
        reader_adopt(r, &error);
    else if (in->dealer < 0 && text.at < text.end && *text.at >= '1' && *text.at <= '4')
        in->dealer = (int)dealer;
}

void bridge_read_deal(struct bridge_input *in, const struct reader *r, struct text_span text)
{
    struct nash_error error = {0};
    if (memchr(text.at, ',', text_length(text))) {
        bridge_read_lin_deal(in, r, text);
        return;
    }
    in->has_deal = true;
    if (bridge_pbn_read(text.at, text_length(text), "", &in->problem.position.deal, &error) != NASH_OK)
        reader_adopt(r, &error);
}

static void read_deal_member(struct bridge_input *in, struct reader *deal)
{
    if (cJSON_IsObject(deal->value)) {
        in->has_deal = true;
        read_hands(deal, in->problem.position.deal.hand);
    } else if (cJSON_IsString(deal->value)) {
        bridge_read_deal(in, deal, span_of(deal));
    } else {
        reader_fail(deal, NASH_INVALID, NULL,
                    "must be a deal as PBN writes it, \"N:QJ6.K652.J85.T98 873. ...\", the hands of LIN, or an object "
                    "of hands, {\"N\": \"QJ6.K652.J85.T98\", ...}");
    }
}

bool bridge_play_is_open(const struct bridge_input *in)
{
    return in->strain < 0 && in->leader < 0 && in->declarer < 0 && !in->problem.has_contract &&
           !in->problem.play_count && in->tricks < 0 && !in->sampling;
}

/* Reads "record". The schema allows any text in it, so faults of the text are NASH_UNPROCESSABLE. */
static void read_record_member(struct bridge_input *in, struct reader *record)
{
    struct text_span text = span_of(record);
    const struct reader *outer = in->r;
    struct nash_error error = {0};
    struct reader inner;
    if (text.at == text.end || text_length(text) > RECORD_MAX) {
        reader_fail(record, NASH_INVALID, NULL, "must be a PBN record, a LIN line or one deal, of 1 to %d bytes",
                    RECORD_MAX);
        return;
    }
    in->at_deal = "/record";
    in->by_record = bridge_play_is_open(in);
    reader_root(&inner, NULL, record->root->arena, &error);
    in->r = &inner;
    bridge_read_record(in, text.at, text_length(text));
    in->r = outer;
    if (error.status == NASH_INVALID)
        error.status = NASH_UNPROCESSABLE;
    if (!reader_ok(&inner))
        reader_adopt(record, &error);
}

/* Reads the deal or the record. A score of tricks that were made needs neither. */
static void read_source(struct reader *r, struct bridge_input *in)
{
    struct reader deal, record;
    bool has_deal = reader_member(&deal, r, "deal"), has_record = reader_member(&record, r, "record");
    if (has_deal && has_record)
        reader_fail(r, NASH_INVALID, "record", "cannot stand beside \"deal\": give one of them");
    else if (has_deal)
        read_deal_member(in, &deal);
    else if (has_record)
        read_record_member(in, &record);
    else if (!in->problem.has_contract || in->tricks < 0)
        reader_fail(r, NASH_INVALID, NULL,
                    "give the \"deal\", or a \"record\" that has one, or for a score alone \"contract\" and "
                    "\"tricks\"");
}

static void read_trick_and_play(struct reader *r, struct bridge_problem *p)
{
    struct reader trick, play;
    const struct bridge_card *card = NULL;
    uint32_t count = 0;
    if (reader_member(&trick, r, "trick"))
        card = bridge_read_cards(&trick, BRIDGE_SEATS - 1, &count);
    for (uint32_t i = 0; card && i < count; i++)
        p->position.trick[i] = card[i];
    p->position.played = (uint8_t)count;
    if (reader_member(&play, r, "play"))
        p->play = bridge_read_cards(&play, BRIDGE_CARDS, &p->play_count);
}

#define MEMBERS                                                                                                        \
    "want", "strain", "leader", "contract", "declarer", "trick", "dealer", "vulnerable", "tricks", "play", "samples",  \
        "known", "constraints"

static void read_members(struct reader *r, struct bridge_input *in)
{
    in->tricks = (int)reader_int(r, "tricks", 0, BRIDGE_RANKS, -1);
    in->want = read_want(r);
    in->strain = read_strain(r);
    in->leader = read_seat(r, "leader");
    in->declarer = read_seat(r, "declarer");
    in->dealer = read_seat(r, "dealer");
    in->vulnerable = read_vulnerable(r);
    read_contract(r, &in->problem);
    read_trick_and_play(r, &in->problem);
    bridge_read_sampling(r, in);
}

void bridge_read_beside_text(struct reader *r, struct bridge_input *in)
{
    static const char *const members[] = {MEMBERS, NULL};
    reader_only(r, members);
    read_members(r, in);
}

enum nash_status bridge_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    static const char *const members[] = {"deal", "record", MEMBERS, NULL};
    struct reader r;
    struct bridge_input in;
    reader_root(&r, doc, arena, error);
    bridge_input_init(&in, &r);
    reader_only(&r, members);
    read_members(&r, &in);
    read_source(&r, &in);
    *problem = bridge_validate(&in);
    return reader_status(&r);
}
