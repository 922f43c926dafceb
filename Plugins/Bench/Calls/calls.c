/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The extension whose calls `mayfly bench` measures: a tap on a button makes a number of calls, each when the one before
 * is answered. `granted` calls owned_products, and `free` calls choose_photo.
 */
#include <mayfly/mayfly.h>

#include <stddef.h>

enum { CALLS = 100 };

static const mayfly_host *host;
static const mayfly_purchase_functions *purchase;
static const mayfly_photos_functions *photos;
static const mayfly_view_functions *view;
static int left;

static void answered(void *context, const mayfly_error *error, const mayfly_product *products, uint32_t count) {
    (void)context, (void)error, (void)products, (void)count;
    left--;
    if (left > 0) {
        purchase->owned_products(host, answered, NULL);
    }
}

static void refused(void *context, const mayfly_error *error, mayfly_string file) {
    (void)context, (void)error, (void)file;
    left--;
    if (left > 0) {
        photos->choose_photo(host, refused, NULL);
    }
}

static void did_perform_action(void *context, const mayfly_state *state, const mayfly_action *action) {
    (void)context, (void)state;
    left = CALLS;
    if (mayfly_text_equals(action->id, mayfly_text("granted"))) {
        purchase->owned_products(host, answered, NULL);
    } else {
        photos->choose_photo(host, refused, NULL);
    }
}

static void view_did_appear(void *context, const mayfly_state *state) {
    (void)context, (void)state;
    view->present_view(host, mayfly_text("{\"type\":\"AdaptiveCard\",\"version\":\"1.5\",\"body\":[],\"actions\":["
                                         "{\"type\":\"Action.Submit\",\"id\":\"granted\",\"title\":\"granted\"},"
                                         "{\"type\":\"Action.Submit\",\"id\":\"free\",\"title\":\"free\"}]}"));
}

static const mayfly_controller controller = {.size = sizeof controller, .view_did_appear = view_did_appear};
static const mayfly_view_delegate delegate = {.size = sizeof delegate, .did_perform_action = did_perform_action};

static const void *ability(void *context, mayfly_string id) {
    (void)context;
    return mayfly_text_equals(id, mayfly_text(MAYFLY_VIEW_DELEGATE)) ? &delegate : NULL;
}

static int32_t make_instance(void *context, const mayfly_host *given, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    (void)context, (void)launch;
    host = given;
    purchase = mayfly_ability(host, MAYFLY_PURCHASE);
    photos = mayfly_ability(host, MAYFLY_PHOTOS);
    view = mayfly_ability(host, MAYFLY_VIEW);
    instance->controller = &controller;
    instance->ability = ability;
    return purchase && photos && view ? MAYFLY_OK : MAYFLY_ERROR_UNKNOWN;
}

MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *offer, mayfly_extension *extension) {
    (void)offer;
    extension->abi_version = MAYFLY_ABI_1_0;
    extension->make_instance = make_instance;
    return MAYFLY_OK;
}
