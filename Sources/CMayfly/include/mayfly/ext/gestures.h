/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Gestures on the extension's view. In expanded style a swipe is the extension's; in compact style it is the host's,
 * which then shows the next or the previous extension (C-073, C-077, C-091).
 */
#ifndef MAYFLY_EXT_GESTURES_H
#define MAYFLY_EXT_GESTURES_H

#include "../entry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The id of the table of callbacks, which the host asks mayfly_instance.ability for. */
#define MAYFLY_GESTURES "mayfly.gestures/1"

/* Where the finger went. */
enum mayfly_swipe_direction {
    MAYFLY_SWIPE_LEFT = 0, /* on to what comes next */
    MAYFLY_SWIPE_RIGHT = 1 /* back to what came before */
};

/* "mayfly.gestures/1": callbacks, found through mayfly_instance.ability */
typedef struct mayfly_gesture_delegate {
    uint32_t size;
    uint32_t reserved;
    /* [active, main] The person swiped over the view, or scrolled aside. `direction` is of enum mayfly_swipe_direction. */
    void (*did_swipe)(void *context, const mayfly_state *state, int32_t direction);
} mayfly_gesture_delegate;

#ifdef __cplusplus
}
#endif

#endif
