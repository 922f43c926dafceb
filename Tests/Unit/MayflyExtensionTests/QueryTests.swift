import MayflyExtension
import Testing

@Suite struct QueryTests {
    @Test(arguments: ["", "a=b&c=d?e#f", "100 % Käse", "\u{0}\n\"\\", "🍦", "%41", "a+b"])
    func readsBackWhatItWrote(value: String) {
        var query = Query()
        query["first"] = "1"
        query[value] = value
        #expect(Query(query.url) == query)
    }

    @Test func codesEverythingButUnreservedCharacters() {
        var query = Query()
        query["a-z"] = "Az09-._~ &=é"
        #expect(query.url == "?a-z=Az09-._~%20%26%3D%C3%A9")
    }

    @Test(
        arguments: zip(
            ["%", "%4", "%zz", "a%2", "%%41", "%FF", "=x", "+"],
            ["%", "%4", "%zz", "a%2", "%A", "\u{FFFD}", "=x", "+"]
        )
    )
    func toleratesDamagedCodes(coded: String, plain: String) {
        #expect(Query("?value=" + coded)["value"] == plain)
    }

    @Test func readsTheQueryOfAWholeURL() {
        let query = Query("https://example.org/a=b?base=cone&&flag&scoops=mint#?base=cup")
        #expect(query.items.map(\.name) == ["base", "flag", "scoops"])
        #expect(query["base"] == "cone")
        #expect(query["flag"] == "")
        #expect(query["a"] == nil)
    }

    @Test func findsNothingWithoutAQuery() {
        #expect(Query("data:text/plain,base=cone").items.isEmpty)
        #expect(Query("?").items.isEmpty)
    }

    @Test func settingReplacesAllValuesInPlace() {
        var query = Query("?a=1&b=2&a=3&c=4")
        query["a"] = "5"
        #expect(query.url == "?a=5&b=2&c=4")
        query["b"] = nil
        #expect(query.url == "?a=5&c=4")
    }
}
