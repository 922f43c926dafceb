/* Times as the person's language and zone write them. */

/** Without the marks of a direction that some languages have in dates: those are written out where texts are shown. */
function writer(options) {
  const format = new Intl.DateTimeFormat(undefined, options)
  return { format: (moment) => format.format(moment).replace(/[\u061c\u200e\u200f]/g, "") }
}

const clock = writer({ timeStyle: "short" })
const thisYear = writer({ day: "numeric", month: "short" })
const otherYear = writer({ dateStyle: "medium" })
const whole = writer({ dateStyle: "full", timeStyle: "short" })

const isSameDay = (one, other) => one.toDateString() === other.toDateString()

/** A moment of today by its time, another one by its date. */
export function when(moment) {
  const [time, now] = [new Date(moment), new Date()]
  if (isSameDay(time, now)) return clock.format(time)
  return (time.getFullYear() === now.getFullYear() ? thisYear : otherYear).format(time)
}

/** The same, with the time of another day, too. */
export function dayAndTime(moment) {
  const text = when(moment)
  return isSameDay(new Date(moment), new Date()) ? text : `${text}, ${clock.format(moment)}`
}

/** How far apart rows are, in milliseconds, that have a time between them. */
const gap = 3_600_000

/** Whether a time stands before a row; `before` is that of the row above it. Old rows have none. */
export function isApart(before, time) {
  if (!time) return false
  return !before || time - before > gap || !isSameDay(new Date(before), new Date(time))
}

/** All that there is to say of a moment. */
export function fullTime(moment) {
  return whole.format(moment)
}
