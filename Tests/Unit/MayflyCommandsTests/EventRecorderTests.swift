import MayflyCommands
import MayflyHost
import MayflyModel
import Testing

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
