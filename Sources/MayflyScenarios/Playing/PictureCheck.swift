internal import Foundation
internal import MayflyBundles
internal import MayflyModel

/// Compares a picture with the file that shows how it is to look, or writes that file.
struct PictureCheck {
    let path: String
    let tolerance: Double
    let isRecording: Bool

    private static let longest = 16 << 20

    /// What is wrong with a picture; nil where it is as in the file, or where it was written there.
    func difference(of picture: String) -> String? {
        if isRecording {
            do { try Data(picture.utf8).write(to: URL(filePath: path)) } catch {
                return "the picture '\(SafeText.line(path))' cannot be written"
            }
            return nil
        }
        let bytes: [UInt8]
        do throws(MayflyError) { bytes = try RegularFile.contents(of: path, limit: Self.longest) } catch {
            guard let problem = error.cause as? FileProblem, !problem.isMissing else {
                return "there is no file '\(SafeText.line(path))'; 'mayfly test --record-pictures' writes it"
            }
            return "the file '\(SafeText.line(path))' cannot be read: \(problem.reason)"
        }
        guard let expected = XMLShape(String(decoding: bytes, as: UTF8.self)) else {
            return "the file '\(SafeText.line(path))' is no SVG picture"
        }
        guard let actual = XMLShape(picture) else { return "the picture that was drawn is not well-formed" }
        return PictureComparison(tolerance: tolerance).difference(of: actual, from: expected)
    }
}
