/* Duplicate scores: Laws of Duplicate Bridge 2017, Law 77. */
#include "score.h"

enum { BOOK = 6, GAME = 100, PART_BONUS = 50, INSULT = 50 };

/* Returns the score of the tricks bid above BOOK, doubled if the contract is. A contract of GAME points or more is a
 * game. */
static int trick_score(const struct bridge_contract *c)
{
    int each = c->strain == BRIDGE_DIAMONDS || c->strain == BRIDGE_CLUBS ? 20 : 30;
    return (c->level * each + (c->strain == BRIDGE_NOTRUMP ? 10 : 0)) << c->doubled;
}

static int overtricks(const struct bridge_contract *c, bool vulnerable, int over)
{
    if (c->doubled)
        return over * (vulnerable ? 200 : 100) * c->doubled;
    return over * (c->strain == BRIDGE_DIAMONDS || c->strain == BRIDGE_CLUBS ? 20 : 30);
}

static int undertricks(const struct bridge_contract *c, bool vulnerable, int down)
{
    if (!c->doubled)
        return down * (vulnerable ? 100 : 50);
    int doubled = vulnerable  ? 300 * down - 100  /* the first 200, each further one 300 */
                  : down <= 3 ? 200 * down - 100  /* the first 100, the next two 200 each, */
                              : 300 * down - 400; /* each further one 300 */
    return doubled * c->doubled;
}

static int bonus(const struct bridge_contract *c, bool vulnerable)
{
    int sum = trick_score(c) >= GAME ? (vulnerable ? 500 : 300) : PART_BONUS;
    if (c->level == 6)
        sum += vulnerable ? 750 : 500;
    if (c->level == 7)
        sum += vulnerable ? 1500 : 1000;
    return sum + INSULT * c->doubled;
}

int bridge_score(const struct bridge_contract *contract, bool vulnerable, unsigned tricks)
{
    int over = (int)tricks - (BOOK + contract->level);
    if (!contract->level)
        return 0;
    if (over < 0)
        return -undertricks(contract, vulnerable, -over);
    return trick_score(contract) + bonus(contract, vulnerable) + overtricks(contract, vulnerable, over);
}

bool bridge_is_vulnerable(enum bridge_vulnerable vulnerable, unsigned seat)
{
    return vulnerable & (seat % 2 ? BRIDGE_VUL_EW : BRIDGE_VUL_NS);
}
