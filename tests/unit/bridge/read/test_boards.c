/* Texts of boards.json and what must be read from them, and problems written as JSON. */
#include <nash/request.h>
#include <solvers/bridge/read/record.h>

#include "../harness/check.h"

static cJSON *read_boards(void)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    char block[4096];
    FILE *file = fopen(BRIDGE_BOARDS, "r");
    assert_non_null(file);
    for (size_t count; (count = fread(block, 1, sizeof block, file)) > 0;)
        nash_buf_add(&text, block, count);
    fclose(file);
    cJSON *boards = cJSON_Parse(nash_buf_cstr(&text));
    assert_non_null(boards);
    nash_buf_free(&text);
    return boards;
}

/* Returns a member of the board, empty if it is absent. */
static const char *word_of(const cJSON *board, const char *name)
{
    const cJSON *member = cJSON_GetObjectItem(board, name);
    return cJSON_IsString(member) ? member->valuestring : "";
}

static void expect(const cJSON *board, const char *name, const char *found)
{
    if (strcmp(word_of(board, name), found) != 0)
        fail_msg("%s: %s is \"%s\", not \"%s\"", word_of(board, "name"), name, found, word_of(board, name));
}

static void check_board(const cJSON *board)
{
    static const char *const vulnerable[] = {"none", "ns", "ew", "both"};
    struct nash_error error = {0};
    struct reader r;
    struct bridge_input in;
    struct bridge_problem *p = &in.problem;
    struct nash_arena *arena = nash_arena_new(1 << 20);
    char deal[BRIDGE_PBN_LEN], contract[BRIDGE_CONTRACT_LEN] = "", play[2 * BRIDGE_CARDS + 1] = "";
    const char *text = word_of(board, "text");
    reader_root(&r, NULL, arena, &error);
    bridge_input_init(&in, &r);
    bridge_read_record(&in, text, strlen(text));
    if (!reader_ok(&r))
        fail_msg("%s: %s", word_of(board, "name"), error.detail);
    bridge_deal_complete(&p->position.deal);
    expect(board, "deal", bridge_pbn_write(&p->position.deal, BRIDGE_NORTH, deal));
    expect(board, "dealer", in.dealer < 0 ? "" : (char[]){bridge_seat_letter((unsigned)in.dealer), '\0'});
    expect(board, "vulnerable", in.vulnerable < 0 ? "" : vulnerable[in.vulnerable]);
    expect(board, "contract", p->has_contract ? bridge_contract_write(&p->contract, contract) : "");
    expect(board, "declarer", p->has_contract ? (char[]){bridge_seat_letter(p->contract.declarer), '\0'} : "");
    for (uint32_t i = 0; i < p->play_count; i++)
        bridge_card_write(p->play[i], play + 2 * (size_t)i);
    expect(board, "play", play);
    nash_arena_free(arena);
}

/* Writes the problem of a body as JSON. */
static char *written(const struct nash_body *body, struct nash_buf *out)
{
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct nash_jsonw json = NASH_JSONW(out);
    struct nash_error error;
    void *problem;
    nash_buf_reset(out);
    if (nash_request_read(&nash_solver_bridge, body, arena, &problem, NULL, 0, &error) != NASH_OK)
        fail_msg("%s: %s: %s", body->text, error.pointer, error.detail);
    nash_solver_bridge.write_problem(problem, &json);
    nash_arena_free(arena);
    return (char *)(uintptr_t)nash_buf_cstr(out);
}

/* Checks that JSON written of a text has the members of the board, and is written again as it is. */
static void check_written(const cJSON *board)
{
    struct nash_buf first = NASH_BUF_INIT(0), second = NASH_BUF_INIT(0);
    const char *text = word_of(board, "text");
    written(&(struct nash_body){.format = NASH_FORMAT_TEXT, .text = text, .len = strlen(text)}, &first);
    cJSON *json = cJSON_Parse(nash_buf_cstr(&first)), *member;
    char play[2 * BRIDGE_CARDS + 1] = "";
    const char *const names[] = {"deal", "dealer", "vulnerable", "contract", "declarer"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        expect(board, names[i], word_of(json, names[i]));
    cJSON_ArrayForEach(member, cJSON_GetObjectItem(json, "play")) strcat(play, member->valuestring);
    expect(board, "play", play);
    assert_string_equal(written(&(struct nash_body){.text = first.data, .len = first.len}, &second),
                        nash_buf_cstr(&first));
    cJSON_Delete(json);
    nash_buf_free(&first);
    nash_buf_free(&second);
}

static void boards(void **state)
{
    cJSON *all = read_boards();
    const cJSON *board;
    cJSON_ArrayForEach(board, all)
    {
        check_board(board);
        check_written(board);
    }
    assert_true(cJSON_GetArraySize(all) >= 19);
    cJSON_Delete(all);
}

/* What stands in a JSON problem is written, but for what is asked; what follows from it is not. */
static void problems(void **state)
{
    static const char *const same[] = {
        "{\"deal\":\"N:A2..K3. K3..A2. Q4..54. 65..QJ.\",\"strain\":\"NT\",\"leader\":\"S\"}",
        "{\"deal\":\"N:A2... K3... QJ... 5...\",\"strain\":\"S\",\"leader\":\"W\",\"trick\":[\"S4\"]}",
        "{\"deal\":\"N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K\",\"contract\":\"3NTX\",\"declarer\":\"S\",\"leader\":\"N\"}",
        "{\"deal\":\"N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K\",\"strain\":\"S\",\"leader\":\"W\",\"play\":[\"D2\",\"D8\"]}",
        "{\"dealer\":\"W\",\"vulnerable\":\"both\",\"contract\":\"4HXX\",\"declarer\":\"N\",\"tricks\":9}",
        "{\"contract\":\"pass\",\"tricks\":0}"};
    static const char *const others[][2] = {
        {"{\"deal\":{\"W\":\"QJ65.K94.Q72.853\"},\"known\":[\"W\"],\"samples\":50,\"contract\":\"3NT by S\"}",
         "{\"deal\":{\"W\":\"QJ65.K94.Q72.853\"},\"contract\":\"3NT\",\"declarer\":\"S\"}"},
        {"{\"deal\":{\"N\":\"QJ6.K652.J85.T98\",\"W\":\"AT942.AQ4.32.KJ3\"},\"known\":[\"N\",\"W\"],\"samples\":5,"
         "\"strain\":\"H\",\"leader\":\"W\",\"play\":\"SA\"}",
         "{\"deal\":{\"N\":\"QJ6.K652.J85.T98\",\"W\":\"AT942.AQ4.32.KJ3\"},\"strain\":\"H\",\"leader\":\"W\","
         "\"play\":[\"SA\"]}"},
        {"{\"deal\":\"s:K.8.9.2 10.4.2.K Q6.2.8. 8.J9..4\",\"want\":\"table\",\"vulnerable\":\"All\"}",
         "{\"deal\":\"N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K\",\"vulnerable\":\"both\"}"},
        {"{\"deal\":\"N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K\",\"strain\":\"NT\",\"declarer\":\"S\"}",
         "{\"deal\":\"N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K\",\"strain\":\"NT\",\"leader\":\"W\"}"}};
    struct nash_buf out = NASH_BUF_INIT(0);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_string_equal(written(&(struct nash_body){.text = same[i], .len = strlen(same[i])}, &out), same[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_string_equal(written(&(struct nash_body){.text = others[i][0], .len = strlen(others[i][0])}, &out),
                            others[i][1]);
    nash_buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(boards), cmocka_unit_test(problems)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
