/* The patent's tree, whose positions of tabulated orders are looked up. */
#ifndef WHIST_ATTACK_H
#define WHIST_ATTACK_H

#include "engine.h"

/* Tricks of the player on lead, or -1 when stopped. Orders to `tabulated` are filled (table.h). order <= 16. */
int whist_attack(struct whist_work *work, uint32_t mask, uint32_t order, uint32_t tabulated);

#endif
