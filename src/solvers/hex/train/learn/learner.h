/* The learner: a batch of samples, their loss, and a gradient step. */
#ifndef HEX_TRAIN_LEARNER_H
#define HEX_TRAIN_LEARNER_H

#include <solvers/hex/net/net.h>

#include "optimizer.h"
#include "replay.h"

struct hex_learner {
    struct hex_net net;
    struct hex_moments moments;
    float *gradient;                            /* [weights] */
    struct hex_input *input;                    /* [batch] */
    struct hex_sample *sample;                  /* [batch] */
    struct hex_net_output *output, *derivative; /* [batch] */
    void *workspace;                            /* for training */
};

/* What the net is taught. The loss is a sum of cross-entropies: of the policy against the shares of moves, of the value
 * against the outcome and the value of the search, of Q = 2 sigmoid(q) - 1 of the played cell against its target, and
 * of Q of other cells against their win rates. */

/* Writes the derivatives of the loss of all samples by their outputs, its mean over the batch, and returns this mean.
 * games: the samples are positions of searched games. */
float hex_loss_of_games(const struct hex_learner *learner, unsigned batch);
/* The same for Q-learning: target[batch] is the Q of the played cell, -1 to 1. A value learns the largest q, so that
 * the net can guide a search. */
float hex_loss_of_q(const struct hex_learner *learner, unsigned batch, const float *target);

/* Sets the weights of a policy so that it is the softmax of q times a factor: the net alone then plays the move of the
 * largest Q, and a search has a prior. */
void hex_learner_guide(struct hex_learner *learner);

/* Evaluates the inputs. */
void hex_learner_forward(struct hex_learner *learner, unsigned batch);
/* Goes back through the net and makes a step. Returns false without one if the gradient is not finite. */
bool hex_learner_step(struct hex_learner *learner, const struct hex_train_config *config, unsigned batch,
                      uint64_t step);

#endif
