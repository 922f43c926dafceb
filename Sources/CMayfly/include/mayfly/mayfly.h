/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mayfly: everything that an extension needs. Start reading at entry.h.
 */
#ifndef MAYFLY_H
#define MAYFLY_H

#include "base.h"
#include "bundle.h"
#include "message.h"
#include "controller.h"
#include "entry.h"
#include "conversation.h"
#include "ext/camera.h"
#include "ext/gestures.h"
#include "ext/log.h"
#include "ext/more_time.h"
#include "ext/network.h"
#include "ext/payment.h"
#include "ext/photos.h"
#include "ext/purchase.h"
#include "ext/session_history.h"
#include "ext/session_state.h"
#include "ext/settings.h"
#include "ext/stickers.h"
#include "ext/storage.h"
#include "ext/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Finds a table of host functions by its id, given as a NUL-terminated string; NULL where the host lacks it. */
static inline const void *mayfly_ability(const mayfly_host *host, const char *id) {
    return host->ability(host, mayfly_text(id));
}

#ifdef __cplusplus
}
#endif

#endif
