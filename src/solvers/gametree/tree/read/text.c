/* Reads a tree as text: a node is a number, or its children between brackets, "((3 5) (2 9))", or the outcomes of a
 * chance node, "<1/3:3 2/3:(5 2)>" or, equally likely, "<3 (5 2)>". MAX and MIN alternate; MAX moves first unless MIN
 * stands before the tree or in the member "to_move". The depth is not limited. */
#include "text.h"

#include <string.h>

#include <solvers/kit/text_reader.h>

#include "input.h"

/* Nodes in the order of the text, which is the order of the children of each node. */
struct written {
    uint32_t *parent;
    double *number;
    uint8_t *player;      /* STORED_OTHER or STORED_CHANCE */
    struct rational *p;   /* den 0: none */
    struct rational next; /* the probability of the next node */
    bool chances;
    uint32_t count;
    uint32_t open;   /* the node whose bracket is open; UINT32_MAX: none */
    bool *childless; /* [nodes]: true for an open bracket that holds nothing yet */
};

static bool is_separator(char c)
{
    return c == ',' || c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool ends_number(char c)
{
    return is_separator(c) || c == '(' || c == ')' || c == '<' || c == '>' || c == ':';
}

/* Counts the opening brackets and the words: each is a node or the probability of one, so nodes are no more. */
static size_t count_nodes(struct text_span text)
{
    size_t count = 0;
    bool apart = true;
    for (const char *c = text.at; c < text.end; c++) {
        count += *c == '(' || *c == '<' || (apart && !ends_number(*c));
        apart = ends_number(*c);
    }
    return count;
}

static bool written_init(struct written *w, const struct reader *r, size_t nodes)
{
    *w = (struct written){.open = UINT32_MAX,
                          .parent = READER_NEW(r, uint32_t, nodes),
                          .number = READER_NEW(r, double, nodes),
                          .player = READER_NEW(r, uint8_t, nodes),
                          .p = READER_NEW(r, struct rational, nodes),
                          .childless = READER_NEW(r, bool, nodes)};
    return reader_ok(r);
}

static void written_add(struct written *w, double number, uint8_t player)
{
    if (w->open != UINT32_MAX)
        w->childless[w->open] = false;
    w->player[w->count] = player;
    w->p[w->count] = w->next;
    w->next = (struct rational){0};
    w->parent[w->count] = w->open;
    w->number[w->count++] = number;
}

static void written_open(struct written *w, char bracket)
{
    written_add(w, 0, bracket == '<' ? STORED_CHANCE : STORED_OTHER);
    w->chances = w->chances || bracket == '<';
    w->open = w->count - 1;
    w->childless[w->open] = true;
}

static const char *written_close(struct written *w, char bracket)
{
    if (w->open == UINT32_MAX)
        return "closes a bracket that is not open";
    if ((bracket == '>') != (w->player[w->open] == STORED_CHANCE))
        return "closes a bracket of the other kind: MAX and MIN have round ones, chance has < and >";
    if (w->next.den)
        return "follows a probability: a node is missing";
    if (w->childless[w->open])
        return "closes a node without children";
    w->open = w->parent[w->open];
    return NULL;
}

/* Reads a number, or a probability and its colon. */
static const char *written_word(struct written *w, struct text_span word, struct text_span *rest)
{
    double number;
    if (word.end < rest->end && *word.end == ':') {
        if (w->open == UINT32_MAX || w->player[w->open] != STORED_CHANCE || w->next.den)
            return "begins a probability that does not belong to a child of a chance node, as in <1/3:3 2/3:(5 2)>";
        if (rational_read(word.at, text_length(word), &w->next) != RATIONAL_READ || w->next.num < 0 ||
            w->next.num > w->next.den)
            return "begins no probability, a number from 0 to 1 such as 1/3 or 0.25";
        return NULL;
    }
    if (!text_number(word, &number))
        return "begins neither a number nor a bracket, as in ((3 5) (2 9))";
    written_add(w, number, STORED_OTHER);
    return NULL;
}

/* Reads a bracket, a number or a probability. Returns what is wrong with it, or NULL. */
static const char *written_read(struct written *w, struct text_span *rest)
{
    struct text_span word = {rest->at, rest->at + 1};
    const char *fault = NULL;
    bool closes = *word.at == ')' || *word.at == '>';
    if (!closes && w->count && w->open == UINT32_MAX)
        return "begins a second tree: put both between brackets";
    if (*word.at == '(' || *word.at == '<') {
        written_open(w, *word.at);
    } else if (closes) {
        fault = written_close(w, *word.at);
    } else {
        while (word.end < rest->end && !ends_number(*word.end))
            word.end++;
        fault = written_word(w, word, rest);
        word.end += !fault && word.end < rest->end && *word.end == ':';
    }
    rest->at = word.end;
    return fault;
}

static void read_nodes(struct written *w, struct reader *r, struct text_span rest, const char *text)
{
    while (rest.at < rest.end) {
        const char *from = rest.at, *fault = NULL;
        if (is_separator(*from))
            rest.at++;
        else
            fault = written_read(w, &rest);
        if (fault) {
            reader_fail(r, NASH_INVALID, NULL, "character %zu %s", (size_t)(from - text) + 1, fault);
            return;
        }
    }
    if (!w->count)
        reader_fail(r, NASH_INVALID, NULL, "there is no tree: write one as ((3 5) (2 9))");
    if (w->open != UINT32_MAX)
        reader_fail(r, NASH_INVALID, NULL, "a bracket is left open at the end");
}

static void complete_chances(const struct written *w, const struct reader *r, struct stored_input *input)
{
    struct chance_fault fault;
    if (!w->chances)
        return;
    input->player = w->player;
    input->p = w->p;
    if (!tree_complete_chances(r, input, w->p, &fault))
        reader_fail(r, NASH_UNPROCESSABLE, NULL, "node %u: %s", fault.node + 1, fault.what);
}

const char *const tree_text_members[] = {"to_move", "engine", "compare", "depth", "trace", "window", NULL};

struct tree_problem *tree_parse_text(struct reader *r, const char *text, size_t len)
{
    struct text_span rest = {text, text + len};
    struct tree_input options = {0};
    struct tree_problem *p = READER_NEW(r, struct tree_problem, 1);
    struct written w;
    uint32_t node;
    bool min = len >= 3 && strncmp(text, "MIN", 3) == 0, max = len >= 3 && strncmp(text, "MAX", 3) == 0;
    rest.at += min || max ? 3 : 0;
    size_t nodes = count_nodes(rest);
    if (nodes > STORED_NODES_MAX)
        reader_fail(r, NASH_INVALID, NULL, "a tree has at most %d nodes, this one %zu", STORED_NODES_MAX, nodes);
    if (!reader_ok(r) || !written_init(&w, r, nodes))
        return NULL;
    tree_read_options(r, p, &options);
    read_nodes(&w, r, rest, text);
    struct stored_input input = {.nodes = w.count,
                                 .parent = w.parent,
                                 .number = w.number,
                                 .root_min = min || (options.root_min && !max),
                                 .extra = options.extra,
                                 .extras = options.extras};
    if (reader_ok(r))
        complete_chances(&w, r, &input);
    if (reader_ok(r))
        tree_build(r, &input, &p->tree, &node);
    tree_check(r, p);
    return p;
}
