// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// What pkg-config knows of Mayfly.
func mayfly(_ variable: String) -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["pkg-config", "--variable=\(variable)", "mayfly"]
    process.standardOutput = output
    try? process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let path = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !path.isEmpty else {
        fatalError("pkg-config does not know mayfly: add PREFIX/lib/pkgconfig of Mayfly to PKG_CONFIG_PATH")
    }
    return path
}

let package = Package(
    name: "@FILE@",
    platforms: [.macOS(.v15)],
    products: [.library(name: "@TYPE@Plugin", type: .dynamic, targets: ["@TYPE@Plugin"])],
    dependencies: [.package(path: mayfly("swiftpackage"))],
    targets: [
        .target(
            name: "@TYPE@Plugin",
            dependencies: [.product(name: "MayflyExtension", package: "MayflyExtension")],
            path: "Sources",
            // The library exports its entry point and nothing else.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--version-script=\(mayfly("versionscript"))"])]
        )
    ]
)
