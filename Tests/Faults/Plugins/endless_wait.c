/*
 * expect: unresponsive callback=$WHEN
 * each: WHEN willBecomeActive didBecomeActive viewWillAppear viewDidAppear willTransition didTransition didSwipe stickerCount
 *       didStartSending didCancelSending willSelect didSelect didReceive didReceiveMemoryWarning didChangeSettings
 *       viewWillDisappear viewDidDisappear willResignActive
 *
 * Waits endlessly in a callback, in steps of a millisecond. endless_loop.c uses a processor meanwhile, in the other callbacks.
 */
#include "fault.h"

#include <poll.h>

static void misbehave(void) {
    for (;;) {
        poll(NULL, 0, 1);
    }
}
