/* Bodies of any length, of every form that the kinds read: valid ones, examples of the schemas with a part repeated,
 * and members with values that do not belong there. */
#ifndef COST_SHAPES_H
#define COST_SHAPES_H

#include <nash/nash.h>

struct shape {
    const struct nash_solver *solver; /* NULL: the body of a batch, of JSON lines or of records in text form */
    const char *name;                 /* for messages */
    enum nash_format format;
    void (*write)(struct nash_buf *out, size_t bytes, const void *context); /* writes about so many bytes */
    const void *context;
    bool whole; /* a valid problem of any length */
};

/* Calls each() for all shapes, with the solver set. */
void shapes_each(void (*each)(const struct shape *shape, void *context), void *context);

#endif
