/* Compares scores with the printed table of the Laws and with those of libdds, par with DealerPar of libdds, and
 * both with the rows of the reference lists. */
#include <dds/dll.h>

#include "../harness/check.h"

/* Law 77, from the printed table of scores (each value also computed by hand once). */
static void scores(void **state)
{
    static const struct {
        const char *contract;
        bool vulnerable;
        unsigned tricks;
        int score;
    } rows[] = {
        {"1C", false, 7, 70},     {"1NT", false, 7, 90},     {"2NT", false, 8, 120},    {"3NT", false, 9, 400},
        {"3NT", true, 10, 630},   {"4S", false, 10, 420},    {"4S", true, 10, 620},     {"5D", true, 11, 600},
        {"6NT", false, 12, 990},  {"6NT", true, 12, 1440},   {"7NT", true, 13, 2220},   {"7S", false, 13, 1510},
        {"6C", true, 12, 1370},   {"1NTX", false, 7, 180},   {"1NTXX", true, 7, 760},   {"2SX", true, 8, 670},
        {"2SX", true, 9, 870},    {"2SXX", false, 9, 840},   {"2DX", false, 8, 180},    {"2DXX", false, 8, 560},
        {"4S", false, 9, -50},    {"4S", true, 7, -300},     {"4SX", false, 9, -100},   {"4SX", false, 7, -500},
        {"4SX", false, 6, -800},  {"4SX", true, 9, -200},    {"4SX", true, 7, -800},    {"4SXX", true, 9, -400},
        {"4SXX", false, 8, -600}, {"7NTXX", true, 0, -7600}, {"7NTX", false, 0, -3500}, {"1S", false, 13, 260},
        {"5HX", false, 11, 650},  {"pass", true, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bridge_contract c;
        int declarer;
        size_t len = strlen(rows[i].contract);
        assert_int_equal(bridge_contract_read(rows[i].contract, len, &c, &declarer), len);
        int score = bridge_score(&c, rows[i].vulnerable, rows[i].tricks);
        if (score != rows[i].score)
            fail_msg("%s, %u tricks: %d, not %d", rows[i].contract, rows[i].tricks, score, rows[i].score);
    }
}

/* ---- par ---- */

struct table {
    uint8_t tricks[BRIDGE_STRAINS][BRIDGE_SEATS];
};

/* Makes a table like that of a real deal: partners make about the same tricks, and both sides together about 13. */
static struct table random_table(struct nash_rng *rng)
{
    struct table t;
    for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++) {
        int north = (int)nash_rng_below(rng, 14), loss = (int)nash_rng_below(rng, 3) - 1;
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
            int tricks = seat % 2 ? 13 - north - loss : north;
            tricks += nash_rng_below(rng, 3) ? 0 : (int)nash_rng_below(rng, 3) - 1;
            t.tricks[strain][seat] = (uint8_t)(tricks < 0 ? 0 : tricks > 13 ? 13 : tricks);
        }
    }
    return t;
}

static void show(const struct table *t, unsigned dealer, unsigned vulnerable)
{
    for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++)
        print_error("%c %u %u %u %u\n", bridge_strain_letter(strain), t->tricks[strain][0], t->tricks[strain][1],
                    t->tricks[strain][2], t->tricks[strain][3]);
    print_error("dealer %c, vulnerable %u\n", bridge_seat_letter(dealer), vulnerable);
}

/* libdds numbers vulnerability 0 none, 1 both, 2 NS, 3 EW. */
static const int their_vulnerable[] = {0, 2, 3, 1};

static void ask(const struct table *t, unsigned dealer, unsigned vulnerable, struct parResultsMaster *theirs)
{
    struct ddTableResults table;
    for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++)
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
            table.resTable[strain][seat] = t->tricks[strain][seat];
    *theirs = (struct parResultsMaster){0};
    assert_int_equal(DealerParBin(&table, theirs, (int)dealer, their_vulnerable[vulnerable]), RETURN_NO_FAULT);
}

static bool is_same(const struct contractType *theirs, const struct bridge_par_contract *ours)
{
    static const uint8_t seats[] = {1, 2, 4, 8, 5, 10};
    return theirs->level == ours->contract.level &&
           (theirs->denom ? theirs->denom - 1 : BRIDGE_NOTRUMP) == ours->contract.strain &&
           seats[theirs->seats] == ours->declarers && theirs->overTricks - theirs->underTricks == ours->over;
}

static bool lists_agree(const struct parResultsMaster *theirs, const struct bridge_par *ours)
{
    unsigned found = 0;
    if (ours->score == 0)
        return ours->count == 1 && ours->contract[0].contract.level == 0;
    for (int i = 0; i < theirs->number; i++)
        for (unsigned k = 0; k < ours->count; k++)
            found += is_same(&theirs->contracts[i], &ours->contract[k]);
    return found == ours->count && theirs->number == (int)ours->count;
}

/* Every listed contract scores par with the tricks of the table. */
static void check_contracts(const struct table *t, unsigned vulnerable, const struct bridge_par *par)
{
    for (unsigned i = 0; i < par->count && par->score; i++) {
        struct bridge_contract c = par->contract[i].contract;
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
            if (!(par->contract[i].declarers >> seat & 1))
                continue;
            int score = bridge_score(&c, bridge_is_vulnerable(vulnerable, seat), t->tricks[c.strain][seat]);
            assert_int_equal(seat % 2 ? -score : score, par->score);
            assert_int_equal(t->tricks[c.strain][seat], c.level + 6 + par->contract[i].over);
        }
    }
}

