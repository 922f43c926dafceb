internal import Foundation
internal import MayflyBundles
internal import MayflyModel

/// Looks for words in the pictures of a bundle (C-227): text in art is not spoken, not translated, and small on a small screen, so it belongs into
/// the captions. It is never a mistake, and only the publisher is told.
///
/// The words are read by Tesseract, where the machine has it.
struct TextInPictures {
    /// The pictures of the bundle that have words, with some of these.
    private(set) var found: [(path: String, words: [String])] = []
    /// Why nothing was looked at; nil where it was.
    private(set) var obstacle: String?

    private static let program = "tesseract"
    private static let mostPictures = 500
    private static let mostBytes = 4 << 20
    private static let mostSide = 4_096
    /// Surer than this, in percent, and as many letters as this: drawings look like some letters here and there.
    private static let (leastConfidence, leastLetters) = (80.0, 3)
    private static let mostWords = 5

    init(inBundleAt folder: String) {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        for path in paths.sorted().filter(Self.isPicture).prefix(Self.mostPictures) {
            guard Self.isReadable("\(folder)/\(path)") else { continue }
            do {
                let words = try Self.words(in: "\(folder)/\(path)")
                if !words.isEmpty { found.append((path, words)) }
            } catch {
                obstacle = "pictures are not searched for text: the program '\(Self.program)' cannot be run"
                return
            }
        }
    }

    private static func isPicture(_ path: String) -> Bool {
        ["png", "jpg", "jpeg", "gif"].contains((path as NSString).pathExtension.lowercased())
    }

    /// Of a size that is read in moments.
    private static func isReadable(_ path: String) -> Bool {
        guard let bytes = try? RegularFile.contents(of: path, limit: mostBytes),
            let size = try? MediaProbe.picture(Array(bytes)).size
        else { return false }
        return size.width <= mostSide && size.height <= mostSide
    }

    /// The words that are surely words, as Tesseract's table of tabulated values has them: the eleventh column says how sure it is.
    private static func words(in path: String) throws -> [String] {
        let reader = Process()
        let output = Pipe()
        reader.executableURL = URL(filePath: "/usr/bin/env")
        reader.arguments = [program, path, "stdout", "--psm", "11", "tsv"]
        reader.environment = ProcessInfo.processInfo.environment.merging(["OMP_THREAD_LIMIT": "1"]) { $1 }
        reader.standardInput = FileHandle.nullDevice
        reader.standardOutput = output
        reader.standardError = FileHandle.nullDevice
        try reader.run()
        let table = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        reader.waitUntilExit()
        // 'env' ends so where there is no such program.
        guard reader.terminationStatus != 127 else { throw CocoaError(.fileNoSuchFile) }
        let words = table.split(separator: "\n").compactMap { line -> String? in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard columns.count == 12, let confidence = Double(columns[10]), confidence >= leastConfidence else {
                return nil
            }
            let word = columns[11].trimmingCharacters(in: .punctuationCharacters.union(.whitespaces))
            return word.count >= leastLetters && word.allSatisfy(\.isLetter) ? word : nil
        }
        return Array(words.prefix(mostWords))
    }

    /// A sentence for each picture, and one where nothing was looked at.
    var lines: [String] {
        let texts = found.map { path, words in
            let quoted = words.map { "'\(SafeText.line($0, limit: 40))'" }.joined(separator: ", ")
            return
                "warning: \(SafeText.line(path, limit: 200)) shows words (\(quoted)): text in pictures is not spoken and not translated; "
                + "captions are"
        }
        return texts + (obstacle.map { ["note: \($0)"] } ?? [])
    }
}
