/// The operating system and processor that this host was built for.
package enum Platform {
    #if arch(x86_64)
        private static let processor = "x86_64"
        /// The number of the processor in an ELF header (System V ABI, e_machine).
        static let elfMachine: UInt16 = 62
    #elseif arch(arm64)
        private static let processor = "aarch64"
        /// The number of the processor in an ELF header (System V ABI, e_machine).
        static let elfMachine: UInt16 = 183
    #endif

    /// The key of a manifest's `libraries`, such as `linux-x86_64`.
    package static let current = "linux-\(processor)"

    /// A processor's name for messages.
    static func processorName(elfMachine: UInt16) -> String {
        switch elfMachine {
        case 3: "32-bit x86"
        case 8: "MIPS"
        case 20, 21: "PowerPC"
        case 22: "S/390"
        case 40: "32-bit ARM"
        case 62: "x86-64"
        case 183: "AArch64"
        case 243: "RISC-V"
        case 258: "LoongArch"
        default: "machine \(elfMachine)"
        }
    }
}
