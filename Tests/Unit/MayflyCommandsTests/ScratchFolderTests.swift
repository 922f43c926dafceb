import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyCommands

@Suite struct ScratchFolderTests {
    private static func withPlace(_ body: (String) throws -> Void) throws {
        let place = NSTemporaryDirectory() + "scratch-\(UUID())"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: place) }
        try body(place)
    }

    private static func names(in place: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: place))
    }

    @Test func removesWhatAKilledProcessLeftAndNothingElse() throws {
        try Self.withPlace { place in
            for name in ["play-dead/media", "other"] {
                try FileManager.default.createDirectory(atPath: "\(place)/\(name)", withIntermediateDirectories: true)
            }
            try FileManager.default.createSymbolicLink(atPath: place + "/play-link", withDestinationPath: "other")
            let held = try ScratchFolder("play-", in: place)
            let own = try ScratchFolder("play-", in: place)
            let paths = [held.path, own.path].map { String($0.dropFirst(place.count + 1)) }
            #expect(try Self.names(in: place) == Set(paths + ["other", "play-link"]))
            own.remove()
            held.remove()
            #expect(try Self.names(in: place) == ["other", "play-link"])
        }
    }

    @Test func saysWhereNoFolderCanBeMade() {
        #expect(throws: MayflyError.self) {
            let folder = try ScratchFolder("play-", in: "/nowhere")
            folder.remove()
        }
    }
}
