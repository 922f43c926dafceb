internal import Foundation
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel

/// Compares a picture with the file that shows how it is to look, or writes that file.
struct PictureCheck {
    let path: String
    let tolerance: Double
    let isRecording: Bool

    private static let longest = 16 << 20

    /// The folder of the scenario, in which the file is.
    let folder: String

    /// Writes the file, below the folder of the scenario only, and in the place of a file alone: scenarios come with the projects of others.
    private func record(_ picture: String) -> String? {
        let shown = SafeText.line(path)
        guard path.hasSuffix(".svg") else {
            return "the picture '\(shown)' is not written: its name must end in '.svg'"
        }
        let parent = URL(filePath: path).deletingLastPathComponent().resolvingSymlinksInPath().path
        let root = URL(filePath: folder).resolvingSymlinksInPath().path
        guard parent == root || parent.hasPrefix(root + "/") else {
            return "the picture '\(shown)' is not written: it is outside of the scenario's folder"
        }
        guard DurableFile.isRegular(path) || !isThere else {
            return "the picture '\(shown)' is not written: something that is no file has that name"
        }
        do { try Data(picture.utf8).write(to: URL(filePath: path), options: .atomic) } catch {
            return "the picture '\(shown)' cannot be written"
        }
        return nil
    }

    private var isThere: Bool { (try? FileManager.default.attributesOfItem(atPath: path)) != nil }

    /// What is wrong with a picture; nil where it is as in the file, or where it was written there.
    func difference(of picture: String) -> String? {
        if isRecording { return record(picture) }
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
