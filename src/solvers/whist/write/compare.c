/* Writes the results of a comparison of methods, with the size of the tree of full minimax. */
#include <stdio.h>
#include <stdlib.h>

#include "result.h"

enum { PART = 1000000000, PARTS = 24 }; /* a number has parts of nine decimal digits */

size_t whist_naive_nodes(uint32_t order, char digits[WHIST_NAIVE_DIGITS])
{
    uint32_t part[PARTS] = {1};
    unsigned used = 1;
    for (uint32_t n = 1; n <= order && n <= WHIST_NAIVE_ORDER_MAX; n++) {
        uint64_t carry = 1;
        for (unsigned i = 0; i < used; i++) {
            carry += (uint64_t)part[i] * n * n;
            part[i] = (uint32_t)(carry % PART);
            carry /= PART;
        }
        if (carry)
            part[used++] = (uint32_t)carry;
    }
    int len = snprintf(digits, WHIST_NAIVE_DIGITS, "%u", part[used - 1]);
    for (unsigned i = used - 1; i-- > 0;)
        len += snprintf(digits + len, (size_t)(WHIST_NAIVE_DIGITS - len), "%09u", part[i]);
    return (size_t)len;
}

/* Writes naive / (positions searched or looked up), to three digits. No position is searched if the matching bounds
 * give the value; the divisor is then 1. */
static void write_ratio(struct nash_jsonw *out, const char *naive, const struct whist_work *work)
{
    char text[32];
    uint64_t positions = work->nodes + work->table;
    snprintf(text, sizeof text, "%.3g", strtod(naive, NULL) / (double)(positions ? positions : 1));
    nash_jsonw_kdouble(out, "ratio", strtod(text, NULL));
}

/* Returns the number of deals of all orders up to this: the cost of a table of them. */
static uint64_t instances(uint32_t order)
{
    uint64_t deals = 1, sum = 0;
    for (uint32_t n = 1; n <= order; n++)
        sum += deals = deals * (4 * n - 2) / n;
    return sum;
}

static double ms(uint64_t ns)
{
    return (double)(ns / 1000) / 1000;
}

static void write_trial(struct nash_jsonw *out, const struct whist_trial *trial, const char *naive, bool b_leads,
                        uint32_t order)
{
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "method", whist_method_names[trial->method]);
    if (!trial->ran) {
        char why[80];
        snprintf(why, sizeof why, "takes at most %u cards a hand", whist_method_engine(trial->method)->order_max);
        nash_jsonw_kstring(out, "skipped", why);
        nash_jsonw_object_end(out);
        return;
    }
    if (trial->finished)
        whist_write_tricks(out, "tricks", trial->tricks, order, b_leads);
    else
        nash_jsonw_kstring(out, "unfinished",
                           trial->out_of_memory ? "the memory of the job did not suffice" : WHIST_NO_TIME);
    nash_jsonw_key(out, "nodes");
    nash_jsonw_uint_string(out, trial->work.nodes);
    nash_jsonw_key(out, "stored");
    nash_jsonw_uint_string(out, trial->work.stored);
    nash_jsonw_key(out, "table");
    nash_jsonw_uint_string(out, trial->work.table);
    if (trial->work.table)
        nash_jsonw_kuint(out, "instances", instances(trial->work.tabulated));
    nash_jsonw_kdouble(out, "ms", ms(trial->ns));
    if (trial->method == WHIST_TABLE)
        nash_jsonw_kdouble(out, "fill_ms", ms(trial->fill_ns));
    if (trial->finished && naive)
        write_ratio(out, naive, &trial->work);
    nash_jsonw_object_end(out);
}

void whist_write_compare(struct nash_jsonw *out, const struct whist_problem *p, const struct whist_answer *a)
{
    char digits[WHIST_NAIVE_DIGITS];
    const char *naive = p->deal.order <= WHIST_NAIVE_ORDER_MAX ? digits : NULL;
    nash_jsonw_kobject(out, "compare");
    if (naive) {
        whist_naive_nodes(p->deal.order, digits);
        nash_jsonw_kstring(out, "naive_tree", digits);
    }
    nash_jsonw_karray(out, "methods");
    for (unsigned i = 0; i < WHIST_METHODS - 1; i++)
        write_trial(out, &a->trial[i], naive, p->deal.b_leads, p->deal.order);
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}
