/* Splits a text into boards: PBN records, boards of LIN, hands in lines, and lines that are a deal or a link each.
 *
 * PBN: an empty line ends a record, unless it stands within a comment; comments before the first tag belong to the
 * record. LIN: a board begins with qx (vugraph) or md, and with the fields before it that are about the next board. In
 * a vugraph file a board also needs the match and the players, which stand at the top, and the closed room may leave
 * out the hands of the open room: they are kept in the context and put before the board. Hands: a deal ends with its
 * fourth hand, before a line that is no hand, and before a seat that it has already. */
#include <string.h>

#include <solvers/bridge/kind.h>

#include "record.h"

enum { FORM_NONE, FORM_PBN, FORM_LIN, FORM_HANDS };
enum {
    PBN_IN_COMMENT = 1,
    PBN_HAS_CONTENT = 2,
    LIN_IN_VALUE = 1,  /* between a key and the bar that ends its value */
    LIN_HAS_BOARD = 2, /* qx or md has been read */
    LIN_HAS_HANDS = 4
};
enum { LIN_FIELD, LIN_NEXT }; /* at[]: where the current field begins; and the first field about the next board, or 0 */
enum { SHARED_MAX = 1000 };   /* bytes of a field that boards share, so that a short board does not become a long one */

static struct text_span line_at(const struct nash_records *records, size_t at)
{
    const char *text = records->text.data, *end = memchr(text + at, '\r', records->text.len - at);
    return (struct text_span){text + at, end ? end : text + records->text.len};
}

static void pass_line(struct nash_records *records, struct text_span line)
{
    size_t after = (size_t)(line.end - records->text.data) + 1;
    records->scanned = after < records->text.len ? after : records->text.len;
}

/* Scans past the line and removes it. */
static void drop_line(struct nash_records *records, struct text_span line)
{
    size_t from = records->scanned;
    pass_line(records, line);
    nash_records_drop(records, from);
}

static bool is_lin_line(struct text_span words)
{
    struct text_span link;
    return memchr(words.at, '|', text_length(words)) && !bridge_find_link(words, &link);
}

/* keys: two letters each. A line can end between the letters of a key. */
static bool is_one_of(struct text_span key, const char *keys)
{
    char letter[2];
    unsigned count = 0;
    for (; key.at < key.end; key.at++)
        if (!text_is_space(*key.at) && count++ < 2)
            letter[count - 1] = *key.at;
    for (; count == 2 && *keys; keys += 2)
        if (strncasecmp(letter, keys, 2) == 0)
            return true;
    return false;
}

/* ---- PBN ---- */

/* Scans a line of a PBN record. Returns true if it ends the record. */
static bool scan_pbn(struct nash_records *records)
{
    struct text_span line = line_at(records, records->scanned), words = text_trim(line);
    bool in_comment = records->flags & PBN_IN_COMMENT, has_content = records->flags & PBN_HAS_CONTENT;
    if (words.at == words.end && !in_comment) {
        drop_line(records, line);
        if (!has_content)
            return false;
        records->form = FORM_NONE;
        records->problem = records->scanned - records->begin;
        return true;
    }
    bridge_pbn_scan_line(line, &in_comment, &has_content);
    records->flags = (in_comment ? PBN_IN_COMMENT : 0u) | (has_content ? PBN_HAS_CONTENT : 0u);
    pass_line(records, line);
    return false;
}

/* ---- what the boards of a vugraph file share ---- */

struct lin_shared {
    struct text_span match, players;                 /* the fields before the first qx of a file with vg */
    struct text_span room, hands, vulnerable, board; /* of the last board that has hands */
};

static void find_shared(struct text_span lin, struct lin_shared *found)
{
    struct text_span key, value;
    while (bridge_lin_field(&lin, &key, &value)) {
        struct text_span *field = is_one_of(key, "vg")   ? &found->match
                                  : is_one_of(key, "pn") ? &found->players
                                  : is_one_of(key, "qx") ? &found->room
                                  : is_one_of(key, "md") ? &found->hands
                                  : is_one_of(key, "sv") ? &found->vulnerable
                                  : is_one_of(key, "ah") ? &found->board
                                                         : NULL;
        if (field)
            *field = value;
    }
}

