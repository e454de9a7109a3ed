/* A problem of the kind "whist" and its answer: what the files of the plug-in hand to each other. Everything lives in
 * the arena of the request or the run. */
#ifndef WHIST_PROBLEM_H
#define WHIST_PROBLEM_H

#include "deal.h"
#include "distribution.h"
#include "engine.h"
#include "graph.h"
#include "line.h"
#include "play.h"
#include "suits/suits.h"
#include "values.h"

enum whist_method {
    WHIST_AUTO, /* the formula; of several suits the search */
    WHIST_NAIVE,
    WHIST_SEED,
    WHIST_TABLE,
    WHIST_SEARCH,
    WHIST_FORMULA,
    WHIST_METHODS
};

/* Several suits. Suits stand in the order of whist_suit_names; one that the request leaves out is empty. */
struct whist_suits {
    uint32_t order;                    /* cards of a hand, 1..WHIST_SUITS_CARDS */
    struct suits_deal deal;            /* leader: the player on lead, whoever that is */
    bool b_leads;                      /* that is the user's b */
    uint32_t cards[WHIST_SUITS];       /* of both hands */
    const int64_t *label[WHIST_SUITS]; /* [rank]: what the user called the card; ascending */
    const struct suits_card *play;     /* a played game, legal card by card */
    uint32_t played;
};

struct whist_problem {
    enum whist_method method;
    bool compare, confirm;           /* as in the request */
    bool leads, line;                /* lists wanted */
    uint32_t distribution;           /* order asked for, 0 = none */
    const struct whist_suits *suits; /* several suits, or NULL */
    bool has_deal;                   /* one suit: */
    struct whist_deal deal;
    const uint32_t *play; /* a played game: places in the word */
    uint32_t played;
};

/* How one method fared on the deal. */
struct whist_trial {
    enum whist_method method;
    uint32_t tricks; /* of the leader */
    bool ran;        /* false: the deal is beyond its order */
    bool finished;   /* false: the budget of time ended it, or that of memory */
    bool memory;
    struct whist_work work;
    uint64_t ns;
    uint64_t fill_ns; /* of the table: computing what was not there yet, before that */
};

/* Another method's word on the value. */
struct whist_confirmation {
    enum whist_method by; /* WHIST_AUTO: none takes an order like this */
    bool agrees;          /* false: a budget ended it, since a disagreement is no answer */
    bool memory;          /* that of memory */
    uint64_t nodes;       /* positions searched or looked up */
};

enum {
    WHIST_RULE_VERIFIED = 16,  /* the closed rule is verified on every deal up to this order */
    WHIST_GRAPH_ORDER = 10000, /* largest order whose strategy graph is told */
    WHIST_REPLIES_MAX = 4096   /* most pairs of a lead and a reply that are told */
};
#define WHIST_NO_TIME "the time budget ended first"

/* What was left out, and why; NULL where it was not. */
struct whist_omitted {
    const char *graph, *leads, *replies, *line, *play;
};

/* One suit, as places in the word; tricks are those of the player on lead. */
struct whist_answer {
    enum whist_method engine;  /* whose word the value is */
    enum whist_method play_by; /* who looked at the played game */
    bool known;                /* tricks holds; else low and high bound it */
    uint32_t tricks;
    uint32_t low, high;             /* of the value; equal when known */
    struct whist_graph graph;       /* count 0: left out */
    struct whist_values values;     /* lead NULL: left out */
    const struct whist_trick *line; /* NULL: left out */
    const struct whist_move *move;  /* of the played game; NULL: left out */
    const struct whist_confirmation *confirmed;
    const struct whist_trial *trial; /* WHIST_METHODS - 1 of them, from WHIST_NAIVE on; NULL: not compared */
    struct whist_omitted omitted;
    struct whist_work work;
    bool timeout;
    uint64_t solve_us;
    struct nash_arena *arena;               /* of the run, for the check */
    const struct whist_suits_answer *suits; /* of several suits, or NULL */
};

/* A card of a played game of several suits: what the game was worth before and after it. */
struct whist_suits_move {
    uint32_t before, after; /* tricks of the deal's leader in the whole game */
    uint32_t cost;          /* tricks the player gave away */
    struct suits_card best;
    bool by_first; /* played by the deal's leader */
};

struct whist_suits_answer {
    struct suits_answer found;
    const struct whist_suits_move *move; /* of the played game, the first `moves` cards; NULL: none */
    uint32_t moves;
};

extern const char *const whist_method_names[WHIST_METHODS + 1]; /* NULL-terminated */
extern const char whist_suit_names[WHIST_SUITS + 1];            /* "SHDC" */
/* The engine of a method other than WHIST_AUTO. */
const struct whist_engine *whist_method_engine(enum whist_method method);

/* parse.c: JSON; parse_suits.c: its deals of several suits; text.c: words. */
enum nash_status whist_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                             struct nash_error *error);
enum nash_status whist_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                  struct nash_error *error);
/* canon.c */
void whist_canon(const void *problem, struct nash_sha256 *sha);
/* solve.c */
enum nash_status whist_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                             struct nash_error *error);
/* verify.c */
enum nash_status whist_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
/* write.c, text.c */
void whist_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);
void whist_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out);
void whist_text_of(const cJSON *result, struct nash_buf *out);

#endif
