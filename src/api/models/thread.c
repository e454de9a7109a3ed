/* Start and stop of the models' thread; see models.h. */
#include <stdlib.h>

#include "keep.h"

struct models *models_start(struct api *api, unsigned most, struct nash_error *error)
{
    struct models *models = calloc(1, sizeof *models);
    if (models == NULL) {
        nash_fail(error, NASH_NOMEM, "", "out of memory while starting the models");
        return NULL;
    }
    *models = (struct models){.most = most};
    models->room = (struct document_room){.api = api, .type = "model", .missing = "model-not-found"};
    if (!document_room_start(&models->room, error)) {
        free(models);
        return NULL;
    }
    if (!document_room_run(&models->room, trainings_resume)) {
        nash_fail(error, NASH_NOMEM, "", "out of memory while starting the models");
        body_reader_stop(models->room.thread);
        models_free(models);
        return NULL;
    }
    return models;
}

void models_stop(struct models *models)
{
    if (models == NULL)
        return;
    body_reader_stop(models->room.thread);
    trainings_stop(models);
}

void models_free(struct models *models)
{
    if (models == NULL)
        return;
    document_room_end(&models->room);
    free(models);
}
