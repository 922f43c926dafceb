internal import Foundation
internal import MayflyBundles
internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel
internal import MayflyStore
internal import MayflyTesting
internal import MayflyWorkers

/// The host of one scenario, in a home folder of its own.
struct ScenarioStage: Sendable {
    let host: ExtensionHost
    let home: String
    let clock: TestClock
    let transport: ScenarioTransport
    /// The identifiers of the extensions of the scenario, in its order.
    let extensions: [ExtensionID]

    /// Installs the extensions, and makes the devices and the conversation.
    init(_ scenario: Scenario, home: String, confinement: Confinement) throws(ScenarioError) {
        clock = TestClock()
        transport = ScenarioTransport()
        self.home = home
        let policy = Self.policy(for: scenario)
        do throws(MayflyError) {
            host = try ExtensionHost(
                home: HomeFolder(path: home),
                searchPath: SearchPath(folders: [home + "/extensions"]),
                policy: policy,
                confinement: confinement,
                clock: clock,
                launcher: confinement.launcher(
                    program: try ExtensionHost.workerProgram(),
                    deadline: policy.launch,
                    loop: try EventLoop.running()
                ),
                transport: transport,
                pressure: NoMemoryPressure()
            )
        } catch {
            throw ScenarioError(file: scenario.file, error.message)
        }
        for device in scenario.devices {
            do throws(MayflyError) {
                try host.createDevice(device.name, profile: device.profile, of: device.owner)
            } catch {
                throw ScenarioError(device.position, error.message)
            }
        }
        do throws(MayflyError) {
            try host.createConversation(scenario.conversation, with: scenario.members)
        } catch {
            throw ScenarioError(scenario.conversationPosition, error.message)
        }
        var extensions: [ExtensionID] = []
        for (path, position) in scenario.bundles {
            do throws(MayflyError) {
                extensions.append(try host.install(bundleAt: path).id)
            } catch {
                throw ScenarioError(position, "the extension cannot be loaded: \(error.message)")
            }
        }
        self.extensions = extensions
        transport.attach(to: host)
    }

    /// A scenario is about what an extension does: how fast it is depends on the machine, too. So it has ten times as long. An extension
    /// that never comes to rest holds a step up for no longer than an expectation may take.
    private static func policy(for scenario: Scenario) -> Policy {
        var policy = Policy()
        policy.patience = max(policy.patience, scenario.patience)
        policy.launch *= 10
        policy.callback *= 10
        policy.resign *= 10
        policy.closing *= 10
        policy.service *= 10
        policy.conversion *= 10
        policy.cpuBudget *= 10
        policy.cpuWindow *= 10
        policy.hostBudget *= 10
        policy.hostWindow *= 10
        return policy
    }
}
