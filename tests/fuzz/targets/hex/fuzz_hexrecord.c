/* Fuzzes the readers of records of Hex: SGF, HexWorld links, HTP. A record that is accepted is legal, and it comes back
 * the same from each form that can hold it. */
#include <string.h>

#include <base/utf8.h>
#include <solvers/hex/records/record.h>

#include "../fuzz.h"

static void check_write(const struct hex_record *record, enum hex_form form)
{
    static struct hex_record again;
    struct nash_error error;
    struct nash_buf out = NASH_BUF_INIT(0);
    if (hex_record_write(record, form, &out, &error) == NASH_OK) {
        if (hex_record_form(out.data, out.len) != form)
            fuzz_fail("another form", nash_buf_cstr(&out));
        if (hex_record_read(out.data, out.len, &again, &error) != NASH_OK)
            fuzz_fail("a written record is refused", error.detail);
        if (again.rows != record->rows || again.cols != record->cols || again.moves != record->moves ||
            memcmp(again.setup, record->setup, sizeof again.setup) != 0 ||
            memcmp(again.move, record->move, record->moves * sizeof *again.move) != 0)
            fuzz_fail("a written record differs", nash_buf_cstr(&out));
    }
    nash_buf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct hex_record record;
    struct nash_error error = {0};
    if (hex_record_read((const char *)data, size, &record, &error) != NASH_OK) {
        if (error.detail[0] == '\0' || utf8_span(error.detail, strlen(error.detail)) != strlen(error.detail))
            fuzz_fail("a refusal without a valid reason", error.detail);
        return 0;
    }
    if (utf8_span(record.black, strlen(record.black)) != strlen(record.black))
        fuzz_fail("a name is not UTF-8", record.black);
    for (enum hex_form form = HEX_FORM_SGF; form <= HEX_FORM_HTP; form++)
        check_write(&record, form);
    return 0;
}
