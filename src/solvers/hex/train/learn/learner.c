/* Losses and their derivatives. */
#include "learner.h"

#include <string.h>

#include <solvers/hex/net/math.h>

/* Weights of the parts of the loss; that of the policy is 1. */
#define VALUE_WEIGHT  1.0f
#define OUTCOME_SHARE 0.5f /* of the target of the value; the rest is the value of the search */
#define PLAYED_WEIGHT 0.5f
#define RATE_WEIGHT   0.5f  /* all visited cells together */
#define PROVED        1e-5f /* a win rate this near to 0 or 1 is a proof */
#define GUIDE_WEIGHT  0.25f /* of the value in Q-learning */
#define GUIDE_FACTOR  4.0f  /* of q before the softmax that is the policy */

static bool is_empty(const struct hex_input *input, unsigned cell)
{
    return input->cell[cell] >> HEX_PLANE_EMPTY & 1;
}

static unsigned cells_of(const struct hex_input *input)
{
    return (unsigned)input->rows * input->cols;
}

/* Writes the softmax of logits over the empty cells; returns the logarithm of its denominator. */
static float softmax(const struct hex_input *input, const float *logit, float *p)
{
    unsigned cells = cells_of(input);
    float most = -1e30f, sum = 0;
    for (unsigned i = 0; i < cells; i++)
        if (is_empty(input, i) && logit[i] > most)
            most = logit[i];
    for (unsigned i = 0; i < cells; i++) {
        p[i] = is_empty(input, i) ? hex_exp(logit[i] - most) : 0;
        sum += p[i];
    }
    for (unsigned i = 0; i < cells; i++)
        p[i] /= sum;
    return most + hex_log(sum);
}

/* Adds the cross-entropy of the softmax of logits against the targets, whose sum is 1. */
static float policy_loss(const struct hex_input *input, const float *logit, const float *target, float weight,
                         float *derivative)
{
    float p[HEX_CELLS_MAX], loss = 0, norm = softmax(input, logit, p);
    for (unsigned i = 0; i < cells_of(input); i++) {
        if (!is_empty(input, i))
            continue;
        loss += target[i] * (norm - logit[i]);
        derivative[i] += weight * (p[i] - target[i]);
    }
    return weight * loss;
}

/* Adds the cross-entropy of sigmoid(logit) against a probability. */
static float sigmoid_loss(float logit, float target, float weight, float *derivative)
{
    float s = hex_sigmoid(logit);
    *derivative += weight * (s - target);
    float least = 1e-7f, yes = s > least ? s : least, no = 1 - s > least ? 1 - s : least;
    return -weight * (target * hex_log(yes) + (1 - target) * hex_log(no));
}

/* Adds the cross-entropy of the value, tanh(x) = 2 sigmoid(2 x) - 1, against a probability to win. */
static float value_loss(float x, float target, float weight, float *derivative)
{
    float outer = 0, loss = sigmoid_loss(2 * x, target, weight, &outer);
    *derivative += 2 * outer;
    return loss;
}

/* Writes the shares of a sample, as they lie on its input, so that their sum is 1. Returns false if there are none. */
static bool shares_of(const struct hex_input *input, const struct hex_sample *sample, float *target)
{
    unsigned cells = cells_of(input), sum = 0;
    if (!sample->share)
        return false;
    for (unsigned i = 0; i < cells; i++)
        sum += sample->share[i];
    for (unsigned i = 0; i < cells; i++)
        target[i] = sum ? (float)sample->share[sample->turned ? cells - 1 - i : i] / (float)sum : 0;
    return sum > 0;
}

/* Adds the loss of Q against the win rates of a search, each cell weighted by its share. */
static float rates_loss(const struct hex_input *input, const struct hex_sample *sample, const float *q,
                        const float *share, float weight, float *derivative)
{
    unsigned cells = cells_of(input);
    float loss = 0;
    for (unsigned i = 0; i < cells; i++) {
        unsigned rate = sample->rate[sample->turned ? cells - 1 - i : i];
        if (rate && is_empty(input, i))
            loss += sigmoid_loss(q[i], (float)(rate - 1) / 254.0f, weight * share[i], &derivative[i]);
    }
    return loss;
}

