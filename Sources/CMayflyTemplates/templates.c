// The content of the files is put in by the compiler.

#include "CMayflyTemplates.h"

static const struct mayfly_template_file files[] = {
    {"c/empty", (const unsigned char *)"", 0},
};

size_t mayfly_template_count(void) { return sizeof(files) / sizeof(files[0]); }

const struct mayfly_template_file *mayfly_template_at(size_t index) { return &files[index]; }
