/* The parts of nashd replay. */
#ifndef CLI_REPLAY_H
#define CLI_REPLAY_H

#include <nash/nash.h>

/* A record as GET /v1/jobs/{id}/record writes it. Everything belongs to `json` and `text`. */
struct replay_record {
    cJSON *json;
    const struct nash_solver *solver;
    enum nash_format format;
    char *text; /* the problem; freed by cJSON_free() */
    uint64_t seed;
    uint32_t timeout_ms;
    bool final;
    const char *nashd;   /* version of the server that wrote it */
    const char *version; /* of the kind; "": unknown */
    const cJSON *result;
};

/* Reads a record. Returns false with *error if the text is none, or has no result. Release it in both cases. */
bool replay_record_read(struct replay_record *record, const char *text, size_t len, struct nash_error *error);
void replay_record_release(struct replay_record *record);

struct replay_options {
    bool json;
    bool has_ticks;    /* print the changes of ticks from .. to */
    uint64_t from, to; /* inclusive */
};

/* How a replay ended, as exit status. */
enum replay_outcome { REPLAY_SAME = 0, REPLAY_DIFFERS = 1, REPLAY_FAILED = 2 };

/* Returns true if the result is that of a game with one trajectory, which replay_game() plays. */
bool replay_is_game(const struct replay_record *record);
/* Plays the game again in this process and prints what it did. *error is set with REPLAY_FAILED. */
enum replay_outcome replay_game(const struct replay_record *record, const struct replay_options *options,
                                struct nash_error *error);
/* Solves the problem again with the same seed and prints what differs. *error is set with REPLAY_FAILED. */
enum replay_outcome replay_solve(const struct replay_record *record, const struct replay_options *options,
                                 struct nash_error *error);

/* Writes the head of the JSON report: kind, seed, versions. */
void replay_write_head(const struct replay_record *record, struct nash_jsonw *out);
/* Prints the head of the text report. problem: what was read of the record. */
void replay_print_head(const struct replay_record *record, const void *problem);

#endif
