import Foundation
import MayflyTestSupport
import Testing

/// A store in a folder, with keys of its own, that was made by the commands for publishers. All keys but those of the root sign each change.
struct PublishedStore: Sendable {
    /// The folder of the store and of its keys.
    let folder: ScratchFolder

    private static let program = Bundle.main.bundlePath + "/mayfly"
    private static let names = ["root-1", "root-2", "targets", "snapshot", "timestamp", "publisher"]

    /// The files that people fetch.
    var files: String { folder.at("files") }

    /// Makes a store with a publisher of the ids that begin with `prefix`.
    init(named name: String = "Store of a test", prefix: String) throws {
        folder = try ScratchFolder()
        try publish(["keys"] + Self.names)
        try publish(
            [
                "init", "files", "--name", name, "--root", "root-1.pub", "--root", "root-2.pub", "--targets",
                "targets.pub",
            ]
                + ["--snapshot", "snapshot.pub", "--timestamp", "timestamp.pub"] + keys(Self.names)
        )
        try publish(
            ["publisher", "files", "--name", "tester", "--prefix", prefix, "--public-key", "publisher.pub"] + signers
        )
    }

    /// Offers a bundle; `options` are those of `mayfly publish add`.
    func add(_ bundle: String, _ options: [String] = []) throws {
        try publish(["add", "files", bundle, "--level", "0"] + options + signers)
    }

    func promote(_ ids: [String]) throws { try publish(["promote", "files"] + ids + signers) }

    /// What a person compares.
    func fingerprint() throws -> String {
        let sum = try run("sha256sum", [files + "/metadata/1.root.json"])
        return String(sum.prefix(64))
    }

    private var signers: [String] { keys(["targets", "publisher", "snapshot", "timestamp"]) }

    private func keys(_ names: [String]) -> [String] { names.flatMap { ["--key", $0 + ".key"] } }

    private func publish(_ arguments: [String]) throws {
        let ended = try Program([Self.program, "publish"] + arguments, in: folder.path, takesErrors: true)
        try #require(ended.status == 0, "\(ended.output)")
    }
}
