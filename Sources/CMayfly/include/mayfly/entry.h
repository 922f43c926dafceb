/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * How a library becomes an extension: the one symbol that it exports, the negotiation, and making an instance.
 */
#ifndef MAYFLY_ENTRY_H
#define MAYFLY_ENTRY_H

#include "controller.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The host as one instance of an extension sees it. The pointer stays valid until the process ends, and is the first
 * argument of every host function; a pointer that was not handed out is refused with MAYFLY_ERROR_INVALID_HANDLE.
 */
typedef struct mayfly_host mayfly_host;
struct mayfly_host {
    uint32_t size;
    uint32_t abi_version; /* the version that was agreed on */
    /*
     * [any, any] Finds a table of host functions by its id, such as MAYFLY_CONVERSATION. NULL for an unknown id.
     * The table stays valid until the process ends.
     */
    const void *(*ability)(const mayfly_host *host, mayfly_string id);
};

/* What the host offers before anything else is agreed. */
typedef struct mayfly_offer {
    uint32_t size;
    uint32_t abi_min; /* the oldest version that the host speaks */
    uint32_t abi_max; /* the newest */
    uint32_t reserved;
    mayfly_string host_name;
    mayfly_string host_version;
} mayfly_offer;

/* How and where an instance starts. */
typedef struct mayfly_launch {
    uint32_t size;
    int32_t presentation_style;   /* enum mayfly_presentation_style: expanded when a bubble was tapped */
    int32_t presentation_context; /* enum mayfly_presentation_context */
    uint32_t reserved;
    mayfly_string bundle_folder; /* absolute path, read only */
    mayfly_string locale;        /* BCP 47, such as "en" or "pt-BR" */
} mayfly_launch;

/* What the extension answers when an instance is made. The host copies it. */
typedef struct mayfly_instance {
    uint32_t size;
    uint32_t reserved;
    void *context;                       /* handed back to every callback; may be NULL */
    const mayfly_controller *controller; /* must stay valid until the process ends */
    /*
     * [any, main] Finds a table of callbacks that the extension offers beside the controller, such as
     * MAYFLY_VIEW_DELEGATE. NULL for an unknown id; the table must stay valid until the process ends. May be NULL.
     */
    const void *(*ability)(void *context, mayfly_string id);
} mayfly_instance;

/* What the extension answers to the offer. The host copies it. */
typedef struct mayfly_extension {
    uint32_t size;
    uint32_t abi_version; /* the one version, between abi_min and abi_max, that will be spoken */
    void *context;        /* handed back to make_instance; may be NULL */
    /*
     * [any, main] Makes one instance. Returns MAYFLY_OK and fills `instance`, or an error code, which ends the
     * launch. `host` stays valid until the process ends, `launch` until this returns. `instance` comes zeroed, with
     * its size set to what the host can take: leave the size alone and write only inside it.
     */
    int32_t (*make_instance)(void *context, const mayfly_host *host, const mayfly_launch *launch,
                             mayfly_instance *instance);
    /* On refusal: why, in one line for a person. Must stay valid until the process ends. */
    mayfly_string refusal;
} mayfly_extension;

/* The name of the one function that an extension exports. */
#define MAYFLY_ENTRY_SYMBOL "mayfly_extension_entry"

/*
 * [entry, main] Negotiates: choose a version inside the offer, fill `extension` and return MAYFLY_OK; or set
 * `refusal` and return any other code.
 *
 * It may be called again, does no input or output, starts no thread and returns within 100 ms. `offer` is borrowed
 * until it returns; `extension` comes zeroed, with its size set to what the host can take: leave the size alone and
 * write only inside it.
 *
 * Define MAYFLY_NO_ENTRY_PROTOTYPE before the #include where the definition differs from this prototype: `noexcept` in
 * C++, or a function that Go exports.
 */
#ifndef MAYFLY_NO_ENTRY_PROTOTYPE
MAYFLY_EXPORT int32_t mayfly_extension_entry(const mayfly_offer *offer, mayfly_extension *extension);
#endif

#ifdef __cplusplus
}
#endif

#endif
