/* Reads a PBN record. The record of the answer repeats all of it except the results that are computed again.
 *
 * The tags of enum pbn_used are read. No tag is inherited: by section 4.8 of the standard the value "#" is forbidden
 * for deal, dealer, vulnerability, contract, auction and play; other tags with it are repeated as they are. */
#include <string.h>

#include <solvers/bridge/notation/notation.h>

#include "pbn.h"

static const char *const used_names[PBN_USED] = {
    [PBN_DEAL] = "Deal",         [PBN_DEALER] = "Dealer", [PBN_VULNERABLE] = "Vulnerable", [PBN_DECLARER] = "Declarer",
    [PBN_CONTRACT] = "Contract", [PBN_RESULT] = "Result", [PBN_AUCTION] = "Auction",       [PBN_PLAY] = "Play"};

static bool tag_is(const struct pbn_tag *tag, const char *name)
{
    return text_is_nocase(tag->name, name);
}

/* Returns how many bytes of a value an error shows: at most 20. */
static int shown_length(struct text_span value)
{
    return text_length(value) > 20 ? 20 : (int)text_length(value);
}

/* ---- the record as a whole ---- */

/* Checks that the text is one record: an empty line outside of comments ends it. */
static void pbn_check_lines(const struct pbn_record *p)
{
    struct text_span rest = p->t->rest, line, words;
    const char *opened = NULL;
    bool in_comment = false, has_content = false, ended = false;
    while (text_raw_line(&rest, &line) && reader_ok(p->of.in->r)) {
        bool was_in_comment = in_comment;
        words = text_trim(line);
        if (words.at == words.end && !in_comment) {
            ended |= has_content;
            has_content = false;
            continue;
        }
        bridge_pbn_scan_line(line, &in_comment, &has_content);
        opened = was_in_comment ? opened : line.at;
        if (ended && has_content)
            text_fail(p->t, NASH_INVALID, line.at,
                      "there are several records, divided by an empty line, and one problem is one deal: send the file "
                      "to POST /v1/bridge/batch as text/plain, which answers each");
    }
    if (in_comment)
        text_fail(p->t, NASH_INVALID, opened, "the comment that begins here with { is not closed by }");
}

/* Reads the tags. A tag that occurred before is ignored. */
static void pbn_read_tags(struct pbn_record *p)
{
    struct text_span rest = p->t->rest;
    struct pbn_tag tag;
    while (pbn_read_tag(p, &rest, &tag))
        for (unsigned i = 0; i < PBN_USED; i++)
            if (!p->tag[i].begin && tag_is(&tag, used_names[i]))
                p->tag[i] = tag;
}

/* Returns whether a tag has a value. Reports "#" for the tags that must not inherit it. */
static bool pbn_has_value(const struct pbn_record *p, enum pbn_used used)
{
    struct text_span value = p->tag[used].value;
    if (value.at == value.end || text_is(value, "?"))
        return false;
    if (*value.at == '#')
        reader_fail(p->of.in->r, NASH_INVALID, NULL,
                    "[%s \"%.*s\"]: by the PBN standard this tag never inherits its value from another record: write "
                    "it out",
                    used_names[used], shown_length(value), value.at);
    return reader_ok(p->of.in->r);
}

/* ---- deal, dealer, vulnerability ---- */

static void pbn_read_deal(const struct pbn_record *p)
{
    struct bridge_input *in = p->of.in;
    struct text_span value = p->tag[PBN_DEAL].value;
    struct nash_error error = {0};
    in->has_deal = pbn_has_value(p, PBN_DEAL);
    if (!p->tag[PBN_DEAL].begin)
        reader_fail(in->r, NASH_INVALID, NULL,
                    "the record has no [Deal \"...\"], and a deal is never that of the record before");
    else if (!in->has_deal)
        reader_fail(in->r, NASH_INVALID, NULL, "[Deal \"%.*s\"] has no cards", shown_length(value), value.at);
    else if (bridge_pbn_read(value.at, text_length(value), "", &in->problem.position.deal, &error) != NASH_OK)
        reader_adopt(in->r, &error);
}

static void pbn_read_dealer(const struct pbn_record *p)
{
    struct text_span value = p->tag[PBN_DEALER].value;
    bool given = pbn_has_value(p, PBN_DEALER);
    int seat = given ? pbn_seat(value) : -1;
    if (given && seat < 0)
        reader_fail(p->of.in->r, NASH_INVALID, NULL, "[Dealer \"%.*s\"] is no seat: N, E, S or W", shown_length(value),
                    value.at);
    if (p->of.in->dealer < 0)
        p->of.in->dealer = seat;
}

static void pbn_read_vulnerable(const struct pbn_record *p)
{
    struct text_span value = p->tag[PBN_VULNERABLE].value;
    bool given = pbn_has_value(p, PBN_VULNERABLE);
    int vulnerable = given ? bridge_vulnerable_of(value) : -1;
    if (given && vulnerable < 0)
        reader_fail(p->of.in->r, NASH_INVALID, NULL,
                    "[Vulnerable \"%.*s\"] is none of None, Love, -, NS, EW, All and Both", shown_length(value),
                    value.at);
    if (p->of.in->vulnerable < 0)
        p->of.in->vulnerable = vulnerable;
}

/* ---- what the answer repeats ---- */

static bool is_computed_again(const struct pbn_tag *tag)
{
    return tag_is(tag, "DoubleDummyTricks") || tag_is(tag, "OptimumResultTable") || tag_is(tag, "OptimumScore") ||
           tag_is(tag, "ParContract");
}

static void pbn_keep_tags(const struct pbn_record *p)
{
    struct nash_buf tags = NASH_BUF_INIT(0), sections = NASH_BUF_INIT(0);
    struct text_span rest = p->t->rest;
    struct bridge_problem *problem = &p->of.in->problem;
    struct pbn_tag tag;
    bool in_sections = false; /* true from the first Auction or Play tag on */
    const char *end = rest.at;
    while (pbn_read_tag(p, &rest, &tag)) {
        bridge_append_lines(&tags, (struct text_span){end, tag.begin}); /* comments before the first tag */
        end = tag.data.end;
        in_sections = in_sections || tag_is(&tag, "Auction") || tag_is(&tag, "Play");
        if (!is_computed_again(&tag))
            bridge_append_lines(in_sections ? &sections : &tags, text_trim((struct text_span){tag.begin, end}));
    }
    problem->tags = bridge_keep_text(p->of.in, &tags);
    problem->sections = bridge_keep_text(p->of.in, &sections);
    problem->is_pbn = true;
}

void bridge_read_pbn_record(struct bridge_input *in, const struct text_reader *t)
{
    struct pbn_record p = {.of = BRIDGE_RECORD_OF(in), .t = t};
    p.of.play = READER_NEW(in->r, struct bridge_card, BRIDGE_CARDS);
    pbn_check_lines(&p);
    if (reader_ok(in->r))
        pbn_read_tags(&p);
    if (!reader_ok(in->r))
        return;
    pbn_read_deal(&p);
    pbn_read_dealer(&p);
    pbn_read_vulnerable(&p);
    pbn_read_contract(&p);
    bridge_use_record(&p.of);
    if (reader_ok(in->r))
        pbn_keep_tags(&p);
}
