#include "mayfly_pipewire.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* spa/utils/type.h, spa/pod/pod.h, spa/param/param.h, spa/param/format.h, pipewire/stream.h */
enum { TYPE_ID = 3, TYPE_INT = 4, TYPE_RECTANGLE = 10, TYPE_OBJECT = 15, TYPE_CHOICE = 19 };
enum { OBJECT_FORMAT = 0x40003, OBJECT_BUFFERS = 0x40004 };
enum { PARAM_ENUM_FORMAT = 3, PARAM_FORMAT = 4, PARAM_BUFFERS = 5 };
enum { BUFFERS_COUNT = 1 };
enum { MEDIA_TYPE = 1, MEDIA_SUBTYPE = 2, VIDEO_FORMAT = 0x20001, VIDEO_SIZE = 0x20003 };
enum { MEDIA_VIDEO = 2, SUBTYPE_RAW = 1, SUBTYPE_JPEG = 0x20002 };
enum { CHOICE_RANGE = 1, CHOICE_ENUM = 3 };
enum { DIRECTION_INPUT = 0, AUTOCONNECT = 1, MAP_BUFFERS = 4 };
enum { STATE_ERROR = -1, STATE_UNCONNECTED = 0, STATE_STREAMING = 3 };
static const uint32_t any_node = 0xFFFFFFFF;

struct chunk {
    uint32_t offset;
    uint32_t size;
    int32_t stride;
    int32_t flags;
};

struct data {
    uint32_t type;
    uint32_t flags;
    int64_t descriptor;
    uint32_t map_offset;
    uint32_t most;
    void *data;
    struct chunk *chunk;
};

struct spa_buffer {
    uint32_t metas_count;
    uint32_t datas_count;
    void *metas;
    struct data *datas;
};

struct buffer {
    struct spa_buffer *buffer;
    /* More members follow, which are not used. */
};

/* A spa_hook: six pointers, which the library fills. */
struct hook {
    void *members[6];
};

struct events {
    uint32_t version;
    void (*destroy)(void *data);
    void (*state_changed)(void *data, int old, int state, const char *error);
    void (*control_info)(void *data, uint32_t id, const void *control);
    void (*io_changed)(void *data, uint32_t id, void *area, uint32_t size);
    void (*param_changed)(void *data, uint32_t id, const uint32_t *param);
    void (*add_buffer)(void *data, struct buffer *buffer);
    void (*remove_buffer)(void *data, struct buffer *buffer);
    void (*process)(void *data);
    void (*drained)(void *data);
    void (*command)(void *data, const void *command);
    void (*trigger_done)(void *data);
};

static struct {
    void (*init)(int *argc, char ***argv);
    void *(*loop_new)(const void *properties);
    void *(*loop_inner)(void *loop);
    int (*loop_run)(void *loop);
    int (*loop_quit)(void *loop);
    void *(*context_new)(void *loop, void *properties, size_t user_data);
    void *(*context_connect)(void *context, int descriptor, void *properties, size_t user_data);
    void *(*properties_new)(const char *key, ...);
    void *(*stream_new)(void *core, const char *name, void *properties);
    void (*stream_listen)(void *stream, struct hook *hook, const struct events *events, void *data);
    int (*stream_connect)(void *stream, int direction, uint32_t target, int flags, const void **params, uint32_t count);
    int (*stream_update)(void *stream, const void **params, uint32_t count);
    struct buffer *(*stream_dequeue)(void *stream);
    int (*stream_queue)(void *stream, struct buffer *buffer);
} lib;

/* Stores the function of that name in a member; ISO C has no cast from an object to a function. */
static int find(void *library, const char *name, void *member) {
    void *found = dlsym(library, name);
    memcpy(member, &found, sizeof found);
    return found != NULL;
}

static int load(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    return library && find(library, "pw_init", &lib.init) && find(library, "pw_main_loop_new", &lib.loop_new) &&
           find(library, "pw_main_loop_get_loop", &lib.loop_inner) &&
           find(library, "pw_main_loop_run", &lib.loop_run) && find(library, "pw_main_loop_quit", &lib.loop_quit) &&
           find(library, "pw_context_new", &lib.context_new) &&
           find(library, "pw_context_connect_fd", &lib.context_connect) &&
           find(library, "pw_properties_new", &lib.properties_new) && find(library, "pw_stream_new", &lib.stream_new) &&
           find(library, "pw_stream_add_listener", &lib.stream_listen) &&
           find(library, "pw_stream_connect", &lib.stream_connect) &&
           find(library, "pw_stream_update_params", &lib.stream_update) &&
           find(library, "pw_stream_dequeue_buffer", &lib.stream_dequeue) &&
           find(library, "pw_stream_queue_buffer", &lib.stream_queue);
}

