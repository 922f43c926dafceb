internal import CDBus

/// A message of the bus, with the few types that portals use.
final class Message {
    /// The codes of types (D-Bus specification, "Basic types" and "Container types").
    enum Code {
        static let (string, path, boolean, number) = (code("s"), code("o"), code("b"), code("u"))
        static let descriptor = code("h")
        static let (array, variant, structure, entry) = (code("a"), code("v"), code("r"), code("e"))

        private static func code(_ character: Unicode.Scalar) -> Int32 { Int32(character.value) }
    }

    let pointer: OpaquePointer

    private static let noMemory = Ending.unavailable("there is no memory for a message")

    /// A call.
    init(to name: String, path: String, interface: String, _ member: String) throws(Ending) {
        guard let message = dbus_message_new_method_call(name, path, interface, member) else { throw Self.noMemory }
        pointer = message
    }

    /// One that has come.
    init(taking message: OpaquePointer) { pointer = message }

    deinit { dbus_message_unref(pointer) }

    var sender: String? { dbus_message_get_sender(pointer).map { String(cString: $0) } }
    var path: String? { dbus_message_get_path(pointer).map { String(cString: $0) } }
    var member: String? { dbus_message_get_member(pointer).map { String(cString: $0) } }
    var errorName: String? { dbus_message_get_error_name(pointer).map { String(cString: $0) } }

    func isAnswer(to serial: UInt32) -> Bool { dbus_message_get_reply_serial(pointer) == serial }

    func isSignal(_ member: String, of interface: String) -> Bool {
        dbus_message_is_signal(pointer, interface, member) != 0
    }

    /// Adds a text to the arguments.
    func append(_ text: String) throws(Ending) {
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(pointer, &iterator)
        Writer(iterator).text(text)
    }

    /// Adds arguments; `write` gets what writes them.
    func append(_ write: (Writer) -> Void) {
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(pointer, &iterator)
        write(Writer(iterator))
    }

    /// What reads the arguments; nil where there are none.
    var arguments: Reader? {
        var iterator = DBusMessageIter()
        return dbus_message_iter_init(pointer, &iterator) != 0 ? Reader(iterator, of: self) : nil
    }
}

/// Writes arguments of a message. What does not fit into memory is left out, and the other side refuses the message.
final class Writer {
    private var iterator: DBusMessageIter

    init(_ iterator: DBusMessageIter) { self.iterator = iterator }

    func text(_ text: String) {
        text.withCString { pointer in
            var value: UnsafePointer<CChar>? = pointer
            dbus_message_iter_append_basic(&iterator, Message.Code.string, &value)
        }
    }

    func flag(_ value: Bool) {
        var value: UInt32 = value ? 1 : 0
        dbus_message_iter_append_basic(&iterator, Message.Code.boolean, &value)
    }

    func number(_ value: UInt32) {
        var value = value
        dbus_message_iter_append_basic(&iterator, Message.Code.number, &value)
    }

    /// A container. `signature` is that of its content, for arrays and variants.
    func container(_ code: Int32, _ signature: String? = nil, _ body: (Writer) -> Void) {
        var inner = DBusMessageIter()
        guard dbus_message_iter_open_container(&iterator, code, signature, &inner) != 0 else { return }
        let writer = Writer(inner)
        body(writer)
        dbus_message_iter_close_container(&iterator, &writer.iterator)
    }

    /// An option of a portal: a name with a value of any type.
    func option(_ name: String, _ signature: String, _ value: @escaping (Writer) -> Void) {
        container(Message.Code.entry) { entry in
            entry.text(name)
            entry.container(Message.Code.variant, signature, value)
        }
    }
}

/// Reads arguments of a message, whose types another program has chosen.
struct Reader {
    private let iterator: DBusMessageIter
    /// Where the iterator reads.
    private let message: Message

    init(_ iterator: DBusMessageIter, of message: Message) {
        self.iterator = iterator
        self.message = message
    }

    private var code: Int32 {
        var copy = iterator
        return dbus_message_iter_get_arg_type(&copy)
    }

    /// Nil behind the last one.
    var next: Reader? {
        var copy = iterator
        return dbus_message_iter_next(&copy) != 0 ? Reader(copy, of: message) : nil
    }

    /// A text, or the path of an object; nil for any other type.
    var text: String? {
        guard code == Message.Code.string || code == Message.Code.path else { return nil }
        var copy = iterator
        var value: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&copy, &value)
        return value.map { String(cString: $0) }
    }

    var number: UInt32? {
        guard code == Message.Code.number else { return nil }
        var (copy, value) = (iterator, UInt32(0))
        dbus_message_iter_get_basic(&copy, &value)
        return value
    }

    var flag: Bool? {
        guard code == Message.Code.boolean else { return nil }
        var (copy, value) = (iterator, UInt32(0))
        dbus_message_iter_get_basic(&copy, &value)
        return value != 0
    }

    /// The descriptor of an open file, which is the caller's from now on; nil for any other type. Each call gives another one.
    func takeDescriptor() -> Int32? {
        guard code == Message.Code.descriptor else { return nil }
        var (copy, value) = (iterator, Int32(-1))
        dbus_message_iter_get_basic(&copy, &value)
        return value >= 0 ? value : nil
    }

    /// What is in a container; nil for other types, and for an empty one.
    var content: Reader? {
        guard [Message.Code.array, Message.Code.variant, Message.Code.structure, Message.Code.entry].contains(code)
        else { return nil }
        var (copy, inner) = (iterator, DBusMessageIter())
        dbus_message_iter_recurse(&copy, &inner)
        let reader = Reader(inner, of: message)
        return reader.code == 0 ? nil : reader
    }

    /// The value of a name in a list of options.
    func value(of name: String) -> Reader? {
        var entry = content
        while let found = entry {
            if let key = found.content, key.text == name { return key.next?.content }
            entry = found.next
        }
        return nil
    }
}
