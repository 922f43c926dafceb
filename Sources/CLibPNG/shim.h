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

/* The format with four bytes for each pixel, the last of them how opaque it is. */
static inline png_uint_32 mayfly_png_format_rgba(void) { return PNG_FORMAT_RGBA; }

/* Whether a picture that is being read may have transparent parts. */
static inline int mayfly_png_has_alpha(const png_image *image) { return (image->format & PNG_FORMAT_FLAG_ALPHA) != 0; }

/* The most bytes that the picture takes as a file. */
static inline size_t mayfly_png_most_bytes(const png_image *image) { return PNG_IMAGE_PNG_SIZE_MAX(*image); }

/* The reason why the last call on the picture failed; it points into the picture. */
static inline const char *mayfly_png_message(const png_image *image) { return image->message; }

#endif
