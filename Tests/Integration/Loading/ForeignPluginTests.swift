import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// Plugins written from the headers alone, outside of this package, in other languages.
@Suite struct ForeignPluginTests {
    @Test(.proves("C-274")) func aPluginInCNeedsNothingButLibc() async throws {
        try await runs("minimal.c", needs: ["libc.so"]) { source, library in
            try run(
                "cc",
                ["-std=c99", "-shared", "-fPIC", "-I", PluginWorkshop.headers, "-o", library, source]
            )
        }
    }

    @Test func aPluginInCPlusPlusMayThrowInside() async throws {
        try await runs("minimal.cpp", needs: ["libstdc++.so", "libgcc_s.so", "libm.so", "libc.so"]) { source, library in
            try run(
                "c++",
                ["-std=c++11", "-shared", "-fPIC", "-I", PluginWorkshop.headers, "-o", library, source]
            )
        }
    }

    @Test(.enabled(if: isThere("rustc"), "this machine has no Rust compiler"))
    func aPluginInRustWithDeclarationsWrittenByHand() async throws {
        try await runs("minimal.rs", needs: ["libgcc_s.so", "libc.so", "ld-linux"]) { source, library in
            try run("rustc", ["--crate-type", "cdylib", "-O", "-C", "panic=abort", "-o", library, source])
        }
    }

    /// The first build of all compiles the runtime of Go too, and keeps it beside the test programs.
    @Test(.enabled(if: isThere("go"), "this machine has no Go compiler"))
    func aPluginInGoRunsInTheSandbox() async throws {
        let cache = Bundle.main.bundlePath + "/test-libraries/go"
        try await runs("minimal.go", needs: ["libc.so", "libpthread.so"]) { source, library in
            try PlainCompiler.build(
                [
                    "env", "GOCACHE=\(cache)", "GO111MODULE=off", "CGO_CFLAGS=-O2 -g -I\(PluginWorkshop.headers)", "go",
                    "build",
                    "-buildmode=c-shared",
                ],
                from: URL(filePath: source),
                to: library
            )
        }
    }

    private func runs(
        _ file: String,
        needs: [String],
        _ build: (_ source: String, _ library: String) throws -> Void
    ) async throws {
        let source = Checkout.folder.appending(path: "Tests/Plugins/\(file)").path
        let bundle = try PluginWorkshop.pack(id: "test.mayfly.foreign") { try build(source, $0) }
        let needed = try run("readelf", ["-d", bundle + "/lib/plugin.so"]).split(separator: "\n")
            .filter { $0.contains("(NEEDED)") }
        for line in needed { #expect(needs.contains { line.contains($0) }, "\(line)") }
        for confinement in [Confinement(), Self.landlockAlone] {
            try await says("hello from \(file)", bundle, confinement)
        }
    }

    /// Without the layers that need namespaces, which a machine may lack.
    private static let landlockAlone = Confinement(
        layers: Set(SandboxLayer.allCases).subtracting([.user, .root, .network, .ipc, .uts, .processes])
    )

    private func says(_ text: String, _ bundle: String, _ confinement: Confinement) async throws {
        try await TestHost.with(bundles: [bundle], policy: .immediate, confinement: confinement) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle("test.mayfly.foreign"))
                #expect(await window.draft.text == text)
            }
            #expect(trace.lifecycle.suffix(2) == ["killed", "reaped"])
        }
    }

    static func isThere(_ program: String) -> Bool {
        (try? run("sh", ["-c", "command -v \(program)"])) != nil
    }
}
