internal import MayflyABI
internal import MayflyViews

extension Broker {
    /// What the person submitted, as the extension sees it.
    func record(of action: Submission) -> RecordValue {
        let inputs = action.inputs.map { input in
            Value.record(RecordValue(Table.input, values: [.text(input.id), .text(input.value)]))
        }
        return RecordValue(Table.action, values: [.optional(action.actionID), .text(action.dataJSON), .list(inputs)])
    }
}
