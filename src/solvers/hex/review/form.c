/* The form "review" of the kind: a request with the member "review". */
#include "review.h"

void hex_review_options(struct reader *r, struct hex_input *in)
{
    hex_read_true(r, "review");
    in->settings.nodes = (uint64_t)reader_int(r, "nodes", 0, HEX_NODES_MAX, HEX_REVIEW_NODES);
}

static void review_read(struct reader *r, void **problem)
{
    static const char *const members[] = {HEX_GAME_MEMBERS, "review", "nodes", NULL};
    hex_read_history(r, members, hex_review_options, problem);
}

static void review_canon(const void *problem, struct nash_sha256 *sha)
{
    hex_history_canon(problem, sha);
}

const struct form hex_form_review = {
    .name = "review",
    .member = "review",
    .read = review_read,
    .canon = review_canon,
    .solve = hex_review_solve,
    .verify = hex_review_verify,
    .describe = hex_review_describe,
    .write = hex_review_write,
};
