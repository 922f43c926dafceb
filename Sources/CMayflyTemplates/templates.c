// The content of the files is put in by the compiler.

#include "CMayflyTemplates.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char app_readme_md[] = {
#embed "templates/app/README.md"
};
static const unsigned char app_icon_png[] = {
#embed "templates/app/icon.png"
};
static const unsigned char app_manifest_json[] = {
#embed "templates/app/manifest.json"
};
static const unsigned char app_tests_first_yaml[] = {
#embed "templates/app/tests/first.yaml"
};
static const unsigned char c_makefile[] = {
#embed "templates/c/Makefile"
};
static const unsigned char c_gitignore[] = {
#embed "templates/c/gitignore"
};
static const unsigned char c_mayfly_project_json[] = {
#embed "templates/c/mayfly-project.json"
};
static const unsigned char c_src_counter_c[] = {
#embed "templates/c/src/counter.c"
};
static const unsigned char cpp_cmakelists_txt[] = {
#embed "templates/cpp/CMakeLists.txt"
};
static const unsigned char cpp_makefile[] = {
#embed "templates/cpp/Makefile"
};
static const unsigned char cpp_gitignore[] = {
#embed "templates/cpp/gitignore"
};
static const unsigned char cpp_mayfly_project_json[] = {
#embed "templates/cpp/mayfly-project.json"
};
static const unsigned char cpp_src_counter_cpp[] = {
#embed "templates/cpp/src/counter.cpp"
};
static const unsigned char go_makefile[] = {
#embed "templates/go/Makefile"
};
static const unsigned char go_border_h[] = {
#embed "templates/go/border.h"
};
static const unsigned char go_counter_go[] = {
#embed "templates/go/counter.go"
};
static const unsigned char go_gitignore[] = {
#embed "templates/go/gitignore"
};
static const unsigned char go_go_mod[] = {
#embed "templates/go/go.mod"
};
static const unsigned char go_mayfly_project_json[] = {
#embed "templates/go/mayfly-project.json"
};
static const unsigned char rust_cargo_toml[] = {
#embed "templates/rust/Cargo.toml"
};
static const unsigned char rust_gitignore[] = {
#embed "templates/rust/gitignore"
};
static const unsigned char rust_mayfly_project_json[] = {
#embed "templates/rust/mayfly-project.json"
};
static const unsigned char rust_rustfmt_toml[] = {
#embed "templates/rust/rustfmt.toml"
};
static const unsigned char rust_src_lib_rs[] = {
#embed "templates/rust/src/lib.rs"
};
static const unsigned char rust_src_mayfly_rs[] = {
#embed "templates/rust/src/mayfly.rs"
};
static const unsigned char sticker_pack_readme_md[] = {
#embed "templates/sticker-pack/README.md"
};
static const unsigned char sticker_pack_stickers_xcstickers_contents_json[] = {
#embed "templates/sticker-pack/Stickers.xcstickers/Contents.json"
};
static const unsigned char sticker_pack_stickers_xcstickers_first_stickerpack_contents_json[] = {
#embed "templates/sticker-pack/Stickers.xcstickers/First.stickerpack/Contents.json"
};
static const unsigned char sticker_pack_stickers_xcstickers_first_stickerpack_bright_sticker_contents_json[] = {
#embed "templates/sticker-pack/Stickers.xcstickers/First.stickerpack/bright.sticker/Contents.json"
};
static const unsigned char sticker_pack_stickers_xcstickers_first_stickerpack_bright_sticker_bright_png[] = {
#embed "templates/sticker-pack/Stickers.xcstickers/First.stickerpack/bright.sticker/bright.png"
};
static const unsigned char sticker_pack_stickers_xcstickers_first_stickerpack_love_sticker_contents_json[] = {
#embed "templates/sticker-pack/Stickers.xcstickers/First.stickerpack/love.sticker/Contents.json"
};
static const unsigned char sticker_pack_stickers_xcstickers_first_stickerpack_love_sticker_love_png[] = {
#embed "templates/sticker-pack/Stickers.xcstickers/First.stickerpack/love.sticker/love.png"
};
static const unsigned char sticker_pack_stickers_xcstickers_first_stickerpack_rain_sticker_contents_json[] = {
#embed "templates/sticker-pack/Stickers.xcstickers/First.stickerpack/rain.sticker/Contents.json"
};
static const unsigned char sticker_pack_stickers_xcstickers_first_stickerpack_rain_sticker_rain_png[] = {
#embed "templates/sticker-pack/Stickers.xcstickers/First.stickerpack/rain.sticker/rain.png"
};
static const unsigned char sticker_pack_gitignore[] = {
#embed "templates/sticker-pack/gitignore"
};
static const unsigned char sticker_pack_icon_png[] = {
#embed "templates/sticker-pack/icon.png"
};
static const unsigned char sticker_pack_manifest_json[] = {
#embed "templates/sticker-pack/manifest.json"
};
static const unsigned char sticker_pack_mayfly_project_json[] = {
#embed "templates/sticker-pack/mayfly-project.json"
};
static const unsigned char sticker_pack_tests_first_yaml[] = {
#embed "templates/sticker-pack/tests/first.yaml"
};
static const unsigned char swift_package_swift[] = {
#embed "templates/swift/Package.swift"
};
static const unsigned char swift_sources_counter_swift[] = {
#embed "templates/swift/Sources/Counter.swift"
};
static const unsigned char swift_gitignore[] = {
#embed "templates/swift/gitignore"
};
static const unsigned char swift_mayfly_project_json[] = {
#embed "templates/swift/mayfly-project.json"
};

