/* Answers to a pack's lines, from a worker that has been taken over. Whatever passes the check can be read without a
 * step beyond its end, and told: one line each, JSON where that is wanted, errors with their strings ended. The input's
 * first three bytes are the rules. */
#include <stdbool.h>
#include <string.h>

#include <jobs/answers.h>
#include <nash/json.h>

#include "fuzz.h"

#define MUST(holds) ((holds) ? (void)0 : fuzz_fail(#holds, "answers"))

enum { SETTINGS = 3 };

static void read_all(const char *piece, size_t len, const struct answers_rules *rules, unsigned count, unsigned no_mem)
{
    struct answer answer;
    const char *at = piece, *end = piece + len;
    while (answers_next(&at, end, &answer)) {
        MUST(answer.text >= piece && answer.text + answer.len == at && at <= end);
        MUST(count-- > 0);
        no_mem -= answer.status == NASH_NOMEM;
        if (answer.status != NASH_OK) {
            struct nash_error error;
            answer_error(&answer, &error);
            MUST(error.status < NASH_OK && error.status >= NASH_INTERNAL);
            MUST(strlen(error.type) + strlen(error.pointer) + strlen(error.detail) + 3 == answer.len);
        } else {
            MUST(answer.len <= rules->len_most && memchr(answer.text, '\n', answer.len) == NULL);
            MUST(!rules->json || nash_json_check(answer.text, answer.len, NULL) == NASH_OK);
        }
    }
    MUST(count == 0 && no_mem == 0 && at == end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned count, no_mem;
    if (size < SETTINGS)
        return 0;
    const struct answers_rules rules = {.count_most = data[0], .len_most = data[1], .json = data[2] % 2 != 0};
    size_t len = size - SETTINGS;
    char *piece = malloc(len != 0 ? len : 1); /* of its very size, so that a step beyond is seen */
    MUST(piece != NULL);
    memcpy(piece, data + SETTINGS, len);
    if (answers_check(piece, len, &rules, &count, &no_mem)) {
        MUST(count > 0 && count <= rules.count_most && no_mem <= count);
        read_all(piece, len, &rules, count, no_mem);
    }
    free(piece);
    return 0;
}
