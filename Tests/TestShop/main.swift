import Foundation
import MayflyCommands
import MayflyHost
import MayflyWebCommands

// The `mayfly` command with a shop that signs its receipts, for tests: `serve` serves the page, all else is as in `mayfly`. No program of the
// product has a provider of payments.

if let problem = ProcessSetup.problem() { exit(problem.rawValue) }
var providers = Providers()
if let folder = ProcessInfo.processInfo.environment[SigningShop.variable] {
    let shop = SigningShop(folder: folder)
    (providers.purchase, providers.payment) = (shop, shop)
}
let arguments = Array(CommandLine.arguments.dropFirst())
let status = await HomeOptions.$providers.withValue(providers) {
    arguments.first == "serve"
        ? await MayflyTool.run(WebTool.self, arguments) : await MayflyTool.run(arguments)
}
exit(status.rawValue)
