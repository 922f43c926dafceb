import Foundation

/// Real pictures, made by other programs.
enum SampleFile {
    static func bytes(_ name: String) throws -> [UInt8] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: tests.appending(path: "SampleFiles/\(name)")))
    }
}
