internal import Foundation
internal import MayflyTestSupport

extension FaultCase {
    /// Compiles the library with a plain compiler and the headers.
    package func compile(to library: String) throws {
        let isCPlusPlus = file.hasSuffix(".cpp")
        let language = isCPlusPlus ? ["-std=c++20", "-Wno-missing-field-initializers"] : ["-std=gnu11"]
        try PlainCompiler.build(
            [isCPlusPlus ? "c++" : "cc"] + language + [
                "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-pedantic", "-shared", "-fPIC", "-fvisibility=hidden",
                "-pthread", "-I", Self.headers,
            ],
            from: Self.folder.appending(path: file),
            options: options + (variant.map { ["-D" + $0] } ?? []),
            to: library
        )
    }
}
