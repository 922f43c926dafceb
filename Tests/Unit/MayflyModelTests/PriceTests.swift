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

    /// The data of ICU has the decimals that people use, which can be fewer than those of ISO 4217, and one currency has more there.
    @Test func agreesWithAnotherListWhereThatOneHasTheDecimalsOfISO4217() throws {
        var compared = 0
        var others: [String: Int] = [:]
        for currency in Locale.Currency.isoCurrencies {
            let code = currency.identifier.uppercased()
            guard let decimals = Price(minorUnits: 1, currency: code)?.decimals else { continue }
            compared += 1
            let formatter = NumberFormatter()
            formatter.numberStyle = .currency
            formatter.currencyCode = code
            if formatter.maximumFractionDigits != decimals { others[code] = formatter.maximumFractionDigits - decimals }
        }
        #expect(compared > 150)
        #expect(others == [:])
    }
}
