/* A QR code, black on white with its quiet zone. */
#ifndef API_QR_H
#define API_QR_H

#include <nash/buf.h>

/* Appends the code as SVG with error correction level M, which tolerates 15 % damage. Returns false if the text is too
 * long, or when out of memory. */
bool qr_svg(struct nash_buf *out, const char *text);
/* Does the same with half blocks of Unicode, two lines of the code in one line of text. colours: with the escape
 * sequences of a terminal for black and white; without them the blocks are white, for a dark background. */
bool qr_text(struct nash_buf *out, const char *text, bool colours);

#endif
