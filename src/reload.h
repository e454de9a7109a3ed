/* Reads the options again while the server runs. */
#ifndef NASHD_RELOAD_H
#define NASHD_RELOAD_H

#include "options.h"

struct reload {
    int argc; /* of the command line that the server was started with */
    char **argv;
    struct options last;               /* what was read at the last SIGHUP; its texts are in use */
    struct option_names changed, kept; /* by the last SIGHUP; kept: until the next start */
};

/* Reads configuration file, environment and command line again. Values that may change are copied into `running`, and
 * the log is set up by them. Returns false after an error, which is logged: nothing has changed, but the files of the
 * log have been opened anew. */
bool reload_options(struct reload *reload, struct options *running);
/* Logs what has changed. To be called once the parts of the server have the new values. */
void reload_report(const struct reload *reload);
void reload_release(struct reload *reload);

#endif
