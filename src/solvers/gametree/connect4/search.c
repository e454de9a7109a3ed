/* One node: what is known of its range, then its moves. Compiled once for each instruction set as C4_SEARCH
 * (meson.build).
 *
 * Moves that let the opponent win at once are never looked at, and a move after which he has none but those wins: most
 * wins by two threats, or by two one above the other, end there. A position is entered only when nothing is said of it
 * by its bounds, by memory (asked for all moves before the first is searched), or by the strategies of follow.h. Who
 * has no line left on the board cannot win. Moves with most threats come first, threats in rows of the mover's parity
 * counting more, those above a threat of the opponent, where he will play before them, nothing; then the middle. */
#include "search.h"

#include "follow.h"

enum {
    POLL = 64,
    REPORT = 1 << 14,
    KEEP_BELOW = 36, /* stones of a position that memory keeps: later ones are found again sooner than there */
    ASK_BELOW = 33,  /* stones of a position for whose moves it is asked: each may be a line of the cache to wait for */
    THREAT = 4,
    RIGHT_ROW = 1
};

struct move {
    struct c4_node node; /* after it */
    uint64_t key;
    int rank;
};

/* Does one of the two have no line left, and does that answer the question? The answer is 0 then. */
static inline bool is_drawn(const struct c4_node *n, int alpha)
{
    uint64_t side = alpha >= 0 ? n->own : n->own ^ n->all;
    return !c4_has_four(side | (C4_BOARD & ~n->all));
}

/* Puts the moves in order. False: one of them leaves the opponent no defence. */
static inline bool list_moves(const struct c4_search *search, const struct c4_node *n, struct move *list, int *count)
{
    static const uint64_t middle_first[] = {UINT64_C(63) << 21, UINT64_C(63) << 14, UINT64_C(63) << 28,
                                            UINT64_C(63) << 7,  UINT64_C(63) << 35, UINT64_C(63),
                                            UINT64_C(63) << 42};
    const uint64_t opponent = n->own ^ n->all, covered = n->threats << 1 | n->threats << 2;
    const uint64_t rows = n->stones % 2 == 0 ? C4_ODD : ~C4_ODD;
    *count = 0;
    for (int i = 0; i < C4_COLUMNS; i++) {
        uint64_t move = n->moves & middle_first[i], all = n->all | move;
        if (!move)
            continue;
        uint64_t threats = c4_fourths(n->own | move) & C4_BOARD & ~all, moves = c4_safe_moves(all, threats);
        if (!moves)
            return false;
        uint64_t good = threats & ~covered, key = c4_search_key(search, opponent, all);
        int rank = THREAT * __builtin_popcountll(good) + RIGHT_ROW * __builtin_popcountll(good & rows), at = (*count)++;
        if (n->stones < KEEP_BELOW - 1)
            __builtin_prefetch(c4_memory_place(&search->memory, key));
        for (; at > 0 && list[at - 1].rank < rank; at--)
            list[at] = list[at - 1];
        list[at] = (struct move){{opponent, all, moves, threats, n->stones + 1}, key, rank};
    }
    return true;
}

/* Asks memory for each move. True: one is better than alpha, *best tells how good. Moves that cannot be go from the
 * list. */
static inline bool ask_memory(const struct c4_search *search, struct move *list, int *count, int alpha, int *best)
{
    int kept = 0;
    for (int i = 0; i < *count; i++) {
        struct c4_range range = {-C4_CELLS, C4_CELLS};
        if (c4_memory_get(&search->memory, list[i].key, &range)) {
            if (-range.hi > alpha) {
                *best = -range.hi;
                return true;
            }
            if (-range.lo <= alpha) {
                *best = -range.lo > *best ? -range.lo : *best;
                continue;
            }
        }
        list[kept++] = list[i];
    }
    *count = kept;
    return false;
}

static int enter(struct c4_search *search, const struct c4_node *n, uint64_t key, int alpha);

static bool must_leave(struct c4_search *search)
{
    bool limited = search->limit != 0 && search->run->nodes >= search->limit;
    if (search->run->nodes % REPORT == 0)
        c4_report(search);
    search->left = nash_stop(search->run, C4_CHECK_SEARCH) || limited;
    return search->left;
}

/* The score of the best move, as far as alpha asks. */
static inline int try_moves(struct c4_search *search, const struct c4_node *n, int alpha)
{
    struct move list[C4_COLUMNS];
    int count, best = -C4_CELLS;
    if (!list_moves(search, n, list, &count))
        return c4_most(n->stones);
    if (n->stones == C4_CELLS - 3)
        return 0;
    if (n->stones < ASK_BELOW && ask_memory(search, list, &count, alpha, &best))
        return best;
    for (int i = 0; i < count && best <= alpha; i++) {
        int score = -enter(search, &list[i].node, list[i].key, -alpha - 1);
        best = score > best ? score : best;
        if (search->left)
            return best;
    }
    return best;
}

static int enter(struct c4_search *search, const struct c4_node *n, uint64_t key, int alpha)
{
    struct c4_range range = {c4_least(n->stones), c4_most(n->stones)};
    if (++search->run->nodes % POLL == 0 && must_leave(search))
        return 0;
    if (range.lo > alpha || range.hi <= alpha)
        return range.lo > alpha ? range.lo : range.hi;
    if (n->stones < KEEP_BELOW)
        c4_memory_get(&search->memory, key, &range);
    c4_follow(n->own, n->all, n->stones, &range);
    if (range.lo > alpha || range.hi <= alpha)
        return range.lo > alpha ? range.lo : range.hi;
    if (is_drawn(n, alpha))
        return 0;
    int score = try_moves(search, n, alpha);
    if (search->left)
        return 0;
    score = score > range.hi ? range.hi : score < range.lo ? range.lo : score;
    if (score > alpha)
        range.lo = score;
    else
        range.hi = score;
    if (n->stones < KEEP_BELOW)
        c4_memory_put(&search->memory, key, n->stones, range);
    return score;
}

int C4_SEARCH(struct c4_search *search, const struct c4_node *node, int alpha)
{
    return enter(search, node, c4_search_key(search, node->own, node->all), alpha);
}
