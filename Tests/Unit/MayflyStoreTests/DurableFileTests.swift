import Foundation
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyLinux
@testable import MayflyStore

@Suite struct DurableFileTests {
    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    @Test func replacesWhatHasTheName() throws {
        let fixture = StoreFixture()
        try fixture.home.create()
        let path = fixture.home.path + "/file"
        for text in ["first", "second, which is longer", ""] {
            try DurableFile.write(Array(text.utf8), to: path)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
            #expect(try names(in: fixture.home.path) == ["file"])
        }
    }

    @Test func leavesNothingWhenTheProcessIsKilledInTheMiddle() async throws {
        let fixture = StoreFixture()
        try fixture.home.create()
        let path = fixture.home.path + "/file"
        // SIGXFSZ is sent while the bytes are written.
        await #expect(processExitsWith: .signal(SIGXFSZ)) { [path = path as String] in
            // The parent process may ignore or block the signal.
            signal(SIGXFSZ, SIG_DFL)
            var signals = sigset_t()
            sigaddset(&signals, SIGXFSZ)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            try DurableFile.write(Array(repeating: 7, count: 300_000), to: path)
        }
        #expect(try names(in: fixture.home.path).isEmpty)
    }

    @Test func saysWhichFolderIsNotThere() throws {
        #expect(throws: MayflyError.self) { try DurableFile.write([1], to: "/nowhere/at/all") }
    }
}
