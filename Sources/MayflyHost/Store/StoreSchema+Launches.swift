extension StoreSchema {
    /// A row for each launch: while its worker lives, and as its receipt afterwards. `host` and `worker` name processes as
    /// `ProcessIdentity` does.
    static let launches = """
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

    /// The host's place among `HostLivenessLock`; null in rows of before, and where the file system has no such locks.
    static let hostSeats = "ALTER TABLE launch ADD COLUMN seat INTEGER"
}
