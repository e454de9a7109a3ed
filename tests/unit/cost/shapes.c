/* The values and texts that are written here repeat a pattern, in which '@' stands for the number of the repetition. */
#include "shapes.h"

#include <stdio.h>
#include <string.h>

#include "../base/schema.h"
#include "../base/test.h"

/* ---- patterns ---- */

/* A text: a head, a pattern repeated with commas (or another separator) between, and a tail. */
struct pattern {
    const char *name, *head, *body, *separator, *tail;
};

static void add_numbered(struct nash_buf *out, const char *text, uint64_t number)
{
    for (; *text; text++)
        if (*text == '@')
            nash_buf_u64(out, number);
        else
            nash_buf_putc(out, *text);
}

static void write_pattern(struct nash_buf *out, size_t bytes, const struct pattern *p)
{
    size_t end = out->len + bytes;
    add_numbered(out, p->head, 0);
    for (uint64_t n = 0; n == 0 || out->len < end; n++) {
        if (n)
            nash_buf_puts(out, p->separator);
        add_numbered(out, p->body, n);
    }
    nash_buf_puts(out, p->tail);
}

static void write_pattern_of(struct nash_buf *out, size_t bytes, const void *context)
{
    write_pattern(out, bytes, context);
}

/* ---- whole problems ---- */

/* Writes a binary tree of so many levels. */
static void write_tree(struct nash_buf *out, unsigned levels, const char *const node[4])
{
    if (levels == 0) {
        nash_buf_puts(out, node[3]);
        return;
    }
    nash_buf_puts(out, node[0]);
    write_tree(out, levels - 1, node);
    nash_buf_puts(out, node[1]);
    write_tree(out, levels - 1, node);
    nash_buf_puts(out, node[2]);
}

static void write_binary_tree(struct nash_buf *out, size_t bytes, const void *context)
{
    const char *const *node = context;
    size_t leaf = strlen(node[3]), inner = strlen(node[0]) + strlen(node[1]) + strlen(node[2]);
    unsigned levels = 1;
    while ((leaf + inner) << (levels + 1) <= bytes)
        levels++;
    nash_buf_puts(out, node[4]);
    write_tree(out, levels, node);
    nash_buf_puts(out, node[5]);
}

/* Before the first child, between the children, after the second, a leaf; before and after the tree. */
static const char *const tree_of_integers[] = {"[", ",", "]", "5", "{\"tree\":", "}"},
                         *const tree_of_decimals[] = {"[", ",", "]", "0.5", "{\"tree\":", "}"},
                         *const tree_of_players[] = {"[\"MAX\",", ",", "]", "5", "{\"tree\":", "}"},
                         *const tree_of_objects[] =
                             {"{\"eval\":3,\"children\":[", ",", "]}", "{\"value\":5}", "{\"tree\":", "}"},
                         *const tree_of_names[] = {"{\"name\":\"inner\",\"player\":\"MAX\",\"children\":[",
                                                   ",",
                                                   "]}",
                                                   "{\"name\":\"leaf\",\"value\":5}",
                                                   "{\"tree\":",
                                                   "}"},
                         *const tree_of_brackets[] = {"(", " ", ")", "5", "", ""};

/* Writes flat arrays of a tree: a star, or a path. */
static void write_flat_tree(struct nash_buf *out, size_t bytes, const void *context)
{
    bool star = context != NULL;
    unsigned nodes = (unsigned)(bytes / (star ? 4 : 9)) + 2;
    nash_buf_puts(out, "{\"parent\":[-1");
    for (unsigned v = 1; v < nodes; v++)
        nash_buf_printf(out, ",%u", star ? 0 : v - 1);
    nash_buf_puts(out, "],\"value\":[1");
    for (unsigned v = 1; v < nodes; v++)
        nash_buf_puts(out, ",1");
    nash_buf_puts(out, "]}");
}

static void write_first_child(struct nash_buf *out, size_t bytes, const void *context)
{
    unsigned nodes = (unsigned)(bytes / 9) | 1;
    (void)context;
    nash_buf_puts(out, "{\"first_child\":[");
    for (unsigned v = 0; v < nodes; v++)
        nash_buf_printf(out, v ? ",%d" : "%d", 2 * v + 2 < nodes ? (int)(2 * v + 1) : -1);
    nash_buf_puts(out, "],\"value\":[0");
    for (unsigned v = 1; v < nodes; v++)
        nash_buf_puts(out, v % 2 ? ",1" : ",null");
    nash_buf_puts(out, "]}");
}

