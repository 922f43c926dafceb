/*
 * expect: hostTime
 *
 * Presents a large card repeatedly, below the limit on calls. Each card takes the host far more processor time than the
 * extension.
 */
#include "fault.h"

static void misbehave(void) {
    static char card[1 << 18];
    size_t used = (size_t)sprintf(card, "{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[");
    for (int i = 0; i < 900; i++) {
        used += (size_t)sprintf(card + used, "%s{\"type\":\"Input.Text\",\"id\":\"%d\",\"label\":\"%0200d\"}",
                                i ? "," : "", i, 0);
    }
    strcpy(card + used, "]}");
    for (int i = 0; i < 5000; i++) {
        view->present_view(host, mayfly_text(card));
    }
}
