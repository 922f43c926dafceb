internal import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
    /// For tests of file permissions, which do not apply to root.
    package static var asAnOrdinaryUser: ConditionTrait {
        .disabled(if: geteuid() == 0, "root has all permissions; .ci/tests-as-user runs this as an ordinary user")
    }

    /// For tests about the second run, which .ci/tests-as-user makes as an ordinary user.
    package static var asRootsDouble: ConditionTrait {
        .enabled(
            if: ProcessInfo.processInfo.environment["MAYFLY_TESTS_USER"] != nil,
            "this tests the run of .ci/tests-as-user"
        )
    }
}
