internal import MayflyABI
internal import MayflyViews

extension Broker {
    /// What the person submitted, as the extension sees it.
    func record(of action: Submission) -> RecordValue {
        let inputs = action.inputs.map { input in
            Value.record(RecordValue(Table.input, ["id": .text(input.id), "value": .text(input.value)]))
        }
        return RecordValue(
            Table.action,
            ["id": .optional(action.actionID), "data": .text(action.dataJSON), "inputs": .list(inputs)]
        )
    }
}
