/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_linux.h"

#include <errno.h>
#include <sched.h>

/* The processors that this process could use when this was first called. */
static const cpu_set_t *given(void) {
    static cpu_set_t set;
    static int known;
    if (!known) {
        known = sched_getaffinity(0, sizeof set, &set) == 0;
    }
    return &set;
}

int mayfly_processor(int index) {
    for (int number = 0; number < CPU_SETSIZE; number++) {
        if (CPU_ISSET((size_t)number, given()) && index-- == 0) {
            return number;
        }
    }
    return -1;
}

int mayfly_pin_thread(pid_t thread, int processor) {
    cpu_set_t set = *given();
    if (processor >= 0) {
        CPU_ZERO(&set);
        CPU_SET((size_t)processor, &set);
    }
    return sched_setaffinity(thread, sizeof set, &set) < 0 ? -errno : 0;
}
