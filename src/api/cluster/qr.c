#include "qr.h"

#include <qrencode.h>

enum { QUIET = 4 }; /* white modules around the code, required by ISO/IEC 18004 */

/* Appends line y of the code to an SVG path. Each run of black modules becomes one subpath, which takes a tenth of the
 * bytes of a rectangle for each module. */
static void write_line(struct nash_buf *out, const unsigned char *line, int width, int y)
{
    for (int x = 0; x < width; x++) {
        int from = x;
        while (x < width && (line[x] & 1) != 0)
            x++;
        if (x > from)
            nash_buf_printf(out, "M%d %dh%dv1h-%dz", from + QUIET, y + QUIET, x - from, x - from);
    }
}

bool qr_svg(struct nash_buf *out, const char *text)
{
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);
    if (code == NULL)
        return false;
    int side = code->width + 2 * QUIET;
    nash_buf_printf(out,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" shape-rendering=\"crispEdges\">"
                    "<path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/><path d=\"",
                    side, side, side, side);
    for (int y = 0; y < code->width; y++)
        write_line(out, code->data + y * code->width, code->width, y);
    nash_buf_puts(out, "\"/></svg>\n");
    QRcode_free(code);
    return !out->failed;
}

/* Returns whether the module at x, y is black; those around the code are white. */
static bool module_is_black(const QRcode *code, int x, int y)
{
    return x >= 0 && y >= 0 && x < code->width && y < code->width && (code->data[y * code->width + x] & 1) != 0;
}

bool qr_text(struct nash_buf *out, const char *text, bool colours)
{
    /* by the upper module, then the lower one; 1 = black */
    static const char *const blocks[2][2] = {{"\u2588", "\u2580"}, {"\u2584", " "}};
    enum { MARGIN = 2 }; /* text needs fewer white modules than print: cameras find the edge of the block */
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
    if (code == NULL)
        return false;
    for (int y = -MARGIN; y < code->width + MARGIN; y += 2) {
        nash_buf_puts(out, colours ? "\033[38;5;231;48;5;16m" : "");
        for (int x = -MARGIN; x < code->width + MARGIN; x++)
            nash_buf_puts(out, blocks[module_is_black(code, x, y)][module_is_black(code, x, y + 1)]);
        nash_buf_puts(out, colours ? "\033[0m\n" : "\n");
    }
    QRcode_free(code);
    return !out->failed;
}
