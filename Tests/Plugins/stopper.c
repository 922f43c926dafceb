/* Asks for more time twice when it is made, and stops its own process in the second completion. */
#include <mayfly/mayfly.h>
#include <signal.h>
#include <stddef.h>

static void completed(void *stops, const mayfly_error *error) {
    (void)error;
    if (stops)
        raise(SIGSTOP);
}

static const mayfly_controller controller = {.size = sizeof controller};

static int32_t make_instance(void *context, const mayfly_host *host, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    static int stops;
    const mayfly_more_time_functions *more_time = mayfly_ability(host, MAYFLY_MORE_TIME);
    (void)context, (void)launch;
    instance->controller = &controller;
    more_time->extend(host, mayfly_text("first"), 1, completed, NULL);
    more_time->extend(host, mayfly_text("second"), 1, completed, &stops);
    return MAYFLY_OK;
}

#include "plugin_entry.h"
