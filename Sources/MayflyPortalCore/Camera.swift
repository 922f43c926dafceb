internal import CMayflyLinux
internal import CMayflyPipeWire
internal import Glibc
internal import MayflyModel

/// The camera by its portal (org.freedesktop.portal.Camera), whose pictures come by PipeWire.
struct Camera {
    private static let interface = "org.freedesktop.portal.Camera"
    private static let library = "libpipewire-0.3.so.0"
    /// How long a camera may take that the person has allowed, in seconds: one that is covered or used by others may give nothing.
    private static let seconds: Int32 = 60

    private let bus: Bus

    init(_ bus: Bus) { self.bus = bus }

    /// A picture of the camera, once the person has allowed it, as the bytes of a JPEG.
    func picture() throws(Ending) -> [UInt8] {
        guard try isPresent() else { throw .unavailable("there is no camera") }
        _ = try PortalRequest(bus).answer(Self.interface, "AccessCamera")
        let connection = try remote()
        Self.boundTheWait()
        var frame = mayfly_frame()
        defer { free(frame.bytes) }
        if let problem = mayfly_pipewire_take(Self.library, connection, &frame) {
            throw .unavailable(String(cString: problem))
        }
        return try CameraFrame(frame).jpeg()
    }

    private func isPresent() throws(Ending) -> Bool {
        let call = try Message(
            to: PortalRequest.desktop,
            path: PortalRequest.desktopPath,
            interface: "org.freedesktop.DBus.Properties",
            "Get"
        )
        call.append { arguments in
            arguments.text(Self.interface)
            arguments.text("IsCameraPresent")
        }
        return try bus.answer(to: call).arguments?.content?.flag == true
    }

    /// A connection to PipeWire that sees cameras alone. It is the caller's.
    private func remote() throws(Ending) -> Int32 {
        let call = try Message(
            to: PortalRequest.desktop,
            path: PortalRequest.desktopPath,
            interface: Self.interface,
            "OpenPipeWireRemote"
        )
        call.append { arguments in arguments.container(Message.Code.array, "{sv}") { _ in } }
        guard let connection = try bus.answer(to: call).arguments?.takeDescriptor() else {
            throw .unavailable("the portal gives no connection to PipeWire")
        }
        return connection
    }

    /// Ends the process when nobody wants the picture any more, and when the camera takes too long: libpipewire waits for both in no way.
    private static func boundTheWait() {
        _ = mayfly_start_thread(
            { _ in
                var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                guard poll(&input, 1, Camera.seconds * 1_000) == 0 else { _exit(PortalEnd.cancelled.rawValue) }
                PortalProgram.end(unavailable: "the camera gives no picture")
            },
            nil
        )
    }
}
