/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The settings of the extension: its manifest declares them, the host shows them to the person, and the extension reads
 * their values on this device.
 */
#ifndef MAYFLY_EXT_SETTINGS_H
#define MAYFLY_EXT_SETTINGS_H

#include "../entry.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The id of the table of host functions, for mayfly_host.ability. */
#define MAYFLY_SETTINGS "mayfly.settings/1"

/* A setting with its value. */
typedef struct mayfly_setting {
    uint32_t size;
    uint32_t reserved;
    mayfly_string key; /* as in the manifest */
    /* "true" or "false"; the text; the value of the choice; the digits of the number, with a dot before a fraction */
    mayfly_string value;
} mayfly_setting;

/*
 * The setting of that index, counted from zero. A newer host's settings are larger than the ones that this header
 * knows, so the step from one to the next is the size that they carry.
 */
static inline const mayfly_setting *mayfly_setting_at(const mayfly_setting *settings, uint32_t index) {
    return (const mayfly_setting *)(const void *)((const char *)settings + (size_t)index * settings->size);
}

/*
 * Answers read_settings: all settings of the manifest in their order, each with what the person has set, or else with
 * its default. The settings are borrowed until this returns.
 * [any, any but main] As mayfly_completion: exactly once, one at a time, on the thread of the completions.
 */
typedef void (*mayfly_settings_completion)(void *context, const mayfly_error *error, const mayfly_setting *settings,
                                           uint32_t setting_count);

/* "mayfly.settings/1": host functions */
typedef struct mayfly_settings_functions {
    uint32_t size;
    uint32_t reserved;
    /* [any, any] Gives the settings of this extension. */
    int32_t (*read_settings)(const mayfly_host *host, mayfly_settings_completion completion, void *completion_context);
} mayfly_settings_functions;

/* The id of the table of callbacks, which the host asks mayfly_instance.ability for. */
#define MAYFLY_SETTINGS_DELEGATE "mayfly.settings-delegate/1"

/* "mayfly.settings-delegate/1": callbacks, found through mayfly_instance.ability */
typedef struct mayfly_settings_delegate {
    uint32_t size;
    uint32_t reserved;
    /* [active, main] The person may have changed settings of this extension: read them again. */
    void (*did_change_settings)(void *context, const mayfly_state *state);
} mayfly_settings_delegate;

#ifdef __cplusplus
}
#endif

#endif
