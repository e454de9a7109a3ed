/* The exact solver on suites of positions in the HTP form of benzene: CPU time and positions expanded for each query.
 *
 *     bench_exact [suite.tst [seconds [first query [last query]]]]
 *
 * reads boardsize, play, undo, loadsgf, dfpn-solve-state and dfpn-solver-find-winning, each query with its answer in
 * the next line, "#? [black]" or "#? [a1 b2]". `seconds` of CPU time limit each query (default 120). A wrong answer
 * ends the bench. Inferior moves need no proof. benzene regards more moves as inferior and leaves them out; a query
 * whose answer here contains all of its moves and further ones counts as "more". Without a suite: all openings of
 * 5x5, without inferior ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <solvers/hex/engines/engine.h>

#include "../cost.h"

static const size_t arena_bytes = (size_t)1 << 30;

struct bench {
    struct nash_arena *arena;
    struct hex_board board;
    uint16_t moves[HEX_CELLS_MAX]; /* that undo takes back */
    unsigned move_count;
    char folder[400]; /* of the suite; SGF files are named from it */
    double seconds;
    unsigned queries, right, more, unknown;
};

static int64_t cpu_ns(void)
{
    return (int64_t)(cpu_us() * 1e3);
}

static void read_stones(struct hex_board *board, const char *text, const char *property, enum hex_color color)
{
    unsigned cell;
    const char *at = strstr(text, property);
    for (at = at ? at + strlen(property) : NULL; at && *at == '[';) {
        size_t n = hex_cell_read(board, at + 1, strcspn(at + 1, "]"), &cell);
        if (n)
            hex_board_set(board, cell, color);
        at += 1 + strcspn(at + 1, "]") + 1;
        at += strspn(at, " \r\n");
    }
}

static void load_sgf(struct bench *bench, const char *name)
{
    char path[800], text[20000];
    unsigned cols = 11, rows = 0;
    snprintf(path, sizeof path, "%s%s", bench->folder, name);
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    const char *size = strstr(text, "SZ[");
    if (size && sscanf(size, "SZ[%u:%u]", &cols, &rows) < 2)
        rows = cols;
    hex_board_init(&bench->board, rows ? rows : 11, cols);
    read_stones(&bench->board, text, "AB", HEX_BLACK);
    read_stones(&bench->board, text, "AW", HEX_WHITE);
    bench->move_count = 0;
}

/* Compares the proofs of moves with the listed winning ones. Returns "right", "more", "unknown" or "wrong". A search
 * that was not stopped leaves only inferior moves unknown. */
static const char *judge_moves(const struct hex_board *board, const struct hex_opinion *opinion, bool stopped,
                               const char *answer)
{
    bool listed[HEX_CELLS_MAX] = {false}, unknown = false, more = false;
    unsigned cell;
    for (const char *at = answer; *at && *at != ']'; at++) {
        size_t n = hex_cell_read(board, at, strcspn(at, " ]"), &cell);
        if (n)
            listed[cell] = true;
        at += n;
        if (*at == ']')
            break;
    }
    for (cell = 0; cell < hex_cells(board); cell++) {
        if (board->cell[cell] != HEX_EMPTY)
            continue;
        if (listed[cell] && opinion->proof[cell] == HEX_LOSES)
            return "wrong";
        unknown |= (stopped || listed[cell]) && opinion->proof[cell] == HEX_UNKNOWN;
        more |= !listed[cell] && opinion->proof[cell] == HEX_WINS;
    }
    return unknown ? "unknown" : more ? "more" : "right";
}

static void run_query(struct bench *bench, const char *name, bool moves, enum hex_color side, const char *answer)
{
    static struct hex_opinion opinion;
    struct nash_error error = {0};
    struct hex_position position = {.board = bench->board, .to_move = side};
    struct hex_settings settings = {.win_lines = moves, .win_essential = moves};
    const char *verdict;
    nash_arena_reset(bench->arena, arena_bytes);
    double start = cpu_us();
    struct nash_run run = {
        .arena = bench->arena, .clock = cpu_ns, .deadline_ns = cpu_ns() + (int64_t)(bench->seconds * 1e9)};
    memset(&opinion, 0, sizeof opinion);
    if (hex_engine_exact.think(&position, &settings, &run, &opinion, &error) != NASH_OK) {
        fprintf(stderr, "%s: %s\n", name, error.detail);
        exit(1);
    }
    double spent = (cpu_us() - start) / 1e6;
    if (moves)
        verdict = judge_moves(&bench->board, &opinion, run.stopped != NASH_STOP_NONE, answer);
    else if (opinion.winner == HEX_EMPTY)
        verdict = "unknown";
    else
        verdict = strncmp(answer, opinion.winner == HEX_BLACK ? "black" : "white", 5) == 0 ? "right" : "wrong";
    bench->queries++;
    bench->right += strcmp(verdict, "right") == 0;
    bench->more += strcmp(verdict, "more") == 0;
    bench->unknown += strcmp(verdict, "unknown") == 0;
    printf("%-40s %-7s %9.3f s %9llu positions\n", name, verdict, spent, (unsigned long long)opinion.nodes);
    fflush(stdout);
    if (strcmp(verdict, "wrong") == 0)
        exit(1);
}