static void add_field(struct nash_buf *out, const char *key, struct text_span value)
{
    if (value.at == value.end || text_length(value) > SHARED_MAX)
        return;
    nash_buf_printf(out, "%s|", key);
    nash_buf_add(out, value.at, text_length(value));
    nash_buf_putc(out, '|');
}

static bool is_same_board(const struct lin_shared *one, const struct lin_shared *two)
{
    struct text_span a = bridge_lin_board(one->room), b = bridge_lin_board(two->room);
    return text_length(a) > 0 && text_length(a) == text_length(b) && memcmp(a.at, b.at, text_length(a)) == 0;
}

static void add_board(struct nash_buf *out, const struct lin_shared *board)
{
    add_field(out, "md", board->hands);
    add_field(out, "sv", board->vulnerable);
    add_field(out, "ah", board->board);
}

/* Ends the board before the place `end` of the text: sets what it needs of the boards before it, and keeps what later
 * boards need of it. Returns false if there is no board. */
static bool share_fields(struct nash_records *records, size_t end)
{
    const char *text = records->text.data, *kept = nash_buf_cstr(&records->context);
    struct lin_shared before = {0}, own = {0};
    struct nash_buf context = NASH_BUF_INIT(records->context.cap);
    records->problem = end - records->begin;
    if (records->problem == 0)
        return false;
    find_shared((struct text_span){kept, kept + records->context.len}, &before);
    find_shared((struct text_span){text + records->begin, text + end}, &own);
    bool begins = own.match.at < own.match.end; /* a vugraph file begins */
    if (!begins) {
        add_field(&records->front, "vg", before.match);
        if (own.room.at < own.room.end && own.players.at == own.players.end)
            add_field(&records->front, "pn", before.players);
    }
    if (own.hands.at == own.hands.end && is_same_board(&own, &before))
        add_board(&records->front, &before);
    add_field(&context, "vg", begins ? own.match : before.match);
    add_field(&context, "pn", begins ? own.players : before.players);
    const struct lin_shared *last = own.hands.at < own.hands.end ? &own : &before;
    add_field(&context, "qx", last->room);
    add_board(&context, last);
    nash_buf_free(&records->context);
    records->context = context;
    if (records->context.failed)
        nash_buf_reset(&records->context);
    return true;
}

/* ---- LIN ---- */

/* Returns where the current field begins. */
static size_t lin_field(const struct nash_records *records)
{
    return records->at[LIN_FIELD] > records->begin ? records->at[LIN_FIELD] : records->begin;
}

/* Returns the key up to records->scanned. */
static struct text_span lin_key(const struct nash_records *records)
{
    const char *text = records->text.data;
    return text_trim((struct text_span){text + lin_field(records), text + records->scanned});
}

/* Returns whether the key belongs to another board than the fields before it. */
static bool ends_board(const struct nash_records *records)
{
    return (is_one_of(lin_key(records), "qx") && records->flags & LIN_HAS_BOARD) ||
           (is_one_of(lin_key(records), "md") && records->flags & LIN_HAS_HANDS);
}

static void scan_lin_key(struct nash_records *records)
{
    struct text_span key = lin_key(records);
    if (is_one_of(key, "pnstvgrspwmpbn")) {
        if (records->flags & LIN_HAS_BOARD && !records->at[LIN_NEXT])
            records->at[LIN_NEXT] = lin_field(records);
    } else if (!is_one_of(key, "pg")) {
        records->at[LIN_NEXT] = 0;
    }
    records->flags |= LIN_IN_VALUE;
    if (is_one_of(key, "qxmd"))
        records->flags |= is_one_of(key, "md") ? LIN_HAS_BOARD | LIN_HAS_HANDS : LIN_HAS_BOARD;
}

/* Returns whether the line, which begins where a key is expected, is no LIN. A line of one or two characters is a part
 * of a key. */
