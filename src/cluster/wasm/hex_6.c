/* For boards of more than 128 cells. */
#define HEX_WORDS   6
#define UCT_FAST    0
#define UCT_VARIANT hex_uct_6_plain
#include "hex_sized.inc"
