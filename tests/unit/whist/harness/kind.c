#include "kind.h"

enum { LABEL_STEP = 7, LABEL_BASE = -20 };

const struct nash_solver *const kind_solver = &nash_solver_whist;

void kind_random_deal(struct nash_rng *rng, uint32_t order, struct nash_buf *members, char *word)
{
    uint32_t left[2] = {order, order};
    for (uint32_t i = 0; i < 2 * order; i++) {
        bool b = nash_rng_below(rng, left[0] + left[1]) >= left[0];
        left[b]--;
        word[i] = b ? 'b' : 'a';
    }
    word[2 * order] = '\0';
    nash_buf_reset(members);
    for (unsigned hand = 0; hand < 2; hand++) {
        bool first = true;
        nash_buf_printf(members, "%s\"%c\":[", hand ? "," : "", hand ? 'b' : 'a');
        for (uint32_t i = 0; i < 2 * order; i++) {
            if (word[i] != "ab"[hand])
                continue;
            nash_buf_printf(members, "%s%u", first ? "" : ",", 2 * order - i);
            first = false;
        }
        nash_buf_putc(members, ']');
    }
}

int64_t kind_label(uint32_t rank)
{
    return LABEL_BASE + (int64_t)rank * LABEL_STEP;
}

uint32_t kind_bit(int64_t label)
{
    return (uint32_t)((label - LABEL_BASE) / LABEL_STEP) - 1;
}

void kind_request(struct nash_buf *out, uint32_t mask, uint32_t order, bool b_leads, const char *members)
{
    nash_buf_reset(out);
    nash_buf_printf(out, "{%s\"leader\":\"%c\"", members, b_leads ? 'b' : 'a');
    for (unsigned hand = 0; hand < 2; hand++) {
        unsigned count = 0;
        nash_buf_printf(out, ",\"%c\":[", hand ? 'b' : 'a');
        for (uint32_t i = 0; i < 2 * order; i++)
            if ((mask >> i & 1) == (hand == b_leads))
                nash_buf_printf(out, "%s%lld", count++ ? "," : "", (long long)kind_label(i + 1));
        nash_buf_putc(out, ']');
    }
    nash_buf_putc(out, '}');
}
