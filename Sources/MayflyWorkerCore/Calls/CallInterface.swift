internal import CLibFFI
internal import MayflyABI

/// libffi's preparation for calling, or being called as, one function of the table.
///
/// Prepared once and kept for the life of the process: preparing costs twice as much as a call.
final class CallInterface: @unchecked Sendable {
    // Safe because nothing of it changes once it is prepared.
    let function: Function
    /// Handed to libffi; its address must not change, so it lies outside of Swift's reach and is never freed.
    let prepared: UnsafeMutablePointer<ffi_cif>

    private static let common: [UInt16: CallInterface] = {
        let functions = Table.entryPoints + Table.interfaces.flatMap(\.functions)
        let pairs = functions.compactMap { function in
            (try? CallInterface(function)).map { (function.id, $0) }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }()

    /// That of a row of the table; one of its own for any other function.
    static func of(_ function: Function) throws(LoadError) -> CallInterface {
        if let prepared = common[function.id], prepared.function === function { return prepared }
        return try CallInterface(function)
    }

    init(_ function: Function) throws(LoadError) {
        self.function = function
        let count = function.parameters.count
        let types = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(capacity: max(count, 1))
        for (index, parameter) in function.parameters.enumerated() {
            (types + index).initialize(to: parameter.type.makeFFIType())
        }
        prepared = .allocate(capacity: 1)
        prepared.initialize(to: ffi_cif())
        let result = function.result.makeFFIType()
        guard ffi_prep_cif(prepared, FFI_DEFAULT_ABI, UInt32(count), result, types) == FFI_OK else {
            throw LoadError("libffi cannot call \(function.cName) on this machine")
        }
    }
}
