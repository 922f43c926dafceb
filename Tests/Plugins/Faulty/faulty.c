/*
 * An extension that passes every check of `mayfly validate`. With -DFAULT=… it breaks what one check is about, and nothing else:
 * Tests/Integration/Validation has the list, and faults.h the names.
 */
#define _GNU_SOURCE
#include "library.h"
#include "life.h"

#include <stdlib.h>
#include <string.h>

static const mayfly_controller controller = {.size = sizeof controller,
                                             .view_did_load = view_did_load,
                                             .will_become_active = will_become_active,
                                             .did_become_active = did_become_active,
                                             .will_resign_active = will_resign_active,
                                             .did_resign_active = did_resign_active,
                                             .view_will_appear = view_will_appear,
                                             .view_did_appear = view_did_appear,
                                             .view_will_disappear = view_will_disappear,
                                             .view_did_disappear = view_did_disappear,
                                             .did_select = did_select,
                                             .did_receive = did_receive,
                                             .did_start_sending = did_start_sending,
                                             .did_cancel_sending = did_cancel_sending,
                                             .will_transition = will_transition,
                                             .did_transition = did_transition,
                                             .did_receive_memory_warning = did_receive_memory_warning};
static const mayfly_view_delegate delegate = {.size = sizeof delegate, .did_perform_action = did_perform_action};
static const mayfly_gesture_delegate gestures = {.size = sizeof gestures, .did_swipe = did_swipe};
static const mayfly_settings_delegate settings = {.size = sizeof settings, .did_change_settings = did_change_settings};

static const void *ability(void *context, mayfly_string id) {
    (void)context;
    if (mayfly_text_equals(id, mayfly_text(MAYFLY_GESTURES))) {
        return FAULT == no_delegates ? NULL : &gestures;
    }
    if (mayfly_text_equals(id, mayfly_text(MAYFLY_SETTINGS_DELEGATE))) {
        return FAULT == no_delegates ? NULL : &settings;
    }
    if (mayfly_text_equals(id, mayfly_text(MAYFLY_STICKER_SOURCE))) {
        return NULL;
    }
    int is_known = mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE));
    return is_known || FAULT == any_table ? &delegate : NULL;
}

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context;
    host = given;
    conversation = mayfly_ability(host, MAYFLY_CONVERSATION);
    view = mayfly_ability(host, MAYFLY_VIEW);
    if (NEEDS[0]) {
        const volatile uint32_t *size = mayfly_ability(host, NEEDS);
        (void)*size;
    }
    const mayfly_storage_functions *storage = mayfly_ability(host, MAYFLY_STORAGE);
    if (!conversation || !view) {
        return MAYFLY_ERROR_UNKNOWN;
    }
    if (storage) {
        storage->private_folder(host, folder, sizeof folder - 1);
    }
    if ((KILLED_AFTER[0] && has_kept(KILLED_AFTER)) || has_kept("call") || is_marked("reading")) {
        abort();
    }
    if ((FAULT == no_arabic && launch->locale.length >= 2 && memcmp(launch->locale.data, "ar", 2) == 0) ||
        (FAULT == no_regions && launch->locale.length > 2) ||
        (FAULT == known_contexts_only && launch->presentation_context > MAYFLY_CONTEXT_MEDIA)) {
        abort();
    }
    instance->controller = &controller;
    instance->ability = ability;
    return MAYFLY_OK;
}

MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *offer, mayfly_extension *extension) {
    static int calls;
    calls++;
    if (FAULT == answers_once && calls > 1) {
        extension->refusal = mayfly_text("it was called before");
        return MAYFLY_ERROR_UNKNOWN;
    }
    if (FAULT != takes_any_version && (offer->abi_min > MAYFLY_ABI_1_0 || offer->abi_max < MAYFLY_ABI_1_0)) {
        extension->refusal = mayfly_text("it speaks version 1.0 only");
        return MAYFLY_ERROR_UNKNOWN;
    }
    extension->abi_version = FAULT == takes_newest ? offer->abi_max : MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}
