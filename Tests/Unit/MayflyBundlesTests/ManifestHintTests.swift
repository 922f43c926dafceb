import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyBundles

/// What a manifest can make the host look for.
@Suite struct ManifestHintTests {
    /// 32 settings of as many choices as a manifest has room for, and translations of other texts whose keys resemble all of theirs.
    private static func manifest(strays: Int) throws -> [UInt8] {
        let settings = (10..<42).map { number -> [String: Any] in
            let choices = (10..<31).map { ["value": "v\($0)" + String(repeating: "y", count: 37), "title": "a"] }
            return [
                "key": "k\(number)" + String(repeating: "z", count: 37), "kind": "choice", "title": "t",
                "default": choices[0]["value"] ?? "", "choices": choices,
            ]
        }
        func key(_ number: Int) -> String {
            "settings.k\(number)\(String(repeating: "z", count: 37)).choices.v\(number)\(String(repeating: "y", count: 37))"
        }
        let texts = { (numbers: Range<Int>) in Dictionary(uniqueKeysWithValues: numbers.map { (key($0), "") }) }
        return try ScratchFolder.manifest([
            "settings": settings,
            "localizations": ["de": texts(50..<50 + strays / 2), "fr": texts(70..<70 + strays / 2)],
        ])
    }

    /// Whatever is read for a launch or a list takes as long as without unknown keys; and the hints, as long as some readings.
    @Test func aManifestOfUnknownKeysTakesNoLongerThanAnother() throws {
        let (plain, hostile) = (try Self.manifest(strays: 0), try Self.manifest(strays: 30))
        var warnings: [String] = []
        func time(_ json: [UInt8], _ use: (Manifest) -> Void = { _ in }) -> Int {
            processorTime {
                guard let manifest = try? Manifest(json: json) else {
                    Issue.record("it breaks a rule")
                    return
                }
                use(manifest)
            }
        }
        let (usual, read) = (time(plain), time(hostile))
        #expect(read < 3 * usual, "\(read) ns, and \(usual) ns without unknown keys")
        let told = time(hostile) { warnings = $0.warnings }
        #expect(told < 30 * usual, "\(told) ns, and \(usual) ns without unknown keys")
        #expect(warnings.count == 9)
        #expect(warnings.last == "manifest.json: 22 more keys are not known to this host")
    }

    /// Up to three bytes of a word can be others, too many or missing.
    @Test(
        arguments: [
            ("settings.sound.titel", "settings.sound.title"), ("settings.sond.title", "settings.sound.title"),
            ("xnamex", "name"), ("summary.text", nil), ("names", "name"), ("", nil),
        ] as [(String, String?)]
    )
    func aKeyOfATranslationIsToldWhatItResembles(key: String, near: String?) throws {
        let sound: [String: Any] = ["key": "sound", "kind": "toggle", "title": "Sound", "default": true]
        let json = try ScratchFolder.manifest(["settings": [sound], "localizations": ["de": [key: "x"]]])
        let hint = near.map { "; did you mean '\($0)'?" } ?? ""
        #expect(
            try Manifest(json: json).warnings == [
                "manifest.json: 'localizations.de.\(key)' is not known to this host and is ignored\(hint)"
            ]
        )
    }

    /// Nobody reads more of them.
    @Test func aManifestHasFewPermissions() throws {
        func warnings(_ count: Int) throws -> [String] {
            let permissions = (0..<count).map { ["name": "network:h\($0).example.com", "reason": "To play"] }
            return try Manifest(json: try ScratchFolder.manifest(["permissions": permissions])).warnings
        }
        #expect(try warnings(32) == [])
        let error = #expect(throws: MayflyError.self) { try warnings(33) }
        #expect(error?.message == "manifest.json: 'permissions' must have at most 32 permissions, found 33")
    }
}
