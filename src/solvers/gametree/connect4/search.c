/* The search of one node: bounds first, then moves. Compiled once for each instruction set as C4_SEARCH (meson.build).
 *
 * Moves that let the opponent win at once are skipped; a move that leaves the opponent no safe move wins, which ends
 * most wins by two threats, or by two threats above each other. A position is entered only if its bounds, the
 * transposition table (probed for all moves before the first is searched) and follow_up.h leave it open. A side without
 * a possible line cannot win. Moves are ordered by the number of threats they make, with a bonus for rows of the
 * mover's parity and without those above a threat of the opponent, then from the middle. */
#include "search.h"

#include "follow_up.h"

enum {
    POLL = 64,        /* nodes between two stop checks */
    REPORT = 1 << 14, /* nodes between two progress reports */
    STORE_BELOW = 36, /* positions with fewer stones are stored; later ones are searched faster than looked up */
    PROBE_BELOW = 33, /* the moves of positions with fewer stones are probed; each probe may miss the cache */
    THREAT = 4,       /* rank of a move: points for each threat that it makes */
    RIGHT_ROW = 1     /* additional points for a threat in a row of the mover's parity */
};

struct move {
    struct c4_node node; /* the position after the move */
    uint64_t key;
    int rank;
};

/* Returns whether the side that would have to win has no possible line left. Then 0 is a bound of the score that
 * decides the search. */
static inline bool is_drawn(const struct c4_node *n, int alpha)
{
    uint64_t side = alpha >= 0 ? n->own : n->own ^ n->all;
    return !c4_has_four(side | (C4_BOARD & ~n->all));
}

/* Orders the moves. Returns false if one of them leaves the opponent no defence. */
static inline bool order_moves(const struct c4_search *search, const struct c4_node *n, struct move *list, int *count)
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
        if (n->stones < STORE_BELOW - 1)
            __builtin_prefetch(c4_transposition_place(&search->memory, key));
        for (; at > 0 && list[at - 1].rank < rank; at--)
            list[at] = list[at - 1];
        list[at] = (struct move){{opponent, all, moves, threats, n->stones + 1}, key, rank};
    }
    return true;
}

/* Probes the table for each move. Returns true if one exceeds alpha, with its score in *best. Moves that cannot exceed
 * it are removed from the list. */
static inline bool probe_moves(const struct c4_search *search, struct move *list, int *count, int alpha, int *best)
{
    int kept = 0;
    for (int i = 0; i < *count; i++) {
        struct c4_range range = {-C4_CELLS, C4_CELLS};
        if (c4_transposition_get(&search->memory, list[i].key, &range)) {
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

static int search_node(struct c4_search *search, const struct c4_node *n, uint64_t key, int alpha);

static bool must_stop(struct c4_search *search)
{
    bool limited = search->limit != 0 && search->run->nodes >= search->limit;
    if (search->run->nodes % REPORT == 0)
        c4_report(search);
    search->left = nash_stop(search->run, C4_CHECK_SEARCH) || limited;
    return search->left;
}

/* Returns the score of the best move, up to the first that exceeds alpha. */
static inline int try_moves(struct c4_search *search, const struct c4_node *n, int alpha)
{
    struct move list[C4_COLUMNS];
    int count, best = -C4_CELLS;
    if (!order_moves(search, n, list, &count))
        return c4_score_max(n->stones);
    if (n->stones == C4_CELLS - 3)
        return 0;
    if (n->stones < PROBE_BELOW && probe_moves(search, list, &count, alpha, &best))
        return best;
    for (int i = 0; i < count && best <= alpha; i++) {
        int score = -search_node(search, &list[i].node, list[i].key, -alpha - 1);
        best = score > best ? score : best;
        if (search->left)
            return best;
    }
    return best;
}

static int search_node(struct c4_search *search, const struct c4_node *n, uint64_t key, int alpha)
{
    struct c4_range range = {c4_score_min(n->stones), c4_score_max(n->stones)};
    if (++search->run->nodes % POLL == 0 && must_stop(search))
        return 0;
    if (range.lo > alpha || range.hi <= alpha)
        return range.lo > alpha ? range.lo : range.hi;
    if (n->stones < STORE_BELOW)
        c4_transposition_get(&search->memory, key, &range);
    c4_follow_up(n->own, n->all, n->stones, &range);
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
    if (n->stones < STORE_BELOW)
        c4_transposition_put(&search->memory, key, n->stones, range);
    return score;
}

int C4_SEARCH(struct c4_search *search, const struct c4_node *node, int alpha)
{
    return search_node(search, node, c4_search_key(search, node->own, node->all), alpha);
}
