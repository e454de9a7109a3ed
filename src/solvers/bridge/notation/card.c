/* Letters of seats and strains; cards and contracts as text. */
#include <string.h>
#include <strings.h>

#include <solvers/bridge/score.h>

#include "notation.h"

static const char seats[] = "NESW", strains[] = "SHDCN";

char bridge_seat_letter(unsigned seat)
{
    return seats[seat];
}

char bridge_strain_letter(unsigned strain)
{
    return strains[strain];
}

static int letter_index(const char *letters, char letter)
{
    char upper = letter >= 'a' && letter <= 'z' ? (char)(letter - ('a' - 'A')) : letter;
    const char *found = upper ? strchr(letters, upper) : NULL;
    return found ? (int)(found - letters) : -1;
}

int bridge_seat_of(char letter)
{
    return letter_index(seats, letter);
}

int bridge_suit_of(char letter)
{
    int strain = letter_index(strains, letter);
    return strain < BRIDGE_SUITS ? strain : -1;
}

int bridge_strain_of(const char *text, size_t len, size_t *used)
{
    int strain = len ? letter_index(strains, *text) : -1;
    *used = strain < 0 ? 0 : strain == BRIDGE_NOTRUMP && len > 1 && (text[1] | 0x20) == 't' ? 2 : 1;
    return strain;
}

size_t bridge_card_read(const char *text, size_t len, struct bridge_card *card)
{
    size_t used;
    int suit = len ? bridge_suit_of(text[0]) : -1, rank;
    if (suit >= 0) {
        rank = card_rank_of(text + 1, len - 1, &used);
    } else {
        rank = card_rank_of(text, len, &used);
        suit = rank >= 0 && used < len ? bridge_suit_of(text[used]) : -1;
    }
    if (suit < 0 || rank < 0)
        return 0;
    *card = (struct bridge_card){.suit = (uint8_t)suit, .rank = (uint8_t)rank};
    return used + 1;
}

char *bridge_card_write(struct bridge_card card, char out[BRIDGE_CARD_LEN])
{
    out[0] = strains[card.suit];
    out[1] = card_rank_letter(card.rank);
    out[2] = '\0';
    return out;
}

/* ---- contracts ---- */

static size_t count_blanks(const char *text, size_t len)
{
    size_t count = 0;
    while (count < len && (text[count] == ' ' || text[count] == '\t'))
        count++;
    return count;
}

/* Reads "-N", " by N" or " N". Returns the number of characters read, 0 if there is no declarer. */
static size_t read_declarer(const char *text, size_t len, int *declarer)
{
    size_t at = count_blanks(text, len);
    if (at < len && text[at] == '-')
        at++;
    else if (at > 0 && len - at > 2 && strncasecmp(text + at, "by", 2) == 0)
        at += 2;
    else if (at == 0)
        return 0;
    at += count_blanks(text + at, len - at);
    int seat = at < len ? bridge_seat_of(text[at]) : -1;
    if (seat < 0)
        return 0;
    *declarer = seat;
    return at + 1;
}

size_t bridge_contract_read(const char *text, size_t len, struct bridge_contract *contract, int *declarer)
{
    size_t used, at = 1;
    *declarer = -1;
    if (len >= 4 && strncasecmp(text, "pass", 4) == 0) {
        *contract = (struct bridge_contract){0};
        return 4;
    }
    int strain = len > 1 && text[0] >= '1' && text[0] <= '7' ? bridge_strain_of(text + 1, len - 1, &used) : -1;
    if (strain < 0)
        return 0;
    at += used;
    *contract = (struct bridge_contract){.level = (uint8_t)(text[0] - '0'), .strain = (uint8_t)strain};
    for (; at < len && contract->doubled < 2 && (text[at] | 0x20) == 'x'; at++)
        contract->doubled++;
    at += read_declarer(text + at, len - at, declarer);
    contract->declarer = (uint8_t)(*declarer < 0 ? 0 : *declarer);
    return at;
}

char *bridge_contract_write(const struct bridge_contract *contract, char out[BRIDGE_CONTRACT_LEN])
{
    char *at = out;
    if (!contract->level)
        return strcpy(out, "pass");
    *at++ = (char)('0' + contract->level);
    at = contract->strain == BRIDGE_NOTRUMP ? stpcpy(at, "NT") : (*at = strains[contract->strain], at + 1);
    strcpy(at, &"XX"[2 - contract->doubled]);
    return out;
}
