/* The arguments of nashd solve. */
#ifndef CLI_SOLVE_ARGUMENTS_H
#define CLI_SOLVE_ARGUMENTS_H

#include <api/text_members.h>
#include <nash/nash.h>

struct solve_arguments {
    const struct nash_solver *solver; /* NULL: only help is requested */
    const char *path;                 /* NULL: stdin */
    bool lines;                       /* one problem on each line */
    struct text_members *members;     /* of --with, checked; NULL: none */
    struct nash_solve_options options;
};

/* Reads the arguments; prints help if it is requested. Returns false, with a message on stderr, for wrong usage. Both
 * need solve_arguments_release(). */
bool solve_arguments_read(struct solve_arguments *arguments, int argc, char **argv);
void solve_arguments_release(struct solve_arguments *arguments);

#endif
