/* libdds (Haglund, Hein: DDS 2.9.0, Apache-2.0), the only place that calls it. It is one process's own:
 * single-threaded, its tables reused from call to call. Every input is checked by the caller before
 * (bridge_position_check), since the library's own checks let wrong ones through. It knows neither cancel nor time
 * limit: each call is made under interrupt.h, comes back within 50 ms of a stop, and after that the library is not used
 * again in this process (run->spent). */
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

/* Loads the library; once per process, before workers fork (it opens files and measures the machine). Where it is not
 * installed the calls below say so. */
enum nash_status bridge_library_open(struct nash_error *error);

/* Every legal card, best first. */
enum nash_status bridge_library_options(const struct bridge_position *position, struct nash_run *run,
                                        struct bridge_options *options, struct nash_error *error);

/* Only the tricks of the side to play, and a card that makes them; *tricks < 0 when stopped. */
enum nash_status bridge_library_best(const struct bridge_position *position, struct nash_run *run,
                                     struct bridge_card *card, int *tricks, struct nash_error *error);

/* Tricks of each declarer in one strain, hands of any equal size; false in *whole when stopped. */
enum nash_status bridge_library_strain(const struct bridge_deal *deal, unsigned strain, struct nash_run *run,
                                       uint8_t tricks[BRIDGE_SEATS], bool *whole, struct nash_error *error);

#endif
