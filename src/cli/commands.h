/* The commands of nashd besides serving, one file each. argv begins after the command's name. Each returns the exit
 * status of the program. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

enum {
    COMMAND_DONE = 0,
    COMMAND_FAILED = 1,
    COMMAND_USAGE = 2,
    COMMAND_SIGNAL = 128 /* added to the number of the signal that stopped the command */
};

int command_solve(int argc, char **argv);              /* solve.c: nashd solve KIND [FILE] */
int command_replay(int argc, char **argv);             /* replay.c: nashd replay [FILE] */
int command_htp(int argc, char **argv);                /* htp/command.c: nashd htp */
int command_match(int argc, char **argv);              /* match/command.c: nashd match hex */
int command_train(int argc, char **argv);              /* train/command.c: nashd train hex */
int command_check(int argc, char **argv);              /* check.c: nashd check [--data DIR | --store URL] */
int command_backup(const char *file, const char *url); /* backup.c: nashd backup FILE; url: of the store */
int command_top(int argc, char **argv);                /* top/command.c: nashd top [URL] */
int command_keygen(int argc, char **argv);             /* keygen.c: nashd keygen NAME [EXPIRES] */
int command_healthcheck(int argc, char **argv);        /* healthcheck.c: nashd --healthcheck URL */

#endif
