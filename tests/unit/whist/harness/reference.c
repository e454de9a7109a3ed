#include "reference.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void shuffle(int8_t *word, uint32_t cards, struct nash_rng *rng)
{
    for (uint32_t i = cards; i > 1; i--) {
        uint32_t j = (uint32_t)nash_rng_below(rng, i);
        int8_t swap = word[i - 1];
        word[i - 1] = word[j];
        word[j] = swap;
    }
}

/* Writes a deal of alternating runs of 1 to `longest` cards of one player. */
static void runs(int8_t *word, uint32_t order, uint32_t longest, struct nash_rng *rng)
{
    uint32_t left[2] = {order, order}, i = 0;
    for (unsigned owner = (unsigned)nash_rng_below(rng, 2); i < 2 * order; owner = !owner)
        for (uint64_t run = 1 + nash_rng_below(rng, longest); run > 0 && left[owner] > 0; run--, left[owner]--)
            word[i++] = owner ? -1 : 1;
}

void reference_deal(int8_t *word, uint32_t order, unsigned family, struct nash_rng *rng)
{
    uint32_t cards = 2 * order, block = 1 + (uint32_t)nash_rng_below(rng, order);
    int8_t sign = nash_rng_below(rng, 2) ? 1 : -1;
    for (uint32_t i = 0; i < cards; i++)
        word[i] = i % 2 ? (int8_t)-sign : sign;
    switch (family) {
    case 0:
        shuffle(word, cards, rng);
        break;
    case 1: /* cards of both players strictly alternate */
        break;
    case 2: /* each pair of neighbours has one card of each player, in random order */
        for (uint32_t i = 0; i < cards; i += 2)
            shuffle(word + i, 2, rng);
        break;
    case 3: /* blocks at both ends, alternating cards in between */
        memset(word, sign, block);
        memset(word + cards - block, -sign, block);
        for (uint32_t i = block; i < cards - block; i++)
            word[i] = (i - block) % 2 ? sign : (int8_t)-sign;
        break;
    case 4: /* a random middle between blocks */
        memset(word, sign, block);
        memset(word + cards - block, -sign, block);
        shuffle(word + block, cards - 2 * block, rng);
        break;
    case 5:
        runs(word, order, 2, rng);
        break;
    case 6:
        runs(word, order, 6, rng);
        break;
    default: /* two random halves; each has as many cards of one player as of the other */
        shuffle(word, order / 2 * 2, rng);
        shuffle(word + order / 2 * 2, cards - order / 2 * 2, rng);
    }
}

uint32_t reference_next(uint32_t mask)
{
    uint32_t low = mask & -mask, ripple = mask + low;
    return ((mask ^ ripple) >> 2) / low | ripple;
}

/* Returns the mask without its bits a and b. */
static uint32_t without(uint32_t mask, uint32_t a, uint32_t b)
{
    uint32_t high = a > b ? a : b, low = a > b ? b : a;
    mask = (mask & ((1U << high) - 1)) | (mask >> (high + 1) << high);
    return (mask & ((1U << low) - 1)) | (mask >> (low + 1) << low);
}

static bool is_first_of_interval(uint32_t mask, uint32_t card)
{
    return card == 0 || (mask >> card & 1) != (mask >> (card - 1) & 1);
}

static unsigned minimax(uint8_t *const *value, uint32_t mask, uint32_t order, bool all_cards)
{
    uint32_t cards = 2 * order, whole = (1U << (cards - 2)) - 1;
    unsigned most = 0;
    for (uint32_t lead = 0; lead < cards; lead++) {
        if (!(mask >> lead & 1) || (!all_cards && !is_first_of_interval(mask, lead)))
            continue;
        unsigned least = order;
        for (uint32_t reply = 0; reply < cards; reply++) {
            if (mask >> reply & 1 || (!all_cards && !is_first_of_interval(mask, reply)))
                continue;
            uint32_t rest = without(mask, lead, reply);
            unsigned tricks = lead > reply ? 1U + value[order - 1][rest] : order - 1 - value[order - 1][~rest & whole];
            least = tricks < least ? tricks : least;
        }
        most = least > most ? least : most;
    }
    return most;
}

static uint8_t *by_interval[REFERENCE_LIMIT + 1], *by_card[REFERENCE_LIMIT + 1];

static void fill(uint8_t **value, uint32_t order, bool all_cards)
{
    assert(order <= REFERENCE_LIMIT);
    if (!value[0])
        value[0] = calloc(1, 1);
    for (uint32_t n = 1; n <= order; n++) {
        if (value[n])
            continue;
        value[n] = calloc((size_t)1 << 2 * n, 1);
        assert(value[n]);
        for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask))
            value[n][mask] = (uint8_t)minimax(value, mask, n, all_cards);
    }
}

void reference_fill(uint32_t order)
{
    fill(by_interval, order, false);
}

unsigned reference_value(uint32_t mask, uint32_t order)
{
    fill(by_interval, order, false);
    return by_interval[order][mask];
}

unsigned reference_all_cards(uint32_t mask, uint32_t order)
{
    fill(by_card, order, true);
    return by_card[order][mask];
}

