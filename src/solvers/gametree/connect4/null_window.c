/* Finds a score by null-window searches. The first decides whether the side to move wins, the next whether it loses,
 * and then the window moves by one stone each time: searches next to the result are the cheapest, and their entries in
 * the transposition table serve the next one (28 percent fewer nodes at 14 stones than by bisection).
 *
 * The first search is the hardest, and a stop during it would leave no result; a quick win is found at once by a search
 * from the end of the range. So a search is interrupted after a number of nodes, searches from both ends of the range
 * look for a quick win or a quick loss, and then the first continues with more nodes; its table entries are kept. */
#include <stdio.h>

#include "openings.h"

/* FIRST_NODES: nodes after which a search is interrupted for the first time. MANY_NODES: about a tenth of a second. */
enum { FIRST_NODES = 64, MANY_NODES = 1 << 20 };

c4_search_function *c4_search_best(void)
{
#if defined __x86_64__
    if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi"))
        return c4_search_popcnt;
#endif
    return c4_search_plain;
}

void c4_report(struct c4_search *search)
{
    char json[128];
    struct nash_run *run = search->run;
    if (!nash_progress_due(run))
        return;
    int len = snprintf(json, sizeof json, "{\"engine\":\"search\",\"stones\":%d,\"nodes\":%llu,\"bounds\":[%d,%d]}",
                       search->stones, (unsigned long long)run->nodes, search->known.lo, search->known.hi);
    run->progress(run, json, (size_t)len);
}

/* Sets the range of a position that needs no search: in the table of openings, a win at once, no defence, the last two
 * cells. Returns false for any other position. */
static bool is_decided(const struct c4_search *search, const struct c4_board *board, const struct c4_node *node,
                       struct c4_range *range)
{
    int score = 0;
    if (search->openings && board->stones <= C4_OPENING_STONES)
        score = c4_openings_score(search->openings, board);
    else if (c4_fourths(board->own) & c4_playable(board->all))
        score = (C4_CELLS + 1 - board->stones) / 2;
    else if (board->stones < C4_CELLS && node->moves == 0)
        score = -(C4_CELLS - board->stones) / 2;
    else if (board->stones < C4_CELLS - 2)
        return false;
    *range = (struct c4_range){score, score};
    return true;
}

/* Returns the nodes of the next attempt. Few steps lead to many nodes, where a stop may come. */
static uint64_t next_nodes(uint64_t nodes)
{
    return nodes < MANY_NODES ? nodes * 32 : nodes * 4;
}

static int next_alpha(const struct c4_range *range)
{
    if (range->lo >= 0)
        return range->lo;
    return range->hi > 0 ? 0 : range->hi - 1;
}

/* Searches one null window, with at most `nodes` nodes unless 0, and narrows the range. Returns false if interrupted.
 */
static bool null_window_search(struct c4_search *search, const struct c4_node *node, int alpha, uint64_t nodes,
                               struct c4_range *range)
{
    search->left = false;
    search->stones = node->stones;
    search->known = *range;
    search->limit = nodes ? search->run->nodes + nodes : 0;
    int score = c4_search_best()(search, node, alpha);
    if (search->left)
        return false;
    if (score > alpha)
        range->lo = score > range->lo ? score : range->lo;
    else
        range->hi = score < range->hi ? score : range->hi;
    search->known = *range;
    c4_report(search);
    return true;
}

static struct c4_node node_of(const struct c4_board *board)
{
    struct c4_node node = {.own = board->own, .all = board->all, .stones = board->stones};
    node.threats = c4_fourths(board->own ^ board->all) & C4_BOARD & ~board->all;
    node.moves = c4_safe_moves(board->all, node.threats);
    return node;
}

/* Searches from the middle of the range, with at most `nodes` nodes for each window. */
static void search_from_middle(struct c4_search *search, const struct c4_node *node, int first, uint64_t nodes,
                               struct c4_range *range)
{
    int alpha = first >= range->lo && first < range->hi ? first : next_alpha(range);
    while (range->lo < range->hi && null_window_search(search, node, alpha, nodes, range))
        alpha = next_alpha(range);
}

static void search_from_ends(struct c4_search *search, const struct c4_node *node, uint64_t nodes,
                             struct c4_range *range)
{
    for (bool above = true; range->lo < range->hi; above = !above)
        if (!null_window_search(search, node, above ? range->hi - 1 : range->lo, nodes, range))
            return;
}

void c4_narrow(struct c4_search *search, const struct c4_board *board, int first, struct c4_range *range)
{
    struct c4_node node = node_of(board);
    if (is_decided(search, board, &node, range))
        return;
    for (uint64_t nodes = FIRST_NODES; range->lo < range->hi && search->run->stopped == NASH_STOP_NONE;
         nodes = next_nodes(nodes)) {
        search_from_middle(search, &node, first, nodes, range);
        if (search->run->stopped == NASH_STOP_NONE)
            search_from_ends(search, &node, nodes / 8, range);
    }
}

void c4_recall(const struct c4_search *search, const struct c4_board *board, struct c4_range *range)
{
    struct c4_node node = node_of(board);
    if (!is_decided(search, board, &node, range))
        c4_transposition_get(&search->memory, c4_search_key(search, board->own, board->all), range);
}

bool c4_at_most(struct c4_search *search, const struct c4_board *board, int alpha, struct c4_range *range)
{
    struct c4_node node = node_of(board);
    if (range->lo <= alpha && range->hi > alpha && !is_decided(search, board, &node, range))
        null_window_search(search, &node, alpha, 0, range);
    return range->hi <= alpha;
}
