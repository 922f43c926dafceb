import Foundation
import MayflyConformance
import Testing

/// Which tests have the golden traces of section 3 of the model.
@Suite struct GoldenTraceTests {
    /// The tests that compare the trace of a sequence with the section, step by step.
    private static var tests: [String: [Any]] {
        [
            "3.1": [SequenceTests.launchesCompactAndEndsInOrder],
            // Closed, another extension picked, dismissed; a bubble of another one; left; quit; disabled and uninstalled, here and
            // by another program; shut down. What its open completions come to.
            "3.2": [
                EndSequenceTests.whatThePersonDoesInTheWindowBringsTheWholeDeactivation,
                SequenceTests.anotherExtensionStartsOnlyAfterTheFirstHasResigned,
                SequenceTests.launchesCompactAndEndsInOrder, EndSequenceTests.aHostThatIsQuitBringsTheWholeDeactivation,
                EndSequenceTests.whatIsTakenAwayResignsAndComesBackAsNew,
                SwitchTests.resignsWhereItIsOpenWhenAnyProgramSwitchesItOff,
                EndSequenceTests.aHostThatShutsDownBringsTheWholeDeactivation,
                OpenCompletionTests.aCompletionThatIsOpenWhenItsExtensionHasResignedIsDropped,
            ],
            "3.3": [SequenceTests.bubbleTapLaunchesExpandedWithTheMessageSelected],
            "3.4": [SequenceTests.bubbleTapWhileCompactSelectsInsideTheTransition],
            "3.5": [SequenceTests.bubbleTapWhileExpandedSelectsOnly],
            "3.6": [SequenceTests.anotherExtensionStartsOnlyAfterTheFirstHasResigned],
            "3.7": [SequenceTests.bubbleOfAMissingExtensionLaunchesNothing],
            "3.8": [
                SequenceTests.styleChangesAreAnnouncedBeforeAndAfter,
                HeldCallbackTests.thePersonsChoiceBeatsARequestThatWaits,
            ],
            "3.9": [
                FieldSequenceTests.sendingTellsTheExtensionAndEmptiesTheField,
                SendingTests.sendingMayFailAfterItHasStarted,
            ],
            "3.10": [FieldSequenceTests.whatWasStagedBeforeDismissStaysAndIsSentWithoutCallback],
            "3.11": [FieldSequenceTests.cancellingTellsTheExtension],
            "3.12": [FieldSequenceTests.replacingTellsTheExtensionNothing],
            // Its own message; another's and plain content; inactive; the person's own from elsewhere.
            "3.13": [
                FieldSequenceTests.arrivalTellsTheActiveExtensionAfterTheTranscript,
                SendingTests.onlyMessagesOfTheExtensionItselfAreReceived,
                SendingTests.whoIsNotActiveIsNotToldNowNorLater,
                SendingTests.whatThePersonSentElsewhereIsNotReceived,
            ],
            "3.14": [EndSequenceTests.anEndThatNobodyAskedForLeavesTheHostWhole],
            "3.15": [
                EndSequenceTests.whatWasCalledBeforeDismissIsDoneAndAnsweredFirst,
                ResignTests.dismissBringsTheWholeSequenceAndTheKeyboardForAFieldWithContent,
                ResignTests.dismissWaitsForACompletionThatRuns,
                SlowProviderTests.dismissWaitsForTheAnswersOfEarlierCalls,
            ],
            "3.16": [EndSequenceTests.whatIsTakenAwayResignsAndComesBackAsNew],
        ]
    }

    @Test(.proves("C-278")) func everySequenceOfTheSpecificationHasOne() throws {
        let page = try String(contentsOf: Catalogue.folder.appending(path: "life-cycle.md"), encoding: .utf8)
        let sections = page.matches(of: /<a id="s-(3\.\d+)"><\/a>/).map { String($0.output.1) }
        #expect(sections == (1...16).map { "3.\($0)" })
        #expect(Set(Self.tests.keys) == Set(sections))
        #expect(Self.tests.values.allSatisfy { !$0.isEmpty })
    }
}
