/* Duplicate scores (Laws of Duplicate Bridge 2017, Law 77), and par from a table of tricks. */
#ifndef BRIDGE_SCORE_H
#define BRIDGE_SCORE_H

#include "deal.h"

enum bridge_vulnerable { BRIDGE_VUL_NONE, BRIDGE_VUL_NS, BRIDGE_VUL_EW, BRIDGE_VUL_BOTH }; /* bits of the sides */

struct bridge_contract {
    uint8_t level; /* 1 to 7; 0: passed out */
    uint8_t strain;
    uint8_t doubled; /* 0, 1 X, 2 XX */
    uint8_t declarer;
};

/* Of the declarer's side, for tricks 0 to 13; 0 when passed out. */
int bridge_score(const struct bridge_contract *contract, bool vulnerable, unsigned tricks);
bool bridge_is_vulnerable(enum bridge_vulnerable vulnerable, unsigned seat);

/* "4SX", "3NTxx by N", "4S-N", "4S N", "pass". *declarer: the seat, -1 when the text names none (contract->declarer is
 * 0 then). Characters read, 0 when it is none. */
size_t bridge_contract_read(const char *text, size_t len, struct bridge_contract *contract, int *declarer);
enum { BRIDGE_CONTRACT_LEN = 6 };
char *bridge_contract_write(const struct bridge_contract *contract, char out[BRIDGE_CONTRACT_LEN]); /* "3NTX" */

struct bridge_par_contract {
    struct bridge_contract contract; /* declarer: one of them */
    uint8_t declarers;               /* bit per seat */
    int8_t over;                     /* tricks above (overtricks) or below (down) the contract */
};

enum { BRIDGE_PAR_CONTRACTS = 16 };

struct bridge_par {
    int score; /* of North-South */
    unsigned count;
    struct bridge_par_contract contract[BRIDGE_PAR_CONTRACTS];
};

/* The score that neither side can better by bidding on, when all know all cards; `dealer` calls first. By our own
 * search over contracts; tests hold it against libdds. tricks[strain][declarer]. */
void bridge_par(const uint8_t tricks[BRIDGE_STRAINS][BRIDGE_SEATS], unsigned dealer, enum bridge_vulnerable vulnerable,
                struct bridge_par *par);

#endif