/* ---- Formats: values of SPA, which are numbers of 32 bits with a length and a type before them, padded to 8 bytes. ---- */

struct pod {
    uint32_t words[64];
    uint32_t count;
};

static void put(struct pod *pod, uint32_t word) { pod->words[pod->count++] = word; }

static void pad(struct pod *pod) {
    if (pod->count % 2)
        put(pod, 0);
}

static void put_id(struct pod *pod, uint32_t key, uint32_t value) {
    put(pod, key), put(pod, 0), put(pod, 4), put(pod, TYPE_ID), put(pod, value), pad(pod);
}

/* A choice: the first value is the one that is liked best. */
static void put_choice(struct pod *pod, uint32_t key, uint32_t kind, uint32_t type, uint32_t size,
                       const uint32_t *values, uint32_t count) {
    put(pod, key), put(pod, 0), put(pod, 16 + count * 4), put(pod, TYPE_CHOICE);
    put(pod, kind), put(pod, 0), put(pod, size), put(pod, type);
    for (uint32_t i = 0; i < count; i++)
        put(pod, values[i]);
    pad(pod);
}

static void begin(struct pod *pod, uint32_t object, uint32_t param) {
    pod->count = 0;
    put(pod, 0), put(pod, TYPE_OBJECT), put(pod, object), put(pod, param);
}

static void finish(struct pod *pod) { pod->words[0] = pod->count * 4 - 8; }

static void begin_format(struct pod *pod, uint32_t subtype) {
    begin(pod, OBJECT_FORMAT, PARAM_ENUM_FORMAT);
    put_id(pod, MEDIA_TYPE, MEDIA_VIDEO);
    put_id(pod, MEDIA_SUBTYPE, subtype);
}

static void end_format(struct pod *pod) {
    /* The usual size, the smallest and the largest, each as width and height. */
    static const uint32_t sizes[] = {1280, 720, 1, 1, 4096, 4096};
    put_choice(pod, VIDEO_SIZE, CHOICE_RANGE, TYPE_RECTANGLE, 8, sizes, 6);
    finish(pod);
}

/* The value of a key of an object, without its length and type; NULL where it has fewer words. */
static const uint32_t *value(const uint32_t *object, uint32_t key, uint32_t words) {
    const uint32_t *end, *at;
    if (!object || object[1] != TYPE_OBJECT || object[0] < 8)
        return NULL;
    end = object + 2 + object[0] / 4;
    for (at = object + 4; at + 4 <= end; at += 4 + (at[2] + 7) / 8 * 2) {
        const uint32_t *found = at + 4;
        uint32_t size = at[2] / 4;
        if (size > (uint32_t)(end - found))
            return NULL;
        if (at[0] != key)
            continue;
        if (at[3] != TYPE_CHOICE)
            return size >= words ? found : NULL;
        return size >= 4 + words ? found + 4 : NULL;
    }
    return NULL;
}

/* ---- The stream ---- */

/* Cameras open dark: so many frames are left out. */
enum { FRAMES_BEFORE = 8 };

struct taking {
    void *loop;
    void *stream;
    struct mayfly_frame *frame;
    const char *problem;
    int has_format;
    int frames;
};

static void end(struct taking *taking, const char *problem) {
    taking->problem = problem;
    lib.loop_quit(taking->loop);
}

static void state_changed(void *context, int old, int state, const char *error) {
    struct taking *taking = context;
    (void)error;
    if (taking->frame->bytes || taking->problem)
        return;
    if (state == STATE_ERROR)
        end(taking, "PipeWire gives no camera");
    else if (state == STATE_UNCONNECTED && old != STATE_UNCONNECTED)
        end(taking, "PipeWire has ended the connection");
}

/* A source that finds no free buffer when it needs one may stop. */
static void ask_for_buffers(void *stream) {
    static const uint32_t counts[] = {8, 4, 16};
    struct pod buffers;
    const void *params[] = {buffers.words};
    begin(&buffers, OBJECT_BUFFERS, PARAM_BUFFERS);
    put_choice(&buffers, BUFFERS_COUNT, CHOICE_RANGE, TYPE_INT, 4, counts, 3);
    finish(&buffers);
    lib.stream_update(stream, params, 1);
}

static void param_changed(void *context, uint32_t id, const uint32_t *param) {
    struct taking *taking = context;
    const uint32_t *subtype, *format, *size;
    if (id != PARAM_FORMAT || !param)
        return;
    subtype = value(param, MEDIA_SUBTYPE, 1);
    format = value(param, VIDEO_FORMAT, 1);
    size = value(param, VIDEO_SIZE, 2);
    taking->has_format = 0;
    if (!subtype || !size || (*subtype != SUBTYPE_JPEG && !format))
        return;
    taking->frame->format = *subtype == SUBTYPE_JPEG ? MAYFLY_FRAME_JPEG : (enum mayfly_frame_format) * format;
    taking->frame->width = size[0];
    taking->frame->height = size[1];
    taking->has_format = 1;
    ask_for_buffers(taking->stream);
}