/* All scores agree with libdds, and nearly all lists of contracts. In about 1 of 7,000 tables the list of libdds has a
 * contract that contradicts the table (such as underTricks -48), or it lacks a contract. */
static void par_of_random_tables(void **state)
{
    enum { TABLES = 20000, OTHER_MOST = TABLES / 1000 };
    struct nash_rng rng = test_rng();
    unsigned other = 0;
    for (unsigned i = 0; i < TABLES; i++) {
        struct parResultsMaster theirs;
        struct bridge_par ours;
        struct table t = random_table(&rng);
        unsigned dealer = i % BRIDGE_SEATS, vulnerable = i / BRIDGE_SEATS % 4;
        ask(&t, dealer, vulnerable, &theirs);
        bridge_par(t.tricks, dealer, vulnerable, &ours);
        other += !lists_agree(&theirs, &ours);
        if (ours.score != theirs.score || ours.count == 0 || other > OTHER_MOST) {
            show(&t, dealer, vulnerable);
            fail_msg("par %d, theirs %d; %u contracts, theirs %d", ours.score, theirs.score, ours.count, theirs.number);
        }
        check_contracts(&t, vulnerable, &ours);
    }
}

/* If the table, the dealer and the vulnerability are rotated by one seat, the score changes only its sign. */
static void par_is_fair(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 5000; i++) {
        static const enum bridge_vulnerable turned[] = {BRIDGE_VUL_NONE, BRIDGE_VUL_EW, BRIDGE_VUL_NS, BRIDGE_VUL_BOTH};
        struct bridge_par one, other;
        struct table t, next;
        unsigned dealer = i % BRIDGE_SEATS, vulnerable = i / BRIDGE_SEATS % 4;
        for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++) /* a random table, even one that no deal has */
            for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
                t.tricks[strain][seat] = (uint8_t)nash_rng_below(&rng, 14);
        for (unsigned strain = 0; strain < BRIDGE_STRAINS; strain++)
            for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
                next.tricks[strain][(seat + 1) % BRIDGE_SEATS] = t.tricks[strain][seat];
        bridge_par(t.tricks, dealer, vulnerable, &one);
        bridge_par(next.tricks, (dealer + 1) % BRIDGE_SEATS, turned[vulnerable], &other);
        assert_int_equal(one.score, -other.score);
        assert_int_equal(one.count, other.count);
        assert_in_range(one.count, 1, BRIDGE_PAR_CONTRACTS);
    }
}

/* Writes a contract in the notation of libdds, such as "4S*-EW-1" or "3N-NS+2". */
static void write_theirs(const struct bridge_par_contract *c, char out[16])
{
    static const char *const side[] = {"", "N", "E", "", "S", "NS", "", "", "W", "", "EW"};
    int len = sprintf(out, "%u%c%s-%s", c->contract.level, bridge_strain_letter(c->contract.strain),
                      c->contract.doubled ? "*" : "", side[c->declarers]);
    if (c->over)
        sprintf(out + len, "%+d", c->over);
}

/* Compares the contracts of a row PAR2 with ours. They are in quotes and follow the score, which is in quotes too. */
static void check_list(const char *line, const struct bridge_par *par)
{
    unsigned quotes = 0;
    for (const char *c = line; *c; c++)
        quotes += *c == '"';
    if (quotes != 2 + 2 * par->count)
        fail_msg("%u contracts, not those of %s", par->count, line);
    for (unsigned i = 0; i < par->count; i++) {
        char name[16], quoted[20];
        write_theirs(&par->contract[i], name);
        snprintf(quoted, sizeof quoted, "\"%s\"", name);
        if (!strstr(line, quoted))
            fail_msg("%s is not in %s", name, line);
    }
}

/* Compares with a file of libdds. A row TABLE has the tricks for S H D C NT, each for N E S W; a row PAR begins with
 * the score of North-South; a row PAR2 has the contracts for this dealer. */
static void par_rows(void **state)
{
    static const char path[] = SHARED_DIR "/data/tricks/dds/list100.txt";
    static const enum bridge_vulnerable vulnerable_of[] = {BRIDGE_VUL_NONE, BRIDGE_VUL_BOTH, BRIDGE_VUL_NS,
                                                           BRIDGE_VUL_EW};
    unsigned dealer = 0, vulnerable = 0, rows = 0, lists = 0;
    struct bridge_par par = {0};
    struct table t = {0};
    char line[1024];
    int score;
    FILE *file = open_test_data(path);
    while (fgets(line, sizeof line, file)) {
        sscanf(line, "PBN %u %u", &dealer, &vulnerable);
        if (strncmp(line, "TABLE ", 6) == 0) {
            char *at = line + 6;
            for (unsigned i = 0; i < BRIDGE_STRAINS * BRIDGE_SEATS; i++)
                t.tricks[i / BRIDGE_SEATS][i % BRIDGE_SEATS] = (uint8_t)strtoul(at, &at, 10);
        }
        if (sscanf(line, "PAR \"NS %d\"", &score) == 1) {
            bridge_par(t.tricks, dealer, vulnerable_of[vulnerable], &par);
            if (par.score != score) {
                show(&t, dealer, vulnerable);
                fail_msg("par %d, not %d", par.score, score);
            }
            rows++;
        }
        if (strncmp(line, "PAR2 ", 5) == 0) {
            check_list(line, &par);
            lists++;
        }
    }
    fclose(file);
    assert_int_equal(rows, 100);
    assert_int_equal(lists, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores),
        cmocka_unit_test(par_of_random_tables),
        cmocka_unit_test(par_is_fair),
        cmocka_unit_test(par_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
