#include "report.h"

bool hex_farm_report(const struct farm_game *farm, const struct hex_members_report **out)
{
    const struct farm_counts *counts = &farm->counts;
    struct hex_members_report *report = NASH_NEW(farm->run->arena, struct hex_members_report, 1);
    struct hex_members_liar *liar = NASH_NEW(farm->run->arena, struct hex_members_liar, farm->quarantines);
    if (report == NULL || liar == NULL)
        return false;
    for (unsigned i = 0; i < farm->quarantines; i++)
        liar[i] = (struct hex_members_liar){farm->quarantine[i].member, farm->quarantine[i].why};
    *report = (struct hex_members_report){.credit = farm->credit,
                                          .answered = counts->answered,
                                          .proved = counts->proved,
                                          .audits = counts->audits,
                                          .dropped = counts->dropped,
                                          .kept = counts->kept,
                                          .reissued = counts->reissued,
                                          .restored = counts->restored,
                                          .messages = counts->messages,
                                          .bytes = counts->bytes,
                                          .quarantines = farm->quarantines,
                                          .quarantine = liar};
    *out = report;
    return true;
}
