/* The arguments of nashd train. */
#ifndef CLI_TRAIN_ARGUMENTS_H
#define CLI_TRAIN_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#define TRAIN_OUT_DEFAULT "hex.ckpt"

/* Strings are NULL if they are not given. */
struct train_arguments {
    const char *config;            /* path of the request, or "-" */
    const char *from, *out, *best; /* paths of checkpoints */
    const char *show, *export_net; /* path of a checkpoint to look at */
    int64_t steps, seconds, seed;  /* -1: not given */
    bool json, help;
};

/* Reads the arguments; argv begins after "train" and must outlive them. Returns false after a message on stderr. */
bool train_arguments_read(struct train_arguments *arguments, int argc, char **argv);

#endif
