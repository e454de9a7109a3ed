/* Reads a PBN record (Portable Bridge Notation 2.1): tags, some followed by a section of data. Comments are {...} and ;
 * to the end of the line; a line that begins with % is a remark. Lines may end with a carriage return alone, since a
 * batch passes records on in this form.
 *
 * The tags Deal, Dealer, Vulnerable, Declarer, Contract, Result, Auction and Play are read. The record of the answer
 * repeats all tags except those with results that the solver computes. */
#include <string.h>

#include <solvers/bridge/notation/notation.h>

#include "auction.h"
#include "input.h"

struct pbn_tag {
    struct text_span name, value, data; /* value: between the quotes; data: the section after the tag */
    const char *begin;                  /* the '[' of the tag; the tag with its section ends at data.end */
};

struct pbn_record {
    struct bridge_input *in;
    const struct text_reader *t; /* the record; errors count its lines */
    unsigned deals;              /* number of Deal tags */
    struct bridge_contract contract;
    bool has_contract;
    int declarer;
    struct pbn_tag auction, play;
    bool has_auction, has_play;
};

/* ---- tags ---- */

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* Skips white space and comments. `begin`: the beginning of the record, which is the beginning of a line. */
static void pbn_skip_blank(struct text_span *s, const char *begin)
{
    while (s->at < s->end) {
        char c = *s->at;
        if (c == '{') {
            const char *close = memchr(s->at, '}', text_length(*s));
            s->at = close ? close + 1 : s->end;
        } else if (c == ';' || (c == '%' && (s->at == begin || is_line_end(s->at[-1])))) {
            while (s->at < s->end && !is_line_end(*s->at))
                s->at++;
        } else if (text_is_space(c)) {
            s->at++;
        } else {
            return;
        }
    }
}

/* Skips a quoted string, in which a backslash escapes. Returns false if it has no closing quote. */
static bool pbn_skip_string(struct text_span *s)
{
    for (s->at++; s->at < s->end; s->at++) {
        if (*s->at == '\\' && s->at + 1 < s->end)
            s->at++;
        else if (*s->at == '"')
            return s->at++, true;
    }
    return false;
}

/* Reads the section after a tag: up to the next '['. Returns false if a quote in it is not closed. */
static bool pbn_read_section(struct text_span *s, const char *begin)
{
    for (pbn_skip_blank(s, begin); s->at < s->end && *s->at != '['; pbn_skip_blank(s, begin))
        if (*s->at != '"')
            s->at++;
        else if (!pbn_skip_string(s))
            return false;
    return true;
}

/* Reads the next tag and its section. Returns false at the end of the record or after an error. */
static bool pbn_read_tag(const struct pbn_record *p, struct text_span *s, struct pbn_tag *tag)
{
    const char *begin = p->t->rest.at, *fault = NULL;
    pbn_skip_blank(s, begin);
    if (s->at == s->end)
        return false;
    tag->begin = s->at;
    if (*s->at != '[')
        return text_fail(p->t, NASH_INVALID, s->at, "a tag such as [Dealer \"N\"] is wanted here"), false;
    s->at++;
    pbn_skip_blank(s, begin);
    tag->name.at = s->at;
    while (s->at < s->end && !text_is_space(*s->at) && *s->at != '"' && *s->at != ']')
        s->at++;
    tag->name.end = s->at;
    pbn_skip_blank(s, begin);
    tag->value.at = s->at + 1;
    if (s->at == s->end || *s->at != '"')
        fault = "the tag has no value in quotes";
    else if (!pbn_skip_string(s))
        fault = "the quotes of the tag's value are not closed";
    tag->value.end = s->at - 1;
    if (!fault)
        pbn_skip_blank(s, begin);
    if (!fault && (s->at == s->end || *s->at != ']'))
        fault = "the tag is not closed by ]";
    tag->data.at = fault ? s->at : ++s->at;
    if (!fault && !pbn_read_section(s, begin))
        fault = "quotes are not closed";
    tag->data.end = s->at;
    if (fault)
        text_fail(p->t, NASH_INVALID, s->at, "%s", fault);
    return !fault;
}

