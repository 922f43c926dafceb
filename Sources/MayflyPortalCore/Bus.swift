internal import CDBus
internal import Glibc
internal import MayflyModel

/// A connection to the session bus of the person.
///
/// Nothing here waits longer than the input of the program lasts, but for the greeting of the bus: until then nothing was asked for, and
/// the host ends the program.
final class Bus {
    private let connection: OpaquePointer
    /// The name that the bus has given to this connection.
    let name: String

    /// More than any message of a portal has.
    private static let largestMessage = 1 << 20
    private static let connectionLost = Ending.unavailable("the session bus has closed the connection")

    /// Connects to the bus that the environment names. libdbus itself would start one where there is none.
    init() throws(Ending) {
        guard let address = Self.address else { throw .unavailable("there is no session bus") }
        guard let connection = dbus_connection_open_private(address, nil) else {
            throw .unavailable("the session bus cannot be reached")
        }
        self.connection = connection
        dbus_connection_set_exit_on_disconnect(connection, 0)
        dbus_connection_set_max_message_size(connection, Self.largestMessage)
        dbus_connection_set_max_received_size(connection, 2 * Self.largestMessage)
        guard dbus_bus_register(connection, nil) != 0, let name = dbus_bus_get_unique_name(connection) else {
            throw .unavailable("the session bus does not accept the connection")
        }
        self.name = String(cString: name)
    }

    /// A socket of this machine, and nothing that starts a program or speaks to another machine.
    private static var address: String? {
        if let named = getenv("DBUS_SESSION_BUS_ADDRESS").map({ String(cString: $0) }), !named.isEmpty {
            return named.split(separator: ";").first { $0.hasPrefix("unix:") }.map(String.init)
        }
        guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), folder.hasPrefix("/") else {
            return nil
        }
        let path = folder + "/bus"
        // Other characters are escaped in addresses.
        let isPlain = path.utf8.allSatisfy { byte in
            byte < 0x80 && (isalnum(Int32(byte)) != 0 || "-_/.".utf8.contains(byte))
        }
        return isPlain && access(path, F_OK) == 0 ? "unix:path=" + path : nil
    }

    /// Asks the bus for signals. What comes is looked at with `Message.sender`: a rule keeps nobody from sending one to this connection.
    func subscribe(to rule: String) throws(Ending) {
        let call = try Message(
            to: "org.freedesktop.DBus",
            path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus",
            "AddMatch"
        )
        try call.append(rule)
        _ = try answer(to: call)
    }

    /// Sends a message without waiting for an answer.
    func send(_ message: Message) throws(Ending) {
        _ = try post(message)
        dbus_connection_flush(connection)
    }

    /// Sends a call and gives the answer. `meanwhile` gets the other messages that come before it.
    ///
    /// Throws `.unavailable` with the name of an error, and `.unwanted` where the input of the program ends.
    func answer(to call: Message, meanwhile: (Message) -> Void = { _ in }) throws(Ending) -> Message {
        let serial = try post(call)
        while true {
            let message = try next()
            guard message.isAnswer(to: serial) else {
                meanwhile(message)
                continue
            }
            if let error = message.errorName { throw .unavailable("\(call.member ?? "the call"): \(error)") }
            return message
        }
    }

    private func post(_ message: Message) throws(Ending) -> UInt32 {
        var serial: UInt32 = 0
        guard dbus_connection_send(connection, message.pointer, &serial) != 0 else { throw Self.connectionLost }
        return serial
    }

    /// The next message. Throws `.unwanted` where the input of the program ends.
    func next() throws(Ending) -> Message {
        while true {
            if let message = dbus_connection_pop_message(connection) { return Message(taking: message) }
            // What waits is sent, and what has come is read, without waiting.
            guard dbus_connection_read_write(connection, 0) != 0 else { throw Self.connectionLost }
            if dbus_connection_get_dispatch_status(connection) == DBUS_DISPATCH_DATA_REMAINS { continue }
            try wait()
        }
    }

    private func wait() throws(Ending) {
        var socket: Int32 = -1
        guard dbus_connection_get_socket(connection, &socket) != 0 else { throw Self.connectionLost }
        let sends = dbus_connection_has_messages_to_send(connection) != 0
        var waits = [
            pollfd(fd: socket, events: Int16(sends ? POLLIN | POLLOUT : POLLIN), revents: 0),
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&waits, 2, -1) > 0 else { return }
        // Nobody writes anything: this is the end of the input.
        if waits[1].revents != 0 { throw .unwanted }
    }
}
