package import MayflyModel

/// One install of an extension on a device, under which a worker was launched. After a removal and a new installation there is another
/// one, which must not find what the worker of the one before still writes.
package struct Install: Sendable, Hashable {
    package let extensionID: ExtensionID
    package let device: DeviceID
    /// Tells it from all others, before and after it.
    package let salt: [UInt8]

    package init(of extensionID: ExtensionID, on device: DeviceID, salt: [UInt8]) {
        self.extensionID = extensionID
        self.device = device
        self.salt = salt
    }
}
