/* How the names of a card look: classes, styles, colours and moments. */

export function surfaceClass(surface) {
  let classes = ""
  if (surface.style) classes += ` card-style-${surface.style}`
  if (surface.bleed) classes += " card-bleed"
  if (surface.vertical_alignment) classes += ` card-vertical-${surface.vertical_alignment}`
  return classes
}

export function surfaceStyle(surface) {
  return { minHeight: surface.min_height ? `${surface.min_height}px` : "" }
}

/** A language that the browser knows; an extension may have written anything. */
export function language(tag) {
  try {
    return new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(tag) === undefined ? null : tag
  } catch {
    return null
  }
}

export function direction({ rtl }) {
  return rtl === undefined ? null : rtl ? "rtl" : "ltr"
}

export function backgroundStyle({ fill, alignment, vertical_alignment }) {
  const repeat = { cover: "no-repeat", repeatHorizontally: "repeat-x", repeatVertically: "repeat-y", repeat: "repeat" }
  return {
    backgroundRepeat: repeat[fill],
    backgroundSize: fill === "cover" ? "cover" : "auto",
    backgroundPosition: `${alignment} ${vertical_alignment}`,
  }
}

/** `#AARRGGBB` of a card is `#RRGGBBAA` of CSS. */
export function color(text) {
  if (!text) return ""
  return text.length === 9 ? `#${text.slice(3)}${text.slice(1, 3)}` : text
}

/** A moment in the language and the zone of the reader. */
export function told({ moment, format }) {
  const styles = {
    compact: { dateStyle: "short" },
    short: { weekday: "short", year: "numeric", month: "short", day: "numeric" },
    long: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
    time: { timeStyle: "short" },
  }
  return new Intl.DateTimeFormat(undefined, styles[format]).format(new Date(moment))
}
