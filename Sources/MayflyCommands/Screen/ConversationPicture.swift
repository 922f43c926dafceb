internal import Foundation
package import MayflyHost
package import MayflyModel
package import MayflyProtocol
internal import MayflyStore
internal import MayflyViews

/// A conversation as an SVG file.
package struct ConversationPicture {
    private let surroundings: TranscriptPicture.Surroundings

    /// - Parameter device: the name of a device; its owner's bubbles are at the right.
    package init(_ host: ExtensionHost, _ names: Names, as device: String) throws(MayflyError) {
        let bundles = host.catalog().bundles
        surroundings = TranscriptPicture.Surroundings(
            viewer: try host.devices().first { $0.name == device }?.owner,
            name: names.name(of:),
            lacks: names.lacks,
            picture: host.picture(of:),
            icon: { id in bundles.first { $0.id == id }.flatMap(host.icon(of:)) }
        )
    }

    /// The picture of a part of the conversation.
    package func svg(of page: TranscriptPage, title: String) -> String {
        TranscriptPicture(page.entries, title: title, surroundings).svg
    }

    /// Writes to the path, which may be a file, a link, a pipe or a device; `-` is standard output.
    func write(_ page: TranscriptPage, title: String, to path: String) throws(MayflyError) {
        let text = svg(of: page, title: title)
        guard path != "-" else { return Output.standard.write(text) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure(path) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard (try? file.write(contentsOf: Data(text.utf8))) != nil else { throw Self.failure(path) }
    }

    private static func failure(_ path: String) -> MayflyError {
        let reason = String(cString: strerror(errno))
        return MayflyError(.files, "the picture '\(SafeText.line(path))' cannot be written: \(reason)")
    }
}
