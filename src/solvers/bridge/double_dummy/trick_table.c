/* Computes the 20 results strain by strain, so a stop leaves whole strains.
 *
 * No-trump comes last. On ordinary deals all strains take equally long; on freak deals, with voids and long suits,
 * it is the hardest by far, and the four others are known when the time ends. */
#include <solvers/bridge/problem.h>

#include "engine.h"

static void write_declarer(const struct bridge_table *table, unsigned seat, struct nash_jsonw *out)
{
    nash_jsonw_object(out);
    for (unsigned strain = BRIDGE_STRAINS; strain-- > 0;)
        if (table->known >> strain & 1) {
            const char name[] = {bridge_strain_letter(strain), strain == BRIDGE_NOTRUMP ? 'T' : '\0', '\0'};
            nash_jsonw_kuint(out, name, table->tricks[strain][seat]);
        }
    nash_jsonw_object_end(out);
}

/* Reports progress: {"strains":2,"table":{"N":{"S":8,"H":7},"E":…}}. */
static void report_progress(const struct bridge_table *table, struct nash_run *run)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&text);
    if (!nash_progress_due(run))
        return;
    nash_jsonw_object(&out);
    nash_jsonw_kuint(&out, "strains", (unsigned)__builtin_popcount(table->known));
    nash_jsonw_kobject(&out, "table");
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        nash_jsonw_key(&out, (const char[]){bridge_seat_letter(seat), '\0'});
        write_declarer(table, seat, &out);
    }
    nash_jsonw_object_end(&out);
    nash_jsonw_object_end(&out);
    nash_progress_send(run, &text);
}

enum nash_status bridge_find_table(const struct bridge_problem *problem, struct nash_run *run,
                                   struct bridge_answer *answer, struct nash_error *error)
{
    struct bridge_table *table = &answer->table;
    *table = (struct bridge_table){0};
    for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++) {
        bool whole;
        enum nash_status status =
            bridge_solve_strain(&problem->position.deal, strain, run, table->tricks[strain], &whole, error);
        if (status != NASH_OK || !whole)
            return status;
        table->known = (uint8_t)(table->known | 1u << strain);
        report_progress(table, run);
    }
    return NASH_OK;
}
