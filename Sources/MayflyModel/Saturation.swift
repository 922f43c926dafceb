// A limit of a policy can be the largest number there is.

extension Int {
    /// The product; the largest number where it would be larger. Neither number is negative.
    package func saturatingMultiplied(by other: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }

    /// The sum; the largest number where it would be larger. Neither number is negative.
    package func saturatingAdding(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
