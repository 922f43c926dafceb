/* Texts by other people, as they are put into the page. */

/** A browser takes the square of the length of a run without blanks to break it into lines. Places to break it at make that short runs. */
const longestRun = 200

/** A character with more accents than this, in units of UTF-16, is broken too. */
const longestCharacter = 400

/** Runs in which a browser finds no blank to break a line at. A blank that does not break is none. */
const unbroken = "[^\\t-\\r \\x85\\u1680\\u2000-\\u2006\\u2008-\\u200b\\u2028\\u2029\\u205f\\u3000]"
const run = new RegExp(`(?<!${unbroken})${unbroken}{${longestRun + 1},}`, "g")

/** A browser takes the square of its length, too, for a text in which letters of several scripts follow each other. */
const mixed = /[^\0-\u024f]/
/** A part of such a text has at least so many units of UTF-16, and goes on to the next blank. */
const shortestPiece = 100
const isBlank = new RegExp(`(?!${unbroken})[^]`)
const isFurther = /^[\p{M}\p{Emoji_Modifier}\u200c\u200d]/u

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/** The parts of a text between which a line may be broken; all of them together are the text. */
export function parts(text) {
  const all = runs(text)
  return mixed.test(text) ? all.flatMap(pieces) : all
}

/** The parts between places in the runs that are too long. */
function runs(text) {
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

/** The parts of a text between some of its blanks. */
function pieces(text) {
  const all = []
  let start = 0
  for (let at = shortestPiece; at < text.length; at += 1) {
    if (at - start < shortestPiece || !isBlank.test(text[at - 1])) continue
    // An accent stays on its blank, unless there are very many of these.
    if (at - start < longestCharacter && isFurther.test(text.slice(at, at + 2))) continue
    all.push(text.slice(start, at))
    start = at
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

/** Nodes that show a text by somebody else. What a person copies of them is the text, in which nothing is hidden. */
export function textNodes(text) {
  return parts(visibleLines(text)).flatMap((part, index) => (index > 0 ? [document.createElement("wbr"), part] : [part]))
}

/** The flags of England, Scotland and Wales: they end in characters that are not seen anywhere else. */
const flag = "\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}"

/** Characters that are not seen, or that put those around them elsewhere, and of which SafeText of the host shows the numbers. Joiners
 *  stay, which words in Persian and many emoji need, and what chooses the drawing of an emoji; of joiners that join nothing, or follow
 *  each other, the numbers are shown, too. */
const hidden = [
  "(?<=[\\u200c\\u200d])[\\u200c\\u200d]",
  "(?<![\\p{L}\\p{M}\\p{N}\\p{Extended_Pictographic}\\p{Emoji_Modifier}])[\\u200c\\u200d](?![\\p{L}\\p{M}])",
  "[\\p{Cc}\\p{Zl}\\p{Zp}\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]",
  "(?<!\\p{Emoji})[\\ufe0e\\ufe0f]",
  "(?![\\u200c\\u200d\\ufe0e\\ufe0f])\\p{Default_Ignorable_Code_Point}",
].join("|")
const unseen = new RegExp(`${flag}|${hidden}`, "gu")
/** The same but for tabs and the ends of lines. */
const unseenInLines = new RegExp(`${flag}|(?!\\r?\\n|\\t)(?:${hidden})`, "gu")

/** `\u{202E}`. */
const number = (character) => `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`
const isFlag = (found) => found.startsWith("\u{1f3f4}")
const written = (found) => (isFlag(found) ? found : number(found))

/** A name, or another text of one line, in which nothing is hidden: `a\u{202E}b`. */
export function visible(text) {
  return text.replace(unseen, written)
}

/** The same for a text that may have several lines. */
export function visibleLines(text) {
  return text.replace(unseenInLines, written)
}

/** The hidden characters of a text as they are written out, in order. */
export function hiddenIn(text) {
  return [...text.matchAll(unseenInLines)].map(([found]) => found).filter((found) => !isFlag(found)).map(number)
}

/** Brackets, and what looks like one: parts of large brackets, corners, and lines of tables. */
const opening = /[\p{Ps}\u239b-\u239d\u23a1-\u23a3\u23a7-\u23a9\u231c\u231e\u250c-\u250f\u2514-\u2517\u251c-\u2523\u2552-\u2554\u2558-\u255a\u255e-\u2560\u256d\u2570]/gu
const closing = /[\p{Pe}\u239e-\u23a0\u23a4-\u23a6\u23ab-\u23ad\u231d\u231f\u2510-\u2513\u2518-\u251b\u2524-\u252b\u2555-\u2557\u255b-\u255d\u2561-\u2563\u256e\u256f]/gu

/** A name of an extension behind which words follow: `[Lab] `. It has no brackets of its own, so that none of it looks like those words. */
export function inBrackets(name) {
  return `[${visible(name).replace(opening, "(").replace(closing, ")")}] `
}

/** Words of others as they stand between quotation marks of the page: they have none that could end those. */
export function quoted(text) {
  return visible(text).replace(/["\u02BA\u02DD\u02EE\u05F4“”„‟″‴‶‷⁗❝❞〃〝〞〟＂\u{1F676}-\u{1F678}]/gu, "'").replace(/['‘’‛′‵ʹʼ＇]{2,}/g, "'")
}

/** Whether a text is too long for a field in which a person writes, which has no places to break a run at. */
export function isTooLong(text) {
  return text.length > 8_000 || lines(text) > 200 || runs(text).length > 10
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
