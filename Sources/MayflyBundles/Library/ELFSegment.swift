/// One program header of a 64-bit ELF file (System V ABI, Elf64_Phdr).
struct ELFSegment: Hashable {
    /// The bytes of one header in the table.
    static let size = 56

    private let type: UInt32
    let offset: UInt64
    let address: UInt64
    let fileSize: UInt64
    let memorySize: UInt64

    init(_ table: ELFBytes, at place: Int) {
        type = table.short(place)
        offset = table.word(place + 8)
        address = table.word(place + 16)
        fileSize = table.word(place + 32)
        memorySize = table.word(place + 40)
    }

    /// PT_LOAD: the loader maps it.
    var isLoaded: Bool { type == 1 }
    /// PT_DYNAMIC: where the tables of symbols and needed libraries are named.
    var isDynamic: Bool { type == 2 }
}
