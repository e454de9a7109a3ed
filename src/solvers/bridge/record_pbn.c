/* A PBN record (Portable Bridge Notation 2.1): tags, each with a table of data behind it where it has one. Comments are
 * {...} and ; to the end of the line; a line that begins with % is a remark. Lines may end as anywhere, also with a
 * carriage return alone: so the lines of a record come from a batch.
 *
 * What is read: Deal, Dealer, Vulnerable, Declarer, Contract, Result, Auction, Play. Everything is kept for the record
 * that is the answer, except what is found anew. */
#include <string.h>
#include <strings.h>

#include <nash/buf.h>

#include "auction.h"
#include "draft.h"
#include "notation.h"

struct text {
    const char *at, *end;
};

struct tag {
    struct text name, value, data; /* value: between the quotes */
    const char *begin;             /* its '['; all of it goes on to data.end */
};

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || is_line_end(c);
}

static void skip_line(struct text *t)
{
    while (t->at < t->end && !is_line_end(*t->at))
        t->at++;
}

/* White space and comments; `start` is where the text begins, to know the beginning of a line. */
static void skip_blank(struct text *t, const char *start)
{
    while (t->at < t->end) {
        char c = *t->at;
        if (c == '{') {
            const char *close = memchr(t->at, '}', (size_t)(t->end - t->at));
            t->at = close ? close + 1 : t->end;
        } else if (c == ';' || (c == '%' && (t->at == start || is_line_end(t->at[-1])))) {
            skip_line(t);
        } else if (is_space(c)) {
            t->at++;
        } else {
            return;
        }
    }
}

/* Past the closing quote; backslash escapes. False: there is none. */
static bool skip_string(struct text *t)
{
    for (t->at++; t->at < t->end; t->at++) {
        if (*t->at == '\\' && t->at + 1 < t->end)
            t->at++;
        else if (*t->at == '"')
            return t->at++, true;
    }
    return false;
}

static enum nash_status bad(const struct bridge_draft *d, const struct text *t, const char *start, const char *what)
{
    size_t line = 1;
    for (const char *c = start; c < t->at && c < t->end; c++)
        line += *c == '\n' || (*c == '\r' && !(c + 1 < t->end && c[1] == '\n'));
    return nash_fail(d->error, NASH_INVALID, d->at_deal, "line %zu of the record: %s", line, what);
}

/* *found: there was one more. */
static enum nash_status next_tag(const struct bridge_draft *d, struct text *t, const char *start, struct tag *tag,
                                 bool *found)
{
    *found = false;
    skip_blank(t, start);
    if (t->at == t->end)
        return NASH_OK;
    if (*t->at != '[')
        return bad(d, t, start, "a tag such as [Dealer \"N\"] is wanted here");
    tag->begin = t->at++;
    skip_blank(t, start);
    tag->name.at = t->at;
    while (t->at < t->end && !is_space(*t->at) && *t->at != '"' && *t->at != ']')
        t->at++;
    tag->name.end = t->at;
    skip_blank(t, start);
    if (t->at == t->end || *t->at != '"')
        return bad(d, t, start, "the tag has no value in quotes");
    tag->value.at = t->at + 1;
    if (!skip_string(t))
        return bad(d, t, start, "the quotes of the tag's value are not closed");
    tag->value.end = t->at - 1;
    skip_blank(t, start);
    if (t->at == t->end || *t->at != ']')
        return bad(d, t, start, "the tag is not closed by ]");
    tag->data.at = ++t->at;
    for (skip_blank(t, start); t->at < t->end && *t->at != '['; skip_blank(t, start))
        if (*t->at != '"')
            t->at++;
        else if (!skip_string(t))
            return bad(d, t, start, "quotes are not closed");
    tag->data.end = t->at;
    *found = true;
    return NASH_OK;
}

static bool is_named(const struct tag *tag, const char *name)
{
    size_t len = strlen(name);
    return (size_t)(tag->name.end - tag->name.at) == len && strncasecmp(tag->name.at, name, len) == 0;
}

static bool is_unknown(struct text value)
{
    return value.at == value.end || (value.end - value.at == 1 && *value.at == '?');
}

