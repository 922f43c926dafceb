import Foundation
import MayflyTestSupport
import Testing

/// The first request of a connection, and what it tells.
@Suite struct HostHelloTests {
    private static func document() throws -> HostClient.Object {
        let path = Checkout.folder.appending(path: "Documentation/protocol/openrpc.json")
        return try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? HostClient.Object)
    }

    /// The names in the table of limits for people.
    private static func limits() throws -> Set<String> {
        let path = Checkout.folder.appending(path: "Documentation/protocol/README.md")
        let page = try String(contentsOf: path, encoding: .utf8)
        let rest = try #require(page.components(separatedBy: "\n## Limits\n").last)
        let rows = rest.prefix(while: { $0 != "#" }).split(separator: "\n").filter { $0.hasPrefix("| `") }
        let words = rows.compactMap { $0.split(separator: "|").first }.flatMap { $0.split(separator: "`") }
        return Set(words.map(String.init).filter { $0.contains { $0.isLetter } })
    }

    @Test func everyRequestBeforeHelloIsRefused() async throws {
        let methods = try #require(try Self.document()["methods"] as? [HostClient.Object])
        let names = try methods.map { try #require($0["name"] as? String) }.filter { $0 != "hello" }
        try #require(names.count > 35)
        try await Tool.with { tool in
            let client = try HostClient(tool)
            for name in names {
                let failure = #expect(throws: HostClient.Failure.self, "\(name)") {
                    try client.call(name, ["window": "w1", "name": "carol", "path": "/"])
                }
                #expect(failure?.name == "helloFirst", "\(name)")
                #expect(failure?.code == -32001, "\(name)")
            }
            #expect(try client.sayHello()["version"] as? Int == 1)
            #expect((try client.call("devices.list")["devices"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func theVersionAndWhatIsMissingAreTold() async throws {
        try await Tool.with { tool in
            let client = try HostClient(tool)
            let welcome = try client.call(
                "hello",
                ["client": "tests", "versions": [99, 1, 7], "capabilities": ["stickers", "telepathy"]]
            )
            #expect(welcome["version"] as? Int == 1)
            #expect(welcome["missing"] as? [String] == ["telepathy"])
            #expect((welcome["capabilities"] as? [String: Int])?["stickers"] == 1)
        }
    }

    @Test func allLimitsOfTheDocumentsAreTold() async throws {
        let names = try Self.limits()
        try #require(names.contains("line_bytes"))
        try await Tool.with { tool in
            let limits = try #require(try HostClient(tool).sayHello()["limits"] as? [String: Int])
            #expect(Set(limits.keys) == names)
            #expect(limits.values.allSatisfy { $0 > 0 })
            #expect(limits["line_bytes"] == 1_048_576)
        }
    }

    @Test func withoutACommonVersionTheHostNamesItsOwn() async throws {
        try await Tool.with { tool in
            let client = try HostClient(tool)
            let id = try client.request("hello", ["client": "tests", "versions": [7, 99]])
            let answer = try client.nextAnswer()
            #expect(answer["id"] as? Int == id)
            let error = try #require(answer["error"] as? HostClient.Object)
            let data = try #require(error["data"] as? HostClient.Object)
            #expect(error["code"] as? Int == -32007)
            #expect(data["name"] as? String == "noCommonVersion")
            #expect(data["versions"] as? [Int] == [1])
            // The connection goes on.
            try client.sayHello()
        }
    }
}
