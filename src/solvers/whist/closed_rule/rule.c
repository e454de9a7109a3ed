/* The closed rule, found by fitting and checking (PROOF.md): trick_surplus() defines it. One walk over the word counts
 * the steps of its path, in an array of edges that is cleared as far as the path reaches. */
#include "rule.h"

size_t whist_rule_room(uint32_t order)
{
    return 2 * (size_t)order;
}

void whist_path_walk(struct whist_path *path, const int8_t *word, uint32_t order, int32_t *room)
{
    int32_t *edge = room + order, level = 0, low = 0, high = 0, above = 0;
    for (uint32_t i = 0; i < 2 * order; i++) {
        int32_t sign = word[i], e = sign > 0 ? level : level - 1;
        level += sign;
        if (e >= high)
            edge[high++] = 0;
        else if (e < low)
            edge[--low] = 0;
        edge[e]++;
        above += e >= 0;
    }
    *path = (struct whist_path){
        .word = word, .cards = 2 * order, .order = order, .out = 2 * order, .edge = edge, .above = above};
}

static bool is_removed(const struct whist_path *path, uint32_t place)
{
    return place - path->out < 2;
}

/* Returns the place of the `drop`-th lowest card of the player +sign: his cards from this place on are his `drop`
 * lowest. */
static uint32_t place_of_lowest(const struct whist_path *path, int sign, uint32_t drop)
{
    uint32_t place = path->cards;
    while (drop > 0) {
        place--;
        drop -= path->word[place] == sign && !is_removed(path, place);
    }
    return place;
}

/* Returns true if the player of the cards +sign has an attack in the word without the opponent's `drop` highest
 * cards and his own `drop` lowest: he owns the top card, the opponent the lowest, and at the start of one of his
 * excursions above level 0, neither the first nor the last, the number of steps above 0 plus `margin` is at most the
 * number below. */
static bool has_attack(const struct whist_path *path, int sign, uint32_t drop, int32_t margin)
{
    uint32_t lowest = place_of_lowest(path, sign, drop);
    int32_t level = 0, excess = 0; /* steps above less steps below */
    int last = 0;
    bool begun = false, found = false;
    for (uint32_t i = 0; i < path->cards; i++) {
        int step = path->word[i] * sign;
        if (is_removed(path, i) || (step > 0 && i >= lowest))
            continue;
        if (step < 0 && drop > 0) {
            drop--;
            continue;
        }
        if (last == 0 && step < 0)
            return false;
        if (level == 0 && step > 0) {
            found |= begun;
            begun |= last != 0 && excess + margin <= 0;
        }
        excess += level > 0 || level + step > 0 ? 1 : -1;
        level += step;
        last = step;
    }
    return found && last < 0;
}

/* The rule. The cards from the highest to the lowest are a path: one step up for a card of A, one step down for a card
 * of B, from level 0 back to level 0. Each edge between two levels is crossed up and down equally often. Let S(j) be
 * the number of steps on the edges from level j upward and G(j) = S(j) - n + j. If G(0) < 0, more than half of the
 * steps lie below 0: then the players are swapped, which turns the path over and changes the sign of G(0). K is the
 * first j with G(j) <= 0. nu, A's tricks less B's, is
 *
 *   0         where K = 0;
 *   K         where A owns the top card, but 0 if K = 1, G(0) is 1 or 2 and A has an attack;
 *   K         where B owns the top card and G(K) = 0, or G(K) is -1 or -2 and B has an attack in
 *             the word without A's K highest cards and B's K lowest;
 *   K - 1     where B owns the top card, otherwise.
 *
 * The margin of an attack is 2 where the number (G(0) or -G(K)) is 1, and 0 where it is 2. Where the parity of nu is
 * impossible, being on lead costs one trick: the caller corrects it. */
static int32_t trick_surplus(const struct whist_path *path)
{
    int32_t n = (int32_t)path->order, g0 = path->above - n, k = 0;
    int sign = g0 < 0 ? -1 : 1;
    g0 = sign * g0;
    int32_t g = g0; /* G(k); the edges of the swapped players begin below level 0 */
    for (; g > 0; k++)
        g += 1 - path->edge[sign > 0 ? k : -1 - k];
    if (k == 0)
        return 0;
    if (path->word[path->out == 0 ? 2 : 0] == sign)
        return k == 1 && g0 <= 2 && has_attack(path, sign, 0, g0 == 1 ? 2 : 0) ? 0 : sign * k;
    if (g == 0 || (g >= -2 && has_attack(path, -sign, (uint32_t)k, g == -1 ? 2 : 0)))
        return sign * k;
    return sign * (k - 1);
}

uint32_t whist_path_tricks(const struct whist_path *path, bool leads)
{
    int32_t n = (int32_t)path->order;
    if (n == 0)
        return 0;
    int32_t surplus = trick_surplus(path);
    if ((n - surplus) % 2 != 0)
        surplus += leads ? -1 : 1;
    return (uint32_t)(n + surplus) / 2;
}

uint32_t whist_path_tricks_without(struct whist_path *path, uint32_t out, int32_t level, bool leads)
{
    struct whist_path rest = *path;
    int32_t e = path->word[out] > 0 ? level : level - 1;
    rest.order--;
    rest.out = out;
    rest.above -= e >= 0 ? 2 : 0;
    path->edge[e] -= 2;
    uint32_t tricks = whist_path_tricks(&rest, leads);
    path->edge[e] += 2;
    return tricks;
}

uint32_t whist_rule_tricks(const int8_t *word, uint32_t order, bool leads, int32_t *room)
{
    struct whist_path path;
    whist_path_walk(&path, word, order, room);
    return whist_path_tricks(&path, leads);
}
