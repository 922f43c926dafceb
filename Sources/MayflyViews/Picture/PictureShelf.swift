import MayflyModel

/// The pictures that a drawing shows, each embedded once however often it is shown.
struct PictureShelf {
    private var definitions = SVGWriter()
    private var names: [Key: String?] = [:]
    private var byteCount = 0

    /// A picture and the size that it is said to have: of one that is said to have two, neither is drawn by the size of the other.
    private struct Key: Hashable {
        let name: String
        let size: MediaFile.PixelSize?
    }

    /// In bytes. Pictures beyond this are not embedded, so that viewers can open the document.
    private static let largestTotal = 32 << 20

    /// The elements to be put into `defs`.
    var contents: SVGWriter { definitions }

    /// The id of an embedded picture; nil when its bytes are missing or the limit is reached.
    ///
    /// - Parameters:
    ///   - key: names the picture; asked for again with the same size, it is not loaded again.
    ///   - bytes: how many there are to load; nil where that is unknown. Those for which there is no room are not loaded.
    mutating func name(
        of key: String,
        size: MediaFile.PixelSize?,
        bytes: Int?,
        load: () -> PictureData?
    ) -> String? {
        let key = Key(name: key, size: size)
        if let known = names[key] { return known }
        let hasRoom = bytes ?? 0 <= Self.largestTotal - byteCount
        let name = add(hasRoom ? load() : nil, size, name: "picture-\(names.count + 1)")
        names[key] = .some(name)
        return name
    }

    private mutating func add(_ picture: PictureData?, _ size: MediaFile.PixelSize?, name: String) -> String? {
        guard let picture, byteCount + picture.bytes.count <= Self.largestTotal else { return nil }
        byteCount += picture.bytes.count
        let width = Double(max(1, size?.width ?? 100))
        let height = Double(max(1, size?.height ?? 100))
        definitions.element(
            "symbol",
            [
                "id": .text(name), "viewBox": .text("0 0 \(Int(width)) \(Int(height))"),
                "preserveAspectRatio": "xMidYMid slice",
            ]
        ) {
            $0.element(
                "image",
                [
                    "width": .number(width), "height": .number(height), "preserveAspectRatio": "xMidYMid slice",
                    "href": .text(picture.dataURI),
                ]
            )
        }
        return name
    }
}
