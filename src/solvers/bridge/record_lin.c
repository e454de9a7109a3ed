/* A line of LIN, as Bridge Base Online keeps its hands: key|value|key|value|...
 *
 * What is read: md hands and dealer, sv vulnerability, mb calls, pc cards, mc tricks claimed, pn players, ah the board.
 * The players' names come in the order of the hands: South, West, North, East. */
#include <string.h>
#include <strings.h>

#include <nash/buf.h>

#include "auction.h"
#include "draft.h"
#include "notation.h"

struct span {
    const char *at, *end;
};

struct lin_record {
    struct bridge_draft *draft;
    struct span hands, players, board;
    unsigned deals;
    int vulnerable, claimed;
    struct bridge_auction auction;
    bool has_calls, broken_call;
    unsigned dealer, calls;
    struct nash_buf said; /* the calls as PBN writes them */
    struct bridge_card *play;
    uint32_t play_count;
    bool broken_play;
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static struct span trimmed(struct span s)
{
    while (s.at < s.end && is_space(*s.at))
        s.at++;
    while (s.end > s.at && is_space(s.end[-1]))
        s.end--;
    return s;
}

/* Up to the next bar; the last value may lack one. */
static bool next_field(struct span *text, struct span *field)
{
    if (text->at >= text->end)
        return false;
    const char *bar = memchr(text->at, '|', (size_t)(text->end - text->at));
    *field = trimmed((struct span){text->at, bar ? bar : text->end});
    text->at = bar ? bar + 1 : text->end;
    return true;
}

static int vulnerable_of(struct span value)
{
    switch (value.at < value.end ? *value.at | 0x20 : '\0') {
    case 'n':
        return BRIDGE_VUL_NS;
    case 'e':
        return BRIDGE_VUL_EW;
    case 'b':
        return BRIDGE_VUL_BOTH;
    default:
        return BRIDGE_VUL_NONE; /* o, 0, or nothing */
    }
}

/* Four a line. */
static void put_call(struct lin_record *r, const char *call, size_t len)
{
    if (r->calls)
        nash_buf_putc(&r->said, r->calls % BRIDGE_SEATS ? ' ' : '\n');
    r->calls++;
    switch (*call | 0x20) {
    case 'p':
        nash_buf_puts(&r->said, "Pass");
        break;
    case 'd':
    case 'x':
        nash_buf_puts(&r->said, len == 2 ? "XX" : "X");
        break;
    case 'r':
        nash_buf_puts(&r->said, "XX");
        break;
    default:
        nash_buf_putc(&r->said, *call);
        nash_buf_puts(&r->said, (call[1] | 0x20) == 'n' ? "NT" : (char[]){(char)(call[1] & ~0x20), '\0'});
    }
}

static void read_calls(struct lin_record *r, struct span value)
{
    while (value.at < value.end) {
        size_t used = bridge_auction_call(&r->auction, value.at, (size_t)(value.end - value.at));
        if (used)
            put_call(r, value.at, used);
        else if (*value.at != '!' && *value.at != '-')
            r->broken_call = true;
        r->has_calls |= used > 0;
        value.at += used ? used : 1;
    }
}

static void read_cards(struct lin_record *r, struct span value)
{
    while (value.at < value.end) {
        struct bridge_card card;
        size_t used = bridge_card_read(value.at, (size_t)(value.end - value.at), &card);
        if (!used || r->play_count == BRIDGE_CARDS) {
            r->broken_play = true;
            return;
        }
        r->play[r->play_count++] = card;
        value.at += used;
    }
}

static void read_claim(struct lin_record *r, struct span value)
{
    size_t digits = (size_t)(value.end - value.at);
    int tricks = 0;
    for (const char *c = value.at; c < value.end && digits <= 2; c++)
        tricks = *c >= '0' && *c <= '9' && tricks >= 0 ? tricks * 10 + (*c - '0') : -1;
    r->claimed = digits >= 1 && digits <= 2 && tricks <= BRIDGE_RANKS ? tricks : -1;
}

/* The dealer is known by then: md comes before the calls. */
static void take(struct lin_record *r, struct span key, struct span value)
{
    if (key.end - key.at != 2)
        return;
    if (strncasecmp(key.at, "md", 2) == 0 && r->deals++ == 0) {
        r->hands = value;
        int digit = value.at < value.end && *value.at >= '1' && *value.at <= '4' ? *value.at - '1' : BRIDGE_SOUTH;
        r->dealer = (unsigned)(BRIDGE_SOUTH + digit) % BRIDGE_SEATS;
        bridge_auction_begin(&r->auction, r->dealer);
    } else if (strncasecmp(key.at, "sv", 2) == 0) {
        r->vulnerable = vulnerable_of(value);
    } else if (strncasecmp(key.at, "mb", 2) == 0) {
        read_calls(r, value);
    } else if (strncasecmp(key.at, "pc", 2) == 0) {
        read_cards(r, value);
    } else if (strncasecmp(key.at, "mc", 2) == 0) {
        read_claim(r, value);
    } else if (strncasecmp(key.at, "pn", 2) == 0) {
        r->players = value;
    } else if (strncasecmp(key.at, "ah", 2) == 0) {
        r->board = value;
    }
}

static void take_play(struct lin_record *r)
{
    struct bridge_draft *d = r->draft;
    struct bridge_contract contract;
    bool said = d->strain >= 0 || d->leader >= 0 || d->declarer >= 0 || d->problem.has_contract;
    if (said || !r->has_calls || r->broken_call || !bridge_auction_contract(&r->auction, &contract))
        return;
    d->problem.has_contract = true;
    d->problem.contract = contract;
    d->at_contract = d->at_deal;
    d->result = r->claimed;
    if (!contract.level || d->problem.play_count)
        return;
    if (r->broken_play)
        nash_fail(&d->play_wrong, NASH_UNPROCESSABLE, d->at_deal,
                  "pc|: has something that is no card, or more than 52");
    d->problem.play = r->play;
    d->problem.play_count = r->play_count;
    d->play_by_record = true;
    d->at_play = d->at_deal;
}

/* A tag with a value that is safe between quotes. */
static void put_tag(struct nash_buf *out, const char *name, struct span value)
{
    nash_buf_printf(out, "[%s \"", name);
    while (value.at < value.end) {
        const char *stop = value.at;
        while (stop < value.end && *stop != '"' && *stop != '\\')
            stop++;
        bridge_keep_text(out, value.at, stop);
        if (stop < value.end)
            nash_buf_printf(out, "\\%c", *stop++);
        value.at = stop;
    }
    nash_buf_puts(out, "\"]\n");
}

/* The play as PBN's table: a row is a trick, its columns are seats from the leader to the first on. */
static void put_play(const struct lin_record *r, const struct bridge_contract *contract, struct nash_buf *out)
{
    unsigned first = (contract->declarer + 1u) % BRIDGE_SEATS;
    struct bridge_position position = {.strain = contract->strain, .leader = (uint8_t)first};
    nash_buf_printf(out, "[Play \"%c\"]\n", bridge_seat_letter(first));
    for (uint32_t done = 0; done < r->play_count;) {
        char cell[BRIDGE_SEATS][BRIDGE_CARD_LEN] = {"-", "-", "-", "-"};
        for (unsigned i = 0; i < BRIDGE_SEATS && done < r->play_count; i++, done++) {
            bridge_card_write(r->play[done], cell[(bridge_to_play(&position) + BRIDGE_SEATS - first) % BRIDGE_SEATS]);
            bridge_play(&position, r->play[done]);
        }
        nash_buf_printf(out, "%s %s %s %s\n", cell[0], cell[1], cell[2], cell[3]);
    }
    if (r->play_count < BRIDGE_CARDS)
        nash_buf_puts(out, "*\n");
}

static void put_sections(const struct lin_record *r, struct nash_buf *out)
{
    struct bridge_contract contract;
    if (!r->has_calls || r->broken_call)
        return;
    nash_buf_printf(out, "[Auction \"%c\"]\n", bridge_seat_letter(r->dealer));
    nash_buf_add(out, r->said.data, r->said.len);
    nash_buf_putc(out, '\n');
    if (r->play_count && !r->broken_play && bridge_auction_contract(&r->auction, &contract) && contract.level)
        put_play(r, &contract, out);
}

static void put_names(const struct lin_record *r, struct nash_buf *out)
{
    static const char *const seat[BRIDGE_SEATS] = {"South", "West", "North", "East"};
    struct span board = r->board, names = r->players;
    if (board.end - board.at > 6 && strncasecmp(board.at, "board ", 6) == 0)
        board.at += 6;
    if (board.at < board.end)
        put_tag(out, "Board", board);
    for (unsigned i = 0; i < BRIDGE_SEATS && names.at < names.end; i++) {
        const char *comma = memchr(names.at, ',', (size_t)(names.end - names.at));
        put_tag(out, seat[i], trimmed((struct span){names.at, comma ? comma : names.end}));
        names.at = comma ? comma + 1 : names.end;
    }
}

/* What the answer's record has of the line. */
static enum nash_status keep(struct lin_record *r)
{
    struct nash_buf tags = NASH_BUF_INIT(0), sections = NASH_BUF_INIT(0);
    struct bridge_problem *p = &r->draft->problem;
    put_names(r, &tags);
    put_sections(r, &sections);
    p->tags = bridge_keep(r->draft->arena, &tags);
    p->sections = bridge_keep(r->draft->arena, &sections);
    if (p->tags && p->sections && !r->said.failed)
        return NASH_OK;
    return nash_fail(r->draft->error, NASH_NOMEM, r->draft->at_deal,
                     "the line does not fit into the memory of this job");
}

static enum nash_status read_line(struct lin_record *r)
{
    struct bridge_draft *d = r->draft;
    if (r->deals == 0)
        return nash_fail(d->error, NASH_INVALID, d->at_deal,
                         "there is no md|...|, the hands: in a batch a board of LIN is one line, so join its lines");
    if (r->deals > 1)
        return nash_fail(d->error, NASH_INVALID, d->at_deal,
                         "there are %u boards, and one problem is one deal: send them to POST /v1/bridge/batch as "
                         "text/plain, a board a line",
                         r->deals);
    enum nash_status status = bridge_deal_read_lin(d, r->hands.at, (size_t)(r->hands.end - r->hands.at));
    if (status != NASH_OK)
        return status;
    if (d->vulnerable < 0)
        d->vulnerable = r->vulnerable;
    take_play(r);
    return keep(r);
}

enum nash_status bridge_record_lin(struct bridge_draft *draft, const char *text, size_t len)
{
    struct lin_record r = {.draft = draft, .vulnerable = BRIDGE_VUL_NONE, .claimed = -1, .said = NASH_BUF_INIT(0)};
    struct span rest = {text, text + len}, key, value;
    r.play = NASH_NEW(draft->arena, struct bridge_card, BRIDGE_CARDS);
    if (!r.play)
        return nash_fail(draft->error, NASH_NOMEM, draft->at_deal, "the line does not fit into the memory of this job");
    bridge_auction_begin(&r.auction, BRIDGE_SOUTH);
    while (next_field(&rest, &key) && next_field(&rest, &value))
        take(&r, key, value);
    enum nash_status status = read_line(&r);
    nash_buf_free(&r.said);
    return status;
}
