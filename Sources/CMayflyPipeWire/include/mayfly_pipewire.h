/*
 * Takes a frame of a camera from PipeWire with libpipewire, which is loaded when it is needed: neither the build nor the program asks
 * for it.
 *
 * The functions, structures and constants are those of PipeWire 0.3.50 (https://docs.pipewire.org), which later versions keep: the name
 * of the library stays libpipewire-0.3.so.0.
 */
#ifndef MAYFLY_PIPEWIRE_H
#define MAYFLY_PIPEWIRE_H

#include <stddef.h>
#include <stdint.h>

/* Values of spa_video_format, and one for JPEG, which that has not. */
enum mayfly_frame_format {
    MAYFLY_FRAME_JPEG = 0,
    MAYFLY_FRAME_YUY2 = 4,
    MAYFLY_FRAME_UYVY = 5,
    MAYFLY_FRAME_RGBX = 7,
    MAYFLY_FRAME_BGRX = 8,
    MAYFLY_FRAME_RGBA = 11,
    MAYFLY_FRAME_BGRA = 12,
    MAYFLY_FRAME_RGB = 15,
    MAYFLY_FRAME_BGR = 16
};

/* One frame. */
struct mayfly_frame {
    enum mayfly_frame_format format;
    uint32_t width;
    uint32_t height;
    /* Bytes from one row to the next; 0 for JPEG. */
    uint32_t stride;
    /* So many bytes, which the caller frees with free(). For pixels, at least stride * height. */
    size_t size;
    uint8_t *bytes;
};

/*
 * Takes a frame from the camera behind a connection to PipeWire, and closes the connection. It waits for the camera without a limit, and
 * is called once in a process.
 *
 * NULL when there is a frame; otherwise why there is none, in words that are static.
 */
const char *mayfly_pipewire_take(const char *library, int connection, struct mayfly_frame *frame);

#endif
