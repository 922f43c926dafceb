import Foundation
import MayflyConformance
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyBundles

@Suite struct ManifestTests {
    private func failure(_ json: [UInt8]) -> MayflyError? {
        do throws(MayflyError) {
            _ = try Manifest(json: json)
            return nil
        } catch {
            return error
        }
    }

    private func failure(_ changes: [String: Any?]) throws -> String? {
        let error = failure(try ScratchFolder.manifest(changes))
        if let error { #expect(error.code == .invalidManifest) }
        return error?.message
    }

    @Test func warnsOfPermissionsThatAreNeverGranted() throws {
        let names = [
            "camera", "photos", "purchase", "payment", "network:*.example.com", "microphone", "network:127.0.0.1",
        ]
        let permissions = names.map { ["name": $0, "reason": "For fun"] }
        let read = try Manifest(json: try ScratchFolder.manifest(["permissions": permissions]))
        #expect(read.permissions.map(\.name) == names)
        #expect(read.permissions.map { $0.known != nil } == [true, true, true, true, true, false, false])
        #expect(read.warnings.count == 2)
        #expect(
            read.warnings.first
                == "manifest.json: the permission 'microphone' is not known to this host and is never granted"
        )
        #expect(read.warnings.last?.contains("'network:127.0.0.1' is never granted") == true)
    }

