internal import Foundation

extension FaultCase {
    /// Makes the library, with a plain compiler and the headers.
    package func compile(to library: String) throws {
        let isCPlusPlus = file.hasSuffix(".cpp")
        let language = isCPlusPlus ? ["-std=c++20", "-Wno-missing-field-initializers"] : ["-std=gnu11"]
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [isCPlusPlus ? "c++" : "cc"] + language + [
                "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-pedantic", "-shared", "-fPIC", "-fvisibility=hidden",
                "-pthread", "-I", Self.headers, "-o", library, Self.folder.appending(path: file).path,
            ] + options + (variant.map { ["-D" + $0] } ?? [])
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw FaultGrammarError("\(title) cannot be compiled") }
    }
}
