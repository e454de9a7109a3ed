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

static void read_calls(struct lin_record *r, struct span value)
{
    while (value.at < value.end) {
        size_t used = bridge_auction_call(&r->auction, value.at, (size_t)(value.end - value.at));
        if (!used && *value.at != '!' && *value.at != '-')
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
        bridge_auction_begin(&r->auction, (unsigned)(BRIDGE_SOUTH + digit) % BRIDGE_SEATS);
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

static enum nash_status keep_tags(struct lin_record *r)
{
    static const char *const seat[BRIDGE_SEATS] = {"South", "West", "North", "East"};
    struct nash_buf tags = NASH_BUF_INIT(0);
    struct span board = r->board, names = r->players;
    if (board.end - board.at > 6 && strncasecmp(board.at, "board ", 6) == 0)
        board.at += 6;
    if (board.at < board.end)
        put_tag(&tags, "Board", board);
    for (unsigned i = 0; i < BRIDGE_SEATS && names.at < names.end; i++) {
        const char *comma = memchr(names.at, ',', (size_t)(names.end - names.at));
        put_tag(&tags, seat[i], trimmed((struct span){names.at, comma ? comma : names.end}));
        names.at = comma ? comma + 1 : names.end;
    }
    r->draft->problem.tags =
        tags.failed ? NULL : nash_arena_strndup(r->draft->arena, tags.len ? tags.data : "", tags.len);
    nash_buf_free(&tags);
    return r->draft->problem.tags ? NASH_OK
                                  : nash_fail(r->draft->error, NASH_NOMEM, r->draft->at_deal,
                                              "the line does not fit into the memory of this job");
}

enum nash_status bridge_record_lin(struct bridge_draft *draft, const char *text, size_t len)
{
    struct lin_record r = {.draft = draft, .vulnerable = BRIDGE_VUL_NONE, .claimed = -1};
    struct span rest = {text, text + len}, key, value;
    r.play = NASH_NEW(draft->arena, struct bridge_card, BRIDGE_CARDS);
    if (!r.play)
        return nash_fail(draft->error, NASH_NOMEM, draft->at_deal, "the line does not fit into the memory of this job");
    bridge_auction_begin(&r.auction, BRIDGE_SOUTH);
    while (next_field(&rest, &key) && next_field(&rest, &value))
        take(&r, key, value);
    if (r.deals == 0)
        return nash_fail(draft->error, NASH_INVALID, draft->at_deal,
                         "there is no md|...|, the hands: this is no board of LIN");
    if (r.deals > 1)
        return nash_fail(draft->error, NASH_INVALID, draft->at_deal,
                         "there are %u boards, and one problem is one deal: send them to POST /v1/bridge/batch as "
                         "text/plain, a board a line",
                         r.deals);
    enum nash_status status = bridge_deal_read_lin(draft, r.hands.at, (size_t)(r.hands.end - r.hands.at));
    if (status != NASH_OK)
        return status;
    if (draft->vulnerable < 0)
        draft->vulnerable = r.vulnerable;
    take_play(&r);
    return keep_tags(&r);
}
