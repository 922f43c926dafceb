internal import Foundation
internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel

/// Where the files of a store are: below an address of http or https, or in a folder of this machine.
package struct StoreAddress: Sendable, Hashable {
    /// As a person reads and types it: an address without a slash at its end, or an absolute path.
    package let text: String

    private static let longest = 512

    /// Throws `.invalidInput` for anything else. A relative path is resolved against the current folder.
    package init(_ text: String) throws(MayflyError) {
        func refusal(_ reason: String) -> MayflyError {
            MayflyError(
                .invalidInput,
                "a store is at an address of http or https, or in a folder: \(reason), found '\(shown(text, limit: 200))'"
            )
        }
        guard text.utf8.count <= Self.longest,
            !text.utf8.contains(where: { $0 < 0x21 || $0 == 0x7F }) || !text.contains("://")
        else {
            throw refusal("without blanks, \(Self.longest) bytes at most")
        }
        guard text.contains("://") else {
            guard !text.isEmpty, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
                throw refusal("not empty")
            }
            self.text = URL(filePath: text).standardizedFileURL.path
            return
        }
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme),
            let host = parts.host, !host.isEmpty
        else { throw refusal("such as https://store.example.org") }
        guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil else {
            throw refusal("without a name, a query or a fragment")
        }
        var path = parts.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        self.text = "\(scheme)://\(host)\(parts.port.map { ":\($0)" } ?? "")\(path)"
    }

    /// Whether the files come over the network.
    package var isRemote: Bool { !text.begins(with: "/") }

    /// The name of the folder in which this machine keeps what it knows of the store.
    var folderName: String { SHA256.hash(text.utf8).prefix(10).hexadecimal }
}
