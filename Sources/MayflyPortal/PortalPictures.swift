internal import CMayflyLinux
internal import Glibc
package import MayflyHost
internal import MayflyLinux
internal import MayflyModel

/// The pictures of a person who sits at a desktop, by its portals (org.freedesktop.portal).
///
/// The program `mayfly-portal` speaks to the desktop, once for each picture. It is told when nobody waits for the answer any more, takes
/// back what it has asked for, and ends.
package struct PortalPictures: PictureProvider {
    private enum Wish: String {
        case photo, camera
    }

    private let program: String
    private let wish: Wish

    /// The files of the person, of which they choose one.
    ///
    /// - Parameter program: the path of `mayfly-portal`.
    package static func photos(program: String) -> PortalPictures { PortalPictures(program: program, wish: .photo) }

    /// The camera.
    ///
    /// - Parameter program: the path of `mayfly-portal`.
    package static func camera(program: String) -> PortalPictures { PortalPictures(program: program, wish: .camera) }

    /// Whether a program with this environment runs on a desktop, so that there may be portals: it has a display, and a session bus. A
    /// person who comes from another machine has none, and would not see a dialog.
    package static func isPossible(_ environment: [String: String]) -> Bool {
        func has(_ names: [String]) -> Bool { names.contains { environment[$0]?.isEmpty == false } }
        return has(["WAYLAND_DISPLAY", "DISPLAY"]) && has(["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"])
    }

    /// Asks the person.
    ///
    /// - Throws: a `MayflyError` with the reason where there is no picture, and a `CancellationError`.
    package func picture(for request: ProviderRequest) async throws -> [UInt8]? {
        try await picture(forExtension: request.name)
    }

    /// Asks the person. For the camera that may take a frame at once: the desktop keeps what a person has allowed once, for all programs
    /// outside of its own sandbox. So the caller has asked them before.
    ///
    /// - Parameter name: the name of the extension.
    package func picture(forExtension name: String) async throws -> [UInt8]? {
        let (program, wish) = (program, wish.rawValue)
        let title = "A picture for \(name)"
        return try await WorkThread().run { stop in
            try PortalProcess(program, [wish, title]).picture { stop.isSet }
        }
    }
}
