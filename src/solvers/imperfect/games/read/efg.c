/* Reads Gambit's .efg files.
 *
 * A node is one of
 *     c "name" number "infoset" { "action" 1/2 ... } outcome
 *     p "name" player number "infoset" { "action" ... } outcome
 *     t "name" outcome
 * where an outcome is 0 (none), or number "name" { payoffs }. The data of an infoset or an outcome stands where its
 * number first appears and may be repeated. Any node may have an outcome, which all ends below it receive. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <solvers/imperfect/games/build.h>
#include <solvers/kit/collections/symbols.h>
#include <solvers/kit/scanner.h>

#include "names.h"
#include "read.h"

/* The moves at an infoset of a player or of chance. */
struct efg_moves {
    uint32_t count, room;
    const char **name;
    double *p;           /* of chance */
    uint32_t infoset;    /* in the builder; of a player */
    const char *defined; /* where in the text */
};

/* A node whose children follow. */
struct efg_open {
    uint32_t node, next; /* next: the index of the next child */
    const struct efg_moves *moves;
};

struct efg {
    struct scanner s;
    struct game_build build;
    struct symbols infosets;  /* by player and number; chance is player 0 */
    struct efg_moves **moves; /* [number in `infosets`] */
    uint32_t moves_room;
    struct symbols outcomes; /* numbers */
    double **payoff;         /* [number in `outcomes`] */
    uint32_t payoff_room;
    struct game_names names; /* of infosets */
    struct efg_open *open;   /* [GAME_DEPTH_MAX + 1] */
    uint32_t depth;
};

/* Returns an array that holds more than `count` pointers, moved if necessary. NULL after reporting NASH_NOMEM. */
static void *efg_room(struct efg *e, void *items, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room)
        return items;
    uint32_t larger = *room ? *room * 2 : 4;
    void *moved = reader_alloc(e->s.t.r, larger, size);
    if (moved && count)
        memcpy(moved, items, count * size);
    if (moved)
        *room = larger;
    return moved;
}

/* Finds the infoset of a player, or the outcome, with the number in the file, or adds it. Returns its number in the
 * set, SYMBOL_NONE without memory. */
static uint32_t efg_number(struct efg *e, struct symbols *set, uint32_t player, int64_t given, bool *is_new)
{
    char key[40];
    int len = snprintf(key, sizeof key, "%u:%lld", player, (long long)given);
    uint32_t number = symbols_add(set, key, (size_t)len, is_new);
    if (number == SYMBOL_NONE)
        reader_nomem(e->s.t.r);
    return number;
}

/* ---- infosets ---- */

/* Reads { "action" ... }, of chance with a probability after each. */
static bool efg_read_moves(struct efg *e, struct efg_moves *moves, bool chance)
{
    double sum = 0;
    struct scanner at = e->s;
    if (!scanner_expect(&e->s, TOKEN_OPEN, "'{' before the actions"))
        return false;
    while (e->s.token == TOKEN_TEXT) {
        uint32_t room = moves->room;
        moves->name = efg_room(e, moves->name, moves->count, &room, sizeof *moves->name);
        moves->p = efg_room(e, moves->p, moves->count, &moves->room, sizeof *moves->p);
        if (!moves->name || !moves->p)
            return false;
        if (moves->count == GAME_ACTIONS_MAX)
            return scanner_fail(&e->s, NASH_TOO_LARGE, "there are more than %d actions", GAME_ACTIONS_MAX);
        if (!scanner_name(&e->s, &moves->name[moves->count], GAME_NAME_MAX))
            return false;
        moves->p[moves->count] = 1;
        struct scanner number = e->s;
        if (chance && !scanner_real(&e->s, &moves->p[moves->count], "probability"))
            return false;
        if (!(moves->p[moves->count] >= 0 && moves->p[moves->count] <= 1))
            return scanner_fail(&number, NASH_UNPROCESSABLE, "a probability is from 0 to 1");
        sum += moves->p[moves->count++];
    }
    if (moves->count == 0)
        return scanner_unexpected(&e->s, "the name of an action in quotes");
    if (chance && !(fabs(sum - 1) <= 1e-9))
        return scanner_fail(&at, NASH_UNPROCESSABLE, "the probabilities must sum to 1, their sum is %.12g", sum);
    return scanner_expect(&e->s, TOKEN_CLOSE, "'}' after the actions");
}

