/* The variants of the code: one source, built for several widths of vectors. All compute the same bits. */
#ifndef HEX_NET_F32_VARIANT_H
#define HEX_NET_F32_VARIANT_H

#include "layout.h"

struct hex_net_variant {
    const char *name;
    void (*forward)(const struct net_layout *layout, const float *weight, const struct hex_input *input,
                    float *workspace, struct hex_net_output *output);
    void (*backward)(const struct net_layout *layout, const float *weight, const struct hex_input *input,
                     float *workspace, const struct hex_net_output *derivative, float *gradient);
};

extern const struct hex_net_variant hex_net_plain, hex_net_avx2, hex_net_avx512;

/* Returns a variant that runs on this machine, the fastest one first; NULL: there are no more. */
const struct hex_net_variant *hex_net_variant(unsigned index);

#endif
