/* Parts of what trainings write. */
#ifndef HEX_TRAIN_WRITE_H
#define HEX_TRAIN_WRITE_H

#include <nash/hash.h>
#include <nash/jsonw.h>

#include "trainer.h"

/* Writes the shortest decimal that reads as the same float. */
void hex_train_write_float(struct nash_jsonw *out, float value);
/* Write the members "sha256"; "net"; "step", "games", "positions", "cpu_s" and, with a best checkpoint, "best_step";
 * "curve", of whose points games and positions may be left out. */
void hex_train_write_hash(struct nash_hash hash, struct nash_jsonw *out);
void hex_train_write_net(const struct hex_net_shape *shape, struct nash_jsonw *out);
void hex_train_write_counts(const struct hex_train_progress *progress, struct nash_jsonw *out);
void hex_train_write_curve(const struct hex_train_progress *progress, bool counts, struct nash_jsonw *out);

#endif
