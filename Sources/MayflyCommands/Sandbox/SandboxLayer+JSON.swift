internal import MayflyModel

extension JSONValue {
    /// These layers of the sandbox, each with its state and, when it is off, the reason.
    static func layers(_ missing: [SandboxLayer: String], of layers: Set<SandboxLayer>) -> [JSONValue] {
        SandboxLayer.allCases.filter(layers.contains).map { layer in
            .object([
                "layer": .text(layer.rawValue), "on": .boolean(missing[layer] == nil), "why": .optional(missing[layer]),
            ])
        }
    }
}
