/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * What an active extension may do in the conversation on screen (model 2.4, 2.5).
 *
 * Every function returns at once: MAYFLY_OK means that the call is on its way, and its answer comes by `completion`;
 * any other code means that nothing was done and no completion will come. `completion` may be NULL. Calls are
 * carried out in the order in which they were made.
 *
 * Inserting puts something into the person's input field. Only the person sends.
 */
#ifndef MAYFLY_CONVERSATION_H
#define MAYFLY_CONVERSATION_H

#include "entry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The id of the table of host functions, for mayfly_host.ability. */
#define MAYFLY_CONVERSATION "mayfly.conversation/1"

/* "mayfly.conversation/1" */
typedef struct mayfly_conversation_functions {
    uint32_t size;
    uint32_t reserved;
    /* [active, any] Stages a message; it replaces the interactive message that is staged, if any. */
    int32_t (*insert_message)(const mayfly_host *host, const mayfly_message *message, mayfly_completion completion,
                              void *completion_context);
    /* [active, any] Adds a sticker to the input field. Its errors are of the stickers domain. */
    int32_t (*insert_sticker)(const mayfly_host *host, const mayfly_sticker *sticker, mayfly_completion completion,
                              void *completion_context);
    /* [active, any] Adds text at the end of what is typed. */
    int32_t (*insert_text)(const mayfly_host *host, mayfly_string text, mayfly_completion completion,
                           void *completion_context);
    /* [active, any] Adds a file. `alternate_filename` is the name shown, of which the host keeps the
     * last path component; "no text": the file's own. */
    int32_t (*insert_attachment)(const mayfly_host *host, mayfly_string file, mayfly_string alternate_filename,
                                 mayfly_completion completion, void *completion_context);
    /* [active, any] Sends without the input field. Off by default: MAYFLY_ERROR_DIRECT_SEND_DISABLED. */
    int32_t (*send_message)(const mayfly_host *host, const mayfly_message *message, mayfly_completion completion,
                            void *completion_context);
    /* [active, any] As send_message, for a sticker. */
    int32_t (*send_sticker)(const mayfly_host *host, const mayfly_sticker *sticker, mayfly_completion completion,
                            void *completion_context);
    /* [active, any] As send_message, for text. */
    int32_t (*send_text)(const mayfly_host *host, mayfly_string text, mayfly_completion completion,
                         void *completion_context);
    /* [active, any] As send_message, for a file. */
    int32_t (*send_attachment)(const mayfly_host *host, mayfly_string file, mayfly_string alternate_filename,
                               mayfly_completion completion, void *completion_context);
    /*
     * [any, any] Asks for another style; the person keeps the last word. The current style is no change, the
     * transcript style is refused. Before view_did_appear the request waits for it; after will_resign_active it is
     * refused.
     */
    int32_t (*request_presentation_style)(const mayfly_host *host, int32_t style);
    /* [active, any] Closes the extension, after the calls that were made before. The process ends soon after. */
    int32_t (*dismiss)(const mayfly_host *host);
    /*
     * [any, any] Writes a new random session identifier to `session`. It means nothing until a message carries it;
     * sixteen random bytes of the extension's own serve as well.
     */
    int32_t (*make_session)(const mayfly_host *host, mayfly_uuid *session);
} mayfly_conversation_functions;

#ifdef __cplusplus
}
#endif

#endif
