internal import CLibFFI
internal import MayflyABI

/// The prepared libffi call interface of one function of the table, for calls in both directions.
///
/// It is prepared once and kept as long as the process: preparing takes twice as long as a call.
final class CallInterface: @unchecked Sendable {
    // Safe because nothing changes after it is prepared.
    let function: Function
    /// Passed to libffi. Its address must not change, so it is allocated outside of Swift's memory management and never
    /// freed.
    let prepared: UnsafeMutablePointer<ffi_cif>

    private static let common: [UInt16: CallInterface] = {
        let functions = Table.entryPoints + Table.interfaces.flatMap(\.functions)
        let pairs = functions.compactMap { function in
            (try? CallInterface(function)).map { (function.id, $0) }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }()

    /// The interface of a row of the table; a new one for any other function.
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
