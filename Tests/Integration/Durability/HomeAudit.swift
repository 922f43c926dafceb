import Foundation
import GRDB
import MayflyCommands
import MayflyModel
import MayflyProtocol
import MayflyStore

/// Opens a home folder as the next program would, and looks for everything that a kill could have broken.
struct HomeAudit {
    let store: Store
    let home: HomeFolder
    let conversation: ConversationRecord
    let devices: [DeviceRecord]
    let names: Names
    let logs: [DeviceID: [ConversationEvent]]
    let folds: [DeviceID: ConversationState]
    private(set) var problems: [String] = []

    init(home path: String, conversation name: String, extensions: [ExtensionID: String]) throws {
        home = HomeFolder(path: path)
        store = try Store(home: home)
        conversation = try store.conversation(named: name)
        devices = try store.members(of: conversation.id)
        names = Names(people: People(devices), extensions: extensions)
        var logs: [DeviceID: [ConversationEvent]] = [:]
        var folds: [DeviceID: ConversationState] = [:]
        for device in devices {
            let log = try store.log(of: conversation.id, on: device.id)
            var fold = ConversationState()
            for event in log { fold.apply(event) }
            (logs[device.id], folds[device.id]) = (log, fold)
        }
        (self.logs, self.folds) = (logs, folds)
    }

    mutating func complain(_ text: String) { problems.append(text) }

    /// SQLite's own opinion of the file.
    mutating func checkFile() throws {
        let queue = try DatabaseQueue(path: home.database)
        defer { try? queue.close() }
        let found = try queue.read { db in
            try String.fetchAll(db, sql: "PRAGMA integrity_check")
                + Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map(\.description)
        }
        if found != ["ok"] { complain("the database is damaged: \(found)") }
    }

    /// The fold that is kept in tables is the fold of the log.
    mutating func checkFolds() throws {
        for device in devices {
            guard let fold = folds[device.id] else { continue }
            let kept = try store.look(at: conversation.id, on: device.id)
            if kept.draft != fold.draft { complain("\(device.name): the field that is kept is not that of the log") }
            var (pages, first) = ([kept.page], kept.page)
            while first.hasEarlier {
                first = try store.page(before: first, in: conversation.id, on: device.id)
                pages.insert(first, at: 0)
            }
            let entries = pages.flatMap(\.entries)
            if entries != fold.transcript.entries || kept.page.count != entries.count || first.firstNumber != 1 {
                complain("\(device.name): the transcript that is kept is not that of the log")
            }
            if Set(entries.map(\.itemID)).count != entries.count { complain("\(device.name): an item is shown twice") }
        }
    }

    /// Every file that is staged, sent or received can be read and has the content that it had; and so has every other
    /// that bears a name, since the next one with that content would be taken for it.
    mutating func checkMedia() {
        let media = MediaStore(home: home)
        let items = folds.values.flatMap { $0.draft.itemsToSend + $0.transcript.allRows.map(\.item) }
        for file in Set(items.flatMap(Self.files) + kept) {
            do throws(MayflyError) {
                let bytes = try media.read(file)
                if file.byteCount >= 0, bytes.count != file.byteCount {
                    complain("'\(file.name)' has \(bytes.count) bytes")
                }
            } catch {
                complain(error.message)
            }
        }
    }

    /// Files that were copied for an extension to read are whole.
    mutating func checkReceivedFiles() throws {
        let media = MediaStore(home: home)
        let all = FileManager.default.enumerator(atPath: home.receivedFolders)
        while let path = all?.nextObject() as? String {
            let parts = path.split(separator: "/")
            guard parts.count == 2, let file = Self.file(named: String(parts[1])) else { continue }
            let bytes = FileManager.default.contents(atPath: home.receivedFolders + "/" + path)
            if try bytes.map({ [UInt8]($0) }) != media.read(file) { complain("\(path) is not what was received") }
        }
    }

    /// The files of the media folder that have their names, of unknown size.
    private var kept: [MediaFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: home.media)) ?? []
        return names.compactMap(Self.file)
    }

    /// The file with that name; nil for a name that is none of a finished file.
    private static func file(named name: String) -> MediaFile? {
        let parts = name.split(separator: ".")
        guard parts.count == 2, let digest = ContentDigest(rawValue: String(parts[0])),
            let type = MediaType.allCases.first(where: { $0.fileExtension == parts[1] })
        else { return nil }
        return MediaFile(digest: digest, name: name, type: type, byteCount: -1)
    }

    private static func files(of item: Item) -> [MediaFile] {
        switch item.content {
        case .interactive(let message): [message.layout?.image, message.layout?.media].compactMap(\.self)
        case .sticker(let sticker): [sticker.file]
        case .attachment(let attachment): [attachment.file]
        case .text: []
        }
    }
}
