/* The form "match" of the kind: a request with the member "match". */
#include "match.h"

static void read_form(struct reader *r, void **problem)
{
    *problem = hex_match_read(r, hex_engines);
}

const struct form hex_form_match = {
    .name = "match",
    .member = "match",
    .read = read_form,
    .seeded = hex_match_seeded,
    .canon = hex_match_canon,
    .solve = hex_match_solve,
    .verify = hex_match_verify,
    .describe = hex_match_describe,
    .write = hex_match_write,
};
