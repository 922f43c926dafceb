import Foundation
import MayflyModel
import Testing

@Suite struct PriceTests {
    @Test(arguments: [
        (1_250, "EUR", "EUR 12.50"), (5, "EUR", "EUR 0.05"), (100, "USD", "USD 1.00"), (1_250, "JPY", "JPY 1,250"),
        (1_250, "KWD", "KWD 1.250"), (7, "BHD", "BHD 0.007"), (12_345, "CLF", "CLF 1.2345"),
        (1_000_000_000, "GBP", "GBP 10,000,000.00"), (1_250, "IQD", "IQD 1.250"),
        // Nobody knows how many of these make one of the next unit: metals have none.
        (1_250, "XYZ", "XYZ 1,250 (minor units)"), (1_250, "XAU", "XAU 1,250 (minor units)"),
    ]) func isWrittenWithTheDecimalsOfItsCurrency(minorUnits: UInt64, currency: String, text: String) {
        #expect(Price(minorUnits: minorUnits, currency: currency)?.description == text)
    }

    /// The data of ICU has the decimals that people use: none for coins that are not in use any more. Here it has what ISO 4217 has.
    @Test func agreesWithTheDataOfICUButWhereCoinsAreOutOfUse() throws {
        var compared = 0
        var (unused, others): (Set<String>, [String: Int]) = ([], [:])
        for currency in Locale.Currency.isoCurrencies {
            let code = currency.identifier.uppercased()
            guard let decimals = Price(minorUnits: 1, currency: code)?.decimals else { continue }
            compared += 1
            let text = Decimal(1).formatted(.currency(code: code).locale(Locale(identifier: "en_US")))
            let digits = text.split(separator: ".").dropFirst().first?.count ?? 0
            if digits == 0, decimals > 0 { unused.insert(code) } else if digits != decimals { others[code] = digits }
        }
        #expect(compared > 150)
        #expect(others == [:])
        // An amount of these that ICU wrote would be 100 or 1,000 times as large as it is.
        let known = "AFN ALL COP IDR IQD IRR KPW LAK LBP MGA MMK PKR RSD SOS SYP YER".split(separator: " ").map(
            String.init
        )
        #expect(unused == Set(known))
    }
}
