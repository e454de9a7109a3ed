/* A new opponent, made from a request's body or from an export. Only in the thread. */
#ifndef API_OPPONENTS_NEW_H
#define API_OPPONENTS_NEW_H

#include <api/opponents/learn/request.h>

/* Reads the body, whose members besides "model" are `names` (NULL-terminated, from kind, name, settings, hands); stores
 * the opponent; sets the outcome 201. */
void opponent_create(struct call *call, const char *const names[]);

#endif
