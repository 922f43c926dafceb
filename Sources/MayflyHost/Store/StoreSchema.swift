import GRDB

/// The tables, version by version. A migration that was released never changes; a new one is added below it.
enum StoreSchema {
    /// Marks the file as ours in SQLite's header: the letters `Mfly`.
    static let applicationID = 0x4D66_6C79

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1-conversations") { db in
            try db.execute(sql: people)
            try db.execute(sql: logs)
        }
        return migrator
    }

    private static let people = """
        CREATE TABLE device (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            created INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE conversation (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            created INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE member (
            conversation TEXT NOT NULL REFERENCES conversation(id),
            device TEXT NOT NULL REFERENCES device(id),
            position INTEGER NOT NULL,
            PRIMARY KEY (conversation, device),
            UNIQUE (conversation, position)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE install (
            device TEXT NOT NULL REFERENCES device(id),
            extension TEXT NOT NULL,
            salt BLOB NOT NULL,
            created INTEGER NOT NULL,
            PRIMARY KEY (device, extension)
        ) STRICT, WITHOUT ROWID;
        """

    /// `received` names the item of a `received` event: an item arrives once, however often it is delivered.
    private static let logs = """
        CREATE TABLE event (
            device TEXT NOT NULL,
            conversation TEXT NOT NULL,
            seq INTEGER NOT NULL,
            received TEXT,
            payload TEXT NOT NULL,
            PRIMARY KEY (device, conversation, seq),
            FOREIGN KEY (conversation, device) REFERENCES member(conversation, device)
        ) STRICT;
        CREATE UNIQUE INDEX event_received ON event (device, conversation, received) WHERE received IS NOT NULL;
        CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
            BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
        CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
            BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
        CREATE TABLE outbox (
            position INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            envelope TEXT NOT NULL
        ) STRICT;
        """
}
