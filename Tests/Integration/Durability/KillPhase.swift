/// What a process was about, by the last lines that it printed.
enum KillPhase {
    static func name(_ lines: [String]) -> String {
        guard let last = lines.last else { return "starting" }
        let isOnScreen = lines.contains { $0.contains("\"name\":\"viewDidAppear\"") }
        guard isOnScreen else { return "launching" }
        switch true {
        case last.hasPrefix("{\"event\":\"draft\""): return "field changed"
        case last.hasPrefix("{\"event\":\"transcript\""):
            return last.contains("\"delivery\":\"sending\"") ? "sending" : "sent or received"
        case last.contains("\"name\":\"didPerformAction\""): return "in an action"
        case last.contains("\"name\":\"insert"): return "insert answered"
        case last.contains("isappear\""), last.contains("esignActive\""): return "resigning"
        case last.contains("\"event\":\"receipt\""), last.contains("\"event\":\"process\""): return "closing"
        case last.contains("ransition\""), last.contains("\"event\":\"view\""): return "changing style or view"
        default: return "in another callback"
        }
    }
}
