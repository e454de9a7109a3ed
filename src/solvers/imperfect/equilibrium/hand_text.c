#include "hand_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 512 };

/* ---- writing ---- */

static void write_word(const char *word, struct nash_buf *out)
{
    nash_buf_putc(out, ' ');
    if (*word && !strpbrk(word, " \t\"\\") && strcmp(word, "shows") != 0 && strcmp(word, "-") != 0) {
        nash_buf_puts(out, word);
        return;
    }
    nash_buf_putc(out, '"');
    for (; *word; word++) {
        if (*word == '"' || *word == '\\')
            nash_buf_putc(out, '\\');
        nash_buf_putc(out, *word);
    }
    nash_buf_putc(out, '"');
}

/* Returns the last node above v at which a player decided, or UINT32_MAX. */
static uint32_t last_decision(const struct game_tree *tree, uint32_t v, int player)
{
    while (v != 0) {
        v = tree->parent[v];
        if (tree->player[v] == player)
            return v;
    }
    return UINT32_MAX;
}

static void write_set(const struct game_tree *tree, uint32_t node, struct nash_buf *out)
{
    if (node == UINT32_MAX)
        nash_buf_puts(out, " -");
    else
        write_word(tree->infoset_of[tree->infoset[node]].name, out);
}

/* Writes the actions from node `from` to node v, first to last. */
static void write_actions(const struct game_tree *tree, uint32_t from, uint32_t v, struct nash_buf *out)
{
    uint32_t path[GAME_DEPTH_MAX + 1], length = 0;
    for (uint32_t n = v; n != from && n != 0 && length <= GAME_DEPTH_MAX; n = tree->parent[n])
        path[length++] = n;
    while (length-- > 0) {
        uint32_t parent = tree->parent[path[length]];
        if (tree->player[parent] >= 0)
            write_word(
                tree->action_name[tree->infoset_of[tree->infoset[parent]].first_action + game_edge(tree, path[length])],
                out);
    }
}

void hand_text_write(const struct learn_views *views, const struct learn_hand *hand, struct nash_buf *out)
{
    const struct game_tree *tree = views->tree;
    uint32_t own = last_decision(tree, hand->terminal, hand->seat);
    nash_buf_printf(out, "%u", hand->seat + 1U);
    write_set(tree, own, out);
    write_actions(tree, own == UINT32_MAX ? 0 : own, hand->terminal, out);
    if (hand->shown) {
        nash_buf_puts(out, " shows");
        write_set(tree, last_decision(tree, hand->terminal, 1 - hand->seat), out);
    }
}

/* ---- reading ---- */

struct hand_reader {
    const struct learn_views *views;
    const char *at, *end;
    char word[WORD_MAX];
    bool quoted;
    uint32_t *node; /* [nodes]: nodes that agree with the text so far */
    uint32_t count;
    char *why; /* [HAND_TEXT_WHY] */
};

/* Reads the next word. Returns false at the end of the text, or if a word is too long or its quote is missing; then
 * *why is set. */
static bool next_word(struct hand_reader *r)
{
    size_t len = 0;
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t'))
        r->at++;
    if (r->at == r->end)
        return false;
    r->quoted = *r->at == '"';
    r->at += r->quoted;
    while (r->at < r->end && (r->quoted ? *r->at != '"' : *r->at != ' ' && *r->at != '\t')) {
        r->at += r->quoted && *r->at == '\\' && r->at + 1 < r->end;
        if (len + 1 == WORD_MAX) {
            snprintf(r->why, HAND_TEXT_WHY, "a word of the hand is longer than %d bytes", WORD_MAX - 1);
            return false;
        }
        r->word[len++] = *r->at++;
    }
    r->word[len] = '\0';
    if (r->quoted && r->at == r->end) {
        snprintf(r->why, HAND_TEXT_WHY, "the quote before \"%.100s\" is not closed", r->word);
        return false;
    }
    r->at += r->quoted;
    return true;
}

static bool word_is(const struct hand_reader *r, const char *plain)
{
    return !r->quoted && strcmp(r->word, plain) == 0;
}

/* Starts with the nodes of the observer's last information set. */
static bool read_set(struct hand_reader *r, uint32_t seat)
{
    const struct game_tree *tree = r->views->tree;
    if (!next_word(r)) {
        if (!*r->why)
            snprintf(r->why, HAND_TEXT_WHY, "expected the observer's last information set after the seat");
        return false;
    }
    if (word_is(r, "-")) {
        r->node[r->count++] = 0;
        return true;
    }
    uint32_t i = learn_find_infoset(r->views, r->word);
    if (i == UINT32_MAX || tree->infoset_of[i].player != seat) {
        snprintf(r->why, HAND_TEXT_WHY, "player %u has no information set \"%.100s\"", seat + 1, r->word);
        return false;
    }
    r->count = tree->infoset_of[i].node_count;
    memcpy(r->node, tree->infoset_node + tree->infoset_of[i].first_node, r->count * sizeof *r->node);
    return true;
}

/* Replaces chance nodes by their children until none is left. A node is replaced in place or appended, so the list is
 * never longer than the tree. */
