internal import Foundation
internal import MayflyABI

/// One function in the reference: its type, who calls it, when, and what is refused.
extension InterfaceReference {
    /// The whole entry below its heading.
    func entry(_ name: String, _ type: String, _ tag: Tag?, _ comment: String, _ row: Function?, _ facts: [String])
        -> String
    {
        let lines =
            [called(tag, row)] + facts + [refused(row), row.map { "In traces `\($0.name)`." }].compactMap(\.self)
        return "`\(signature(name, type, row))`\n\n" + (comment.isEmpty ? "" : comment + "\n\n")
            + lines.map { "- \($0)\n" }.joined() + "\n"
    }

    /// The declaration with the names of the parameters, which the table has.
    private func signature(_ name: String, _ type: String, _ row: Function?) -> String {
        guard let parts = type.wholeMatch(of: /(?<result>.*?) ?(?:\(\*\))?\((?<parameters>.*)\)/) else {
            return "\(type) \(name)"
        }
        let types = parts.parameters.components(separatedBy: ", ")
        let names = row?.parameters.map(\.name) ?? []
        let parameters = zip(types, types.count == names.count ? names : types.map { _ in "" })
        let list = parameters.map { join(String($0), $1) }.joined(separator: ", ")
        return join(String(parts.result), name) + "(\(list))"
    }

    private func join(_ type: String, _ name: String) -> String {
        type.hasSuffix("*") || name.isEmpty ? type + name : "\(type) \(name)"
    }

    private func called(_ tag: Tag?, _ row: Function?) -> String {
        guard let tag else { return "A function of the header, which is compiled into the extension." }
        let who = row?.implementer == .extension ? "The host calls it" : "The extension calls it"
        let when =
            switch tag.state {
            case "entry": "while it loads the library"
            case "active": "while the extension is active"
            default: "at any time"
            }
        let place =
            switch tag.thread {
            case "main": "on the first thread of the process"
            case "any": "on any thread"
            default: "on a thread of its own"
            }
        return "\(who) \(when), \(place)."
    }

    /// What the worker returns at once where a rule of the interface is broken.
    private func refused(_ row: Function?) -> String? {
        guard let row, row.implementer != .extension, row.result == .int32 else { return nil }
        var codes = ["`MAYFLY_ERROR_INVALID_HANDLE`"]
        if row.state == .active { codes.append("`MAYFLY_ERROR_NOT_ACTIVE`") }
        if row.thread == .main { codes.append("`MAYFLY_ERROR_WRONG_THREAD`") }
        if row.parameters.contains(where: { $0.type.canBeInvalid }) { codes.append("`MAYFLY_ERROR_INVALID_ARGUMENT`") }
        // A text that only people read is cut.
        if row.longestText == nil, row.parameters.contains(where: { $0.type.canBeLarge }) {
            codes.append("`MAYFLY_ERROR_LIMIT_EXCEEDED`")
        }
        let answer = row.completion == nil ? "" : " All else is told by the completion."
        return "Refuses at once with \(codes.joined(separator: ", "))." + answer
    }
}

extension ABIType {
    /// Whether a value may be refused as it is: a text that is not UTF-8, a NULL that is not allowed.
    fileprivate var canBeInvalid: Bool {
        switch self {
        case .string, .pointer, .array, .bytes, .output: true
        default: false
        }
    }

    /// Whether a value may be more than one call carries.
    fileprivate var canBeLarge: Bool {
        switch self {
        case .string, .pointer, .array, .bytes: true
        default: false
        }
    }
}
