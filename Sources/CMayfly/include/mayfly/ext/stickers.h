/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The sticker browser: a grid that the host draws from stickers that the extension names one by one (model 2.9).
 */
#ifndef MAYFLY_EXT_STICKERS_H
#define MAYFLY_EXT_STICKERS_H

#include "../entry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The id of the table of host functions, for mayfly_host.ability. */
#define MAYFLY_STICKERS "mayfly.stickers/1"
/* The id of the table of callbacks, which the host asks mayfly_instance.ability for. */
#define MAYFLY_STICKER_SOURCE "mayfly.sticker-source/1"

/* "mayfly.stickers/1": host functions */
typedef struct mayfly_sticker_functions {
    uint32_t size;
    uint32_t reserved;
    /* [any, any] Shows the browser in place of the view; the host then asks the extension's sticker source. */
    int32_t (*present_sticker_browser)(const mayfly_host *host, int32_t sticker_size);
    /* [any, any] Asks the source for everything again. */
    int32_t (*reload_stickers)(const mayfly_host *host);
    /*
     * [any, main] Answers sticker_at, from inside it, for the same `index`. NULL, or no answer at all, leaves the
     * cell empty (C-239). A file that is no sticker leaves it empty too, and the reason is said in the log.
     */
    int32_t (*supply_sticker)(const mayfly_host *host, uint32_t index, const mayfly_sticker *sticker);
} mayfly_sticker_functions;

/* "mayfly.sticker-source/1": callbacks, found through mayfly_instance.ability */
typedef struct mayfly_sticker_source {
    uint32_t size;
    uint32_t reserved;
    /* [any, main] How many stickers there are. The host asks for 1,000 at most. */
    uint32_t (*sticker_count)(void *context, const mayfly_state *state);
    /* [any, main] Wants the sticker at `index`, counted from zero: call supply_sticker. */
    void (*sticker_at)(void *context, const mayfly_state *state, uint32_t index);
} mayfly_sticker_source;

#ifdef __cplusplus
}
#endif

#endif
