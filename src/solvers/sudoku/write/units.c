/* Writes the report of work in units. */
#include <string.h>

#include <solvers/sudoku/units/report.h>

struct sudoku_unit_report *sudoku_units_alone(struct nash_arena *arena, const char *work, const char *credit_unit,
                                              uint64_t units, uint64_t steps)
{
    struct sudoku_unit_report *report = NASH_NEW(arena, struct sudoku_unit_report, 1);
    if (report)
        *report = (struct sudoku_unit_report){.work = work, .credit_unit = credit_unit, .units = units, .steps = steps};
    return report;
}

/* Writes what only a farm of members has. */
static void write_members(const struct sudoku_unit_report *r, struct nash_jsonw *out)
{
    nash_jsonw_kuint(out, "answered", r->answered);
    nash_jsonw_kuint(out, "verified", r->proved);
    nash_jsonw_kdouble(out, "verified_share", r->answered ? (double)r->proved / (double)r->answered : 1);
    nash_jsonw_kuint(out, "audits", r->audits);
    nash_jsonw_kuint(out, "dropped", r->dropped);
    nash_jsonw_kuint(out, "reissued", r->reissued);
    nash_jsonw_kuint(out, "restored", r->restored);
    nash_jsonw_kuint(out, "messages", r->messages);
    nash_jsonw_kuint(out, "bytes", r->bytes);
    nash_jsonw_kdouble(out, "critical_ms", r->critical_ms);
    nash_jsonw_kraw(out, "credit", r->credit, strlen(r->credit));
    nash_jsonw_karray(out, "quarantined");
    for (unsigned i = 0; i < r->quarantines; i++) {
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "member", r->quarantine[i].member);
        nash_jsonw_kstring(out, "why", r->quarantine[i].why);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

void sudoku_units_write(const struct sudoku_unit_report *r, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, "farm");
    nash_jsonw_kstring(out, "work", r->work);
    nash_jsonw_kuint(out, "units", r->units);
    nash_jsonw_kuint(out, "steps", r->steps);
    nash_jsonw_kstring(out, "credit_unit", r->credit_unit);
    if (r->credit)
        write_members(r, out);
    nash_jsonw_object_end(out);
}
