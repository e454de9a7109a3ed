/* Reads a request of the form "game". */
#include <math.h>
#include <string.h>

#include <solvers/imperfect/equilibrium/normal_form.h>
#include <solvers/imperfect/equilibrium/values.h>
#include <solvers/imperfect/games/form.h>
#include <solvers/imperfect/games/learn/model.h>
#include <solvers/imperfect/games/problem.h>
#include <solvers/kit/beside_text.h>

#include "names.h"
#include "read.h"
#include "shape.h"
#include "strategy.h"

const char *const game_want_names[] = {"solve", "best_response", "evaluate", "exploit", "export", NULL};
const char *const game_method_names[] = {
    "auto", "backward_induction", "normal_form", "cfr", "cfr+", "dcfr", "pcfr+", "pdcfr+", NULL};

/* Reduced strategies of each player up to which a game of constant sum is solved exactly without being asked. */
enum { EXACT_STRATEGIES = 250 };
enum { EFG_BYTES_MAX = 16 << 20 };

/* ---- what is asked ---- */

/* Refuses members that the question has no use for. */
static void check_members(struct reader *r, enum game_want want)
{
    enum {
        STRATEGIC = 1U << GAME_BEST_RESPONSE | 1U << GAME_EVALUATE | 1U << GAME_EXPLOIT,
        ITERATIVE = 1U << GAME_SOLVE | 1U << GAME_EVALUATE | 1U << GAME_EXPLOIT
    };
    static const struct {
        const char *name;
        unsigned wants; /* bits */
    } members[] = {{"player", STRATEGIC},         {"strategy", 1U << GAME_EVALUATE}, {"opponent_strategy", STRATEGIC},
                   {"trust", 1U << GAME_EXPLOIT}, {"algorithm", 1U << GAME_SOLVE},   {"iterations", ITERATIVE},
                   {"target", ITERATIVE}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (reader_has(r, members[i].name) && !(members[i].wants & 1U << want))
            reader_fail(r, NASH_UNPROCESSABLE, members[i].name, "has no meaning when \"want\" is \"%s\"",
                        game_want_names[want]);
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

/* Reads "model", a learnt opponent. The schema leaves it open, so its faults are NASH_UNPROCESSABLE. */
static void read_model(struct reader *r, struct game_problem *p)
{
    struct nash_error error = {0};
    struct reader inner, member;
    struct game_model *model = READER_NEW(r, struct game_model, 1);
    if (!model)
        return;
    reader_root(&inner, r->doc, r->root->arena, &error);
    if (reader_object(&member, &inner, "model") && game_model_begin(&member, model, p->tree, p->builtin, NULL))
        game_model_add(&member, model);
    if (reader_ok(&inner) && reader_has(r, "opponent_strategy"))
        reader_fail(&inner, NASH_UNPROCESSABLE, "opponent_strategy",
                    "\"model\" says what the opponent does: give one of them");
    game_adopt_open(r, &inner);
    p->model = model;
}

static void read_strategies(struct reader *r, struct game_problem *p)
{
    if (p->want == GAME_SOLVE || p->want == GAME_EXPORT)
        return;
    const char *needed = p->want == GAME_EVALUATE ? "strategy" : "opponent_strategy";
    if (reader_has(r, "model"))
        read_model(r, p);
    if (!reader_has(r, needed) && (p->want == GAME_EVALUATE || !p->model) && reader_ok(r))
        reader_fail(r, NASH_UNPROCESSABLE, NULL, "\"want\" is \"%s\": \"%s\" is needed", game_want_names[p->want],
                    needed);
    if (p->want == GAME_EVALUATE)
        p->strategy = read_strategy(r, "strategy", p, UINT32_MAX, p->player);
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
        reader_fail(r, NASH_UNPROCESSABLE, "algorithm",
                    "backward induction needs perfect information: single-node infosets");
    if (p->method == GAME_NORMAL && (tree->players != 2 || count_strategies(r, tree) > NORMAL_FORM_MAX))
        reader_fail(r, NASH_UNPROCESSABLE, "algorithm",
                    "the normal form is solved for two players with at most %d reduced strategies each",
                    NORMAL_FORM_MAX);
    if (p->method >= GAME_CFR && (tree->players != 2 || !tree->constant_sum))
        reader_fail(r, NASH_UNPROCESSABLE, "algorithm",
                    "CFR solves games of two players whose payoffs sum to a constant");
}

/* Checks that the question can be answered for the game. */
static void check_question(struct reader *r, struct game_problem *p)
{
    if (p->want == GAME_SOLVE && p->method == GAME_AUTO)
        p->method = select_method(r, p->tree);
    else if (p->want == GAME_SOLVE)
        check_method(r, p);
    if (p->want == GAME_EVALUATE && p->tree->players == 2 && p->tree->constant_sum)
        p->method = select_method(r, p->tree); /* for the equilibrium to compare with */
    if (p->want == GAME_EXPLOIT && (p->tree->players != 2 || !p->tree->constant_sum))
        reader_fail(r, NASH_UNPROCESSABLE, "want",
                    "exploit needs two players whose payoffs sum to a constant; ask for best_response, which takes any "
                    "game");
    if (p->want == GAME_EVALUATE && p->player != UINT32_MAX && !p->opponent && !p->model &&
        (p->tree->players != 2 || !p->tree->constant_sum))
        reader_fail(
            r, NASH_UNPROCESSABLE, "opponent_strategy",
            "is needed: the worst case of a strategy is defined for two players whose payoffs sum to a constant");
}

/* ---- the request ---- */

/* Reads the numbers and words. */
static void read_settings(struct reader *r, struct game_problem *p)
{
    struct reader model;
    p->want = (enum game_want)reader_enum(r, "want", game_want_names, GAME_SOLVE);
    p->trust = reader_number(r, "trust", 0, 1, 1);
    p->trust_given = reader_has(r, "trust");
    p->method = (enum game_method)reader_enum(r, "algorithm", game_method_names, GAME_AUTO);
    p->iterations = (uint64_t)reader_int(r, "iterations", 1, 1000000000, 1000000);
    p->target = reader_number(r, "target", 0, 1e6, 1e-6);
    reader_string(r, "efg", EFG_BYTES_MAX);
    reader_object(&model, r, "model");
    game_shape_question(r);
}

/* Reads what is asked of the game. */
static void read_question(struct reader *r, struct game_problem *p)
{
    check_members(r, p->want);
    p->player = game_player_read(r, p->tree->player_name, p->tree->players);
    if (reader_ok(r))
        read_strategies(r, p);
    if (reader_ok(r))
        check_question(r, p);
}

/* Reads the member "efg". The schema allows any text in it, so faults of the text are NASH_UNPROCESSABLE. */
static const struct game_tree *read_efg_member(const struct reader *efg)
{
    struct nash_error error = {0};
    struct reader inner;
    const char *text = reader_as_string(efg, EFG_BYTES_MAX);
    if (!text)
        return NULL;
    reader_root(&inner, NULL, efg->root->arena, &error);
    const struct game_tree *tree = efg_read(&inner, text, strlen(text));
    game_adopt_open(efg, &inner);
    return tree;
}

/* Returns the index of the built-in game that the member "game" names, or -1 for a tree, whose shape is checked. */
static int read_name(struct reader *r)
{
    struct reader game;
    if (!reader_member(&game, r, "game"))
        return -1;
    if (cJSON_IsString(game.value))
        return (int)reader_as_enum(&game, game_builtin_names, 0);
    if (cJSON_IsObject(game.value))
        game_shape_tree(&game);
    else
        reader_fail(&game, NASH_INVALID, NULL,
                    "expected the name of a game or an object with \"players\" and \"root\"");
    return -1;
}

/* Reads or builds the game. */
static const struct game_tree *read_tree(struct reader *r, int builtin)
{
    struct nash_error error = {0};
    struct reader game;
    if (reader_member(&game, r, "efg"))
        return read_efg_member(&game);
    if (!reader_member(&game, r, "game"))
        return NULL;
    if (builtin < 0)
        return game_json_read(&game);
    const struct game_tree *tree = game_builtin((unsigned)builtin, r->root->arena, &error);
    if (!tree)
        reader_adopt(&game, &error);
    return tree;
}

#define GAME_QUESTIONS "want", "player", "strategy", "opponent_strategy", "trust", "algorithm", "iterations", "target"

void game_read(struct reader *r, void **problem)
{
    static const char *const members[] = {"game", "model", GAME_QUESTIONS, NULL};
    static const char *const efg_members[] = {"efg", "model", GAME_QUESTIONS, NULL};
    struct game_problem *p = READER_NEW(r, struct game_problem, 1);
    reader_only(r, reader_has(r, "game") ? members : efg_members);
    if (!p)
        return;
    read_settings(r, p);
    p->builtin = read_name(r);
    if (!reader_ok(r) || !(p->tree = read_tree(r, p->builtin)) || !reader_ok(r))
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
    if (p)
        read_settings(&r, p);
    if (!text || !reader_ok(&r))
        return reader_status(&r);
    p->builtin = -1;
    p->tree = efg_read(&r, text, len);
    if (p->tree && reader_ok(&r))
        read_question(&r, p);
    if (reader_ok(&r) && !(*problem = form_problem_new(&imperfect_game, p, arena)))
        reader_nomem(&r);
    return reader_status(&r);
}
