import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyLinux

@Suite struct RunningProgramTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func error(_ path: [UInt8]) -> String? {
        do throws(MayflyError) {
            _ = try RunningProgram.folder(ofProgramAt: path[...])
            return nil
        } catch {
            return error.message
        }
    }

    @Test func isTheFolderOfTheTests() throws {
        let own = URL(filePath: Bundle.main.bundlePath).resolvingSymlinksInPath().path
        #expect(try RunningProgram.folder() == own)
    }

    @Test func aProgramThatWasReplacedStillHasItsFolder() throws {
        let path = scratch.path + "/mayfly (deleted)"
        #expect(try RunningProgram.folder(ofProgramAt: Array(path.utf8)[...]) == scratch.path)
    }

    @Test func theErrorNamesAFolderThatWasRemoved() {
        let folder = scratch.path + "/gone"
        #expect(error(Array("\(folder)/mayfly (deleted)".utf8))?.contains("'\(folder)', was removed") == true)
    }

    @Test func theErrorNamesAPathThatIsNotUTF8() {
        let path = Array(scratch.path.utf8) + Array("/x".utf8) + [0xFF] + Array("/mayfly".utf8)
        #expect(error(path)?.contains("is not UTF-8") == true)
    }
}