/* Checks that the moves at a later appearance are those of the first. */
static bool efg_same_moves(struct efg *e, const struct scanner *at, const struct efg_moves *first,
                           const struct efg_moves *again)
{
    bool same = first->count == again->count;
    for (uint32_t a = 0; same && a < first->count; a++)
        same = strcmp(first->name[a], again->name[a]) == 0 && fabs(first->p[a] - again->p[a]) <= 1e-9;
    return same || scanner_fail(at, NASH_UNPROCESSABLE,
                                "the infoset has other actions here than where it first appears, in line %zu: all "
                                "nodes of an infoset have the same actions in the same order",
                                text_line_number(&e->s.t, first->defined));
}

/* Adds the infoset of a player with the moves of its first appearance. */
static bool efg_add_infoset(struct efg *e, struct efg_moves *moves, uint32_t player, int64_t given, const char *name)
{
    const char *unique = game_names_unique(&e->names, name, player, given);
    const char *const *names = game_names_of_actions(e->build.arena, moves->name, moves->count);
    if (!unique || !names)
        return reader_nomem(e->s.t.r) == NASH_OK;
    moves->infoset = game_build_infoset(&e->build, player - 1, unique, moves->count, names);
    return true;
}

/* Reads the actions of an infoset: `first` is NULL or those of its first appearance, which are returned then. */
static struct efg_moves *efg_read_actions(struct efg *e, const struct scanner *at, uint32_t player, int64_t given,
                                          const char *name, struct efg_moves *first)
{
    struct nash_arena_mark mark = nash_arena_mark(e->build.arena);
    struct efg_moves *moves = READER_NEW(e->s.t.r, struct efg_moves, 1);
    if (!moves || !efg_read_moves(e, moves, player == 0))
        return NULL;
    if (first) {
        bool same = efg_same_moves(e, at, first, moves);
        nash_arena_release(e->build.arena, mark);
        return same ? first : NULL;
    }
    moves->defined = at->from;
    return player == 0 || efg_add_infoset(e, moves, player, given, name) ? moves : NULL;
}

/* Reads what follows the player: number, and the name and the actions where the infoset first appears. */
static const struct efg_moves *efg_read_infoset(struct efg *e, uint32_t player)
{
    const char *name = "";
    int64_t given = 0;
    struct scanner at = e->s;
    bool is_new = false;
    if (!scanner_int(&e->s, 0, INT32_MAX, &given, "the number of the infoset"))
        return NULL;
    uint32_t number = efg_number(e, &e->infosets, player, given, &is_new);
    if (number == SYMBOL_NONE || !(e->moves = efg_room(e, e->moves, number, &e->moves_room, sizeof(void *))))
        return NULL;
    if (is_new)
        e->moves[number] = NULL;
    if (e->s.token == TOKEN_TEXT && !e->moves[number]) {
        if (!scanner_name(&e->s, &name, GAME_NAME_MAX))
            return NULL;
    } else if (e->s.token == TOKEN_TEXT) {
        scanner_next(&e->s);
    }
    if (e->s.token == TOKEN_OPEN)
        return e->moves[number] = efg_read_actions(e, &at, player, given, name, e->moves[number]);
    if (!e->moves[number])
        (void)scanner_fail(&e->s, NASH_INVALID, "the actions are missing: the infoset first appears here");
    return e->moves[number];
}

/* ---- outcomes ---- */