/* ---- what the tags say ---- */

struct record {
    struct bridge_draft *draft;
    const char *start;
    unsigned deals;
    struct bridge_contract contract;
    bool has_contract;
    int declarer;
    struct tag auction, play;
    bool has_auction, has_play;
};

static enum nash_status read_seat(struct record *r, const struct tag *tag, int *seat)
{
    struct text value = tag->value;
    if (value.at < value.end && *value.at == '^') /* an irregularity: the wrong seat declared */
        value.at++;
    if (is_unknown(value))
        return NASH_OK;
    *seat = value.end - value.at == 1 ? bridge_seat_of(*value.at) : -1;
    if (*seat >= 0)
        return NASH_OK;
    return nash_fail(r->draft->error, NASH_INVALID, r->draft->at_deal, "[%.*s \"%.*s\"] is no seat: N, E, S or W",
                     (int)(tag->name.end - tag->name.at), tag->name.at,
                     (int)(value.end - value.at > 20 ? 20 : value.end - value.at), value.at);
}

static enum nash_status read_vulnerable(struct record *r, const struct tag *tag)
{
    struct text value = tag->value;
    int vulnerable = bridge_vulnerable_of(value.at, (size_t)(value.end - value.at));
    if (vulnerable < 0 && !is_unknown(value))
        return nash_fail(r->draft->error, NASH_INVALID, r->draft->at_deal,
                         "[Vulnerable \"%.*s\"] is none of None, Love, -, NS, EW, All and Both",
                         (int)(value.end - value.at > 20 ? 20 : value.end - value.at), value.at);
    if (r->draft->vulnerable < 0)
        r->draft->vulnerable = vulnerable;
    return NASH_OK;
}

static enum nash_status read_deal(struct record *r, const struct tag *tag)
{
    struct bridge_draft *d = r->draft;
    size_t len = (size_t)(tag->value.end - tag->value.at);
    if (r->deals++)
        return nash_fail(d->error, NASH_INVALID, d->at_deal,
                         "there are several records, and one problem is one deal: send the file to POST "
                         "/v1/bridge/batch as text/plain, which answers each (an empty line divides records)");
    d->has_deal = true;
    return bridge_pbn_read(tag->value.at, len, d->at_deal, &d->problem.position.deal, d->error);
}

static void read_result(struct record *r, struct text value)
{
    int tricks = 0;
    const char *c = value.at;
    for (; c < value.end && *c >= '0' && *c <= '9' && tricks <= BRIDGE_RANKS; c++)
        tricks = tricks * 10 + (*c - '0');
    if (c > value.at && c == value.end && tricks <= BRIDGE_RANKS)
        r->draft->result = tricks;
}

/* "#": as in the record before. What a batch could give it has given (api/records.h). */
static enum nash_status check_inherited(const struct record *r, const struct tag *tag)
{
    static const char *const needed[] = {"Deal", "Dealer", "Vulnerable", "Declarer", "Contract"};
    if (tag->value.at == tag->value.end || *tag->value.at != '#')
        return NASH_OK;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (is_named(tag, needed[i]))
            return nash_fail(
                r->draft->error, NASH_INVALID, r->draft->at_deal,
                "[%s \"#\"] stands for the value of the record before, and there is none: write the value out",
                needed[i]);
    return NASH_OK;
}

static enum nash_status take(struct record *r, const struct tag *tag)
{
    struct bridge_draft *d = r->draft;
    int dealer = -1, ignored;
    size_t len = (size_t)(tag->value.end - tag->value.at);
    enum nash_status status = check_inherited(r, tag);
    if (status != NASH_OK)
        return status;
    if (is_named(tag, "Deal"))
        return read_deal(r, tag);
    if (is_named(tag, "Vulnerable"))
        return read_vulnerable(r, tag);
    if (is_named(tag, "Declarer"))
        return read_seat(r, tag, &r->declarer);
    if (is_named(tag, "Contract")) {
        r->has_contract = bridge_contract_read(tag->value.at, len, &r->contract, &ignored) == len && len > 0;
    } else if (is_named(tag, "Result")) {
        read_result(r, tag->value);
    } else if (is_named(tag, "Auction")) {
        r->has_auction = true;
        r->auction = *tag;
    } else if (is_named(tag, "Play")) {
        r->has_play = true;
        r->play = *tag;
    } else if (is_named(tag, "Dealer")) {
        status = read_seat(r, tag, &dealer);
        d->dealer = d->dealer < 0 ? dealer : d->dealer;
    }
    return status;
}

