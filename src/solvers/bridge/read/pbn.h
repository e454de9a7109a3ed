/* The tags of a PBN record and the sections after them (Portable Bridge Notation 2.1). */
#ifndef BRIDGE_PBN_H
#define BRIDGE_PBN_H

#include "record.h"

struct pbn_tag {
    struct text_span name, value, data; /* value: between the quotes; data: the section after the tag */
    const char *begin;                  /* the '[' of the tag, which ends at data.end with its section; NULL: no tag */
};

/* The tags that are used; of each, the first counts (section 3.4). */
enum pbn_used {
    PBN_DEAL,
    PBN_DEALER,
    PBN_VULNERABLE,
    PBN_DECLARER,
    PBN_CONTRACT,
    PBN_RESULT,
    PBN_AUCTION,
    PBN_PLAY,
    PBN_USED
};

struct pbn_record {
    struct bridge_record of;
    const struct text_reader *t;  /* the record; errors count its lines */
    struct pbn_tag tag[PBN_USED]; /* empty if absent */
};

static inline bool pbn_is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* Skips white space and comments. `begin`: the beginning of the record, which is the beginning of a line. */
void pbn_skip_blank(struct text_span *s, const char *begin);
/* Reads the next tag and its section. Returns false at the end of the record or after an error. */
bool pbn_read_tag(const struct pbn_record *p, struct text_span *s, struct pbn_tag *tag);

/* Reads a seat, such as "N". Returns -1 for anything else. */
static inline int pbn_seat(struct text_span value)
{
    return text_length(value) == 1 ? bridge_seat_of(*value.at) : -1;
}

/* Reads the tags Contract, Declarer, Result and the sections Auction and Play. */
void pbn_read_contract(struct pbn_record *p);

#endif
