/* The callbacks of its life. */
#ifndef FAULTY_LIFE_H
#define FAULTY_LIFE_H

#include "kept.h"
#include "messages.h"
#include "threads.h"
#include "view.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static void view_did_load(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    if (FAULT == crash_at_launch) {
        abort();
    }
    if (FAULT == hang_at_launch) {
        mark("hanging");
        sleep_for_ever(NULL);
    }
    if (FAULT == exact_sizes && state->size != sizeof *state) {
        abort();
    }
    if (FAULT == slow_launch) {
        wait_milliseconds(1600);
    }
    if (FAULT == slow_start) {
        wait_milliseconds(1200);
    }
    if (FAULT == much_memory) {
        char *memory = malloc(72 << 20);
        if (memory) {
            memset(memory, 1, 72 << 20);
        }
    }
    if (FAULT == wakes_up) {
        start(wake_again_and_again);
    }
    if (FAULT == network && socket(AF_INET, SOCK_STREAM, 0) >= 0) {
        abort();
    }
    if (FAULT == trace_me) {
        syscall(SYS_ptrace, 0, 0, 0, 0);
    }
    if (FAULT == key_ring) {
        syscall(SYS_keyctl, 0, 0, 0, 0);
    }
    if (FAULT == prints) {
        puts("looking for a fault");
        fflush(stdout);
    }
    if (shows_early()) {
        show(is_expanded(state));
    }
    keep("viewDidLoad");
}

static void will_become_active(void *context, const mayfly_state *state) {
    (void)context;
    if (FAULT == crash_at_bubble && is_selected(state)) {
        abort();
    }
    if (FAULT == slow_launch) {
        wait_milliseconds(1600);
    }
    keep("willBecomeActive");
}

static void did_become_active(void *context, const mayfly_state *state) {
    (void)context;
    if (FAULT == slow_launch) {
        wait_milliseconds(1600);
    }
    if (FAULT == text_at_launch) {
        conversation->insert_text(host, mayfly_text("hello"), NULL, NULL);
    }
    if (FAULT == bad_call) {
        conversation->request_presentation_style(host, 77);
    }
    if (FAULT == half_written_call) {
        keep("call");
    }
    if (!shows_early() && !(FAULT == no_view_of_bubble && is_selected(state))) {
        show(is_expanded(state));
    }
    if (FAULT == half_written_call) {
        wait_milliseconds(500);
    }
    /* As in shows_early: the process may go on for a moment after it is killed at the call. */
    if (!KILLED_AFTER[0]) {
        read_others(state);
    }
    keep("didBecomeActive");
}

static void view_will_appear(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    if (FAULT == slow_launch) {
        wait_milliseconds(1600);
    }
    keep("viewWillAppear");
}

static void view_did_appear(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    keep("viewDidAppear");
}

static void view_will_disappear(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    keep("viewWillDisappear");
}

static void view_did_disappear(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    keep("viewDidDisappear");
}

static void will_resign_active(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    if (FAULT == slow_resign) {
        wait_milliseconds(350);
    }
    keep("willResignActive");
}

static void did_resign_active(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    keep("didResignActive");
    if (FAULT == crash_at_end || (FAULT == crash_after_tap && taps > 0)) {
        abort();
    }
}

static void did_receive_memory_warning(void *context, const mayfly_state *state) {
    (void)context;
    if (FAULT == active_when_warned && !state->active_conversation) {
        abort();
    }
}

static void will_transition(void *context, const mayfly_state *state, int32_t style) {
    (void)context, (void)state, (void)style;
    if (FAULT == slow_transition) {
        wait_milliseconds(150);
    }
    keep("willTransition");
}

static void did_transition(void *context, const mayfly_state *state, int32_t style) {
    (void)context, (void)state;
    int is_large = style == MAYFLY_STYLE_EXPANDED;
    if ((FAULT == crash_when_larger && is_large) || (FAULT == crash_when_smaller && !is_large)) {
        abort();
    }
    transitions++;
    if (FAULT == more_threads && transitions % 4 == 0) {
        start(sleep_for_ever);
    }
    if (FAULT == more_descriptors && transitions % 4 == 0) {
        (void)!open("/bundle/icon.png", O_RDONLY); /* at the limit of descriptors there are enough */
    }
    if (FAULT == more_memory) {
        char *memory = malloc(256 << 10);
        if (memory) {
            memset(memory, transitions, 256 << 10);
        }
    }
    if (FAULT == empty_compact || FAULT == empty_expanded) {
        show(is_large);
    }
    keep("didTransition");
}

#endif
