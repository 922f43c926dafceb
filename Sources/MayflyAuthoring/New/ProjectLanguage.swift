/// The languages for which `mayfly new` has a template.
package enum ProjectLanguage: String, CaseIterable, Sendable {
    case c, cpp, swift, rust, go
    /// No language: stickers have no code.
    case stickerPack = "sticker-pack"

    /// All of them as people type them, such as "c, cpp or go".
    package static var list: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    /// What the README says is needed beside Mayfly.
    var needs: String {
        switch self {
        case .c: "a C compiler, make and pkg-config"
        case .cpp: "a C++ compiler, make and pkg-config"
        case .swift: "Swift 6.2 or newer and pkg-config"
        case .rust: "Rust; no crate is fetched"
        case .go: "Go 1.19 or newer, a C compiler, make and pkg-config"
        case .stickerPack: "nothing else"
        }
    }

    /// Whether the build asks pkg-config where Mayfly is.
    var asksPkgConfig: Bool {
        switch self {
        case .c, .cpp, .swift, .go: true
        case .rust, .stickerPack: false
        }
    }

    /// The command that builds, as it is typed.
    var build: String {
        switch self {
        case .c, .cpp, .go: "make"
        case .swift: "swift build -c release"
        case .rust: "cargo build --release --offline"
        case .stickerPack: ""
        }
    }

    /// A sentence about the source files, for the README.
    var source: String {
        switch self {
        case .c: "All of it is in `src/counter.c`."
        case .cpp:
            "All of it is in `src/counter.cpp`. `CMakeLists.txt` builds the same as the `Makefile`: `cmake -B build && cmake --build build`."
        case .swift: "All of it is in `Sources/Counter.swift`."
        case .rust: "All of it is in `src/lib.rs`; `src/mayfly.rs` has the interface of Mayfly in Rust."
        case .go: "All of it is in `counter.go`, and what only C can say in `border.h`."
        case .stickerPack: ""
        }
    }
}
