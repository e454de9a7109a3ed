/* What `nashd` can do besides serving, each in a file of its own. argv begins behind the command's name; the return
 * value is the exit status: 0 done, 1 it failed, 2 wrong usage. */
#ifndef NASHD_COMMANDS_H
#define NASHD_COMMANDS_H

int command_solve(int argc, char **argv);       /* solve.c: nashd solve KIND < problem */
int command_keygen(int argc, char **argv);      /* keygen.c: nashd keygen NAME [EXPIRES] */
int command_healthcheck(int argc, char **argv); /* healthcheck.c: nashd --healthcheck URL */

#endif