/* Writes two hands, of a the even numbers. */
static void write_hands(struct nash_buf *out, size_t bytes, const void *context)
{
    unsigned order = (unsigned)(bytes / 14) + 1;
    (void)context;
    for (unsigned hand = 0; hand < 2; hand++) {
        nash_buf_printf(out, hand ? ",\"b\":[%u" : "{\"a\":[%u", hand);
        for (unsigned i = 1; i < order; i++)
            nash_buf_printf(out, ",%u", 2 * (i * 48271 % order) + hand);
        nash_buf_puts(out, "]");
    }
    nash_buf_puts(out, "}");
}

/* Writes a graph in the compact form: a path of binary connectors to the next node and a terminal. */
static void write_compact(struct nash_buf *out, size_t bytes, const void *context)
{
    unsigned nodes = (unsigned)(bytes / 28) + 2;
    (void)context;
    nash_buf_printf(out, "{\"n\":%u,\"root\":0,\"terminals\":[%u],\"off\":[0", nodes, nodes - 1);
    for (unsigned v = 0; v < nodes; v++)
        nash_buf_printf(out, ",%u", v + 1 < nodes ? v + 1 : nodes - 1);
    nash_buf_puts(out, "],\"soff\":[0");
    for (unsigned c = 1; c < nodes; c++)
        nash_buf_printf(out, ",%u", 2 * c);
    nash_buf_puts(out, "],\"succ\":[");
    for (unsigned v = 0; v + 1 < nodes; v++)
        nash_buf_printf(out, v ? ",%u,%u" : "%u,%u", v + 1, nodes - 1);
    nash_buf_puts(out, "]}");
}

static void write_verbose(struct nash_buf *out, size_t bytes, const void *context)
{
    static const struct pattern connectors = {.head = "{\"root\":\"n0\",\"terminals\":[\"end\"],\"connectors\":[",
                                              .body = "{\"from\":\"n@\",\"to\":[\"end\",\"x@\"],\"cost\":0.25}",
                                              .separator = ",",
                                              .tail = "],"};
    static const struct pattern nodes = {
        .head = "\"nodes\":[", .body = "{\"id\":\"n@\",\"h\":@}", .separator = ",", .tail = "]}"};
    (void)context;
    write_pattern(out, bytes / 2, &connectors);
    write_pattern(out, bytes / 2, &nodes);
}

/* Writes a square matrix of the largest side that fits, with an entry as text between two numbers. */
static void write_matrix(struct nash_buf *out, size_t bytes, const void *context)
{
    const char *entry = context;
    size_t each = strlen(entry) + 2;
    unsigned side = 1;
    while ((side + 1) * (side + 1) * each <= bytes)
        side++;
    nash_buf_puts(out, "{\"payoff\":[");
    for (unsigned i = 0; i < side; i++) {
        nash_buf_puts(out, i ? ",[" : "[");
        for (unsigned j = 0; j < side; j++) {
            nash_buf_puts(out, j ? "," : "");
            add_numbered(out, entry, (i * 7 + j) % 10);
        }
        nash_buf_puts(out, "]");
    }
    nash_buf_puts(out, "]}");
}

/* Writes both matrices in the form of lrsnash. */
static void write_lrsnash(struct nash_buf *out, size_t bytes, const void *context)
{
    unsigned side = 1;
    (void)context;
    while ((side + 1) * (side + 1) * 8 <= bytes)
        side++;
    nash_buf_printf(out, "%u %u\n", side, side);
    for (unsigned k = 0; k < 2 * side * side; k++)
        nash_buf_printf(out, "%u/7\n", 1 + k % 9);
}