/* Executes a line that changes the board. */
static void run_command(struct bench *bench, const char *line)
{
    char text[200];
    unsigned rows, cols, cell;
    if (sscanf(line, "boardsize %u %u", &cols, &rows) == 2) {
        hex_board_init(&bench->board, rows, cols);
        bench->move_count = 0;
    } else if (sscanf(line, "loadsgf %190s", text) == 1) {
        load_sgf(bench, text);
    } else if (strncmp(line, "undo", 4) == 0 && bench->move_count) {
        hex_board_set(&bench->board, bench->moves[--bench->move_count], HEX_EMPTY);
    } else if (sscanf(line, "play %190s", text) == 1) {
        const char *name = line + 5 + strcspn(line + 5, " ") + 1;
        if (!hex_cell_read(&bench->board, name, strcspn(name, " \r\n"), &cell))
            return;
        hex_board_set(&bench->board, cell, text[0] == 'b' ? HEX_BLACK : HEX_WHITE);
        bench->moves[bench->move_count++] = (uint16_t)cell;
    }
}

static void run_suite(struct bench *bench, FILE *suite, unsigned first, unsigned last)
{
    char line[1000], answer[1000], side[20], name[1000] = "";
    unsigned id;
    while (fgets(line, sizeof line, suite)) {
        const char *command = line;
        if (strncmp(line, "loadsgf", 7) == 0 || strncmp(line, "play", 4) == 0)
            snprintf(name, sizeof name, "%s", line + 5);
        name[strcspn(name, "\r\n")] = '\0';
        if (sscanf(line, "%u", &id) != 1) {
            run_command(bench, line);
            continue;
        }
        command += strcspn(line, " ") + 1;
        bool moves = strncmp(command, "dfpn-solver-find-winning", 24) == 0;
        if (!moves && strncmp(command, "dfpn-solve-state", 16) != 0)
            continue;
        if (!fgets(answer, sizeof answer, suite) || strncmp(answer, "#? [", 4) != 0)
            continue;
        char label[1100];
        const char *slash = strrchr(name, '/');
        snprintf(label, sizeof label, "%u %s", id, slash ? slash + 1 : name);
        if (id >= first && id <= last && sscanf(command, "%*s %19s", side) == 1)
            run_query(bench, label, moves, side[0] == 'b' ? HEX_BLACK : HEX_WHITE, answer + 4);
    }
}

int main(int argc, char **argv)
{
    static struct bench bench = {.seconds = 120};
    bench.arena = nash_arena_new(arena_bytes);
    double start = cpu_us();
    if (argc > 2)
        bench.seconds = atof(argv[2]);
    if (argc > 1) {
        FILE *suite = fopen(argv[1], "r");
        const char *slash = strrchr(argv[1], '/');
        if (!suite) {
            fprintf(stderr, "cannot read %s\n", argv[1]);
            return 1;
        }
        snprintf(bench.folder, sizeof bench.folder, "%.*s", slash ? (int)(slash + 1 - argv[1]) : 0, argv[1]);
        run_suite(&bench, suite, argc > 3 ? (unsigned)atoi(argv[3]) : 0,
                  argc > 4 ? (unsigned)atoi(argv[4]) : UINT32_MAX);
        fclose(suite);
    } else {
        hex_board_init(&bench.board, 5, 5);
        run_query(&bench, "5x5", true, HEX_BLACK, "]");
    }
    printf("%u queries: %u right, %u more, %u unknown; %.3f s\n", bench.queries, bench.right, bench.more, bench.unknown,
           (cpu_us() - start) / 1e6);
    nash_arena_free(bench.arena);
    return 0;
}
