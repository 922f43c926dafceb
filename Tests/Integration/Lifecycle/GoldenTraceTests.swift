import Foundation
import MayflyConformance
import Testing

/// Which tests run the sequences of section 3 of the model, and how much of the trace each of them compares.
@Suite struct GoldenTraceTests {
    /// The tests that compare the whole trace line by line: callbacks, calls, processes, and what the person is shown. Lines of
    /// two sides that do not wait for each other are compared apart.
    private static var wholeTraces: [String: [Any]] {
        [
            "3.1": [SequenceTests.launchesCompactAndEndsInOrder],
            // Closed; a bubble of another extension; shut down; disabled and uninstalled.
            "3.2": [
                SequenceTests.launchesCompactAndEndsInOrder,
                SequenceTests.anotherExtensionStartsOnlyAfterTheFirstHasResigned,
                EndSequenceTests.aHostThatShutsDownBringsTheWholeDeactivation,
                EndSequenceTests.whatIsTakenAwayResignsAndComesBackAsNew,
            ],
            "3.3": [SequenceTests.bubbleTapLaunchesExpandedWithTheMessageSelected],
            "3.4": [SequenceTests.bubbleTapWhileCompactSelectsInsideTheTransition],
            "3.5": [SequenceTests.bubbleTapWhileExpandedSelectsOnly],
            "3.6": [SequenceTests.anotherExtensionStartsOnlyAfterTheFirstHasResigned],
            "3.7": [SequenceTests.bubbleOfAMissingExtensionLaunchesNothing],
            "3.8": [SequenceTests.styleChangesAreAnnouncedBeforeAndAfter],
            "3.9": [FieldSequenceTests.sendingTellsTheExtensionAndEmptiesTheField],
            "3.10": [FieldSequenceTests.whatWasStagedBeforeDismissStaysAndIsSentWithoutCallback],
            "3.11": [FieldSequenceTests.cancellingTellsTheExtension],
            "3.12": [FieldSequenceTests.replacingTellsTheExtensionNothing],
            "3.13": [FieldSequenceTests.arrivalTellsTheActiveExtensionAfterTheTranscript],
            "3.14": [EndSequenceTests.anEndThatNobodyAskedForLeavesTheHostWhole],
            "3.15": [EndSequenceTests.whatWasCalledBeforeDismissIsDoneAndAnsweredFirst],
            "3.16": [EndSequenceTests.whatIsTakenAwayResignsAndComesBackAsNew],
        ]
    }

    /// The tests that compare some lines of it: what the extension says that it was told, the steps of the process, or what a
    /// section says besides the usual case.
    private static var partsOfTraces: [String: [Any]] {
        [
            // Another extension picked, swiped away, dismissed; quit; disabled by another program. What its open completions come
            // to.
            "3.2": [
                EndSequenceTests.whatThePersonDoesInTheWindowBringsTheWholeDeactivation,
                EndSequenceTests.aHostThatIsQuitBringsTheWholeDeactivation,
                SwitchTests.resignsWhereItIsOpenWhenAnyProgramSwitchesItOff,
                OpenCompletionTests.aCompletionThatIsOpenWhenItsExtensionHasResignedIsDropped,
            ],
            "3.8": [HeldCallbackTests.thePersonsChoiceBeatsARequestThatWaits],
            "3.9": [SendingTests.sendingMayFailAfterItHasStarted],
            // A message of another extension and plain content; inactive; the person's own from elsewhere.
            "3.13": [
                SendingTests.onlyMessagesOfTheExtensionItselfAreReceived,
                SendingTests.whoIsNotActiveIsNotToldNowNorLater,
                SendingTests.whatThePersonSentElsewhereIsNotReceived,
            ],
            "3.15": [
                ResignTests.dismissBringsTheWholeSequenceAndTheKeyboardForAFieldWithContent,
                ResignTests.dismissWaitsForACompletionThatRuns,
                SlowProviderTests.dismissWaitsForTheAnswersOfEarlierCalls,
            ],
        ]
    }

    /// The tests that are named here fail where a trace differs; this one fails where a section has none.
    @Test(.proves("C-278")) func everySectionHasATestOfTheWholeTrace() throws {
        let page = try String(contentsOf: Catalogue.folder.appending(path: "life-cycle.md"), encoding: .utf8)
        let sections = page.matches(of: /<a id="s-(3\.\d+)"><\/a>/).map { String($0.output.1) }
        #expect(sections == (1...16).map { "3.\($0)" })
        #expect(Set(Self.wholeTraces.keys) == Set(sections))
        #expect(Self.wholeTraces.values.allSatisfy { !$0.isEmpty })
        #expect(Self.partsOfTraces.keys.allSatisfy(sections.contains))
    }
}