static bool tag_is(const struct pbn_tag *tag, const char *name)
{
    return text_is_nocase(tag->name, name);
}

static bool value_is_unknown(struct text_span value)
{
    return value.at == value.end || text_is(value, "?");
}

/* Returns how many bytes of a value an error shows: at most 20. */
static int shown_length(struct text_span value)
{
    return text_length(value) > 20 ? 20 : (int)text_length(value);
}

static int pbn_read_seat(const struct pbn_record *p, const struct pbn_tag *tag)
{
    struct text_span value = tag->value;
    if (value.at < value.end && *value.at == '^') /* an irregularity: the wrong seat declared */
        value.at++;
    int seat = text_length(value) == 1 ? bridge_seat_of(*value.at) : -1;
    if (seat < 0 && !value_is_unknown(value))
        reader_fail(p->in->r, NASH_INVALID, NULL, "[%.*s \"%.*s\"] is no seat: N, E, S or W",
                    (int)text_length(tag->name), tag->name.at, shown_length(value), value.at);
    return seat;
}

static void pbn_read_vulnerable(const struct pbn_record *p, struct text_span value)
{
    int vulnerable = bridge_vulnerable_of(value);
    if (vulnerable < 0 && !value_is_unknown(value))
        reader_fail(p->in->r, NASH_INVALID, NULL,
                    "[Vulnerable \"%.*s\"] is none of None, Love, -, NS, EW, All and Both", shown_length(value),
                    value.at);
    if (p->in->vulnerable < 0)
        p->in->vulnerable = vulnerable;
}

static void pbn_read_deal(struct pbn_record *p, struct text_span value)
{
    struct bridge_input *in = p->in;
    struct nash_error error = {0};
    in->has_deal = true;
    if (p->deals++)
        reader_fail(in->r, NASH_INVALID, NULL,
                    "there are several records, and one problem is one deal: send the file to POST /v1/bridge/batch as "
                    "text/plain, which answers each (an empty line divides records)");
    else if (bridge_pbn_read(value.at, text_length(value), "", &in->problem.position.deal, &error) != NASH_OK)
        reader_adopt(in->r, &error);
}

static int pbn_read_result(struct text_span value)
{
    int tricks = 0;
    const char *c = value.at;
    for (; c < value.end && text_is_digit(*c) && tricks <= BRIDGE_RANKS; c++)
        tricks = tricks * 10 + (*c - '0');
    return c > value.at && c == value.end && tricks <= BRIDGE_RANKS ? tricks : -1;
}

/* Reports a value "#", which stands for the value of the record before. A batch has replaced it if there is one. */
static void pbn_check_inherited(const struct pbn_record *p, const struct pbn_tag *tag)
{
    static const char *const needed[] = {"Deal", "Dealer", "Vulnerable", "Declarer", "Contract"};
    if (tag->value.at == tag->value.end || *tag->value.at != '#')
        return;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (tag_is(tag, needed[i]))
            reader_fail(p->in->r, NASH_INVALID, NULL,
                        "[%s \"#\"] stands for the value of the record before, and there is none: write the value out",
                        needed[i]);
}

static void pbn_use_tag(struct pbn_record *p, const struct pbn_tag *tag)
{
    struct text_span value = tag->value;
    int ignored, seat, result;
    pbn_check_inherited(p, tag);
    if (!reader_ok(p->in->r))
        return;
    if (tag_is(tag, "Deal")) {
        pbn_read_deal(p, value);
    } else if (tag_is(tag, "Vulnerable")) {
        pbn_read_vulnerable(p, value);
    } else if (tag_is(tag, "Declarer")) {
        if ((seat = pbn_read_seat(p, tag)) >= 0)
            p->declarer = seat;
    } else if (tag_is(tag, "Dealer")) {
        seat = pbn_read_seat(p, tag);
        p->in->dealer = p->in->dealer < 0 ? seat : p->in->dealer;
    } else if (tag_is(tag, "Contract")) {
        size_t len = text_length(value);
        p->has_contract = len > 0 && bridge_contract_read(value.at, len, &p->contract, &ignored) == len;
    } else if (tag_is(tag, "Result")) {
        if ((result = pbn_read_result(value)) >= 0)
            p->in->result = result;
    } else if (tag_is(tag, "Auction")) {
        p->has_auction = true;
        p->auction = *tag;
    } else if (tag_is(tag, "Play")) {
        p->has_play = true;
        p->play = *tag;
    }
}

