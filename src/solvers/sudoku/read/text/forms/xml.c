/* The XML of .opensudoku files. */
#include "xml.h"

#include <string.h>

bool xml_find(const struct reader *r, const char *at, struct text_span text, struct text_span *puzzle)
{
    static const char mark[] = "data=\"";
    const char *begin = NULL;
    size_t puzzles = 0;
    for (const char *c = text.at; (c = memmem(c, (size_t)(text.end - c), mark, sizeof mark - 1)); puzzles++)
        begin = c += sizeof mark - 1;
    const char *close = begin ? memchr(begin, '"', (size_t)(text.end - begin)) : NULL;
    if (puzzles > 1)
        return SUDOKU_REFUSE(
            r, at,
            "%zu puzzles, and one problem holds one: send what stands in data=\"...\", a line each, to POST "
            "/v1/sudoku/batch as text/plain",
            puzzles);
    if (!close)
        return SUDOKU_REFUSE(r, at,
                             "XML without a <game data=\"...\">: copy the puzzle itself, or send an .opensudoku file");
    *puzzle = (struct text_span){begin, close};
    return true;
}
