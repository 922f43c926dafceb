package import MayflyModel

/// The content of a file that an extension named, read from a folder that the extension may use.
package struct BoundedFile: Sendable {
    /// The last part of its path; untrusted.
    package let name: String
    package let bytes: [UInt8]

    /// Reads the file of a reference, which is an absolute path or a `file` URL.
    ///
    /// `what` names the item in errors. Throws, in this order (D-03): code 4 for a reference that is neither, 2 for a
    /// file outside of the folders or behind a link out of them, 1 for a missing file, 2 for one that cannot be read or
    /// is not regular, 5 for a sticker whose size cannot be determined, and `tooLarge` for more bytes than the limit.
    /// Errors do not reveal whether a file outside of the folders exists.
    package static func read(
        _ reference: String,
        as what: String? = nil,
        in folders: [AllowedFolder],
        limit: Int,
        tooLarge: MessageErrorCode = .limitExceeded,
        domain: MessageError.Domain = .messages
    ) throws(MessageError) -> BoundedFile {
        func refusal(_ code: MessageErrorCode, _ reason: String) -> MessageError {
            let file = "the file '\(shown(reference))'"
            return MessageError(code, [what, file, reason].compactMap(\.self).joined(separator: ": "), domain: domain)
        }
        guard let path = FileReference(reference)?.path else {
            throw refusal(.improperFileURL, "neither an absolute path nor a file URL")
        }
        let found = folders.compactMap { folder in folder.remainder(of: path).map { (folder, $0) } }
            .max { $0.1.depth < $1.1.depth }
        guard let (folder, match) = found else {
            throw refusal(.fileUnreadable, "outside of the folders that the extension may use")
        }
        do {
            let bytes = try ConfinedFolder(path: folder.real).file(match.relative).bytes(limit: limit)
            return BoundedFile(name: path.lastPathPart, bytes: bytes)
        } catch {
            if error.kind == .tooLarge, let what {
                throw MessageError(tooLarge, "\(what): \(error.reason)", domain: domain)
            }
            throw refusal(code(of: error.kind, domain, tooLarge: tooLarge), error.reason)
        }
    }

    private static func code(
        of kind: FileProblem.Kind,
        _ domain: MessageError.Domain,
        tooLarge: MessageErrorCode
    ) -> MessageErrorCode {
        switch kind {
        case .missing: .fileNotFound
        case .unreadable, .exhausted, .notRegular, .outside: .fileUnreadable
        case .unmeasured: domain == .stickers ? .stickerImproperAttributes : .fileUnreadable
        case .tooLarge: tooLarge
        }
    }
}

/// A folder whose files an extension may hand to the host.
package struct AllowedFolder: Sendable, Hashable {
    /// The absolute path in the sandbox of the extension.
    let seen: String
    /// The absolute path for the host.
    let real: String

    package init(seen: String, real: String) {
        self.seen = seen
        self.real = real
    }

    /// A folder with the same path for both.
    package init(_ path: String) {
        self.init(seen: path, real: path)
    }

    /// The part of a path below the folder, and the number of components of the folder; nil for a path outside of it.
    func remainder(of path: String) -> (relative: String, depth: Int)? {
        let parts = Self.parts(path)
        let own = Self.parts(seen)
        guard parts.count > own.count, parts.starts(with: own, by: { $0.hasSameBytes(as: $1) }) else { return nil }
        return (parts.dropFirst(own.count).joined(separator: "/"), own.count)
    }

    private static func parts(_ path: String) -> [Substring] {
        path.parts(at: "/").filter { !$0.hasSameBytes(as: ".") }
    }
}

/// The text by which an extension names a local file: an absolute path, or a `file` URL (RFC 8089).
private struct FileReference {
    /// The absolute path, percent signs decoded.
    let path: String

    /// Longer than any path of Linux with every byte percent-encoded.
    private static let maximumLength = 3 * 4096 + 32

    /// Nil for other texts: a relative path, another scheme, another host, a query, a NUL.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, let path = Self.path(text), path.begins(with: "/"),
            !path.utf8.contains(0)
        else { return nil }
        self.path = path
    }

    private static func path(_ text: String) -> String? {
        guard !text.begins(with: "/") else { return text }
        guard Substring(text.utf8.prefix(5)).lowercased().hasSameBytes(as: "file:") else { return nil }
        var rest = text.utf8.dropFirst(5)
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != UInt8(ascii: "/") }
            guard host.isEmpty || Substring(host).lowercased().hasSameBytes(as: "localhost") else { return nil }
            rest = rest.dropFirst(host.count)
        }
        guard !rest.contains(UInt8(ascii: "?")), !rest.contains(UInt8(ascii: "#")) else { return nil }
        return decoded(rest)
    }

    private static func decoded(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
