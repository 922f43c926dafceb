import Foundation
import MayflyTestSupport
import Testing

/// What a client of version 1 of the protocol once sent, and what it relied on in the answers. The file is never changed.
@Suite struct FirstVersionTests {
    @Test func aClientOfTheFirstVersionGoesOnWorking() async throws {
        try await Tool.with(bundles: [Samples.tally]) { tool in
            let steps = try Self.steps()
            try #require(steps.count > 20)
            let client = try HostClient(tool)
            var kept = HostClient.Object()
            for step in steps {
                let request = try #require(step["request"] as? HostClient.Object)
                let method = try #require(request["method"] as? String)
                var parameters = request["params"] as? HostClient.Object ?? [:]
                for case (let name, let text as String) in parameters where text.hasPrefix("$") {
                    parameters[name] = kept[String(text.dropFirst())]
                }
                _ = try client.request(method, parameters)
                let answer = try client.nextAnswer()
                let isRefused = step["error"] != nil
                let (wanted, found) = (
                    isRefused ? step["error"] : step["has"], isRefused ? answer["error"] : answer["result"]
                )
                for (path, value) in try #require(wanted as? HostClient.Object) {
                    let member = Self.member(path, of: found)
                    #expect(
                        Self.matches(member, value),
                        "\(method): \(path) is \(String(describing: member)), not \(value)"
                    )
                }
                for (name, path) in step["keep"] as? [String: String] ?? [:] {
                    kept[name] = Self.member(path, of: found)
                }
            }
        }
    }

    private static func steps() throws -> [HostClient.Object] {
        let path = Checkout.folder.appending(path: "Tests/Integration/Programs/client-version-1.jsonl")
        return try String(contentsOf: path, encoding: .utf8).split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? HostClient.Object)
        }
    }

    /// The member that a path with dots names.
    private static func member(_ path: String, of value: Any?) -> Any? {
        path.split(separator: ".").reduce(value) { ($0 as? HostClient.Object)?[String($1)] }
    }

    /// Whether a member is of the type that the file names, or is that value.
    private static func matches(_ member: Any?, _ wanted: Any) -> Bool {
        switch wanted as? String {
        case "object": member is HostClient.Object
        case "array": member is [Any]
        case "string": member is String
        case "number": member is Int
        default: (member as? NSObject)?.isEqual(wanted) == true
        }
    }
}
