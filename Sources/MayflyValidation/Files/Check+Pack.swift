internal import MayflyBundles
internal import MayflyModel

extension Check {
    static let packChecks =
        [
            pack(
                "pack-code",
                needs: ["manifest-readable"],
                level: 1,
                what: "No file of the bundle is a program, a library or a script.",
                why: "People open a sticker pack because it runs nothing; hosts refuse one with code.",
                mending: "Remove the file, or make the bundle an app."
            ) { examined in examined.facts.code.map { .failed([$0.message]) } ?? .passed },
            pack(
                "pack-catalogue",
                needs: ["manifest-readable", "manifest-stickers", "pack-code"],
                level: 1,
                what: "The catalogue can be read, and at least one sticker of it can be used.",
                why: "The pack cannot be opened otherwise.",
                mending:
                    "Put a .stickerpack folder with its Contents.json into the catalogue, as plugin-authors.md shows."
            ) { examined in
                switch examined.facts.pack {
                case .success: .passed
                case .failure(let error): .failed([error.message])
                case nil: .skipped("the manifest breaks a rule")
                }
            },
            rule(
                .gridSize,
                "pack-grid-size",
                "The size of the grid is small, regular or large.",
                "The stickers are shown in the regular size otherwise.",
                "Write one of the three words as \"grid-size\" in the properties of the pack."
            ),
            rule(
                .amount,
                "pack-amount",
                "The catalogue has one pack, with at most 500 stickers and 64 MiB of pictures.",
                "What is more is left out.",
                "Make a second bundle of the rest."
            ),
            rule(
                .list,
                "pack-list",
                "Each sticker is listed once, by the name of its folder.",
                "One that is listed otherwise is left out.",
                "Correct the list \"stickers\" in the Contents.json of the pack."
            ),
            rule(
                .description,
                "pack-descriptions",
                "Each sticker that is listed has a folder with a Contents.json and its properties.",
                "It is left out otherwise.",
                "Write the file, or take the sticker out of the list."
            ),
            rule(
                .picture,
                "pack-pictures",
                "Each picture is a PNG, GIF or JPEG, complete and undamaged.",
                "A sticker with another one is left out.",
                "Save the picture again with a drawing program."
            ),
            rule(
                .size,
                "pack-sticker-size",
                "Each sticker has 500,000 bytes or less, all frames of a sequence together.",
                "A larger one is left out.",
                "Use fewer colours, fewer frames or a smaller picture."
            ),
            rule(
                .sequence,
                "pack-sequences",
                "Each sequence has 1 to 200 frames, of 0.01 to 60 seconds.",
                "It is left out otherwise.",
                "Correct \"frames\", \"duration\" and \"repetitions\" in its Contents.json."
            ),
            pack(
                "pack-frames",
                level: 3,
                what: "The frames of a sequence are PNG of one size and one kind.",
                why: "They become one animated file when the pack is opened; the sticker is left out otherwise.",
                mending: "Save all frames with the same size, the same colours and the same depth."
            ) { examined in try examined.pack { pack in .problems(try frameProblems(of: pack)) } },
            pack(
                "pack-spoken-texts",
                level: 3,
                what: "Each sticker has a text for people who do not see it.",
                why: "A screen reader would say the name of a file.",
                mending: "Write \"accessibility-label\" into the properties of the sticker."
            ) { examined in
                examined.pack { pack in
                    let lacking = pack.stickers.filter { $0.label.hasSameBytes(as: $0.name) }
                    return .advice(lacking.map { "sticker '\(shown($0.name))' has no accessibility-label" })
                }
            },
            pack(
                "pack-picture-sizes",
                level: 4,
                what: "The sides of pictures have 300 to 618 pixels.",
                why: "Smaller ones are blurred, and larger ones take longer to open and to send.",
                mending: "Draw them in one of the sizes of the grid: 300, 408 or 618 pixels."
            ) { examined in examined.pack { .advice($0.warnings) } },
            pack(
                "pack-unused",
                level: 4,
                what: "Each folder of a sticker in the pack is in its list.",
                why: "A person does not get a sticker that is not listed.",
                mending: "Add it to \"stickers\" in the Contents.json of the pack, or remove the folder."
            ) { examined in
                examined.pack { pack in
                    let used = Set(pack.stickers.map(\.name))
                    let folders = Set(examined.facts.files.paths.compactMap(stickerFolder))
                    let others = folders.subtracting(used).sorted().filter { name in
                        !pack.findings.contains { $0.line.contains("'\(shown(name))'") }
                    }
                    return .advice(others.map { "the sticker '\(shown($0))' is not shown" })
                }
            },
        ]

    private static func pack(
        _ id: String,
        needs: [String] = ["pack-catalogue"],
        level: Int,
        what: String,
        why: String,
        mending: String,
        judge: @escaping @Sendable (Examination) async throws -> Verdict
    ) -> Check {
        Check(
            id,
            level: level,
            .pack,
            kind: .stickerPack,
            needs: needs,
            what: what,
            why: why,
            mending: mending,
            judge: judge
        )
    }

    /// The check of what the reader of catalogues leaves out by one of its rules.
    private static func rule(
        _ rule: StickerPack.Rule,
        _ id: String,
        _ what: String,
        _ why: String,
        _ mending: String
    ) -> Check {
        pack(id, level: 2, what: what, why: why, mending: mending) { examined in
            examined.pack { pack in
                .problems(pack.findings.filter { $0.rule == rule }.map(\.line))
            }
        }
    }

    private static func frameProblems(of pack: StickerPack) throws(MayflyError) -> [String] {
        var problems: [String] = []
        for sticker in pack.stickers {
            guard case .sequence(let timing) = sticker.kind, sticker.files.count > 1 else { continue }
            var frames: [[UInt8]] = []
            for file in sticker.files {
                frames.append(try RegularFile.contents(of: file, limit: StickerFile.maximumSize))
            }
            do throws(PictureProblem) {
                _ = try AnimatedPNG.join(frames, frameDuration: timing.frameDuration, plays: 0)
            } catch {
                problems.append("sticker '\(shown(sticker.name))': \(error.reason)")
            }
        }
        return problems
    }

    /// The name of the sticker to whose folder a file belongs.
    private static func stickerFolder(of path: String) -> String? {
        let parts = path.parts(at: "/")
        guard parts.count > 1, let folder = parts.dropLast().last else { return nil }
        for ending in [".stickersequence", ".sticker"] where folder.hasSuffix(ending) {
            return String(folder.dropLast(ending.count))
        }
        return nil
    }
}

extension Examination {
    /// Judges the pack; skips where it cannot be read.
    func pack(_ judge: (StickerPack) throws -> Verdict) rethrows -> Verdict {
        guard case .success(let pack) = facts.pack else { return .skipped("the pack cannot be read") }
        return try judge(pack)
    }
}
