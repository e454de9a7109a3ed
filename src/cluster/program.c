/* The list of programs, and the memory in which any of their shards runs. See program.h. */
#include "program.h"

#include <stdlib.h>
#include <string.h>

#include "envelope.h"

enum { ALIGNMENT = 64 };

static const struct cluster_program *const built_in[] = {&sudoku_farm_program, &sudoku_program, &hex_program,
                                                         &hex_training_program, NULL};

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
    _Atomic int *stop;
    void *memory; /* made when a program's first message comes, of the size of its shard */
};

struct shard_host *shard_host_new(const struct cluster_program *const *programs, _Atomic int *stop)
{
    struct shard_host *host = calloc(1, sizeof *host);
    if (host == NULL)
        return NULL;
    host->programs = programs != NULL ? programs : built_in;
    host->stop = stop;
    return host;
}

void shard_host_free(struct shard_host *host)
{
    if (host == NULL)
        return;
    free(host->memory);
    free(host);
}

static size_t refuse(const uint8_t *message, uint8_t *answer, enum message_refusal why)
{
    uint8_t *body = message_head_write(answer, message_u16(message + 2), MESSAGE_REFUSED, message_u32(message + 8),
                                       message_u32(message + 12), 4);
    return (size_t)(message_put32(body, why) - answer);
}

/* Makes a shard of the program in the place of the one before. Returns false if there is no memory for it. */
static bool host_change_program(struct shard_host *host, const struct cluster_program *program)
{
    size_t bytes = (program->shard_bytes() + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    free(host->memory);
    host->program = NULL;
    host->memory = aligned_alloc(ALIGNMENT, bytes);
    if (host->memory == NULL)
        return false;
    program->shard_init(host->memory);
    if (host->stop != NULL && program->shard_on_stop != NULL)
        program->shard_on_stop(host->memory, host->stop);
    host->program = program;
    return true;
}

size_t shard_host_take(struct shard_host *host, const uint8_t *message, size_t len, uint8_t *answer, size_t room)
{
    const struct cluster_program *program = host->programs[0];
    bool has_head = len >= MESSAGE_HEAD && room >= MESSAGE_MAX;
    if (has_head && (program = cluster_program_of_protocol(host->programs, message_u16(message + 2))) == NULL)
        return refuse(message, answer, MESSAGE_MALFORMED);
    if (program != host->program && !host_change_program(host, program))
        return has_head ? refuse(message, answer, MESSAGE_UNABLE) : 0;
    return program->shard_take(host->memory, message, len, answer, room);
}
