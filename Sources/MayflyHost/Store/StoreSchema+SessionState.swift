extension StoreSchema {
    /// The states of sessions, and the last version that was given in each conversation to each extension.
    static let sessionStates = """
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
}
