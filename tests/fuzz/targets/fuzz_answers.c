/* Fuzzes the check of a chunk's answers, which a compromised worker may have written. Answers that pass the check must
 * be readable within the buffer and deliverable: one line each after its remarks, JSON if requested, errors with
 * terminated strings. The first three bytes of the input select the rules. */
#include <stdbool.h>
#include <string.h>

#include <jobs/batch/answers.h>
#include <nash/json.h>

#include "fuzz.h"

#define MUST(holds) ((holds) ? (void)0 : fuzz_fail(#holds, "answers"))

enum { SETTINGS = 3 };

static void read_all(const char *block, size_t len, const struct answers_rules *rules, unsigned count, unsigned no_mem)
{
    struct answer answer;
    const char *at = block, *end = block + len;
    while (answers_next(&at, end, &answer)) {
        MUST(answer.text >= block && answer.text + answer.len == at && at <= end);
        MUST(count-- > 0);
        no_mem -= answer.status == NASH_NOMEM;
        if (answer.status != NASH_OK) {
            struct nash_error error;
            answer_error(&answer, &error);
            MUST(error.status < NASH_OK && error.status >= NASH_INTERNAL);
            MUST(strlen(error.type) + strlen(error.pointer) + strlen(error.detail) + 3 == answer.len);
        } else {
            MUST(answer.len <= rules->len_max && answer_is_one_line(answer.text, answer.len));
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
    const struct answers_rules rules = {.count_max = data[0], .len_max = data[1], .json = data[2] % 2 != 0};
    size_t len = size - SETTINGS;
    char *block = malloc(len != 0 ? len : 1); /* of exact size, so that a sanitizer detects a read past the end */
    MUST(block != NULL);
    memcpy(block, data + SETTINGS, len);
    if (answers_check(block, len, &rules, &count, &no_mem)) {
        MUST(count > 0 && count <= rules.count_max && no_mem <= count);
        read_all(block, len, &rules, count, no_mem);
    }
    free(block);
    return 0;
}
