/* Reads a board of LIN, the format of Bridge Base Online: key|value|key|value|..., in one line or several.
 *
 * Keys: md hands and dealer, sv vulnerability, mb calls, pc cards, mc tricks claimed, pn players, ah the board; in
 * vugraph files also vg the match and qx the room and board. The players' names stand in the order of the hands: South,
 * West, North, East; a match has four of the open room, then four of the closed room. */
#include <string.h>

#include <solvers/bridge/notation/notation.h>

#include "record.h"

struct lin_record {
    struct bridge_record of;
    struct text_span hands, players, board, match, room;
    unsigned deals; /* number of md keys */
    int vulnerable;
    struct bridge_auction auction;
    bool has_calls, broken_call, broken_play;
    unsigned dealer, calls;     /* calls: number of calls */
    struct nash_buf calls_text; /* the calls in PBN notation */
};

/* ---- fields ---- */

bool bridge_lin_field(struct text_span *text, struct text_span *key, struct text_span *value)
{
    struct text_span *field[] = {key, value};
    for (unsigned i = 0; i < 2; i++) {
        const char *bar = memchr(text->at, '|', text_length(*text));
        if (!bar && i == 0)
            return false;
        *field[i] = text_trim((struct text_span){text->at, bar ? bar : text->end});
        text->at = bar ? bar + 1 : text->end;
    }
    return true;
}

struct text_span bridge_lin_board(struct text_span room)
{
    const char *comma = room.at < room.end ? memchr(room.at, ',', text_length(room)) : NULL;
    return room.at < room.end ? (struct text_span){room.at + 1, comma ? comma : room.end} : room;
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
        else if (*value.at != '!' && *value.at != '-' && !text_is_space(*value.at))
            r->broken_call = true;
        r->has_calls |= used > 0;
        value.at += used ? used : 1;
    }
}

static void lin_read_cards(struct lin_record *r, struct text_span value)
{
    struct bridge_card card;
    for (struct text_span word; text_word(&value, " \t,", &word); value.at = word.at) {
        size_t used = bridge_card_read(word.at, text_length(word), &card);
        if (!used || r->of.play_count == BRIDGE_CARDS) {
            r->broken_play = true;
            return;
        }
        r->of.play[r->of.play_count++] = card;
        word.at += used;
    }
}

static void lin_read_claim(struct lin_record *r, struct text_span value)
{
    int64_t tricks;
    r->of.result = text_int(value, &tricks) && tricks >= 0 && tricks <= BRIDGE_RANKS ? (int)tricks : -1;
}

static void lin_read_hands(struct lin_record *r, struct text_span value)
{
    if (r->deals++ > 0)
        return;
    int digit = value.at < value.end && *value.at >= '1' && *value.at <= '4' ? *value.at - '1' : BRIDGE_SOUTH;
    r->hands = value;
    r->dealer = (unsigned)(BRIDGE_SOUTH + digit) % BRIDGE_SEATS;
    bridge_auction_init(&r->auction, r->dealer);
}

/* Reads one key and its value. The hands (md) come before the calls, so the dealer is known there. */
static void lin_read_member(struct lin_record *r, struct text_span key, struct text_span value)
{
    if (text_is_nocase(key, "md"))
        lin_read_hands(r, value);
    else if (text_is_nocase(key, "sv"))
        r->vulnerable = lin_vulnerable(value);
    else if (text_is_nocase(key, "mb"))
        lin_read_calls(r, value);
    else if (text_is_nocase(key, "pc"))
        lin_read_cards(r, value);
    else if (text_is_nocase(key, "mc"))
        lin_read_claim(r, value);
    else if (text_is_nocase(key, "pn"))
        r->players = value;
    else if (text_is_nocase(key, "ah"))
        r->board = value;
    else if (text_is_nocase(key, "vg"))
        r->match = value;
    else if (text_is_nocase(key, "qx"))
        r->room = value;
}

/* ---- the record of the answer ---- */

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
    for (uint32_t done = 0; done < r->of.play_count;) {
        char cell[BRIDGE_SEATS][BRIDGE_CARD_LEN] = {"-", "-", "-", "-"};
        for (unsigned i = 0; i < BRIDGE_SEATS && done < r->of.play_count; i++, done++) {
            bridge_card_write(r->of.play[done],
                              cell[(bridge_to_play(&position) + BRIDGE_SEATS - first) % BRIDGE_SEATS]);
            bridge_play(&position, r->of.play[done]);
        }
        nash_buf_printf(out, "%s %s %s %s\n", cell[0], cell[1], cell[2], cell[3]);
    }
    if (r->of.play_count < BRIDGE_CARDS)
        nash_buf_puts(out, "*\n");
}

static void append_sections(const struct lin_record *r, struct nash_buf *out)
{
    if (!r->has_calls || r->broken_call)
        return;
    nash_buf_printf(out, "[Auction \"%c\"]\n", bridge_seat_letter(r->dealer));
    nash_buf_add(out, r->calls_text.data, r->calls_text.len);
    nash_buf_putc(out, '\n');
    if (r->of.play_count && !r->broken_play && r->of.has_contract && r->of.contract.level)
        append_play(r, &r->of.contract, out);
}

