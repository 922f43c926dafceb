/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * libpng's simplified interface for Swift, which answers with codes where the full one jumps. What is a macro there is a
 * function here.
 */
#ifndef MAYFLY_CLIBPNG_SHIM_H
#define MAYFLY_CLIBPNG_SHIM_H

#include <png.h>
#include <string.h>

/* A picture to read, as libpng wants it. */
static inline png_image mayfly_png_image(void) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    return image;
}

/* Three bytes a pixel; what is transparent is laid on a background. */
static inline png_uint_32 mayfly_png_format_rgb(void) { return PNG_FORMAT_RGB; }

/* Why the last call on the picture failed; of the picture's own memory. */
static inline const char *mayfly_png_message(const png_image *image) { return image->message; }

#endif
