/* For boards of up to 128 cells. */
#define HEX_WORDS   2
#define UCT_FAST    0
#define UCT_VARIANT hex_uct_2_plain
#include "hex_sized.inc"
