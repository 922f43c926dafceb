/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * What an extension puts into a conversation: interactive messages and stickers (model 2.6 to 2.9).
 *
 * Files are named by an absolute path or a file:// URL. They must lie in the extension's private folder, in its bundle or
 * in the folder of received files, and are read and copied by the host while it handles the call. In a message from the host
 * they lie in the folder of received files, where the extension may only read.
 */
#ifndef MAYFLY_MESSAGE_H
#define MAYFLY_MESSAGE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of an attachment, and of a layout's image or media file, at most. */
#define MAYFLY_LARGEST_FILE 16777216

/*
 * The look of a bubble, drawn by the host (model 7). Every field may be "no text".
 * `$` followed by a participant's UUID in any text is drawn as that person's name (C-187).
 *
 * An image that is in no file is given as `image_bytes`, which the host copies. In a message from the host it is in a file.
 */
typedef struct mayfly_template_layout {
    uint32_t size;
    uint32_t reserved;
    mayfly_string image_file; /* PNG, APNG, GIF or JPEG; wins over the others (C-202) */
    mayfly_string media_file; /* a picture or a playable video; the image wins over it */
    mayfly_string image_title;
    mayfly_string image_subtitle;
    mayfly_string caption;
    mayfly_string subcaption;
    mayfly_string trailing_caption;
    mayfly_string trailing_subcaption;
    const void *image_bytes; /* the image from memory: the whole of such a file; image_file wins over it. NULL: none */
    uint64_t image_size;     /* bytes of it, up to MAYFLY_LARGEST_FILE */
} mayfly_template_layout;

/*
 * One interactive message. At least one of `url` and `layout` must be given (D-21).
 * The host takes a copy when it is inserted: changing it later changes nothing (D-09).
 */
typedef struct mayfly_message {
    uint32_t size;
    uint8_t should_expire; /* 1: deleted a short time after the recipient has read it (C-146) */
    uint8_t is_pending;    /* 1 until sending starts; written by the host, ignored on insert (C-139) */
    uint8_t reserved[2];
    const mayfly_uuid *session; /* joins messages so that the newest replaces the older; NULL: none */
    const mayfly_uuid *sender;  /* written by the host, ignored on insert; NULL on a new message (C-198) */
    mayfly_string url;          /* the payload: http, https, data, or "?query"; up to 5,000 characters */
    const mayfly_template_layout *layout;
    mayfly_string summary_text;        /* left in this message's place when a newer one of its session replaces it */
    mayfly_string accessibility_label; /* spoken for the bubble */
    const mayfly_error *error;         /* why sending failed; written by the host, ignored on insert */
} mayfly_message;

/* A sticker: PNG, APNG, GIF or JPEG of up to 500,000 bytes, best of 300 to 618 pixels a side. */
typedef struct mayfly_sticker {
    uint32_t size;
    uint32_t reserved;
    mayfly_string file;
    mayfly_string description; /* spoken for the sticker; cut after 150 characters */
} mayfly_sticker;

/* How large the cells of a sticker browser are: 100, 136 or 206 points a side. */
enum mayfly_sticker_size { MAYFLY_STICKER_SMALL = 0, MAYFLY_STICKER_REGULAR = 1, MAYFLY_STICKER_LARGE = 2 };

#ifdef __cplusplus
}
#endif

#endif
