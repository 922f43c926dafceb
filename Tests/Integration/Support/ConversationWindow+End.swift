import MayflyHost
import MayflyModel
import MayflyViews

extension ConversationWindow {
    /// Taps a control that ends its extension, which may be before the tap is done or later.
    func tapToTheEnd(_ control: ControlName) async throws {
        do throws(MayflyError) {
            try await tap(control)
        } catch {
            guard error.message == failure?.message else { throw error }
        }
    }
}
