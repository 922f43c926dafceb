import Foundation
import MayflyTestSupport
import Testing

/// Each recipe of Documentation/cookbook.md is compiled, and its scenario is played with the real extension in its real sandbox.
@Suite struct CookbookTests {
    /// A recipe with its scenario.
    struct Recipe: Sendable, CustomTestStringConvertible {
        let name: String
        let program: String
        let scenario: String

        var testDescription: String { name }
    }

    /// The blocks of the page: a header, and then pairs of a program and a scenario.
    private static let page = Result {
        let blocks = try MarkdownPage(name: "Documentation/cookbook.md").blocks
        let header = try #require(blocks.first)
        #expect(header.language == "c" && header.text.contains("#define EXTENSION_H"))
        let recipes = stride(from: 1, to: blocks.count - 1, by: 2).map { index in
            #expect(blocks[index].language == "c" && blocks[index + 1].language == "yaml", "\(blocks[index].place)")
            return Recipe(
                name: "recipe-at-\(blocks[index].line)",
                program: blocks[index].text,
                scenario: blocks[index + 1].text
            )
        }
        return (header: header.text, recipes: recipes)
    }

    static let recipes = (try? page.get().recipes) ?? []

    @Test func thePageHasItsRecipes() throws {
        #expect(try Self.page.get().recipes.count == 5)
    }

    @Test(arguments: recipes) func aRecipeDoesWhatItsScenarioSays(recipe: Recipe) async throws {
        let sources = try ScratchFolder()
        try sources.write(try Self.page.get().header, to: "extension.h")
        let program = try sources.write(recipe.program, to: recipe.name + ".c")
        let bundle = try PluginWorkshop.pack(id: "org.example.\(recipe.name)") { library in
            try PlainCompiler.build(
                [
                    "cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-shared", "-fPIC",
                    "-fvisibility=hidden", "-I", PluginWorkshop.headers,
                ],
                from: URL(filePath: program),
                to: library
            )
        }
        let outcome = try await ScenarioFolder().play(recipe.scenario, with: bundle)
        #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
        #expect(outcome.lines.last == "passed: 1 scenario")
    }
}
