/* Makes the table of starting hands against each other, in ten seconds: make_preflop > preflop.inc. To check the table
 * in the tree: make_preflop | cmp - preflop.inc.
 *
 * For every entry of the table it takes two combos, and compares their strengths on all 2,598,960 boards, 512 at a time
 * so that the strengths stay in the cache. A combo that shares a card with the board has the strength 0; the boards
 * that only one of the two, or both, can have are then the same number for all entries and are taken off. */
#include <stdio.h>
#include <stdlib.h>

#include <solvers/holdem/evaluate/evaluate.h>
#include <solvers/holdem/evaluate/preflop.h>
#include <solvers/holdem/range/combo.h>

enum {
    CHUNK = 512,
    ONLY_FIRST = 406456, /* boards that share a card with the second hand, but not with the first */
    NEITHER = 73744,     /* boards that share a card with both */
    LINE_ENTRIES = 14,
};

static struct holdem_hand boards[CHUNK], combos[HOLDEM_COMBOS];
static uint16_t strength[HOLDEM_COMBOS][CHUNK + 32]; /* the distance of rows is not a power of two */

static struct entry {
    uint16_t first, second;
    bool used;
    uint32_t win, tie;
} entries[HOLDEM_PREFLOP_ENTRIES];

static void choose_combos(void)
{
    for (unsigned a = 0; a < HOLDEM_COMBOS; a++)
        for (unsigned b = 0; b < HOLDEM_COMBOS; b++) {
            bool swapped;
            if (combo_mask(a) & combo_mask(b))
                continue;
            struct entry *entry = &entries[holdem_preflop_entry(a, b, &swapped)];
            if (!entry->used && !swapped)
                *entry = (struct entry){.first = (uint16_t)a, .second = (uint16_t)b, .used = true};
        }
}

static void compare_strengths(struct entry *entry, unsigned count)
{
    const uint16_t *a = strength[entry->first], *b = strength[entry->second];
    uint16_t wins = 0, ties = 0;
    for (unsigned i = 0; i < count; i++) {
        wins = (uint16_t)(wins + (a[i] > b[i]));
        ties = (uint16_t)(ties + (a[i] == b[i]));
    }
    entry->win += wins;
    entry->tie += ties;
}

static void count_boards(unsigned count)
{
    for (unsigned c = 0; c < HOLDEM_COMBOS; c++)
        for (unsigned i = 0; i < count; i++)
            strength[c][i] =
                boards[i].cards & combos[c].cards ? 0 : holdem_hand_strength(holdem_hand_sum(boards[i], combos[c]));
    for (unsigned i = 0; i < HOLDEM_PREFLOP_ENTRIES; i++)
        if (entries[i].used)
            compare_strengths(&entries[i], count);
}

/* Counts all boards of `left` more cards below `below`. */
static void count_all(struct holdem_hand board, unsigned left, unsigned below)
{
    static unsigned count;
    if (!left) {
        boards[count++] = board;
        if (count == CHUNK || board.cards == 31) { /* the five smallest cards are the last board */
            count_boards(count);
            count = 0;
        }
        return;
    }
    for (unsigned card = below; card-- >= left;)
        count_all(holdem_hand_add(board, card), left - 1, card);
}

int main(void)
{
    for (unsigned c = 0; c < HOLDEM_COMBOS; c++)
        combos[c] = holdem_hand_add(holdem_hand_add(holdem_hand_empty(), holdem_combo_high[c]), holdem_combo_low[c]);
    choose_combos();
    count_all(holdem_hand_empty(), 5, CARD_DECK);
    for (unsigned i = 0; i < HOLDEM_PREFLOP_ENTRIES; i++) {
        const struct entry *entry = &entries[i];
        uint64_t value = entry->used ? (uint64_t)(entry->win - ONLY_FIRST) << 21 | (entry->tie - NEITHER) : 0;
        if (i % LINE_ENTRIES == 0)
            printf("%s    \"", i ? "\"\n" : "");
        for (int d = 0; d < HOLDEM_PREFLOP_DIGITS; d++) {
            char digit = (char)('0' + (value >> 6 * d & 63));
            printf(digit == '\\' || digit == '?' ? "\\%c" : "%c", digit); /* "??" may begin a trigraph */
        }
    }
    printf("\"\n");
    return 0;
}
