/*
 * Draws pixels for a terminal with libchafa, which is loaded when it is needed: neither the build nor the program asks for it.
 *
 * The functions and constants are those of chafa 1.12 (https://hpjansson.org/chafa/ref/), which later versions keep.
 */
#ifndef MAYFLY_CHAFA_H
#define MAYFLY_CHAFA_H

#include <stddef.h>
#include <stdint.h>

/* The loaded library. It is never unloaded. */
struct mayfly_chafa;

/* Values of ChafaPixelMode. */
enum mayfly_chafa_form {
    MAYFLY_CHAFA_BLOCKS = 0,
    MAYFLY_CHAFA_SIXELS = 1,
    MAYFLY_CHAFA_KITTY = 2,
    MAYFLY_CHAFA_ITERM = 3
};

/* Values of ChafaCanvasMode. */
enum mayfly_chafa_colours { MAYFLY_CHAFA_ALL_COLOURS = 0, MAYFLY_CHAFA_240_COLOURS = 2, MAYFLY_CHAFA_16_COLOURS = 3 };

/* One picture. */
struct mayfly_chafa_picture {
    /* Four bytes for each pixel, rows from the top: red, green, blue, and how opaque it is. */
    const uint8_t *pixels;
    int32_t width;
    int32_t height;
    /* Its place on the terminal, in cells; and the size of a cell in pixels. */
    int32_t columns;
    int32_t rows;
    int32_t cell_width;
    int32_t cell_height;
    enum mayfly_chafa_form form;
    enum mayfly_chafa_colours colours;
};

/* Loads the library of that name; NULL where it is missing, or lacks a function. Call it once: what it gives is kept. */
const struct mayfly_chafa *mayfly_chafa_load(const char *name);

/*
 * What the terminal is to print for the picture; NULL on failure. Free it with free(). Blocks have a line for each row, with an end of
 * line between two.
 */
char *mayfly_chafa_draw(const struct mayfly_chafa *chafa, const struct mayfly_chafa_picture *picture, size_t *length);

#endif
