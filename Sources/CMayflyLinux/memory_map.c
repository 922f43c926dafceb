/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "memory_map.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* The longest part of a line before its path. Of a path that is too long, the end is kept. */
enum { HEAD = 128 };

int mayfly_map_open(mayfly_map_reader *reader) {
    reader->used = reader->next = 0;
    reader->fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (reader->fd < 0 && errno == EMFILE) {
        /* The process is about to end and does not read its input again. */
        close(STDIN_FILENO);
        reader->fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    }
    return reader->fd < 0 ? -1 : 0;
}

void mayfly_map_close(mayfly_map_reader *reader) { close(reader->fd); }

static int next_byte(mayfly_map_reader *reader) {
    if (reader->next == reader->used) {
        ssize_t count;
        do {
            count = read(reader->fd, reader->bytes, sizeof reader->bytes);
        } while (count < 0 && errno == EINTR);
        if (count <= 0) {
            return -1;
        }
        reader->used = (size_t)count;
        reader->next = 0;
    }
    return (unsigned char)reader->bytes[reader->next++];
}

static size_t read_line(mayfly_map_reader *reader) {
    size_t length = 0;
    int byte;
    while ((byte = next_byte(reader)) >= 0 && byte != '\n') {
        if (length == sizeof reader->line) {
            size_t kept = (sizeof reader->line - HEAD) / 2;
            for (size_t i = 0; i < kept; i++) {
                reader->line[HEAD + i] = reader->line[sizeof reader->line - kept + i];
            }
            length = HEAD + kept;
        }
        reader->line[length++] = (char)byte;
    }
    return length;
}

static uint64_t number(const char **text, const char *end, unsigned base) {
    uint64_t value = 0;
    for (; *text < end; (*text)++) {
        char c = **text;
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
                                                : 99;
        if (digit >= base) {
            break;
        }
        value = value * base + digit;
    }
    return value;
}

static void skip_to(const char **text, const char *end, int space) {
    while (*text < end && (**text == ' ') != space) {
        (*text)++;
    }
}

static int parse(const char *text, const char *end, mayfly_mapping *mapping) {
    mapping->start = number(&text, end, 16);
    if (text == end || *text++ != '-') {
        return 0;
    }
    mapping->end = number(&text, end, 16);
    if (end - text < 5) {
        return 0;
    }
    mapping->is_readable = text[1] == 'r';
    mapping->is_code = text[3] == 'x';
    text += 1;
    skip_to(&text, end, 1);
    skip_to(&text, end, 0);
    mapping->file_offset = number(&text, end, 16);
    skip_to(&text, end, 0);
    skip_to(&text, end, 1); /* the device */
    skip_to(&text, end, 0);
    mapping->inode = number(&text, end, 10);
    skip_to(&text, end, 0);
    mapping->name = text;
    mapping->name_length = (size_t)(end - text);
    return 1;
}

int mayfly_map_next(mayfly_map_reader *reader, mayfly_mapping *mapping) {
    size_t length;
    while ((length = read_line(reader)) > 0) {
        if (parse(reader->line, reader->line + length, mapping)) {
            return 1;
        }
    }
    return 0;
}
