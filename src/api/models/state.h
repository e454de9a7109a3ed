/* The state of the models' thread. */
#ifndef API_MODELS_STATE_H
#define API_MODELS_STATE_H

#include <api/documents/room.h>

#include "models.h"

struct models {
    struct document_room room;  /* first */
    unsigned most;              /* models of each owner; 0: no limit */
    struct training *trainings; /* that are watched; only for the thread */
};

#endif