/* ---- auction and play ---- */

/* Skips what may stand between the entries of a section: notes =1=, marks such as $3 and !. */
static void pbn_skip_marks(const struct pbn_record *p, struct text_span *s)
{
    for (;;) {
        pbn_skip_blank(s, p->t->rest.at);
        if (s->at == s->end)
            return;
        if (*s->at == '=' || *s->at == '$') {
            for (s->at++; s->at < s->end && (text_is_digit(*s->at) || *s->at == '='); s->at++)
                ;
        } else if (*s->at == '!' || *s->at == '?') {
            s->at++;
        } else if (*s->at == '^') { /* an irregularity: ^I, ^S, … */
            s->at += s->end - s->at > 1 ? 2 : 1;
        } else {
            return;
        }
    }
}

/* Derives the contract from the calls, if there is no [Contract]. */
static void pbn_read_auction(struct pbn_record *p)
{
    struct bridge_auction auction;
    struct text_span data = p->auction.data, dealer = p->auction.value;
    int seat = p->has_auction && text_length(dealer) == 1 ? bridge_seat_of(*dealer.at) : -1;
    if (p->has_contract || seat < 0)
        return;
    bridge_auction_init(&auction, (unsigned)seat);
    for (pbn_skip_marks(p, &data); data.at < data.end; pbn_skip_marks(p, &data)) {
        size_t used = bridge_auction_call(&auction, data.at, text_length(data));
        if (!used)
            break;
        data.at += used;
    }
    p->has_contract = bridge_auction_contract(&auction, &p->contract);
    p->declarer = p->contract.declarer;
}

enum { NO_CARD = BRIDGE_SUITS };

/* Reads the table of [Play]: a row is a trick, its columns are the seats from the named one on. */
static bool pbn_read_play_table(const struct pbn_record *p, struct bridge_card table[BRIDGE_RANKS][BRIDGE_SEATS])
{
    struct text_span data = p->play.data;
    for (unsigned i = 0; i < BRIDGE_CARDS; i++)
        table[i / BRIDGE_SEATS][i % BRIDGE_SEATS].suit = NO_CARD;
    unsigned i = 0;
    for (pbn_skip_marks(p, &data); data.at < data.end; pbn_skip_marks(p, &data), i++) {
        struct bridge_card card = {.suit = NO_CARD};
        if (*data.at == '*' || *data.at == '+')
            return true;
        size_t used = *data.at == '-' ? 1 : bridge_card_read(data.at, text_length(data), &card);
        if (!used || i == BRIDGE_CARDS)
            return false;
        data.at += used;
        table[i / BRIDGE_SEATS][i % BRIDGE_SEATS] = card;
    }
    return true;
}

/* Takes the cards out of the table in the order in which they were played, up to the first that is missing. Returns
 * their number. */