static const struct {
    const char *kind;
    struct shape shape;
} whole[] = {
    {"gametree", {NULL, "a tree of integers", NASH_FORMAT_JSON, write_binary_tree, tree_of_integers, true}},
    {"gametree", {NULL, "a tree of decimals", NASH_FORMAT_JSON, write_binary_tree, tree_of_decimals, true}},
    {"gametree", {NULL, "a tree with players", NASH_FORMAT_JSON, write_binary_tree, tree_of_players, true}},
    {"gametree", {NULL, "a tree of objects", NASH_FORMAT_JSON, write_binary_tree, tree_of_objects, true}},
    {"gametree", {NULL, "a tree of named objects", NASH_FORMAT_JSON, write_binary_tree, tree_of_names, true}},
    {"gametree", {NULL, "a tree in brackets", NASH_FORMAT_TEXT, write_binary_tree, tree_of_brackets, true}},
    {"gametree", {NULL, "a star in flat arrays", NASH_FORMAT_JSON, write_flat_tree, "star", true}},
    {"gametree", {NULL, "a path in flat arrays", NASH_FORMAT_JSON, write_flat_tree, NULL, true}},
    {"gametree", {NULL, "first children", NASH_FORMAT_JSON, write_first_child, NULL, true}},
    {"whist", {NULL, "two hands", NASH_FORMAT_JSON, write_hands, NULL, true}},
    {"andor", {NULL, "a compact graph", NASH_FORMAT_JSON, write_compact, NULL, true}},
    {"andor", {NULL, "a verbose graph", NASH_FORMAT_JSON, write_verbose, NULL, true}},
    {"matrix", {NULL, "integers", NASH_FORMAT_JSON, write_matrix, "@", true}},
    {"matrix", {NULL, "decimals", NASH_FORMAT_JSON, write_matrix, "@.5", true}},
    {"matrix", {NULL, "fractions", NASH_FORMAT_JSON, write_matrix, "\"@/7\"", true}},
    {"matrix", {NULL, "numbers of lrsnash", NASH_FORMAT_TEXT, write_lrsnash, NULL, true}},
};

/* ---- texts ---- */

static const struct pattern texts[] = {
    {"letters", "", "ab", "", ""},
    {"digits", "", "12", "", ""},
    {"words", "", "word@", " ", ""},
    {"lines", "", "word@", "\n", ""},
    {"empty lines", "1", "\n", "", "1"},
    {"dots", "", ".", "", ""},
    {"grid lines", "", ".........", "\n", ""},
    {"drawn lines", "", "+---+---+\n|. .|. .|", "\n", ""},
    {"values by commas", "", "1,,2,,", "\n", ""},
    {"numbers", "9 9 ", "@", " ", ""},
    {"open brackets", "", "(", "", ""},
    {"brackets", "(", "(1 2)", " ", ")"},
    {"quotes", "NFG 1 R \"", "\\\"", "", "\" {"},
    {"names of strategies", "NFG 1 R \"\" { \"a\" \"b\" } { {", "\"s@\"", " ", "} { \"t\" } }"},
    {"outcomes", "NFG 1 R \"\" { \"a\" \"b\" } { 300 300 } {", "{ \"\" @ 1 }", " ", "} 1"},
    {"cards", "a: ", "ab", "", ""},
    {"spaces", "a: ", "       ", "", "ab"},
    {"rules", "start 1; goal 0; ", "@ -> 0, 0", "; ", ""},
    {"rules with variables", "start 1; goal 0; ", "x -> x-1, x-@ if x > @", "; ", ""},
    {"a long expression", "start 1; goal 0; cost ", "k*(1+", "", ""},
    {"goals", "start 1; ", "goal @", "; ", ""},
    {"a graph of rules", "start 0; goal 99999999; ", "@ -> 99999999; h value", "; ", ""},
    {"tags of PBN", "", "[Tag@ \"value\"]", "\n", "\n[Deal \"N:AKQ.AKQ.AKQ.AKQJ - - -\"]"},
    {"a long tag", "[Note \"", "word ", "", "\"]\n[Deal \"N:AKQ.AKQ.AKQ.AKQJ - - -\"]"},
    {"a comment", "[Deal \"N:AKQ.AKQ.AKQ.AKQJ - - -\"]\n{", "word ", "", "}\n[Declarer \"N\"]"},
    {"calls", "[Deal \"N:AKQ.AKQ.AKQ.AKQJ - - -\"]\n[Auction \"N\"]\n", "Pass 1C =1= Pass", "\n", ""},
    {"plays", "[Deal \"N:AKQ.AKQ.AKQ.AKQJ - - -\"]\n[Play \"N\"]\n", "SA S2 S3 S4", "\n", ""},
    {"LIN", "md|1SAKQHAKQDAKQCAKQJ,,,|", "pc|SA|mb|p|an|text|", "", ""},
    {"LIN text", "md|1SAKQHAKQDAKQCAKQJ,,,|nt|", "word ", "", "|"},
};

