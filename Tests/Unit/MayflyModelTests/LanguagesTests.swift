import Testing

@testable import MayflyModel

@Suite struct LanguagesTests {
    private let texts = [
        "de": ["name": "Strichliste", "summary": "Zählt"], "de-AT": ["name": "Stricherlliste"], "en": [:],
        "zh-Hant": ["name": "計數"],
    ]

    private func name(_ tags: String...) -> String? { Languages(tags).texts(of: texts)["name"] }

    @Test func aTagIsLookedUpWithoutItsLastParts() {
        #expect(name("de-CH-1996") == "Strichliste")
        #expect(name("DE-at") == "Stricherlliste")
        #expect(Languages(["de-AT"]).texts(of: texts)["summary"] == "Zählt")
        // A single letter is nothing without what follows it (RFC 4647, 3.4).
        #expect(name("zh-Hant-CN-x-private1") == "計數")
        #expect(name("zh") == nil && name("d") == nil && name("den") == nil)
    }

    @Test func theFirstLanguageThatThereIsCounts() {
        #expect(name("fr", "de", "zh-Hant") == "Strichliste")
        #expect(name("fr-FR", "en", "de") == nil)
        #expect(name() == nil)
    }

    @Test(
        arguments: [
            (["LANG": "de_AT.UTF-8"], ["de-AT"]), (["LANG": "de_DE@euro"], ["de-DE"]), (["LANG": "C.UTF-8"], []),
            (["LANG": "POSIX"], []), (["LANG": "de", "LC_MESSAGES": "fr_FR"], ["fr-FR"]), ([:], []),
            (["LANG": "de", "LC_MESSAGES": "fr", "LC_ALL": "C"], []), (["LC_ALL": "", "LANG": "pt_BR"], ["pt-BR"]),
            (["LANG": "../../etc/passwd"], []), (["LANG": "de_"], []),
        ]
    )
    func theTerminalNamesOneLanguage(environment: [String: String], tags: [String]) {
        #expect(Languages(environment: environment).tags == tags)
    }

    @Test func whatIsNoTagIsLeftOut() {
        let wrong = [
            "", "d", "de_AT", "de-", "-de", "de--AT", "deutschland", "1de", "dé",
            "de-" + String(repeating: "a-", count: 20),
        ]
        #expect(Languages(wrong + ["de"]).tags == ["de"])
        #expect(Languages(Array(repeating: "de", count: 40)).tags.count == Languages.most)
    }
}
