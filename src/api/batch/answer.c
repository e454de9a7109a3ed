#include "answer.h"

#include <string.h>

#include <http/reply.h>

bool answer_repeats_failed(const struct answer_form *form)
{
    return form->want_text && form->solver->text_failed != NULL;
}

void answer_write_error(struct nash_buf *out, uint64_t index, const struct nash_error *error)
{
    struct nash_jsonw json = NASH_JSONW(out);
    nash_jsonw_object(&json);
    nash_jsonw_kuint(&json, "index", index);
    nash_jsonw_key(&json, "error");
    http_problem_write(out, http_problem_status(error), error, NULL);
    nash_jsonw_object_end(&json);
    nash_buf_putc(out, '\n');
}

/* Writes the remarks that stand before the answer, "# solved by sap", as "# problem 3: solved by sap". Returns the
 * position of the answer. */
static const char *write_remarks(struct nash_buf *out, uint64_t index, const char *text, const char *end)
{
    for (const char *stop; text < end && *text == '#' && (stop = memchr(text, '\n', (size_t)(end - text))) != NULL;
         text = stop + 1) {
        nash_buf_puts(out, "# problem ");
        nash_buf_u64(out, index + 1);
        nash_buf_putc(out, ':');
        nash_buf_add(out, text + 1, (size_t)(stop - text));
    }
    return text;
}

/* Writes an error in the place of the answer. */
static void write_text_error(struct nash_buf *out, const struct nash_error *error, bool has_members)
{
    const char *pointer = has_members ? error->pointer : "";
    nash_buf_printf(out, "! %s: %s%s%s", nash_error_type(error), pointer, pointer[0] != '\0' ? ": " : "",
                    error->detail);
}

static void write_text(const struct answer_form *form, const struct batch_answer *answer, const char *problem,
                       size_t len, struct nash_buf *out)
{
    const char *end = answer->text + answer->len;
    if (answer->status == NASH_OK) {
        const char *rest = write_remarks(out, answer->index, answer->text, end);
        nash_buf_add(out, rest, (size_t)(end - rest));
    } else if (answer_repeats_failed(form)) {
        form->solver->text_failed(problem, len, answer->error, out);
    } else {
        write_text_error(out, answer->error, form->has_members);
    }
    nash_buf_puts(out, form->solver->text_next != NULL ? "\n\n" : "\n");
}

static void write_json(const struct batch_answer *answer, struct nash_buf *out)
{
    if (answer->status != NASH_OK) {
        answer_write_error(out, answer->index, answer->error);
        return;
    }
    nash_buf_puts(out, "{\"index\":");
    nash_buf_u64(out, answer->index);
    nash_buf_puts(out, ",\"result\":");
    nash_buf_add(out, answer->text, answer->len);
    nash_buf_puts(out, "}\n");
}

void answer_write(const struct answer_form *form, const struct batch_answer *answer, const char *problem, size_t len,
                  struct nash_buf *out)
{
    if (form->want_text)
        write_text(form, answer, problem, len, out);
    else
        write_json(answer, out);
}
