import MayflyModel
import MayflyViews
import Testing

@Suite struct SubmissionTests {
    private func submit(_ name: String, _ card: Card, _ change: (inout CardInputs) throws -> Void = { _ in }) throws
        -> Submission
    {
        var inputs = CardInputs(card)
        try change(&inputs)
        return try inputs.submission(for: card.control(.typed(name)))
    }

    @Test func mergesDataWithInputsInSortedOrder() throws {
        let card = try card(poll.body, actions: poll.actions)
        let submission = try submit("Vote", card) { try $0.set("flavour", to: "m", style: .compact) }
        #expect(submission.actionID == "vote")
        #expect(submission.title == "Vote")
        #expect(
            submission.dataJSON == #"{"cone":"no","flavour":"m","name":"Ann","round":3,"tops":"n,s"}"#
        )
        #expect(submission.inputs.map(\.id) == ["flavour", "tops", "cone", "name"])
        #expect(submission.inputs.map(\.value) == ["m", "n,s", "no", "Ann"])
    }

    @Test func stringDataStandsUnderItsOwnKey() throws {
        let card = try card(poll.body, actions: poll.actions)
        let submission = try submit("Cancel", card)
        #expect(submission.dataJSON == #"{"data":"stop"}"#)
        #expect(submission.inputs.isEmpty)
        #expect(submission.actionID == nil)
    }

    @Test func inputCalledDataReplacesStringData() throws {
        let card = try card(
            #"{"type":"Input.Text","id":"data","value":"typed"}"#,
            actions: #"{"type":"Action.Submit","title":"Go","data":"hidden"}"#
        )
        #expect(try submit("Go", card).dataJSON == #"{"data":"typed"}"#)
    }

    @Test func keepsDataAsItWasWritten() throws {
        let data = #"{"a":[1,2.5,true,false,null,"x/y\"\u0007"],"b":{"n":12345678901234567890,"z":0.1},"c":-7}"#
        let card = try card("", actions: #"{"type":"Action.Submit","title":"Go","data":\#(data)}"#)
        #expect(try submit("Go", card).dataJSON == data)
    }

    @Test func keepsTheDigitsOfNumbers() throws {
        let data = #"{"a":1.10,"b":1e400,"c":-0,"d":0.1000000000000000055511151231257827}"#
        let card = try card("", actions: #"{"type":"Action.Submit","title":"Go","data":\#(data)}"#)
        #expect(try submit("Go", card).dataJSON == data)
    }

    @Test func actionWithoutDataOrInputsGivesEmptyObject() throws {
        let card = try card("", actions: #"{"type":"Action.Submit","title":"Go"}"#)
        #expect(try submit("Go", card).dataJSON == "{}")
    }

    @Test func refusesActionWhoseDataIsNeitherObjectNorString() throws {
        let card = try card("", actions: #"{"type":"Action.Submit","title":"Go","data":[1]}"#)
        #expect(card.actions.isEmpty)
        #expect(
            card.notes == [
                "action 'Action.Submit' has a 'data' that is an array, not an object or a string and has no fallback"
            ]
        )
    }

    @Test func refusesWhileRequiredInputIsEmpty() throws {
        let card = try card(poll.body, actions: poll.actions)
        let error = failure { _ = try submit("Vote", card) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message == "input 'flavour' is required: Choose one")
    }

    @Test func requiredInputIsNamedByItsLabelElse() throws {
        let card = try card(
            #"{"type":"Input.Text","id":"a","label":"City","isRequired":true}"#,
            actions:
                #"""
                {"type":"Action.Submit","title":"Go"},
                {"type":"Action.Submit","title":"No","associatedInputs":"None"}
                """#
        )
        #expect(failure { _ = try submit("Go", card) }?.message == "input 'a' is required: City")
        #expect(try submit("No", card).inputs.isEmpty)
        #expect(try submit("Go", card) { try $0.set("a", to: "Oslo", style: .expanded) }.dataJSON == #"{"a":"Oslo"}"#)
    }

    @Test func requiredToggleMustBeOn() throws {
        let card = try card(
            #"{"type":"Input.Toggle","id":"ok","title":"I agree","isRequired":true}"#,
            actions: #"{"type":"Action.Submit","title":"Go"}"#
        )
        #expect(failure { _ = try submit("Go", card) }?.code == .invalidInput)
        #expect(try submit("Go", card) { try tap("ok", card, &$0) }.dataJSON == #"{"ok":"true"}"#)
    }

    @Test func hiddenInputsAreSubmittedButNeverMissing() throws {
        let card = try card(
            #"""
            {"type":"Container","isVisible":false,"items":[
              {"type":"Input.Text","id":"a","value":"kept"},{"type":"Input.Text","id":"b","isRequired":true}]}
            """#,
            actions: #"{"type":"Action.Submit","title":"Go"}"#
        )
        #expect(try submit("Go", card).dataJSON == #"{"a":"kept","b":""}"#)
    }

    @Test func tapOnActionSubmits() throws {
        let card = try card("", actions: #"{"type":"Action.Submit","id":"go","data":{"n":1}}"#)
        var inputs = CardInputs(card)
        let submission = try tap("1", card, &inputs)
        #expect(submission?.title == "go")
        #expect(submission?.dataJSON == #"{"n":1}"#)
    }

    @Test func inputControlSubmitsNothing() throws {
        let card = try card(poll.body)
        let error = failure { _ = try submit("Mint", card) }
        #expect(error?.code == .notPossibleNow)
        #expect(error?.message == "control 1 'Mint' is no button that submits")
    }
}
