/* PUCT for boards of up to 128 cells; its functions have names of UCT, so it is a unit of its own. */
#define HEX_WORDS 2
#include <solvers/hex/puct/search.c>
