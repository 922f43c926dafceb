/*
 * Makes threads until the kernel refuses one, 6,000 at most, and says in its log how many it has made.
 */
#include <mayfly/mayfly.h>

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static const mayfly_host *host;
static const mayfly_log_functions *logger;

static void *sleep_for_ever(void *argument) {
    for (;;) {
        pause();
    }
    return argument;
}

static void view_did_appear(void *context, const mayfly_state *state) {
    pthread_attr_t small;
    pthread_t thread;
    char text[24];
    int count = 0;
    (void)context;
    (void)state;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, PTHREAD_STACK_MIN);
    while (count < 6000 && pthread_create(&thread, &small, sleep_for_ever, NULL) == 0) {
        count++;
    }
    snprintf(text, sizeof text, "%d", count);
    logger->log(host, MAYFLY_LOG_INFO, mayfly_text(text));
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_appear = view_did_appear};

static int32_t make_instance(void *context, const mayfly_host *the_host, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context;
    (void)launch;
    host = the_host;
    logger = mayfly_ability(host, MAYFLY_LOG);
    instance->controller = &controller;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
