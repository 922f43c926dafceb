internal import Glibc
package import MayflyModel

/// A long text in files of limited size: NAME, then NAME.2, NAME.3 and so on. Each has the same beginning and end, and is whole by itself.
package final class PiecedFile {
    /// What stands around and between the entries of each piece.
    package struct Frame: Sendable {
        /// It has the number of the piece, from 1, and what tells the pieces of one text from those of others.
        let beginning: @Sendable (_ piece: Int) -> String
        let separator: String
        let end: String
    }

    private let path: String
    private let frame: Frame
    private let limit: Int
    private let most: Int
    private var file: OutputFile
    private var pieces = 1
    private var isFirst = true
    /// Whether there were more entries than the pieces may hold.
    package private(set) var isFull = false

    /// The largest number of pieces: about a gigabyte.
    package static let mostPieces = 20

    /// - Parameters:
    ///   - limit: the size that no piece exceeds, in bytes.
    ///   - most: the largest number of pieces; what comes after them is left out.
    package init(path: String, _ frame: Frame, limit: Int, most: Int = mostPieces) throws(MayflyError) {
        self.path = path
        self.frame = frame
        self.limit = limit
        self.most = most
        file = try OutputFile(path: path)
        file.write(frame.beginning(1).utf8)
    }

    /// Why something could not be written; nil while all was.
    package private(set) var problem: MayflyError?

    /// Adds entries, each whole, to the piece or to the next one.
    package func write(_ entries: [String]) {
        for entry in entries where problem == nil && !isFull { write(entry) }
    }

    private func write(_ entry: String) {
        let size = entry.utf8.count + frame.separator.utf8.count + frame.end.utf8.count
        if file.count + size > limit, !isFirst {
            guard beginPiece() else { return }
        }
        if !isFirst { file.write(frame.separator.utf8) }
        file.write(entry.utf8)
        isFirst = false
        problem = file.problem
    }

    private func beginPiece() -> Bool {
        guard pieces < most else {
            isFull = true
            return false
        }
        endPiece()
        pieces += 1
        do throws(MayflyError) {
            file = try OutputFile(path: Self.name(path, piece: pieces))
            file.write(frame.beginning(pieces).utf8)
            isFirst = true
        } catch {
            problem = error
        }
        return problem == nil
    }

    /// What was written can be read now.
    package func flush() { file.flush() }

    /// Ends the last piece.
    package func close() { endPiece() }

    private func endPiece() {
        file.write(frame.end.utf8)
        file.close()
        problem = problem ?? file.problem
    }

    /// Whether there is something of the name of a piece.
    package static func exists(_ name: String) -> Bool { access(name, F_OK) == 0 }

    /// A file, whatever it is called.
    package struct FileIdentity: Hashable {
        private let device: UInt
        private let number: UInt

        /// Nil where there is none.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
        }
    }

    /// The files with the names of pieces, as far as there are any.
    package static func pieces(of path: String) -> Set<FileIdentity> {
        Set((1...mostPieces).compactMap { FileIdentity(name(path, piece: $0)) })
    }

    /// The name of a piece, counted from 1.
    package static func name(_ path: String, piece: Int) -> String { piece == 1 ? path : "\(path).\(piece)" }
}
