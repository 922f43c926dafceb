extension InteractiveMessage {
    /// The URL, byte for byte, if a browser may open it: its scheme is http or https in any case (C-253, C-258).
    public var webURL: String? {
        guard let url, let scheme = MessageURL.scheme(of: url) else { return nil }
        return ["http", "https"].contains(scheme.lowercased()) ? url : nil
    }
}
