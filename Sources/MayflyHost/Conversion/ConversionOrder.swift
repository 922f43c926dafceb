internal import Foundation
internal import MayflyModel
internal import MayflyWorkers

/// What a process that converts one picture is to do, and inside of what.
struct ConversionOrder {
    let program: String
    /// The picture, open for reading.
    let file: Int32
    let scope: PictureConversion.Scope
    let confinement: Confinement
    let deadline: Duration

    /// The layers that are wanted. Control groups are for extensions alone: what they bound, this process is limited in too.
    var layers: Set<SandboxLayer> { confinement.layers.subtracting([.cgroup]) }

    var arguments: [String] {
        let layers = SandboxLayer.allCases.filter(layers.contains).map(\.rawValue).joined(separator: ",")
        return ["\(getpid())", scope.rawValue, layers] + (confinement.isRequired ? [PictureConversion.required] : [])
    }

    /// All that the process is told: not to report a crash itself.
    var environment: [String] {
        let own = ["SWIFT_BACKTRACE": "enable=no"]
        let host = layers.contains(.environment) ? [:] : ProcessInfo.processInfo.environment
        return host.merging(own) { $1 }.map { "\($0)=\($1)" }
    }
}
