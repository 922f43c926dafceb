import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// The worker program itself.
@Suite struct WorkerProgramTests {
    private let program = Bundle.main.bundlePath + "/mayfly-worker"

    @Test func loadsNoFoundation() throws {
        let libraries = try run("ldd", [program])
        #expect(libraries.contains("libswiftCore.so"))
        #expect(!libraries.contains("Foundation"))
    }

    @Test func saysWhatItIsWhenAPersonStartsIt() throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 2)
        #expect(text.hasPrefix("mayfly-worker is started by mayfly"))
    }

    /// A library that was built when version 1.0 was made must load for ever.
    @Test(.enabled(if: isX86, "the kept library is for x86-64"))
    func theKeptLibraryOfVersionOneLoads() async throws {
        let kept = Checkout.folder.appending(path: "Tests/FrozenPlugins/abi-1.0/minimal-c-x86_64.so")
        let bundle = try PluginWorkshop.pack(id: "test.mayfly.kept") {
            try FileManager.default.copyItem(atPath: kept.path, toPath: $0)
        }
        try await TestHost.with(bundles: [bundle], policy: .immediate) { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle("test.mayfly.kept"))
                #expect(await window.draft.text == "hello from minimal.c")
            }
        }
    }

    private static var isX86: Bool {
        #if arch(x86_64)
            true
        #else
            false
        #endif
    }
}
