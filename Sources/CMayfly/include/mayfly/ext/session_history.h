/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The messages of a session, the collapsed ones included. When several people answer at the same moment, each device
 * keeps the bubble that came last to it (model 5.7); with this an extension shows all answers on every device.
 */
#ifndef MAYFLY_EXT_SESSION_HISTORY_H
#define MAYFLY_EXT_SESSION_HISTORY_H

#include "../entry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The id of the table of host functions, for mayfly_host.ability. */
#define MAYFLY_SESSION_HISTORY "mayfly.session-history/1"

/* How many messages one answer holds at most. */
#define MAYFLY_SESSION_PAGE 256

/*
 * Answers read_session. `error` is NULL on success; then `messages` are `count` pointers, in the order of this device's
 * transcript, oldest first, and `has_older` is 1 when there are messages before the first of them. The messages are
 * borrowed until this returns. Their layouts name no files: only the selected message and those of callbacks do.
 * [any, any but main] As mayfly_completion: exactly once, one at a time, on the thread of the completions.
 */
typedef void (*mayfly_session_page_completion)(void *context, const mayfly_error *error,
                                               const mayfly_message *const *messages, uint32_t count,
                                               uint8_t has_older);

/* "mayfly.session-history/1": host functions */
typedef struct mayfly_session_history_functions {
    uint32_t size;
    uint32_t reserved;
    /*
     * [active, any] Reads the messages of the selected message's session in this conversation: this extension's only,
     * own and received ones, those of collapsed bubbles too. The newest `skip` are left out; of the rest come the
     * newest `limit`. A limit of 0, or over MAYFLY_SESSION_PAGE, means MAYFLY_SESSION_PAGE. Fewer come when more would
     * not fit into one answer of 786,432 bytes; go on with `skip` raised by `count` while `has_older` is 1.
     *
     * MAYFLY_ERROR_NO_SESSION when no message is selected, or the selected one has no session.
     */
    int32_t (*read_session)(const mayfly_host *host, uint32_t skip, uint32_t limit,
                            mayfly_session_page_completion completion, void *completion_context);
} mayfly_session_history_functions;

#ifdef __cplusplus
}
#endif

#endif
