/* Counts of a farm, and the credit of its members. */
#include "internal.h"

struct farm_counts farm_counts(const struct farm *farm)
{
    struct farm_counts count = farm->count;
    count.waiting = farm->waiting.count;
    count.leased = count.units - count.answered - count.waiting;
    count.units += farm->past.units;
    count.answered += farm->past.answered;
    count.proved += farm->past.proved;
    count.critical_ns += farm->past.critical_ns;
    return count;
}

static void write_member(const struct farm_member *member, struct nash_jsonw *out)
{
    const struct credit *credit = &member->credit;
    uint64_t needed = credit->used + credit->audited;
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "member", member->name);
    nash_jsonw_kstring(out, "kind", member->kind);
    nash_jsonw_kstring(out, "state", member->state);
    nash_jsonw_kuint(out, "computed", credit->computed);
    nash_jsonw_kuint(out, "used", credit->used);
    nash_jsonw_kuint(out, "verified", credit->verified);
    nash_jsonw_kuint(out, "audited", credit->audited);
    nash_jsonw_kuint(out, "wasted", credit->computed > needed ? credit->computed - needed : 0);
    nash_jsonw_kuint(out, "units", credit->units);
    nash_jsonw_kuint(out, "late", credit->late);
    nash_jsonw_kuint(out, "wrong", credit->wrong);
    nash_jsonw_kdouble(out, "round_trip_ms", (double)(member->trip_ns / 1000) / 1000);
    nash_jsonw_kuint(out, "faults", credit->faults);
    nash_jsonw_object_end(out);
}

void farm_write_credit(const struct farm *farm, struct nash_jsonw *out)
{
    nash_jsonw_array(out);
    for (const struct farm_member *member = farm->members; member != NULL; member = member->next)
        write_member(member, out);
    nash_jsonw_array_end(out);
}

void farm_write_counts(const struct farm *farm, struct nash_jsonw *out)
{
    struct farm_counts count = farm_counts(farm);
    nash_jsonw_kuint(out, "rounds", count.rounds);
    nash_jsonw_kuint(out, "units", count.units);
    nash_jsonw_kuint(out, "waiting", count.waiting);
    nash_jsonw_kuint(out, "leased", count.leased);
    nash_jsonw_kuint(out, "answered", count.answered);
    nash_jsonw_kuint(out, "verified", count.proved);
    nash_jsonw_kuint(out, "audits", count.audits);
    nash_jsonw_kuint(out, "audits_open", count.audits_open);
    nash_jsonw_kuint(out, "dropped", count.dropped);
    nash_jsonw_kuint(out, "kept", count.kept);
    nash_jsonw_kuint(out, "reissued", count.reissued);
    nash_jsonw_kuint(out, "restored", count.restored);
    nash_jsonw_kuint(out, "members", count.members);
    nash_jsonw_kuint(out, "messages", count.messages);
    nash_jsonw_kuint(out, "bytes", count.bytes);
    nash_jsonw_kdouble(out, "critical_ms", (double)(count.critical_ns / 1000) / 1000);
}
