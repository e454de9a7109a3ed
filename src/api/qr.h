/* A QR code as SVG, black on white with its quiet zone. */
#ifndef API_QR_H
#define API_QR_H

#include <nash/buf.h>

/* Level M: a scratch of 15 % does no harm. False: the text is too long, or there is no memory. */
bool qr_svg(struct nash_buf *out, const char *text);

#endif
