package import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that give a program higher limits than this process has, which needs CAP_SYS_RESOURCE.
    package static var withHigherLimits: ConditionTrait {
        .enabled("this process cannot raise its limits") {
            (try? run("prlimit", ["--rtprio=10:10", "--nice=30:30", "true"])) != nil
        }
    }
}
