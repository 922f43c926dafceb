import CMayflyLinux
import Foundation
import MayflyFetch
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import Testing

/// The process that makes requests: what it gave up, and that it ends with its host.
@Suite struct FetchProcessTests {
    private static let program = Bundle.main.bundlePath + "/mayfly-fetch"

    /// A fields of `/proc/PID/status`.
    private func status(_ process: Int32, _ field: String) throws -> String {
        let text = try kernelText(of: "/proc/\(process)/status")
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(field + ":") })
        return line.dropFirst(field.count + 1).trimmingCharacters(in: .whitespaces)
    }

    private func children(of process: Int32, named name: String) -> [Int32] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        let lists = tasks.compactMap {
            try? kernelText(of: "/proc/\(process)/task/\($0)/children")
        }
        return lists.flatMap { $0.split(separator: " ") }.compactMap { Int32($0) }.filter {
            (try? kernelText(of: "/proc/\($0)/comm"))?.hasPrefix(name) == true
        }
    }

    /// `mayfly store add` that waits for a server which has sent a half, and the process that waits for it.
    private func held(_ shop: Shop, _ tool: Tool) throws -> (host: TerminalProcess, fetch: Int32) {
        try shop.server.misbehave(.init("1.root.json", "hold"))
        let host = try TerminalProcess(home: tool.home, folders: "", ["store", "add", shop.server.address])
        try blockUntil { !shop.server.requests().isEmpty }
        let fetch = try #require(children(of: host.id, named: "mayfly-fetch").first)
        return (host, fetch)
    }

    @Test func hasGivenUpItsRights() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await OwnThread.run {
                let (host, fetch) = try held(shop, tool)
                #expect(try status(fetch, "NoNewPrivs") == "1")
                for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] {
                    #expect(try status(fetch, set).allSatisfy { $0 == "0" }, "\(set)")
                }
                let limits = try kernelText(of: "/proc/\(fetch)/limits")
                #expect(limits.contains(#/Max file size +0 +0 /#), "\(limits)")
                #expect(limits.contains(#/Max open files +64 +64 /#), "\(limits)")
                #expect(limits.contains(#/Max address space +1073741824 +1073741824 /#), "\(limits)")
                // Nothing of the host but the socket, and what it complains to.
                let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(fetch)/fd").compactMap {
                    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(fetch)/fd/\($0)")
                }
                #expect(!open.contains { $0.contains(tool.home) }, "\(open)")
                let environment = try Data(contentsOf: URL(filePath: "/proc/\(fetch)/environ"))
                #expect(!String(decoding: environment, as: UTF8.self).contains("MAYFLY_HOME"))
                host.signal(SIGKILL)
                _ = host.finish()
            }
        }
    }

    @Test func endsWithItsHost() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await OwnThread.run {
                let (host, fetch) = try held(shop, tool)
                host.signal(SIGKILL)
                #expect(host.finish() == -SIGKILL)
                try blockUntil {
                    !FileManager.default.fileExists(atPath: "/proc/\(fetch)")
                        || (try? status(fetch, "State").first) == "Z"
                }
            }
        }
    }

    @Test func doesNothingOnItsOwn() throws {
        for arguments in [[], ["x"], ["1", "2"]] {
            let alone = try Program([Self.program] + arguments)
            #expect(alone.status == 64 && alone.output.hasPrefix("mayfly-fetch is started by mayfly"))
        }
    }

    // MARK: Requests

    private func failure(_ request: FetchRequest, _ fetcher: Fetcher? = nil) -> String {
        let error = #expect(throws: MayflyError.self) {
            _ = try (fetcher ?? Fetcher(program: Self.program)).fetch(request) { _, _ in }
        }
        #expect(error?.code == .unreachable)
        return error?.message ?? ""
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "dict://127.0.0.1/", "x", ""])
    func takesOnlyAddressesOfHTTP(url: String) async throws {
        try await OwnThread.run { #expect(failure(FetchRequest(url: url, limit: 1000, seconds: 5)).hasPrefix(url)) }
    }

    @Test(arguments: ["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1"])
    func aPublicRequestConnectsToNoLocalAddress(host: String) async throws {
        let shop = try Shop()
        try await OwnThread.run {
            let url = "http://\(host):\(shop.server.port)/metadata/1.root.json"
            let request = FetchRequest(url: url, limit: 100_000, seconds: 5, isPublic: true)
            #expect(failure(request) == "\(url): it leads to an address that is not public")
            #expect(shop.server.requests().isEmpty)
        }
    }

    /// A connection that is open already is not used for a request that needs a look at its address.
    @Test func aPublicRequestUsesNoConnectionOfAnother() async throws {
        let shop = try Shop()
        try await OwnThread.run {
            let fetcher = Fetcher(program: Self.program)
            var request = FetchRequest(url: shop.server.address + "/metadata/1.root.json", limit: 100_000, seconds: 5)
            let status = try fetcher.fetch(request) { _, _ in }.status
            #expect(status == 200)
            request.isPublic = true
            #expect(failure(request, fetcher).hasSuffix(": it leads to an address that is not public"))
            #expect(shop.server.requests().count == 1)
        }
    }

    /// Where a name of a public server leads is looked at again after each redirect. The address is that of a machine of its own, in
    /// namespaces of its own.
    @Test func aRedirectToALocalAddressIsRefused() async throws {
        let program = Checkout.folder.appending(path: "Tests/Integration/Programs/redirect.py").path
        let spaces = ["unshare", "--user", "--map-root-user", "--net"]
        try #require(try Program(spaces + ["true"], takesErrors: true).status == 0)
        let run = try Program(spaces + ["/usr/bin/python3", program, Self.program], takesErrors: true)
        let lines = run.output.split(separator: "\n")
        #expect(run.status == 0, "\(run.output)")
        #expect(
            lines == [
                "direct: 200", "redirected: it leads to an address that is not public", "asked: /direct /redirected",
            ]
        )
    }
}
