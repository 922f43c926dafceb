import Testing

@testable import MayflySandbox

/// Which folders extensions may read because libraries of them are mapped.
@Suite struct SystemFilesTests {
    @Test(arguments: [
        ("7f00-7f01 r-xp 0 08:01 7 /opt/swift/lib/libswiftCore.so", "/opt/swift/lib"),
        ("7f00-7f01 r-xp 0 08:01 7 /opt/c++/lib/libstdc++.so.6.0.30", "/opt/c++/lib"),
    ])
    func thatOfAMappedLibrary(line: String, folder: String) {
        #expect(SystemFiles.libraryFolder(in: line) == folder)
    }

    /// The name of an account or folder may look like the name of a library.
    @Test(arguments: ["/home/j.sousa/bin/mayfly-worker", "/tmp/lib.so.d/program", "[heap]", ""])
    func notThatOfAnotherFile(file: String) {
        #expect(SystemFiles.libraryFolder(in: "5500-5501 r-xp 0 08:01 7 \(file)\n") == nil)
    }
}
