/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The values that everything else is made of.
 *
 * Rules that hold for the whole interface:
 *
 * - Each function carries a tag `[state, thread]`. The state is `entry` (while mayfly_extension_entry runs), `any`
 *   (from the return of the entry on) or `active` (from the start of will_become_active to the return of
 *   will_resign_active). The thread is `main` (the worker's first thread, on which all callbacks run, one at a time)
 *   or `any`. The worker checks the tag of each host function and answers MAYFLY_ERROR_NOT_ACTIVE or
 *   MAYFLY_ERROR_WRONG_THREAD where it is broken.
 * - A pointer that is handed over is borrowed until the call returns, in both directions: copy what you keep.
 *   Where something lives longer, its comment says so. Neither side frees what the other side made.
 * - Each struct that can grow begins with its own size in bytes: whoever makes the struct writes `sizeof` it there. A
 *   field is read only if it lies inside that size; what lies outside reads as zero. Fields are only ever added at
 *   the end. In a struct that the caller hands over to be filled, the caller has written the size.
 * - Text is UTF-8 with a length and need not end in NUL. Text that is not UTF-8 is refused.
 */
#ifndef MAYFLY_BASE_H
#define MAYFLY_BASE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version 1.0 of the interface, as major << 16 | minor. */
#define MAYFLY_ABI_1_0 0x00010000u
/* The version that these headers describe. */
#define MAYFLY_ABI_VERSION MAYFLY_ABI_1_0

/* Makes the entry point visible when everything else is hidden (-fvisibility=hidden). */
#define MAYFLY_EXPORT __attribute__((visibility("default")))

/*
 * UTF-8 text. `data` NULL means "no text", which is not the same as text of length 0.
 * One of the two structs that never grow, and so have no size field.
 */
typedef struct mayfly_string {
    const char *data;
    uint64_t length; /* bytes, without any NUL */
} mayfly_string;

/*
 * A 128-bit identifier, bytes in network order (RFC 9562). The other struct that never grows.
 */
typedef struct mayfly_uuid {
    uint8_t bytes[16];
} mayfly_uuid;

/* Text of a C string literal, usable as an initialiser: `.caption = MAYFLY_TEXT("Hello")`. */
/* clang-format off */
#define MAYFLY_TEXT(literal) {"" literal, sizeof(literal) - 1}
/* clang-format on */

/* Text of a NUL-terminated C string; NULL gives "no text". The bytes are borrowed. */
static inline mayfly_string mayfly_text(const char *bytes) {
    mayfly_string text;
    text.data = bytes;
    text.length = bytes ? (uint64_t)strlen(bytes) : 0;
    return text;
}

/* Whether two texts are the same, byte for byte; "no text" equals only itself. */
static inline int mayfly_text_equals(mayfly_string left, mayfly_string right) {
    if (!left.data || !right.data) {
        return left.data == right.data;
    }
    return left.length == right.length && memcmp(left.data, right.data, (size_t)left.length) == 0;
}

/* Whether two identifiers are the same. Sessions are compared by value (C-163). */
static inline int mayfly_uuid_equals(const mayfly_uuid *left, const mayfly_uuid *right) {
    return memcmp(left->bytes, right->bytes, sizeof left->bytes) == 0;
}

/*
 * Writes the text form of an identifier and a NUL to `text`: 36 characters, with upper-case digits and hyphens (RFC
 * 9562, section 4). In a layout's text, "$" and this form stand for the person's name.
 */
static inline void mayfly_uuid_text(const mayfly_uuid *uuid, char text[37]) {
    static const char digits[] = "0123456789ABCDEF";
    int at = 0;
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) {
            text[at++] = '-';
        }
        text[at++] = digits[uuid->bytes[i] >> 4];
        text[at++] = digits[uuid->bytes[i] & 15];
    }
    text[at] = 0;
}

