/* The forms of the kind holdem that use a model of a player: "learn", and "line" with its variant "hand". */
#ifndef HOLDEM_MODEL_FORMS_H
#define HOLDEM_MODEL_FORMS_H

#include <solvers/holdem/model/model.h>
#include <solvers/kit/forms.h>

/* Before the form "equity" in the kind's list, which a request with "players" has too. */
extern const struct form holdem_form_learn, holdem_form_line, holdem_form_hand;

/* The most bytes of a name in JSON that has at most HISTORY_NAME - 1 characters. */
enum { LINE_NAME_BYTES = 4 * (HISTORY_NAME - 1) };

/* Numbers of the stop checks; those of equity.h come before. */
enum holdem_model_stop { HOLDEM_STOP_LEARN = 11, HOLDEM_STOP_LINE };

/* model_json.c: reads a stored model, with errors at its members; NULL after one. */
struct holdem_model *model_read(struct reader *r);
void model_write(const struct holdem_model *model, struct nash_jsonw *out);
/* Adds everything that identifies the model. model NULL: there is none. */
void model_canon(const struct holdem_model *model, struct nash_sha256 *sha);

/* report.c: what is needed to write a report; made by solve, because it takes memory. */
struct model_report {
    unsigned stretches;
    uint8_t first[MODEL_BLOCKS];
    double evidence[MODEL_BLOCKS];
    float situation[SITUATION_PREFLOP_2 + SITUATION_POSTFLOP_2]; /* actions by situation of level 2 */
};
void model_report_make(const struct holdem_model *model, struct nash_arena *arena, struct model_report *report);
void model_report_write(const struct holdem_model *model, const struct model_report *report, struct nash_jsonw *out);

#endif
