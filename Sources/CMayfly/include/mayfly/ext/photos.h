/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Pictures of the person: they choose one, and the extension gets that one and sees no other.
 *
 * The manifest declares the permission `photos` with a reason. Each call needs a touch of the view of the extension
 * within the last ten seconds. The person is asked at the first one, with the reason.
 */
#ifndef MAYFLY_EXT_PHOTOS_H
#define MAYFLY_EXT_PHOTOS_H

#include "../entry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The id of the table of host functions, for mayfly_host.ability. */
#define MAYFLY_PHOTOS "mayfly.photos/1"

/*
 * Answers choose_photo and take_picture. On success `file` is the path of a JPEG or PNG in the private folder, which
 * the host has made anew of the picture; "no text" where the person has chosen none. Delete it when it is not needed.
 * [any, any but main] As mayfly_completion: exactly once, one at a time, on the thread of the completions.
 */
typedef void (*mayfly_picture_completion)(void *context, const mayfly_error *error, mayfly_string file);

/* "mayfly.photos/1": host functions */
typedef struct mayfly_photos_functions {
    uint32_t size;
    uint32_t reserved;
    /*
     * [active, any] Has the person choose one picture; each further one needs a call and a touch of its own. It is
     * answered when they have, or when the extension is closed: then with MAYFLY_ERROR_NOT_ACTIVE.
     *
     * MAYFLY_ERROR_NOT_DECLARED, MAYFLY_ERROR_NOT_PERMITTED and MAYFLY_ERROR_WITHOUT_TOUCH as for fetch of
     * "mayfly.network/1"; MAYFLY_ERROR_UNAVAILABLE where nobody can choose a picture here;
     * MAYFLY_ERROR_LIMIT_EXCEEDED while the person is busy with another call.
     */
    int32_t (*choose_photo)(const mayfly_host *host, mayfly_picture_completion completion, void *completion_context);
} mayfly_photos_functions;

#ifdef __cplusplus
}
#endif

#endif
