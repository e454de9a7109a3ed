/* Par: the result of the auction if all players see all cards.
 *
 * The auction is solved as a game: seats call in turn from the dealer on, each passes or bids higher, and three
 * passes after a bid (four at the start) end it. A contract that fails is doubled, one that makes is not; the bidder
 * is the declarer. Bids only go up, so the game is solved from 7NT downwards, in 35 bids times 4 seats times 3
 * passes. All scores are those of North-South.
 *
 * Several contracts may be par: those that score it and leave the other side no higher contract that it prefers. Of
 * a contract that makes with overtricks only the lowest level is listed. */
#include <solvers/bridge/score.h>

enum { BIDS = 35, PASSES = 3, DEPTH = PASSES + 1 };

/* Values of the auction game, by bid (0: 1C, 34: 7NT) and by the seat that bids. */
struct auction {
    int final[BIDS][BRIDGE_SEATS];        /* score if the bid becomes the contract */
    int value[BIDS][BRIDGE_SEATS][DEPTH]; /* value after the bid and 0 to 3 passes */
    int start[BRIDGE_SEATS + 1];          /* value after 0 to 4 opening passes, the first by the dealer */
    int best[BIDS + 1][BRIDGE_SEATS];     /* best value for the seat if it makes this bid or a higher one */
};

static struct bridge_contract contract_of(unsigned bid, unsigned seat)
{
    static const uint8_t strain[BRIDGE_STRAINS] = {BRIDGE_CLUBS, BRIDGE_DIAMONDS, BRIDGE_HEARTS, BRIDGE_SPADES,
                                                   BRIDGE_NOTRUMP};
    return (struct bridge_contract){.level = (uint8_t)(bid / BRIDGE_STRAINS + 1),
                                    .strain = strain[bid % BRIDGE_STRAINS],
                                    .declarer = (uint8_t)seat};
}

static bool is_ns(unsigned seat)
{
    return seat % 2 == 0;
}

static int better_score(unsigned seat, int a, int b)
{
    return (a > b) == is_ns(seat) ? a : b;
}

static int over_of(struct bridge_contract contract, const uint8_t tricks[BRIDGE_STRAINS][BRIDGE_SEATS])
{
    return (int)tricks[contract.strain][contract.declarer] - (contract.level + 6);
}

static int final_score(unsigned bid, unsigned seat, const uint8_t tricks[BRIDGE_STRAINS][BRIDGE_SEATS],
                       enum bridge_vulnerable vulnerable)
{
    struct bridge_contract contract = contract_of(bid, seat);
    contract.doubled = over_of(contract, tricks) < 0;
    int score = bridge_score(&contract, bridge_is_vulnerable(vulnerable, seat), tricks[contract.strain][seat]);
    return is_ns(seat) ? score : -score;
}

enum { NEVER = 1000000 }; /* beyond any score */

static void auction_solve(struct auction *a, const uint8_t tricks[BRIDGE_STRAINS][BRIDGE_SEATS], unsigned dealer,
                          enum bridge_vulnerable vulnerable)
{
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        a->best[BIDS][seat] = is_ns(seat) ? -NEVER : NEVER;
    for (unsigned bid = BIDS; bid-- > 0;)
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
            int *value = a->value[bid][seat];
            value[PASSES] = a->final[bid][seat] = final_score(bid, seat, tricks, vulnerable);
            for (unsigned passes = PASSES; passes-- > 0;) {
                unsigned next = (seat + 1 + passes) % BRIDGE_SEATS;
                value[passes] = better_score(next, value[passes + 1], a->best[bid + 1][next]);
            }
            a->best[bid][seat] = better_score(seat, value[0], a->best[bid + 1][seat]);
        }
    a->start[BRIDGE_SEATS] = 0;
    for (unsigned passes = BRIDGE_SEATS; passes-- > 0;) {
        unsigned next = (dealer + passes) % BRIDGE_SEATS;
        a->start[passes] = better_score(next, a->start[passes + 1], a->best[0][next]);
    }
}

/* ---- the contracts ---- */

/* Returns whether the other side has a higher contract that it prefers to par. */
static bool is_beaten(const struct auction *a, unsigned bid, unsigned seat, int par)
{
    for (unsigned higher = bid + 1; higher < BIDS; higher++)
        for (unsigned other = (seat + 1) % 2; other < BRIDGE_SEATS; other += 2)
            if (a->final[higher][other] != par && better_score(other, a->final[higher][other], par) != par)
                return true;
    return false;
}

/* Returns whether the list has the strain and declarer already, at a lower level with overtricks. */
static bool is_listed(const struct bridge_par *par, struct bridge_contract contract)
{
    for (unsigned i = 0; i < par->count; i++)
        if (par->contract[i].contract.strain == contract.strain && par->contract[i].over > 0 &&
            par->contract[i].contract.level < contract.level && par->contract[i].declarers >> contract.declarer & 1)
            return true;
    return false;
}

static void par_add(struct bridge_par *par, struct bridge_contract contract, int over)
{
    if (par->count > 0) { /* the partner's contract is the same one if it makes as many tricks */
        struct bridge_par_contract *last = &par->contract[par->count - 1];
        if (last->contract.level == contract.level && last->contract.strain == contract.strain && last->over == over &&
            is_ns(last->contract.declarer) == is_ns(contract.declarer)) {
            last->declarers = (uint8_t)(last->declarers | 1u << contract.declarer);
            return;
        }
    }
    if (par->count < BRIDGE_PAR_CONTRACTS)
        par->contract[par->count++] = (struct bridge_par_contract){
            .contract = contract, .declarers = (uint8_t)(1u << contract.declarer), .over = (int8_t)over};
}

void bridge_par(const uint8_t tricks[BRIDGE_STRAINS][BRIDGE_SEATS], unsigned dealer, enum bridge_vulnerable vulnerable,
                struct bridge_par *par)
{
    static const uint8_t by_side[BRIDGE_SEATS] = {BRIDGE_NORTH, BRIDGE_SOUTH, BRIDGE_EAST, BRIDGE_WEST};
    struct auction auction;
    auction_solve(&auction, tricks, dealer, vulnerable);
    int score = auction.start[0];
    *par = (struct bridge_par){.score = score};
    if (score == 0)
        par_add(par, (struct bridge_contract){0}, 0);
    for (unsigned bid = 0; bid < BIDS; bid++)
        for (unsigned i = 0; i < BRIDGE_SEATS; i++) {
            struct bridge_contract contract = contract_of(bid, by_side[i]);
            int over = over_of(contract, tricks);
            contract.doubled = over < 0;
            if (auction.final[bid][by_side[i]] == score && !is_beaten(&auction, bid, by_side[i], score) &&
                !is_listed(par, contract))
                par_add(par, contract, over);
        }
}
