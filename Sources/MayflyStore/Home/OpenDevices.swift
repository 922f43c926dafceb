package import MayflyModel
internal import Synchronization

/// Tells whether a device has an open window in some host of the home folder.
///
/// Each host shares a lock on one byte for each device that it has windows on. It ends with the process, so no device stays open that is
/// gone. Where the file system has no such locks, no device counts as open.
package final class OpenDevices: Sendable {
    private struct Entry {
        var count = 0
        var byte: LockedByte?
    }

    private let path: String
    private let lock: HostLivenessLock
    private let entries = Mutex<[DeviceID: Entry]>([:])

    init(_ lock: HostLivenessLock, path: String) { (self.lock, self.path) = (lock, path) }

    /// A window was opened on the device. `leave` must follow.
    package func enter(_ device: DeviceID) {
        entries.withLock { entries in
            var entry = entries[device] ?? Entry()
            entry.count += 1
            if entry.byte == nil { entry.byte = try? LockedByte(Self.offset(of: device), in: path, isShared: true) }
            entries[device] = entry
        }
    }

    /// A window on the device was closed.
    package func leave(_ device: DeviceID) {
        entries.withLock { entries in
            guard var entry = entries[device] else { return }
            entry.count -= 1
            entries[device] = entry.count > 0 ? entry : nil
        }
    }

    /// Whether this or another living host has a window on the device.
    package func contains(_ device: DeviceID) -> Bool { lock.isLocked(Self.offset(of: device)) == true }

    /// Among the offsets of hosts, which are random numbers of as many bits.
    private static func offset(of device: DeviceID) -> Int64 {
        let number = device.value.bytes.suffix(8).reduce(0) { $0 << 8 | Int64($1) }
        return max(1, number & (1 << 62 - 1))
    }
}
