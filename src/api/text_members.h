/* The members beside a problem in text form (nash/request.h), as NAME=VALUE: query parameters of the server, options of
 * the command line. A value that is JSON is that value, any other text is a string; a name that occurs several times
 * makes an array. timeout_ms, priority, seed and fresh are members of "job". */
#ifndef API_TEXT_MEMBERS_H
#define API_TEXT_MEMBERS_H

#include <base/memory/tempfile.h>
#include <nash/buf.h>
#include <nash/request.h>

enum { TEXT_MEMBERS_MAX = 64, TEXT_MEMBER_NAME = 64 /* bytes of a name, with its NUL */ };

struct text_members {
    struct text_member {
        char name[TEXT_MEMBER_NAME]; /* truncated, which makes it unknown */
        struct nash_buf values;      /* JSON values with commas between them */
        unsigned count;              /* number of values */
    } member[TEXT_MEMBERS_MAX];
    unsigned count;
    bool too_many;
    struct nash_buf json; /* the whole object, written by text_members_check() */
    struct nash_job job;  /* read by text_members_check() */
};

/* Returns an empty set, freed by text_members_free(); NULL without memory. */
struct text_members *text_members_new(void);
void text_members_free(struct text_members *members); /* NULL is allowed */
void text_members_add(struct text_members *members, const char *name, const char *value);

/* Writes members->json and checks it as far as possible without a problem. *error names the member in its detail, after
 * `what` ("query parameter"), and has no pointer. */
enum nash_status text_members_check(struct text_members *members, const struct nash_solver *solver, const char *what,
                                    uint32_t timeout_max_ms, struct nash_error *error);

/* Appends the JSON problem that says the same as a text and these members, which text_members_check() has accepted. */
void text_members_write_problem(const struct text_members *members, const char *text, size_t len, struct nash_buf *out);

/* Writes the same into the file `out` for a text in a file. NASH_INVALID: the text is not UTF-8 or has a NUL byte;
 * NASH_BUSY with *error: a file cannot be read or written. May wait for the disk. */
enum nash_status text_members_write_file(const struct text_members *members, const struct tempfile *text,
                                         struct tempfile *out, struct nash_error *error);

/* Makes the detail of an error name the member to which its pointer leads, as text_members_check() does. An error in
 * the text gets the pointer "". */
void text_members_explain(const char *what, struct nash_error *error);

#endif
