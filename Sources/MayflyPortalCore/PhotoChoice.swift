internal import MayflyModel

/// The choice of a picture by the portal for files (org.freedesktop.portal.FileChooser).
struct PhotoChoice {
    /// What the media worker decodes.
    private static let types = ["image/jpeg", "image/png", "image/gif"]

    private let bus: Bus
    private let title: String

    init(_ bus: Bus, title: String) {
        self.bus = bus
        self.title = title
    }

    /// The bytes of the file that the person chooses.
    func picture() throws(Ending) -> [UInt8] {
        let results = try PortalRequest(bus).answer("org.freedesktop.portal.FileChooser", "OpenFile") { arguments in
            // There is no window that the dialog could belong to.
            arguments.text("")
            arguments.text(title)
        } options: { options in
            options.option("multiple", "b") { $0.flag(false) }
            options.option("filters", "a(sa(us))", Self.writeFilters)
        }
        guard let uri = results?.value(of: "uris")?.content?.text else {
            throw .unavailable("the portal names no file")
        }
        guard let file = ChosenFile(uri: uri) else { throw .unavailable("what was chosen is no file of this machine") }
        return try file.contents(most: PortalEnd.mostBytes)
    }

    private static func writeFilters(to writer: Writer) {
        writer.container(Message.Code.array, "(sa(us))") { filters in
            filters.container(Message.Code.structure) { filter in
                filter.text("Pictures")
                filter.container(Message.Code.array, "(us)") { rules in
                    for type in types {
                        rules.container(Message.Code.structure) { rule in
                            // 1 says that it is a type, and not a pattern of names.
                            rule.number(1)
                            rule.text(type)
                        }
                    }
                }
            }
        }
    }
}
