/* The arguments of nashd match hex. */
#ifndef CLI_MATCH_ARGUMENTS_H
#define CLI_MATCH_ARGUMENTS_H

#include <nash/arena.h>
#include <nash/json.h>
#include <solvers/hex/match/match.h>

#include "seat.h"

struct match_arguments {
    const struct hex_match *match;
    struct seat seat[2];
    uint64_t seed, adjudicate; /* adjudicate: most positions of a proof before each move; 0: none */
    const char *records;       /* path of the SGF file, or NULL */
    bool json, times, verbose, help;

    struct nash_arena *arena; /* of the match */
    struct nash_json problem; /* the match as a request */
    struct nash_buf text;     /* of the request */
};

/* Reads the arguments; argv begins after "match" and must outlive them. Returns false after a message on stderr.
 * match_arguments_free() is needed in any case. */
bool match_arguments_read(struct match_arguments *arguments, int argc, char **argv);
void match_arguments_free(struct match_arguments *arguments);

#endif
