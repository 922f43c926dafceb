import Foundation
import MayflyCommands
import MayflyModel
import MayflyProtocol
import MayflyStore

// What must not grow with a conversation, and how it does. `make bench` runs it; nothing is asserted.

let report = Report(isJSON: CommandLine.arguments.contains("--json"))
let folder = NSTemporaryDirectory() + "mayfly-bench-\(UUID())"
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: folder) }
report.heading()

// MARK: The fold in memory

let writer = ParticipantID()
let logs = [Benchmark.sizes.small, Benchmark.sizes.large].map { size in
    (0..<size).map { FilledHome.event($0, from: writer) }
}
func fold(_ events: [ConversationEvent]) {
    var state = ConversationState()
    for event in events { state.apply(event) }
}
report.add(Benchmark("fold a log in memory", times: 9, small: { fold(logs[0]) }, large: { fold(logs[1]) }))

// MARK: One conversation

let small = try FilledHome(messages: Benchmark.sizes.small, in: folder)
let large = try FilledHome(messages: Benchmark.sizes.large, in: folder)
let names = Names(people: People([]), extensions: [:])

/// Opens a conversation and makes the lines of the last 50 entries, as a person sees them.
func show(_ filled: FilledHome, in store: Store) throws {
    let seen = try store.look(at: filled.chat, on: filled.alice.id)
    let lines = ConversationText(names).lines(of: seen.page)
    precondition(lines.count > TranscriptPage.usualLength)
}
report.add(
    try Benchmark(
        "open a conversation, show the last 50",
        times: 200,
        small: { try show(small, in: small.store) },
        large: { try show(large, in: large.store) }
    )
)
report.add(
    try Benchmark(
        "the same, database opened too",
        times: 50,
        small: { try show(small, in: Store(home: small.home)) },
        large: { try show(large, in: Store(home: large.home)) }
    )
)

/// Takes one message into the log and the fold, and what an open window shows with it.
func append(_ filled: FilledHome, _ seen: inout ConversationSnapshot?) throws {
    let item = Item(sender: filled.bob.owner, content: .text("one more"))
    seen = try filled.store.append([.received(item)], to: filled.chat, on: filled.alice.id, since: seen)
}
var seen: (small: ConversationSnapshot?, large: ConversationSnapshot?) = (nil, nil)
report.add(
    try Benchmark(
        "append one message durably",
        times: 300,
        small: { try append(small, &seen.small) },
        large: { try append(large, &seen.large) }
    )
)
let floor = try DurableWrites(in: folder)
report.add(Benchmark("(floor: 4 KiB and fdatasync)", times: 300, small: { floor.write() }, large: { floor.write() }))

// MARK: Many conversations

let few = try FilledHome(messages: Benchmark.sizes.small, conversations: 1000, in: folder)
let many = try FilledHome(messages: Benchmark.sizes.large, conversations: 1000, in: folder)
func list(_ filled: FilledHome) throws {
    let overviews = try filled.store.overviews(on: filled.alice.id, at: Timestamp(rawValue: 0))
    precondition(overviews.count == 1000)
}
report.add(
    try Benchmark(
        "list 1,000 conversations, 1 and 100 messages each",
        times: 30,
        small: { try list(few) },
        large: { try list(many) }
    )
)
