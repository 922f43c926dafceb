/* Shows where an element that scrolls has more below its edge. */

/** How many points may be missing without a sign: the last of the padding. */
const slack = 12

/** Gives `place` the attribute `data-more` for as long as `scroller` has something below what is in view. */
export function markMore(scroller, place) {
  const look = () => place.toggleAttribute("data-more", scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight > slack)
  const sizes = new ResizeObserver(look)
  const observe = () => {
    sizes.disconnect()
    for (const element of [scroller, ...scroller.children]) sizes.observe(element)
  }
  scroller.addEventListener("scroll", look, { passive: true })
  new MutationObserver(observe).observe(scroller, { childList: true })
  observe()
}
