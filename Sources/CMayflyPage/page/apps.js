/* Names and icons of extensions. */

import { h } from "/dom.js"
import { picture } from "/media.js"

export class Apps {
  #connection
  #names = new Map()
  #icons = new Map()

  constructor(connection) {
    this.#connection = connection
  }

  name(id) {
    return this.#names.get(id)
  }

  /** What the drawer of a device shows. */
  async drawer(device) {
    const extensions = await this.#connection.list("extensions.drawer", "extensions", { device })
    for (const one of extensions) this.#names.set(one.id, one.name)
    return extensions
  }

  /** Replaces the favourites of a device. */
  setFavourites(device, extensions) {
    return this.#connection.call("extensions.setFavourites", { device, extensions })
  }

  /** The settings of an extension on a device, with their values. */
  async settings(extension, device) {
    return (await this.#connection.call("settings.read", { extension, device })).settings
  }

  /** Sets one of them. */
  setSetting(extension, device, key, value) {
    return this.#connection.call("settings.set", { extension, device, key, value })
  }

  /** The icon of an extension; for one that is not installed the file that came with its message, if one did. */
  image(id, alternative, className = "app-icon", sent = null) {
    const image = h("img", { class: className, alt: alternative ?? "", draggable: false })
    image.hidden = true
    if (id) {
      this.#icon(id).then((address) => {
        image.hidden = !address
        if (address) image.src = address
        else if (sent) image.replaceWith(picture(sent, alternative ?? "", className))
      })
    }
    return image
  }

  /** An extension was installed, perhaps in another version: its icon is asked for again. */
  forget(id) {
    this.#icons.delete(id)
    this.#names.delete(id)
  }

  #icon(id) {
    if (!this.#icons.has(id)) {
      const icon = this.#connection.content("extensions.icon", { extension: id }, "image/jpeg")
        .then((blob) => URL.createObjectURL(blob))
        .catch(() => {
          setTimeout(() => this.#icons.delete(id), 5_000)
          return null
        })
      this.#icons.set(id, icon)
    }
    return this.#icons.get(id)
  }
}
