internal import MayflyModel

/// Why a host function was refused on the spot: the extension broke a rule of the interface.
struct Refusal: Error {
    let code: MessageErrorCode
    let message: String

    init(_ code: MessageErrorCode, _ message: String) {
        self.code = code
        self.message = message
    }
}
