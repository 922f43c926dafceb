/* Texts by other people, as they are put into the page. */

/** A browser takes the square of the length of a run without blanks to break it into lines. Places to break it at make that short runs. */
const longestRun = 200

/** A character with more accents than this, in units of UTF-16, is broken too. */
const longestCharacter = 400

/** Runs in which a browser finds no blank to break a line at. A blank that does not break is none. */
const unbroken = "[^\\t-\\r \\x85\\u1680\\u2000-\\u2006\\u2008-\\u200b\\u2028\\u2029\\u205f\\u3000]"
const run = new RegExp(`(?<!${unbroken})${unbroken}{${longestRun + 1},}`, "g")

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/** The parts of a text between which a line may be broken; all of them together are the text. */
export function parts(text) {
  if (text.length <= longestRun) return [text]
  const all = []
  let start = 0
  for (const { 0: long, index } of text.matchAll(run)) {
    let at = 0
    while (long.length - at > longestRun) {
      const length = lengthOfPart(long.slice(at, at + longestRun + longestCharacter))
      if (at + length >= long.length) break
      all.push(text.slice(start, index + at + length))
      at += length
      start = index + at
    }
  }
  all.push(text.slice(start))
  return all
}

/** How much of a run, in units of UTF-16, is one part: whole characters. */
function lengthOfPart(run) {
  const { index, segment } = characters.segment(run).containing(longestRun)
  if (index > 0) return index
  if (segment.length < run.length) return segment.length
  const isPair = /[\ud800-\udbff]/.test(run[run.length - 1])
  return isPair ? run.length - 1 : run.length
}

/** Nodes that show a text by somebody else. What a person copies of them is the text. */
export function textNodes(text) {
  return parts(text).flatMap((part, index) => (index > 0 ? [document.createElement("wbr"), part] : [part]))
}

/** Characters that are not seen, or that put those around them elsewhere, and of which SafeText of the host shows the numbers. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?![\u200c\u200d\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu

/** A name, or another text of one line, in which nothing is hidden: `a\u{202E}b`. */
export function visible(text) {
  return text.replace(unseen, (character) => `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`)
}

/** Whether a text is too long for a field in which a person writes, which has no places to break a run at. */
export function isTooLong(text) {
  return text.length > 8_000 || lines(text) > 200 || parts(text).length > 10
}

/** How many lines a text has. */
export function lines(text) {
  let count = 1
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1
  return count
}

/** The beginning and the end of a text, each of some lines, and how much is between them. */
export function excerpt(text, { characters: most = 400, lines: mostLines = 6 } = {}) {
  let end = Math.min(most, text.length)
  for (let at = -1, line = 0; line < mostLines; line += 1) {
    at = text.indexOf("\n", at + 1)
    if (at < 0 || at > end) break
    if (line === mostLines - 1) end = at
  }
  let start = Math.max(text.length - most, end)
  for (let at = text.length, line = 0; line < mostLines; line += 1) {
    at = at > 0 ? text.lastIndexOf("\n", at - 1) : -1
    if (at < start) break
    if (line === mostLines - 1) start = at + 1
  }
  if (end > 0 && isHigh(text, end - 1)) end -= 1
  if (start < text.length && start > 0 && isHigh(text, start - 1)) start += 1
  start = Math.max(start, end)
  return { beginning: text.slice(0, end), end: text.slice(start), hidden: text.slice(end, start) }
}

const isHigh = (text, index) => /[\ud800-\udbff]/.test(text[index])
