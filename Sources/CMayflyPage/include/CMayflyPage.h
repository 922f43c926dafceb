// The files of the page that MayflyWeb serves. They are embedded in the program, so that no request names a file of this machine.

#ifndef MAYFLY_PAGE_H
#define MAYFLY_PAGE_H

#include <stddef.h>

/// A file of the page.
struct mayfly_page_file {
    /// Its path in addresses, such as "/main.js".
    const char *path;
    /// Its media type.
    const char *type;
    /// Its content, which is not ended by a zero.
    const unsigned char *bytes;
    size_t length;
};

/// How many files the page has.
size_t mayfly_page_count(void);

/// The file of that index, from 0.
const struct mayfly_page_file *mayfly_page_at(size_t index);

#endif