/*
 * What went wrong: the numbers that host functions return and completions carry. A number that is not listed here is
 * to be treated like MAYFLY_ERROR_UNKNOWN. Those up to 11 are the model's, those from 1000 on are this host's.
 */
enum mayfly_error_code {
    MAYFLY_ERROR_UNKNOWN = -1,
    MAYFLY_OK = 0,
    MAYFLY_ERROR_FILE_NOT_FOUND = 1,
    MAYFLY_ERROR_FILE_UNREADABLE = 2,
    MAYFLY_ERROR_IMPROPER_FILE_TYPE = 3,
    MAYFLY_ERROR_IMPROPER_FILE_URL = 4,
    MAYFLY_ERROR_STICKER_IMPROPER_ATTRIBUTES = 5,
    MAYFLY_ERROR_STICKER_IMPROPER_SIZE = 6,
    MAYFLY_ERROR_STICKER_IMPROPER_FORMAT = 7,
    MAYFLY_ERROR_URL_EXCEEDS_MAX_SIZE = 8,
    MAYFLY_ERROR_SEND_WITHOUT_RECENT_INTERACTION = 9,
    MAYFLY_ERROR_SEND_WHILE_NOT_VISIBLE = 10,
    MAYFLY_ERROR_API_UNAVAILABLE_IN_PRESENTATION_CONTEXT = 11,
    MAYFLY_ERROR_DIRECT_SEND_DISABLED = 1000,
    MAYFLY_ERROR_NOT_ACTIVE = 1001,
    MAYFLY_ERROR_UNSUPPORTED_URL_SCHEME = 1002,
    MAYFLY_ERROR_INVALID_MESSAGE = 1003,
    MAYFLY_ERROR_WORKER_GONE = 1004,
    MAYFLY_ERROR_INVALID_ARGUMENT = 1005, /* not UTF-8, a NULL that is not allowed, an unknown number */
    MAYFLY_ERROR_INVALID_HANDLE = 1006,   /* a host handle that this process was not given */
    MAYFLY_ERROR_LIMIT_EXCEEDED = 1007,   /* more bytes or items than the host takes */
    MAYFLY_ERROR_WRONG_THREAD = 1008,
    MAYFLY_ERROR_NO_SESSION = 1009,       /* no message is selected, or it has no session */
    MAYFLY_ERROR_VERSION_CONFLICT = 1010, /* somebody else has written meanwhile */
    MAYFLY_ERROR_QUOTA_EXCEEDED = 1011,   /* as many things are kept already as may be */
    MAYFLY_ERROR_TIMED_OUT = 1012,        /* no answer in time; what was asked for may have happened or not */
    MAYFLY_ERROR_NOT_DECLARED = 1013,     /* the manifest does not ask for the permission */
    MAYFLY_ERROR_NOT_PERMITTED = 1014,    /* the person has not granted the permission */
    MAYFLY_ERROR_WITHOUT_TOUCH = 1015,    /* the person is asked only just after a touch of the extension's view */
    MAYFLY_ERROR_UNAVAILABLE = 1016       /* the machine or the server does not have what was asked for */
};

/* Which list a number belongs to (the model's two error domains). */
enum mayfly_error_domain { MAYFLY_DOMAIN_MESSAGES = 0, MAYFLY_DOMAIN_STICKERS = 1 };

/* An error as completions and messages carry it. */
typedef struct mayfly_error {
    uint32_t size;
    int32_t domain; /* enum mayfly_error_domain */
    int32_t code;   /* enum mayfly_error_code */
    uint32_t reserved;
    mayfly_string message; /* one line in English that names the item, the rule and the value */
} mayfly_error;

/*
 * Answers one call of a conversation function. `error` is NULL on success.
 * [any, any but main] It is called exactly once for each call that returned MAYFLY_OK and was given a completion,
 * unless the process ends before; completions come one at a time, on a thread of their own.
 */
typedef void (*mayfly_completion)(void *context, const mayfly_error *error);

#ifdef __cplusplus
}
#endif

#endif
