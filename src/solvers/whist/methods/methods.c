/* The methods by name, and the largest deals that each accepts. */
#include "methods.h"

const char *const whist_method_names[WHIST_METHODS + 1] = {
    [WHIST_AUTO] = "auto",   [WHIST_NAIVE] = "naive",   [WHIST_SEED] = "seed",
    [WHIST_TABLE] = "table", [WHIST_SEARCH] = "search", [WHIST_FORMULA] = "formula"};

const struct whist_engine *whist_method_engine(enum whist_method method)
{
    switch (method) {
    case WHIST_NAIVE:
        return &whist_naive;
    case WHIST_SEED:
        return &whist_seed;
    case WHIST_TABLE:
        return &whist_table;
    case WHIST_SEARCH:
        return &whist_search;
    default:
        return &whist_formula;
    }
}

const struct whist_reach *whist_method_reach(enum whist_method method)
{
    static const struct whist_reach reach[WHIST_METHODS] = {[WHIST_NAIVE] = {6, 6, 6, 6},
                                                            [WHIST_SEED] = {10, 8, 10, 8},
                                                            [WHIST_TABLE] = {16, 16, 16, 16},
                                                            [WHIST_SEARCH] = {26, 20, 26, 20},
                                                            [WHIST_FORMULA] = {2000, 2000, 2000, WHIST_PLAY_ORDER_MAX}};
    return &reach[method];
}
