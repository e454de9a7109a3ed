/* Solves all 46,656 problems of three and three. The answer must be the stable matching that all proposers prefer. */
#include <stdio.h>
#include <string.h>

#include <nash/nash.h>

static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static int place(const int *list, int whom)
{
    return list[0] == whom ? 0 : list[1] == whom ? 1 : 2;
}

static int is_stable(const int *const lists[], const int *match)
{
    int blocked = 0;
    for (int i = 0, k = 0; i < 3; i += ++k / 3, k %= 3)
        blocked |= place(lists[i], match[k]) < place(lists[i], match[i]) &&
                   place(lists[3 + match[k]], i) < place(lists[3 + match[k]], k);
    return !blocked;
}

int main(void)
{
    for (int code = 0; code < 46656; code++) {
        char text[160] = "{\"proposers\":[";
        const int *lists[6];
        int found[3], good, rest = code;
        for (int i = 0; i < 6; i++, rest /= 6) {
            lists[i] = orders[rest % 6];
            const char *before = i == 3 ? "],\"receivers\":[" : i ? "," : "";
            sprintf(text + strlen(text), "%s[%d,%d,%d]%s", before, lists[i][0], lists[i][1], lists[i][2],
                    i == 5 ? "]}" : "");
        }
        struct nash_answer answer;
        good = nash_solve("matching", text, strlen(text), NULL, &answer) == NASH_OK &&
               sscanf(strstr(answer.json, "[") + 1, "%d,%d,%d", &found[0], &found[1], &found[2]) == 3 &&
               is_stable(lists, found);
        for (int m = 0; good && m < 18; m++)
            good = !is_stable(lists, orders[m / 3]) ||
                   place(lists[m % 3], found[m % 3]) <= place(lists[m % 3], orders[m / 3][m % 3]);
        if (!good)
            return printf("%s: %s\n", text, answer.json ? answer.json : answer.error.detail), 1;
        nash_answer_free(&answer);
    }
}
