/*
 * expect: unresponsive callback=$WHEN
 * each: WHEN viewDidLoad willBecomeActive didBecomeActive viewWillAppear viewDidAppear willTransition didTransition didSwipe
 *       stickerCount stickerAt didPerformAction didStartSending didCancelSending willSelect didSelect didReceive
 *       didReceiveMemoryWarning viewWillDisappear viewDidDisappear willResignActive didResignActive
 *
 * Loops endlessly in a callback.
 */
#include "fault.h"

static void misbehave(void) {
    for (;;) {
    }
}
