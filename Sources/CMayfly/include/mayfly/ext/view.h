/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The extension's own view, as an Adaptive Card of version 1.5 in JSON, and the actions that the person takes on it.
 */
#ifndef MAYFLY_EXT_VIEW_H
#define MAYFLY_EXT_VIEW_H

#include "../entry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The id of the table of host functions, for mayfly_host.ability. */
#define MAYFLY_VIEW "mayfly.view/1"
/* The id of the table of callbacks, which the host asks mayfly_instance.ability for. */
#define MAYFLY_VIEW_DELEGATE "mayfly.view-delegate/1"

/* One input of the view and its value when the person submitted. */
typedef struct mayfly_input {
    uint32_t size;
    uint32_t reserved;
    mayfly_string id;
    mayfly_string value; /* several choices are joined by commas */
} mayfly_input;

/* An Action.Submit or Action.Execute that the person tapped. */
typedef struct mayfly_action {
    uint32_t size;
    uint32_t input_count;
    mayfly_string id;           /* of the action; "no text" when the card gave none */
    mayfly_string data;         /* JSON object: the action's data, with the inputs' values merged in */
    const mayfly_input *inputs; /* the same values without JSON; step through them with mayfly_input_at */
    mayfly_string verb;         /* of an Action.Execute; "no text" when the card gave none; a later member: see size */
} mayfly_action;

/*
 * The input of that index, counted from zero; NULL beyond the last. A newer host's inputs are larger than the ones
 * that this header knows, so the step from one to the next is the size that they carry.
 */
static inline const mayfly_input *mayfly_input_at(const mayfly_action *action, uint32_t index) {
    if (!action->inputs || index >= action->input_count) {
        return NULL;
    }
    return (const mayfly_input *)(const void *)((const char *)action->inputs + (size_t)index * action->inputs->size);
}

/* "mayfly.view/1": host functions */
typedef struct mayfly_view_functions {
    uint32_t size;
    uint32_t reserved;
    /*
     * [any, any] Shows an Adaptive Card in place of the view so far. Up to 262,144 bytes of JSON; what is wrong with
     * it is said in the extension's log, and the view so far stays.
     */
    int32_t (*present_view)(const mayfly_host *host, mayfly_string card_json);
} mayfly_view_functions;

/* "mayfly.view-delegate/1": callbacks, found through mayfly_instance.ability */
typedef struct mayfly_view_delegate {
    uint32_t size;
    uint32_t reserved;
    /* [active, main] The person tapped an Action.Submit or Action.Execute of the view. */
    void (*did_perform_action)(void *context, const mayfly_state *state, const mayfly_action *action);
} mayfly_view_delegate;

#ifdef __cplusplus
}
#endif

#endif
