/* What can be wrong with the bytes of a message (faults.def). */
#ifndef HTTP_FAULT_H
#define HTTP_FAULT_H

#define FAULT(name, type, detail) HTTP_FAULT_##name,
enum http_fault {
    HTTP_FAULT_NONE,
#include "faults.def"
};
#undef FAULT

enum {
    HTTP_HEAD_MAX = 16 * 1024, /* bytes of a head; likewise of all chunk extensions and trailers of a message */
    HTTP_FIELDS_MAX = 100,     /* fields of a head. With HTTP_PARAMETERS_MAX it bounds what libmicrohttpd allocates */
    HTTP_PARAMETERS_MAX = 100  /* '&' in a target */
};

#endif