static void pass_chance(struct hand_reader *r)
{
    const struct game_tree *tree = r->views->tree;
    for (uint32_t n = 0; n < r->count; n++)
        while (tree->player[r->node[n]] == GAME_CHANCE) {
            uint32_t v = r->node[n];
            r->node[n] = tree->first_child[v];
            for (uint32_t c = tree->first_child[v] + 1; c < tree->first_child[v + 1]; c++)
                r->node[r->count++] = c;
        }
}

/* Follows the action named by the word from all nodes. */
static bool follow_word(struct hand_reader *r)
{
    const struct game_tree *tree = r->views->tree;
    uint32_t kept = 0;
    pass_chance(r);
    for (uint32_t n = 0; n < r->count; n++) {
        uint32_t v = r->node[n];
        if (tree->player[v] < 0)
            continue;
        const struct game_infoset *set = &tree->infoset_of[tree->infoset[v]];
        for (uint32_t k = 0; k < set->action_count; k++)
            if (strcmp(tree->action_name[set->first_action + k], r->word) == 0) {
                r->node[kept++] = tree->first_child[v] + k;
                break;
            }
    }
    r->count = kept;
    if (kept == 0)
        snprintf(r->why, HAND_TEXT_WHY, "\"%.100s\" is not a possible action there", r->word);
    return kept > 0;
}

/* Returns whether the word names the opponent's last information set above v, or the beginning of it. */
static bool shows(const struct hand_reader *r, uint32_t v, uint32_t seat)
{
    const struct game_tree *tree = r->views->tree;
    uint32_t node = last_decision(tree, v, 1 - (int)seat);
    if (node == UINT32_MAX)
        return word_is(r, "-");
    const char *name = tree->infoset_of[tree->infoset[node]].name;
    size_t len = strlen(r->word);
    return strncmp(name, r->word, len) == 0 && (name[len] == '\0' || name[len] == ':');
}

/* Chooses the terminal among the nodes that agree with the text. */
static bool choose_terminal(struct hand_reader *r, struct learn_hand *hand)
{
    const struct game_tree *tree = r->views->tree;
    const uint32_t *kind = r->views->kind + (size_t)hand->seat * tree->nodes;
    uint32_t kept = 0;
    pass_chance(r);
    for (uint32_t n = 0; n < r->count; n++)
        if (tree->player[r->node[n]] == GAME_TERMINAL && (!hand->shown || shows(r, r->node[n], hand->seat)))
            r->node[kept++] = r->node[n];
    if (kept == 0 && hand->shown)
        snprintf(r->why, HAND_TEXT_WHY, "the opponent cannot have shown \"%.100s\"", r->word);
    else if (kept == 0)
        snprintf(r->why, HAND_TEXT_WHY, "the hand is not over after these actions");
    if (kept == 0)
        return false;
    for (uint32_t n = 1; n < kept; n++) {
        if (!hand->shown && kind[r->node[n]] != kind[r->node[0]]) {
            snprintf(r->why, HAND_TEXT_WHY,
                     "several results are possible: add \"shows\" and the opponent's information set");
            return false;
        }
        if (r->node[n] < r->node[0])
            r->node[0] = r->node[n];
    }
    hand->terminal = hand->shown ? r->node[0] : kind[r->node[0]];
    return true;
}

static bool read_hand(struct hand_reader *r, struct learn_hand *hand)
{
    if (!next_word(r) || !(word_is(r, "1") || word_is(r, "2"))) {
        if (!*r->why)
            snprintf(r->why, HAND_TEXT_WHY, "expected the observer's seat, 1 or 2, at the beginning");
        return false;
    }
    *hand = (struct learn_hand){.seat = r->word[0] == '2'};
    if (!read_set(r, hand->seat))
        return false;
    while (!hand->shown && next_word(r)) {
        hand->shown = word_is(r, "shows");
        if (!hand->shown && !follow_word(r))
            return false;
    }
    if (hand->shown && !next_word(r) && !*r->why)
        snprintf(r->why, HAND_TEXT_WHY, "expected the opponent's information set after \"shows\"");
    if (*r->why || !choose_terminal(r, hand))
        return false;
    if (hand->shown && next_word(r)) {
        snprintf(r->why, HAND_TEXT_WHY, "unexpected \"%.100s\" after the shown information set", r->word);
        return false;
    }
    return !*r->why;
}

enum nash_status hand_text_read(const struct learn_views *views, const char *text, size_t len, struct learn_hand *hand,
                                char why[static HAND_TEXT_WHY], struct nash_arena *arena)
{
    struct nash_arena_mark mark = nash_arena_mark(arena);
    struct hand_reader reader = {.views = views, .at = text, .end = text + len, .why = why};
    /* Not zeroed, because few of the nodes are used: a large tree would cost more than its hands. */
    reader.node = nash_arena_alloc_raw(arena, views->tree->nodes * sizeof *reader.node, sizeof *reader.node);
    *why = '\0';
    if (!reader.node)
        return NASH_NOMEM;
    bool read = read_hand(&reader, hand);
    nash_arena_release(arena, mark);
    return read ? NASH_OK : NASH_UNPROCESSABLE;
}
