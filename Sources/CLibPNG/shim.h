/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * libpng's simplified interface for Swift. It returns error codes; the full interface reports errors with longjmp. Its
 * macros are functions here.
 */
#ifndef MAYFLY_CLIBPNG_SHIM_H
#define MAYFLY_CLIBPNG_SHIM_H

#include <png.h>
#include <string.h>

/* A picture that is initialized for reading. */
static inline png_image mayfly_png_image(void) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    return image;
}

/* The format with three bytes for each pixel; transparent parts get a background colour. */
static inline png_uint_32 mayfly_png_format_rgb(void) { return PNG_FORMAT_RGB; }

/* The reason why the last call on the picture failed; it points into the picture. */
static inline const char *mayfly_png_message(const png_image *image) { return image->message; }

#endif
