/* What the kind uses of the form "game". */
#ifndef IMPERFECT_GAMES_FORM_H
#define IMPERFECT_GAMES_FORM_H

#include <solvers/kit/forms.h>

/* Requests with the member "game", a name or a tree; and with "efg", the text of a Gambit .efg file. */
extern const struct form imperfect_game, imperfect_efg;
/* Requests with the member "learn": games/learn/form.c. */
extern const struct form imperfect_learn;

/* Reads the text of an .efg file and the members beside it, as parse_text() of struct nash_solver; text NULL: checks
 * the members. */
enum nash_status game_parse_text(const char *text, size_t len, const struct nash_json *members,
                                 struct nash_arena *arena, void **problem, struct nash_error *error);

/* Appends the answer in the text form if the result is one of this form: the strategy as remarks, a line an infoset,
 * and the values last. Returns whether it is. */
bool game_text_of(const cJSON *result, struct nash_buf *out);

#endif
