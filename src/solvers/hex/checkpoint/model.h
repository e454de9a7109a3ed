/* Checkpoints as models: the play net of a checkpoint, and what the server needs to keep checkpoints (struct
 * nash_models). */
#ifndef HEX_CHECKPOINT_MODEL_H
#define HEX_CHECKPOINT_MODEL_H

#include <nash/models.h>

#include "checkpoint.h"

/* Writes the play net of a checkpoint's weights, [hex_play_net_bytes(&checkpoint->shape)]. The scales of its
 * activations come from positions of random games, which follow from the shape alone: equal weights give equal bytes.
 * Returns false if the arena is full. */
bool hex_model_play_net(const struct hex_checkpoint *checkpoint, struct nash_arena *arena, uint8_t *bytes);

extern const struct nash_models hex_models;

#endif
