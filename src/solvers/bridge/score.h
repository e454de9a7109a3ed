/* Duplicate scores (Laws of Duplicate Bridge 2017, Law 77), and par from a table of tricks. */
#ifndef BRIDGE_SCORE_H
#define BRIDGE_SCORE_H

#include "deal.h"

enum bridge_vulnerable { BRIDGE_VUL_NONE, BRIDGE_VUL_NS, BRIDGE_VUL_EW, BRIDGE_VUL_BOTH }; /* a bit per side */

struct bridge_contract {
    uint8_t level; /* 1 to 7; 0: passed out */
    uint8_t strain;
    uint8_t doubled; /* 0; 1: X; 2: XX */
    uint8_t declarer;
};

/* Returns the score of the declarer's side for 0 to 13 tricks; 0 if the hand was passed out. */
int bridge_score(const struct bridge_contract *contract, bool vulnerable, unsigned tricks);
bool bridge_is_vulnerable(enum bridge_vulnerable vulnerable, unsigned seat);

/* Reads a contract: "4SX", "3NTxx by N", "4S-N", "4S N" or "pass". *declarer: the seat, or -1 if the text names none
 * (contract->declarer is 0 then). Returns the number of characters read, 0 if the text does not begin with a
 * contract. */
size_t bridge_contract_read(const char *text, size_t len, struct bridge_contract *contract, int *declarer);
enum { BRIDGE_CONTRACT_LEN = 6 };
char *bridge_contract_write(const struct bridge_contract *contract, char out[BRIDGE_CONTRACT_LEN]); /* writes "3NTX" */

struct bridge_par_contract {
    struct bridge_contract contract; /* declarer: one of the declarers */
    uint8_t declarers;               /* a bit per seat */
    int8_t over;                     /* overtricks; negative: undertricks */
};

enum { BRIDGE_PAR_CONTRACTS = 16 };

struct bridge_par {
    int score; /* score of North-South */
    unsigned count;
    struct bridge_par_contract contract[BRIDGE_PAR_CONTRACTS];
};

/* Computes par: the score that neither side can improve by further bids if all cards are known; `dealer` calls
 * first. The tests compare it with libdds. tricks[strain][declarer]. */
void bridge_par(const uint8_t tricks[BRIDGE_STRAINS][BRIDGE_SEATS], unsigned dealer, enum bridge_vulnerable vulnerable,
                struct bridge_par *par);

#endif