static bool ends_lin(struct text_span words)
{
    if (text_length(words) <= 2 && words.at[0] >= 'A')
        return false;
    return bridge_begins_pbn(words) || !is_lin_line(words);
}

/* Returns whether records->scanned is the beginning of a line where a key is expected. */
static bool begins_line(const struct nash_records *records)
{
    return (records->scanned == 0 || records->text.data[records->scanned - 1] == '\r') &&
           !(records->flags & LIN_IN_VALUE) && text_length(lin_key(records)) == 0;
}

/* Scans up to the end of the text, or to the end of a board, and then returns true. */
static bool scan_lin(struct nash_records *records)
{
    while (records->scanned < records->text.len) {
        if (begins_line(records)) {
            struct text_span line = line_at(records, records->scanned), words = text_trim(line);
            if (words.at == words.end || *words.at == '%' || *words.at == '#') {
                drop_line(records, line);
                continue;
            }
            if (ends_lin(words)) {
                records->form = FORM_NONE;
                return share_fields(records, records->scanned);
            }
        }
        bool is_bar = records->text.data[records->scanned] == '|';
        if (is_bar && !(records->flags & LIN_IN_VALUE)) {
            if (ends_board(records))
                return share_fields(records, records->at[LIN_NEXT] ? records->at[LIN_NEXT] : lin_field(records));
            scan_lin_key(records);
        } else if (is_bar) {
            records->flags &= ~(unsigned)LIN_IN_VALUE;
            records->at[LIN_FIELD] = records->scanned + 1;
        }
        records->scanned++;
    }
    return false;
}

/* ---- hands in lines ---- */

/* Scans a line of hands. records->flags has a bit for each seat that has been read. Returns true at the end of the
 * deal. */
static bool scan_hands(struct nash_records *records)
{
    struct text_span line = line_at(records, records->scanned), words = text_trim(line);
    if (words.at < words.end && *words.at == '#') {
        drop_line(records, line);
        return false;
    }
    int seat = words.at < words.end ? bridge_hand_line(words) : -1;
    bool is_next = seat >= 0 && !(records->flags >> seat & 1);
    if (is_next) {
        records->flags |= 1u << seat;
        pass_line(records, line);
        if (records->flags + 1 < 1u << BRIDGE_SEATS)
            return false;
    }
    records->form = FORM_NONE;
    records->problem = records->scanned - records->begin;
    return true;
}

/* ---- all forms ---- */

/* Examines a line that begins a problem, or belongs to none. Returns true if it is a problem of its own. */
static bool scan_first_line(struct nash_records *records)
{
    struct text_span line = line_at(records, records->scanned), words = text_trim(line);
    if (words.at == words.end || *words.at == '#') {
        drop_line(records, line);
        return false;
    }
    if (*line.at == '%') { /* may belong to a PBN record */
        pass_line(records, line);
        return false;
    }
    if (bridge_begins_pbn(words) && !bridge_is_json(words)) {
        records->form = FORM_PBN;
        return false;
    }
    records->begin = records->scanned; /* without lines that begin with '%' */
    if (is_lin_line(words) && !ends_lin(words)) {
        records->form = FORM_LIN;
        return false;
    }
    if (bridge_hand_line(words) >= 0) {
        records->form = FORM_HANDS;
        return false;
    }
    pass_line(records, line);
    records->problem = records->scanned - records->begin;
    return true;
}

static bool scan(struct nash_records *records)
{
    switch (records->form) {
    case FORM_PBN:
        return scan_pbn(records);
    case FORM_LIN:
        return scan_lin(records);
    case FORM_HANDS:
        return scan_hands(records);
    default:
        return scan_first_line(records);
    }
}

bool bridge_text_next(struct nash_records *records, bool last)
{
    bool found = false;
    while (!found && records->scanned < records->text.len)
        found = scan(records);
    if (found || !last)
        return found;
    if (records->form == FORM_LIN)
        return share_fields(records, records->text.len);
    if ((records->form == FORM_PBN || records->form == FORM_HANDS) && records->flags) /* not comments alone */
        records->problem = records->text.len - records->begin;
    return records->problem > 0;
}
