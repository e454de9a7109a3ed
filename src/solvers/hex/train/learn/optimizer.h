/* Optimisers: a gradient becomes a step of the weights. The same bits on every machine: sums have a fixed order, and
 * only + - * / and square roots are used. */
#ifndef HEX_TRAIN_OPTIMIZER_H
#define HEX_TRAIN_OPTIMIZER_H

#include <solvers/hex/train/config.h>

/* Running means of the gradient and of its square (Adam: Kingma and Ba 2015; RMSProp, which has the square alone:
 * Tieleman and Hinton 2012). */
struct hex_moments {
    float *mean, *square;            /* [weights], owned by the caller; mean: Adam only */
    double mean_decay, square_decay; /* powers of the decay rates so far; 1 at the beginning */
};

static inline unsigned hex_moments_of(enum hex_optimizer optimizer)
{
    return optimizer == HEX_ADAM ? 2 : 1;
}

/* Returns the Euclidean norm. */
float hex_gradient_norm(const float *gradient, size_t weights);
/* Clips the gradient and makes a step. The decay of weights is decoupled from the gradient (Loshchilov and Hutter
 * 2019). Returns false, without a change, if the norm of the gradient is not finite. */
bool hex_optimizer_step(const struct hex_train_config *config, float rate, const float *gradient, size_t weights,
                        struct hex_moments *moments, float *weight);

#endif
