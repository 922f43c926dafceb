import MayflyModel
import Testing

@Suite struct SandboxRequirementTests {
    private static func unmet(_ requirement: SandboxRequirement, _ missing: SandboxLayer...) -> Set<SandboxLayer> {
        Set(requirement.unmet(in: Dictionary(uniqueKeysWithValues: missing.map { ($0, "a reason") })).keys)
    }

    @Test func theMinimumNeedsOneOfTheTwoLayersForFiles() {
        #expect(Self.unmet(.minimum, .root) == [])
        #expect(Self.unmet(.minimum, .landlock) == [])
        #expect(Self.unmet(.minimum, .landlock, .root) == [.landlock, .root])
    }

    @Test(arguments: [SandboxLayer.seccomp, .noNewPrivileges])
    func theMinimumNeedsTheFilterAndNoNewPrivileges(layer: SandboxLayer) {
        #expect(Self.unmet(.minimum, layer, .user) == [layer])
        // A layer that is there is not called missing.
        #expect(Self.unmet(.minimum, layer, .root) == [layer])
    }

    @Test func theMinimumNeedsNothingElse() {
        let others = SandboxLayer.allCases.filter { ![.seccomp, .noNewPrivileges, .root].contains($0) }
        let missing = Dictionary(uniqueKeysWithValues: others.map { ($0, "a reason") })
        #expect(SandboxRequirement.minimum.unmet(in: missing).isEmpty)
        #expect(SandboxRequirement.minimum.refusal(of: missing) == nil)
    }

    @Test(arguments: SandboxLayer.allCases)
    func aCompleteSandboxLacksNothingButControlGroups(layer: SandboxLayer) {
        #expect(Self.unmet(.complete, layer) == (layer == .cgroup ? [] : [layer]))
        #expect(Self.unmet(.nothing, layer) == [])
    }

    @Test func theRefusalNamesWhatIsMissingAndWhatToDo() throws {
        let missing: [SandboxLayer: String] = [.seccomp: "one", .root: "two", .landlock: "three", .uts: "four"]
        let refusal = try #require(SandboxRequirement.minimum.refusal(of: missing))
        #expect(refusal.contains("needs: seccomp (one), root (two) or landlock (three); "))
        #expect(refusal.contains("user.max_user_namespaces") && refusal.contains("CONFIG_SECCOMP_FILTER"))
        #expect(refusal.hasSuffix("'--allow-unconfined' opens extensions without it"))
        #expect(!refusal.contains("four"))
    }

    @Test func whatIsSwitchedOffNeedsNoAdvice() {
        let refusal = SandboxRequirement.minimum.refusal(of: [.seccomp: SandboxLayer.switchedOff])
        #expect(
            refusal == "the sandbox lacks what every extension needs: seccomp (switched off); "
                + "'--allow-unconfined' opens extensions without it"
        )
    }
}
