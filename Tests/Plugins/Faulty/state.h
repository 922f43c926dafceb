/* What the parts of the extension share. */
#ifndef FAULTY_STATE_H
#define FAULTY_STATE_H

#include "faults.h"

#include <mayfly/mayfly.h>

static const mayfly_host *host;
static const mayfly_conversation_functions *conversation;
static const mayfly_view_functions *view;
static char folder[3072];
static int stages;
static int transitions;
static int taps;
/* Whether the last message that was staged has been answered for. */
static int is_answered;

static int is_selected(const mayfly_state *state) {
    return state->active_conversation && state->active_conversation->selected_message;
}

static int is_expanded(const mayfly_state *state) { return state->presentation_style == MAYFLY_STYLE_EXPANDED; }

#endif
