/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The life of one extension on screen: the callbacks that the host calls, and what each is told (model 2.4, 2.5, 3).
 */
#ifndef MAYFLY_CONTROLLER_H
#define MAYFLY_CONTROLLER_H

#include "message.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How much of the message view the extension fills. */
enum mayfly_presentation_style {
    MAYFLY_STYLE_COMPACT = 0,   /* a strip; no keyboard, no horizontal gestures */
    MAYFLY_STYLE_EXPANDED = 1,  /* the whole view; the input field is hidden */
    MAYFLY_STYLE_TRANSCRIPT = 2 /* reserved for live layouts */
};

/* Where the extension was opened. */
enum mayfly_presentation_context {
    MAYFLY_CONTEXT_MESSAGES = 0,
    MAYFLY_CONTEXT_MEDIA = 1 /* reserved for camera effects */
};

/*
 * The conversation on screen. People are known by UUIDs that mean something only to this extension on this device,
 * until it is removed or switched off (C-180 to C-194).
 */
typedef struct mayfly_conversation {
    uint32_t size;
    uint32_t remote_participant_count;
    mayfly_uuid local_participant;
    const mayfly_uuid *remote_participants; /* everybody else, ordered by identifier */
    const mayfly_message *selected_message; /* the tapped message, NULL from the drawer; never refreshed by arrivals */
} mayfly_conversation;

/* What is true while a callback runs. Each callback is told anew. */
typedef struct mayfly_state {
    uint32_t size;
    int32_t presentation_style; /* enum mayfly_presentation_style; still the old one in will_transition */
    int32_t presentation_context;
    uint32_t reserved;
    /* From the start of will_become_active to the return of did_resign_active; NULL outside of that (C-029). */
    const mayfly_conversation *active_conversation;
} mayfly_state;

/*
 * "mayfly.controller/1": the callbacks of one instance of the extension. Each may be NULL, which means "do nothing".
 *
 * The order at launch is view_did_load, will_become_active, did_become_active, view_will_appear, view_did_appear; at
 * the end view_will_disappear, view_did_disappear, will_resign_active, did_resign_active. After the last the process
 * is killed without notice: save what must last before that, in will_resign_active at the latest.
 *
 * A callback that does not return within 2 seconds (the resign callbacks: 250 ms) ends the process. `context` is the
 * one of mayfly_instance.
 */
typedef struct mayfly_controller {
    uint32_t size;
    uint32_t reserved;
    /* [any, main] The instance exists; nothing is shown yet. First callback of all. */
    void (*view_did_load)(void *context, const mayfly_state *state);
    /* [active, main] From the start of this callback on, conversation functions may be called. */
    void (*will_become_active)(void *context, const mayfly_state *state);
    /* [active, main] The extension is active in this conversation. */
    void (*did_become_active)(void *context, const mayfly_state *state);
    /* [active, main] The conversation is usable for the last time; its functions fail once this returns. */
    void (*will_resign_active)(void *context, const mayfly_state *state);
    /* [any, main] Clean up only. The process may be killed at any moment from the return of this on. */
    void (*did_resign_active)(void *context, const mayfly_state *state);
    /* [active, main] The view is about to be shown. */
    void (*view_will_appear)(void *context, const mayfly_state *state);
    /* [active, main] The view is on screen. Style requests made before this are carried out now. */
    void (*view_did_appear)(void *context, const mayfly_state *state);
    /* [active, main] The view is about to leave the screen. */
    void (*view_will_disappear)(void *context, const mayfly_state *state);
    /* [active, main] The view has left the screen. */
    void (*view_did_disappear)(void *context, const mayfly_state *state);
    /* [active, main] The person tapped a bubble of this extension; `selected_message` is still the previous one. */
    void (*will_select)(void *context, const mayfly_state *state, const mayfly_message *message);
    /* [active, main] `selected_message` is now the tapped one. */
    void (*did_select)(void *context, const mayfly_state *state, const mayfly_message *message);
    /* [active, main] A message of this extension arrived in this conversation from somebody else. */
    void (*did_receive)(void *context, const mayfly_state *state, const mayfly_message *message);
    /* [active, main] The person pressed Send on a message of this extension. No receipt of delivery. */
    void (*did_start_sending)(void *context, const mayfly_state *state, const mayfly_message *message);
    /* [active, main] The person removed the staged message with its X. Not called when code replaces it. */
    void (*did_cancel_sending)(void *context, const mayfly_state *state, const mayfly_message *message);
    /* [active, main] The style is about to become `style`; the state still holds the old one. */
    void (*will_transition)(void *context, const mayfly_state *state, int32_t style);
    /* [active, main] The style has become `style`. */
    void (*did_transition)(void *context, const mayfly_state *state, int32_t style);
    /* [any, main] Free memory now, or be killed. */
    void (*did_receive_memory_warning)(void *context, const mayfly_state *state);
} mayfly_controller;

#ifdef __cplusplus
}
#endif

#endif
