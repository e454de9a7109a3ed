/* Cursors of lists, as clients see them.
 *
 * A page ends at the sequence number of a row. These numbers count the rows of all owners, so with keys on, a client
 * gets a permutation of the number that depends on a secret of the server: it leads to the next page, and tells nothing
 * of how many rows others made. */
#ifndef API_CURSOR_H
#define API_CURSOR_H

#include <stdint.h>

#include <api/api.h>

/* Reads or makes the secret, a file of the data folder: cursors stay valid over a restart. */
enum nash_status cursor_secret_load(struct cursor_secret *secret, const char *folder, struct nash_error *error);

/* Returns the cursor of a sequence number, and the reverse; 1 to INT64_MAX. Without keys both are the number itself. */
int64_t cursor_of_sequence(const struct api *api, int64_t sequence);
int64_t cursor_to_sequence(const struct api *api, int64_t cursor);

#endif
