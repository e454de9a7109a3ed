/* What the files that read a tree share. */
#ifndef GAMETREE_READER_H
#define GAMETREE_READER_H

#include "game.h"

struct tree_reader {
    const struct nash_json *doc;
    struct nash_arena *arena;
    struct nash_error *error;
    bool min_said, root_min; /* "to_move": was it said, and is it MIN? */
    double also[2];          /* the bounds of the window */
    uint32_t also_count;
};

/* Always NASH_NOMEM. */
enum nash_status tree_reader_full(const struct tree_reader *r, const char *at);

/* The tree of the member "tree"; that of "parent", or of "first_child" and "children". */
enum nash_status tree_read_nested(const struct tree_reader *r, struct stored_tree **tree);
enum nash_status tree_read_flat(const struct tree_reader *r, struct stored_tree **tree);

/* The members "engine", "compare" and "trace"; "to_move" into min_said and root_min. */
enum nash_status tree_read_search(struct tree_reader *r, struct tree_problem *problem);

/* "MAX" or "MIN": STORED_MAX, STORED_MIN; anything else: false. */
bool tree_read_player(const cJSON *item, uint8_t *player);

#endif
