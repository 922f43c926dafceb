package import MayflyModel

extension SandboxLayer {
    /// The layers that do not hold and why, as a process says it of itself: a line each, with the layer's name, a space and the
    /// reason. Other lines count for nothing.
    package static func missing(in lines: some StringProtocol) -> [SandboxLayer: String] {
        var missing: [SandboxLayer: String] = [:]
        for line in lines.split(separator: "\n") {
            let name = line.prefix { $0 != " " }
            if let layer = SandboxLayer(rawValue: String(name)) {
                missing[layer] = String(line.dropFirst(name.count + 1))
            }
        }
        return missing
    }

    /// Layers with their reasons, in one line.
    package static func list(_ missing: [SandboxLayer: String]) -> String {
        allCases.compactMap { layer in missing[layer].map { "\(layer.rawValue) (\($0))" } }.joined(separator: ", ")
    }
}
