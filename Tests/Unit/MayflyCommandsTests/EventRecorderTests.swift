import MayflyHost
import MayflyModel
import Testing

@testable import MayflyCommands

@Suite struct EventRecorderTests {
    let tally: ExtensionID

    init() throws { tally = try Samples().tally }

    @Test func findsWhatHappenedBefore() async {
        let recorder = EventRecorder()
        recorder.record(.callback(tally, name: "didReceive", arguments: .null))
        #expect(await recorder.awaits("didReceive", after: 0, within: .seconds(10)))
    }

    @Test func passesOverWhatIsTooOld() async {
        let recorder = EventRecorder()
        recorder.record(.callback(tally, name: "didReceive", arguments: .null))
        #expect(recorder.count == 1)
        #expect(await !recorder.awaits("didReceive", after: recorder.count, within: .zero))
    }

    @Test func findsTheLastOfManyWithOneName() async {
        let recorder = EventRecorder()
        for isShown in [true, false] { recorder.record(.keyboard(isShown: isShown)) }
        recorder.record(.process(tally, .spawned, id: 1))
        #expect(await recorder.awaits("keyboard", after: 1, within: .seconds(900)))
        #expect(await !recorder.awaits("keyboard", after: 2, within: .zero))
    }

    /// What ended before the last start is another extension, or another run of it.
    @Test func aReceiptIsOfWhatWasStartedLast() {
        let recorder = EventRecorder()
        recorder.beginStep()
        recorder.record(.process(tally, .spawned, id: 1))
        #expect(recorder.receipt == nil)
        recorder.record(.receipt(tally, WorkerEnd(unseen: .finished)))
        recorder.beginStep()
        #expect(recorder.receipt?.cause == .finished)
        recorder.record(.process(tally, .spawned, id: 2))
        #expect(recorder.receipt == nil)
        recorder.record(.receipt(tally, WorkerEnd(unseen: .killed)))
        #expect(recorder.receipt?.cause == .killed)
        // One that is opened in the place of another: the other one may end first.
        recorder.beginStep()
        recorder.record(.receipt(tally, WorkerEnd(unseen: .channelClosed)))
        recorder.record(.process(tally, .spawned, id: 3))
        #expect(recorder.receipt?.cause == .channelClosed)
    }

    @Test func keepsTheNewestOfManyAddresses() {
        let recorder = EventRecorder()
        for number in 1...2000 { recorder.record(.openURL("https://example.com/\(number)")) }
        let addresses = recorder.takeAddresses()
        #expect(addresses.count == 1000)
        #expect(addresses.last == "https://example.com/2000")
    }

    @Test func keepsTheNewestOfManyNotes() {
        let recorder = EventRecorder()
        for number in 1...5000 { recorder.record(.log(tally, .info, "line \(number)")) }
        let lines = recorder.takeNotes().map(\.line)
        #expect(lines.count >= 1000 && lines.count <= 2000, "\(lines.count)")
        #expect(lines == (5001 - lines.count...5000).map { "line \($0)" })
        #expect(!recorder.hasNotes)
    }

    /// An extension chooses the number in such a name, and there are many numbers.
    @Test func keepsNoNameThatNoStepCanWaitFor() async {
        let recorder = EventRecorder()
        recorder.record(.call(tally, name: "host function 4711", arguments: .null, error: MessageError(.unknown, "no")))
        #expect(recorder.count == 1)
        #expect(await !recorder.awaits("host function 4711", after: 0, within: .zero))
    }

    @Test func waitsForWhatComes() async {
        let recorder = EventRecorder()
        async let isHere = recorder.awaits("spawned", after: 0, within: .seconds(900))
        recorder.record(.keyboard(isShown: true))
        recorder.record(.process(tally, .spawned, id: 1))
        #expect(await isHere)
    }

    @Test func handsEachEventOn() async {
        await confirmation(expectedCount: 2) { confirmed in
            let recorder = EventRecorder { _ in confirmed() }
            recorder.record(.keyboard(isShown: true))
            recorder.record(.keyboard(isShown: false))
        }
    }
}
