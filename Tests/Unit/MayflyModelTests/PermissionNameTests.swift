import MayflyModel
import Testing

@Suite struct PermissionNameTests {
    @Test(arguments: [
        "network:api.example.com", "network:*.example.com", "network:localhost", "network:a-1.b2.xn--p1ai",
    ])
    func readsWhatThisHostGrants(text: String) {
        #expect(PermissionName(text)?.description == text)
    }

    @Test(arguments: [
        "network", "network:", "network:*", "network:*.com", "network:*.*.com", "network:a.*.com", "network:127.0.0.1",
        "network:127.1",
        "network:[::1]", "network:Api.example.com", "network:-a.com", "network:a-.com", "network:a..com",
        "network:.com", "network:a.com.",
        "network:a_b.com", "network:a.com:443", "network:https://a.com", "microphone", "",
        "network:\(String(repeating: "a", count: 64)).com",
        "network:" + Array(repeating: "abc", count: 64).joined(separator: "."),
    ])
    func refusesTheRest(text: String) {
        #expect(PermissionName(text) == nil)
    }

    @Test func aStarIsForAllNamesBelow() throws {
        let wild = try #require(NetworkHost("*.example.com"))
        for name in ["a.example.com", "a.b.example.com", "A.Example.COM"] { #expect(wild.contains(name)) }
        for name in [
            "example.com", "badexample.com", "example.com.evil.org", "a.example.com.", ".example.com", "*.example.com",
            "",
        ] {
            #expect(!wild.contains(name))
        }
        let one = try #require(NetworkHost("example.com"))
        #expect(one.contains("EXAMPLE.com") && !one.contains("a.example.com"))
    }
}
