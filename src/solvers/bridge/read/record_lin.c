/* Reads a line of LIN, the format of Bridge Base Online: key|value|key|value|...
 *
 * Keys: md hands and dealer, sv vulnerability, mb calls, pc cards, mc tricks claimed, pn players, ah the board. The
 * players' names stand in the order of the hands: South, West, North, East. */
#include <string.h>

#include <solvers/bridge/notation/notation.h>

#include "auction.h"
#include "input.h"

struct lin_record {
    struct bridge_input *in;
    struct text_span hands, players, board;
    unsigned deals;          /* number of md keys */
    int vulnerable, claimed; /* claimed: tricks of the declarer's side, or -1 */
    struct bridge_auction auction;
    bool has_calls, broken_call;
    unsigned dealer, calls;     /* calls: number of calls */
    struct nash_buf calls_text; /* the calls in PBN notation */
    struct bridge_card *play;
    uint32_t play_count;
    bool broken_play;
};

/* Reads up to the next bar; the last value may lack one. */
static bool lin_read_field(struct text_span *text, struct text_span *field)
{
    if (text->at >= text->end)
        return false;
    const char *bar = memchr(text->at, '|', text_length(*text));
    *field = text_trim((struct text_span){text->at, bar ? bar : text->end});
    text->at = bar ? bar + 1 : text->end;
    return true;
}

static int lin_vulnerable(struct text_span value)
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

/* Appends a call in PBN notation, four a line. */
static void lin_append_call(struct lin_record *r, const char *call, size_t len)
{
    if (r->calls)
        nash_buf_putc(&r->calls_text, r->calls % BRIDGE_SEATS ? ' ' : '\n');
    r->calls++;
    switch (*call | 0x20) {
    case 'p':
        nash_buf_puts(&r->calls_text, "Pass");
        break;
    case 'd':
    case 'x':
        nash_buf_puts(&r->calls_text, len == 2 ? "XX" : "X");
        break;
    case 'r':
        nash_buf_puts(&r->calls_text, "XX");
        break;
    default:
        nash_buf_putc(&r->calls_text, *call);
        nash_buf_puts(&r->calls_text, (call[1] | 0x20) == 'n' ? "NT" : (char[]){(char)(call[1] & ~0x20), '\0'});
    }
}

static void lin_read_calls(struct lin_record *r, struct text_span value)
{
    while (value.at < value.end) {
        size_t used = bridge_auction_call(&r->auction, value.at, text_length(value));
        if (used)
            lin_append_call(r, value.at, used);
        else if (*value.at != '!' && *value.at != '-')
            r->broken_call = true;
        r->has_calls |= used > 0;
        value.at += used ? used : 1;
    }
}

static void lin_read_cards(struct lin_record *r, struct text_span value)
{
    while (value.at < value.end) {
        struct bridge_card card;
        size_t used = bridge_card_read(value.at, text_length(value), &card);
        if (!used || r->play_count == BRIDGE_CARDS) {
            r->broken_play = true;
            return;
        }
        r->play[r->play_count++] = card;
        value.at += used;
    }
}

static void lin_read_claim(struct lin_record *r, struct text_span value)
{
    size_t digits = text_length(value);
    int tricks = 0;
    for (const char *c = value.at; c < value.end && digits <= 2; c++)
        tricks = text_is_digit(*c) && tricks >= 0 ? tricks * 10 + (*c - '0') : -1;
    r->claimed = digits >= 1 && digits <= 2 && tricks <= BRIDGE_RANKS ? tricks : -1;
}

/* Reads one key and its value. The hands (md) come before the calls, so the dealer is known there. */
static void lin_read_member(struct lin_record *r, struct text_span key, struct text_span value)
{
    if (text_is_nocase(key, "md") && r->deals++ == 0) {
        r->hands = value;
        int digit = value.at < value.end && *value.at >= '1' && *value.at <= '4' ? *value.at - '1' : BRIDGE_SOUTH;
        r->dealer = (unsigned)(BRIDGE_SOUTH + digit) % BRIDGE_SEATS;
        bridge_auction_init(&r->auction, r->dealer);
    } else if (text_is_nocase(key, "sv")) {
        r->vulnerable = lin_vulnerable(value);
    } else if (text_is_nocase(key, "mb")) {
        lin_read_calls(r, value);
    } else if (text_is_nocase(key, "pc")) {
        lin_read_cards(r, value);
    } else if (text_is_nocase(key, "mc")) {
        lin_read_claim(r, value);
    } else if (text_is_nocase(key, "pn")) {
        r->players = value;
    } else if (text_is_nocase(key, "ah")) {
        r->board = value;
    }
}

