import Foundation
import MayflyTestSupport

/// Real pictures, made by other programs.
enum SampleFile {
    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Checkout.folder.appending(path: "Tests/Support/SampleFiles/\(name)")))
    }
}
