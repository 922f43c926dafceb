/*
 * Another extension as it runs on a host of version 1.0 as it was first released: loads the library that lies beside
 * this one and hides from it every ability that came later.
 */
#include <mayfly/mayfly.h>

#include <dlfcn.h>
#include <stdio.h>

static int32_t (*inner_make)(void *context, const mayfly_host *host, const mayfly_launch *launch,
                             mayfly_instance *instance);
static const void *(*all_abilities)(const mayfly_host *host, mayfly_string id);

static const void *first_abilities(const mayfly_host *host, mayfly_string id) {
    static const char *const ids[] = {MAYFLY_CONVERSATION, MAYFLY_VIEW, MAYFLY_STICKERS, MAYFLY_LOG, MAYFLY_STORAGE};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        if (mayfly_text_equals(id, mayfly_text(ids[i]))) {
            return all_abilities(host, id);
        }
    }
    return NULL;
}

static int32_t make_instance(void *context, const mayfly_host *host, const mayfly_launch *launch,
                             mayfly_instance *instance) {
    /* The handle is checked by its address, so the worker's own is changed instead of a copy. */
    mayfly_host *changed = (mayfly_host *)(uintptr_t)host;
    all_abilities = host->ability;
    changed->ability = first_abilities;
    return inner_make(context, host, launch, instance);
}

MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *offer, mayfly_extension *extension) {
    int32_t (*inner)(const mayfly_offer *offer, mayfly_extension *extension) = NULL;
    void *library = dlopen(INNER, RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, MAYFLY_ENTRY_SYMBOL) : NULL;
    int32_t code = MAYFLY_ERROR_UNKNOWN;
    if (symbol) {
        *(void **)&inner = symbol;
        code = inner(offer, extension);
        inner_make = extension->make_instance;
        extension->make_instance = make_instance;
    }
    return code;
}
