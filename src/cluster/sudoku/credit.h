/* Credit: what each member of a game contributed, in ticks.
 *
 * An account belongs to a member, not to a partition: a member that replaces another has an account of its own. A tick
 * counts for the partition whose rows have its player. Of what a member computed,
 *
 *     used       is committed from its answers; `used` of all accounts, the hub's included, adds up to the whole
 *     confirmed  equals what the hub had committed before
 *     wasted     is the rest: played beyond the final ticks of a round, too late, or wrong
 *
 * and verified is the part of `used` and `confirmed` that was replayed here or equals the hub's own. */
#ifndef CLUSTER_SUDOKU_CREDIT_H
#define CLUSTER_SUDOKU_CREDIT_H

#include <stdbool.h>
#include <stdint.h>

#include <cluster/sudoku/pace/trips.h>
#include <solvers/sudoku/game/game.h>
#include <solvers/sudoku/game/report.h>
#include <solvers/sudoku/loglinear/heat.h>

enum {
    CREDIT_HUB = 0,  /* the account of the hub */
    CREDIT_MAX = 62, /* accounts; the last one is shared by all members for which no other is left */
    CREDIT_NOBODY = CREDIT_MAX
};

struct credit_account {
    uint64_t number; /* of the member; 0: the hub's account, or the shared one */
    struct sudoku_credit of;
    uint64_t confirmed;
    uint64_t unproved; /* of `used`: neither replayed nor computed by a thread of this process */
    struct trips trips;
};

/* The part that is set back when a replay differs. */
struct credit_state {
    uint64_t used[CREDIT_MAX], verified[CREDIT_MAX]; /* verified: of `used` */
    uint8_t settled[GAME_CELLS_MAX]; /* [cell] the account that made its last change, or CREDIT_NOBODY */
};

/* owner and owner_of_row are set by the coordinator. */
struct credits {
    struct credit_account account[CREDIT_MAX];
    unsigned count;
    uint32_t cells;
    uint8_t owner[GAME_CELLS_MAX];           /* [player's number] index of its partition */
    uint8_t owner_of_row[GAME_SIDE_MAX];     /* [row] */
    bool replaying;                          /* between credits_replay() and credits_replayed() */
    struct credit_state now, proved, before; /* before: from the beginning of a replay */
    struct sudoku_credit report[CREDIT_MAX];
    char settled[GAME_CELLS_MAX + 1];
};

/* What determines the player of a tick, and the partition of a player. */
struct credit_draw {
    const struct heat_path *heat;
    uint64_t seed;
    uint32_t players;
    unsigned partitions;
    const uint8_t *owner; /* [player's number] index of its partition */
};

/* Sets ticks[partitions] to the number of ticks, of the n from `tick` on, whose player is in the partition. Takes about
 * 1.5 ns a tick. */
void credit_count_ticks(const struct credit_draw *draw, uint64_t tick, uint64_t n, uint32_t *ticks);

/* Begins with the hub's account. The caller has set *credits to zero, most of which a game of few members never
 * touches. */
void credits_init(struct credits *credits, uint32_t cells);

/* Returns the account of the member with this number, which is opened if it has none. `kind` is kept. */
unsigned credits_open(struct credits *credits, uint64_t number, const char *name, const char *kind);

/* The values of a new run come from the seed: no account has settled a cell. */
void credits_begin_run(struct credits *credits);

/* The member answered; its answer has `ticks` of its partition. */
void credits_computed(struct credits *credits, unsigned account, uint64_t ticks);

/* `ticks` were committed from the account's answers. verified: they were replayed here; trusted: they need not be. */
void credits_used(struct credits *credits, unsigned account, uint64_t ticks, bool verified, bool trusted);

/* The account's answer of `ticks` equals what the hub had committed. */
void credits_confirmed(struct credits *credits, unsigned account, uint64_t ticks);

static inline void credits_settle(struct credits *credits, unsigned account, uint32_t cell)
{
    credits->now.settled[cell] = (uint8_t)account;
}

/* All committed ticks are proved. */
void credits_proved(struct credits *credits);

/* A replay of the unproved ticks begins, which credits them to the hub; it ends, and they were right (held) or not.
 * credits_replayed() does nothing if no replay began. */
void credits_replay(struct credits *credits);
void credits_replayed(struct credits *credits, bool held);

/* Computes credits->report[count] and credits->settled: for each cell one character, the account's index as a digit,
 * lower-case or upper-case letter, or '.' where no member has made a change. */
void credits_report(struct credits *credits);

#endif
