/// The camera by its portal (org.freedesktop.portal.Camera).
struct Camera {
    private let bus: Bus

    init(_ bus: Bus) { self.bus = bus }

    /// Looks whether there is a camera. Its pictures come by PipeWire, from which this program takes none, so that it always throws.
    func check() throws(Ending) -> Never {
        let call = try Message(
            to: "org.freedesktop.portal.Desktop",
            path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.DBus.Properties",
            "Get"
        )
        call.append { arguments in
            arguments.text("org.freedesktop.portal.Camera")
            arguments.text("IsCameraPresent")
        }
        guard try bus.answer(to: call).arguments?.content?.flag == true else {
            throw .unavailable("there is no camera")
        }
        throw .unavailable("there is a camera, and this program takes no pictures from PipeWire")
    }
}
