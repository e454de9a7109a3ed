/* The closed rule, found by fitting and checking (PROOF.md).
 *
 * The cards from the highest to the lowest are a path: one up for a card of A, one down for a card of B, from level 0
 * back to level 0. Each edge between two levels is crossed up and down equally often. Let S(j) be the steps on the
 * edges from level j upward and G(j) = S(j) - n + j. G(0) < 0 says that more than half of the steps lie below 0: then
 * the players are swapped, which turns the path over and the sign of G(0). K is the first j with G(j) <= 0.
 *
 * nu is A's tricks less B's; where its parity forbids that, being on lead costs one. nu is
 *   0         where K = 0;
 *   K         where A owns the top card, but 0 if K = 1, G(0) is 1 or 2 and A has an attack;
 *   K         where B owns it and G(K) = 0, or G(K) is -1 or -2 and B has an attack in what is left
 *             without A's K highest cards and his own K lowest;
 *   K - 1     where B owns it, else.
 *
 * What an attack is: below. Its margin is 2 where the number (G(0) or -G(K)) is 1, and 0 where it is 2.
 *
 * The steps are counted by one walk over the word, in an array of edges that is cleared as far as the path reaches. */
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

static bool is_out(const struct whist_path *path, uint32_t place)
{
    return place - path->out < 2;
}

/* The place from which on the owner of the cards +sign loses his `drop` lowest. */
static uint32_t place_of_lowest(const struct whist_path *path, int sign, uint32_t drop)
{
    uint32_t place = path->cards;
    while (drop > 0) {
        place--;
        drop -= path->word[place] == sign && !is_out(path, place);
    }
    return place;
}

/* Whether the player of the cards +sign has an attack in the word without the other's `drop` highest cards and his own
 * `drop` lowest: he owns the top card, the other the lowest, and at the start of one of his excursions above level 0,
 * neither the first nor the last, no more steps (or `margin` fewer) have gone above 0 than below. */
static bool attack(const struct whist_path *path, int sign, uint32_t drop, int32_t margin)
{
    uint32_t lowest = place_of_lowest(path, sign, drop);
    int32_t level = 0, excess = 0; /* steps above less steps below */
    int last = 0;
    bool begun = false, found = false;
    for (uint32_t i = 0; i < path->cards; i++) {
        int step = path->word[i] * sign;
        if (is_out(path, i) || (step > 0 && i >= lowest))
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

static int32_t nu(const struct whist_path *path)
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
        return k == 1 && g0 <= 2 && attack(path, sign, 0, g0 == 1 ? 2 : 0) ? 0 : sign * k;
    if (g == 0 || (g >= -2 && attack(path, -sign, (uint32_t)k, g == -1 ? 2 : 0)))
        return sign * k;
    return sign * (k - 1);
}

uint32_t whist_path_tricks(const struct whist_path *path, bool leads)
{
    int32_t n = (int32_t)path->order;
    if (n == 0)
        return 0;
    int32_t more = nu(path);
    if ((n - more) % 2 != 0)
        more += leads ? -1 : 1;
    return (uint32_t)(n + more) / 2;
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
