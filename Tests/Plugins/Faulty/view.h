/* What it shows. */
#ifndef FAULTY_VIEW_H
#define FAULTY_VIEW_H

#include "state.h"

#include <stdio.h>
#include <string.h>

static void show(int is_expanded) {
    const char *button = "{\"type\":\"Action.Submit\",\"id\":\"stage\",\"title\":\"Put it in the message\"}";
    const char *body = "{\"type\":\"TextBlock\",\"text\":\"All is well\"},"
                       "{\"type\":\"TextBlock\",\"text\":\"\u2026 more lines than one\"},"
                       "{\"type\":\"Input.Text\",\"id\":\"name\",\"label\":\"Name\"}";
    const char *more = "";
    char card[2000];
    switch (FAULT) {
    case no_view: return;
    case unknown_element: more = ",{\"type\":\"Hologram\"}"; break;
    case silent_picture: more = ",{\"type\":\"Image\",\"url\":\"bundle:icon.png\"}"; break;
    default: break;
    }
    if (FAULT == double_ids) {
        button = "{\"type\":\"Action.Submit\",\"id\":\"stage\",\"title\":\"Put it in the message\"},"
                 "{\"type\":\"Action.Submit\",\"id\":\"stage\",\"title\":\"The same\"}";
    } else if (FAULT == crash_at_tap) {
        button = "{\"type\":\"Action.Submit\",\"id\":\"crash\",\"title\":\"Crash\"}";
    } else if (FAULT == no_stage) {
        button = "{\"type\":\"Action.Submit\",\"id\":\"nothing\",\"title\":\"Nothing\"}";
    }
    if ((FAULT == empty_compact && !is_expanded) || (FAULT == empty_expanded && is_expanded)) {
        view->present_view(host, mayfly_text("{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[]}"));
        return;
    }
    snprintf(card, sizeof card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[%s%s],\"actions\":[%s]}",
             body, more, button);
    view->present_view(host, mayfly_text(card));
}

/* A kill at the call is not to be one after the callback that KILLED_AFTER names. */
static int shows_early(void) {
    return strcmp(KILLED_AFTER, "willBecomeActive") == 0 || strcmp(KILLED_AFTER, "didBecomeActive") == 0;
}

#endif
