import Foundation
import Testing

/// What a person sees: the pixels of the screen, with all that lies over an element.
extension Browser {
    /// How many colours the screen has in the middle half of an element. A picture that is not drawn, or lies below something else,
    /// leaves one or few. It is taken again while there are not more than `least`: a picture is drawn some moments after it has come.
    func screenColours(_ selector: String, pane: Int, moreThan least: Int = 5) throws -> Int {
        var count = 0
        for _ in 0..<100 where count <= least {
            guard let clip = try clip(of: selector, pane: pane) else { continue }
            count = try colours(try screenshot(clip)).count
        }
        return count
    }

    /// The same colours, as `#rrggbb`, up to a hundred of them.
    func colours(of selector: String, pane: Int) throws -> Set<String> {
        Set(try colours(try screenshot(try #require(try clip(of: selector, pane: pane)))))
    }

    /// Where the middle of an element is on the screen: what lies in its corners is left out. Nil while it has no size.
    private func clip(of selector: String, pane: Int) throws -> [String: Any]? {
        let script = """
            const one = document.querySelectorAll('.pane')[arguments[1]].querySelector(arguments[0])
            one?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
            const { x, y, width, height } = one?.getBoundingClientRect() ?? { width: 0, height: 0 }
            return width >= 2 && height >= 2 ? { x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2, scale: 1 } : null
            """
        return try run(script, selector, pane) as? [String: Any]
    }

    private func screenshot(_ clip: [String: Any]) throws -> String {
        let answer = try command("Page.captureScreenshot", ["clip": clip]) as? [String: Any]
        return try #require(answer?["data"] as? String)
    }

    /// The colours of a picture in base64.
    func colours(_ picture: String, most: Int = 100) throws -> [String] {
        let script = """
            const [picture, most, done] = arguments
            const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0))
            createImageBitmap(new Blob([bytes], { type: 'image/png' })).then((bitmap) => {
              const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
              context.drawImage(bitmap, 0, 0)
              const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
              const all = new Set()
              for (let at = 0; at < data.length && all.size < most; at += 4) all.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2])
              done([...all].map((one) => `#${one.toString(16).padStart(6, '0')}`))
            })
            """
        return try #require(try runAsync(script, picture, most) as? [String])
    }
}
