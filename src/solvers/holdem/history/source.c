#include "source.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <base/utf8.h>

const char *const history_format_names[HISTORY_FORMATS + 1] = {"auto", "phh", "acpc", "pokerstars", NULL};

static const char byte_order_mark[] = "\xef\xbb\xbf";

/* ---- the text ---- */

static bool source_starts(struct text_span text, const char *with)
{
    const size_t len = strlen(with);
    return text_length(text) >= len && memcmp(text.at, with, len) == 0;
}

/* Returns whether the line is "key = value" or a table header "[...]". */
static bool source_is_toml(struct text_span line)
{
    const char *c = line.at;
    while (c < line.end && (text_is_digit(*c) || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_'))
        c++;
    const struct text_span rest = text_trim((struct text_span){c, line.end});
    return source_starts(line, "[") || (c > line.at && source_starts(rest, "="));
}

/* Recognises the format by the first line that is not blank and not a comment. */
static enum history_format source_recognise(struct text_span text)
{
    struct text_span line;
    while (text_raw_line(&text, &line)) {
        line = text_trim(line);
        if (source_starts(line, byte_order_mark))
            line.at += strlen(byte_order_mark);
        if (line.at == line.end || *line.at == '#')
            continue;
        if (source_starts(line, "STATE:") || source_starts(line, "MATCHSTATE:"))
            return HISTORY_FORMAT_ACPC;
        if (source_starts(line, "PokerStars "))
            return HISTORY_FORMAT_SITE;
        return source_is_toml(line) ? HISTORY_FORMAT_PHH : HISTORY_FORMAT_AUTO;
    }
    return HISTORY_FORMAT_AUTO;
}

bool holdem_history_open(struct holdem_history *h, enum history_format format, const char *text, size_t len)
{
    memset(h, 0, offsetof(struct holdem_history, hand));
    h->rest = (struct text_span){text, text + len};
    h->format = format == HISTORY_FORMAT_AUTO ? source_recognise(h->rest) : format;
    if (source_starts(h->rest, byte_order_mark))
        h->rest.at += strlen(byte_order_mark);
    if (h->format != HISTORY_FORMAT_AUTO)
        return true;
    h->refusal.line = 1;
    snprintf(h->refusal.why, sizeof h->refusal.why,
             "the format is not recognised; a PHH file (variant = \"NT\" ..), ACPC lines (STATE:0:..) or the text of "
             "PokerStars is expected");
    return false;
}

enum history_step holdem_history_next(struct holdem_history *h)
{
    switch (h->format) {
    case HISTORY_FORMAT_PHH:
        return history_phh_next(h);
    case HISTORY_FORMAT_ACPC:
        return history_acpc_next(h);
    case HISTORY_FORMAT_SITE:
        return history_site_next(h);
    default:
        return HISTORY_END;
    }
}

bool history_source_line(struct holdem_history *h, struct text_span *line)
{
    if (!text_raw_line(&h->rest, line))
        return false;
    *line = text_trim(*line);
    if (source_starts(*line, byte_order_mark)) /* files that were joined have one at each beginning */
        line->at += strlen(byte_order_mark);
    h->line++;
    return true;
}

/* ---- hands ---- */

void history_source_begin(struct holdem_history *h, uint32_t line)
{
    memset(&h->hand, 0, offsetof(struct holdem_history_hand, action));
    for (unsigned i = 0; i < HISTORY_SEATS; i++) {
        memset(h->hand.seat[i].hole, CARD_NONE, sizeof h->hand.seat[i].hole);
        snprintf(h->hand.seat[i].name, HISTORY_NAME, "p%u", i + 1);
    }
    h->hand.line = line;
    h->count++;
}

enum history_step history_source_refuse(struct holdem_history *h, uint32_t line, const char *format, ...)
{
    struct history_refusal *refusal = &h->refusal;
    va_list args;
    va_start(args, format);
    vsnprintf(refusal->why, sizeof refusal->why, format, args);
    va_end(args);
    history_why_clean(refusal->why);
    refusal->hand = h->count;
    refusal->line = line;
    memcpy(refusal->id, h->hand.id, sizeof refusal->id);
    return HISTORY_REFUSED;
}

bool history_name_set(char out[static HISTORY_NAME], struct text_span name)
{
    const size_t len = text_length(name);
    if (len >= HISTORY_NAME || utf8_span(name.at, len) != len || memchr(name.at, '\0', len))
        return false;
    memcpy(out, name.at, len);
    out[len] = '\0';
    return true;
}

/* ---- cards ---- */

int history_cards_scan(struct text_span text, uint8_t *cards, unsigned most)
{
    unsigned count = 0;
    for (text = text_trim(text); text.at < text.end; text = text_trim(text)) {
        size_t used = 2;
        if (count == most)
            return -1;
        if (source_starts(text, "??"))
            cards[count] = CARD_NONE;
        else if (!(used = card_read(text.at, text_length(text), &cards[count])))
            return -1;
        text.at += used;
        count++;
    }
    return (int)count;
}

bool history_cards_read(struct text_span text, uint8_t *cards, unsigned count)
{
    return history_cards_scan(text, cards, count) == (int)count;
}
