/* Moves aside over the view of an extension: by a wheel or a touchpad that scrolls aside, and by a finger. */

/** How far a move goes aside, in points, until it is one. */
export const asideLength = 60
/** After a scroll has rested for so long, in milliseconds, the next one is another move. */
const rest = 200
/** Points of a line, where a wheel scrolls by lines. */
const line = 16

/** Calls `go` with "left", on to what comes next, or "right", once for each move over `element` that `takes(kind)`, a "scroll" or a "finger". */
export function onMoveAside(element, takes, go) {
  let scrolled = 0
  let isOver = false
  let resting = 0
  const ended = () => {
    scrolled = 0
    isOver = false
  }
  const scroll = (event) => {
    const { deltaX, deltaY, deltaMode } = event
    if (event.ctrlKey || Math.abs(deltaX) <= Math.abs(deltaY) || !takes("scroll") || scrollsAside(event)) return
    // The browser would go a page back.
    event.preventDefault()
    clearTimeout(resting)
    resting = setTimeout(ended, rest)
    // Back again is another move.
    if (scrolled * deltaX < 0) ended()
    scrolled += deltaMode === WheelEvent.DOM_DELTA_LINE ? deltaX * line : deltaX
    if (isOver || Math.abs(scrolled) < asideLength) return
    isOver = true
    go(scrolled > 0 ? "left" : "right")
  }
  const touch = (event) => {
    if (event.pointerType !== "touch" || !event.isPrimary || !takes("finger")) return
    const end = (last) => {
      if (last.pointerId !== event.pointerId) return
      removeEventListener("pointerup", end)
      removeEventListener("pointercancel", end)
      const [dx, dy] = [last.clientX - event.clientX, last.clientY - event.clientY]
      if (last.type === "pointerup" && Math.abs(dx) >= asideLength && Math.abs(dx) > Math.abs(dy)) go(dx < 0 ? "left" : "right")
    }
    addEventListener("pointerup", end)
    addEventListener("pointercancel", end)
  }
  element.addEventListener("wheel", scroll, { passive: false })
  element.addEventListener("pointerdown", touch)
}

/** Whether something below the pointer scrolls by itself in that direction. */
function scrollsAside({ target, currentTarget, deltaX }) {
  for (let one = target; one && one !== currentTarget; one = one.parentElement) {
    const room = one.scrollWidth - one.clientWidth
    const done = Math.abs(one.scrollLeft)
    if (room < 1 || !["auto", "scroll"].includes(getComputedStyle(one).overflowX)) continue
    if (deltaX > 0 ? done < room - 1 : done > 1) return true
  }
  return false
}
