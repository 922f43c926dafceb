internal import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
    /// For what root could not fail, because it is let in everywhere.
    package static var asAnOrdinaryUser: ConditionTrait {
        .disabled(if: geteuid() == 0, "root is let in everywhere; .ci/tests-as-user runs this as an ordinary user")
    }

    /// For what is about the second run of the tests, by an ordinary user after root.
    package static var asRootsDouble: ConditionTrait {
        .enabled(
            if: ProcessInfo.processInfo.environment["MAYFLY_TESTS_USER"] != nil,
            "this is about the run that .ci/tests-as-user makes"
        )
    }
}
