#include "dds_deal.h"

#include "../../base/test.h"

unsigned dds_rank(const struct suits_suit *suit, unsigned rank)
{
    return 14u - (unsigned)__builtin_popcountll((suit->leader | suit->other) >> rank >> 1);
}

bool dds_embed(const struct suits_deal *deal, struct deal *board)
{
    unsigned order = deal_order(deal), need = 2 * order;
    *board = (struct deal){.trump = deal->trump < 0 ? DDS_NO_TRUMP : deal->trump, .first = DDS_NORTH};
    for (int s = 0; s < WHIST_SUITS; s++) {
        const struct suits_suit *suit = &deal->suit[s];
        unsigned low = 14; /* the highest rank that no hand has yet */
        for (unsigned r = 64; r--;)
            if ((suit->leader | suit->other) >> r & 1) {
                if (low < 2)
                    return false;
                board->remainCards[suit->leader >> r & 1 ? DDS_NORTH : DDS_EAST][s] |= 1u << low--;
            }
        for (; s != deal->trump && low >= 2 && need; low--, need--)
            board->remainCards[need > order ? DDS_SOUTH : DDS_WEST][s] |= 1u << low;
    }
    return need == 0;
}

struct futureTricks dds_solve(const struct suits_deal *deal, const struct deal *board)
{
    struct futureTricks all;
    int rc = SolveBoard(*board, -1, 3, 1, &all, 0);
    if (rc != RETURN_NO_FAULT)
        fail_msg("%s: SolveBoard answers %d", deal_text(deal), rc);
    return all;
}

int dds_score(const struct futureTricks *all, unsigned suit, unsigned rank)
{
    for (int i = 0; i < all->cards; i++)
        if (all->suit[i] == (int)suit && (all->rank[i] == (int)rank || all->equals[i] >> rank & 1))
            return all->score[i];
    return -1;
}
