/* The decision about each route for test_isolation.c: what it shows of other owners. */
#ifndef TESTS_API_SERVER_ISOLATION_DECISIONS_H
#define TESTS_API_SERVER_ISOLATION_DECISIONS_H

/* What a route shows of other owners. docs/security.md has the same table in words. */
enum decision {
    PUBLIC,   /* open to all: nothing of any owner */
    COMMON,   /* needs a key; the same for every owner */
    MAKES,    /* makes something for its owner, or only reads the request */
    OWN,      /* names a thing in its path: 404 for another owner, as if it did not exist */
    NAMED,    /* names things in its query or body: as OWN */
    CHANGES,  /* changes the things of its owner that pass a filter (tests/unit/jobs/flows/test_bulk.c) */
    LIST,     /* lists the things of its owner */
    STREAM,   /* sends changes of the things of its owner */
    CAPACITY, /* tells other owners only what the server is */
    SERVER,   /* for administrators */
    MEMBER,   /* open, since a member has a session; a key may remove the members that it invited */
    SECRET    /* a request with the secret: a token of an invitation, a session, the peer key */
};

static const struct {
    const char *name;
    enum decision decision;
} decisions[] = {
    {"index", PUBLIC},
    {"join", PUBLIC},
    {"service_worker", PUBLIC},
    {"asset", PUBLIC},
    {"docs", PUBLIC},
    {"docs_page", PUBLIC},
    {"healthz", PUBLIC},
    {"readyz", PUBLIC},
    {"openapi", PUBLIC},
    {"schema", PUBLIC},
    {"kinds", PUBLIC},
    {"kind", PUBLIC},
    {"metrics", SERVER},
    {"keys", SERVER},
    {"stats", CAPACITY},
    {"events", STREAM},
    {"jobs", LIST},
    {"jobs_cancel", CHANGES},
    {"jobs_delete", CHANGES},
    {"job", OWN},
    {"job_delete", OWN},
    {"job_problem", OWN},
    {"job_record", OWN},
    {"job_blobs", OWN},
    {"job_blob", OWN},
    {"job_events", OWN},
    {"job_cancel", OWN},
    {"read_any", MAKES},
    {"batch", MAKES},
    {"submit", MAKES},
    {"read", MAKES},
    {"kind_batch", MAKES},
    {"opponents", LIST},
    {"opponent_new", MAKES},
    {"opponent_import", MAKES},
    {"opponent", OWN},
    {"opponent_delete", OWN},
    {"opponent_export", OWN},
    {"opponent_report", OWN},
    {"opponent_observe", OWN},
    {"opponent_merge", OWN},
    {"observation", OWN},
    {"models", LIST},
    {"model_new", MAKES},
    {"model_default", COMMON},
    {"models_compare", NAMED},
    {"models_match", NAMED},
    {"model", OWN},
    {"model_rename", OWN},
    {"model_delete", OWN},
    {"games", LIST},
    {"game_new", MAKES},
    {"game", OWN},
    {"game_delete", OWN},
    {"game_invitation", OWN},
    {"game_record", OWN},
    {"game_events", OWN},
    {"game_move", OWN},
    {"game_undo", OWN},
    {"game_redo", OWN},
    {"game_engine", OWN},
    {"shards", LIST},
    {"invitations", MAKES},
    {"invitation_qr", SECRET},
    {"members", SECRET},
    {"member_delete", MEMBER},
    {"member_socket", SECRET},
    {"member_messages", SECRET},
    {"seat", SECRET},
    {"seat_delete", SECRET},
};

#endif
