/* Shared by the fuzz targets. Each fuzz_NAME.c defines LLVMFuzzerTestOneInput(); main() is libFuzzer's, or that of
 * replay.c in ordinary builds. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reports a violated property and aborts, so that the fuzzer keeps the input. */
static inline void fuzz_fail(const char *what, const char *detail)
{
    fprintf(stderr, "broken: %s: %s\n", what, detail);
    abort();
}

#endif
