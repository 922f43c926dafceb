/// How many decimals the amounts of a currency have (ISO 4217, list one: its "minor unit").
///
/// The data of ICU and of browsers is not this list: it has the decimals that people use (CLDR), which are none for the dinar of Iraq, where
/// the list has three. An amount in minor units would be shown wrong by a factor of 1,000.
enum CurrencyList {
    /// Nil for a code that the list does not have, and for metals and units of account, which have no minor unit.
    static func decimals(of code: String) -> Int? { known[code] }

    private static let known: [String: Int] = {
        var known: [String: Int] = [:]
        for (decimals, codes) in lists {
            for code in codes.split(separator: " ") { known[String(code)] = decimals }
        }
        return known
    }()

    private static let lists: [(decimals: Int, codes: String)] = [
        (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
        (
            2,
            "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU "
                + "CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD "
                + "KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO "
                + "NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB "
                + "TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG"
        ),
        (3, "BHD IQD JOD KWD LYD OMR TND"),
        (4, "CLF UYW"),
    ]
}
