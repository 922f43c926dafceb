internal import MayflyModel

/// A request to a portal, which the person answers (org.freedesktop.portal.Request).
final class PortalRequest {
    static let desktop = "org.freedesktop.portal.Desktop"
    static let desktopPath = "/org/freedesktop/portal/desktop"
    private static let requests = "org.freedesktop.portal.Request"
    /// So many messages that come before the answer to the call are looked at.
    private static let mostEarly = 16

    private let bus: Bus
    /// Nobody else can tell which request it is.
    private let token = "mayfly\(UInt64.random(in: 0 ... .max))"

    init(_ bus: Bus) { self.bus = bus }

    /// Where the request is, which is known before it is made: its answer cannot come too early.
    private var predicted: String {
        let sender = bus.name.dropFirst().map { $0 == "." ? "_" : String($0) }.joined()
        return "\(Self.desktopPath)/request/\(sender)/\(token)"
    }

    /// Makes the request, and waits for the person. Gives the results of their answer; nil without any.
    ///
    /// Throws `.cancelled` where the person says no. Where nobody waits any more, the request is closed.
    ///
    /// - Parameters:
    ///   - arguments: writes those before the options.
    ///   - options: writes the options besides the name of the request.
    func answer(
        _ interface: String,
        _ member: String,
        arguments: (Writer) -> Void = { _ in },
        options: (Writer) -> Void = { _ in }
    ) throws(Ending) -> Reader? {
        try bus.subscribe(to: "type='signal',interface='\(Self.requests)',member='Response'")
        let call = try Message(to: Self.desktop, path: Self.desktopPath, interface: interface, member)
        call.append { [token] all in
            arguments(all)
            all.container(Message.Code.array, "{sv}") { list in
                list.option("handle_token", "s") { $0.text(token) }
                options(list)
            }
        }
        var path = predicted
        do throws(Ending) {
            return try Self.results(of: try response(to: call, at: &path))
        } catch {
            if case .unwanted = error { takeBack(path) }
            throw error
        }
    }

    private func response(to call: Message, at path: inout String) throws(Ending) -> Message {
        var early: [Message] = []
        let answer = try bus.answer(to: call) { if early.count < Self.mostEarly { early.append($0) } }
        guard let portal = answer.sender, let handle = answer.arguments?.text else {
            throw .unavailable("the portal answers with something else")
        }
        // Versions before 0.9 choose another one.
        path = handle
        // Any program of the session can send such a signal; that of the portal is meant.
        func isResponse(_ message: Message) -> Bool {
            message.isSignal("Response", of: Self.requests) && message.sender == portal && message.path == handle
        }
        if let found = early.first(where: isResponse) { return found }
        while true {
            let message = try bus.next()
            if isResponse(message) { return message }
        }
    }

    /// A response has a number: 0 with results, 1 where the person has said no, 2 where it ended in another way.
    private static func results(of response: Message) throws(Ending) -> Reader? {
        switch response.arguments?.number {
        case 0: return response.arguments?.next
        case 1: throw .cancelled
        default: throw .unavailable("the portal has ended the request")
        }
    }

    /// The dialog goes. The person may have answered already, so that there is nothing to close.
    private func takeBack(_ path: String) {
        guard let close = try? Message(to: Self.desktop, path: path, interface: Self.requests, "Close") else { return }
        try? bus.send(close)
    }
}
