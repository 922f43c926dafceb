internal import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
    /// For tests of file permissions, which do not apply to root.
    package static var asAnOrdinaryUser: ConditionTrait {
        .disabled(if: geteuid() == 0, "root is let in everywhere; .ci/tests-as-user runs this as an ordinary user")
    }

    /// For tests of the second run, which an ordinary user does after root.
    package static var asRootsDouble: ConditionTrait {
        .enabled(
            if: ProcessInfo.processInfo.environment["MAYFLY_TESTS_USER"] != nil,
            "this is about the run that .ci/tests-as-user makes"
        )
    }
}
