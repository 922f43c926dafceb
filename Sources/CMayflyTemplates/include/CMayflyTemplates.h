// The files of the projects that `mayfly new` writes. They are embedded in the program, so that it needs no other file.

#ifndef MAYFLY_TEMPLATES_H
#define MAYFLY_TEMPLATES_H

#include <stddef.h>

/// A file of a template.
struct mayfly_template_file {
    /// The folder of the template and the path in it, such as "c/Makefile". The folder "app" is of all languages.
    const char *path;
    /// Its content, which is not ended by a zero.
    const unsigned char *bytes;
    size_t length;
};

/// How many files all templates have.
size_t mayfly_template_count(void);

/// The file of that index, from 0.
const struct mayfly_template_file *mayfly_template_at(size_t index);

#endif
