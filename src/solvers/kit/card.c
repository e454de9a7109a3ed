#include "card.h"

#include <stdbool.h>
#include <string.h>

static const char ranks[] = "23456789TJQKA", suits[] = "cdhs";

char card_rank_letter(unsigned rank)
{
    return ranks[rank];
}

char card_suit_letter(unsigned suit)
{
    return suits[suit];
}

int card_rank_of(const char *text, size_t len, size_t *used)
{
    bool ten = len > 1 && text[0] == '1' && text[1] == '0';
    char letter = len == 0 ? '\0' : ten ? 'T' : text[0];
    char upper = letter >= 'a' && letter <= 'z' ? (char)(letter - ('a' - 'A')) : letter;
    const char *found = upper ? strchr(ranks, upper) : NULL;
    *used = !found ? 0 : ten ? 2 : 1;
    return found ? (int)(found - ranks) : -1;
}

int card_suit_of(char letter)
{
    char lower = letter >= 'A' && letter <= 'Z' ? (char)(letter + ('a' - 'A')) : letter;
    const char *found = lower ? strchr(suits, lower) : NULL;
    return found ? (int)(found - suits) : -1;
}

size_t card_read(const char *text, size_t len, uint8_t *card)
{
    size_t used;
    int rank = card_rank_of(text, len, &used);
    int suit = rank >= 0 && used < len ? card_suit_of(text[used]) : -1;
    if (suit < 0)
        return 0;
    *card = card_make((unsigned)rank, (unsigned)suit);
    return used + 1;
}

char *card_write(unsigned card, char out[static CARD_TEXT])
{
    out[0] = ranks[card_rank(card)];
    out[1] = suits[card_suit(card)];
    out[2] = '\0';
    return out;
}
