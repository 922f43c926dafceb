internal import CMayfly

/// The implementation of the function that a plugin exports. A complete plugin is a subclass of ``MessageExtension``
/// and
///
///     @c(mayfly_extension_entry)
///     public func entry(_ offer: UnsafeRawPointer?, _ answer: UnsafeMutableRawPointer?) -> Int32 {
///         ExtensionMain.start(MyExtension.self, offer, answer)
///     }
///
/// in a dynamic library.
public enum ExtensionMain {
    /// Version 1.0 of the interface, the only one that this library supports.
    static let version: UInt32 = 0x0001_0000

    /// Negotiates the version with the host and passes it the function that makes instances of `type`. `offer` and
    /// `answer` are the arguments of the exported function, and the result is its return value.
    public static func start(
        _ type: MessageExtension.Type,
        _ offer: UnsafeRawPointer?,
        _ answer: UnsafeMutableRawPointer?
    ) -> Int32 {
        guard let offer = sized(offer, as: mayfly_offer.self), let answer else {
            return MAYFLY_ERROR_INVALID_ARGUMENT.rawValue
        }
        var description = mayfly_extension()
        guard offer.abi_min <= version, version <= offer.abi_max else {
            description.refusal = refusal
            fill(answer, with: description)
            return MAYFLY_ERROR_UNKNOWN.rawValue
        }
        description.abi_version = version
        // Never released: the host may make instances until the process ends.
        description.context = Unmanaged.passRetained(Maker(type)).toOpaque()
        description.make_instance = { context, host, launch, instance in
            guard let context, let host, let instance else { return MAYFLY_ERROR_INVALID_ARGUMENT.rawValue }
            return Unmanaged<Maker>.fromOpaque(context).takeUnretainedValue().make(host, launch, into: instance)
        }
        fill(answer, with: description)
        return MAYFLY_OK.rawValue
    }

    /// A static text, which is valid until the process ends.
    private static var refusal: mayfly_string {
        let text: StaticString = "The extension speaks version 1.0 of the interface only"
        let start = UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
        return mayfly_string(data: start, length: UInt64(text.utf8CodeUnitCount))
    }
}

/// Makes instances of the author's class. The host passes it back as a context.
private final class Maker {
    private let type: MessageExtension.Type

    init(_ type: MessageExtension.Type) {
        self.type = type
    }

    func make(
        _ pointer: UnsafePointer<mayfly_host>,
        _ launch: UnsafePointer<mayfly_launch>?,
        into instance: UnsafeMutablePointer<mayfly_instance>
    ) -> Int32 {
        guard let launch = sized(launch, as: mayfly_launch.self) else {
            return MAYFLY_ERROR_INVALID_ARGUMENT.rawValue
        }
        let host = HostConnection(pointer)
        let made = type.init(
            Launch(
                host: host,
                presentationStyle: PresentationStyle(rawValue: launch.presentation_style),
                bundleFolder: String(launch.bundle_folder) ?? "",
                privateFolder: host.privateFolder,
                locale: String(launch.locale) ?? ""
            )
        )
        var description = mayfly_instance()
        // Never released: an instance lives as long as the process.
        description.context = Unmanaged.passRetained(made).toOpaque()
        description.controller = Callbacks.controller
        description.ability = Callbacks.ability
        fill(instance, with: description)
        return MAYFLY_OK.rawValue
    }
}
