#include "table_file.h"

#include <base/memory/mapped.h>

static _Atomic uint64_t *table_mark(const struct table_file *file, void *table, uint32_t piece)
{
    return (_Atomic uint64_t *)(void *)((char *)table + file->layout->marks) + piece;
}

enum nash_status table_file_open(struct table_file *file, const char *data_dir, struct nash_error *error)
{
    const struct table_layout *layout = file->layout;
    if (table_file_memory(file))
        return NASH_OK;
    void *table = mapped_memory(data_dir, layout->name, &layout->head, sizeof layout->head, layout->head.bytes);
    atomic_store_explicit(&file->table, table, memory_order_release);
    return table ? NASH_OK : nash_fail(error, NASH_NOMEM, "", "no memory for the table %s", layout->name);
}

static bool piece_holds(const struct table_file *file, void *table, uint32_t piece)
{
    uint64_t mark = atomic_load_explicit(table_mark(file, table, piece), memory_order_acquire);
    return mark != 0 && mark == file->layout->checksum(table, piece);
}

uint32_t table_file_verify(struct table_file *file, uint32_t pieces)
{
    void *table = table_file_memory(file);
    uint32_t verified = atomic_load_explicit(&file->verified, memory_order_relaxed);
    while (table && verified < pieces && piece_holds(file, table, verified))
        atomic_store_explicit(&file->verified, ++verified, memory_order_relaxed);
    return verified < pieces ? verified : pieces;
}

void table_file_publish(struct table_file *file, uint32_t piece)
{
    void *table = table_file_memory(file);
    uint64_t sum = file->layout->checksum(table, piece);
    atomic_store_explicit(table_mark(file, table, piece), sum, memory_order_release);
}

uint64_t table_checksum(const void *bytes, size_t count, uint64_t seed)
{
    const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15), *word = bytes;
    uint64_t lane[4] = {seed, 1, 2, 3}, sum = 0;
    for (size_t at = 0; at < count / sizeof *word; at += 4)
        for (size_t i = 0; i < 4; i++) {
            lane[i] = (lane[i] ^ __atomic_load_n(&word[at + i], __ATOMIC_RELAXED)) * odd;
            lane[i] ^= lane[i] >> 29;
        }
    for (size_t i = 0; i < 4; i++) {
        sum = (sum ^ lane[i]) * odd;
        sum ^= sum >> 32;
    }
    return sum;
}
