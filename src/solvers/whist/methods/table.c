/* The table of all instances, computed from the bottom (step 102 of the patent application: an order needs one trick of
 * search, since the remaining deal is in the order below). README.md describes the address of a word, its value and
 * the validity of an order.
 *
 * Two values fill a byte: 1.8 MB to order 12, 27 MB to order 14. All shared data is atomic. */
#include "table.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

#include <solvers/kit/table_file.h>

enum {
    LOW_BITS = 14, /* low bits of a mask, the index of one array; the other bits index another */
    LOW_MASKS = 1 << LOW_BITS,
    ORDERS = WHIST_TABLE_ORDER + 1,
    WORD_NIBBLES = 16, /* values in a word */
    LINE_WORDS = 8,    /* words of a cache line; every order begins at one */
    POLL_WORDS = 16,   /* words between two polls of the stop flag */
    VERSION = 1,
    CHECK_TABLE = 20
};

#define MAGIC UINT64_C(0x6c62617473696877) /* "whistabl" */

struct table {
    struct table_head head;
    _Atomic uint64_t mark[ORDERS + 6]; /* by order; fills three cache lines together with the head */
    _Atomic uint64_t word[];           /* the values of order 1, 2, ... */
};

_Static_assert(offsetof(struct table, word) % (LINE_WORDS * sizeof(uint64_t)) == 0, "orders begin at lines");

/* Built once, before the table is mapped. */
static struct {
    uint32_t choose[2 * ORDERS][ORDERS];
    size_t first[ORDERS + 1];            /* first word of an order */
    uint16_t low[LOW_MASKS];             /* rank of the low bits among those with the same popcount */
    uint32_t high[ORDERS][LOW_MASKS];    /* by order: the contribution of the high bits to the rank */
    uint16_t sorted[LOW_MASKS];          /* low bits by popcount, then ascending */
    uint16_t sorted_first[LOW_BITS + 2]; /* first entry of a popcount */
    /* partial sums: +1 for a set bit, -1 for a clear one, from the top bit down */
    int8_t max[LOW_MASKS], min[LOW_MASKS]; /* extremes of the partial sums, 0 included */
} map;

/* ---- address ---- */

/* Returns the contribution to a rank of `bits`, which begin at bit `from`, when `below` set bits lie below them. */
static uint32_t rank_part(uint32_t bits, uint32_t from, uint32_t below)
{
    uint32_t rank = 0;
    for (; bits && below < WHIST_TABLE_ORDER; bits &= bits - 1)
        rank += map.choose[from + (uint32_t)__builtin_ctz(bits)][++below];
    return rank;
}

static void map_init_low(uint32_t bits)
{
    int sum = 0, max = 0, min = 0;
    for (uint32_t at = LOW_BITS; at-- > 0;) {
        sum += bits >> at & 1 ? 1 : -1;
        max = sum > max ? sum : max;
        min = sum < min ? sum : min;
    }
    map.max[bits] = (int8_t)max;
    map.min[bits] = (int8_t)min;
    map.low[bits] = (uint16_t)rank_part(bits, 0, 0);
    uint32_t set = (uint32_t)__builtin_popcount(bits);
    map.sorted[map.sorted_first[set] + map.low[bits]] = (uint16_t)bits;
}

static uint32_t high_bits(uint32_t order)
{
    return 2 * order > LOW_BITS ? 2 * order - LOW_BITS : 0;
}

