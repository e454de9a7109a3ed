/* Fuzzes the reader of configuration files. A fault is reported with file and line. What is accepted is printed as a
 * configuration file and read back to the same values. */
#include <options.h>
#include <string.h>

#include "../fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct options options = {0}, again = {0};
    struct nash_error error = {0};
    struct option_names changed, kept;
    char *text = NULL;
    size_t len = 0;
    if (options_read_text(&options, "conf", (const char *)data, size, &error) != NASH_OK) {
        if (strncmp(error.detail, "conf:", 5) != 0)
            fuzz_fail("a fault without its place", error.detail);
        options_release(&options);
        return 0;
    }
    FILE *out = open_memstream(&text, &len);
    if (out == NULL)
        abort();
    options_print(&options, out);
    fclose(out);
    if (options_read_text(&again, "printed", text, len, &error) != NASH_OK)
        fuzz_fail(error.detail, text);
    options_update(&again, &options, &changed, &kept);
    if (changed.count + kept.count > 0)
        fuzz_fail("values differ", text);
    free(text);
    options_release(&options);
    options_release(&again);
    return 0;
}