#define MAYFLY_TEMPLATE(path, bytes)                                                                                   \
    { path, bytes, sizeof(bytes) }

static const struct mayfly_template_file files[] = {
    MAYFLY_TEMPLATE("app/README.md", app_readme_md),
    MAYFLY_TEMPLATE("app/icon.png", app_icon_png),
    MAYFLY_TEMPLATE("app/manifest.json", app_manifest_json),
    MAYFLY_TEMPLATE("app/tests/first.yaml", app_tests_first_yaml),
    MAYFLY_TEMPLATE("c/Makefile", c_makefile),
    MAYFLY_TEMPLATE("c/.gitignore", c_gitignore),
    MAYFLY_TEMPLATE("c/mayfly-project.json", c_mayfly_project_json),
    MAYFLY_TEMPLATE("c/src/counter.c", c_src_counter_c),
    MAYFLY_TEMPLATE("cpp/CMakeLists.txt", cpp_cmakelists_txt),
    MAYFLY_TEMPLATE("cpp/Makefile", cpp_makefile),
    MAYFLY_TEMPLATE("cpp/.gitignore", cpp_gitignore),
    MAYFLY_TEMPLATE("cpp/mayfly-project.json", cpp_mayfly_project_json),
    MAYFLY_TEMPLATE("cpp/src/counter.cpp", cpp_src_counter_cpp),
    MAYFLY_TEMPLATE("go/Makefile", go_makefile),
    MAYFLY_TEMPLATE("go/border.h", go_border_h),
    MAYFLY_TEMPLATE("go/counter.go", go_counter_go),
    MAYFLY_TEMPLATE("go/.gitignore", go_gitignore),
    MAYFLY_TEMPLATE("go/go.mod", go_go_mod),
    MAYFLY_TEMPLATE("go/mayfly-project.json", go_mayfly_project_json),
    MAYFLY_TEMPLATE("rust/Cargo.toml", rust_cargo_toml),
    MAYFLY_TEMPLATE("rust/.gitignore", rust_gitignore),
    MAYFLY_TEMPLATE("rust/mayfly-project.json", rust_mayfly_project_json),
    MAYFLY_TEMPLATE("rust/rustfmt.toml", rust_rustfmt_toml),
    MAYFLY_TEMPLATE("rust/src/lib.rs", rust_src_lib_rs),
    MAYFLY_TEMPLATE("rust/src/mayfly.rs", rust_src_mayfly_rs),
    MAYFLY_TEMPLATE("sticker-pack/README.md", sticker_pack_readme_md),
    MAYFLY_TEMPLATE("sticker-pack/Stickers.xcstickers/Contents.json", sticker_pack_stickers_xcstickers_contents_json),
    MAYFLY_TEMPLATE("sticker-pack/Stickers.xcstickers/First.stickerpack/Contents.json",
                    sticker_pack_stickers_xcstickers_first_stickerpack_contents_json),
    MAYFLY_TEMPLATE("sticker-pack/Stickers.xcstickers/First.stickerpack/bright.sticker/Contents.json",
                    sticker_pack_stickers_xcstickers_first_stickerpack_bright_sticker_contents_json),
    MAYFLY_TEMPLATE("sticker-pack/Stickers.xcstickers/First.stickerpack/bright.sticker/bright.png",
                    sticker_pack_stickers_xcstickers_first_stickerpack_bright_sticker_bright_png),
    MAYFLY_TEMPLATE("sticker-pack/Stickers.xcstickers/First.stickerpack/love.sticker/Contents.json",
                    sticker_pack_stickers_xcstickers_first_stickerpack_love_sticker_contents_json),
    MAYFLY_TEMPLATE("sticker-pack/Stickers.xcstickers/First.stickerpack/love.sticker/love.png",
                    sticker_pack_stickers_xcstickers_first_stickerpack_love_sticker_love_png),
    MAYFLY_TEMPLATE("sticker-pack/Stickers.xcstickers/First.stickerpack/rain.sticker/Contents.json",
                    sticker_pack_stickers_xcstickers_first_stickerpack_rain_sticker_contents_json),
    MAYFLY_TEMPLATE("sticker-pack/Stickers.xcstickers/First.stickerpack/rain.sticker/rain.png",
                    sticker_pack_stickers_xcstickers_first_stickerpack_rain_sticker_rain_png),
    MAYFLY_TEMPLATE("sticker-pack/.gitignore", sticker_pack_gitignore),
    MAYFLY_TEMPLATE("sticker-pack/icon.png", sticker_pack_icon_png),
    MAYFLY_TEMPLATE("sticker-pack/manifest.json", sticker_pack_manifest_json),
    MAYFLY_TEMPLATE("sticker-pack/mayfly-project.json", sticker_pack_mayfly_project_json),
    MAYFLY_TEMPLATE("sticker-pack/tests/first.yaml", sticker_pack_tests_first_yaml),
    MAYFLY_TEMPLATE("swift/Package.swift", swift_package_swift),
    MAYFLY_TEMPLATE("swift/Sources/Counter.swift", swift_sources_counter_swift),
    MAYFLY_TEMPLATE("swift/.gitignore", swift_gitignore),
    MAYFLY_TEMPLATE("swift/mayfly-project.json", swift_mayfly_project_json),
};

size_t mayfly_template_count(void) { return sizeof(files) / sizeof(files[0]); }

const struct mayfly_template_file *mayfly_template_at(size_t index) { return &files[index]; }
