/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * A library that is a bundle by itself: it carries its manifest and its icon in two sections, which hosts read as bytes.
 * Write both lines once, outside of functions, in one of the source files:
 *
 *     MAYFLY_MANIFEST_FILE("manifest.json");
 *     MAYFLY_ICON_FILE("icon.png");
 *
 * The compiler looks for these files in its working folder and in the folders of -I. Programs such as strip(1) keep the
 * sections.
 */
#ifndef MAYFLY_BUNDLE_H
#define MAYFLY_BUNDLE_H

/* The sections of the manifest, as JSON in UTF-8, and of the icon, as a PNG, GIF or JPEG. */
#define MAYFLY_MANIFEST_SECTION ".mayfly.manifest"
#define MAYFLY_ICON_SECTION ".mayfly.icon"

/* Linkers that remove what nothing refers to (--gc-sections) keep it. */
#if defined(__has_attribute)
#if __has_attribute(retain)
#define MAYFLY_RETAIN retain,
#endif
#endif
#ifndef MAYFLY_RETAIN
#define MAYFLY_RETAIN
#endif

/* Puts a manifest into the library that is written as a literal: MAYFLY_MANIFEST("{\"id\": \"org.example.hello\", …}"); */
#define MAYFLY_MANIFEST(json)                                                                                          \
    __attribute__((used,                                                                                               \
                   MAYFLY_RETAIN section(MAYFLY_MANIFEST_SECTION))) static const char mayfly_manifest_section[] = json

/* Puts the bytes of a file into a section. */
#define MAYFLY_SECTION_FILE(section, path)                                                                             \
    __asm__(".pushsection " section ",\"aR\",@progbits\n\t.incbin \"" path "\"\n\t.popsection\n\t")

/* Puts a manifest into the library that is a file. */
#define MAYFLY_MANIFEST_FILE(path) MAYFLY_SECTION_FILE(MAYFLY_MANIFEST_SECTION, path)

/* Puts an icon into the library. */
#define MAYFLY_ICON_FILE(path) MAYFLY_SECTION_FILE(MAYFLY_ICON_SECTION, path)

#endif
