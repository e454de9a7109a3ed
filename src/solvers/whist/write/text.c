/* Writes the text form of an answer: "a 2, b 2" for a deal, the counts for a distribution, or "timeout". */
#include "result.h"

static void write_tricks(struct nash_buf *out, uint64_t a, uint64_t b)
{
    nash_buf_puts(out, "a ");
    nash_buf_u64(out, a);
    nash_buf_puts(out, ", b ");
    nash_buf_u64(out, b);
}

/* Writes the answer of a run. */
void whist_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct whist_problem *p = problem;
    const struct whist_answer *a = result->answer;
    const uint32_t *count = p->distribution ? whist_distribution(p->distribution) : NULL;
    if (p->suits || p->has_deal) {
        uint32_t order = p->suits ? p->suits->order : p->deal.order;
        bool b_leads = p->suits ? p->suits->b_leads : p->deal.b_leads;
        if (a->known)
            write_tricks(out, b_leads ? order - a->low : a->low, b_leads ? a->low : order - a->low);
        else
            nash_buf_puts(out, "timeout");
        return;
    }
    for (uint32_t t = 0; t <= p->distribution; t++) {
        if (t)
            nash_buf_putc(out, ' ');
        nash_buf_u64(out, count[t]);
    }
}

/* Writes the same from a stored result. */
void whist_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *tricks = nash_json_get(result, "tricks"), *count;
    bool first = true;
    if (cJSON_IsObject(tricks)) {
        write_tricks(out, (uint64_t)nash_json_get(tricks, "a")->valuedouble,
                     (uint64_t)nash_json_get(tricks, "b")->valuedouble);
    } else if (tricks) {
        nash_buf_puts(out, "timeout");
    } else {
        cJSON_ArrayForEach(count, nash_json_get(nash_json_get(result, "distribution"), "counts"))
        {
            if (!first)
                nash_buf_putc(out, ' ');
            nash_buf_u64(out, (uint64_t)count->valuedouble);
            first = false;
        }
    }
}
