/* Masks and words of a deal. */
#include "deal.h"

whist_mask whist_mask_of(const int8_t *word, uint32_t order)
{
    whist_mask mask = 0;
    for (uint32_t i = 0; i < 2 * order; i++)
        mask = mask << 1 | (word[i] > 0);
    return mask;
}

void whist_word_of(whist_mask mask, uint32_t order, int8_t *word)
{
    for (uint32_t i = 2 * order; i-- > 0; mask >>= 1)
        word[i] = mask & 1 ? 1 : -1;
}

bool whist_word_after(const int8_t *word, uint32_t order, uint32_t lead, uint32_t reply, int8_t *after)
{
    bool won = lead < reply;
    int8_t sign = won ? 1 : -1;
    uint32_t high = won ? lead : reply, low = won ? reply : lead;
    for (uint32_t i = 0; i < high; i++)
        after[i] = (int8_t)(word[i] * sign);
    for (uint32_t i = high + 1; i < low; i++)
        after[i - 1] = (int8_t)(word[i] * sign);
    for (uint32_t i = low + 1; i < 2 * order; i++)
        after[i - 2] = (int8_t)(word[i] * sign);
    return won;
}
