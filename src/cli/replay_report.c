/* The head of the report, in both forms. */
#include <stdio.h>
#include <string.h>

#include "replay.h"

/* Returns whether another version of the kind wrote the record: its answers may differ. */
static bool is_other_version(const struct replay_record *record)
{
    return record->version[0] != '\0' && strcmp(record->version, record->solver->version) != 0;
}

void replay_write_head(const struct replay_record *record, struct nash_jsonw *out)
{
    nash_jsonw_kstring(out, "kind", record->solver->kind);
    nash_jsonw_kuint(out, "seed", record->seed);
    nash_jsonw_kstring(out, "recorded_by", record->nashd);
    nash_jsonw_kstring(out, "replayed_by", nash_version());
    nash_jsonw_kbool(out, "same_version", !is_other_version(record));
}

void replay_print_head(const struct replay_record *record, const void *problem)
{
    struct nash_buf words = NASH_BUF_INIT(0);
    if (record->solver->describe != NULL)
        record->solver->describe(problem, &words);
    printf("%s%s%s, seed %llu\n", record->solver->kind, words.len > 0 ? ": " : "", nash_buf_cstr(&words),
           (unsigned long long)record->seed);
    if (is_other_version(record))
        printf("recorded by version %s of this kind, and this is version %s: answers may differ\n", record->version,
               record->solver->version);
    nash_buf_free(&words);
}