/* ---- batches ---- */

static const struct pattern json_lines[] = {
    {"short lines", "", "{\"puzzle\":\"1...............\",\"kind\":\"sudoku\",\"size\":@}", "\n", ""},
    {"a long text in a line", "{\"puzzle\":\"", "..\\n", "", "\",\"kind\":\"sudoku\"}\n"},
    {"a long list in a line", "{\"tree\":[", "[[@,[1]],2]", ",", "],\"kind\":\"gametree\"}\n"},
    {"many members in a line", "{", "\"n@\":{}", ",", ",\"kind\":\"andor\"}"},
    {"empty lines between lines", "", "\r\n\r\n{}", "\n", ""},
};

static const struct pattern records[] = {
    {"short records", "", "[Deal \"N:AKQ.AKQ.AKQ.AKQJ - - -\"]\n[Dealer \"N\"]\n[Event \"#\"]\n", "\n", ""},
    {"a long record", "[Deal \"#\"]\n", "[Tag@ \"value\"]", "\n", "\n\n"},
    {"a long line of a record", "[Deal \"", "word ", "", "\"]\n\n"},
    {"long inherited tags", "[Event \"first\"]\n\n", "[Board \"@\"]\n[Event \"#\"]\n[Site \"a long name of a site\"]\n",
     "\n", ""},
    {"remarks", "", "% remark @\n# another", "\n", ""},
};

/* ---- values of any member ---- */

static const struct pattern values[] = {
    {"a string", "\"", "word ", "", "\""},
    {"a string of dots", "\"", ".", "", "\""},
    {"a string of digits", "\"", "4", "", "\""},
    {"a string with escapes", "\"", "\\u00e9\\n", "", "\""},
    {"a string beyond ASCII", "\"", "\xc3\xa9", "", "\""},
    {"integers", "[", "@", ",", "]"},
    {"large integers", "[1,2,3,", "9007199254740991", ",", "]"},
    {"decimals", "[", "0.5", ",", "]"},
    {"integers before a decimal", "[", "7", ",", ",0.5]"},
    {"nulls", "[", "null", ",", "]"},
    {"names", "[", "\"n@\"", ",", "]"},
    {"pairs", "[", "[@,2]", ",", "]"},
    {"lists of a name", "[", "[\"n@\"]", ",", "]"},
    {"rules", "[", "\"n@ -> n1, n2\"", ",", "]"},
    {"objects", "[", "{\"id\":\"n@\",\"from\":\"a\",\"to\":[\"b\"],\"cells\":[[1,@]],\"sum\":9}", ",", "]"},
    {"members", "{", "\"n@\":1", ",", "}"},
    {"members with escapes", "{", "\"\\u006e@\":1", ",", "}"},
    {"deep lists", "[", "[[[[[[[[[[1]]]]]]]]]]", ",", "]"},
    {"space", "[", "          ", "", "1]"},
    {"cards", "[", "{\"suit\":\"S\",\"card\":@}", ",", "]"},
};

struct member {
    char name[32];
    const struct pattern *value;
};

static void write_member(struct nash_buf *out, size_t bytes, const void *context)
{
    const struct member *member = context;
    nash_buf_printf(out, "{\"%s\":", member->name);
    write_pattern(out, bytes, member->value);
    nash_buf_puts(out, "}");
}

/* ---- examples with a part repeated ---- */

/* A value inside an example: the array or text that is repeated, as its place in depth-first order. */
struct repetition {
    const cJSON *example;
    unsigned place;
};

static bool can_repeat(const cJSON *item)
{
    return (cJSON_IsArray(item) && item->child) || (cJSON_IsString(item) && *item->valuestring);
}

static unsigned count_repeatable(const cJSON *item)
{
    unsigned count = can_repeat(item);
    for (const cJSON *child = cJSON_IsObject(item) || cJSON_IsArray(item) ? item->child : NULL; child;
         child = child->next)
        count += count_repeatable(child);
    return count;
}

