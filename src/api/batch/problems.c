#include "problems.h"

void problems_init(struct problems *problems, const struct nash_solver *solver, size_t max, records_take *take,
                   void *context)
{
    *problems = (struct problems){.hash_is_comment = solver != NULL, .take = take, .context = context};
    lines_init(&problems->lines, max);
    records_init(&problems->records, max, solver != NULL ? solver->text_next : NULL);
}

void problems_release(struct problems *problems)
{
    lines_release(&problems->lines);
    records_release(&problems->records);
}

static bool problems_line(void *context, const char *line, size_t len)
{
    struct problems *problems = context;
    size_t blank = 0;
    if (problems->records.next != NULL)
        return records_line(&problems->records, line, len, problems->take, problems->context);
    while (blank < len && (line[blank] == ' ' || line[blank] == '\t'))
        blank++;
    if (blank == len || (problems->hash_is_comment && line[blank] == '#'))
        return true;
    return problems->take(problems->context, line, len);
}

size_t problems_feed(struct problems *problems, const char *data, size_t len)
{
    return lines_feed(&problems->lines, data, len, problems_line, problems);
}

bool problems_end(struct problems *problems)
{
    return lines_end(&problems->lines, problems_line, problems) &&
           (problems->records.next == NULL || records_end(&problems->records, problems->take, problems->context));
}

bool problems_failed(const struct problems *problems)
{
    return problems->lines.failed || problems->records.split.text.failed;
}
