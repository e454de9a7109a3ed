/* Helpers of the tests of values, lines and plays: a run and its working memory, and forced stops. */
#ifndef TABLE_H
#define TABLE_H

#include <solvers/whist/methods/engine.h>

struct test_table {
    struct nash_run run;
    struct whist_work work;
};

static inline void table_open(struct test_table *table, size_t bytes)
{
    *table = (struct test_table){.run = {.arena = nash_arena_new(bytes)}};
    table->work.run = &table->run;
}

/* Begins a new run in the same arena. */
static inline void table_clear(struct test_table *table, size_t bytes)
{
    nash_arena_reset(table->run.arena, bytes);
    table->run = (struct nash_run){.arena = table->run.arena};
    table->work = (struct whist_work){.run = &table->run};
}

static inline void table_close(struct test_table *table)
{
    nash_arena_free(table->run.arena);
}

#endif