/* Reads { 1, -1 }. */
static double *efg_read_payoffs(struct efg *e)
{
    double *payoff = READER_NEW(e->s.t.r, double, e->build.players);
    if (!payoff || !scanner_expect(&e->s, TOKEN_OPEN, "'{' before the payoffs"))
        return NULL;
    for (uint32_t p = 0; p < e->build.players; p++)
        if (!scanner_real(&e->s, &payoff[p], "payoff for each player"))
            return NULL;
    return scanner_expect(&e->s, TOKEN_CLOSE, "'}' after a payoff for each player") ? payoff : NULL;
}

/* Reads the outcome of a node. Returns its payoffs, NULL for none; reports errors. */
static const double *efg_read_outcome(struct efg *e)
{
    int64_t given = 0;
    bool is_new = false;
    struct scanner at = e->s;
    if (!scanner_int(&e->s, 0, INT32_MAX, &given, "the number of the outcome, 0 for none"))
        return NULL;
    if (given == 0 && e->s.token != TOKEN_TEXT && e->s.token != TOKEN_OPEN)
        return NULL;
    if (given == 0) {
        (void)scanner_fail(&e->s, NASH_INVALID, "outcome 0 is none: it has no name and no payoffs");
        return NULL;
    }
    uint32_t number = efg_number(e, &e->outcomes, 0, given, &is_new);
    if (number == SYMBOL_NONE || !(e->payoff = efg_room(e, e->payoff, number, &e->payoff_room, sizeof(void *))))
        return NULL;
    if (is_new)
        e->payoff[number] = NULL;
    if (e->s.token == TOKEN_TEXT)
        scanner_next(&e->s);
    if (e->s.token == TOKEN_OPEN) {
        double *payoff = efg_read_payoffs(e);
        if (payoff && e->payoff[number] && memcmp(payoff, e->payoff[number], e->build.players * sizeof *payoff) != 0)
            (void)scanner_fail(&at, NASH_UNPROCESSABLE, "outcome %lld has other payoffs where it first appears",
                               (long long)given);
        e->payoff[number] = payoff;
    } else if (!e->payoff[number]) {
        (void)scanner_fail(&e->s, NASH_INVALID, "the payoffs are missing: outcome %lld first appears here",
                           (long long)given);
    }
    return e->payoff[number];
}

/* ---- nodes ---- */

/* Adds the node of a type below the innermost open one. */
static uint32_t efg_add(struct efg *e, char type, const struct efg_moves *moves)
{
    uint32_t parent = GAME_NO_PARENT;
    const char *edge = "";
    double p = 1;
    if (e->depth) {
        struct efg_open *open = &e->open[e->depth - 1];
        parent = open->node;
        edge = open->moves->name[open->next];
        p = open->moves->p[open->next++];
    }
    return type == 'c'   ? game_add_chance(&e->build, parent, p, edge)
           : type == 'p' ? game_add_decision(&e->build, parent, p, edge, moves->infoset)
                         : game_add_terminal(&e->build, parent, p, edge);
}

/* Reads a node and opens it if it has moves. */
static bool efg_read_node(struct efg *e)
{
    struct scanner at = e->s;
    char type = e->s.token == TOKEN_WORD && e->s.len == 1 ? *e->s.text : '\0';
    const char *name = "";
    const struct efg_moves *moves = NULL;
    int64_t player = 0;
    if (type != 'c' && type != 'p' && type != 't')
        return scanner_unexpected(&e->s, "a node: c, p or t");
    scanner_next(&e->s);
    if (e->s.token == TOKEN_TEXT && !scanner_name(&e->s, &name, GAME_NAME_MAX))
        return false;
    if (type == 'p' && !scanner_int(&e->s, 1, e->build.players, &player, "the player"))
        return false;
    if (type != 't' && !(moves = efg_read_infoset(e, (uint32_t)player)))
        return false;
    const double *payoff = efg_read_outcome(e);
    if (!reader_ok(e->s.t.r))
        return false;
    uint32_t node = efg_add(e, type, moves);
    if (payoff)
        game_add_payoff(&e->build, node, payoff);
    if (e->build.status == NASH_NOMEM)
        return reader_nomem(e->s.t.r) == NASH_OK;
    if (e->build.status)
        return scanner_fail(&at, e->build.status, "the game has more than %s", e->build.limit);
    if (type != 't')
        e->open[e->depth++] = (struct efg_open){.node = node, .moves = moves};
    while (e->depth && e->open[e->depth - 1].next == e->open[e->depth - 1].moves->count)
        e->depth--;
    return true;
}

