/* nashd demo [--phones] [OPTION...]: a server for a demonstration, on a free port and with temporary data. nashd.c
 * starts it as any other server, with the options that this part composes. */
#ifndef CLI_DEMO_H
#define CLI_DEMO_H

#include <stdbool.h>

#include <nash/status.h>

struct demo {
    char folder[256]; /* of the temporary data; "": none */
    int argc;         /* options of the server, the given ones last, so that they take precedence */
    char **argv;
};

/* Prints the usage to stdout. */
int demo_help(void);
/* Makes the temporary folder and composes the options. argv begins after the command's name and must outlive *demo.
 * demo_end() is needed in any case. */
enum nash_status demo_begin(struct demo *demo, int argc, char **argv, struct nash_error *error);
/* Prints the address of the page to stdout; with `phones`, also the address for phones and the link by which one phone
 * joins, as text and as a QR code. phones: "http://HOST:PORT", or NULL if the server listens on loopback only. */
void demo_show(const char *here, const char *phones, const char *link, bool open_to_all);
/* Removes the folder with all that is in it. */
void demo_end(struct demo *demo);

#endif
