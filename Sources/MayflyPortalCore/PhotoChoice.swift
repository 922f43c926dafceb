internal import Glibc
internal import MayflyModel

/// The choice of a picture by the portal for files (org.freedesktop.portal.FileChooser).
final class PhotoChoice {
    private static let desktop = "org.freedesktop.portal.Desktop"
    private static let requests = "org.freedesktop.portal.Request"
    /// What the media worker decodes.
    private static let types = ["image/jpeg", "image/png", "image/gif"]

    private let bus: Bus
    private let title: String
    /// Nobody else can tell which request it is.
    private let token = "mayfly\(UInt64.random(in: 0 ... .max))"

    init(_ bus: Bus, title: String) {
        self.bus = bus
        self.title = title
    }

    /// The bytes of the file that the person chooses.
    func picture() throws(Ending) -> [UInt8] {
        let uri = try choice()
        guard let file = ChosenFile(uri: uri) else { throw .unavailable("what was chosen is no file of this machine") }
        return try file.contents(most: PortalEnd.mostBytes)
    }

    /// Where the request is, which is known before it is made: its answer cannot come too early.
    private var predicted: String {
        let sender = bus.name.dropFirst().map { $0 == "." ? "_" : String($0) }.joined()
        return "/org/freedesktop/portal/desktop/request/\(sender)/\(token)"
    }

    private func choice() throws(Ending) -> String {
        try bus.subscribe(to: "type='signal',interface='\(Self.requests)',member='Response'")
        var path = predicted
        do throws(Ending) {
            var early: [Message] = []
            let answer = try bus.answer(to: try call()) { if early.count < 16 { early.append($0) } }
            guard let portal = answer.sender, let handle = answer.arguments?.text else {
                throw .unavailable("the portal answers with something else")
            }
            // Versions before 0.9 choose another one.
            path = handle
            func response(_ message: Message) -> Message? {
                let isOurs = message.isSignal("Response", of: Self.requests) && message.sender == portal
                return isOurs && message.path == path ? message : nil
            }
            var found = early.lazy.compactMap(response).first
            while found == nil { found = response(try bus.next()) }
            return try Self.uri(in: found?.arguments)
        } catch {
            if case .unwanted = error { takeBack(path) }
            throw error
        }
    }

    private func call() throws(Ending) -> Message {
        let call = try Message(
            to: Self.desktop,
            path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.FileChooser",
            "OpenFile"
        )
        call.append { [title, token] arguments in
            // There is no window that the dialog could belong to.
            arguments.text("")
            arguments.text(title)
            arguments.container(Message.Code.array, "{sv}") { options in
                options.option("handle_token", "s") { $0.text(token) }
                options.option("multiple", "b") { $0.flag(false) }
                options.option("filters", "a(sa(us))") { Self.write(to: $0) }
            }
        }
        return call
    }

    private static func write(to writer: Writer) {
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

    /// The first file of a response: 0 with the files, 1 where the person has cancelled, 2 where it ended in another way.
    private static func uri(in arguments: Reader?) throws(Ending) -> String {
        guard let arguments, let code = arguments.number else {
            throw .unavailable("the portal answers with something else")
        }
        switch code {
        case 0:
            guard let uri = arguments.next?.value(of: "uris")?.content?.text else {
                throw .unavailable("the portal names no file")
            }
            return uri
        case 1: throw .cancelled
        default: throw .unavailable("the portal has ended the choice")
        }
    }

    /// The dialog goes. The person may have answered already, so that there is nothing to close.
    private func takeBack(_ path: String) {
        guard let close = try? Message(to: Self.desktop, path: path, interface: Self.requests, "Close") else { return }
        try? bus.send(close)
    }
}
