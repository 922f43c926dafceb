import MayflyModel
import Testing

/// The message with which something is refused; an issue where it is not, or with another code.
func refusal(_ body: () throws -> Void) -> String {
    do {
        try body()
        Issue.record("nothing was refused")
        return ""
    } catch {
        #expect((error as? MayflyError)?.code == .untrusted)
        return "\(error)"
    }
}