static void write_repeated(struct nash_buf *out, const cJSON *item, size_t bytes)
{
    char *text = cJSON_PrintUnformatted(item);
    size_t len = strlen(text) - 2, end = out->len + bytes; /* without brackets or quotes */
    nash_buf_add(out, text, 1 + len);
    while (out->len < end) {
        if (cJSON_IsArray(item))
            nash_buf_putc(out, ',');
        nash_buf_add(out, text + 1, len);
    }
    nash_buf_add(out, text + 1 + len, 1);
    cJSON_free(text);
}

/* Writes the value; *left counts down to the place that is repeated. */
static void write_value(struct nash_buf *out, const cJSON *item, unsigned *left, size_t bytes)
{
    bool container = cJSON_IsObject(item) || cJSON_IsArray(item);
    if (can_repeat(item) && (*left)-- == 0) {
        write_repeated(out, item, bytes);
        return;
    }
    if (!container) {
        char *text = cJSON_PrintUnformatted(item);
        nash_buf_puts(out, text);
        cJSON_free(text);
        return;
    }
    nash_buf_putc(out, cJSON_IsObject(item) ? '{' : '[');
    for (const cJSON *child = item->child; child; child = child->next) {
        if (child != item->child)
            nash_buf_putc(out, ',');
        if (cJSON_IsObject(item))
            nash_buf_printf(out, "\"%s\":", child->string);
        write_value(out, child, left, bytes);
    }
    nash_buf_putc(out, cJSON_IsObject(item) ? '}' : ']');
}

static void write_repetition(struct nash_buf *out, size_t bytes, const void *context)
{
    const struct repetition *r = context;
    unsigned left = r->place;
    write_value(out, r->example, &left, bytes);
}

/* ---- all of them ---- */

struct visit {
    const struct nash_solver *solver;
    void (*each)(const struct shape *shape, void *context);
    void *context;
};

static void visit_examples(const struct visit *visit, const cJSON *schema)
{
    char name[48];
    unsigned number = 0;
    const cJSON *examples = cJSON_GetObjectItemCaseSensitive(schema, "examples");
    for (const cJSON *example = examples->child; example; example = example->next, number++)
        for (unsigned place = 0; place < count_repeatable(example); place++) {
            struct repetition repetition = {example, place};
            snprintf(name, sizeof name, "example %u, part %u repeated", number, place);
            visit->each(&(struct shape){visit->solver, name, NASH_FORMAT_JSON, write_repetition, &repetition, false},
                        visit->context);
        }
}

static void visit_members(const struct visit *visit, const cJSON *schema)
{
    char name[80];
    const cJSON *properties = cJSON_GetObjectItemCaseSensitive(schema, "properties");
    for (const cJSON *property = properties->child; property; property = property->next)
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            struct member member = {.value = &values[i]};
            snprintf(member.name, sizeof member.name, "%s", property->string);
            snprintf(name, sizeof name, "%s in \"%s\"", values[i].name, member.name);
            visit->each(&(struct shape){visit->solver, name, NASH_FORMAT_JSON, write_member, &member, false},
                        visit->context);
        }
}

static void visit_kind(const struct visit *visit)
{
    cJSON *schema = test_request_schema(visit->solver->kind);
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (strcmp(whole[i].kind, visit->solver->kind) == 0) {
            struct shape shape = whole[i].shape;
            shape.solver = visit->solver;
            visit->each(&shape, visit->context);
        }
    visit_examples(visit, schema);
    visit_members(visit, schema);
    for (size_t i = 0; visit->solver->parse_text && i < sizeof texts / sizeof *texts; i++)
        visit->each(&(struct shape){visit->solver, texts[i].name, NASH_FORMAT_TEXT, write_pattern_of, &texts[i], false},
                    visit->context);
    cJSON_Delete(schema);
}

void shapes_each(void (*each)(const struct shape *shape, void *context), void *context)
{
    size_t count;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    for (size_t i = 0; i < count; i++) {
        struct visit visit = {kinds[i], each, context};
        visit_kind(&visit);
    }
    for (size_t i = 0; i < sizeof json_lines / sizeof *json_lines; i++)
        each(&(struct shape){NULL, json_lines[i].name, NASH_FORMAT_JSON, write_pattern_of, &json_lines[i], true},
             context);
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        each(&(struct shape){NULL, records[i].name, NASH_FORMAT_TEXT, write_pattern_of, &records[i], true}, context);
}
