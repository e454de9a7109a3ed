/* The table of all instances, computed from the bottom (step 102 of the patent application: an order needs but one
 * trick of search, since what follows is in the order below).
 *
 * Address. A mask of order n has the combinadic rank of its set bits, which numbers all C(2n, n) masks as they ascend;
 * the complement has the last rank less this one. It is the sum of two parts read from arrays, one for the low 14 bits,
 * one for those above, which knows by its own count how many are below. Two nibbles a byte: 1.8 MB to order 12, 27 MB
 * to order 14.
 *
 * Value. The most over the intervals of the leader of the least over two replies: the cheapest card that wins, the
 * lowest card of all. Nothing else is taken for granted, neither the patent's stop rule nor its defence rules, so that
 * the table can judge them. The bounds of greedy matching end an instance early: among the k highest cards a player who
 * has d more of them than the other has wins d tricks with them, since each card of the other takes away but one.
 *
 * Belief. The mark of an order is 0 until all its words are written, then their checksum. Each process sums an order
 * up once, before it uses it first (0.2 ms to order 12, 3 ms to order 14), so starting costs nothing, a file that was
 * damaged while no one looked is found out, and an order whose writer was killed has no mark. What is not believed is
 * computed again. Several writers of one order store the same words: whoever reads them too early reads what will be
 * there, or has not been told to believe. All that is shared is atomic. */
#include "table.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

#include <base/mapped.h>

enum {
    LOW_BITS = 14, /* of a mask, read by one array; the rest by another */
    LOW_MASKS = 1 << LOW_BITS,
    ORDERS = WHIST_TABLE_ORDER + 1,
    WORD_NIBBLES = 16,
    LINE_WORDS = 8,  /* an order begins at a line of the cache */
    POLL_WORDS = 16, /* between two looks whether to stop */
    VERSION = 1,
    CHECK_TABLE = 20
};

#define MAGIC UINT64_C(0x6c62617473696877) /* "whistabl" */

static const char file_name[] = "whist.table";

/* The file, in the machine's own byte order, which the magic number tells. */
struct head {
    uint64_t magic;
    uint32_t version; /* of the layout and of what a value means */
    uint32_t orders;
    uint64_t bytes;
};

struct table {
    struct head head;
    _Atomic uint64_t mark[ORDERS + 6]; /* by order; with the head three lines */
    _Atomic uint64_t word[];           /* the nibbles of order 1, 2, ... */
};

_Static_assert(offsetof(struct table, word) % (LINE_WORDS * sizeof(uint64_t)) == 0, "orders begin at lines");

static struct {
    _Atomic(struct table *) table;
    _Atomic uint32_t believed; /* orders 1 to this hold */
} the;

/* Made once, before the table is there. */
static struct {
    uint32_t choose[2 * ORDERS][ORDERS];
    size_t first[ORDERS + 1];                 /* word where an order begins */
    uint16_t low[LOW_MASKS];                  /* rank of the low bits among those with as many set */
    uint32_t high[ORDERS][LOW_MASKS];         /* by order: what the high bits add */
    uint16_t sorted[LOW_MASKS];               /* low bits by how many are set, then ascending */
    uint16_t sorted_first[LOW_BITS + 2];      /* where those with so many begin */
    int8_t most[LOW_MASKS], least[LOW_MASKS]; /* of the sums of +1 and -1 from the top bit down, 0 included */
} map;

/* ---- address ---- */

/* What `bits`, which begin at bit `from`, add to a rank when `below` set bits lie below. */
static uint32_t rank_part(uint32_t bits, uint32_t from, uint32_t below)
{
    uint32_t rank = 0;
    for (; bits && below < WHIST_TABLE_ORDER; bits &= bits - 1)
        rank += map.choose[from + (uint32_t)__builtin_ctz(bits)][++below];
    return rank;
}

static void make_low(uint32_t bits)
{
    int sum = 0, most = 0, least = 0;
    for (uint32_t at = LOW_BITS; at-- > 0;) {
        sum += bits >> at & 1 ? 1 : -1;
        most = sum > most ? sum : most;
        least = sum < least ? sum : least;
    }
    map.most[bits] = (int8_t)most;
    map.least[bits] = (int8_t)least;
    map.low[bits] = (uint16_t)rank_part(bits, 0, 0);
    uint32_t set = (uint32_t)__builtin_popcount(bits);
    map.sorted[map.sorted_first[set] + map.low[bits]] = (uint16_t)bits;
}

