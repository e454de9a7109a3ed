/* PUCT for larger boards. */
#define HEX_WORDS 6
#include <solvers/hex/puct/search.c>
