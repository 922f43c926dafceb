package import MayflyModel

extension Shapes {
    /// A layer of the sandbox.
    package typealias Layer = (layer: SandboxLayer, reason: String?)

    /// A layer of the sandbox.
    package static let layer = Shape<Layer>.object(
        "SandboxLayer",
        "A layer of the sandbox.",
        [
            Field("layer", .name, "Its name.") { $0.layer },
            Field("on", .flag, "Whether it works.") { $0.reason == nil },
            Field("why", Shape<String>.text.nullable, "Why it does not.") { $0.reason },
        ]
    )

    /// These layers of the sandbox, each with the reason when it is off.
    package static func layers(_ missing: [SandboxLayer: String], of layers: Set<SandboxLayer>) -> [Layer] {
        SandboxLayer.allCases.filter(layers.contains).map { ($0, missing[$0]) }
    }
}
