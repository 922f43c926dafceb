#include "mayfly_chafa.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* GString of GLib 2, whose members are public. */
struct text {
    char *str;
    size_t len;
    size_t allocated_len;
};

/* ChafaSymbolTags: spaces, whole, half and quarter blocks. */
enum { SPACE = 1 << 0, SOLID = 1 << 1, QUAD = 1 << 7, HALF = 1 << 8 | 1 << 9 };
/* ChafaPixelType: CHAFA_PIXEL_RGBA8_UNASSOCIATED. */
enum { RGBA8_UNASSOCIATED = 4 };

struct mayfly_chafa {
    void *(*config_new)(void);
    void (*config_unref)(void *config);
    void (*set_geometry)(void *config, int width, int height);
    void (*set_cell_geometry)(void *config, int width, int height);
    void (*set_canvas_mode)(void *config, int mode);
    void (*set_pixel_mode)(void *config, int mode);
    void (*set_symbol_map)(void *config, const void *map);
    void (*set_optimizations)(void *config, int optimizations);
    void *(*map_new)(void);
    void (*map_unref)(void *map);
    void (*map_add_by_tags)(void *map, int tags);
    void *(*canvas_new)(const void *config);
    void (*canvas_unref)(void *canvas);
    void (*draw_all_pixels)(void *canvas, int type, const uint8_t *pixels, int width, int height, int rowstride);
    struct text *(*print)(void *canvas, void *terminal);
    void *(*db_get_default)(void);
    void *(*db_get_fallback_info)(void *db);
    void (*info_unref)(void *info);
    char *(*text_free)(struct text *text, int segment);
};

/* Stores the function of that name in a member; ISO C has no cast from an object to a function. */
static int find(void *library, const char *name, void *member) {
    void *found = dlsym(library, name);
    memcpy(member, &found, sizeof found);
    return found != NULL;
}

const struct mayfly_chafa *mayfly_chafa_load(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    struct mayfly_chafa *chafa = library ? calloc(1, sizeof *chafa) : NULL;
    if (!chafa)
        return NULL;
    if (find(library, "chafa_canvas_config_new", &chafa->config_new) &&
        find(library, "chafa_canvas_config_unref", &chafa->config_unref) &&
        find(library, "chafa_canvas_config_set_geometry", &chafa->set_geometry) &&
        find(library, "chafa_canvas_config_set_cell_geometry", &chafa->set_cell_geometry) &&
        find(library, "chafa_canvas_config_set_canvas_mode", &chafa->set_canvas_mode) &&
        find(library, "chafa_canvas_config_set_pixel_mode", &chafa->set_pixel_mode) &&
        find(library, "chafa_canvas_config_set_symbol_map", &chafa->set_symbol_map) &&
        find(library, "chafa_canvas_config_set_optimizations", &chafa->set_optimizations) &&
        find(library, "chafa_symbol_map_new", &chafa->map_new) &&
        find(library, "chafa_symbol_map_unref", &chafa->map_unref) &&
        find(library, "chafa_symbol_map_add_by_tags", &chafa->map_add_by_tags) &&
        find(library, "chafa_canvas_new", &chafa->canvas_new) &&
        find(library, "chafa_canvas_unref", &chafa->canvas_unref) &&
        find(library, "chafa_canvas_draw_all_pixels", &chafa->draw_all_pixels) &&
        find(library, "chafa_canvas_print", &chafa->print) &&
        find(library, "chafa_term_db_get_default", &chafa->db_get_default) &&
        find(library, "chafa_term_db_get_fallback_info", &chafa->db_get_fallback_info) &&
        find(library, "chafa_term_info_unref", &chafa->info_unref) &&
        /* Of GLib, which libchafa links. */
        find(library, "g_string_free", &chafa->text_free))
        return chafa;
    free(chafa);
    return NULL;
}

/* The picture on a canvas of the library, as the library prints it. */
static struct text *print(const struct mayfly_chafa *chafa, const struct mayfly_chafa_picture *picture, void *config,
                          void *map) {
    struct text *text;
    void *canvas, *terminal;
    chafa->map_add_by_tags(map, SPACE | SOLID | HALF | QUAD);
    chafa->set_geometry(config, picture->columns, picture->rows);
    chafa->set_cell_geometry(config, picture->cell_width, picture->cell_height);
    chafa->set_canvas_mode(config, (int)picture->colours);
    chafa->set_pixel_mode(config, (int)picture->form);
    chafa->set_symbol_map(config, map);
    chafa->set_optimizations(config, 0);
    if (!(canvas = chafa->canvas_new(config)))
        return NULL;
    chafa->draw_all_pixels(canvas, RGBA8_UNASSOCIATED, picture->pixels, picture->width, picture->height,
                           picture->width * 4);
    terminal = chafa->db_get_fallback_info(chafa->db_get_default());
    text = terminal ? chafa->print(canvas, terminal) : NULL;
    if (terminal)
        chafa->info_unref(terminal);
    chafa->canvas_unref(canvas);
    return text;
}

char *mayfly_chafa_draw(const struct mayfly_chafa *chafa, const struct mayfly_chafa_picture *picture, size_t *length) {
    void *config = chafa->config_new();
    void *map = chafa->map_new();
    struct text *text = config && map ? print(chafa, picture, config, map) : NULL;
    char *copy = text ? malloc(text->len + 1) : NULL;
    if (copy) {
        memcpy(copy, text->str, text->len + 1);
        *length = text->len;
    }
    if (text)
        chafa->text_free(text, 1);
    if (map)
        chafa->map_unref(map);
    if (config)
        chafa->config_unref(config);
    return copy;
}
