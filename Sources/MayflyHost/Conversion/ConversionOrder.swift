internal import CMayflyLinux
internal import Foundation
internal import MayflyLinux
internal import MayflyModel
internal import MayflyWorkers

/// The order for a process that converts one picture, or names: the picture, the sandbox and the deadline.
struct ConversionOrder {
    let program: String
    /// The picture or the names, open for reading.
    let file: Int32
    let scope: PictureConversion.Scope
    let confinement: Confinement
    let deadline: Duration

    /// The requested layers. Control groups are for extensions only; resource limits bound this process instead.
    var layers: Set<SandboxLayer> { confinement.layers.subtracting([.cgroup]) }

    private var arguments: [String] {
        let layers = SandboxLayer.allCases.filter(layers.contains).map(\.rawValue).joined(separator: ",")
        return ["\(getpid())", scope.rawValue, layers, confinement.requirement.rawValue]
    }

    /// The environment of the process. The Swift runtime must not write a backtrace when it crashes.
    private var environment: [String] {
        let own = ["SWIFT_BACKTRACE": "enable=no"]
        let host = layers.contains(.environment) ? [:] : ProcessInfo.processInfo.environment
        return host.merging(own) { $1 }.map { "\($0)=\($1)" }
    }
}

extension ConversionOrder {
    /// Starts the process, in a PID namespace if that layer is requested and possible. It also gives why that was not possible.
    ///
    /// Call it on the event loop's thread: the kernel kills the process when the thread that started it ends.
    func launch(_ pipes: ConversionPipes) throws(MayflyError) -> (LaunchedProcess, missing: [SandboxLayer: String]) {
        let inherit = [
            mayfly_inherit(from: file, to: 0), mayfly_inherit(from: pipes.picture.theirs, to: 1),
            mayfly_inherit(from: pipes.report.theirs, to: 2),
        ]
        var missing: [SandboxLayer: String] = [:]
        if layers.contains(.processes) {
            do throws(MayflyError) {
                let launched = try LaunchedProcess(
                    apart: program,
                    arguments,
                    environment: environment,
                    inherit: inherit,
                    hasUser: layers.contains(.user)
                )
                return (launched, missing)
            } catch {
                // The program detects this, too, and refuses to run if the requirement is not met.
                missing[.processes] = error.message
            }
        }
        let launched = try LaunchedProcess(program, arguments, environment: environment, inherit: inherit)
        return (launched, missing)
    }
}