static uint32_t high_bits(uint32_t order)
{
    return 2 * order > LOW_BITS ? 2 * order - LOW_BITS : 0;
}

static void make_map(void)
{
    for (uint32_t n = 0; n < 2 * ORDERS; n++)
        for (uint32_t k = 0; k < ORDERS; k++)
            map.choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : map.choose[n - 1][k - 1] + map.choose[n - 1][k];
    for (uint32_t set = 0; set <= LOW_BITS; set++)
        map.sorted_first[set + 1] = (uint16_t)(map.sorted_first[set] + map.choose[LOW_BITS][set]);
    for (uint32_t bits = 0; bits < LOW_MASKS; bits++)
        make_low(bits);
    for (uint32_t order = 1; order < ORDERS; order++) {
        for (uint32_t bits = 0; bits < 1U << high_bits(order); bits++) {
            uint32_t set = (uint32_t)__builtin_popcount(bits);
            map.high[order][bits] = set <= order ? rank_part(bits, LOW_BITS, order - set) : 0;
        }
        size_t words = (map.choose[2 * order][order] + WORD_NIBBLES - 1) / WORD_NIBBLES;
        map.first[order + 1] = map.first[order] + (words + LINE_WORDS - 1) / LINE_WORDS * LINE_WORDS;
    }
}

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
    const struct table *table = atomic_load_explicit(&the.table, memory_order_relaxed);
    return order == 0 ? 0 : nibble(table->word + map.first[order], rank_of(mask, order));
}

/* ---- belief ---- */

/* Never 0. Each step is one to one in the word and in what came before, so that no single wrong word escapes; four
 * lanes, since a multiplication takes its time. */
static uint64_t sum_order(const struct table *table, uint32_t order)
{
    const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t lane[4] = {order, 1, 2, 3};
    for (size_t at = map.first[order]; at < map.first[order + 1]; at += 4)
        for (size_t i = 0; i < 4; i++) {
            lane[i] = (lane[i] ^ atomic_load_explicit(&table->word[at + i], memory_order_relaxed)) * odd;
            lane[i] ^= lane[i] >> 29;
        }
    uint64_t sum = 0;
    for (size_t i = 0; i < 4; i++) {
        sum = (sum ^ lane[i]) * odd;
        sum ^= sum >> 32;
    }
    return sum | 1;
}

static bool holds(const struct table *table, uint32_t order)
{
    uint64_t mark = atomic_load_explicit(&table->mark[order], memory_order_acquire);
    return mark != 0 && mark == sum_order(table, order);
}

uint32_t whist_table_believe(uint32_t order)
{
    const struct table *table = atomic_load_explicit(&the.table, memory_order_acquire);
    uint32_t believed = atomic_load_explicit(&the.believed, memory_order_relaxed);
    while (table != NULL && believed < order && holds(table, believed + 1))
        atomic_store_explicit(&the.believed, ++believed, memory_order_relaxed);
    return believed < order ? believed : order;
}

/* ---- value ---- */

/* Without bit `at`; those above it move down. */
static inline uint32_t without(uint32_t mask, uint32_t at)
{
    uint32_t below = (1U << at) - 1;
    return (mask & below) | (mask >> 1 & ~below);
}

struct below {                    /* the order below the one at work */
    const _Atomic uint64_t *word; /* its nibbles */
    uint32_t order, last;         /* its last rank */
};

/* least <= value <= most of the mask. A lead is the highest card of its interval: the cheapest card that wins, if there
 * is one, is then its neighbour. */