/* Uses the contract and the play of the record, unless the request has members of its own about them. */
static void lin_use_auction_and_play(struct lin_record *r)
{
    struct bridge_input *in = r->in;
    struct bridge_contract contract;
    bool present = in->strain >= 0 || in->leader >= 0 || in->declarer >= 0 || in->problem.has_contract;
    if (present || !r->has_calls || r->broken_call || !bridge_auction_contract(&r->auction, &contract))
        return;
    in->problem.has_contract = true;
    in->problem.contract = contract;
    in->at_contract = in->at_deal;
    in->result = r->claimed;
    if (!contract.level || in->problem.play_count)
        return;
    if (r->broken_play)
        nash_fail(&in->play_error, NASH_UNPROCESSABLE, in->at_deal,
                  "pc|: has something that is no card, or more than 52");
    in->problem.play = r->play;
    in->problem.play_count = r->play_count;
    in->play_by_record = true;
    in->at_play = in->at_deal;
}

/* Appends a PBN tag; quotes and backslashes of the value are escaped. */
static void append_tag(struct nash_buf *out, const char *name, struct text_span value)
{
    nash_buf_printf(out, "[%s \"", name);
    while (value.at < value.end) {
        const char *stop = value.at;
        while (stop < value.end && *stop != '"' && *stop != '\\')
            stop++;
        bridge_append_text(out, (struct text_span){value.at, stop});
        if (stop < value.end)
            nash_buf_printf(out, "\\%c", *stop++);
        value.at = stop;
    }
    nash_buf_puts(out, "\"]\n");
}

/* Appends the play as the table of PBN: a row is a trick, its columns are the seats from the first leader on. */
static void append_play(const struct lin_record *r, const struct bridge_contract *contract, struct nash_buf *out)
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

static void append_sections(const struct lin_record *r, struct nash_buf *out)
{
    struct bridge_contract contract;
    if (!r->has_calls || r->broken_call)
        return;
    nash_buf_printf(out, "[Auction \"%c\"]\n", bridge_seat_letter(r->dealer));
    nash_buf_add(out, r->calls_text.data, r->calls_text.len);
    nash_buf_putc(out, '\n');
    if (r->play_count && !r->broken_play && bridge_auction_contract(&r->auction, &contract) && contract.level)
        append_play(r, &contract, out);
}

static void append_names(const struct lin_record *r, struct nash_buf *out)
{
    static const char *const seat[BRIDGE_SEATS] = {"South", "West", "North", "East"};
    struct text_span board = r->board, names = r->players;
    if (board.end - board.at > 6 && strncasecmp(board.at, "board ", 6) == 0)
        board.at += 6;
    if (board.at < board.end)
        append_tag(out, "Board", board);
    for (unsigned i = 0; i < BRIDGE_SEATS && names.at < names.end; i++) {
        const char *comma = memchr(names.at, ',', (size_t)(names.end - names.at));
        append_tag(out, seat[i], text_trim((struct text_span){names.at, comma ? comma : names.end}));
        names.at = comma ? comma + 1 : names.end;
    }
}

/* Keeps the names, calls and cards for the record of the answer. */
static void keep_sections(struct lin_record *r)
{
    struct nash_buf tags = NASH_BUF_INIT(0), sections = NASH_BUF_INIT(0);
    struct bridge_problem *p = &r->in->problem;
    append_names(r, &tags);
    append_sections(r, &sections);
    p->tags = bridge_keep_text(r->in, &tags);
    p->sections = bridge_keep_text(r->in, &sections);
    if (r->calls_text.failed)
        reader_nomem(r->in->r);
}

static void lin_use_fields(struct lin_record *r)
{
    struct bridge_input *in = r->in;
    if (r->deals == 0)
        reader_fail(in->r, NASH_INVALID, NULL,
                    "there is no md|...|, the hands: in a batch a board of LIN is one line, so join its lines");
    else if (r->deals > 1)
        reader_fail(in->r, NASH_INVALID, NULL,
                    "there are %u boards, and one problem is one deal: send them to POST /v1/bridge/batch as "
                    "text/plain, a board a line",
                    r->deals);
    else
        bridge_read_lin_deal(in, in->r, r->hands);
    if (!reader_ok(in->r))
        return;
    if (in->vulnerable < 0)
        in->vulnerable = r->vulnerable;
    lin_use_auction_and_play(r);
    keep_sections(r);
}

void bridge_read_lin_record(struct bridge_input *in, const struct text_reader *t)
{
    struct lin_record r = {.in = in, .vulnerable = BRIDGE_VUL_NONE, .claimed = -1, .calls_text = NASH_BUF_INIT(0)};
    struct text_span rest = t->rest, key, value;
    r.play = READER_NEW(in->r, struct bridge_card, BRIDGE_CARDS);
    if (!r.play)
        return;
    bridge_auction_init(&r.auction, BRIDGE_SOUTH);
    while (lin_read_field(&rest, &key) && lin_read_field(&rest, &value))
        lin_read_member(&r, key, value);
    lin_use_fields(&r);
    nash_buf_free(&r.calls_text);
}
