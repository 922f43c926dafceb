extension InteractiveMessage {
    /// Checks what can be told from the message alone, in the order 8, 1002, 1003 (model 2.2).
    ///
    /// Whether the extension may call at all (1001, 11) and whether the media files are good is for the caller to check.
    public func validate() throws(MessageError) {
        if let url {
            try MessageURL.validate(url)
        }
        guard layout != nil || !(url ?? "").isEmpty else {
            throw MessageError(.invalidMessage, "a message needs a layout or a URL, and this one has neither")
        }
    }
}
