/// What a client may ask for, and what is kept for it. `hello` tells these numbers.
package enum ConnectionLimits {
    /// The largest line in bytes, without its end.
    package static let line = 1 << 20
    /// How many values of JSON a line of a client may have.
    package static let values = 4096
    /// The longest name that a client may give, in bytes of UTF-8.
    package static let name = 1024
    /// The longest name of a control, which may be its title, in bytes of UTF-8.
    package static let title = 1 << 14
    /// The longest path that a client may give, in bytes: the longest that Linux takes (PATH_MAX).
    package static let path = 4096
    /// The longest address of a link that a client may give, in bytes.
    package static let address = 4096
    /// How many requests may wait for their answers.
    package static let requests = 1024
    /// How many bytes of requests may wait for their answers.
    package static let requestBytes = 16 << 20
    /// How many requests for windows are carried out at once, each in a window of its own; the others wait.
    package static let turns = 16
    /// How many bytes of answers may wait for the client to read them.
    package static let unreadBytes = 16 << 20
    /// How many windows may be open.
    package static let windows = 256
    /// How many events of a window are kept.
    package static let events = 4096
    /// How many bytes of the events of a window are kept.
    package static let eventBytes = 4 << 20
    /// The largest event in bytes of JSON. Of a larger one, only its kind is told.
    package static let largestEvent = 1 << 19
    /// The largest view in bytes of JSON. Of a larger one, only its kind and its style are told.
    package static let largestView = 3 << 17
    /// The longest time that a request may ask to wait, in milliseconds.
    package static let wait = 60_000
    /// The largest piece of a file or a text that is answered at once, in bytes.
    package static let piece = 1 << 19
}