    @Test func readsEveryKeyAndIgnoresUnknownOnes() throws {
        let json = try ScratchFolder.manifest([
            "summary": "Counts", "contexts": ["media", "messages"], "fromTheFuture": ["x": 1],
            "permissions": [["name": "network:weather.example.com", "reason": "To ask the weather", "scope": "all"]],
            "limits": ["memory_mib": 64, "linger_ms": 0], "localizations": ["de": ["name": "Strichliste"]],
            "settings": [["key": "sound", "kind": "toggle", "title": "Sound", "default": true]],
            "version": "1.2.0-beta.1+7", "abi": ["min": "1.0", "max": "1.12"],
        ])
        let manifest = try Manifest(json: json)
        #expect(manifest.id.rawValue == "org.mayfly.tally")
        #expect(manifest.version.description == "1.2.0-beta.1+7")
        #expect(manifest.kind == .app)
        #expect(manifest.abi?.contains(Manifest.ABIVersion(major: 1, minor: 9)) == true)
        #expect(manifest.abi?.contains(Manifest.ABIVersion(major: 2, minor: 0)) == false)
        #expect(manifest.libraries == [Platform.current: "lib/tally.so"])
        #expect(manifest.summary == "Counts")
        #expect(manifest.contexts == [.messages, .media])
        #expect(manifest.permissions.map(\.name) == ["network:weather.example.com"])
        #expect(manifest.permissions.first?.reason == "To ask the weather")
        #expect(manifest.limits == [.memory: 64, .linger: 0])
        #expect(manifest.localizations == ["de": ["name": "Strichliste"]])
        #expect(
            manifest.settings == [
                Setting(key: "sound", title: "Sound", summary: nil, kind: .toggle, defaultValue: .toggle(true))
            ]
        )
        #expect(
            manifest.warnings == [
                "manifest.json: 'fromTheFuture' is not known to this host and is ignored",
                "manifest.json: 'permissions[0].scope' is not known to this host and is ignored",
            ]
        )
    }

    @Test(arguments: [("sumary", "summary"), ("Icon", "icon"), ("librarys", "libraries")])
    func namesTheKeyThatAnUnknownOneResembles(key: String, near: String) throws {
        let rule = "is not known to this host and is ignored; did you mean"
        let manifest = try Manifest(json: ScratchFolder.manifest([key: "x"]))
        #expect(manifest.warnings == ["manifest.json: '\(key)' \(rule) '\(near)'?"])
        let inner = try Manifest(json: ScratchFolder.manifest(["abi": ["min": "1.0", "max": "1.0", "mx": "2.0"]]))
        #expect(inner.warnings == ["manifest.json: 'abi.mx' \(rule) 'max'?"])
    }

    @Test func warnsOfAFewUnknownKeysOnly() throws {
        let changes = Dictionary(uniqueKeysWithValues: (0..<40).map { ("fromTheFuture\($0)", $0) })
        let manifest = try Manifest(json: ScratchFolder.manifest(changes))
        #expect(manifest.warnings.count == 9)
        #expect(manifest.warnings.last == "manifest.json: 32 more keys are not known to this host")
    }

    @Test func tellsEveryKeyThatBreaksARule() throws {
        let message = try failure(["id": "tally", "version": 1, "icon": nil, "limits": ["memory": 1]])
        let parts = try #require(message?.components(separatedBy: "; "))
        #expect(parts.count == 5, "\(parts)")
        #expect(parts[0].hasPrefix("manifest.json: 'id' must be a reverse-DNS name"))
        #expect(parts[1] == "'version' must be a string, found a number")
        #expect(parts[2] == "'icon' is missing")
        #expect(parts[3] == "'limits.memory' is not a limit")
        #expect(failure(Array("{}".utf8))?.message.components(separatedBy: "; ").count == 5)
    }

    @Test(arguments: [" ", "\u{3164}", "\u{2800}", "\u{FE0F}", "\u{AD}\u{200D}"])
    func refusesANameThatNobodySees(name: String) throws {
        let message = try failure(["name": name])
        #expect(message?.hasPrefix("manifest.json: 'name' must have a visible character, found ") == true)
    }

    @Test func offersInMessagesWhenTheManifestSaysNothing() throws {
        #expect(try Manifest(json: ScratchFolder.manifest()).contexts == [.messages])
    }

    @Test(.proves("C-015"), arguments: ["id", "name", "version", "kind", "abi", "libraries", "icon"])
    func namesTheKeyThatIsMissing(key: String) throws {
        #expect(try failure([key: nil]) == "manifest.json: '\(key)' is missing")
    }

    @Test(.proves("C-015"), arguments: ["containing_app", "containingApp", "app"])
    func needsAnIconAlsoWithAContainingApp(key: String) throws {
        let app: [String: Any?] = [key: ["name": "Tally", "url": "https://tally.example.org"]]
        #expect(try failure(app) == nil)
        #expect(try failure(app.merging(["icon": nil]) { $1 }) == "manifest.json: 'icon' is missing")
    }

    @Test func countsNullAsMissing() {
        #expect(failure(Array(#"{"id": null}"#.utf8))?.message.hasPrefix("manifest.json: 'id' is missing; ") == true)
    }

    @Test func namesTheTypeThatIsWrong() throws {
        #expect(try failure(["version": 1]) == "manifest.json: 'version' must be a string, found a number")
        #expect(try failure(["abi": "1.0"]) == "manifest.json: 'abi' must be an object, found a string")
        let context = try failure(["contexts": ["messages", true]])
        #expect(context?.contains("'contexts[1]' must be a string, found true") == true)
        #expect(
            try failure(["limits": ["cpu_ms": "low"]])
                == "manifest.json: 'limits.cpu_ms' must be a number, found a string"
        )
        #expect(
            try failure(["permissions": [["name": "network"]]])
                == "manifest.json: 'permissions[0].reason' is missing"
        )
    }

    @Test func refusesALimitThatNoNumberCanHold() {
        let json = #"""
            {"id":"a.b","name":"A","version":"1.0.0","kind":"sticker-pack","stickers":"S","icon":"i",
             "limits":{"cpu_ms":1e400}}
            """#
        #expect(failure(Array(json.utf8))?.message == "manifest.json: 'limits.cpu_ms' is too large, found 1e400")
    }

    @Test func refusesALimitThatIsNone() throws {
        let numbers: [(Double, String)] = [(-1, "-1.0"), (0, "0.0"), (1.5, "1.5"), (1e300, "1e+300")]
        for (number, text) in numbers {
            let rule = "must be a whole number, 1 or more, found \(text)"
            #expect(try failure(["limits": ["threads": number]]) == "manifest.json: 'limits.threads' \(rule)")
        }
        let message = try failure(["limits": ["memory": 1]])
        #expect(
            message?.hasPrefix("manifest.json: 'limits.memory' is not a limit; there are memory_mib, cpu_ms, ") == true
        )
    }

    @Test func saysWhereTheTextStopsBeingJSON() {
        let message = failure(Array("{\n  \"id\": \"a.b\",\n}".utf8))?.message
        #expect(message == "manifest.json: not JSON: line 3, column 1: expected a key in quotes")
    }

    @Test(arguments: ["id", "name", "version", "kind", "icon", "summary"]) func manyAccentsTakeNoMoreTime(key: String)
        throws
    {
        func time(_ scalars: String) throws -> Int {
            let json = try ScratchFolder.manifest([key: "a" + String(repeating: scalars, count: 14_000)])
            return processorTime { #expect(failure(json)?.code == .invalidManifest) }
        }
        let (ordinary, forged) = (try time("жж"), try time("\u{301}\u{323}"))
        #expect(forged < 20 * ordinary, "\(forged) ns, and \(ordinary) ns for letters")
    }

    /// An item carries the name to other hosts, which take no longer one.
    @Test func refusesANameOfTooManyBytes() throws {
        let name = String(repeating: "\u{1F600}", count: 80)
        #expect(try failure(["name": name]) == nil)
        let longer = String(name.dropLast()) + "e\u{301}\u{301}"
        #expect(try failure(["name": longer]) == "manifest.json: 'name' must have at most 320 bytes, found 321")
    }

    @Test func refusesTextsThatAreTooLong() throws {
        let name = String(repeating: "a", count: 8 * 1024)
        #expect(try failure(["localizations": ["en": ["later": name]]]) == nil)
        #expect(
            try failure(["localizations": ["en": ["name": name + "a"]]])
                == "manifest.json: 'localizations.en.name' must have at most 8,192 bytes, found 8,193"
        )
    }

    @Test func refusesWhatIsNoObject() {
        #expect(failure(Array("[1]".utf8))?.message == "manifest.json: must be an object, found an array")
        #expect(failure([])?.message.contains("the text is empty") == true)
    }

    @Test(
        arguments: [
            "tally", "Org.mayfly", "org..tally", ".org.tally", "org.9lives", "org.tal-", "org.tal_ly", "org.tally ",
        ]
    )
    func refusesAnIDThatIsNoReverseDNSName(id: String) throws {
        let message = try #require(try failure(["id": id]))
        #expect(message.contains("reverse-DNS") && message.hasSuffix("found '\(id)'"))
    }

    @Test func escapesAndShortensWhatItQuotes() throws {
        let message = try #require(try failure(["id": "a\u{1B}[2J\n" + String(repeating: "x", count: 5000)]))
        #expect(!message.contains("\u{1B}") && !message.contains("\n") && message.count < 400)
    }

    @Test(
        arguments: [
            "1", "1.0", "1.0.0.0", "v1.0.0", "01.0.0", "1.0.0-", "1.0.0-a..b", "1.0.-1", "1.0.0+", "1.0.0-01",
        ]
    )
    func refusesAVersionThatIsNotSemantic(version: String) throws {
        #expect(try failure(["version": version])?.contains("'version' must be a semantic version") == true)
    }

    @Test(arguments: [["min": "1", "max": "1.0"], ["min": "1.0", "max": "1.99999"], ["min": "+1.0", "max": "2.0"]])
    func refusesAnABIVersionThatIsNotTwoNumbers(range: [String: String]) throws {
        #expect(try failure(["abi": range])?.contains("must be a version such as 1.0") == true)
    }

    @Test func refusesAnABIRangeThatEndsBeforeItBegins() throws {
        let message = try failure(["abi": ["min": "1.10", "max": "1.9"]])
        #expect(message == "manifest.json: 'abi' must not begin after its end, found 1.10 to 1.9")
    }

    @Test(arguments: ["/etc/passwd", "../other/icon.png", "a/../../b", "", ".", "a/..", "a\u{0}b"])
    func refusesAPathThatIsNotInTheBundle(path: String) throws {
        #expect(try failure(["icon": path])?.contains("'icon' must") == true)
        #expect(try failure(["libraries": ["linux-x86_64": path]])?.contains("'libraries.linux-x86_64' must") == true)
    }

    @Test func refusesALibraryInAStickerPack() throws {
        #expect(
            try failure(["kind": "sticker-pack", "stickers": "S.xcstickers"])
                == "manifest.json: 'libraries' must be absent: a sticker pack has no code"
        )
        #expect(try failure(["kind": "sticker-pack", "libraries": nil]) == "manifest.json: 'stickers' is missing")
    }

    @Test func refusesAnAppWithoutAnyLibrary() throws {
        #expect(try failure(["libraries": [String: String]()])?.contains("at least one platform") == true)
    }

    @Test func refusesTheSamePermissionTwice() throws {
        let permission = ["name": "network", "reason": "Because"]
        #expect(try failure(["permissions": [permission, permission]])?.contains("found 'network' again") == true)
    }

    @Test func refusesANameOfTwoLinesOrNone() throws {
        #expect(try failure(["name": "A\nB"])?.contains(#"found 'A\nB'"#) == true)
        #expect(try failure(["name": ""])?.contains("1 to 80 characters, found 0") == true)
    }

    @Test func warnsOfAContextFromALaterHost() throws {
        let manifest = try Manifest(json: ScratchFolder.manifest(["contexts": ["messages", "hologram"]]))
        #expect(manifest.warnings == ["manifest.json: the context 'hologram' is not known to this host"])
        #expect(try failure(["contexts": ["hologram"]])?.contains("at least one of") == true)
    }

    @Test func aLimitOfTheManifestOnlyLowers() {
        let policy = Policy()
        for limit in Manifest.Limit.allCases {
            let less = policy[limit] - 1
            #expect(policy.lowered(by: [limit: less])[limit] == less, "\(limit.rawValue)")
            #expect(policy.lowered(by: [limit: policy[limit] + 1]) == policy, "\(limit.rawValue)")
            let others = Manifest.Limit.allCases.filter { $0 != limit }
            for other in others { #expect(policy.lowered(by: [limit: less])[other] == policy[other]) }
        }
        #expect(policy.lowered(by: [.calls: 10]).calls == Policy.Rate(burst: 10, perSecond: 10))
    }
}
