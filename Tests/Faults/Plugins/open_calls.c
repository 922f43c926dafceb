/*
 * expect: finished
 * says: open 100
 *
 * Makes a hundred calls that wait for an answer at the same time. The host refuses those beyond its limit and answers each.
 */
#include "fault.h"

static const mayfly_session_state_functions *states;
static int answers, refusals;

static void answered(void *context, const mayfly_error *error, uint64_t version, const void *bytes, uint64_t size) {
    (void)context, (void)version, (void)bytes, (void)size;
    refusals += error != NULL;
    if (++answers == 100) {
        print("open %d", answers);
    }
}

static void misbehave(void) {
    mayfly_uuid session = {{1}};
    states = (const mayfly_session_state_functions *)mayfly_ability(host, MAYFLY_SESSION_STATE);
    for (int i = 0; i < 100; i++) {
        states->get_state(host, &session, answered, NULL);
    }
}
