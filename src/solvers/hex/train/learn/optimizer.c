/* Adam and RMSProp. Loops have no dependence between weights, so that the compiler makes vectors of them; these give
 * the same bits as single numbers. */
#include "optimizer.h"

#include <math.h>

enum { LANES = 16 }; /* partial sums of a norm */

#define ADAM_MEAN       0.9
#define ADAM_SQUARE     0.999
#define ADAM_EPSILON    1e-8f
#define RMSPROP_DECAY   0.9f /* NeuroHex (Young, Vasan and Hayward 2016) */
#define RMSPROP_EPSILON 1e-6f

float hex_gradient_norm(const float *gradient, size_t weights)
{
    float lane[LANES] = {0};
    double sum = 0;
    size_t i = 0;
    for (; i + LANES <= weights; i += LANES)
        for (unsigned j = 0; j < LANES; j++)
            lane[j] += gradient[i + j] * gradient[i + j];
    for (unsigned j = 0; i + j < weights; j++)
        lane[j] += gradient[i + j] * gradient[i + j];
    for (unsigned j = 0; j < LANES; j++)
        sum += (double)lane[j];
    return (float)sqrt(sum);
}

static void adam(float rate, float decay, float scale, const float *gradient, size_t weights,
                 struct hex_moments *moments, float *weight)
{
    float *restrict mean = moments->mean, *restrict square = moments->square, *restrict w = weight;
    moments->mean_decay *= ADAM_MEAN;
    moments->square_decay *= ADAM_SQUARE;
    const float b1 = (float)ADAM_MEAN, b2 = (float)ADAM_SQUARE;
    const float step = (float)((double)rate / (1 - moments->mean_decay));
    const float correction = (float)(1 / (1 - moments->square_decay));
    for (size_t i = 0; i < weights; i++) {
        float g = gradient[i] * scale;
        mean[i] = b1 * mean[i] + (1 - b1) * g;
        square[i] = b2 * square[i] + (1 - b2) * (g * g);
        w[i] = w[i] - decay * w[i] - step * mean[i] / (sqrtf(square[i] * correction) + ADAM_EPSILON);
    }
}

static void rmsprop(float rate, float decay, float scale, const float *gradient, size_t weights,
                    struct hex_moments *moments, float *weight)
{
    float *restrict square = moments->square, *restrict w = weight;
    for (size_t i = 0; i < weights; i++) {
        float g = gradient[i] * scale;
        square[i] = RMSPROP_DECAY * square[i] + (1 - RMSPROP_DECAY) * (g * g);
        w[i] = w[i] - decay * w[i] - rate * g / sqrtf(square[i] + RMSPROP_EPSILON);
    }
}

bool hex_optimizer_step(const struct hex_train_config *config, float rate, const float *gradient, size_t weights,
                        struct hex_moments *moments, float *weight)
{
    float norm = hex_gradient_norm(gradient, weights);
    if (!isfinite(norm))
        return false;
    float scale = config->clip > 0 && norm > config->clip ? config->clip / norm : 1;
    float decay = rate * config->weight_decay;
    if (config->optimizer == HEX_ADAM)
        adam(rate, decay, scale, gradient, weights, moments, weight);
    else
        rmsprop(rate, decay, scale, gradient, weights, moments, weight);
    return true;
}
