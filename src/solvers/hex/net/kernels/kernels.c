/* The kernels of this build. */
#include "kernel.h"

extern const struct play_kernel play_kernel_scalar, play_kernel_plain;
#if PLAY_X86
extern const struct play_kernel play_kernel_avx2, play_kernel_avx512;
#endif

const struct play_kernel *const play_kernels[] = {
#if PLAY_X86
    &play_kernel_avx512, &play_kernel_avx2,
#endif
    &play_kernel_plain,  &play_kernel_scalar, NULL,
};