static void map_init(void)
{
    for (uint32_t n = 0; n < 2 * ORDERS; n++)
        for (uint32_t k = 0; k < ORDERS; k++)
            map.choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : map.choose[n - 1][k - 1] + map.choose[n - 1][k];
    for (uint32_t set = 0; set <= LOW_BITS; set++)
        map.sorted_first[set + 1] = (uint16_t)(map.sorted_first[set] + map.choose[LOW_BITS][set]);
    for (uint32_t bits = 0; bits < LOW_MASKS; bits++)
        map_init_low(bits);
    for (uint32_t order = 1; order < ORDERS; order++) {
        for (uint32_t bits = 0; bits < 1U << high_bits(order); bits++) {
            uint32_t set = (uint32_t)__builtin_popcount(bits);
            map.high[order][bits] = set <= order ? rank_part(bits, LOW_BITS, order - set) : 0;
        }
        size_t words = (map.choose[2 * order][order] + WORD_NIBBLES - 1) / WORD_NIBBLES;
        map.first[order + 1] = map.first[order] + (words + LINE_WORDS - 1) / LINE_WORDS * LINE_WORDS;
    }
}

/* Returns the checksum of the order piece + 1, never 0. */
static uint64_t checksum_order(const void *memory, uint32_t piece)
{
    const struct table *table = memory;
    size_t first = map.first[piece + 1], words = map.first[piece + 2] - first;
    return table_checksum((const void *)&table->word[first], words * sizeof(uint64_t), piece + 1) | 1;
}

static struct table_layout layout = {
    .name = "whist.table",
    .head = {.magic = MAGIC, .version = VERSION, .pieces = WHIST_TABLE_ORDER},
    .marks = offsetof(struct table, mark) + sizeof(uint64_t), /* piece 0 is order 1 */
    .checksum = checksum_order,
};
static struct table_file file = {.layout = &layout};

static inline uint32_t rank_of(uint32_t mask, uint32_t order)
{
    return map.low[mask % LOW_MASKS] + map.high[order][mask / LOW_MASKS];
}

static inline uint32_t nibble(const _Atomic uint64_t *word, uint32_t rank)
{
    uint64_t w = atomic_load_explicit(&word[rank / WORD_NIBBLES], memory_order_relaxed);
    return (uint32_t)(w >> rank % WORD_NIBBLES * 4) & 15;
}

uint32_t whist_table_at(uint32_t mask, uint32_t order)
{
    const struct table *table = table_file_memory(&file);
    return order == 0 ? 0 : nibble(table->word + map.first[order], rank_of(mask, order));
}

/* ---- value ---- */

/* Removes bit `at`; the bits above it move down. */
static inline uint32_t without(uint32_t mask, uint32_t at)
{
    uint32_t below = (1U << at) - 1;
    return (mask & below) | (mask >> 1 & ~below);
}

struct below {                    /* the order below the one being computed */
    const _Atomic uint64_t *word; /* its values */
    uint32_t order, last;         /* last: its largest rank */
};

/* Returns the value of the mask, for which low <= value <= high holds. A lead is the highest card of its interval,
 * so the cheapest card that wins, if there is one, is its neighbour. */
static inline uint32_t instance_value(const struct below *below, uint32_t mask, uint32_t low, uint32_t high)
{
    uint32_t order = below->order + 1, top = 2 * order - 1;
    uint32_t lowest = (uint32_t)__builtin_ctz(~mask), rest = without(mask, lowest);
    for (uint32_t leads = mask & ~(mask >> 1); leads && low < high; leads &= leads - 1) {
        uint32_t lead = (uint32_t)__builtin_ctz(leads), value = high;
        if (lead < top) {
            uint32_t after = (mask & ((1U << lead) - 1)) | mask >> (lead + 2) << lead;
            value = below->order - nibble(below->word, below->last - rank_of(after, below->order));
        }
        if (value > low && lowest < lead) {
            uint32_t discarded = 1 + nibble(below->word, rank_of(without(rest, lead - 1), below->order));
            value = discarded < value ? discarded : value;
        }
        low = value > low ? value : low;
    }
    return low;
}

/* ---- filling and opening ---- */

struct filling {
    struct table *table;
    struct nash_run *run;
    struct below below;
    uint32_t order;
    size_t at, next_poll; /* at: the next word to write; next_poll: the word at which the stop flag is polled */
    uint64_t word;        /* the word being composed */
    uint32_t nibbles;     /* number of values in the word */
};

