/* The list of programs, and the memory in which any of their shards runs. See program.h. */
#include "program.h"

#include <stdlib.h>
#include <string.h>

#include "envelope.h"

enum { ALIGNMENT = 64 };

static const struct cluster_program *const built_in[] = {&sudoku_program, NULL};

const struct cluster_program *cluster_program_for(const struct cluster_program *const *programs, const char *kind,
                                                  const void *problem)
{
    for (programs = programs != NULL ? programs : built_in; *programs != NULL; programs++)
        if (strcmp((*programs)->kind, kind) == 0 && ((*programs)->accepts == NULL || (*programs)->accepts(problem)))
            return *programs;
    return NULL;
}

const struct cluster_program *cluster_program_of_protocol(const struct cluster_program *const *programs,
                                                          unsigned protocol)
{
    for (programs = programs != NULL ? programs : built_in; *programs != NULL; programs++)
        if ((*programs)->protocol == protocol)
            return *programs;
    return NULL;
}

struct shard_host {
    const struct cluster_program *const *programs;
    const struct cluster_program *program; /* the program of the shard in `memory`; NULL: there is no shard yet */
    void *memory;
};

static size_t largest_shard(const struct cluster_program *const *programs)
{
    size_t bytes = 0;
    for (; *programs != NULL; programs++)
        if ((*programs)->shard_bytes() > bytes)
            bytes = (*programs)->shard_bytes();
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

struct shard_host *shard_host_new(const struct cluster_program *const *programs)
{
    struct shard_host *host = calloc(1, sizeof *host);
    if (host == NULL)
        return NULL;
    host->programs = programs != NULL ? programs : built_in;
    host->memory = aligned_alloc(ALIGNMENT, largest_shard(host->programs));
    if (host->memory != NULL)
        return host;
    free(host);
    return NULL;
}

void shard_host_free(struct shard_host *host)
{
    if (host == NULL)
        return;
    free(host->memory);
    free(host);
}

static size_t refuse(const uint8_t *message, uint8_t *answer)
{
    uint8_t *body = message_head_write(answer, message_u16(message + 2), MESSAGE_REFUSED, message_u32(message + 8),
                                       message_u32(message + 12), 4);
    return (size_t)(message_put32(body, MESSAGE_MALFORMED) - answer);
}

size_t shard_host_take(struct shard_host *host, const uint8_t *message, size_t len, uint8_t *answer, size_t room)
{
    const struct cluster_program *program = host->programs[0];
    if (len >= MESSAGE_HEAD && room >= MESSAGE_MAX &&
        (program = cluster_program_of_protocol(host->programs, message_u16(message + 2))) == NULL)
        return refuse(message, answer);
    if (program != host->program) {
        program->shard_init(host->memory);
        host->program = program;
    }
    return program->shard_take(host->memory, message, len, answer, room);
}
