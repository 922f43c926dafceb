/* What it stages, and the callbacks about messages and taps. */
#ifndef FAULTY_MESSAGES_H
#define FAULTY_MESSAGES_H

#include "kept.h"
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>

static void staged(void *context, const mayfly_error *error) {
    (void)context;
    if (FAULT == needs_success && error) {
        abort();
    }
    if (FAULT == half_written_stage) {
        keep("staged");
    }
    __atomic_store_n(&is_answered, 1, __ATOMIC_SEQ_CST);
    if (!error) {
        conversation->request_presentation_style(host, MAYFLY_STYLE_COMPACT);
    }
}

/* Waits in a callback for an answer, which a host may give later. */
static void wait_for_answer(void) {
    for (int turn = 0; turn < 4000 && !__atomic_load_n(&is_answered, __ATOMIC_SEQ_CST); turn++) {
        wait_milliseconds(1);
    }
    if (!__atomic_load_n(&is_answered, __ATOMIC_SEQ_CST)) {
        abort();
    }
}

static void stage(const mayfly_state *state) {
    const mayfly_message *selected = state->active_conversation ? state->active_conversation->selected_message : NULL;
    mayfly_uuid session;
    stages++;
    if ((FAULT == crash_at_second_stage && stages == 2) || (FAULT == crash_at_answer && selected)) {
        abort();
    }
    if (selected && selected->session && FAULT != new_session) {
        session = *selected->session;
    } else {
        conversation->make_session(host, &session);
    }
    mayfly_template_layout layout = {.size = sizeof layout, .caption = mayfly_text("All is well")};
    mayfly_message message = {.size = sizeof message,
                              .session = &session,
                              .url = mayfly_text("?well"),
                              .layout = &layout,
                              .summary_text = mayfly_text("It was well")};
    char picture[3200];
    if (FAULT == no_summary) {
        message.summary_text = mayfly_text(NULL);
    } else if (FAULT == no_spoken_text) {
        layout.caption = mayfly_text(NULL);
    } else if (FAULT == large_picture) {
        snprintf(picture, sizeof picture, "%s", "/bundle/large.png");
        layout.image_file = mayfly_text(picture);
    }
    if (FAULT == half_written_stage) {
        keep("call");
    }
    __atomic_store_n(&is_answered, 0, __ATOMIC_SEQ_CST);
    int32_t code = conversation->insert_message(host, &message, staged, NULL);
    if (FAULT == needs_calls && code != MAYFLY_OK) {
        abort();
    }
    if (FAULT == needs_answer_at_once && code == MAYFLY_OK) {
        wait_for_answer();
    }
}

/* ---- The other messages of a session, and servers ---- */

static void has_read(void *context, const mayfly_error *error, const mayfly_message *const *messages, uint32_t count,
                     uint8_t has_older) {
    (void)context, (void)messages, (void)has_older;
    if (FAULT == needs_messages && !error && count == 0) {
        abort(); /* it would read the last message */
    }
    if (FAULT == half_read_session) {
        unmark("reading");
    }
}

static void read_others(const mayfly_state *state) {
    const mayfly_session_history_functions *history = mayfly_ability(host, MAYFLY_SESSION_HISTORY);
    if (history && is_selected(state)) {
        if (FAULT == half_read_session) {
            mark("reading");
        }
        history->read_session(host, 0, 0, has_read, NULL);
    }
}

static void fetched(void *context, const mayfly_error *error, uint32_t status, const mayfly_http_header *headers,
                    uint32_t header_count, const void *body, uint64_t body_size) {
    (void)context, (void)status, (void)headers, (void)header_count, (void)body, (void)body_size;
    if (!error || error->code != MAYFLY_ERROR_NOT_PERMITTED) {
        puts("the host has tried to reach the server");
        fflush(stdout);
    }
}

static void ask_server(void) {
    const mayfly_network_functions *network = mayfly_ability(host, MAYFLY_NETWORK);
    mayfly_fetch_request request = {.size = sizeof request, .url = mayfly_text("https://server.test/")};
    if (network) {
        network->fetch(host, &request, fetched, NULL);
    }
}

/* ---- Callbacks ---- */

static void did_select(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state, (void)message;
    if (FAULT == crash_at_select) {
        abort();
    }
}

static void did_receive(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state, (void)message;
    if (FAULT == crash_at_receive) {
        abort();
    }
}

static void did_start_sending(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state, (void)message;
    if (FAULT == crash_at_send) {
        abort();
    }
}

static void did_cancel_sending(void *context, const mayfly_state *state, const mayfly_message *message) {
    (void)context, (void)state, (void)message;
    if (FAULT == crash_at_cancel) {
        abort();
    }
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    (void)context;
    taps++;
    keep("didPerformAction");
    if (mayfly_text_equals(action->id, mayfly_text("crash"))) {
        abort();
    }
    if (FAULT == asks_servers) {
        return ask_server();
    }
    if (mayfly_text_equals(action->id, mayfly_text("stage"))) {
        stage(state);
    }
}

static void did_swipe(void *context, const mayfly_state *state, int32_t direction) {
    (void)context, (void)state, (void)direction;
    if (FAULT == crash_at_swipe) {
        abort();
    }
    if (FAULT == slow_callback) {
        wait_milliseconds(2300);
    }
}

static void did_change_settings(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    if (FAULT == crash_at_settings) {
        abort();
    }
}

#endif