/* ---- auction and play ---- */

/* Notes =1=, marks such as $3 and !, and what else stands between the entries of a section. */
static void skip_marks(struct text *t, const char *start)
{
    for (;;) {
        skip_blank(t, start);
        if (t->at == t->end)
            return;
        if (*t->at == '=' || *t->at == '$') {
            for (t->at++; t->at < t->end && ((*t->at >= '0' && *t->at <= '9') || *t->at == '='); t->at++)
                ;
        } else if (*t->at == '!' || *t->at == '?') {
            t->at++;
        } else if (*t->at == '^') { /* an irregularity: ^I, ^S, … */
            t->at += t->end - t->at > 1 ? 2 : 1;
        } else {
            return;
        }
    }
}

/* Where there is no [Contract], the calls tell it. */
static void read_auction(struct record *r)
{
    struct bridge_auction auction;
    struct text data = r->auction.data, dealer = r->auction.value;
    int seat = dealer.end - dealer.at == 1 ? bridge_seat_of(*dealer.at) : -1;
    if (r->has_contract || !r->has_auction || seat < 0)
        return;
    bridge_auction_begin(&auction, (unsigned)seat);
    for (skip_marks(&data, r->start); data.at < data.end; skip_marks(&data, r->start)) {
        size_t used = bridge_auction_call(&auction, data.at, (size_t)(data.end - data.at));
        if (!used)
            break;
        data.at += used;
    }
    r->has_contract = bridge_auction_contract(&auction, &r->contract);
    r->declarer = r->contract.declarer;
}

enum { NO_CARD = BRIDGE_SUITS };

/* The table: a row is a trick, its columns are seats from the named one on. */
static bool read_table(const struct record *r, struct bridge_card table[BRIDGE_RANKS][BRIDGE_SEATS])
{
    struct text data = r->play.data;
    for (unsigned i = 0; i < BRIDGE_CARDS; i++)
        table[i / BRIDGE_SEATS][i % BRIDGE_SEATS].suit = NO_CARD;
    unsigned i = 0;
    for (skip_marks(&data, r->start); data.at < data.end; skip_marks(&data, r->start), i++) {
        struct bridge_card card = {.suit = NO_CARD};
        if (*data.at == '*' || *data.at == '+')
            return true;
        size_t used = *data.at == '-' ? 1 : bridge_card_read(data.at, (size_t)(data.end - data.at), &card);
        if (!used || i == BRIDGE_CARDS)
            return false;
        data.at += used;
        table[i / BRIDGE_SEATS][i % BRIDGE_SEATS] = card;
    }
    return true;
}

