/* The defects of the seed's method as text, each with the numbers of this request. */
#include <math.h>

#include "write.h"

#define NUMBERS(...) ((const double[]){__VA_ARGS__})
#define NAMES(...)   ((const char *const[]){__VA_ARGS__})

static void correct_ratio(const struct tables_answer *a, const struct tables_correction *c, struct nash_buf *text)
{
    const double counts[] = {a->drawn[TABLES_WIN], a->drawn[TABLES_LOSE], c->literal, c->corrected};
    if (isnan(c->literal))
        tables_phrase(text, "the printed p_win, # wins / # losses, divides by zero; ", counts, NULL);
    else
        tables_phrase(text,
                      c->literal > 1 ? "the printed p_win, # wins / # losses = #, is no probability; "
                                     : "the printed p_win is the odds, # wins / # losses = #; ",
                      counts, NULL);
    if (counts[0] + counts[1] > 0)
        tables_phrase(text, "wins / (wins + losses) is #", &c->corrected, NULL);
    else
        tables_phrase(text, "no draw was decided, so # is used", &c->corrected, NULL);
}

static void correct_zeroes(const struct tables_problem *p, const struct tables_answer *a, struct nash_buf *text)
{
    if (a->set_aside && p->smoothing == 0)
        nash_buf_printf(text,
                        "all products of match values are 0, so p_i is 0/0; %u impossible observations are set "
                        "aside",
                        a->set_aside);
    else if (p->smoothing > 0)
        tables_phrase(text,
                      "products of match values are 0, or too small, without the smoothing of #; they are "
                      "computed in logs",
                      &p->smoothing, NULL);
    else
        nash_buf_puts(text, "all products of match values are too small for a double, so p_i is 0/0; they are computed "
                            "in logs");
}

static void correct(const struct tables_problem *p, const struct tables_answer *a, const struct tables_correction *c,
                    struct nash_buf *text)
{
    const char *const names[] = {p->action[c->action].id, p->action[c->other].id};
    switch (c->defect) {
    case TABLES_RATIO:
        correct_ratio(a, c, text);
        break;
    case TABLES_NO_PRIOR:
        tables_phrase(text,
                      isnan(c->literal) ? "equal priors would leave no decided outcome; the priors given make p_win #"
                                        : "equal priors would make p_win #; the priors given make it #",
                      isnan(c->literal) ? &c->corrected : &c->literal, NULL);
        break;
    case TABLES_ZEROES:
        correct_zeroes(p, a, text);
        break;
    case TABLES_NO_TIES:
        tables_phrase(text, "# of the draws are ties, which the method leaves out; the exact method pays them",
                      &c->corrected, NULL);
        break;
    case TABLES_NO_RESPONSE:
        tables_phrase(text,
                      "the method has no fold equity: it values @ at #, with the response it is worth #; the exact "
                      "method chooses @",
                      &c->literal, names);
        break;
    case TABLES_NO_SAFETY:
        tables_phrase(text, "the choice relies on the model: @ may pay only #, @ at least #", &c->literal, names);
        break;
    default:
        tables_phrase(text, "no samples are needed: @ is worth # exactly, # by this method; the exact method chooses @",
                      NUMBERS(c->corrected, c->literal), names);
    }
}

void tables_write_corrections(const struct tables_problem *p, const struct tables_answer *a, struct nash_jsonw *out)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    nash_jsonw_karray(out, "corrections");
    for (uint32_t i = 0; i < a->corrections; i++) {
        const struct tables_correction *c = &a->correction[i];
        char name[] = {'D', (char)('1' + c->defect), '\0'};
        correct(p, a, c, &text);
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "defect", name);
        nash_jsonw_key(out, "text");
        nash_jsonw_string_n(out, text.data ? text.data : "", text.len);
        nash_jsonw_kdouble(out, "literal", tables_round(c->literal));
        nash_jsonw_kdouble(out, "corrected", tables_round(c->corrected));
        nash_jsonw_object_end(out);
        out->out->failed |= text.failed;
        nash_buf_reset(&text);
    }
    nash_jsonw_array_end(out);
    nash_buf_free(&text);
}
