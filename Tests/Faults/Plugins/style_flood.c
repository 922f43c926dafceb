/*
 * expect: finished
 * says: changes 7
 *
 * Asks for one style and then for the other, 900 times in one callback, and for the stickers each time. Eight of its requests for
 * a style wait, of which the first asks for the style that it has, and one for the stickers.
 */
#define AT_END report
#include "fault.h"

static void report(void) { print("changes %u", style_changes); }

static void misbehave(void) {
    for (int i = 0; i < 900; i++) {
        conversation->request_presentation_style(host, i & 1);
        stickers->reload_stickers(host);
    }
}