/* ---- the head ---- */

/* Reads EFG 2 R "title" { "player" ... } "comment" and begins the game. */
static bool efg_read_head(struct efg *e, struct nash_arena *arena)
{
    const char *title = NULL, *player[GAME_PLAYERS_MAX];
    uint32_t players = 0;
    if (!scanner_at_word(&e->s, "EFG"))
        return scanner_fail(&e->s, NASH_INVALID, "a game begins with EFG 2 R \"title\" { \"player\" \"player\" }");
    scanner_next(&e->s);
    if (!scanner_at_word(&e->s, "2"))
        return scanner_fail(&e->s, NASH_INVALID, "version 2 of the format is expected: EFG 2 R \"title\" ...");
    scanner_next(&e->s);
    if (!scanner_at_word(&e->s, "R") && !scanner_at_word(&e->s, "D"))
        return scanner_fail(&e->s, NASH_INVALID, "R (or D) is expected after EFG 2");
    scanner_next(&e->s);
    if (!scanner_name(&e->s, &title, GAME_NAME_MAX) || !scanner_expect(&e->s, TOKEN_OPEN, "'{' before the players"))
        return false;
    while (e->s.token == TOKEN_TEXT) {
        if (players == GAME_PLAYERS_MAX)
            return scanner_fail(&e->s, NASH_UNPROCESSABLE, "a game has at most %d players", GAME_PLAYERS_MAX);
        if (!scanner_name(&e->s, &player[players++], GAME_NAME_MAX))
            return false;
    }
    if (players == 0)
        return scanner_unexpected(&e->s, "the name of a player in quotes");
    if (!scanner_expect(&e->s, TOKEN_CLOSE, "'}' after the players"))
        return false;
    if (e->s.token == TOKEN_TEXT)
        scanner_next(&e->s); /* a comment */
    game_build_begin(&e->build, arena, players);
    e->build.title = title;
    const char *const *names = game_names_of_actions(arena, player, players);
    for (uint32_t p = 0; names && p < players && e->build.player_name; p++)
        e->build.player_name[p] = names[p];
    return true;
}

struct game_tree *efg_read(const struct reader *r, const char *text, size_t len)
{
    struct nash_arena *arena = r->root->arena;
    struct nash_error error = {0};
    struct efg *e = READER_NEW(r, struct efg, 1);
    struct efg_open *open = READER_NEW(r, struct efg_open, GAME_DEPTH_MAX + 1);
    if (!e || !open)
        return NULL;
    e->open = open;
    if (!symbols_init(&e->infosets, arena, 64) || !symbols_init(&e->outcomes, arena, 64) ||
        !game_names_init(&e->names, arena)) {
        reader_nomem(r);
        return NULL;
    }
    scanner_begin(&e->s, r, text, len);
    scanner_next(&e->s);
    if (!efg_read_head(e, arena))
        return NULL;
    do {
        if (!efg_read_node(e))
            return NULL;
    } while (e->depth);
    if (e->s.token != TOKEN_END) {
        (void)scanner_fail(&e->s, NASH_INVALID, "something follows after the last node: each branch has ended");
        return NULL;
    }
    struct game_tree *tree = game_build_end(&e->build, &error);
    if (!tree)
        reader_adopt(r, &error);
    return tree;
}
