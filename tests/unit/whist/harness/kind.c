#include "kind.h"

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
