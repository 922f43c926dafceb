internal import GRDB

/// The tables, version by version. A released migration never changes; a new one is added after it.
enum StoreSchema {
    /// The application id in the header of the file: the letters `Mfly`.
    static let applicationID = 0x4D66_6C79

    /// The version of the rules by which `chat` and `row` are computed from a log, stored in SQLite's `user_version`.
    /// In a database with another version they are computed again.
    static let foldVersion = 8

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1-conversations") { db in
            try db.execute(sql: people)
            try db.execute(sql: logs)
        }
        migrator.registerMigration("2-folded-transcripts") { db in
            try db.execute(sql: folds)
            try db.execute(sql: erasure)
        }
        migrator.registerMigration("3-session-state") { db in try db.execute(sql: sessionStates) }
        migrator.registerMigration("4-device-profiles") { db in try db.execute(sql: profiles) }
        migrator.registerMigration("5-switches") { db in try db.execute(sql: switches) }
        migrator.registerMigration("6-exit-receipts") { db in try db.execute(sql: launches) }
        migrator.registerMigration("7-crash-loops") { db in try db.execute(sql: crashLoops) }
        migrator.registerMigration("8-host-seats") { db in try db.execute(sql: hostSeats) }
        migrator.registerMigration("9-media-files") { db in try db.execute(sql: mediaFiles) }
        migrator.registerMigration("10-unsent") { db in
            try db.execute(sql: stagedEvents)
            try db.execute(sql: unsentFiles)
        }
        migrator.registerMigration("11-folder-names") { db in try db.execute(sql: folderNames) }
        migrator.registerMigration("12-files-of-fields") { db in try db.execute(sql: filesOfFields) }
        migrator.registerMigration("13-senders") { db in try db.execute(sql: senders) }
        migrator.registerMigration("14-checked-files") { db in try db.execute(sql: checkedFiles) }
        migrator.registerMigration("15-times") { db in try db.execute(sql: times) }
        migrator.registerMigration("16-items-of-fields") { db in
            try db.execute(sql: fieldItems)
            let whole = "SELECT EXISTS (SELECT 1 FROM chat WHERE draft != '' AND NOT json_valid(draft))"
            // A damaged field is computed again from its log.
            if try Bool.fetchOne(db, sql: whole) == true { try db.execute(sql: "PRAGMA user_version = 0") }
            try db.execute(sql: fieldsInItems)
        }
        migrator.registerMigration("17-unseen") { db in try db.execute(sql: unseen) }
        migrator.registerMigration("18-devices-of-people") { db in
            try db.execute(sql: owners)
            try db.execute(sql: recents)
            try db.execute(sql: handOffs)
            try db.execute(sql: drawers)
        }
        migrator.registerMigration("19-permissions") { db in try db.execute(sql: permissions) }
        migrator.registerMigration("20-previews") { db in try db.execute(sql: previews) }
        migrator.registerMigration("21-settings") { db in try db.execute(sql: settings) }
        migrator.registerMigration("22-wordings") { db in try db.execute(sql: wordings) }
        return migrator
    }

    /// A row of a long text with the beginning of it alone, for lists: to decode a long text takes a tenth of a second for each MB.
    private static let previews = """
        ALTER TABLE row ADD COLUMN preview TEXT;
        UPDATE row SET preview = json_set(
                payload, '$.item.content.text._0', substr(json_extract(payload, '$.item.content.text._0'), 1, 4096)
            ) WHERE length(payload) > 16384 AND json_valid(payload)
                AND json_extract(payload, '$.item.content.text._0') IS NOT NULL;
        """

    /// All earlier devices had the full profile.
    private static let profiles = "ALTER TABLE device ADD COLUMN profile TEXT NOT NULL DEFAULT 'full'"

    /// A person has the identifier of the device with which the person was made. Earlier devices are people of their own.
    private static let owners = """
        ALTER TABLE device ADD COLUMN owner TEXT NOT NULL DEFAULT '';
        UPDATE device SET owner = id;
        CREATE INDEX device_owner ON device (owner);
        """

    /// The stickers that people used last, each file once; `used` only grows. What goes from here may be named by nothing else.
    private static let recents = """
        CREATE TABLE recent_sticker (
            person TEXT NOT NULL,
            file TEXT NOT NULL,
            used INTEGER NOT NULL,
            payload TEXT NOT NULL,
            PRIMARY KEY (person, file)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX recent_sticker_used ON recent_sticker (person, used);
        CREATE INDEX recent_sticker_file ON recent_sticker (file);
        CREATE TRIGGER recent_sticker_is_gone AFTER DELETE ON recent_sticker
            BEGIN INSERT OR IGNORE INTO loose_file (name) VALUES (OLD.file); END;
        """

    /// The message that a device offers to the other devices of its person, and the device that has taken it. `offered` is a time.
    private static let handOffs = """
        CREATE TABLE hand_off (
            source TEXT NOT NULL PRIMARY KEY REFERENCES device(id),
            id TEXT NOT NULL UNIQUE,
            person TEXT NOT NULL,
            conversation TEXT NOT NULL REFERENCES conversation(id),
            item TEXT NOT NULL,
            offered INTEGER NOT NULL,
            taker TEXT REFERENCES device(id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX hand_off_person ON hand_off (person);
        """

    /// What a person has done with the extensions in the drawer of a device: the place among the favourites, from 1, and when a pack was
    /// opened last, or an extension installed.
    private static let drawers = """
        CREATE TABLE drawer (
            device TEXT NOT NULL REFERENCES device(id),
            extension TEXT NOT NULL,
            favourite INTEGER,
            used INTEGER,
            PRIMARY KEY (device, extension)
        ) STRICT, WITHOUT ROWID;
        """

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

    /// `received` is the item of a `received` event: an item is added once, also when it is delivered repeatedly.
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

    /// `chat` is a conversation on one device, `row` one item in it. `payload` has all values; the other columns are
    /// for queries.
    private static let folds = """
        CREATE TABLE chat (
            id INTEGER PRIMARY KEY,
            device TEXT NOT NULL,
            conversation TEXT NOT NULL,
            last_seq INTEGER NOT NULL DEFAULT 0,
            last_position INTEGER NOT NULL DEFAULT 0,
            count INTEGER NOT NULL DEFAULT 0,
            draft TEXT NOT NULL DEFAULT '',
            active INTEGER NOT NULL DEFAULT 0,
            UNIQUE (device, conversation),
            FOREIGN KEY (conversation, device) REFERENCES member(conversation, device)
        ) STRICT;
        CREATE TABLE row (
            chat INTEGER NOT NULL REFERENCES chat(id),
            position INTEGER NOT NULL,
            item TEXT NOT NULL,
            changed INTEGER NOT NULL,
            state TEXT NOT NULL,
            shown INTEGER NOT NULL,
            extension TEXT,
            session TEXT,
            target TEXT,
            expires INTEGER,
            payload TEXT NOT NULL,
            PRIMARY KEY (chat, position),
            UNIQUE (chat, item)
        ) STRICT;
        CREATE INDEX row_shown ON row (chat, position) WHERE shown;
        CREATE INDEX row_session ON row (chat, extension, session, position) WHERE session IS NOT NULL;
        CREATE UNIQUE INDEX row_current ON row (chat, extension, session)
            WHERE session IS NOT NULL AND state = 'bubble';
        CREATE INDEX row_target ON row (chat, target, position) WHERE target IS NOT NULL;
        CREATE INDEX row_expires ON row (chat, expires) WHERE expires IS NOT NULL;
        INSERT INTO chat (device, conversation) SELECT device, conversation FROM member;
        """

    /// The names of the folders of extensions. A device that is not known any more may have some, too.
    private static let folderNames = """
        CREATE TABLE folder_name (
            device TEXT NOT NULL,
            extension TEXT NOT NULL,
            name TEXT NOT NULL UNIQUE,
            PRIMARY KEY (device, extension)
        ) STRICT, WITHOUT ROWID;
        """

    /// The sender of each row's item, so that no payload is decoded to compare it. A part of the fold, which gives all rows theirs.
    private static let senders = "ALTER TABLE row ADD COLUMN sender TEXT NOT NULL DEFAULT ''"

    /// What a check of a stored file found, so that it is not read and checked again for each item that names it. The name does not tell
    /// the type: still and animated PNGs have the same ending. A picture has a size in pixels.
    private static let checkedFiles = """
        CREATE TABLE checked_file (
            name TEXT NOT NULL PRIMARY KEY,
            type TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            width INTEGER,
            height INTEGER
        ) STRICT, WITHOUT ROWID;
        """

    /// When each event was added on its device, and with it each row; null for those of earlier versions. `seen` is the position of the
    /// last row that the device has shown: what was there before counts as shown.
    private static let times = """
        ALTER TABLE event ADD COLUMN time INTEGER;
        ALTER TABLE row ADD COLUMN time INTEGER;
        ALTER TABLE chat ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
        UPDATE chat SET seen = last_position;
        """

    private static let switches = """
        CREATE TABLE switched_off (
            device TEXT NOT NULL REFERENCES device(id),
            extension TEXT NOT NULL,
            PRIMARY KEY (device, extension)
        ) STRICT, WITHOUT ROWID;
        """

    /// The one allowed change of an event: the content of a received item can be erased.
    private static let erasure = """
        DROP TRIGGER event_is_not_changed;
        CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
            WHEN OLD.received IS NULL OR NEW.received IS NOT OLD.received OR NEW.seq IS NOT OLD.seq
                OR NEW.device IS NOT OLD.device OR NEW.conversation IS NOT OLD.conversation
                OR length(NEW.payload) > length(OLD.payload)
            BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
        """

    /// One row for each launch, which is its receipt after the end. `host` and `worker` are texts of `ProcessIdentity`.
    private static let launches = """
        CREATE TABLE launch (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            extension TEXT NOT NULL,
            name TEXT NOT NULL,
            device TEXT NOT NULL,
            conversation TEXT NOT NULL,
            launched INTEGER NOT NULL,
            state TEXT NOT NULL,
            host TEXT NOT NULL,
            worker TEXT,
            kill_wanted INTEGER NOT NULL DEFAULT 0,
            layers TEXT NOT NULL,
            ended INTEGER,
            end TEXT
        ) STRICT;
        CREATE INDEX launch_live ON launch (number) WHERE ended IS NULL;
        CREATE INDEX launch_ended ON launch (number) WHERE ended IS NOT NULL;
        """

    /// The files of all rows; those that lost a name and are removed unless something else names them; and when files without a
    /// name were last looked for. `row_file` is a part of the fold.
    private static let mediaFiles = """
        CREATE TABLE row_file (
            chat INTEGER NOT NULL REFERENCES chat(id),
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            extension TEXT,
            PRIMARY KEY (chat, position, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX row_file_name ON row_file (name);
        CREATE TABLE loose_file (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
        CREATE TRIGGER row_file_is_gone AFTER DELETE ON row_file
            BEGIN INSERT OR IGNORE INTO loose_file (name) VALUES (OLD.name); END;
        CREATE TABLE file_sweep (id INTEGER PRIMARY KEY CHECK (id = 1), last INTEGER NOT NULL) STRICT;
        """

    /// The files of all input fields, with the extensions that made their items (empty for the person's own), and those of all
    /// envelopes. Both are a part of the fold: a field can have megabytes, and is not searched for the name of a file.
    private static let filesOfFields = """
        CREATE TABLE field_file (
            chat INTEGER NOT NULL REFERENCES chat(id),
            name TEXT NOT NULL,
            extension TEXT NOT NULL,
            PRIMARY KEY (chat, name, extension)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX field_file_name ON field_file (name);
        CREATE TABLE envelope_file (
            envelope TEXT NOT NULL REFERENCES outbox(id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            PRIMARY KEY (envelope, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX envelope_file_name ON envelope_file (name);
        """

    /// The items of all input fields. Where a person has made a text of one that had words of extensions, `words` tells which.
    private static let fieldItems = """
        CREATE TABLE field_item (
            chat INTEGER NOT NULL REFERENCES chat(id),
            position INTEGER NOT NULL,
            item TEXT NOT NULL,
            payload TEXT NOT NULL,
            words TEXT,
            PRIMARY KEY (chat, position),
            UNIQUE (chat, item)
        ) STRICT;
        """

    /// `draft` had a whole field. Now it has the number of the event that changed the field last.
    private static let fieldsInItems = """
        WITH whole AS (SELECT id, draft FROM chat WHERE draft != '' AND json_valid(draft)),
            part AS (
                SELECT id, 1 AS kind, 0 AS place, json_extract(draft, '$.message') AS payload FROM whole
                UNION ALL SELECT whole.id, 2, key, value FROM whole, json_each(draft, '$.media')
                UNION ALL SELECT whole.id, 3, key, value FROM whole, json_each(draft, '$.pieces')
            )
        INSERT OR IGNORE INTO field_item (chat, position, item, payload, words)
            SELECT id, row_number() OVER (PARTITION BY id ORDER BY kind, place), json_extract(payload, '$.id'), payload, NULL
            FROM part WHERE payload IS NOT NULL;
        UPDATE field_item SET words = edit.words
            FROM (
                SELECT id, json_extract(draft, '$.edited.piece') AS piece, json_extract(draft, '$.edited.words') AS words
                FROM chat WHERE draft != '' AND json_valid(draft)
            ) AS edit
            WHERE field_item.chat = edit.id AND field_item.item = edit.piece;
        UPDATE chat SET draft = CAST(last_seq AS TEXT) WHERE draft != '';
        """

    /// What is counted as unseen is in the index: a row can have a megabyte before its sender.
    private static let unseen = """
        DROP INDEX row_shown;
        CREATE INDEX row_shown ON row (chat, position, sender, expires, shown) WHERE shown;
        """

    /// `staged` is the item of an event that puts one into the input field. Such an event may be removed from the log.
    private static let stagedEvents = """
        ALTER TABLE event ADD COLUMN staged TEXT;
        DROP TRIGGER event_is_not_changed;
        UPDATE event SET staged = coalesce(
                json_extract(payload, '$.staged._0.id'), json_extract(payload, '$.replacedText._0.id')
            ) WHERE received IS NULL AND json_valid(payload);
        CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
            WHEN OLD.received IS NULL OR NEW.received IS NOT OLD.received OR NEW.seq IS NOT OLD.seq
                OR NEW.device IS NOT OLD.device OR NEW.conversation IS NOT OLD.conversation
                OR NEW.staged IS NOT OLD.staged OR length(NEW.payload) > length(OLD.payload)
            BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
        DROP TRIGGER event_is_not_deleted;
        CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event WHEN OLD.staged IS NULL
            BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
        CREATE INDEX event_staged ON event (device, conversation, staged) WHERE staged IS NOT NULL;
        """

    /// The files that the host stores for an extension and that nobody has sent, with their sizes: they count against
    /// `Policy.unsentBytes`.
    private static let unsentFiles = """
        CREATE TABLE unsent_file (
            device TEXT NOT NULL,
            extension TEXT NOT NULL,
            name TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            PRIMARY KEY (device, extension, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX unsent_file_name ON unsent_file (name);
        """

    /// The offset of the host's lock byte (`HostLivenessLock`); null in earlier rows, and where the file system has no
    /// such locks.
    private static let hostSeats = "ALTER TABLE launch ADD COLUMN seat INTEGER"
    /// The states of sessions, and the last version in each conversation and extension.
    private static let sessionStates = """
        CREATE TABLE session_state (
            conversation TEXT NOT NULL REFERENCES conversation(id),
            extension TEXT NOT NULL,
            session TEXT NOT NULL,
            version INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (conversation, extension, session)
        ) STRICT;
        CREATE TABLE session_state_version (
            conversation TEXT NOT NULL REFERENCES conversation(id),
            extension TEXT NOT NULL,
            last INTEGER NOT NULL,
            PRIMARY KEY (conversation, extension)
        ) STRICT, WITHOUT ROWID;
        """
    /// What people have answered to extensions, and keep.
    private static let permissions = """
        CREATE TABLE permission_answer (
            device TEXT NOT NULL,
            extension TEXT NOT NULL,
            permission TEXT NOT NULL,
            answer TEXT NOT NULL,
            answered INTEGER NOT NULL,
            PRIMARY KEY (device, extension, permission)
        ) STRICT, WITHOUT ROWID;
        """
    /// The digest of the reason to which an answer was given. Earlier answers are to words that are not known, and are asked for again.
    private static let wordings = "ALTER TABLE permission_answer ADD COLUMN wording BLOB"

    /// Extensions that failed recently. `failures` are times in milliseconds, oldest first, separated by spaces.
    private static let crashLoops = """
        CREATE TABLE crash_loop (
            extension TEXT NOT NULL PRIMARY KEY,
            library BLOB NOT NULL,
            failures TEXT NOT NULL,
            rests INTEGER NOT NULL,
            rests_until INTEGER
        ) STRICT, WITHOUT ROWID;
        """
    /// What people have set of extensions, as text: the manifest says how it is read.
    private static let settings = """
        CREATE TABLE setting_value (
            device TEXT NOT NULL,
            extension TEXT NOT NULL,
            setting TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (device, extension, setting)
        ) STRICT, WITHOUT ROWID;
        """
}
