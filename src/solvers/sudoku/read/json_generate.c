/* The member "generate": what puzzle to make. */
#include <string.h>

#include <solvers/sudoku/generate/spec.h>

#include "json.h"

static void read_box(struct reader *r, struct sudoku_spec *spec)
{
    struct nash_json_ints box = reader_ints(r, "box");
    bool fits = box.count == 2;
    if (!reader_has(r, "box"))
        return;
    for (size_t i = 0; fits && i < 2; i++)
        fits = box.value[i] >= SUDOKU_BOX_MIN && box.value[i] <= SUDOKU_BOX_MAX;
    if (!fits) {
        reader_fail(r, NASH_INVALID, "box", "must be [rows, columns] of one box, each from %d to %d, as [2, 3] for 6x6",
                    SUDOKU_BOX_MIN, SUDOKU_BOX_MAX);
        return;
    }
    spec->box_rows = (unsigned)box.value[0];
    spec->box_cols = (unsigned)box.value[1];
}

static void read_clues(struct reader *r, struct sudoku_spec *spec)
{
    struct reader clues;
    if (!reader_member(&clues, r, "clues"))
        return;
    if (!cJSON_IsString(clues.value))
        spec->clues = (unsigned)reader_as_int(&clues, 1, SUDOKU_CELLS_MAX, 0);
    else if (strcmp(clues.value->valuestring, "minimal") == 0)
        spec->minimal = true;
    else
        reader_fail(&clues, NASH_INVALID, NULL, "must be a number of clues, or \"minimal\"");
}

void sudoku_read_generate(struct reader *r, struct sudoku_input *input, const char **second)
{
    static const char *const names[] = {"size", "box", "clues", "unique", "symmetry", "difficulty", NULL};
    struct reader g;
    struct sudoku_spec *spec = reader_member(&g, r, "generate") ? READER_NEW(r, struct sudoku_spec, 1) : NULL;
    if (!spec)
        return;
    if (!cJSON_IsObject(g.value)) {
        reader_fail(&g, NASH_INVALID, NULL,
                    "must be an object, for example {\"size\": 9, \"clues\": 26, \"symmetry\": \"rotational\"}");
        return;
    }
    reader_only(&g, names);
    spec->size = (unsigned)reader_int(&g, "size", SUDOKU_MIN, SUDOKU_MAX, 0);
    read_box(&g, spec);
    read_clues(&g, spec);
    spec->unique = reader_bool(&g, "unique", true);
    spec->symmetry = (enum sudoku_symmetry)reader_enum(&g, "symmetry", sudoku_symmetry_names, SUDOKU_SYMMETRY_NONE);
    /* + 1, because a request cannot name SUDOKU_ANY_LEVEL, the first level */
    if (reader_has(&g, "difficulty"))
        spec->level = (enum sudoku_level)(SUDOKU_EASY + reader_enum(&g, "difficulty", sudoku_spec_level_names + 1, 0));
    if (spec->size || spec->box_rows) {
        *second = input->size ? "size" : input->box_rows ? "box" : *second;
        input->shape_at = "/generate";
        input->size = spec->size;
        input->box_rows = spec->box_rows;
        input->box_cols = spec->box_cols;
    }
    if (input->task != SUDOKU_SOLVE)
        *second = "generate";
    input->task = SUDOKU_GENERATE;
    input->spec = spec;
}
