"""Draws all possible ice creams and the icon. Run `python3 draw.py` in any folder: it writes to the plugin."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PLUGIN = os.path.dirname(HERE)
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(PLUGIN, "..", "art"))

from picture import Picture, box, curve, ellipse, line, path, rotated, save  # noqa: E402

SIZE = 600
BASES = ("cone", "cup", "bowl")
TOPPINGS = ("none", "cherry", "wafer", "sprinkles")

# For each flavour: its colour, its shadow, its highlight, and the pieces in it.
FLAVOURS = {
    "vanilla": ("#fff0c2", "#f2d58c", "#fffaea", None),
    "strawberry": ("#ff9fb8", "#ec6f92", "#ffc9d7", "#d63d63"),
    "mint": ("#a6e8cd", "#6fc9a6", "#d3f6e7", "#5b3a29"),
}

# The lower edge of the ball on each base.
RIMS = {"cone": 330, "cup": 340, "bowl": 352}


def background(picture):
    """A light background with the shadow of a plate, the same in all pictures, so that one can replace another."""
    picture.fill(box(0, 0, SIZE, SIZE), "#cfeefb")
    picture.fill(ellipse(300, 290, 262), "#def5fd")
    picture.fill(ellipse(300, 290, 196), "#edfaff")
    for x, y, radius in ((74, 92, 13), (532, 146, 17), (96, 420, 17), (520, 452, 12), (474, 60, 9), (54, 254, 8)):
        picture.fill(ellipse(x, y, radius), "#ffffff")
    picture.fill(ellipse(300, 560, 150, 17), "#a9d8ea")


def cone(picture):
    right, left = curve((404, 316), (312, 556), (300, 566)), curve((300, 566), (288, 556), (196, 316))
    body = path((196, 316), (404, 316), right, left)
    picture.fill(body, "#e8a54b")
    picture.fill(path((330, 316), (404, 316), curve((404, 316), (312, 556), (300, 566))), "#d48c34", within=body)
    for step in range(-8, 12):
        x = 196 + step * 34
        picture.stroke([(x, 300), (x + 170, 580)], 6, "#b8701f", within=body)
        picture.stroke([(x + 208, 300), (x + 38, 580)], 6, "#b8701f", within=body)
    picture.stroke([(214, 330), (288, 528)], 8, "#f8cf8c", 0.7, within=body)
    picture.fill(box(182, 300, 418, 340, 18), "#c67d28")
    picture.fill(box(182, 300, 418, 330, 15), "#f0b45e")
    picture.fill(box(196, 305, 300, 313, 4), "#fbdca6")


def cup(picture):
    body = path((184, 326), (416, 326), (386, 548), curve((386, 548), (300, 572), (214, 548)))
    picture.fill(body, "#ff7f9e")
    for step in range(5):
        left = 204 + step * 46
        middle = 300 + (left - 300) * 0.78
        stripe = [(left - 12, 320), (left + 14, 320), (middle + 10, 580), (middle - 10, 580)]
        picture.fill([stripe], "#ffffff", within=body)
    picture.fill(path((352, 320), (420, 320), (390, 580), (342, 580)), "#9c2d4c", 0.16, within=body)
    picture.fill(box(172, 312, 428, 352, 18), "#d94f74")
    picture.fill(box(172, 312, 428, 342, 15), "#ffa6bc")
    picture.fill(box(188, 317, 300, 325, 4), "#ffd9e3")


def bowl(picture):
    picture.fill(path((280, 480), (320, 480), (326, 548), (274, 548)), "#4c9fcb")
    picture.fill(ellipse(300, 550, 92, 16), "#3c87b3")
    picture.fill(ellipse(300, 545, 92, 15), "#6fbde3")
    right, left = curve((464, 338), (452, 500), (300, 502)), curve((300, 502), (148, 500), (136, 338))
    body = path((136, 338), (464, 338), right, left)
    picture.fill(body, "#62b4de")
    shaded = path((378, 330), (470, 330), curve((470, 330), (452, 500), (300, 502)), (378, 330))
    picture.fill(shaded, "#4c9fcb", within=body)
    picture.fill(ellipse(196, 408, 15, 42, 22), "#c0e6f7", within=body)
    picture.fill(ellipse(226, 462, 11, 11), "#c0e6f7", within=body)
    picture.fill(box(124, 326, 476, 358, 16), "#3c87b3")
    picture.fill(box(124, 326, 476, 350, 12), "#8fd0ef")
    picture.fill(box(144, 330, 290, 337, 3.5), "#d5f1fc")


def ball(picture, x, bottom, flavour, radius=118):
    """One scoop with its skirt of drips."""
    body, shade, light, bits = FLAVOURS[flavour]
    y = bottom - radius * 0.78
    outline = ellipse(x, y, radius, radius * 0.95)
    skirt = []
    for step in range(7):
        at = x - radius * 0.96 + step * radius * 0.32
        skirt += ellipse(at, bottom - 12 - (6 if step % 2 else 0), radius * 0.21, radius * (0.2 if step % 2 else 0.25))
    whole = outline + skirt
    picture.fill(whole, shade)
    picture.fill(ellipse(x - radius * 0.1, y - radius * 0.08, radius * 0.88, radius * 0.85), body, within=whole)
    for step in range(7):
        at = x - radius * 0.99 + step * radius * 0.32
        picture.fill(ellipse(at, bottom - 19, radius * 0.16, radius * 0.14), body)
    picture.fill(ellipse(x - radius * 0.42, y - radius * 0.46, radius * 0.3, radius * 0.17, -35), light)
    picture.fill(ellipse(x - radius * 0.72, y - radius * 0.06, radius * 0.07, radius * 0.1), light)
    if bits is None:
        for dx, dy, turn in ((0.25, -0.3, 20), (-0.2, 0.2, -30), (0.5, 0.1, 70), (0.1, 0.45, 10), (-0.55, 0.35, 50)):
            picture.fill(ellipse(x + dx * radius, y + dy * radius, 7, 3, turn), shade)
        return
    places = (
        (0.25, -0.5, 20), (-0.15, -0.1, -30), (0.55, -0.15, 60), (0.15, 0.25, 10), (-0.5, 0.3, 45), (0.6, 0.35, -20),
        (-0.2, 0.55, 0), (-0.08, -0.68, 80),
    )
    for dx, dy, turn in places:
        picture.fill(ellipse(x + dx * radius, y + dy * radius, 11 if flavour == "mint" else 7, 6, turn), bits)


def scoops(picture, base, flavour):
    """Two balls side by side and one on top in a bowl, two above each other elsewhere."""
    rim = RIMS[base]
    if base == "bowl":
        ball(picture, 226, rim, flavour, 96)
        ball(picture, 374, rim, flavour, 96)
        ball(picture, 300, rim - 96, flavour, 98)
    else:
        ball(picture, 300, rim, flavour, 116)
        ball(picture, 300, rim - 124, flavour, 96)


def crest(base, flavour):
    """The top of the ice; on an empty base, the rim."""
    if flavour == "none":
        return RIMS[base] - 26
    return RIMS[base] - (270 if base == "bowl" else 291)


def cherry(picture, base, flavour):
    top = crest(base, flavour)
    picture.stroke(curve((302, top - 22), (306, top - 68), (346, top - 88)), 7, "#5c7a29")
    picture.fill(ellipse(350, top - 86, 20, 9, -25), "#7fa33a")
    picture.fill(ellipse(300, top - 4, 35, 33), "#a5142b")
    picture.fill(ellipse(298, top - 7, 31, 28), "#dd2440")
    picture.fill(ellipse(287, top - 18, 9, 6, -35), "#ffc2cb")


def wafer(picture, base, flavour):
    """A rolled wafer; it stands behind the ice, so it is drawn before it."""
    top = crest(base, flavour)
    foot, head = ((352, top + 110), (430, top - 62)) if flavour != "none" else ((312, top + 66), (392, top - 110))
    picture.fill(line([foot, head], 50), "#a8641c")
    picture.fill(line([foot, head], 40), "#e3a047")
    for step in range(7):
        x = foot[0] + (head[0] - foot[0]) * step / 6
        y = foot[1] + (head[1] - foot[1]) * step / 6
        picture.stroke([(x - 17, y - 18), (x + 17, y + 6)], 6, "#b8701f", within=line([foot, head], 40))
    picture.fill(ellipse(head[0] + 4, head[1] - 8, 21, 12, 24), "#a8641c")
    picture.fill(ellipse(head[0] + 4, head[1] - 9, 13, 6.5, 24), "#6d3c0c")


COLOURS = ("#ff4d6d", "#ffd43b", "#4dabf7", "#69db7c", "#b197fc", "#ff922b")


def sprinkles(picture, base, flavour):
    """Bright sticks on the upper ball, or in the empty base."""
    top = crest(base, flavour)
    if flavour == "none":
        places = [(-86, 6), (-60, -8), (-34, 4), (-8, -10), (18, 2), (44, -8), (70, 5), (92, -4), (-20, -20), (30, -22)]
    else:
        places = [
            (-8, 14), (26, 26), (-40, 34), (58, 48), (4, 48), (-68, 66), (34, 70), (-30, 72), (78, 84), (-2, 92),
            (-80, 104), (50, 106), (-46, 112), (18, 122), (84, 122), (-14, 138), (-72, 142), (54, 146),
        ]
    for step, (dx, dy) in enumerate(places):
        stick = rotated([(-11, 0), (11, 0)], step * 67 % 180, 300 + dx, top + dy)
        picture.fill(line(stick, 11), "#ffffff", 0.55)
        picture.fill(line(stick, 8.5), COLOURS[step % len(COLOURS)])


def ice_cream(picture, base, flavour, topping):
    if topping == "wafer":
        wafer(picture, base, flavour)
    if flavour != "none":
        scoops(picture, base, flavour)
    {"cone": cone, "cup": cup, "bowl": bowl}[base](picture)
    if flavour != "none":
        drip(picture, base, flavour)
    if topping == "cherry":
        cherry(picture, base, flavour)
    if topping == "sprinkles":
        sprinkles(picture, base, flavour)


def drip(picture, base, flavour):
    """The ice that runs over the rim, in front of the base."""
    body, shade, light, _ = FLAVOURS[flavour]
    rim = RIMS[base]
    for x, length in ((232, 26), (330, 40), (372, 20)):
        picture.fill(line([(x, rim - 34), (x, rim - 20 + length)], 27), shade)
        picture.fill(line([(x - 2, rim - 34), (x - 2, rim - 24 + length)], 19), body)
        picture.fill(ellipse(x - 6, rim - 22 + length, 3, 6), light)


def icon():
    """256 by 192, the 4:3 of a message extension's icon."""
    picture = Picture(256, 192)
    frame = box(0, 0, 256, 192, 40)
    picture.fill(frame, "#ff9fc0")
    picture.fill(ellipse(128, 250, 190, 120), "#f57ba6", within=frame)
    picture.place(0.27, 47, 28)
    ice_cream(picture, "cone", "mint", "cherry")
    return picture


def main():
    folder = os.path.join(PLUGIN, "Resources")
    os.makedirs(folder, exist_ok=True)
    total = 0
    empty = Picture(SIZE, SIZE)
    background(empty)
    # Scaled so that the tallest ice with the longest wafer fits.
    empty.place(0.84, 48, 94)
    for base in BASES:
        for flavour in ("none",) + tuple(FLAVOURS):
            for topping in TOPPINGS:
                picture = empty.copy()
                ice_cream(picture, base, flavour, topping)
                total += save(os.path.join(folder, f"{base}-{flavour}-{topping}.png"), picture)
    print(f"{total} bytes in all")
    print(f"icon: {save(os.path.join(PLUGIN, 'icon.png'), icon())} bytes")


if __name__ == "__main__":
    main()
