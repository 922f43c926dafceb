import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyWorkers
import Testing

/// What the prober finds in a sandbox of some layers.
enum Probe {
    private static let id = "test.mayfly.prober"
    private static let bundle = Result { try PluginWorkshop.bundle("prober") }

    private static let finds = Finds { try await find(with: $0) }

    /// Its lines by their first words, with these layers and no others.
    static func found(with layers: Set<SandboxLayer>) async throws -> [String: String] {
        try await finds.found(with: layers)
    }

    /// The same in workers whose program is executed by a shell command, to which the program and its arguments are added.
    static func found(with layers: Set<SandboxLayer>, startedBy command: String) async throws -> [String: String] {
        let script = NSTemporaryDirectory() + "mayfly-worker-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: script) }
        try writeScript("#!/bin/sh\n\(command) '\(Bundle.main.bundlePath)/mayfly-worker' \"$@\"\n", to: script)
        return try await find(with: layers, worker: script)
    }

    private static func find(
        with layers: Set<SandboxLayer>,
        worker: String? = nil
    ) async throws -> [String: String] {
        let listener = try Listener()
        let trace = Trace()
        try await TestHost.with(
            bundles: [try bundle.get()],
            policy: .immediate,
            confinement: Confinement(layers: layers, requirement: .nothing),
            worker: worker
        ) { test in
            let order = try test.privateFolder(of: "alice", id) + "/order"
            try "\(listener.port) \(getpid())".write(toFile: order, atomically: false, encoding: .utf8)
            try await test.window(as: "alice", trace: trace) { try await $0.open(test.bundle(id)) }
        }
        return lines(of: trace)
    }

    /// What two launches after one another find, in a whole sandbox or with these layers.
    static func foundTwice(
        start: Confinement.Start,
        with layers: Set<SandboxLayer> = Set(SandboxLayer.allCases)
    ) async throws -> [[String: String]] {
        let confinement = Confinement(start: start, layers: layers, requirement: .nothing)
        return try await TestHost.with(bundles: [try bundle.get()], policy: .immediate, confinement: confinement) {
            test in
            var found: [[String: String]] = []
            for _ in 1...2 {
                let trace = Trace()
                try await test.window(as: "alice", trace: trace) { try await $0.open(test.bundle(id)) }
                found.append(lines(of: trace))
            }
            return found
        }
    }

    /// The same of one that is opened beside another of its zygote, and is told where the private folder of that one lies.
    static func foundBesideANeighbour(with layers: Set<SandboxLayer>) async throws -> [String: String] {
        let trace = Trace()
        let confinement = Confinement(layers: layers, requirement: .nothing)
        try await TestHost.with(bundles: [try bundle.get()], policy: .immediate, confinement: confinement) { test in
            let neighbour = try test.privateFolder(of: "alice", id)
            let order = try test.privateFolder(of: "bob", id) + "/order"
            try "0 \(getpid()) \(neighbour)".write(toFile: order, atomically: false, encoding: .utf8)
            try await test.window(as: "alice") { alice in
                try await alice.open(test.bundle(id))
                try await test.window(as: "bob", trace: trace) { try await $0.open(test.bundle(id)) }
            }
        }
        return lines(of: trace)
    }

    private static func lines(of trace: Trace) -> [String: String] {
        let pairs = trace.said.map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
    }
}