static uint32_t pixel_size(enum mayfly_frame_format format) {
    switch (format) {
    case MAYFLY_FRAME_YUY2:
    case MAYFLY_FRAME_UYVY: return 2;
    case MAYFLY_FRAME_RGB:
    case MAYFLY_FRAME_BGR: return 3;
    case MAYFLY_FRAME_RGBX:
    case MAYFLY_FRAME_BGRX:
    case MAYFLY_FRAME_RGBA:
    case MAYFLY_FRAME_BGRA: return 4;
    default: return 0;
    }
}

/* Copies what is in a buffer; false where that is no frame. All numbers are of another program. */
static int copy(struct mayfly_frame *frame, const struct spa_buffer *buffer) {
    const struct data *data = buffer->datas;
    uint64_t offset, size;
    if (buffer->datas_count < 1 || !data->data || !data->chunk)
        return 0;
    offset = data->chunk->offset;
    size = data->chunk->size;
    if (offset > data->most || size > data->most - offset || size == 0)
        return 0;
    if (frame->format != MAYFLY_FRAME_JPEG) {
        uint64_t row = (uint64_t)frame->width * pixel_size(frame->format);
        frame->stride = data->chunk->stride > 0 ? (uint32_t)data->chunk->stride : (uint32_t)row;
        if (row == 0 || frame->width > 4096 || frame->height == 0 || frame->height > 4096 || frame->stride < row ||
            (uint64_t)frame->stride * frame->height > size)
            return 0;
    }
    if (!(frame->bytes = malloc(size)))
        return 0;
    memcpy(frame->bytes, (const uint8_t *)data->data + offset, size);
    frame->size = size;
    return 1;
}

static void process(void *context) {
    struct taking *taking = context;
    struct buffer *buffer = lib.stream_dequeue(taking->stream);
    if (!buffer)
        return;
    if (taking->has_format && !taking->frame->bytes && ++taking->frames > FRAMES_BEFORE && buffer->buffer &&
        copy(taking->frame, buffer->buffer))
        lib.loop_quit(taking->loop);
    lib.stream_queue(taking->stream, buffer);
}

/* What is made here ends with the process. */
const char *mayfly_pipewire_take(const char *library, int connection, struct mayfly_frame *frame) {
    static const struct events events = {
        .version = 0, .state_changed = state_changed, .param_changed = param_changed, .process = process};
    static const uint32_t formats[] = {MAYFLY_FRAME_RGB,  MAYFLY_FRAME_RGB,  MAYFLY_FRAME_BGR,
                                       MAYFLY_FRAME_RGBX, MAYFLY_FRAME_BGRX, MAYFLY_FRAME_RGBA,
                                       MAYFLY_FRAME_BGRA, MAYFLY_FRAME_YUY2, MAYFLY_FRAME_UYVY};
    static struct hook hook;
    struct taking taking = {.frame = frame};
    struct pod pixels, jpeg;
    const void *params[] = {pixels.words, jpeg.words};
    void *context, *core;
    memset(frame, 0, sizeof *frame);
    if (!load(library)) {
        close(connection);
        return "libpipewire is not there";
    }
    lib.init(NULL, NULL);
    taking.loop = lib.loop_new(NULL);
    context = taking.loop ? lib.context_new(lib.loop_inner(taking.loop), NULL, 0) : NULL;
    if (!context) {
        close(connection);
        return "libpipewire cannot be started";
    }
    core = lib.context_connect(context, connection, NULL, 0);
    taking.stream =
        core ? lib.stream_new(core, "mayfly-portal",
                              lib.properties_new("node.name", "mayfly-portal", "media.type", "Video", "media.category",
                                                 "Capture", "media.role", "Camera", (char *)NULL))
             : NULL;
    if (!taking.stream)
        return "PipeWire cannot be reached";
    lib.stream_listen(taking.stream, &hook, &events, &taking);
    begin_format(&pixels, SUBTYPE_RAW);
    put_choice(&pixels, VIDEO_FORMAT, CHOICE_ENUM, TYPE_ID, 4, formats, sizeof formats / sizeof *formats);
    end_format(&pixels);
    begin_format(&jpeg, SUBTYPE_JPEG);
    end_format(&jpeg);
    if (lib.stream_connect(taking.stream, DIRECTION_INPUT, any_node, AUTOCONNECT | MAP_BUFFERS, params, 2) < 0)
        return "PipeWire gives no camera";
    lib.loop_run(taking.loop);
    if (taking.problem)
        return taking.problem;
    return frame->bytes ? NULL : "PipeWire gives no frame";
}
