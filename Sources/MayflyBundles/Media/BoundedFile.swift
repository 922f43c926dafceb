package import MayflyModel

/// A file that an extension named, read whole from a folder that it may use.
package struct BoundedFile: Sendable {
    /// The last part of its path; untrusted.
    package let name: String
    package let bytes: [UInt8]

    /// Reads the file of a reference, which is an absolute path or a `file` URL.
    ///
    /// `what` names the item in errors. Throws, in this order (D-03): code 4 for a reference that is neither, 2 for a file outside of the folders or behind
    /// a link that leaves them, 1 for none, 2 for one that cannot be read or is no regular file, 5 for a sticker
    /// that cannot be measured, and `tooLarge` for more bytes than the limit. Whether a file outside exists is not told.
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
        guard let (folder, place) = found else {
            throw refusal(.fileUnreadable, "outside of the folders that the extension may use")
        }
        do {
            let bytes = try ConfinedFolder(path: folder.real).file(place.relative).bytes(limit: limit)
            return BoundedFile(name: String(path.split(separator: "/").last ?? ""), bytes: bytes)
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
        case .unreadable, .notRegular, .outside: .fileUnreadable
        case .unmeasured: domain == .stickers ? .stickerImproperAttributes : .fileUnreadable
        case .tooLarge: tooLarge
        }
    }
}
