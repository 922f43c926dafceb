/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * More time to resign. will_resign_active and did_resign_active have a short deadline, after which the process is killed.
 * An extension that has more to save may ask for more, and the person sees what for.
 */
#ifndef MAYFLY_EXT_MORE_TIME_H
#define MAYFLY_EXT_MORE_TIME_H

#include "../entry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The id of the table of host functions, for mayfly_host.ability. */
#define MAYFLY_MORE_TIME "mayfly.more-time/1"

/* "mayfly.more-time/1": host functions */
typedef struct mayfly_more_time_functions {
    uint32_t size;
    uint32_t reserved;
    /*
     * [any, any] Moves the deadline of the resign callback that runs by so many milliseconds. `reason` is what the person
     * reads: one short line, such as "saving the game". Ask before the work that takes long: the deadline is moved when the
     * host has the call, and that may be too late.
     *
     * By default a launch is given 2,000 ms in all. Who asks for more than is left gets what is left, and
     * MAYFLY_ERROR_LIMIT_EXCEEDED when that is nothing. MAYFLY_ERROR_NOT_ACTIVE outside of the two callbacks.
     */
    int32_t (*extend)(const mayfly_host *host, mayfly_string reason, uint32_t milliseconds,
                      mayfly_completion completion, void *completion_context);
} mayfly_more_time_functions;

#ifdef __cplusplus
}
#endif

#endif
