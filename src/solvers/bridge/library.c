/* libdds behind one door.
 *
 * It is loaded when the kind is prepared, not linked, so that a server or command that plays no bridge pays nothing for
 * its start (constants, and tables for each core, which SetResources() then gives back but for one). Threads are
 * switched off: every call computes in the caller's.
 *
 * What of it is used, and how, is chosen by what is right in 2.9.0:
 *  - All values come from SolveBoard(), since its tables of tricks are wrong for endings. A strain's four leaders one
 *    after the other, each begun at what its partner's or opponents' result suggests, need no more work than its own
 *    CalcDDtable() (0.99 of the instructions over 60 deals).
 *  - The last trick is played out here: it leaves the board behind half set, and a later similar one may then be
 *    answered from results of another strain.
 *  - AnalysePlayBin() loses the cards of a trick in progress, so it gets the trick from its beginning.
 *  - It asks for table pages until malloc() says no, and then uses old ones again: where a worker's memory is limited,
 *    what the own search and the answer need is held back meanwhile. */
#include "library.h"

#include <dds/dll.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <solvers/interrupt.h>

#if defined(__SANITIZE_ADDRESS__)
#define LIBRARY_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LIBRARY_SANITIZED 1
#endif
#endif
#ifdef LIBRARY_SANITIZED
#include <sanitizer/lsan_interface.h>
#else
#define LIBRARY_SANITIZED 0
#endif

enum {
    ONE_CARD = 1,
    ALL_CARDS = 3,    /* `solutions` */
    ALWAYS_SCORE = 1, /* `mode`: also when only one card is legal */
    HOW_MANY = -1,    /* `target` */
    SLOT = 0,
    MARGIN_BYTES = 16 << 20 /* of address space, held back during a call */
};

static const char library_file[] = "libdds.so.0";

static struct {
    pthread_mutex_t lock;
    void *handle;
    const char *lack; /* why nothing can be asked; NULL: all can */
    bool left;        /* in the middle of a call */
    struct interrupt_text text;
    char name[24];
    __typeof__(&SetThreading) set_threading;
    __typeof__(&SetResources) set_resources;
    __typeof__(&GetDDSInfo) get_info;
    __typeof__(&SolveBoard) solve_board;
    __typeof__(&AnalysePlayBin) analyse_play;
} dds = {.lock = PTHREAD_MUTEX_INITIALIZER, .lack = "it has not been loaded", .name = "libdds"};

/* ---- loading ---- */

static bool find(const char *symbol, void *place)
{
    void *found = dlsym(dds.handle, symbol);
    memcpy(place, &found, sizeof found);
    return found != NULL;
}

#if LIBRARY_SANITIZED
/* What those objects held is never freed. */
__attribute__((weak)) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libdds.so";
}
#endif

/* Its destructor uses objects that exit() has destroyed before it runs the destructors of libraries, and the libraries
 * below it do not let it be unloaded sooner. So a process that has loaded it ends here, where all that was registered
 * since its start has been called and only those destructors are left. (A sanitizer was there before: what it has to
 * say at the end it says now.) */
static void leave(int status, void *unused)
{
    (void)unused;
    if (dds.handle == NULL)
        return;
    fflush(NULL);
#if LIBRARY_SANITIZED
    __lsan_do_leak_check();
#endif
    _Exit(status);
}

__attribute__((constructor)) static void be_left_last(void)
{
    on_exit(leave, NULL);
}

/* No threads, one table. It opens files: not in a worker. */
static void begin(void)
{
    dds.set_threading(0);
    dds.set_resources(0, 1);
    dds.left = false;
}

/* False: it is another version's. */
static bool find_all(void)
{
    return find("SetThreading", &dds.set_threading) && find("SetResources", &dds.set_resources) &&
           find("GetDDSInfo", &dds.get_info) && find("SolveBoard", &dds.solve_board) &&
           find("AnalysePlayBin", &dds.analyse_play);
}

