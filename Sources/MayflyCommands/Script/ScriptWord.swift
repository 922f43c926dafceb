/// The words that lines of a script begin with.
enum ScriptWord: String, CaseIterable {
    case drawer, open
    case tap, link, input, answer, style, swipe, bubble, sticker, stick, recents, recent, `continue`, keep
    case type, text, attach, remove, clear, send, cancel, dismiss, leave, field, show, wait, expect

    /// The syntax of a line that begins with the word.
    var usage: String {
        switch self {
        case .open: "open ID|NAME"
        case .attach: "attach FILE"
        case .tap: "tap CONTROL"
        case .link: "link CONTROL"
        case .input: "input ID TEXT"
        case .answer: "answer once|always|no|pay|take|cancel"
        case .style: "style compact|expanded"
        case .swipe: "swipe left|right"
        case .type: "type TEXT"
        case .bubble: "bubble N"
        case .sticker: "sticker N"
        case .recent: "recent N"
        case .stick: "stick N on M [at X,Y] [scale S] [turn DEGREES]"
        case .keep: "keep N"
        case .text: "text [TEXT]"
        case .remove: "remove N"
        case .wait: "wait EVENT"
        case .expect:
            "expect view|field|transcript|transcript last|log contains|lacks|is|line TEXT, or expect receipt cause CAUSE"
        case .drawer, .recents, .continue, .clear, .send, .cancel, .dismiss, .leave, .field, .show: rawValue
        }
    }

    /// The same for a list of all words.
    private var shortUsage: String { if case .expect = self { "expect PLACE RULE TEXT" } else { usage } }

    private var meaning: String {
        switch self {
        case .drawer: "list the extensions that can be opened"
        case .open: "open an extension; the one that is open is closed"
        case .attach: "put a copy of a file of yours into the input field"
        case .tap: "tap a control of the view: its number, its id or its title"
        case .link: "open the address of a link of the view"
        case .input: "write into an input of the view"
        case .answer: "answer what the extension asks for, what is to be paid, or whether a picture is taken"
        case .style: "make the extension's area smaller or larger"
        case .swipe: "swipe over the view; in compact style this opens the next extension"
        case .type: "type into the input field"
        case .text: "replace the text of the input field"
        case .remove: "remove a sticker or an attachment from the input field"
        case .clear: "empty the input field"
        case .stick: "put a sticker on a bubble; X and Y go from 0 to 1"
        case .recents: "list the stickers that you used last, on any device"
        case .recent: "put the recent sticker with that number into the input field"
        case .continue: "open the message that another device of yours has handed over last"
        case .keep: "keep a message that would expire"
        case .send: "press Send"
        case .cancel: "remove the staged message from the input field"
        case .bubble: "tap the bubble with that number in the transcript"
        case .sticker: "tap the sticker with that number"
        case .dismiss: "close the extension"
        case .leave: "end the session"
        case .field: "print the whole input field, however long it is"
        case .show: "print the transcript, the input field and the view"
        case .wait: "wait for a callback, a call or another event"
        case .expect: "compare what you read with a text, or the end of an extension with a cause"
        }
    }

    /// One line for each word.
    static var help: [String] {
        allCases.map { word in
            word.shortUsage + String(repeating: " ", count: max(2, 24 - word.shortUsage.count)) + word.meaning
        }
    }
}
