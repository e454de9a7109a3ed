#include "symmetry.h"

#include <stdbool.h>
#include <string.h>

enum { IDENTITY = 27 }; /* the suits 0, 1, 2, 3 as digits of base 4: the least number of a permutation */

unsigned symmetry_combo(const struct symmetry *symmetry, unsigned permutation, unsigned combo)
{
    const uint8_t *card = symmetry->card[permutation];
    return combo_of(card[holdem_combo_high[combo]], card[holdem_combo_low[combo]]);
}

static bool keeps_cards(const uint8_t *image, uint64_t cards)
{
    uint64_t mapped = 0;
    for (unsigned card = 0; card < CARD_DECK; card++)
        if (cards >> card & 1)
            mapped |= card_bit(image[card]);
    return mapped == cards;
}

static bool keeps_range(const uint8_t *image, const struct holdem_range *range)
{
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        if (range->weight[i] != range->weight[combo_of(image[holdem_combo_high[i]], image[holdem_combo_low[i]])])
            return false;
    return true;
}

void symmetry_find(const struct holdem_range *const range[], unsigned ranges, const uint64_t *cards, unsigned sets,
                   unsigned max, struct symmetry *symmetry)
{
    for (unsigned card = 0; card < CARD_DECK; card++)
        symmetry->card[0][card] = (uint8_t)card;
    symmetry->count = 1;
    for (unsigned code = IDENTITY + 1; code < 256 && symmetry->count < max; code++) {
        const unsigned suit[CARD_SUITS] = {code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3};
        uint8_t *image = symmetry->card[symmetry->count];
        bool keeps = (1U << suit[0] | 1U << suit[1] | 1U << suit[2] | 1U << suit[3]) == 15;
        for (unsigned card = 0; card < CARD_DECK && keeps; card++)
            image[card] = card_make(card_rank(card), suit[card_suit(card)]);
        for (unsigned i = 0; i < sets && keeps; i++)
            keeps = keeps_cards(image, cards[i]);
        for (unsigned i = 0; i < ranges && keeps; i++)
            keeps = keeps_range(image, range[i]);
        symmetry->count += keeps;
    }
}

void symmetry_average(const struct symmetry *symmetry, double value[static HOLDEM_COMBOS])
{
    bool done[HOLDEM_COMBOS] = {false};
    for (unsigned combo = 0; combo < HOLDEM_COMBOS && symmetry->count > 1; combo++) {
        double sum = 0;
        if (done[combo])
            continue;
        for (unsigned p = 0; p < symmetry->count; p++)
            sum += value[symmetry_combo(symmetry, p, combo)];
        for (unsigned p = 0; p < symmetry->count; p++) {
            const unsigned image = symmetry_combo(symmetry, p, combo);
            value[image] = sum / symmetry->count;
            done[image] = true;
        }
    }
}
