/* The counts were taken from the table of all instances; tests/unit/whist counts again. Row n - 1 is order n. The first
 * number of a row is 2 from order 2 on, the second 10n - 17 from order 5 on, the last 1, and the last but one 4n - 4
 * from order 3 on. */
#include "distribution.h"

/* clang-format off */
static const uint32_t counts[WHIST_DISTRIBUTION_ORDER][WHIST_DISTRIBUTION_ORDER + 1] = {
    {1, 1},
    {2, 3, 1},
    {2, 9, 8, 1},
    {2, 22, 33, 12, 1},
    {2, 33, 108, 92, 16, 1},
    {2, 43, 286, 406, 166, 20, 1},
    {2, 53, 512, 1402, 1180, 258, 24, 1},
    {2, 63, 780, 3919, 5327, 2380, 370, 28, 1},
    {2, 73, 1104, 7818, 18992, 15984, 4112, 502, 32, 1},
    {2, 83, 1484, 13280, 55233, 72662, 34798, 6523, 654, 36, 1},
    {2, 93, 1920, 20823, 118880, 264498, 223533, 65091, 9725, 826, 40, 1},
    {2, 103, 2412, 30783, 219171, 792895, 1017081, 515101, 111715, 13830, 1018, 44, 1},
    {2, 113, 2960, 43496, 372339, 1807279, 3756379, 3192335, 1025785, 179683, 18950, 1230, 48, 1},
    {2, 123, 3564, 59298, 594346, 3554266, 11534485, 14501199, 7691344, 1876581, 274680, 25197, 1462, 52, 1},
};
/* clang-format on */

const uint32_t *whist_distribution(uint32_t order)
{
    return counts[order - 1];
}
