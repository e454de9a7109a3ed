/* The cards of a deck of 52: their numbers and their text.
 *
 * A card is a number, 4 * rank + suit: ranks from 0 (the deuce) to 12 (the ace), suits in the order of poker's text,
 * clubs, diamonds, hearts, spades. "Ah" is the ace of hearts. */
#ifndef KIT_CARD_H
#define KIT_CARD_H

#include <stddef.h>
#include <stdint.h>

enum { CARD_RANKS = 13, CARD_SUITS = 4, CARD_DECK = 52, CARD_NONE = 255, CARD_TEXT = 3 };

static inline unsigned card_rank(unsigned card)
{
    return card >> 2;
}

static inline unsigned card_suit(unsigned card)
{
    return card & 3;
}

static inline uint8_t card_make(unsigned rank, unsigned suit)
{
    return (uint8_t)(rank << 2 | suit);
}

/* The bit of a card in a set of cards. */
static inline uint64_t card_bit(unsigned card)
{
    return UINT64_C(1) << card;
}

/* Return the letter of a rank, "23456789TJQKA", and of a suit, "cdhs". */
char card_rank_letter(unsigned rank);
char card_suit_letter(unsigned suit);

/* Reads a rank in either case; "10" is T. *used: number of characters read. Returns -1, with *used 0, for other text.
 */
int card_rank_of(const char *text, size_t len, size_t *used);
/* Returns the suit of a letter in either case, or -1. */
int card_suit_of(char letter);

/* Reads a card, "Ah" or "10h". Returns the number of characters read, 0 if the text does not begin with a card. */
size_t card_read(const char *text, size_t len, uint8_t *card);
/* Writes "Ah". Returns out. */
char *card_write(unsigned card, char out[static CARD_TEXT]);

#endif
