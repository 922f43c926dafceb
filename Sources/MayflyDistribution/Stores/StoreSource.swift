internal import Foundation
internal import MayflyBundles
internal import MayflyFetch
internal import MayflyLinux
internal import MayflyModel
internal import MayflyRepository

/// Reads the files of a store, wherever it is. What it gives is not verified.
final class StoreSource {
    private let address: StoreAddress
    private let fetcher: Fetcher
    private let patience: Int
    private let isStopped: (() -> Bool)?

    /// Seconds for a file of metadata, and for each MiB of a larger one.
    private static let (metadataSeconds, secondsOfMiB) = (60, 30)

    /// Bytes of one read from a folder.
    private static let step = 256 * 1024

    /// The largest page with which a server may say that it has no such file.
    private static let largestErrorPage = 64 * 1024

    init(_ address: StoreAddress, fetchProgram: String, patience: Int, unless isStopped: (() -> Bool)?) {
        self.address = address
        self.patience = patience
        fetcher = Fetcher(program: fetchProgram)
        self.isStopped = isStopped
    }

    /// The whole file at a path; nil where there is none. Throws `.unreachable`, also for more bytes than the limit.
    func bytes(of path: String, limit: Int) throws(MayflyError) -> [UInt8]? {
        var bytes: [UInt8] = []
        let isThere = try read(path, limit: limit, seconds: Self.metadataSeconds) { piece throws(MayflyError) in
            bytes += piece
        }
        return isThere ? bytes : nil
    }

    /// Writes a file that metadata describes to a path that does not exist, and verifies it on the way. A failure leaves a file that is
    /// not complete.
    ///
    /// - Parameter progress: is told how many bytes there are.
    func download(_ file: TargetFile, to path: String, progress: (Int) -> Void) throws(MayflyError) {
        let output = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard output >= 0 else { throw MayflyError.ofSystem("create", path) }
        defer { close(output) }
        var digest = SHA256()
        var count = 0
        let seconds = Self.metadataSeconds + file.length / (1024 * 1024) * Self.secondsOfMiB
        let isThere = try read("targets/\(file.storedPath)", limit: file.length, seconds: seconds) {
            piece throws(MayflyError) in
            digest.update(piece)
            count += piece.count
            guard DescriptorWriting.writeAll(piece, to: output) == 0 else { throw MayflyError.ofSystem("write", path) }
            progress(count)
        }
        guard isThere else {
            throw MayflyError(
                .unreachable,
                "\(address.text): has no file \(shown(file.path)), which its metadata names"
            )
        }
        try file.require(length: count, sha256: digest.finalize())
    }

    private func read(
        _ path: String,
        limit: Int,
        seconds: Int,
        receive: ([UInt8]) throws(MayflyError) -> Void
    ) throws(MayflyError) -> Bool {
        guard address.isRemote else { return try readFolder(path, limit: limit, receive: receive) }
        let url = "\(address.text)/\(path)"
        let request = FetchRequest(
            url: url,
            limit: max(limit, Self.largestErrorPage),
            seconds: seconds,
            patience: patience
        )
        var count = 0
        let status = try fetcher.fetch(request, unless: isStopped) { head, piece throws(MayflyError) in
            // What a server says with an error is not the file, and may be larger.
            guard head.status == 200 else { return }
            count += piece.count
            guard count <= limit else {
                throw MayflyError(.unreachable, "\(url): it sends more than \(grouped(limit)) bytes")
            }
            try receive(piece)
        }.status
        switch status {
        case 200: return true
        case 403, 404, 410: return false
        default: throw MayflyError(.unreachable, "\(url): the server answers \(status), where 200 is needed")
        }
    }

    private func readFolder(
        _ path: String,
        limit: Int,
        receive: ([UInt8]) throws(MayflyError) -> Void
    ) throws(MayflyError) -> Bool {
        func refusal(_ problem: FileProblem) -> MayflyError {
            MayflyError(
                .unreachable,
                "\(shown(address.text, limit: 300))/\(shown(path)): \(problem.reason)",
                cause: problem
            )
        }
        let file: RegularFile
        do {
            file = try ConfinedFolder(path: address.text).file(path)
        } catch {
            guard error.isMissing else { throw refusal(error) }
            if FileManager.default.fileExists(atPath: address.text) { return false }
            throw MayflyError(.unreachable, "\(shown(address.text, limit: 300)): there is no such folder")
        }
        guard file.size <= limit else { throw refusal(.tooLarge(file.size, limit: limit)) }
        var offset = 0
        while offset < file.size {
            if isStopped?() == true { throw MayflyError.stopped }
            let piece: [UInt8]
            do { piece = try file.bytes(at: offset, count: min(Self.step, limit - offset)) } catch {
                throw refusal(error)
            }
            guard !piece.isEmpty else { break }
            try receive(piece)
            offset += piece.count
        }
        return true
    }
}
