public import MayflyModel

/// The kind of an envelope's identifier.
public enum EnvelopeKind {}

/// Names an envelope over all its deliveries.
public typealias EnvelopeID = Identifier<EnvelopeKind>
