/* Calls libdds (Haglund, Hein: DDS 2.9.0, Apache-2.0); no other module does. libdds runs in one thread of a process,
 * and its tables are reused from call to call. The caller must have checked every position with
 * bridge_position_check(), since libdds accepts invalid ones. libdds can neither be cancelled nor limited in time:
 * each call runs under interrupt.h and returns within 50 ms of a stop. After a stop a worker does not use libdds again
 * (run->spent); any other process initializes it anew. */
#ifndef BRIDGE_DDS_H
#define BRIDGE_DDS_H

#include <solvers/bridge/deal.h>

/* A legal card and its result. */
struct bridge_option {
    struct bridge_card card;
    bridge_ranks equals; /* lower cards of the same suit and hand that are equivalent */
    uint8_t tricks;      /* tricks of the side to play from this card to the end, including the trick in progress */
};

struct bridge_options {
    unsigned count; /* groups of equivalent legal cards; 0 when stopped */
    struct bridge_option option[BRIDGE_RANKS];
};

enum {
    BRIDGE_CHECK_DDS = 1,            /* number of the stop check before each call */
    BRIDGE_RESIDENT_BYTES = 96 << 20 /* memory that libdds may keep from one run to the next */
};

/* Loads libdds, once per process, before workers fork (it opens files and measures the machine). Returns false if it
 * is not installed or of another version; then the calls below fail with NASH_INTERNAL and name the remedy. */
bool bridge_dds_open(void);

/* Returns "libdds 2.9.0", or "libdds" if it is not loaded. */
const char *bridge_dds_name(void);

/* Finds the tricks for every legal card, best card first. */
enum nash_status bridge_dds_options(const struct bridge_position *position, struct nash_run *run,
                                    struct bridge_options *options, struct nash_error *error);

/* Finds only the tricks of the side to play, and a card that makes them; *tricks < 0 when stopped. */
enum nash_status bridge_dds_best(const struct bridge_position *position, struct nash_run *run, struct bridge_card *card,
                                 int *tricks, struct nash_error *error);

/* Finds whether the side to play makes `target` tricks (0 to the number of remaining tricks). *makes: 1, and then *card
 * makes them; 0; or < 0 when stopped. Cheaper than finding the number of tricks. */
enum nash_status bridge_dds_makes(const struct bridge_position *position, unsigned target, struct nash_run *run,
                                  struct bridge_card *card, int *makes, struct nash_error *error);

/* Finds tricks[declarer] in one strain, for hands of equal size; *whole is false when stopped. */
enum nash_status bridge_dds_strain(const struct bridge_deal *deal, unsigned strain, struct nash_run *run,
                                   uint8_t tricks[BRIDGE_SEATS], bool *whole, struct nash_error *error);

/* Finds the tricks of the leader's opponents from here to the end, before the first of `count` legal cards and after
 * each: count + 1 numbers, of which *known were found before a stop. */
enum nash_status bridge_dds_trace(const struct bridge_position *position, const struct bridge_card *play,
                                  unsigned count, struct nash_run *run, uint8_t *tricks, unsigned *known,
                                  struct nash_error *error);

#endif
