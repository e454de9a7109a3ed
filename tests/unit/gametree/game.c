#include "game.h"

#include <nash/buf.h>

enum { PATH_BYTES = 96, ARENA_BYTES = 256 << 20 };

enum nash_status game_parse(struct game_case *c, const char *text)
{
    struct nash_json doc;
    c->arena = nash_arena_new(ARENA_BYTES);
    c->error = (struct nash_error){0};
    enum nash_status status = nash_json_parse(&doc, text, strlen(text), c->arena, &c->error);
    if (status == NASH_OK)
        status = c->game->parse(&doc, c->arena, &c->problem, &c->error);
    nash_json_free(&doc);
    return status;
}

static void write_answer(struct game_case *c, const char *text)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    c->game->write(c->problem, &c->result, &out);
    if (nash_json_check(buf.data, buf.len, &c->error) != NASH_OK)
        fail_msg("%.300s: %s in %.300s", text, c->error.detail, nash_buf_cstr(&buf));
    assert_int_equal(strncmp(nash_buf_cstr(&buf), "{\"brief\":\"", 10), 0);
    c->json = cJSON_ParseWithLength(buf.data, buf.len);
    size_t brief = strlen(game_word(c, "brief"));
    assert_in_range(brief, 1, NASH_BRIEF_MAX);
    nash_buf_free(&buf);
}

void game_solve(struct game_case *c, const char *text)
{
    enum nash_status status = game_parse(c, text);
    c->run.arena = c->arena;
    if (status == NASH_OK)
        status = c->game->solve(c->problem, &c->run, &c->result, &c->error);
    if (status == NASH_OK)
        status = c->game->verify(c->problem, &c->result, &c->error);
    if (status != NASH_OK)
        fail_msg("%.300s: %s: %s %s", text, nash_status_name(status), c->error.pointer, c->error.detail);
    write_answer(c, text);
}

void game_refuses(const struct gametree_game *game, const char *text, enum nash_status status, const char *pointer,
                  const char *word)
{
    struct game_case c = {.game = game};
    enum nash_status got = game_parse(&c, text);
    if (got != status || strcmp(c.error.pointer, pointer) != 0 || !strstr(c.error.detail, word))
        fail_msg("%.300s: %s at \"%s\": %s", text, nash_status_name(got), c.error.pointer, c.error.detail);
    game_free(&c);
}

void game_free(struct game_case *c)
{
    cJSON_Delete(c->json);
    nash_arena_free(c->arena);
    *c = (struct game_case){.game = c->game};
}

struct nash_hash game_key(const struct gametree_game *game, const char *text)
{
    struct game_case c = {.game = game};
    struct nash_sha256 sha;
    if (game_parse(&c, text) != NASH_OK)
        fail_msg("%.300s: %s %s", text, c.error.pointer, c.error.detail);
    nash_sha256_init(&sha);
    game->canon(c.problem, &sha);
    game_free(&c);
    return nash_sha256_end(&sha);
}

static const cJSON *find(const struct game_case *c, const char *path)
{
    char step[PATH_BYTES];
    const cJSON *at = c->json;
    while (at && *path) {
        size_t len = strcspn(path, "/");
        memcpy(step, path, len);
        step[len] = '\0';
        at = cJSON_IsArray(at) ? cJSON_GetArrayItem(at, atoi(step)) : cJSON_GetObjectItemCaseSensitive(at, step);
        path += len + (path[len] == '/');
    }
    return at;
}

bool game_has(const struct game_case *c, const char *path)
{
    return find(c, path) != NULL;
}

const cJSON *game_at(const struct game_case *c, const char *path)
{
    const cJSON *item = find(c, path);
    if (!item)
        fail_msg("no %s in %s", path, cJSON_PrintUnformatted(c->json));
    return item;
}

int game_int(const struct game_case *c, const char *path)
{
    const cJSON *item = game_at(c, path);
    assert_true(cJSON_IsNumber(item));
    return item->valueint;
}

const char *game_word(const struct game_case *c, const char *path)
{
    const cJSON *item = game_at(c, path);
    assert_true(cJSON_IsString(item));
    return item->valuestring;
}
