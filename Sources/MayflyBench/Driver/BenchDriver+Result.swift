internal import MayflyModel

extension BenchDriver {
    /// The results, under the keys that all drivers share.
    struct Result {
        var launches: [Duration] = []
        var trips: [Duration] = []
        var kills: [Duration] = []
        var stuck: [Duration] = []
        var frozen: [Duration] = []
        var crashes: [Duration] = []
        var memory = ProcessFigures.Memory()
        var hostResident = 0.0
        var survivedCrash = false

        var json: JSONValue {
            .object([
                "launch_us": Self.list(launches),
                "rt_us": Self.list(trips),
                "kill_us": Self.list(kills),
                "stuck_kill_us": Self.list(stuck),
                "frozen_kill_us": Self.list(frozen),
                "crash_us": Self.list(crashes),
                "rss_kb": .number(Int(memory.resident)),
                "pss_kb": .number(Int(memory.proportional)),
                "host_rss_kb": .number(Int(hostResident)),
                "host_survived_crash": .boolean(survivedCrash),
            ])
        }

        private static func list(_ durations: [Duration]) -> JSONValue {
            .list(durations.map { Figure.number($0.inMicroseconds) })
        }
    }
}
