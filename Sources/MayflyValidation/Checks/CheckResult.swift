/// What one check says of one bundle.
package struct CheckResult: Sendable {
    package let check: Check
    package let verdict: Verdict
    package let duration: Duration
}

/// What all checks say of one bundle, in the order of `Check.all`.
package struct BundleReport: Sendable {
    /// The path as the caller gave it; untrusted.
    package let path: String
    /// The id and the version of the manifest; nil without a valid one.
    package let identity: String?
    package let results: [CheckResult]
    /// The ids of all checks that were carried out, also of those that only others needed, in the order in which they were begun.
    package let order: [String]
    /// The permissions of servers that the extension asked for and did not get, such as `network:api.example.com`.
    package let refusedServers: [String]

    /// How many results there are of each verdict's name.
    package func count(_ verdict: String) -> Int { results.count { $0.verdict.name == verdict } }

    /// Whether nothing is known to be wrong, and something was looked at.
    package var isSuccess: Bool { count("failed") + count("crashed") == 0 && count("passed") + count("warning") > 0 }
}
