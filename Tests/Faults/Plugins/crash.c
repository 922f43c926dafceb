/*
 * expect: crashed signal=11 phase=$WHEN
 * each: WHEN viewDidLoad willBecomeActive didBecomeActive viewWillAppear viewDidAppear willTransition didTransition didSwipe
 *       stickerCount stickerAt didPerformAction didStartSending didCancelSending willSelect didSelect didReceive
 *       didReceiveMemoryWarning didChangeSettings viewWillDisappear viewDidDisappear willResignActive didResignActive
 *
 * Writes through a null pointer in a callback.
 */
#include "fault.h"

static void misbehave(void) { *(volatile int *)NULL = 1; }
