/* Writes the strategy graph: the union of three paths through the intervals, each in ascending order. Path g has all
 * intervals, paths a and b those of one player. Neighbouring intervals have different owners, so no edge lies on two
 * paths, and m intervals have 2m - 3 edges. */
#include "result.h"

static void write_intervals(struct nash_jsonw *out, const struct whist_deal *deal,
                            const struct whist_intervals *intervals)
{
    nash_jsonw_karray(out, "intervals");
    for (uint32_t i = 0; i < intervals->count; i++) {
        const struct whist_interval *interval = &intervals->interval[i];
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "owner", whist_player_name(interval->sign > 0, deal->b_leads));
        nash_jsonw_karray(out, "cards");
        for (uint32_t k = 0; k < interval->count; k++)
            nash_jsonw_int(out, deal->label[interval->first + k]);
        nash_jsonw_array_end(out);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

/* Writes the edges of a path from its lowest interval up; its intervals are `step` apart. */
static void write_path(struct nash_jsonw *out, const char *path, uint32_t lowest, uint32_t step)
{
    for (uint32_t from = lowest; from >= step; from -= step) {
        nash_jsonw_object(out);
        nash_jsonw_kuint(out, "from", from);
        nash_jsonw_kuint(out, "to", from - step);
        nash_jsonw_kstring(out, "path", path);
        nash_jsonw_object_end(out);
    }
}

void whist_write_graph(struct nash_jsonw *out, const struct whist_deal *deal, const struct whist_intervals *intervals)
{
    uint32_t lowest = intervals->count - 1;
    bool lowest_is_a = (intervals->interval[lowest].sign > 0) != deal->b_leads;
    nash_jsonw_kobject(out, "graph");
    write_intervals(out, deal, intervals);
    nash_jsonw_karray(out, "edges");
    write_path(out, "g", lowest, 1);
    write_path(out, "a", lowest_is_a ? lowest : lowest - 1, 2);
    write_path(out, "b", lowest_is_a ? lowest - 1 : lowest, 2);
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}
