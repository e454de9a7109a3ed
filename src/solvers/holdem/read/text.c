/* Reads the form "equity" from text: AhKs v QQ+,AKs:0.5 on Qh7s2d dead 2c */
#include <solvers/kit/beside_text.h>

#include "input.h"

enum part { PART_RANGE, PART_BOARD, PART_DEAD };

/* The parts of a line, in order. */
struct line {
    struct text_span range[HOLDEM_PLAYERS_MAX], board, dead;
    unsigned players;
};

/* Returns whether the word begins the next part, *part. */
static bool begins_part(struct text_span word, enum part *part)
{
    if (text_is_nocase(word, "v") || text_is_nocase(word, "vs") || text_is_nocase(word, "vs."))
        *part = PART_RANGE;
    else if (text_is_nocase(word, "on"))
        *part = PART_BOARD;
    else if (text_is_nocase(word, "dead"))
        *part = PART_DEAD;
    else
        return false;
    return true;
}

static bool split_line(const struct text_reader *t, struct text_span text, struct line *line)
{
    struct text_span word, *current = &line->range[line->players++];
    *current = (struct text_span){text.at, text.at};
    bool empty = true;
    while (text_word(&text, " \t\r", &word)) {
        enum part part;
        if (!begins_part(word, &part)) {
            current->at = empty ? word.at : current->at;
            current->end = word.end;
            empty = false;
            continue;
        }
        if ((part == PART_RANGE && line->board.at) || (part != PART_DEAD && line->dead.at) ||
            (part == PART_BOARD && line->board.at) || (part == PART_DEAD && line->dead.at))
            return text_fail(t, NASH_INVALID, word.at,
                             "the order is: ranges with \"v\" between them, \"on\" and the "
                             "board, \"dead\" and cards"),
                   false;
        if (part == PART_RANGE && line->players == HOLDEM_PLAYERS_MAX)
            return text_fail(t, NASH_INVALID, word.at, "2 to %d players are expected", HOLDEM_PLAYERS_MAX), false;
        current = part == PART_RANGE ? &line->range[line->players++] : part == PART_BOARD ? &line->board : &line->dead;
        *current = (struct text_span){word.end, word.end};
        empty = true;
    }
    if (line->players < 2)
        return text_fail(t, NASH_INVALID, line->range[0].at,
                         "two ranges with \"v\" between them are expected, such as AhKs v QQ+,AKs on Qh7s2d"),
               false;
    return true;
}

static void read_line(struct text_reader *t, struct input *in, struct reader *r, const struct line *line)
{
    if (!input_begin(in, r, line->players))
        return;
    in->text = t;
    for (unsigned player = 0; player < line->players; player++)
        input_range(in, player, line->range[player]);
    if (line->board.at)
        input_board(in, line->board);
    if (line->dead.at)
        input_dead(in, line->dead);
    input_options(in);
    if (reader_ok(r))
        input_finish(in);
}

enum nash_status holdem_parse_text(const char *text, size_t len, const struct nash_json *members,
                                   struct nash_arena *arena, void **problem, struct nash_error *error)
{
    struct reader r;
    struct text_reader t;
    struct text_span span, more;
    struct input in = {.text = &t};
    struct line line = {.players = 0};
    reader_beside_text(&r, members, arena, error);
    reader_only(&r, input_option_names);
    if (!text) { /* the members alone */
        if (input_begin(&in, &r, 2))
            input_options(&in);
        return reader_status(&r);
    }
    text_begin(&t, &r, text, len);
    if (!text_line(&t, &span))
        return reader_fail(&r, NASH_INVALID, NULL, "a line such as AhKs v QQ+,AKs on Qh7s2d is expected");
    if (split_line(&t, span, &line))
        read_line(&t, &in, &r, &line);
    if (text_line(&t, &more))
        text_fail(&t, NASH_INVALID, more.at, "one line is expected");
    if (reader_ok(&r) && !(*problem = form_problem_new(&holdem_form_equity, in.problem, arena)))
        reader_nomem(&r);
    return reader_status(&r);
}
