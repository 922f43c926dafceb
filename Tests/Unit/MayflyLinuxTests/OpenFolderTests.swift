import Foundation
import MayflyLinux
import MayflyTestSupport
import Testing

@Suite struct OpenFolderTests {
    @Test func givesAllNamesOrThatMany() throws {
        let scratch = try ScratchFolder()
        let names = Set((0..<20).map { "name-\($0)" })
        for name in names { try Data().write(to: URL(filePath: scratch.at(name))) }
        // A macro takes no value that cannot be copied.
        let all = OpenFolder(scratch.path)?.names() ?? []
        #expect(Set(all) == names)
        let some = OpenFolder(scratch.path)?.names(atMost: 7) ?? []
        #expect(Set(some).count == 7 && names.isSuperset(of: some))
    }
}