static uint32_t order_play_table(struct bridge_card table[BRIDGE_RANKS][BRIDGE_SEATS], unsigned first, unsigned strain,
                                 struct bridge_card *play)
{
    struct bridge_position position = {.strain = (uint8_t)strain, .leader = (uint8_t)first};
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

/* Drops the play and stores why it cannot be read. */
static void pbn_refuse_play(struct pbn_record *p, const char *why)
{
    p->in->problem.play_count = 0;
    nash_fail(&p->in->play_error, NASH_UNPROCESSABLE, p->in->at_deal, "[Play]: %s", why);
}

static void pbn_read_play(struct pbn_record *p)
{
    struct bridge_input *in = p->in;
    struct bridge_card table[BRIDGE_RANKS][BRIDGE_SEATS];
    struct text_span leader = p->play.value;
    int first = text_length(leader) == 1 ? bridge_seat_of(*leader.at) : -1;
    struct bridge_card *play = READER_NEW(in->r, struct bridge_card, BRIDGE_CARDS);
    if (!play)
        return;
    if (first < 0 || first != (in->problem.contract.declarer + 1) % BRIDGE_SEATS) {
        pbn_refuse_play(p, "does not begin with the seat left of the declarer");
        return;
    }
    if (!pbn_read_play_table(p, table)) {
        pbn_refuse_play(p, "has something that is no card (as \"SA\", or \"-\" where none was played)");
        return;
    }
    in->problem.play_count = order_play_table(table, (unsigned)first, in->problem.contract.strain, play);
    for (unsigned i = 0; i < BRIDGE_CARDS; i++)
        if (table[i / BRIDGE_SEATS][i % BRIDGE_SEATS].suit != NO_CARD) {
            pbn_refuse_play(p, "has cards behind one that is missing: a row is a trick, its columns are the seats "
                               "from the named one on, whichever seat led");
            return;
        }
    in->problem.play = play;
    in->play_by_record = true;
    in->at_play = in->at_deal;
}

/* Uses the contract and the play of the record, unless the request has members of its own about strain, declarer or
 * leader. */
static void pbn_use_contract(struct pbn_record *p)
{
    struct bridge_input *in = p->in;
    bool present = in->strain >= 0 || in->leader >= 0 || in->declarer >= 0 || in->problem.has_contract;
    pbn_read_auction(p);
    if (present || !p->has_contract || (p->contract.level && p->declarer < 0)) {
        in->result = -1;
        return;
    }
    in->problem.has_contract = true;
    in->problem.contract = p->contract;
    in->problem.contract.declarer = (uint8_t)(p->declarer < 0 ? 0 : p->declarer);
    in->at_contract = in->at_deal;
    if (p->has_play && p->contract.level && !in->problem.play_count)
        pbn_read_play(p);
}

/* ---- the tags that the answer repeats ---- */

static bool is_computed_again(const struct pbn_tag *tag)
{
    return tag_is(tag, "DoubleDummyTricks") || tag_is(tag, "OptimumResultTable") || tag_is(tag, "OptimumScore") ||
           tag_is(tag, "ParContract");
}

/* Appends the lines of a text, without blank lines and remarks. */
static void append_lines(struct nash_buf *out, const char *at, const char *end)
{
    while (at < end) {
        const char *stop = at, *last;
        while (stop < end && !is_line_end(*stop))
            stop++;
        for (last = stop; last > at && text_is_space(last[-1]);)
            last--;
        if (last > at && *at != '%') {
            bridge_append_text(out, (struct text_span){at, last});
            nash_buf_putc(out, '\n');
        }
        at = stop < end ? stop + 1 : end;
    }
}

static void pbn_keep_tags(struct pbn_record *p)
{
    struct nash_buf tags = NASH_BUF_INIT(0), sections = NASH_BUF_INIT(0);
    struct text_span rest = p->t->rest;
    struct bridge_problem *problem = &p->in->problem;
    struct pbn_tag tag;
    bool in_sections = false; /* true from the first Auction or Play tag on */
    while (pbn_read_tag(p, &rest, &tag)) {
        in_sections = in_sections || tag_is(&tag, "Auction") || tag_is(&tag, "Play");
        if (!is_computed_again(&tag))
            append_lines(in_sections ? &sections : &tags, tag.begin, tag.data.end);
    }
    problem->tags = bridge_keep_text(p->in, &tags);
    problem->sections = bridge_keep_text(p->in, &sections);
    problem->is_pbn = true;
}

void bridge_read_pbn_record(struct bridge_input *in, const struct text_reader *t)
{
    struct pbn_record p = {.in = in, .t = t, .declarer = -1};
    struct text_span rest = t->rest;
    struct pbn_tag tag;
    while (reader_ok(in->r) && pbn_read_tag(&p, &rest, &tag))
        pbn_use_tag(&p, &tag);
    if (!p.deals)
        reader_fail(in->r, NASH_INVALID, NULL,
                    "the record has no [Deal \"...\"]: a record that repeats the deal of one before must say it again");
    if (!reader_ok(in->r))
        return;
    pbn_use_contract(&p);
    pbn_keep_tags(&p);
}
