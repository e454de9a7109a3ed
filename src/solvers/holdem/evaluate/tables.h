/* The tables of the evaluator, which make_tables.c writes at build time, and the numbers both are built from. */
#ifndef HOLDEM_EVALUATE_TABLES_H
#define HOLDEM_EVALUATE_TABLES_H

#include <stddef.h>
#include <stdint.h>

enum {
    HOLDEM_RANK_SETS = 1 << 13,
    /* A suit counter has eight bits from bit 32 on and grows by 26 a card: 4 * 26 < 128 <= 5 * 26 and 7 * 26 < 256. */
    HOLDEM_SUIT_STEP = 26,
    HOLDEM_SUIT_BITS = 8,
    HOLDEM_FLUSH_LOWEST = 39,
    HOLDEM_ROW_SHIFT = 12,
    /* Added to the sum of the ranks for each card: whole rows, and more than any such sum, so that hands of five, six
     * and seven cards have rows of their own. */
    HOLDEM_CARD_STEP = 3226 << HOLDEM_ROW_SHIFT,
    HOLDEM_FIRST_ROW = 5 * (HOLDEM_CARD_STEP >> HOLDEM_ROW_SHIFT),
    HOLDEM_ROWS_END = 8 * (HOLDEM_CARD_STEP >> HOLDEM_ROW_SHIFT),
    HOLDEM_RANK_SLOTS = 94658,
};

#define HOLDEM_FLUSH_BITS UINT64_C(0x8080808000000000)

#define HOLDEM_TABLE extern const __attribute__((visibility("hidden")))
/* What each card adds to the key of a hand. */
HOLDEM_TABLE uint64_t holdem_card_key[52];
/* The strength of a flush by the ranks of its suit, and of any other hand by its sum of ranks plus the entry of the
 * sum's row, sum >> HOLDEM_ROW_SHIFT. */
HOLDEM_TABLE uint16_t holdem_flush_strength[HOLDEM_RANK_SETS];
HOLDEM_TABLE uint32_t holdem_rank_row[HOLDEM_ROWS_END - HOLDEM_FIRST_ROW];
HOLDEM_TABLE uint16_t holdem_rank_strength[HOLDEM_RANK_SLOTS];
#undef HOLDEM_TABLE

#endif
