/* Learns the weights of the shapes of UCT (src/solvers/hex/uct/shape.h) from positions of self-play.
 *
 *     uct_positions 11 400 12000 1 > positions; uct_learn EPOCHS positions... > src/solvers/hex/uct/shape_weights.c
 *
 * The model is a softmax over the empty cells; the loss is the cross entropy with the shares of visits. One position
 * in ten is left out and measures the result, on stderr: the mean loss, that of equal probabilities, and how often the
 * move with the largest weight is the one with the most visits. Stochastic gradient descent with falling steps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nash/rng.h>
#include <solvers/hex/uct/shape.h>

struct example {
    struct cells cells;
    enum hex_color side;
    struct hex_set stones[3];
    int last, before;
    float target[HEX_CELLS_MAX];
};

static float weight[SHAPE_WEIGHTS];
static uint16_t tie[SHAPE_WEIGHTS]; /* the weight that a feature shares with its mirror image */

static void tie_weights(void)
{
    for (unsigned i = 0; i < SHAPE_WEIGHTS; i++)
        tie[i] = (uint16_t)i;
    for (unsigned code = 0; code < 729; code++) {
        unsigned mirror = code % 27 * 27 + code / 27;
        tie[SHAPE_RING + code] = (uint16_t)(SHAPE_RING + (code < mirror ? code : mirror));
    }
    for (unsigned i = 0; i < 49; i++) {
        unsigned low = i < 48 - i ? i : 48 - i;
        tie[SHAPE_LAST + i] = (uint16_t)(SHAPE_LAST + low);
        tie[SHAPE_BEFORE + i] = (uint16_t)(SHAPE_BEFORE + low);
    }
}

static bool example_read(struct example *e, const char *line)
{
    unsigned size;
    char side, stones[HEX_CELLS_MAX + 1];
    int used;
    if (sscanf(line, "%u %c %361s %d %d%n", &size, &side, stones, &e->last, &e->before, &used) != 5)
        return false;
    memset(e->stones, 0, sizeof e->stones);
    memset(e->target, 0, sizeof e->target);
    cells_init(&e->cells, size, size);
    e->side = side == 'b' ? HEX_BLACK : HEX_WHITE;
    for (unsigned i = 0; i < e->cells.count; i++)
        hex_set_add(&e->stones[stones[i] == 'b' ? HEX_BLACK : stones[i] == 'w' ? HEX_WHITE : HEX_EMPTY], i);
    float sum = 0;
    for (const char *at = line + used; *at == ' ';) {
        unsigned cell, visits;
        if (sscanf(at, " %u:%u%n", &cell, &visits, &used) != 2)
            return false;
        e->target[cell] = (float)visits;
        sum += (float)visits;
        at += used;
    }
    for (unsigned i = 0; i < e->cells.count; i++)
        e->target[i] /= sum;
    return sum > 0;
}

/* Adds the gradient of an example to the weights; returns its loss. rate 0 only measures. */
static double example_learn(const struct example *e, float rate, float keep, bool *hit)
{
    static uint16_t feature[HEX_CELLS_MAX][SHAPE_FEATURES];
    float p[HEX_CELLS_MAX], sum = 0;
    double loss = 0;
    struct shape_view view;
    unsigned best = 0, most = 0;
    shape_view_init(&view, &e->cells, e->stones, e->side);
    for (unsigned i = 0; i < e->cells.count; i++) {
        p[i] = 0;
        if (!hex_set_has(&e->stones[HEX_EMPTY], i))
            continue;
        unsigned f[SHAPE_FEATURES];
        float score = 0;
        shape_features(&view, &e->cells, e->side, i, e->last, e->before, f);
        for (unsigned k = 0; k < SHAPE_FEATURES; k++) {
            feature[i][k] = tie[f[k]];
            score += weight[tie[f[k]]];
        }
        p[i] = expf(score);
        sum += p[i];
        best = p[i] > p[best] ? i : best;
        most = e->target[i] > e->target[most] ? i : most;
    }
    *hit = best == most;
    for (unsigned i = 0; i < e->cells.count; i++) {
        if (!hex_set_has(&e->stones[HEX_EMPTY], i))
            continue;
        float q = p[i] / sum;
        if (e->target[i] > 0)
            loss -= (double)(e->target[i] * logf(q));
        for (unsigned k = 0; k < SHAPE_FEATURES && rate > 0; k++)
            if (feature[i][k] != SHAPE_NONE)
                weight[feature[i][k]] = weight[feature[i][k]] * keep + rate * (e->target[i] - q);
    }
    return loss;
}

static void write_weights(void)
{
    printf("/* Written by tests/bench/hex/uct_learn.c. */\n#include \"shape_weights.h\"\n\n/* clang-format off */\n"
           "const int8_t hex_shape_weight[SHAPE_WEIGHTS] = {");
    for (unsigned i = 0; i < SHAPE_WEIGHTS; i++) {
        float w = weight[tie[i]] * SHAPE_UNIT;
        w = w > 127 ? 127 : w < -127 ? -127 : w;
        printf("%s%d,", i % 27 ? "" : "\n    ", (int)lrintf(w));
    }
    printf("\n};\n");
}

int main(int argc, char **argv)
{
    static char line[20000];
    struct example *all = NULL, e;
    size_t count = 0, room = 0;
    if (argc < 3)
        return 2;
    for (int i = 2; i < argc; i++) {
        FILE *file = fopen(argv[i], "r");
        if (!file)
            return 1;
        while (fgets(line, sizeof line, file)) {
            if (!strchr(line, '\n') || !example_read(&e, line))
                continue;
            if (count == room)
                all = realloc(all, (room = room * 2 + 1000) * sizeof *all);
            all[count++] = e;
        }
        fclose(file);
    }
    tie_weights();
    int epochs = atoi(argv[1]);
    for (int epoch = 0; epoch < epochs; epoch++) {
        double loss[2] = {0, 0}, even = 0;
        unsigned tests = 0, hits = 0;
        bool hit;
        float rate = 0.03f * (float)(epochs - epoch) / (float)epochs;
        struct nash_rng rng;
        nash_rng_seed(&rng, (uint64_t)epoch);
        for (size_t i = 0; i < count; i++) {
            size_t k = nash_rng_below(&rng, count);
            if (k / 40 % 10)
                loss[0] += example_learn(&all[k], rate, 1 - rate * 1e-5f, &hit);
        }
        for (size_t k = 0; k < count; k++)
            if (k / 40 % 10 == 0) {
                tests++;
                loss[1] += example_learn(&all[k], 0, 1, &hit);
                hits += hit;
                even += log((double)hex_set_count(&all[k].stones[HEX_EMPTY]));
            }
        if (tests)
            fprintf(stderr, "epoch %d: loss %.3f, of others %.3f (equal %.3f), hits %.1f %% of %u\n", epoch,
                    loss[0] / (0.9 * (double)count), loss[1] / tests, even / tests, 100.0 * hits / tests, tests);
    }
    write_weights();
    free(all);
    return 0;
}
