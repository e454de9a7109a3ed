/* A QR code as SVG, black on white with its quiet zone. */
#ifndef API_QR_H
#define API_QR_H

#include <nash/buf.h>

/* Appends the code with error correction level M, which tolerates 15 % damage. Returns false if the text is too long,
 * or when out of memory. */
bool qr_svg(struct nash_buf *out, const char *text);

#endif
