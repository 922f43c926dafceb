import Foundation
import MayflyModel

/// Something that no worker may be told, in each form in which it could be written.
struct Secret {
    let what: String
    private let forms: [[UInt8]]
    private let isCaseless: Bool

    /// A name: as it is and in both Unicode forms. ASCII letters match in either case.
    init(_ what: String, text: String) {
        self.what = "\(what) '\(text)'"
        let texts = [text, text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping]
        forms = Set(texts.map { Array($0.utf8) }).map(Self.lowered)
        isCaseless = true
    }

    /// A UUID as text, with and without dashes.
    init(_ what: String, textOf uuid: UUID128) {
        self.what = "\(what) \(uuid) as text"
        let text = uuid.description
        forms = [text, text.filter { $0 != "-" }].map { Self.lowered(Array($0.utf8)) }
        isCaseless = true
    }

    /// A UUID's sixteen bytes.
    init(_ what: String, bytesOf uuid: UUID128) {
        self.what = "\(what) \(uuid) as bytes"
        forms = [uuid.bytes]
        isCaseless = false
    }

    /// Whether it stands anywhere in what was written.
    func isFound(in wire: WireRecord) -> Bool {
        let streams = isCaseless ? wire.lowered : wire.streams
        return streams.contains { stream in forms.contains { stream.range(of: Data($0)) != nil } }
    }

    private static func lowered(_ bytes: [UInt8]) -> [UInt8] { bytes.map(WireRecord.lowered) }
}
