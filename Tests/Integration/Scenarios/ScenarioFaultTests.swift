import Foundation
import MayflyTestSupport
import MayflyTesting
import Testing

/// What scenarios put in: a killed worker, other ways of delivery, and another time.
@Suite struct ScenarioFaultTests {
    private func expectPass(_ text: String, with bundle: String = Samples.tally) async throws {
        let folder = try ScenarioFolder()
        let outcome = try await folder.play(text, with: bundle)
        #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
    }

    private static let twoTexts = """
        steps:
          - do: type one
          - do: send
            delivery: MODE
          - do: type two
          - do: send
            expect: {transcript: {count: 2}, field: {is: (empty)}}

        """

    @Test func whatIsHeldArrivesLater() async throws {
        try await expectPass(
            Self.twoTexts.replacing("MODE", with: "hold") + """
                  - as: bob
                    expect: {transcript: {count: 0}}
                  - delivery: normal
                    expect: {transcript: {count: 2, last: {is: "alice: two"}}}
                """
        )
    }

    @Test func whatIsHeldArrivesInTheOtherOrder() async throws {
        try await expectPass(
            Self.twoTexts.replacing("MODE", with: "hold") + """
                  - delivery: reversed
                  - as: bob
                    expect: {transcript: {count: 2, last: {is: "alice: one"}}}
                """
        )
    }

    @Test func whatIsLostArrivesNowhereAndNobodyIsTold() async throws {
        try await expectPass(
            Self.twoTexts.replacing("MODE", with: "lose") + """
                  - expect: {transcript: {lacks: not delivered}}
                  - as: bob
                    delivery: normal
                    expect: {transcript: {count: 0}}
                """
        )
    }

    @Test func whatFailsIsToldToTheSender() async throws {
        try await expectPass(
            Self.twoTexts.replacing("MODE", with: "fail") + """
                  - expect: {transcript: {last: {contains: "not delivered: the message was not delivered: the network is gone"}}}
                  - as: bob
                    expect: {transcript: {count: 0}}
                """
        )
    }

    /// The person's field is the host's, so it is there after the worker was killed.
    @Test func aKilledWorkerLeavesTheField() async throws {
        try await expectPass(
            """
            steps:
              - do: open
              - do: tap plus
              - do: tap stage
              - kill: worker
                expect:
                  receipt: {cause: crashed}
                  field: {is: "[Tally] Tally: 1"}
                  view: {is: (no extension is open)}
              - do: send
              - do: leave
              - as: bob
                expect: {transcript: {count: 1}}
            """
        )
    }

    /// A message that expires is gone two minutes after it was read; nobody waits for them.
    @Test func theClockGoesForward() async throws {
        try await expectPass(
            """
            steps:
              - do: open
              - do: tap expiring
              - do: send
              - as: bob
                expect: {transcript: {count: 1, contains: will be deleted}}
              - clock: 1min
                expect: {transcript: {count: 1}}
              - clock: 2min
                expect: {transcript: {count: 0}}
            """,
            with: Composer.bundle()
        )
    }

    /// A watch gets what the person's other device sends, and runs nothing.
    @Test func devicesOfOnePersonAndOtherProfiles() async throws {
        try await expectPass(
            """
            devices: {alice: full, bob: {profile: legacy}, watch: {of: alice, profile: watch}}
            conversation: {name: lunch, with: [alice, bob]}
            steps:
              - do: type hello
              - do: send
              - as: watch
                expect: {transcript: {last: {is: "alice: hello"}}}
              - do: open
                expect: {error: {contains: extension}}
              - as: bob
                expect: {transcript: {last: {is: "alice: hello"}}}
            """
        )
    }
}
