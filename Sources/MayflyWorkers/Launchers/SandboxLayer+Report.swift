package import MayflyModel

extension SandboxLayer {
    /// The missing layers with their reasons, in one line.
    package static func list(_ missing: [SandboxLayer: String]) -> String {
        allCases.compactMap { layer in missing[layer].map { "\(layer.rawValue) (\($0))" } }.joined(separator: ", ")
    }
}
