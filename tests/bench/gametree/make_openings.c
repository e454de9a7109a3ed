/* Makes the table of openings, openings.inc: solves each position of five stones and follows best play for a few moves,
 * on all cores with one transposition table. Takes two core-hours and 2 GB. Writes each entry to standard error when it
 * is found, and takes such lines from standard input, so that it continues where it was interrupted:
 *
 *     make_openings < found.txt 2>> found.txt > openings.inc
 *     make_openings check                   solves all positions and compares them with the table in the program */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <base/memory/huge.h>
#include <solvers/gametree/connect4/openings.h>

enum { TABLE_BITS = 28, THREADS_MAX = 64, LINE_ENTRIES = 11 }; /* TABLE_BITS: log2 of its words, 2 GB */

static uint64_t *table;
static _Atomic int next_opening;
static char entries[C4_OPENING_COUNT][C4_OPENING_ENTRY + 1]; /* "": not found yet */

static void solve_opening(struct c4_search *search, struct c4_board board, char *entry)
{
    struct c4_range range = c4_any(&board);
    c4_narrow(search, &board, 0, &range);
    entry[0] = (char)(C4_OPENING_ZERO + range.lo);
    for (int i = 0, score = range.lo; i < C4_OPENING_MOVES; i++, score = -score) {
        int column = c4_is_won(&board) ? '.' - '1' : c4_keeping_column(search, &board, score);
        entry[1 + i] = (char)('1' + column);
        if (!c4_is_won(&board))
            board = c4_play(&board, column);
    }
}

/* Solves the positions that no other thread has begun. A word of the table is read and written whole and holds its key,
 * so the threads share it without locks. */
static void *solve_openings(void *unused)
{
    struct nash_arena *arena = nash_arena_new(1 << 20);
    const struct c4_openings *openings = arena ? c4_openings_list(arena) : NULL;
    struct nash_run run = {.arena = arena};
    struct c4_search search = {
        .run = &run, .mirror = true, .memory = {.word = table, .bits = TABLE_BITS, .room = UINT64_MAX}};
    for (int i; openings && (i = next_opening++) < C4_OPENING_COUNT;) {
        if (*entries[i])
            continue;
        solve_opening(&search, c4_openings_board(openings->key[i]), entries[i]);
        fprintf(stderr, "%d %s\n", i, entries[i]);
    }
    nash_arena_free(arena);
    return unused;
}

static void read_found(void)
{
    char text[C4_OPENING_ENTRY + 1];
    int i;
    while (!isatty(STDIN_FILENO) && scanf("%d %10s", &i, text) == 2)
        if (i >= 0 && i < C4_OPENING_COUNT && strlen(text) == C4_OPENING_ENTRY)
            memcpy(entries[i], text, sizeof text);
}

/* Returns the number of entries that differ from the table. */
static int count_differences(void)
{
    struct nash_arena *arena = nash_arena_new(1 << 20);
    const struct c4_openings *openings = arena ? c4_openings_list(arena) : NULL;
    int differences = openings ? 0 : 1;
    for (int i = 0; openings && i < C4_OPENING_COUNT; i++) {
        struct c4_board board = c4_openings_board(openings->key[i]);
        bool same = entries[i][0] == C4_OPENING_ZERO + c4_openings_score(openings, &board);
        for (int move = 0; move < C4_OPENING_MOVES; move++) {
            int column = c4_openings_move(openings, &board, move);
            same &= entries[i][1 + move] == (column < 0 ? '.' : '1' + column);
        }
        if (!same)
            printf("entry %d should be %s\n", i, entries[i]);
        differences += !same;
    }
    nash_arena_free(arena);
    return differences;
}

static void write_table(void)
{
    for (int i = 0; i < C4_OPENING_COUNT; i++)
        printf("%s%s%s", i % LINE_ENTRIES ? "" : "    \"", entries[i],
               i % LINE_ENTRIES == LINE_ENTRIES - 1 || i == C4_OPENING_COUNT - 1 ? "\"\n" : "");
}

int main(int argc, char **argv)
{
    bool check = argc > 1 && strcmp(argv[1], "check") == 0;
    pthread_t thread[THREADS_MAX];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t bytes = sizeof *table << TABLE_BITS;
    table = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (table == MAP_FAILED) {
        perror("make_openings");
        return 1;
    }
    huge_pages(table, bytes);
    if (!check)
        read_found();
    for (long i = 1; i < cores && i < THREADS_MAX; i++)
        if (pthread_create(&thread[i], NULL, solve_openings, NULL) != 0)
            return 1;
    solve_openings(NULL);
    for (long i = 1; i < cores && i < THREADS_MAX; i++)
        pthread_join(thread[i], NULL);
    if (check)
        return count_differences() != 0;
    write_table();
    return 0;
}
