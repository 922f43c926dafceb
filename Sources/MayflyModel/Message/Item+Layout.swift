extension Item {
    /// The same item with another look of its message; unchanged when it is no message.
    package func replacing(_ layout: TemplateLayout) -> Item {
        var copy = self
        copy.updateMessage { $0.layout = layout }
        return copy
    }
}