uint32_t reference_without(uint32_t mask, uint32_t one, uint32_t two)
{
    uint32_t high = one > two ? one : two, low = one < two ? one : two;
    mask = (mask & ((1U << high) - 1)) | mask >> (high + 1) << high;
    return (mask & ((1U << low) - 1)) | mask >> (low + 1) << low;
}

uint32_t reference_after_trick(uint32_t mask, uint32_t order, uint32_t lead, uint32_t reply)
{
    uint32_t rest = reference_without(mask, lead, reply), all = (1U << 2 * (order - 1)) - 1;
    if (lead > reply)
        return 1 + (order > 1 ? reference_all_cards(rest, order - 1) : 0);
    return order > 1 ? order - 1 - reference_all_cards(~rest & all, order - 1) : 0;
}

uint32_t reference_after_lead(uint32_t mask, uint32_t order, uint32_t lead)
{
    uint32_t least = order;
    for (uint32_t reply = 0; reply < 2 * order; reply++) {
        uint32_t tricks = mask >> reply & 1 ? order : reference_after_trick(mask, order, lead, reply);
        least = tricks < least ? tricks : least;
    }
    return least;
}

static int engine_tricks(struct whist_work *work, const int8_t *word, uint32_t order)
{
    work->nodes++;
    return (int)reference_value((uint32_t)whist_mask_of(word, order), order);
}

const struct whist_engine reference_engine = {"reference", REFERENCE_LIMIT, engine_tricks};

const struct reference_rule reference_rule = {.top_k = 1,
                                              .top_g = 2,
                                              .top_value = 0,
                                              .low_g = -2,
                                              .drop_high = 0,
                                              .drop_low = 0,
                                              .zero_value = 0,
                                              .far_value = -1,
                                              .no_attack_value = -1,
                                              .margin_one = 2,
                                              .margin = 0,
                                              .later = 2,
                                              .ends = true,
                                              .lead_cost = 1};

/* Returns the number of steps above (sign 1) or below (sign -1) level 0 in the first `length` cards. */
static int steps(const int8_t *v, int length, int sign)
{
    int level = 0, count = 0;
    for (int i = 0; i < length; i++) {
        int middle = 2 * level + v[i];
        count += middle * sign > 0;
        level += v[i];
    }
    return count;
}

static bool attack(const struct reference_rule *rule, const int8_t *v, int length, int number)
{
    if (length == 0 || (rule->ends && (v[0] != 1 || v[length - 1] != -1)))
        return false;
    int starts = 0, level = 0, seen = 0;
    for (int i = 0; i < length; level += v[i++])
        starts += level == 0 && v[i] == 1;
    level = 0;
    for (int i = 0; i < length; level += v[i++]) {
        if (level != 0 || v[i] != 1)
            continue;
        bool fits = i > 0 && starts - seen >= rule->later;
        int margin = number == 1 ? rule->margin_one : rule->margin;
        if (fits && steps(v, i, 1) <= steps(v, i, -1) - margin)
            return true;
        seen++;
    }
    return false;
}

/* Writes to v the word w without its `high` highest cards of +1 and its `low` lowest cards of -1, with all signs
 * changed. Returns the length of v. */
static int trimmed(const int8_t *w, int length, int high, int low, int8_t *v)
{
    int lower = 0, kept = 0;
    for (int i = 0; i < length; i++)
        lower += w[i] < 0;
    for (int i = 0, up = 0, down = 0; i < length; i++) {
        up += w[i] > 0;
        down += w[i] < 0;
        if (w[i] > 0 ? up > high : down <= lower - low)
            v[kept++] = (int8_t)-w[i];
    }
    return kept;
}

/* Returns 2 R(j) - n + j, where R(j) is the number of up steps that begin at level j or above. */
static int excess(const int8_t *w, int n, int j)
{
    int level = 0, up = 0;
    for (int i = 0; i < 2 * n; level += w[i++])
        up += w[i] > 0 && level >= j;
    return 2 * up - n + j;
}

static int nu(const struct reference_rule *rule, const int8_t *w, int n, int8_t *v)
{
    int k = 0;
    while (excess(w, n, k) > 0)
        k++;
    int g0 = excess(w, n, 0), g = excess(w, n, k);
    if (k == 0)
        return 0;
    if (w[0] > 0)
        return k == rule->top_k && g0 <= rule->top_g && attack(rule, w, 2 * n, g0) ? rule->top_value : k;
    if (g == 0)
        return k + rule->zero_value;
    if (g < rule->low_g)
        return k + rule->far_value;
    int length = trimmed(w, 2 * n, k + rule->drop_high, k + rule->drop_low, v);
    return attack(rule, v, length, -g) ? k : k + rule->no_attack_value;
}

int reference_tricks(const struct reference_rule *rule, const int8_t *word, uint32_t order, bool leads)
{
    int n = (int)order, sign = excess(word, n, 0) < 0 ? -1 : 1;
    int8_t *w = malloc(4 * (size_t)order + 1);
    assert(w);
    for (int i = 0; i < 2 * n; i++)
        w[i] = (int8_t)(word[i] * sign);
    int more = sign * nu(rule, w, n, w + 2 * n);
    free(w);
    if ((n - more) % 2 != 0)
        more += leads ? -rule->lead_cost : rule->lead_cost;
    return (n + more) / 2;
}
