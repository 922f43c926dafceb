package import MayflyModel

/// How a sandboxed process tells which layers do not hold.
extension SandboxLayer {
    /// A line for each of these layers: its name, a space and the reason.
    package static func lines(_ missing: [SandboxLayer: String]) -> String {
        allCases.compactMap { layer in missing[layer].map { "\(layer.rawValue) \($0)" } }.joined(separator: "\n")
    }

    /// Reads these lines. Lines that name no layer are left out.
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
}