static inline uint32_t value_of(const struct below *below, uint32_t mask, uint32_t least, uint32_t most)
{
    uint32_t order = below->order + 1, top = 2 * order - 1;
    uint32_t lowest = (uint32_t)__builtin_ctz(~mask), rest = without(mask, lowest);
    for (uint32_t leads = mask & ~(mask >> 1); leads && least < most; leads &= leads - 1) {
        uint32_t lead = (uint32_t)__builtin_ctz(leads), value = most;
        if (lead < top) {
            uint32_t after = (mask & ((1U << lead) - 1)) | mask >> (lead + 2) << lead;
            value = below->order - nibble(below->word, below->last - rank_of(after, below->order));
        }
        if (value > least && lowest < lead) {
            uint32_t discarded = 1 + nibble(below->word, rank_of(without(rest, lead - 1), below->order));
            value = discarded < value ? discarded : value;
        }
        least = value > least ? value : least;
    }
    return least;
}

/* ---- filling ---- */

struct filling {
    struct table *table;
    struct nash_run *run;
    struct below below;
    uint32_t order;
    size_t at, next_poll; /* words */
    uint64_t word;        /* the one in the making */
    uint32_t nibbles;     /* in it */
};

static inline void put_word(struct filling *f)
{
    atomic_store_explicit(&f->table->word[f->at++], f->word, memory_order_relaxed);
    f->word = 0;
    f->nibbles = 0;
}

/* All masks with these high bits, whose sums from the top are `sum`, at most `most`, at least `least`. False: stopped.
 */
static bool fill_high(struct filling *f, uint32_t high, int sum, int most, int least)
{
    uint32_t set = f->order - (uint32_t)__builtin_popcount(high), order = f->order;
    const uint16_t *low = &map.sorted[map.sorted_first[set]];
    uint32_t count = 2 * order < LOW_BITS ? map.choose[2 * order][order] : map.choose[LOW_BITS][set];
    for (uint32_t i = 0; i < count; i++) {
        int lo = sum + map.most[low[i]], hi = sum + map.least[low[i]];
        lo = lo > most ? lo : most;
        hi = hi < least ? hi : least;
        if (2 * order < LOW_BITS)
            lo = hi = 0; /* the bits above are no cards */
        f->word |= (uint64_t)value_of(&f->below, high * LOW_MASKS + low[i], (uint32_t)lo, order - (uint32_t)-hi)
                   << 4 * f->nibbles;
        if (++f->nibbles == WORD_NIBBLES)
            put_word(f);
        if (f->at >= f->next_poll) {
            f->next_poll = f->at + POLL_WORDS;
            if (nash_stop(f->run, CHECK_TABLE))
                return false;
        }
    }
    return true;
}

static void report(const struct filling *f)
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
        int sum = 0, most = 0, least = 0;
        for (uint32_t bit = high_bits(order); bit-- > 0;) {
            sum += high >> bit & 1 ? 1 : -1;
            most = sum > most ? sum : most;
            least = sum < least ? sum : least;
        }
        if (set <= order && order - set <= LOW_BITS && !fill_high(&f, high, sum, most, least))
            return false;
        report(&f);
    }
    if (f.nibbles)
        put_word(&f);
    while (f.at < map.first[order + 1])
        put_word(&f);
    atomic_store_explicit(&table->mark[order], sum_order(table, order), memory_order_release);
    return true;
}

bool whist_table_fill(uint32_t order, struct nash_run *run)
{
    if (atomic_load_explicit(&the.table, memory_order_acquire) == NULL && whist_table_open(NULL, NULL) != NASH_OK)
        return false;
    struct table *table = atomic_load_explicit(&the.table, memory_order_acquire);
    while (whist_table_believe(order) < order)
        if (!fill_order(table, atomic_load_explicit(&the.believed, memory_order_relaxed) + 1, run))
            return false;
    return true;
}

/* ---- opening ---- */

enum nash_status whist_table_open(const char *data_dir, struct nash_error *error)
{
    struct table *table = atomic_load_explicit(&the.table, memory_order_relaxed);
    if (table != NULL)
        return NASH_OK;
    make_map();
    size_t bytes = sizeof *table + map.first[ORDERS] * sizeof table->word[0];
    const struct head head = {.magic = MAGIC, .version = VERSION, .orders = WHIST_TABLE_ORDER, .bytes = bytes};
    table = mapped_memory(data_dir, file_name, &head, sizeof head, bytes);
    atomic_store_explicit(&the.table, table, memory_order_release);
    return table ? NASH_OK : nash_fail(error, NASH_NOMEM, "", "no memory for the table of whist");
}
