/* Reads a request of the form "game". */
#include <math.h>
#include <string.h>

#include <solvers/imperfect/equilibrium/normal_form.h>
#include <solvers/imperfect/equilibrium/values.h>
#include <solvers/imperfect/games/form.h>
#include <solvers/imperfect/games/problem.h>
#include <solvers/kit/beside_text.h>

#include "read.h"
#include "strategy.h"

const char *const game_want_names[] = {"solve", "best_response", "evaluate", "exploit", NULL};
const char *const game_method_names[] = {
    "auto", "backward_induction", "normal_form", "cfr", "cfr+", "dcfr", "pcfr+", "pdcfr+", NULL};

/* Reduced strategies of each player up to which a game of constant sum is solved exactly without being asked. */
enum { EXACT_STRATEGIES = 100 };
enum { EFG_BYTES_MAX = 16 << 20 };

/* ---- what is asked ---- */

/* Refuses members that the question has no use for. */
static void check_members(struct reader *r, enum game_want want)
{
    static const struct {
        const char *name;
        unsigned wants; /* bits */
    } members[] = {{"player", ~(1U << GAME_SOLVE)},
                   {"strategy", 1U << GAME_EVALUATE},
                   {"opponent_strategy", ~(1U << GAME_SOLVE)},
                   {"trust", 1U << GAME_EXPLOIT},
                   {"method", 1U << GAME_SOLVE},
                   {"iterations", ~(1U << GAME_BEST_RESPONSE)},
                   {"target", ~(1U << GAME_BEST_RESPONSE)}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (reader_has(r, members[i].name) && !(members[i].wants & 1U << want))
            reader_fail(r, NASH_UNPROCESSABLE, members[i].name, "has no meaning when \"want\" is \"%s\"",
                        game_want_names[want]);
}

/* Reads the player asked for: its name or its number from 1. Returns UINT32_MAX if there is none. */
static uint32_t read_player(struct reader *r, const struct game_tree *tree)
{
    struct reader player;
    if (!reader_member(&player, r, "player"))
        return UINT32_MAX;
    if (cJSON_IsNumber(player.value))
        return (uint32_t)reader_as_int(&player, 1, tree->players, 1) - 1;
    const char *name = reader_as_string(&player, 4 * GAME_NAME_MAX);
    uint32_t p = name ? game_find_player(tree, name) : 0;
    if (p == UINT32_MAX)
        reader_fail(&player, NASH_UNPROCESSABLE, NULL,
                    "is not a player of the game: expected its name, or its number from 1 to %u", tree->players);
    return p;
}

/* Returns a uniform strategy. NULL after reporting NASH_NOMEM. */
static double *new_strategy(struct reader *r, const struct game_tree *tree)
{
    double *strategy = READER_NEW(r, double, tree->actions + 1);
    if (strategy)
        game_uniform(tree, strategy);
    return strategy;
}

/* Reads a strategy of some players: not of `skip`, and of only_player alone unless it is UINT32_MAX. The others' part
 * is uniform. Returns NULL if the member is absent. */
static const double *read_strategy(struct reader *r, const char *name, const struct game_problem *p, uint32_t skip,
                                   uint32_t only_player)
{
    double *strategy = new_strategy(r, p->tree), *uniform = new_strategy(r, p->tree);
    if (!strategy || !uniform || !game_read_strategy(r, name, p->tree, p->builtin, skip, only_player, strategy))
        return NULL;
    for (uint32_t q = 0; q < p->tree->players; q++)
        if (q == skip || (only_player != UINT32_MAX && q != only_player))
            game_copy_player(p->tree, q, uniform, strategy);
    return strategy;
}

static void read_strategies(struct reader *r, struct game_problem *p)
{
    if (p->want == GAME_EVALUATE) {
        static const char *const required[] = {"strategy", NULL};
        reader_require(r, required);
        p->strategy = read_strategy(r, "strategy", p, UINT32_MAX, p->player);
    }
    if (p->want == GAME_SOLVE)
        return;
    if (p->want != GAME_EVALUATE) {
        static const char *const required[] = {"opponent_strategy", NULL};
        reader_require(r, required);
    }
    p->opponent = read_strategy(r, "opponent_strategy", p, p->player, UINT32_MAX);
}

/* ---- the method ---- */

/* Returns the larger number of reduced pure strategies of the two players. */
static uint64_t count_strategies(struct reader *r, const struct game_tree *tree)
{
    uint64_t first = normal_form_strategies(tree, 0, r->root->arena);
    uint64_t second = normal_form_strategies(tree, 1, r->root->arena);
    return first > second ? first : second;
}

/* Returns the method that "auto" means, or GAME_AUTO after reporting that there is none. */
static enum game_method select_method(struct reader *r, const struct game_tree *tree)
{
    if (tree->players == 1)
        return GAME_ONE_PLAYER;
    if (tree->perfect_information)
        return GAME_BACKWARD;
    if (tree->players > 2) {
        reader_fail(r, NASH_UNPROCESSABLE, NULL,
                    "a game of imperfect information with %u players is not solved; ask for best_response or evaluate, "
                    "which take any number of players",
                    tree->players);
        return GAME_AUTO;
    }
    uint64_t strategies = count_strategies(r, tree);
    if (strategies <= (tree->constant_sum ? EXACT_STRATEGIES : NORMAL_FORM_MAX))
        return GAME_NORMAL;
    if (tree->constant_sum)
        return GAME_CFR;
    reader_fail(r, NASH_UNPROCESSABLE, NULL,
                "a game whose payoffs do not sum to a constant is solved if it has perfect information or at most %d "
                "strategies a player; ask for best_response or evaluate, which take any game",
                NORMAL_FORM_MAX);
    return GAME_AUTO;
}

/* Checks that the method that was asked for can solve the game. */
static void check_method(struct reader *r, const struct game_problem *p)
{
    const struct game_tree *tree = p->tree;
    if (p->method == GAME_BACKWARD && !tree->perfect_information)
        reader_fail(r, NASH_UNPROCESSABLE, "method",
                    "backward induction needs perfect information: single-node infosets");
    if (p->method == GAME_NORMAL && (tree->players != 2 || count_strategies(r, tree) > NORMAL_FORM_MAX))
        reader_fail(r, NASH_UNPROCESSABLE, "method",
                    "the normal form is solved for two players with at most %d reduced strategies each",
                    NORMAL_FORM_MAX);
    if (p->method >= GAME_CFR && (tree->players != 2 || !tree->constant_sum))
        reader_fail(r, NASH_UNPROCESSABLE, "method", "CFR solves games of two players whose payoffs sum to a constant");
}

/* Checks that the question can be answered for the game. */
static void check_question(struct reader *r, struct game_problem *p)
{
    if (p->want == GAME_SOLVE && p->method == GAME_AUTO)
        p->method = select_method(r, p->tree);
    else if (p->want == GAME_SOLVE)
        check_method(r, p);
    if (p->want == GAME_EXPLOIT && (p->tree->players != 2 || !p->tree->constant_sum))
        reader_fail(r, NASH_UNPROCESSABLE, "want",
                    "exploit needs two players whose payoffs sum to a constant; ask for best_response, which takes any "
                    "game");
    if (p->want == GAME_EVALUATE && p->player != UINT32_MAX && !p->opponent &&
        (p->tree->players != 2 || !p->tree->constant_sum))
        reader_fail(
            r, NASH_UNPROCESSABLE, "opponent_strategy",
            "is needed: the worst case of a strategy is defined for two players whose payoffs sum to a constant");
}

/* ---- the request ---- */

/* Reads the members besides the game. */
static void read_question(struct reader *r, struct game_problem *p)
{
    p->want = (enum game_want)reader_enum(r, "want", game_want_names, GAME_SOLVE);
    check_members(r, p->want);
    p->player = read_player(r, p->tree);
    p->trust = reader_number(r, "trust", 0, 1, 1);
    p->method = (enum game_method)reader_enum(r, "method", game_method_names, GAME_AUTO);
    p->iterations = (uint64_t)reader_int(r, "iterations", 1, 1000000000, 1000000);
    p->target = reader_number(r, "target", 0, 1e6, 1e-6);
    if (reader_ok(r))
        read_strategies(r, p);
    if (reader_ok(r))
        check_question(r, p);
}

/* Reads the member "game", a name or a tree, or "efg". */
static const struct game_tree *read_tree(struct reader *r, int *builtin)
{
    struct nash_error error = {0};
    struct reader game;
    *builtin = -1;
    if (reader_has(r, "efg")) {
        const char *text = reader_string(r, "efg", EFG_BYTES_MAX);
        return text && reader_member(&game, r, "efg") ? efg_read(&game, text, strlen(text)) : NULL;
    }
    if (!reader_member(&game, r, "game"))
        return NULL;
    if (cJSON_IsObject(game.value))
        return game_json_read(&game);
    if (!cJSON_IsString(game.value)) {
        reader_fail(&game, NASH_INVALID, NULL,
                    "expected the name of a game or an object with \"players\" and \"root\"");
        return NULL;
    }
    *builtin = (int)reader_as_enum(&game, game_builtin_names, 0);
    if (!reader_ok(r))
        return NULL;
    const struct game_tree *tree = game_builtin((unsigned)*builtin, r->root->arena, &error);
    if (!tree)
        reader_adopt(&game, &error);
    return tree;
}

#define GAME_QUESTIONS "want", "player", "strategy", "opponent_strategy", "trust", "method", "iterations", "target"

void game_read(struct reader *r, void **problem)
{
    static const char *const members[] = {"game", GAME_QUESTIONS, NULL};
    static const char *const efg_members[] = {"efg", GAME_QUESTIONS, NULL};
    struct game_problem *p = READER_NEW(r, struct game_problem, 1);
    reader_only(r, reader_has(r, "game") ? members : efg_members);
    if (!p || !reader_ok(r) || !(p->tree = read_tree(r, &p->builtin)) || !reader_ok(r))
        return;
    read_question(r, p);
    *problem = p;
}

enum nash_status game_parse_text(const char *text, size_t len, const struct nash_json *members,
                                 struct nash_arena *arena, void **problem, struct nash_error *error)
{
    static const char *const beside[] = {GAME_QUESTIONS, NULL};
    struct reader r;
    reader_beside_text(&r, members, arena, error);
    reader_only(&r, beside);
    struct game_problem *p = READER_NEW(&r, struct game_problem, 1);
    if (!text || !p || !reader_ok(&r))
        return reader_status(&r);
    p->builtin = -1;
    p->tree = efg_read(&r, text, len);
    if (p->tree && reader_ok(&r))
        read_question(&r, p);
    if (reader_ok(&r) && !(*problem = form_problem_new(&imperfect_game, p, arena)))
        reader_nomem(&r);
    return reader_status(&r);
}
