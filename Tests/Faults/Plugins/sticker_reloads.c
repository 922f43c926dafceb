/*
 * expect: finished
 * says: reloads 3000
 *
 * Has a thousand stickers and no way to ask for one, and has the host load them anew each time when it has done so. The host must
 * not take a thousand steps for each of its 3,000 calls.
 */
#define STICKERS 1000
#define NO_STICKER_AT
#define AT_COUNT count
#include "fault.h"

static void count(void) {
    static int reloads;
    if (reloads < 3000) {
        stickers->reload_stickers(host);
        if (++reloads == 3000) {
            print("reloads %d", reloads);
        }
    }
}

static void misbehave(void) { stickers->present_sticker_browser(host, 0); }
