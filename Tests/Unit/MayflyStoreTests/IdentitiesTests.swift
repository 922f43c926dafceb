import MayflyConformance
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

@Suite struct IdentitiesTests {
    @Test(.proves("C-190")) func keepsAnInstallsSaltUntilItIsForgotten() throws {
        let fixture = StoreFixture()
        let chat = try fixture.chat()
        let tally = try #require(ExtensionID(rawValue: "org.example.tally"))
        let poll = try #require(ExtensionID(rawValue: "org.example.poll"))
        let salt = try chat.store.install(of: tally, on: chat.alice)
        let other = try chat.store.install(of: poll, on: chat.alice)
        #expect(salt.count == 32)
        #expect(try fixture.open().install(of: tally, on: chat.alice) == salt)
        #expect(Set([salt, other, try chat.store.install(of: tally, on: chat.bob)]).count == 3)
        try chat.store.forget(tally) {}
        #expect(try !chat.store.hasInstall(of: tally, on: chat.alice, salt: salt))
        let new = try chat.store.install(of: tally, on: chat.alice)
        #expect(new != salt)
        #expect(try chat.store.hasInstall(of: tally, on: chat.alice, salt: new))
        #expect(try !chat.store.hasInstall(of: tally, on: chat.alice, salt: salt))
        #expect(try chat.store.install(of: poll, on: chat.alice) == other)
        #expect(throws: MayflyError.self) { try chat.store.install(of: tally, on: DeviceID()) }
    }

    /// The bundle is still there when another program launches the extension.
    @Test func forgetsALaunchThatComesBeforeTheBundleIsGone() throws {
        let fixture = StoreFixture()
        let (chat, other) = (try fixture.chat(), try fixture.open())
        let tally = try #require(ExtensionID(rawValue: "org.example.tally"))
        var launched: (salt: [UInt8], folders: ExtensionFolders)?
        try chat.store.forget(tally) { () throws(MayflyError) in
            let folders = try other.makeFolders(of: tally, on: chat.alice)
            launched = (try other.install(of: tally, on: chat.alice), folders)
        }
        let (salt, folders) = try #require(launched)
        #expect(try chat.store.install(of: tally, on: chat.alice) != salt)
        #expect(!folders.exist)
        #expect(try chat.store.makeFolders(of: tally, on: chat.alice) != folders)
    }

    @Test(.proves("C-189", "C-194")) func givesEachInstallItsOwnUUIDsForTheSamePeople() throws {
        let alice = ParticipantID()
        let bob = ParticipantID()
        let here = Identities(salt: Array(repeating: 1, count: 32), local: alice, remote: [bob])
        let there = Identities(salt: Array(repeating: 2, count: 32), local: bob, remote: [alice])
        let all = [here.local, here.remote.first, there.local, there.remote.first].compactMap { $0 }
        #expect(Set(all + [alice.value, bob.value]).count == 6)
        #expect(here.uuid(of: bob) == here.remote.first)
        #expect(here.local.flatMap(here.participant(of:)) == alice)
        #expect(here.participant(of: bob.value) == nil)
        #expect(there.local.flatMap(here.participant(of:)) == nil)
    }

    @Test func keepsAPersonsUUIDOverConversationsAndCountsHeads() {
        let people = (0..<4).map { _ in ParticipantID() }
        let salt = Array(repeating: UInt8(3), count: 32)
        let one = Identities(salt: salt, local: people[0], remote: Array(people[1...3]))
        let two = Identities(salt: salt, local: people[0], remote: [people[3]])
        #expect(one.remote.count == 3)
        #expect(two.remote == [one.uuid(of: people[3])])
        #expect(one.local == two.local)
    }

    /// Two extensions of one maker could compare the order of the members, if they saw it.
    @Test func theOrderOfThePeopleTellsNothingAboutTheMembers() {
        let people = (0..<5).map { _ in ParticipantID() }
        for number in 0..<20 as Range<UInt8> {
            let salt = Array(repeating: number, count: 32)
            let one = Identities(salt: salt, local: people[0], remote: Array(people[1...]))
            let other = Identities(salt: salt, local: people[0], remote: people[1...].reversed())
            #expect(one.remote == other.remote)
            #expect(one.remote == one.remote.sorted())
        }
    }

    @Test(.proves("C-195")) func carriesAMentionFromOneInstallToAnother() throws {
        let alice = ParticipantID()
        let bob = ParticipantID()
        let carol = ParticipantID()
        let sender = Identities(salt: [1], local: alice, remote: [bob, carol])
        let stranger = UUID128()
        let written = try [sender.local, sender.uuid(of: bob), sender.uuid(of: carol)]
            .map { "$\(try #require($0).description.lowercased())" }
            .joined(separator: " asks ")
        let text = MentionText("\(written) and $\(stranger)", resolving: sender.participant(of:))
        let names = [alice: "Alice", bob: "Bob", carol: "Carol"]
        #expect(text.display { names[$0] ?? "?" } == "Alice asks Bob asks Carol and $\(stranger)")
        let receivers = [
            Identities(salt: [2], local: bob, remote: [alice, carol]),
            Identities(salt: [3], local: carol, remote: [bob, alice]),
        ]
        for receiver in receivers {
            let local = try [alice, bob, carol].map { "$\(try #require(receiver.uuid(of: $0)))" }
            #expect(text.text(tokens: receiver.uuid(of:)) == "\(local.joined(separator: " asks ")) and $\(stranger)")
        }
        #expect(receivers[0].uuid(of: bob) == receivers[0].local && receivers[1].uuid(of: carol) == receivers[1].local)
    }
}