bool bridge_library_open(void)
{
    if (dds.handle != NULL)
        return dds.lack == NULL;
    dds.handle = dlopen(library_file, RTLD_NOW | RTLD_LOCAL);
    if (dds.handle == NULL || !find_all()) {
        dds.lack = dds.handle == NULL ? "it cannot be loaded" : "it is of another version";
        return false;
    }
    struct DDSInfo info;
    interrupt_text_of((const void *)dds.solve_board, &dds.text);
    begin();
    dds.get_info(&info);
    snprintf(dds.name, sizeof dds.name, "libdds %d.%d.%d", info.major, info.minor, info.patch);
    dds.lack = NULL;
    return true;
}

const char *bridge_library_name(void)
{
    return dds.name;
}

/* ---- calling ---- */

/* Makes a call of the library unless the run has to stop; false in *whole when it has, before or meanwhile. */
static enum nash_status call_library(void (*call)(void *context), void *context, struct nash_run *run, bool *whole,
                                     struct nash_error *error)
{
    *whole = false;
    run->clock_in = 0; /* what comes takes longer than a look at the clock */
    if (nash_stop(run, BRIDGE_CHECK_LIBRARY))
        return NASH_OK;
    if (dds.lack != NULL)
        return nash_fail(error, NASH_INTERNAL, "",
                         "The double dummy solver %s is missing, %s: install the package libdds0 of version 2, then "
                         "start this program anew.",
                         library_file, dds.lack);
    pthread_mutex_lock(&dds.lock);
    if (dds.left)
        begin();
    void *margin = mmap(NULL, MARGIN_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *whole = interrupt_call(call, context, &dds.text, run);
    dds.left = !*whole;
    if (margin != MAP_FAILED)
        munmap(margin, MARGIN_BYTES);
    pthread_mutex_unlock(&dds.lock);
    return NASH_OK;
}

static enum nash_status refused(int code, struct nash_error *error)
{
    return nash_fail(error, NASH_INTERNAL, "", "libdds refused with code %d a position that had been checked", code);
}

/* Its suits and hands are numbered as ours; ranks are 2 to 14, sets of them have the deuce as bit 2. */
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

/* Tricks still to be decided, the one in progress included. */
static unsigned tricks_left(const struct bridge_position *position)
{
    return bridge_hand_size(&position->deal, (position->leader + BRIDGE_SEATS - 1u) % BRIDGE_SEATS);
}

/* The only card of the seat to play, in the last trick. */
static struct bridge_card last_card(const struct bridge_position *position)
{
    const bridge_ranks *hand = position->deal.hand[bridge_to_play(position)];
    unsigned suit = 0;
    while (hand[suit] == 0)
        suit++;
    return (struct bridge_card){.suit = (uint8_t)suit, .rank = (uint8_t)__builtin_ctz(hand[suit])};
}

/* Does the side to play win the last trick? */
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

struct question {
    struct deal board;
    int target, solutions, code;
    struct futureTricks found;
};

static void solve(void *context)
{
    struct question *q = context;
    q->code = dds.solve_board(q->board, q->target, q->solutions, ALWAYS_SCORE, &q->found, SLOT);
}

static enum nash_status ask(struct question *q, struct nash_run *run, bool *whole, struct nash_error *error)
{
    enum nash_status status = call_library(solve, q, run, whole, error);
    if (status != NASH_OK || !*whole)
        return status;
    if (q->code != RETURN_NO_FAULT)
        return refused(q->code, error);
    run->nodes += (uint64_t)q->found.nodes;
    return NASH_OK;
}

enum nash_status bridge_library_options(const struct bridge_position *position, struct nash_run *run,
                                        struct bridge_options *options, struct nash_error *error)
{
    struct question q = {.board = board_of(position), .target = HOW_MANY, .solutions = ALL_CARDS};
    bool whole;
    *options = (struct bridge_options){0};
    if (tricks_left(position) == 1) {
        options->count = 1;
        options->option[0].card = last_card(position);
        options->option[0].tricks = wins_last(position);
        return NASH_OK;
    }
    enum nash_status status = ask(&q, run, &whole, error);
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

enum nash_status bridge_library_best(const struct bridge_position *position, struct nash_run *run,
                                     struct bridge_card *card, int *tricks, struct nash_error *error)
{
    struct question q = {.board = board_of(position), .target = HOW_MANY, .solutions = ONE_CARD};
    bool whole;
    if (tricks_left(position) == 1) {
        *card = last_card(position);
        *tricks = wins_last(position);
        return NASH_OK;
    }
    *tricks = -1;
    enum nash_status status = ask(&q, run, &whole, error);
    if (status != NASH_OK || !whole)
        return status;
    *card = card_of(q.found.suit[0], q.found.rank[0]);
    *tricks = q.found.score[0];
    return NASH_OK;
}

/* Of a question with a target: was it reached? */
static bool reached(const struct question *q)
{
    return q->found.cards > 0 && q->found.score[0] >= q->target;
}

enum nash_status bridge_library_makes(const struct bridge_position *position, unsigned target, struct nash_run *run,
                                      struct bridge_card *card, int *makes, struct nash_error *error)
{
    struct question q = {.board = board_of(position), .target = (int)target, .solutions = ONE_CARD};
    bool whole;
    if (tricks_left(position) == 1) {
        *card = last_card(position);
        *makes = wins_last(position) >= target;
        return NASH_OK;
    }
    *makes = -1;
    enum nash_status status = ask(&q, run, &whole, error);
    if (status != NASH_OK || !whole)
        return status;
    *makes = reached(&q);
    if (*makes)
        *card = card_of(q.found.suit[0], q.found.rank[0]);
    return NASH_OK;
}

/* ---- one strain: four leaders ---- */

struct leads {
    struct question q;
    int left;              /* tricks in all */
    int tricks[DDS_HANDS]; /* of each seat's side when it leads */
    uint64_t nodes;
};

static bool solve_once(struct leads *leads)
{
    solve(&leads->q);
    leads->nodes += (uint64_t)leads->q.found.nodes;
    return leads->q.code == RETURN_NO_FAULT;
}

/* Up or down from a guess, one null window after the other. -1: the library refused. */
static int tricks_near(struct leads *leads, int guess)
{
    int least = 0, most = leads->left;
    leads->q.target = guess > 1 ? guess : 1;
    while (least < most) {
        if (!solve_once(leads))
            return -1;
        if (reached(&leads->q))
            least = leads->q.target++;
        else
            most = --leads->q.target;
    }
    return least;
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

enum nash_status bridge_library_strain(const struct bridge_deal *deal, unsigned strain, struct nash_run *run,
                                       uint8_t tricks[BRIDGE_SEATS], bool *whole, struct nash_error *error)
{
    struct bridge_position position = {.deal = *deal, .strain = (uint8_t)strain};
    struct leads leads = {.q = {.board = board_of(&position), .solutions = ONE_CARD},
                          .left = (int)tricks_left(&position),
                          .tricks = {-1, -1, -1, -1}};
    enum nash_status status = NASH_OK;
    *whole = true;
    if (leads.left > 1)
        status = call_library(solve_leads, &leads, run, whole, error);
    if (status != NASH_OK || !*whole)
        return status;
    run->nodes += leads.nodes;
    for (unsigned leader = 0; leader < BRIDGE_SEATS; leader++) {
        position.leader = (uint8_t)leader;
        int won = leads.left > 1 ? leads.tricks[leader] : wins_last(&position);
        if (won < 0)
            return refused(leads.q.code, error);
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

static void analyse(void *context)
{
    struct trace *trace = context;
    trace->code = dds.analyse_play(trace->board, trace->play, &trace->solved, SLOT);
}

static void add_card(struct playTraceBin *play, struct bridge_card card)
{
    play->suit[play->number] = card.suit;
    play->rank[play->number++] = card.rank + RANK_SHIFT;
}

/* The position at the beginning of its trick. */
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

/* Fills in how many it has found; those of the last trick are decided before it. */
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

enum nash_status bridge_library_trace(const struct bridge_position *position, const struct bridge_card *play,
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
        enum nash_status status = call_library(analyse, &trace, run, &whole, error);
        if (status != NASH_OK)
            return status;
    }
    if (whole && trace.code != RETURN_NO_FAULT)
        return refused(trace.code, error);
    *known = read_trace(&trace, position->played, count, 4 * (left - 1), tricks);
    return NASH_OK;
}
