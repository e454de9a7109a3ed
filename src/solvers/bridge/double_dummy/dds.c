/* Calls libdds.
 *
 * libdds is loaded when the kind is prepared, not linked, so that a server or command that plays no bridge does not pay
 * for its start (constants, and tables for each core, of which SetResources() then releases all but one). Threads
 * are switched off: every call computes in the caller's thread.
 *
 * The calls avoid the defects of 2.9.0:
 *  - All values come from SolveBoard(), since CalcDDtable() is wrong for endgames. The leaders of a strain are solved
 * one after the other, each from the value that the result for North suggests; this takes 0.99 of the instructions
 * of CalcDDtable() over 60 deals.
 *  - The last trick is played in this file: libdds leaves its state half set, and a later similar board may then be
 * answered from results of another strain.
 *  - AnalysePlayBin() loses the cards of a trick in progress, so it gets the trick from its beginning.
 *  - libdds requests table pages until malloc() fails, and then reuses old ones. MARGIN_BYTES of address space are
 * reserved during a call, so that a worker with limited memory still has room for the endgame search and the answer. */
#include "dds.h"

#include <dds/dll.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <base/sanitizer.h>
#include <solvers/interrupt.h>

#if SANITIZER_ADDRESS
#include <sanitizer/lsan_interface.h>
#endif

enum {
    /* parameters of SolveBoard() */
    ONE_CARD = 1,     /* `solutions`: one optimal card */
    ALL_CARDS = 3,    /* `solutions`: every legal card */
    ALWAYS_SCORE = 1, /* `mode`: count the tricks also when only one card is legal */
    HOW_MANY = -1,    /* `target`: find the number of tricks */
    SLOT = 0,         /* `threadIndex`: the only set of tables */

    MARGIN_BYTES = 16 << 20 /* address space that is reserved during a call of libdds */
};

static const char library_file[] = "libdds.so.0";

static struct {
    pthread_mutex_t lock;
    void *handle;
    const char *missing; /* why libdds cannot be called; NULL: it can */
    bool interrupted;    /* the last call was interrupted, so dds_init() must precede the next */
    struct interrupt_text text;
    char name[24]; /* see bridge_dds_name() */
    __typeof__(&SetThreading) set_threading;
    __typeof__(&SetResources) set_resources;
    __typeof__(&GetDDSInfo) get_info;
    __typeof__(&SolveBoard) solve_board;
    __typeof__(&AnalysePlayBin) analyse_play;
} dds = {.lock = PTHREAD_MUTEX_INITIALIZER, .missing = "it has not been loaded", .name = "libdds"};

/* ---- loading ---- */

static bool dds_find_symbol(const char *symbol, void *place)
{
    void *found = dlsym(dds.handle, symbol);
    memcpy(place, &found, sizeof found);
    return found != NULL;
}

#if SANITIZER_ADDRESS
/* The objects of libdds are never freed. */
__attribute__((weak)) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libdds.so";
}
#endif

/* The destructor of libdds uses objects that exit() has destroyed before it runs the destructors of libraries, and
 * the libraries that libdds uses prevent unloading it earlier. So a process that has loaded libdds ends in this
 * function. It is registered at the start and therefore runs after all exit functions registered later; only the
 * destructors of libraries are skipped. (The leak sanitizer is registered earlier, so its check is made here.) */
static void exit_without_destructors(int status, void *unused)
{
    (void)unused;
    if (dds.handle == NULL)
        return;
    fflush(NULL);
#if SANITIZER_ADDRESS
    __lsan_do_leak_check();
#endif
    _Exit(status);
}

__attribute__((constructor)) static void register_exit(void)
{
    on_exit(exit_without_destructors, NULL);
}

/* Initializes libdds without threads, with one set of tables. libdds opens files then, which a worker cannot do. */
static void dds_init(void)
{
    dds.set_threading(0);
    dds.set_resources(0, 1);
    dds.interrupted = false;
}

/* Returns false if libdds lacks one of the functions, as other versions may. */
static bool dds_find_symbols(void)
{
    return dds_find_symbol("SetThreading", &dds.set_threading) && dds_find_symbol("SetResources", &dds.set_resources) &&
           dds_find_symbol("GetDDSInfo", &dds.get_info) && dds_find_symbol("SolveBoard", &dds.solve_board) &&
           dds_find_symbol("AnalysePlayBin", &dds.analyse_play);
}

