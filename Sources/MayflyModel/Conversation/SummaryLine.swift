/// The small text left where a bubble was collapsed. It is inert: the message behind it is gone (model 5.4, C-161).
public struct SummaryLine: Sendable, Hashable, Codable {
    public let text: MentionText
    /// Which item stood here.
    public let item: ItemID
    public let sender: ParticipantID
}
