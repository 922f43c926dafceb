internal import CMayflyChafa
internal import Glibc
internal import MayflyModel

/// libchafa, which draws pixels in the ways that terminals have. It is loaded at its first use, and machines without it have no
/// pictures at the terminal.
struct ChafaLibrary: Sendable {
    /// A way to draw pictures.
    enum Form: Sendable { case kitty, iterm, sixel, blocks }
    /// The colours of blocks.
    enum Colours: Sendable { case all, most, sixteen }

    /// One picture, and its place.
    struct Order {
        let pixels: PicturePixels
        /// In cells.
        let columns: Int
        let rows: Int
        let cell: TerminalTraits.Cell
        let form: Form
        let colours: Colours
    }

    /// Its name, as Debian's package libchafa0 has it.
    static let name = "libchafa.so.0"

    // Safe because the table of functions never changes after it was loaded, and stays as long as the process.
    private nonisolated(unsafe) let functions: OpaquePointer

    /// Nil where it is missing.
    init?(named name: String) {
        guard let functions = mayfly_chafa_load(name) else { return nil }
        self.functions = functions
    }

    /// What a terminal is to print; nil on failure. Blocks have a line for each row.
    func draw(_ order: Order) -> [String]? {
        let text = order.pixels.bytes.withUnsafeBufferPointer { self.text(order, $0.baseAddress) }
        guard let text else { return nil }
        guard order.form == .blocks else { return [text] }
        let lines = text.split(separator: "\n").map { String($0) + "\u{1B}[0m" }
        return lines.count == order.rows ? lines : nil
    }

    private func text(_ order: Order, _ pixels: UnsafePointer<UInt8>?) -> String? {
        var picture = mayfly_chafa_picture()
        picture.pixels = pixels
        picture.width = Int32(order.pixels.width)
        picture.height = Int32(order.pixels.height)
        picture.columns = Int32(order.columns)
        picture.rows = Int32(order.rows)
        picture.cell_width = Int32(order.cell.width)
        picture.cell_height = Int32(order.cell.height)
        if order.form == .sixel {
            // Rows of sixels have six pixels: one that is not whole would reach below the last row of cells.
            picture.cell_width *= picture.columns
            picture.cell_height = max(1, picture.cell_height * picture.rows / 6) * 6
            (picture.columns, picture.rows) = (1, 1)
        }
        picture.form = order.form.value
        picture.colours = order.colours.value
        var length = 0
        guard let found = mayfly_chafa_draw(functions, &picture, &length) else { return nil }
        defer { free(found) }
        return String(decoding: UnsafeRawBufferPointer(start: found, count: length), as: UTF8.self)
    }
}

extension ChafaLibrary.Form {
    fileprivate var value: mayfly_chafa_form {
        switch self {
        case .kitty: MAYFLY_CHAFA_KITTY
        case .iterm: MAYFLY_CHAFA_ITERM
        case .sixel: MAYFLY_CHAFA_SIXELS
        case .blocks: MAYFLY_CHAFA_BLOCKS
        }
    }
}

extension ChafaLibrary.Colours {
    fileprivate var value: mayfly_chafa_colours {
        switch self {
        case .all: MAYFLY_CHAFA_ALL_COLOURS
        case .most: MAYFLY_CHAFA_240_COLOURS
        case .sixteen: MAYFLY_CHAFA_16_COLOURS
        }
    }
}
