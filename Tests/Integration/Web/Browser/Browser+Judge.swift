import Foundation
import MayflyTestSupport
import Testing

/// The rules of axe-core, which `.ci/setup tests` fetches.
private enum AxeCore {
    static let source = try? String(
        contentsOf: Checkout.folder.appending(path: ".build/axe/axe.min.js"),
        encoding: .utf8
    )
}

extension Browser {
    /// Whether axe-core is there.
    static var canJudge: Bool { AxeCore.source != nil }

    /// Judges the page as it is, light and dark, goes through it with the Tab key, and keeps a picture of it.
    func judge(_ state: String, byKeys: Bool = true) throws {
        guard Self.canJudge else {
            Issue.record("axe-core is missing: \(state) is not judged", severity: .warning)
            return
        }
        for scheme in ["light", "dark"] {
            try prefer(["prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"])
            let violations = try violations()
            #expect(violations.isEmpty, "\(state), \(scheme): \(violations.joined(separator: "\n"))")
            if scheme == "light" { try picture("state-\(state)") }
        }
        guard byKeys else { return }
        let faults = try faultsOfTab()
        #expect(faults.isEmpty, "\(state): \(faults.joined(separator: "\n"))")
    }

    /// What axe-core finds wrong on the page as it is now: the rule, what it says, and the elements.
    func violations() throws -> [String] {
        try run(try #require(AxeCore.source))
        let script = """
            const done = arguments[arguments.length - 1]
            for (const one of document.getAnimations()) one.finish()
            axe.run(document, { resultTypes: ['violations'] }).then(
              ({ violations }) => done(violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((one) => one.html).join(' ')}`)),
              (error) => done([String(error)]))
            """
        return try #require(try runAsync(script) as? [String])
    }

    /// What the browser gives a screen reader for the element of an expression.
    func spoken(of expression: String) throws -> (role: String, name: String, description: String) {
        let answer = try command("Runtime.evaluate", ["expression": expression]) as? [String: Any]
        let id = (answer?["result"] as? [String: Any])?["objectId"] as? String
        let parameters: [String: Any] = ["objectId": try #require(id, "\(expression)"), "fetchRelatives": false]
        let tree = try command("Accessibility.getPartialAXTree", parameters) as? [String: Any]
        let node = try #require((tree?["nodes"] as? [[String: Any]])?.first)
        let values = ["role", "name", "description"].map { key -> String in
            (node[key] as? [String: Any])?["value"] as? String ?? ""
        }
        return (values[0], values[1], values[2])
    }

    /// The role and the name that the browser gives a screen reader for what a selector finds, in the pane of that number or in one of
    /// its rows.
    func spoken(_ selector: String, pane: Int, row: Int? = nil) throws -> String {
        let place =
            "document.querySelectorAll('.pane')[\(pane)]" + (row.map { ".querySelectorAll('.row')[\($0)]" } ?? "")
        let expression = "\(place).querySelector('\(selector)')"
        let spoken = try spoken(of: expression)
        return "\(spoken.role) \(spoken.name)"
    }
}
