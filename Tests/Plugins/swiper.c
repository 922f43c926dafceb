/*
 * Shows in its view which swipes it was told of, in their order, and in which style it is.
 */
#include <mayfly/mayfly.h>

#include <stdio.h>
#include <string.h>

static const mayfly_host *host;
static const mayfly_view_functions *view;
static char swipes[200];

static void show(int32_t style) {
    char card[600];
    snprintf(card, sizeof card,
             "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[{\"type\":\"TextBlock\",\"wrap\":true,"
             "\"text\":\"%s swipes:%s\"}]}",
             style == MAYFLY_STYLE_EXPANDED ? "expanded" : "compact", swipes);
    view->present_view(host, mayfly_text(card));
}

static void view_did_load(void *context, const mayfly_state *state) {
    (void)context;
    show(state->presentation_style);
}

static void did_transition(void *context, const mayfly_state *state, int32_t style) {
    (void)context, (void)state;
    show(style);
}

static void did_swipe(void *context, const mayfly_state *state, int32_t direction) {
    (void)context;
    strncat(swipes, direction == MAYFLY_SWIPE_LEFT ? " left" : " right", sizeof swipes - strlen(swipes) - 1);
    show(state->presentation_style);
}

static const mayfly_gesture_delegate gestures = {.size = sizeof gestures, .did_swipe = did_swipe};

static const void *ability(void *context, mayfly_string id) {
    (void)context;
    return mayfly_text_equals(id, mayfly_text(MAYFLY_GESTURES)) ? &gestures : NULL;
}

static const mayfly_controller controller = {
    .size = sizeof controller, .view_did_load = view_did_load, .did_transition = did_transition};

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context, (void)launch;
    host = given;
    view = mayfly_ability(host, MAYFLY_VIEW);
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

#include "plugin_entry.h"
