/* libdds (Haglund, Hein: DDS 2.9.0, Apache-2.0), the only place that calls it. It is one process's own:
 * single-threaded, its tables reused from call to call. Every input is checked by the caller before
 * (bridge_position_check), since the library's own checks let wrong ones through. It knows neither cancel nor time
 * limit: each call is made under interrupt.h, comes back within 50 ms of a stop, and after that the library is not used
 * again in this process if that is a worker (run->spent); elsewhere it begins anew. */
#ifndef BRIDGE_LIBRARY_H
#define BRIDGE_LIBRARY_H

#include "deal.h"

/* A card that may be played and what comes of it. */
struct bridge_option {
    struct bridge_card card;
    bridge_ranks equals; /* of the same suit and hand, lower, that do the same */
    uint8_t tricks;      /* of the side to play, from here to the end, the trick in progress included */
};

struct bridge_options {
    unsigned count; /* 0 when stopped */
    struct bridge_option option[BRIDGE_RANKS];
};

enum {
    BRIDGE_CHECK_LIBRARY = 1,        /* the number of the stop before each call */
    BRIDGE_RESIDENT_BYTES = 96 << 20 /* what the library may keep of memory from one run to the next */
};

/* Loads the library; once per process, before workers fork (it opens files and measures the machine). False: it is not
 * installed, or of another version. Then the calls below fail with NASH_INTERNAL and tell how to mend it. */
bool bridge_library_open(void);

/* "libdds 2.9.0"; "libdds" where it is not loaded. */
const char *bridge_library_name(void);

/* Every legal card, best first. */
enum nash_status bridge_library_options(const struct bridge_position *position, struct nash_run *run,
                                        struct bridge_options *options, struct nash_error *error);

/* Only the tricks of the side to play, and a card that makes them; *tricks < 0 when stopped. */
enum nash_status bridge_library_best(const struct bridge_position *position, struct nash_run *run,
                                     struct bridge_card *card, int *tricks, struct nash_error *error);

/* Does the side to play make so many tricks (0 to what is left)? 1: with *card. 0: it does not. < 0: stopped. Cheaper
 * than to ask how many. */
enum nash_status bridge_library_makes(const struct bridge_position *position, unsigned target, struct nash_run *run,
                                      struct bridge_card *card, int *makes, struct nash_error *error);

/* Tricks of each declarer in one strain, hands of any equal size; false in *whole when stopped. */
enum nash_status bridge_library_strain(const struct bridge_deal *deal, unsigned strain, struct nash_run *run,
                                       uint8_t tricks[BRIDGE_SEATS], bool *whole, struct nash_error *error);

/* Tricks of the leader's opponents from here to the end, before the first of `count` legal cards and after each:
 * count + 1 numbers. *known of them were found before a stop. */
enum nash_status bridge_library_trace(const struct bridge_position *position, const struct bridge_card *play,
                                      unsigned count, struct nash_run *run, uint8_t *tricks, unsigned *known,
                                      struct nash_error *error);

#endif