bool bridge_dds_open(void)
{
    if (dds.handle != NULL)
        return dds.missing == NULL;
    dds.handle = dlopen(library_file, RTLD_NOW | RTLD_LOCAL);
    if (dds.handle == NULL || !dds_find_symbols()) {
        dds.missing = dds.handle == NULL ? "it cannot be loaded" : "it is of another version";
        return false;
    }
    struct DDSInfo info;
    interrupt_text_of((const void *)dds.solve_board, &dds.text);
    dds_init();
    dds.get_info(&info);
    snprintf(dds.name, sizeof dds.name, "libdds %d.%d.%d", info.major, info.minor, info.patch);
    dds.missing = NULL;
    return true;
}

const char *bridge_dds_name(void)
{
    return dds.name;
}

/* ---- calling ---- */

/* Calls libdds unless the run must stop; *whole is false if the run stopped before or during the call. */
static enum nash_status dds_call(void (*call)(void *context), void *context, struct nash_run *run, bool *whole,
                                 struct nash_error *error)
{
    *whole = false;
    run->clock_in = 0; /* makes nash_stop() read the clock, which is cheap beside a call of libdds */
    if (nash_stop(run, BRIDGE_CHECK_DDS))
        return NASH_OK;
    if (dds.missing != NULL)
        return nash_fail(error, NASH_INTERNAL, "",
                         "The double dummy solver %s is missing, %s: install the package libdds0 of version 2, then "
                         "start this program anew.",
                         library_file, dds.missing);
    pthread_mutex_lock(&dds.lock);
    if (dds.interrupted)
        dds_init();
    void *margin = mmap(NULL, MARGIN_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *whole = interrupt_call(call, context, &dds.text, run);
    dds.interrupted = !*whole;
    if (margin != MAP_FAILED)
        munmap(margin, MARGIN_BYTES);
    pthread_mutex_unlock(&dds.lock);
    return NASH_OK;
}

static enum nash_status fail_refused(int code, struct nash_error *error)
{
    return nash_fail(error, NASH_INTERNAL, "", "libdds refused with code %d a position that had been checked", code);
}

/* libdds numbers suits and hands as deal.h does; its ranks are 2 to 14, and sets of ranks have the deuce at bit 2. */
enum { RANK_SHIFT = 2 };

static struct deal board_of(const struct bridge_position *position)
{
    struct deal board = {.trump = position->strain, .first = position->leader};
    for (unsigned i = 0; i < position->played; i++) {
        board.currentTrickSuit[i] = position->trick[i].suit;
        board.currentTrickRank[i] = position->trick[i].rank + RANK_SHIFT;
    }
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        for (unsigned suit = 0; suit < BRIDGE_SUITS; suit++)
            board.remainCards[seat][suit] = (unsigned)position->deal.hand[seat][suit] << RANK_SHIFT;
    return board;
}

static struct bridge_card card_of(int suit, int rank)
{
    return (struct bridge_card){.suit = (uint8_t)suit, .rank = (uint8_t)(rank - RANK_SHIFT)};
}

/* Returns the tricks that are not decided yet, including the one in progress. */
static unsigned tricks_left(const struct bridge_position *position)
{
    return bridge_hand_size(&position->deal, (position->leader + BRIDGE_SEATS - 1u) % BRIDGE_SEATS);
}

/* Returns the only card of the seat to play, in the last trick. */
static struct bridge_card last_card(const struct bridge_position *position)
{
    const bridge_ranks *hand = position->deal.hand[bridge_to_play(position)];
    unsigned suit = 0;
    while (hand[suit] == 0)
        suit++;
    return (struct bridge_card){.suit = (uint8_t)suit, .rank = (uint8_t)__builtin_ctz(hand[suit])};
}

/* Returns whether the side to play wins the last trick. */
static bool wins_last(const struct bridge_position *position)
{
    struct bridge_position end = *position;
    unsigned seat = bridge_to_play(position);
    int winner;
    do
        winner = bridge_play(&end, last_card(&end));
    while (winner < 0);
    return ((unsigned)winner + seat) % 2 == 0;
}

/* ---- one board ---- */

struct dds_board {
    struct deal board;
    int target, solutions, code; /* code: the return value of SolveBoard() */
    struct futureTricks found;
};

static void solve_board(void *context)
{
    struct dds_board *q = context;
    q->code = dds.solve_board(q->board, q->target, q->solutions, ALWAYS_SCORE, &q->found, SLOT);
}

static enum nash_status solve_board_once(struct dds_board *q, struct nash_run *run, bool *whole,
                                         struct nash_error *error)
{
    enum nash_status status = dds_call(solve_board, q, run, whole, error);
    if (status != NASH_OK || !*whole)
        return status;
    if (q->code != RETURN_NO_FAULT)
        return fail_refused(q->code, error);
    run->nodes += (uint64_t)q->found.nodes;
    return NASH_OK;
}

enum nash_status bridge_dds_options(const struct bridge_position *position, struct nash_run *run,
                                    struct bridge_options *options, struct nash_error *error)
{
    struct dds_board q = {.board = board_of(position), .target = HOW_MANY, .solutions = ALL_CARDS};
    bool whole;
    *options = (struct bridge_options){0};
    if (tricks_left(position) == 1) {
        options->count = 1;
        options->option[0].card = last_card(position);
        options->option[0].tricks = wins_last(position);
        return NASH_OK;
    }
    enum nash_status status = solve_board_once(&q, run, &whole, error);
    if (status != NASH_OK || !whole)
        return status;
    options->count = (unsigned)q.found.cards;
    for (unsigned i = 0; i < options->count; i++) {
        options->option[i].card = card_of(q.found.suit[i], q.found.rank[i]);
        options->option[i].equals = (bridge_ranks)(q.found.equals[i] >> RANK_SHIFT);
        options->option[i].tricks = (uint8_t)q.found.score[i];
    }
    return NASH_OK;
}

/* Returns whether the side to play makes the target of a solved board. */
static bool target_reached(const struct dds_board *q)
{
    return q->found.cards > 0 && q->found.score[0] >= q->target;
}

/* Sets *value to the tricks of the side to play if target is HOW_MANY, else to 1 or 0, whether it makes the target; to
 * -1 if stopped. */
static enum nash_status value_position(const struct bridge_position *position, int target, struct nash_run *run,
                                       struct bridge_card *card, int *value, struct nash_error *error)
{
    struct dds_board q = {.board = board_of(position), .target = target, .solutions = ONE_CARD};
    bool whole;
    if (tricks_left(position) == 1) {
        *card = last_card(position);
        *value = target == HOW_MANY ? wins_last(position) : wins_last(position) >= target;
        return NASH_OK;
    }
    *value = -1;
    enum nash_status status = solve_board_once(&q, run, &whole, error);
    if (status != NASH_OK || !whole)
        return status;
    *value = target == HOW_MANY ? q.found.score[0] : target_reached(&q);
    if (target == HOW_MANY || *value)
        *card = card_of(q.found.suit[0], q.found.rank[0]);
    return NASH_OK;
}

enum nash_status bridge_dds_best(const struct bridge_position *position, struct nash_run *run, struct bridge_card *card,
                                 int *tricks, struct nash_error *error)
{
    return value_position(position, HOW_MANY, run, card, tricks, error);
}

enum nash_status bridge_dds_makes(const struct bridge_position *position, unsigned target, struct nash_run *run,
                                  struct bridge_card *card, int *makes, struct nash_error *error)
{
    return value_position(position, (int)target, run, card, makes, error);
}

/* ---- one strain: four leaders ---- */

struct leads {
    struct dds_board q;
    int left;              /* total number of tricks */
    int tricks[DDS_HANDS]; /* tricks of each seat's side if the seat leads; -1: not found */
    uint64_t nodes;
};

static bool solve_once(struct leads *leads)
{
    solve_board(&leads->q);
    leads->nodes += (uint64_t)leads->q.found.nodes;
    return leads->q.code == RETURN_NO_FAULT;
}

/* Finds the tricks of the leader's side by null windows, up or down from a guess. Returns -1 if libdds refused. */
static int tricks_near(struct leads *leads, int guess)
{
    int low = 0, high = leads->left;
    leads->q.target = guess > 1 ? guess : 1;
    while (low < high) {
        if (!solve_once(leads))
            return -1;
        if (target_reached(&leads->q))
            low = leads->q.target++;
        else
            high = --leads->q.target;
    }
    return low;
}

static void solve_leads(void *context)
{
    struct leads *leads = context;
    leads->q.target = HOW_MANY;
    if (!solve_once(leads))
        return;
    leads->tricks[BRIDGE_NORTH] = leads->q.found.score[0];
    for (int seat = BRIDGE_EAST; seat < BRIDGE_SEATS && leads->tricks[seat - 1] >= 0; seat++) {
        int north = leads->tricks[BRIDGE_NORTH];
        leads->q.board.first = seat;
        leads->tricks[seat] = tricks_near(leads, seat == BRIDGE_SOUTH ? north : leads->left - north);
    }
}

enum nash_status bridge_dds_strain(const struct bridge_deal *deal, unsigned strain, struct nash_run *run,
                                   uint8_t tricks[BRIDGE_SEATS], bool *whole, struct nash_error *error)
{
    struct bridge_position position = {.deal = *deal, .strain = (uint8_t)strain};
    struct leads leads = {.q = {.board = board_of(&position), .solutions = ONE_CARD},
                          .left = (int)tricks_left(&position),
                          .tricks = {-1, -1, -1, -1}};
    enum nash_status status = NASH_OK;
    *whole = true;
    if (leads.left > 1)
        status = dds_call(solve_leads, &leads, run, whole, error);
    if (status != NASH_OK || !*whole)
        return status;
    run->nodes += leads.nodes;
    for (unsigned leader = 0; leader < BRIDGE_SEATS; leader++) {
        position.leader = (uint8_t)leader;
        int won = leads.left > 1 ? leads.tricks[leader] : wins_last(&position);
        if (won < 0)
            return fail_refused(leads.q.code, error);
        tricks[(leader + BRIDGE_SEATS - 1) % BRIDGE_SEATS] = (uint8_t)(leads.left - won);
    }
    return NASH_OK;
}

/* ---- a played hand ---- */

struct trace {
    struct deal board;
    struct playTraceBin play;
    struct solvedPlay solved;
    int code;
};

static void analyse_play(void *context)
{
    struct trace *trace = context;
    trace->code = dds.analyse_play(trace->board, trace->play, &trace->solved, SLOT);
}

static void add_card(struct playTraceBin *play, struct bridge_card card)
{
    play->suit[play->number] = card.suit;
    play->rank[play->number++] = card.rank + RANK_SHIFT;
}

/* Returns the position at the beginning of its trick. */
static struct bridge_position trick_begun(const struct bridge_position *position)
{
    struct bridge_position begun = *position;
    for (unsigned i = 0; i < position->played; i++) {
        struct bridge_card card = position->trick[i];
        bridge_ranks *suit = &begun.deal.hand[(position->leader + i) % BRIDGE_SEATS][card.suit];
        *suit = (bridge_ranks)(*suit | 1u << card.rank);
    }
    begun.played = 0;
    return begun;
}

/* Copies the values that were found, from the one after `skip` cards on, and returns their number. libdds gives no
 * values within the last trick: they equal the value after `before_last` cards. */
static unsigned read_trace(const struct trace *trace, unsigned skip, unsigned count, unsigned before_last,
                           uint8_t *tricks)
{
    for (unsigned i = 0; i <= count; i++) {
        unsigned at = i + skip < before_last ? i + skip : before_last;
        if (trace->solved.tricks[at] < 0)
            return i;
        tricks[i] = (uint8_t)trace->solved.tricks[at];
    }
    return count + 1;
}

enum nash_status bridge_dds_trace(const struct bridge_position *position, const struct bridge_card *play,
                                  unsigned count, struct nash_run *run, uint8_t *tricks, unsigned *known,
                                  struct nash_error *error)
{
    struct bridge_position begun = trick_begun(position);
    struct trace trace = {.board = board_of(&begun)};
    unsigned left = tricks_left(&begun);
    bool whole = true;
    *known = 0;
    memset(trace.solved.tricks, -1, sizeof trace.solved.tricks);
    for (unsigned i = 0; i < position->played; i++)
        add_card(&trace.play, position->trick[i]);
    for (unsigned i = 0; i < count; i++)
        add_card(&trace.play, play[i]);
    if (left == 1) {
        trace.code = RETURN_NO_FAULT;
        trace.solved.tricks[0] = !wins_last(&begun);
    } else {
        enum nash_status status = dds_call(analyse_play, &trace, run, &whole, error);
        if (status != NASH_OK)
            return status;
    }
    if (whole && trace.code != RETURN_NO_FAULT)
        return fail_refused(trace.code, error);
    *known = read_trace(&trace, position->played, count, 4 * (left - 1), tricks);
    return NASH_OK;
}
