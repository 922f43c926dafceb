import Foundation
import MayflyTestSupport

/// Small shared libraries, compiled once for all tests.
enum SampleLibrary {
    /// Exports the entry point, and sets an environment variable when it is loaded.
    static let good = Result {
        try compile(
            """
            #include <stdlib.h>
            __attribute__((constructor)) static void mark(void) { setenv("MAYFLY_TEST_LOADED", "1", 1); }
            int mayfly_extension_entry(const void *offer, void *extension) { return 0; }
            """,
            "-shared"
        )
    }

    /// The same with the older hash table (DT_HASH).
    static let oldHash = Result {
        try compile("int mayfly_extension_entry(void) { return 0; }", "-shared", "-Wl,--hash-style=sysv")
    }

    /// Imports the entry point from another library.
    static let withoutEntry = Result {
        try compile("int mayfly_extension_entry(void); int f(void) { return mayfly_extension_entry(); }", "-shared")
    }

    /// A position-independent program, whose ELF type is that of a library.
    static let program = Result { try compile("int main(void) { return 0; }", "-pie") }

    private static func compile(_ source: String, _ flags: String...) throws -> [UInt8] {
        let folder = try ScratchFolder()
        try folder.write(source, to: "x.c")
        try run("cc", ["-fPIC", "-o", folder.at("x.so"), folder.at("x.c")] + flags)
        return try folder.bytes("x.so")
    }
}