static inline void filling_write_word(struct filling *f)
{
    atomic_store_explicit(&f->table->word[f->at++], f->word, memory_order_relaxed);
    f->word = 0;
    f->nibbles = 0;
}

/* Computes the values of all masks with these high bits. The partial sums of the high bits end at `sum`; their extremes
 * are `max` and `min`. Returns false when stopped. */
static bool filling_compute(struct filling *f, uint32_t high, int sum, int max, int min)
{
    uint32_t set = f->order - (uint32_t)__builtin_popcount(high), order = f->order;
    const uint16_t *low = &map.sorted[map.sorted_first[set]];
    uint32_t count = 2 * order < LOW_BITS ? map.choose[2 * order][order] : map.choose[LOW_BITS][set];
    for (uint32_t i = 0; i < count; i++) {
        int lo = sum + map.max[low[i]], hi = sum + map.min[low[i]];
        lo = lo > max ? lo : max;
        hi = hi < min ? hi : min;
        if (2 * order < LOW_BITS)
            lo = hi = 0; /* some of the 14 bits are no cards, so their sums bound nothing */
        f->word |= (uint64_t)instance_value(&f->below, high * LOW_MASKS + low[i], (uint32_t)lo, order - (uint32_t)-hi)
                   << 4 * f->nibbles;
        if (++f->nibbles == WORD_NIBBLES)
            filling_write_word(f);
        if (f->at >= f->next_poll) {
            f->next_poll = f->at + POLL_WORDS;
            if (nash_stop(f->run, CHECK_TABLE))
                return false;
        }
    }
    return true;
}

static void report_progress(const struct filling *f)
{
    char json[96];
    if (!nash_progress_due(f->run))
        return;
    size_t first = map.first[f->order], words = map.first[f->order + 1] - first;
    int len = snprintf(json, sizeof json, "{\"engine\":\"table\",\"order\":%u,\"filled\":%.3f}", f->order,
                       (double)(f->at - first) / (double)words);
    f->run->progress(f->run, json, (size_t)len);
}

static const _Atomic uint64_t no_cards; /* order 0: one instance, no trick */

static bool fill_order(struct table *table, uint32_t order, struct nash_run *run)
{
    struct filling f = {.table = table, .run = run, .order = order, .at = map.first[order]};
    f.below = (struct below){order > 1 ? table->word + map.first[order - 1] : &no_cards, order - 1,
                             map.choose[2 * order - 2][order - 1] - 1};
    for (uint32_t high = 0; high < 1U << high_bits(order); high++) {
        uint32_t set = (uint32_t)__builtin_popcount(high);
        int sum = 0, max = 0, min = 0;
        for (uint32_t bit = high_bits(order); bit-- > 0;) {
            sum += high >> bit & 1 ? 1 : -1;
            max = sum > max ? sum : max;
            min = sum < min ? sum : min;
        }
        if (set <= order && order - set <= LOW_BITS && !filling_compute(&f, high, sum, max, min))
            return false;
        report_progress(&f);
    }
    if (f.nibbles)
        filling_write_word(&f);
    while (f.at < map.first[order + 1])
        filling_write_word(&f);
    table_file_publish(&file, order - 1);
    return true;
}

uint32_t whist_table_verified(uint32_t order)
{
    return table_file_verify(&file, order);
}

bool whist_table_fill(uint32_t order, struct nash_run *run)
{
    uint32_t verified;
    if (!table_file_memory(&file) && whist_table_open(NULL, NULL) != NASH_OK)
        return false;
    while ((verified = whist_table_verified(order)) < order)
        if (!fill_order(table_file_memory(&file), verified + 1, run))
            return false;
    return true;
}

enum nash_status whist_table_open(const char *data_dir, struct nash_error *error)
{
    if (table_file_memory(&file))
        return NASH_OK;
    map_init();
    layout.head.bytes = sizeof(struct table) + map.first[ORDERS] * sizeof(uint64_t);
    return table_file_open(&file, data_dir, error);
}
