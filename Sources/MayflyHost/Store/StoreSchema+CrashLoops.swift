extension StoreSchema {
    /// Extensions that failed lately. `failures` are moments in milliseconds, oldest first, with spaces between.
    static let crashLoops = """
        CREATE TABLE crash_loop (
            extension TEXT NOT NULL PRIMARY KEY,
            library BLOB NOT NULL,
            failures TEXT NOT NULL,
            rests INTEGER NOT NULL,
            rests_until INTEGER
        ) STRICT, WITHOUT ROWID;
        """
}
