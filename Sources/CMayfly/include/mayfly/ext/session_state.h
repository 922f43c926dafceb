/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Bytes that all devices of a conversation share under a session: what an extension would otherwise keep on a server of
 * its own under a token that its messages carry (model 5.7).
 *
 * The state of a session belongs to one extension in one conversation; nobody else reaches it. Any session identifier
 * will do, one from make_session that no message carries yet too. Participants have other UUIDs on every device:
 * a state that names people by them is understood by its writer only.
 *
 * Each state has a version, and a write names the version that it builds on (compare and set). Where somebody else was
 * quicker, the write is refused with what stands there now: merge and write again, so that nothing is lost.
 */
#ifndef MAYFLY_EXT_SESSION_STATE_H
#define MAYFLY_EXT_SESSION_STATE_H

#include "../entry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The id of the table of host functions, for mayfly_host.ability. */
#define MAYFLY_SESSION_STATE "mayfly.session-state/1"

/* Bytes of one state, at most. */
#define MAYFLY_SESSION_STATE_LARGEST 65536
/* How many sessions of one extension in one conversation have a state, at most. */
#define MAYFLY_SESSION_STATES 256

/*
 * Answers get_state and put_state. `error` is NULL on success.
 *
 * After get_state, `version` and `bytes` are what stands there; version 0, with `bytes` NULL, is that nothing does.
 * After put_state, `version` is that of what was written, and `bytes` is NULL. With MAYFLY_ERROR_VERSION_CONFLICT,
 * `version` and `bytes` are what stands there now; with any other error they are 0 and NULL. `bytes` is borrowed until
 * this returns.
 * [any, any but main] As mayfly_completion: exactly once, one at a time, on the thread of the completions.
 */
typedef void (*mayfly_session_state_completion)(void *context, const mayfly_error *error, uint64_t version,
                                                const void *bytes, uint64_t size);

/* "mayfly.session-state/1": host functions */
typedef struct mayfly_session_state_functions {
    uint32_t size;
    uint32_t reserved;
    /* [active, any] Reads the state of a session. */
    int32_t (*get_state)(const mayfly_host *host, const mayfly_uuid *session,
                         mayfly_session_state_completion completion, void *completion_context);
    /*
     * [active, any] Writes `size` bytes as the state of a session, if its version still is `expected_version`; 0 means
     * that there must be none yet. A size of 0 removes the state. A new version is larger than every earlier one of
     * the session, removed ones included. The host copies the bytes.
     *
     * MAYFLY_ERROR_VERSION_CONFLICT when the version is another; MAYFLY_ERROR_LIMIT_EXCEEDED for more bytes than
     * MAYFLY_SESSION_STATE_LARGEST; MAYFLY_ERROR_QUOTA_EXCEEDED when MAYFLY_SESSION_STATES sessions have a state
     * already; MAYFLY_ERROR_TIMED_OUT when no answer came in time: then the bytes may have been written or not.
     */
    int32_t (*put_state)(const mayfly_host *host, const mayfly_uuid *session, uint64_t expected_version,
                         const void *bytes, uint64_t size, mayfly_session_state_completion completion,
                         void *completion_context);
} mayfly_session_state_functions;

#ifdef __cplusplus
}
#endif

#endif
