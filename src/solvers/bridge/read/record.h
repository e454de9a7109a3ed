/* Records: the text forms of a board. What PBN, LIN and links have in common, and how a text is split into them. */
#ifndef BRIDGE_RECORD_H
#define BRIDGE_RECORD_H

#include "auction.h"
#include "input.h"

/* The contract, result and play of a record. */
struct bridge_record {
    struct bridge_input *in;
    bool has_contract;
    struct bridge_contract contract; /* with its declarer */
    int strain, leader;              /* of an ending, which has no contract; -1: absent */
    int result;                      /* tricks of the declarer; -1: absent */
    struct bridge_card *play;        /* room for BRIDGE_CARDS, in the arena */
    uint32_t play_count;
    const char *play_fault; /* why the play cannot be read; NULL if it can */
};

#define BRIDGE_RECORD_OF(input) ((struct bridge_record){.in = (input), .strain = -1, .leader = -1, .result = -1})

/* Uses what the record has of contract, result and play, unless the request has members of its own about strain,
 * declarer or leader. */
void bridge_use_record(const struct bridge_record *record);

/* Read a PBN record and the text of a board of LIN. `t`: the record, from its first line on. */
void bridge_read_pbn_record(struct bridge_input *in, const struct text_reader *t);
void bridge_read_lin_record(struct bridge_input *in, const struct text_reader *t);

/* ---- lines ---- */

/* Returns whether a line that is not empty begins a PBN record: a tag or a comment. JSON does too. A link in brackets,
 * as in "[Board 1](https://...)", does not. */
bool bridge_begins_pbn(struct text_span line);

/* Returns whether the line is an object of JSON, and not a comment of PBN. */
bool bridge_is_json(struct text_span line);

/* ---- PBN ---- */

/* Advances over one line. *in_comment: within {...}; *has_content: set by anything but white space and comments. */
void bridge_pbn_scan_line(struct text_span line, bool *in_comment, bool *has_content);
/* Appends the lines of a record as UTF-8: bytes that are not UTF-8 are read as Latin-1, and control characters become
 * blanks; an escaped line that names a character set names UTF-8. Leaves out blank lines outside of comments, "%
 * EXPORT", and the reason why an earlier run failed. */
void bridge_append_lines(struct nash_buf *out, struct text_span text);

/* ---- LIN ---- */

/* Reads the next key|value|, without the white space around both. The last value may lack its bar. */
bool bridge_lin_field(struct text_span *text, struct text_span *key, struct text_span *value);
/* Returns the board of the value of qx: "12" of "o12" and "c12,BOARD 12". It is empty if the value has none. */
struct text_span bridge_lin_board(struct text_span room);

/* ---- hands in lines ---- */

/* Returns the seat of a line that is one hand after its seat, and that cannot be read as a deal; -1 for another line. */
int bridge_hand_line(struct text_span line);

/* Reads hands that stand after their seats, in a text of several lines. Returns false, and reports nothing, if it has
 * none. */
bool bridge_read_hands(struct bridge_input *in, const struct text_reader *t);

/* ---- links to viewers of hands ---- */

/* Returns whether the line has a link, and sets *link to it: from "http" on, or to a link with hands without that. A
 * line of LIN has none: an address in it is a part of a value, such as a remark of a commentator. */
bool bridge_find_link(struct text_span line, struct text_span *link);
/* Appends the board of a link as LIN: "...?lin=..." or "...?n=sakq...&e=...". Returns false if it has no hands. */
bool bridge_link_to_lin(struct text_span link, struct nash_buf *out);

/* ---- texts ---- */

/* Begins the comment with the reason why a record could not be solved. */
#define BRIDGE_REASON "{nashd: "

/* Appends text as UTF-8, as bridge_append_lines() does. */
void bridge_append_text(struct nash_buf *out, struct text_span text);
/* Moves the text to the arena and frees the buffer. Returns NULL after reporting NASH_NOMEM. */
const char *bridge_keep_text(const struct bridge_input *in, struct nash_buf *buf);

#endif
