internal import MayflyModel

/// The reason why a call was refused at once: the extension broke a rule of the interface.
struct Refusal: Error {
    let code: MessageErrorCode
    let message: String

    init(_ code: MessageErrorCode, _ message: String) {
        self.code = code
        self.message = message
    }
}
