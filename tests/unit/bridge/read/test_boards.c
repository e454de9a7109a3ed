/* Texts of boards.json and what must be read from them. The page has a reader of its own, in JavaScript; its test
 * (tests/browser/unit/bridge.test.mjs) has the same list, so that both read alike. */
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

static void boards(void **state)
{
    cJSON *all = read_boards();
    const cJSON *board;
    cJSON_ArrayForEach(board, all) check_board(board);
    assert_true(cJSON_GetArraySize(all) >= 19);
    cJSON_Delete(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(boards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
