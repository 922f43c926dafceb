/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Pictures that the person takes for the extension. It sees nothing of the camera but the picture that they took.
 *
 * The manifest declares the permission `camera` with a reason. Each call needs a touch of the view of the extension
 * within the last ten seconds. The person is asked at the first one, with the reason.
 */
#ifndef MAYFLY_EXT_CAMERA_H
#define MAYFLY_EXT_CAMERA_H

#include "../entry.h"
#include "photos.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The id of the table of host functions, for mayfly_host.ability. */
#define MAYFLY_CAMERA "mayfly.camera/1"

/* "mayfly.camera/1": host functions */
typedef struct mayfly_camera_functions {
    uint32_t size;
    uint32_t reserved;
    /* [active, any] Has the person take a picture; in all else as choose_photo of "mayfly.photos/1". */
    int32_t (*take_picture)(const mayfly_host *host, mayfly_picture_completion completion, void *completion_context);
} mayfly_camera_functions;

#ifdef __cplusplus
}
#endif

#endif