/* Takes the next of the values that commas divide. */
static struct text_span lin_item(struct text_span *list)
{
    const char *comma = memchr(list->at, ',', text_length(*list));
    struct text_span item = text_trim((struct text_span){list->at, comma ? comma : list->end});
    list->at = comma ? comma + 1 : list->end;
    return item;
}

static bool is_closed_room(const struct lin_record *r)
{
    return r->room.at < r->room.end && (*r->room.at | 0x20) == 'c';
}

/* Appends what vg has of the match: title, segment, scoring, first and last board, home team, its carry-over, visitors.
 */
static void append_match(const struct lin_record *r, struct nash_buf *out)
{
    static const char *const name[] = {"Event", "Stage", NULL, NULL, NULL, "HomeTeam", NULL, "VisitTeam"};
    struct text_span match = r->match;
    for (unsigned i = 0; i < sizeof name / sizeof *name; i++) {
        struct text_span item = lin_item(&match);
        if (name[i] && item.at < item.end)
            append_tag(out, name[i], item);
    }
    if (r->room.at < r->room.end)
        append_tag(out, "Room",
                   is_closed_room(r) ? (struct text_span){"Closed", &"Closed"[6]}
                                     : (struct text_span){"Open", &"Open"[4]});
}

static void append_names(const struct lin_record *r, struct nash_buf *out)
{
    static const char *const seat[BRIDGE_SEATS] = {"South", "West", "North", "East"};
    struct text_span board = r->board, names = r->players;
    if (board.at == board.end)
        board = bridge_lin_board(r->room);
    if (board.end - board.at > 6 && strncasecmp(board.at, "board ", 6) == 0)
        board.at += 6;
    if (board.at < board.end)
        append_tag(out, "Board", board);
    for (unsigned i = 0; i < BRIDGE_SEATS && is_closed_room(r); i++)
        lin_item(&names);
    if (names.at == names.end) /* the names of one table only */
        names = r->players;
    for (unsigned i = 0; i < BRIDGE_SEATS && names.at < names.end; i++) {
        struct text_span name = lin_item(&names);
        if (name.at < name.end)
            append_tag(out, seat[i], name);
    }
}

/* Keeps the names, calls and cards for the record of the answer. */
static void keep_sections(struct lin_record *r)
{
    struct nash_buf tags = NASH_BUF_INIT(0), sections = NASH_BUF_INIT(0);
    struct bridge_problem *p = &r->of.in->problem;
    append_match(r, &tags);
    append_names(r, &tags);
    append_sections(r, &sections);
    p->tags = bridge_keep_text(r->of.in, &tags);
    p->sections = bridge_keep_text(r->of.in, &sections);
    if (r->calls_text.failed)
        reader_nomem(r->of.in->r);
}

/* ---- the whole ---- */

static void lin_use_fields(struct lin_record *r)
{
    struct bridge_input *in = r->of.in;
    if (r->deals == 0)
        reader_fail(in->r, NASH_INVALID, NULL, "the board has no md|...|, the hands");
    else if (r->deals > 1)
        reader_fail(in->r, NASH_INVALID, NULL,
                    "there are %u boards, and one problem is one deal: send the file to POST /v1/bridge/batch as "
                    "text/plain, which answers each",
                    r->deals);
    else
        bridge_read_lin_deal(in, in->r, r->hands);
    if (!reader_ok(in->r))
        return;
    if (in->vulnerable < 0)
        in->vulnerable = r->vulnerable;
    r->of.has_contract = r->has_calls && !r->broken_call && bridge_auction_contract(&r->auction, &r->of.contract);
    if (r->broken_play)
        r->of.play_fault = "pc|: has something that is no card, or more than 52";
    keep_sections(r);
    if (!r->of.has_contract || !r->of.contract.level) {
        r->of.play_count = 0;
        r->of.play_fault = NULL;
    }
    bridge_use_record(&r->of);
}

/* Copies the text without its line ends, which can stand anywhere. */
static struct text_span lin_join(const struct bridge_input *in, struct text_span text)
{
    char *joined = READER_NEW(in->r, char, text_length(text) + 1), *end = joined;
    for (; joined && text.at < text.end; text.at++)
        if (*text.at != '\n' && *text.at != '\r')
            *end++ = *text.at;
    return (struct text_span){joined, end};
}

void bridge_read_lin_record(struct bridge_input *in, const struct text_reader *t)
{
    static const char none[] = "";
    const struct text_span empty = {none, none};
    struct lin_record r = {.of = BRIDGE_RECORD_OF(in),
                           .hands = empty,
                           .players = empty,
                           .board = empty,
                           .match = empty,
                           .room = empty,
                           .vulnerable = BRIDGE_VUL_NONE,
                           .calls_text = NASH_BUF_INIT(0)};
    struct text_span rest = lin_join(in, t->rest), key, value;
    r.of.play = READER_NEW(in->r, struct bridge_card, BRIDGE_CARDS);
    if (!r.of.play)
        return;
    bridge_auction_init(&r.auction, BRIDGE_SOUTH);
    while (bridge_lin_field(&rest, &key, &value))
        lin_read_member(&r, key, value);
    lin_use_fields(&r);
    nash_buf_free(&r.calls_text);
}