/* The cards in the order in which they were played, up to the first that is not there. */
static uint32_t order_table(struct bridge_card table[BRIDGE_RANKS][BRIDGE_SEATS], unsigned first, unsigned strain,
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

static enum nash_status play_wrong(struct record *r, const char *what)
{
    r->draft->problem.play_count = 0;
    nash_fail(&r->draft->play_wrong, NASH_UNPROCESSABLE, r->draft->at_deal, "[Play]: %s", what);
    return NASH_OK;
}

static enum nash_status read_play(struct record *r)
{
    struct bridge_draft *d = r->draft;
    struct bridge_card table[BRIDGE_RANKS][BRIDGE_SEATS];
    struct text leader = r->play.value;
    int first = leader.end - leader.at == 1 ? bridge_seat_of(*leader.at) : -1;
    struct bridge_card *play = NASH_NEW(d->arena, struct bridge_card, BRIDGE_CARDS);
    if (!play)
        return nash_fail(d->error, NASH_NOMEM, d->at_deal, "the record does not fit into the memory of this job");
    if (first < 0 || first != (d->problem.contract.declarer + 1) % BRIDGE_SEATS)
        return play_wrong(r, "does not begin with the seat left of the declarer");
    if (!read_table(r, table))
        return play_wrong(r, "has something that is no card (as \"SA\", or \"-\" where none was played)");
    d->problem.play_count = order_table(table, (unsigned)first, d->problem.contract.strain, play);
    for (unsigned i = 0; i < BRIDGE_CARDS; i++)
        if (table[i / BRIDGE_SEATS][i % BRIDGE_SEATS].suit != NO_CARD)
            return play_wrong(r, "has cards behind one that is missing: a row is a trick, its columns are the seats "
                                 "from the named one on, whoever led");
    d->problem.play = play;
    d->play_by_record = true;
    d->at_play = d->at_deal;
    return NASH_OK;
}

/* What the request itself says of strain, declarer or leader goes before the record's contract and its play. */
static enum nash_status take_contract(struct record *r)
{
    struct bridge_draft *d = r->draft;
    bool said = d->strain >= 0 || d->leader >= 0 || d->declarer >= 0 || d->problem.has_contract;
    read_auction(r);
    if (said || !r->has_contract || (r->contract.level && r->declarer < 0)) {
        d->result = -1;
        return NASH_OK;
    }
    d->problem.has_contract = true;
    d->problem.contract = r->contract;
    d->problem.contract.declarer = (uint8_t)(r->declarer < 0 ? 0 : r->declarer);
    d->at_contract = d->at_deal;
    return r->has_play && r->contract.level && !d->problem.play_count ? read_play(r) : NASH_OK;
}

/* ---- what is kept ---- */

static bool is_found_anew(const struct tag *tag)
{
    return is_named(tag, "DoubleDummyTricks") || is_named(tag, "OptimumResultTable") || is_named(tag, "OptimumScore") ||
           is_named(tag, "ParContract");
}

/* Its lines, without blank ones and remarks. */
static void keep(struct nash_buf *out, const char *at, const char *end)
{
    while (at < end) {
        const char *stop = at, *last;
        while (stop < end && !is_line_end(*stop))
            stop++;
        for (last = stop; last > at && is_space(last[-1]);)
            last--;
        if (last > at && *at != '%') {
            bridge_keep_text(out, at, last);
            nash_buf_putc(out, '\n');
        }
        at = stop < end ? stop + 1 : end;
    }
}

static enum nash_status keep_tags(struct record *r, const char *end)
{
    struct nash_buf tags = NASH_BUF_INIT(0), sections = NASH_BUF_INIT(0);
    struct text t = {r->start, end};
    struct bridge_problem *p = &r->draft->problem;
    struct tag tag;
    bool found, behind = false; /* the sections begin with the first auction or play */
    while (next_tag(r->draft, &t, r->start, &tag, &found) == NASH_OK && found) {
        behind = behind || is_named(&tag, "Auction") || is_named(&tag, "Play");
        if (!is_found_anew(&tag))
            keep(behind ? &sections : &tags, tag.begin, tag.data.end);
    }
    p->tags = bridge_keep(r->draft->arena, &tags);
    p->sections = bridge_keep(r->draft->arena, &sections);
    p->is_pbn = true;
    if (p->tags && p->sections)
        return NASH_OK;
    return nash_fail(r->draft->error, NASH_NOMEM, r->draft->at_deal,
                     "the record does not fit into the memory of this job");
}

enum nash_status bridge_record_pbn(struct bridge_draft *draft, const char *text, size_t len)
{
    struct record r = {.draft = draft, .start = text, .declarer = -1};
    struct text t = {text, text + len};
    struct tag tag;
    bool found = true;
    while (found) {
        enum nash_status status = next_tag(draft, &t, text, &tag, &found);
        if (status == NASH_OK && found)
            status = take(&r, &tag);
        if (status != NASH_OK)
            return status;
    }
    if (!r.deals)
        return nash_fail(
            draft->error, NASH_INVALID, draft->at_deal,
            "the record has no [Deal \"...\"]: a record that repeats the deal of one before must say it again");
    enum nash_status status = take_contract(&r);
    return status == NASH_OK ? keep_tags(&r, text + len) : status;
}
