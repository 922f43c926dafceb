import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// A plugin need not have any callback (model 2.4).
@Suite struct MissingCallbackTests {
    @Test(.proves("C-274"), arguments: ["BARE", "CUT"])
    func aCallbackThatAPluginLeavesOutDoesNothing(how: String) async throws {
        let bundle = try PluginWorkshop.bundle("puppet", id: Puppet.id, options: ["-pthread", "-D\(how)"])
        try await TestHost.with(bundles: [bundle], policy: .immediate) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("message url=?1|caption=one", in: window)
                try await window.cancelMessage()
                try await test.play("message url=?1|caption=one", in: window)
                try await window.send()
                try await test.send("message url=?2|caption=two", from: "bob")
                try await window.settle()
                try await window.tapBubble(2)
                #expect(await window.style == .expanded)
                try await window.changeStyle(to: .compact)
                #expect(await window.failure == nil)
            }
            #expect(try test.rows(of: "bob") == ["* one", "* two"])
            #expect(trace.lines.last == "receipt finished")
            // The host went through all of it. The plugin was told of what it has, and that is what the host says it called.
            let told = Set(trace.sightings.map(\.name))
            let named = trace.events.compactMap { if case .callback(_, let name, _) = $0 { name } else { nil } }
            #expect(Set(named) == told)
            #expect(told.isSuperset(of: ["viewDidLoad", "didPerformAction"]))
            #expect(told.isDisjoint(with: ["willSelect", "didReceive", "didStartSending", "didTransition"]))
            #expect(told.contains("didBecomeActive") == (how == "CUT"))
        }
    }
}