static float game_loss(const struct hex_learner *learner, unsigned index, float scale)
{
    const struct hex_input *input = &learner->input[index];
    const struct hex_sample *sample = &learner->sample[index];
    const struct hex_net_output *output = &learner->output[index];
    struct hex_net_output *derivative = &learner->derivative[index];
    bool full = learner->net.shape.head == HEX_HEAD_FULL;
    float share[HEX_CELLS_MAX], loss = 0;
    float won = (sample->outcome + 1) / 2, found = (sample->value + 1) / 2;
    if (found < PROVED || found > 1 - PROVED) /* the game may have gone another way */
        won = found < PROVED ? 0 : 1;
    memset(derivative, 0, sizeof *derivative);
    if (shares_of(input, sample, share)) { /* a full head has one logit for both */
        loss += policy_loss(input, full ? output->q : output->policy, share, scale,
                            full ? derivative->q : derivative->policy);
        loss += rates_loss(input, sample, output->q, share, scale * RATE_WEIGHT, derivative->q);
    }
    loss += sigmoid_loss(output->q[sample->cell], won, scale * PLAYED_WEIGHT, &derivative->q[sample->cell]);
    if (!full)
        loss += value_loss(output->value, OUTCOME_SHARE * won + (1 - OUTCOME_SHARE) * found, scale * VALUE_WEIGHT,
                           &derivative->value);
    return loss;
}

float hex_loss_of_games(const struct hex_learner *learner, unsigned batch)
{
    float loss = 0;
    for (unsigned i = 0; i < batch; i++)
        loss += game_loss(learner, i, 1 / (float)batch);
    return loss;
}

/* Teaches the value what Q says. */
static void value_of_q(const struct hex_input *input, const struct hex_net_output *output, float scale,
                       struct hex_net_output *derivative)
{
    float most = -1e30f;
    for (unsigned i = 0; i < cells_of(input); i++)
        if (is_empty(input, i) && output->q[i] > most)
            most = output->q[i];
    value_loss(output->value, hex_sigmoid(most), scale * GUIDE_WEIGHT, &derivative->value);
}

float hex_loss_of_q(const struct hex_learner *learner, unsigned batch, const float *target)
{
    float loss = 0, scale = 1 / (float)batch;
    for (unsigned i = 0; i < batch; i++) {
        const struct hex_net_output *output = &learner->output[i];
        struct hex_net_output *derivative = &learner->derivative[i];
        unsigned cell = learner->sample[i].cell;
        memset(derivative, 0, sizeof *derivative);
        loss += sigmoid_loss(output->q[cell], (target[i] + 1) / 2, scale, &derivative->q[cell]);
        if (learner->net.shape.head != HEX_HEAD_FULL)
            value_of_q(&learner->input[i], output, scale, derivative);
    }
    return loss;
}

void hex_learner_guide(struct hex_learner *learner)
{
    const struct hex_net *net = &learner->net;
    if (net->shape.head == HEX_HEAD_FULL)
        return;
    const float *q = hex_net_tensor_at(net, "q.weight");
    float *policy = hex_net_tensor_at(net, "policy.weight");
    for (unsigned i = 0; i < net->shape.channels; i++)
        policy[i] = GUIDE_FACTOR * q[i];
    *hex_net_tensor_at(net, "policy.bias") = GUIDE_FACTOR * *hex_net_tensor_at(net, "q.bias");
}

void hex_learner_forward(struct hex_learner *learner, unsigned batch)
{
    hex_net_forward(&learner->net, learner->input, batch, learner->workspace, learner->output);
}

bool hex_learner_step(struct hex_learner *learner, const struct hex_train_config *config, unsigned batch, uint64_t step)
{
    size_t weights = hex_net_weights(&learner->net.shape);
    hex_net_backward(&learner->net, learner->input, batch, learner->workspace, learner->derivative, learner->gradient);
    return hex_optimizer_step(config, hex_train_rate(config, step), learner->gradient, weights, &learner->moments,
                              learner->net.weight);
}
