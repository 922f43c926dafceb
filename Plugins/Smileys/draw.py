"""Draws the stickers and the icon of Smileys. Run `python3 draw.py` in any folder: it writes to its own."""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "art"))

from picture import Picture, box, curve, ellipse, heart, line, path, rotated, save, star  # noqa: E402

SIZE = 408  # the pixels of a regular cell
PACK = os.path.join(HERE, "Stickers.xcstickers", "Smileys.stickerpack")

INK = "#4a2c12"
EDGE = "#e89a12"
FACE = "#ffcb2f"
LIGHT = "#ffdd66"
SHADE = "#f7b51f"
BLUSH = "#ff8a5c"
RED = "#ef3e4a"
DARK_RED = "#b3202f"


def head(picture):
    """The face without features, with a white rim so that it stands out from any background."""
    round_face = ellipse(204, 204, 168)
    picture.fill(ellipse(204, 204, 186), "#ffffff")
    picture.fill(ellipse(204, 204, 176), EDGE)
    picture.fill(round_face, SHADE)
    picture.fill(ellipse(204, 196, 164), FACE, within=round_face)
    picture.fill(ellipse(196, 172, 132), LIGHT, 0.55, within=round_face)
    picture.fill(ellipse(140, 96, 40, 20, -35), "#ffffff", 0.6)


def eye(picture, x, y, across=19, down=28):
    shape = ellipse(x, y, across, down)
    picture.fill(shape, INK)
    picture.fill(ellipse(x - 6, y - 10, 7), "#ffffff", within=shape)
    picture.fill(ellipse(x + 5, y + 10, 3.5), "#ffffff", 0.75, within=shape)


def closed_eye(picture, x, y, bend=-22, half=27):
    picture.stroke(curve((x - half, y), (x, y + 2 * bend), (x + half, y)), 12, INK)


def blush(picture, y=236):
    picture.fill(ellipse(92, y, 26, 17), BLUSH, 0.5)
    picture.fill(ellipse(316, y, 26, 17), BLUSH, 0.5)


def open_mouth(picture, top=228, depth=92, half=84):
    """A laughing mouth with teeth and tongue."""
    left, right = 204 - half, 204 + half
    mouth = path(
        curve((left, top), (204, top + 18), (right, top)),
        curve((right, top), (right - 4, top + depth * 1.32), (left + 4, top + depth * 1.32), (left, top)),
    )
    picture.fill(mouth, "#6b1722")
    picture.fill(ellipse(204, top + depth * 0.98, half * 0.6, depth * 0.36), "#ff6f7d", within=mouth)
    picture.fill(box(left, top - 12, right, top + depth * 0.28, 9), "#ffffff", within=mouth)
    picture.stroke(curve((left, top), (204, top + 18), (right, top)), 9, INK)
    picture.stroke(
        curve((right, top), (right - 4, top + depth * 1.32), (left + 4, top + depth * 1.32), (left, top), steps=40),
        9,
        INK,
    )


def smile(picture, half=82, y=250, depth=76):
    picture.stroke(curve((204 - half, y), (204, y + 2 * depth * 0.62), (204 + half, y)), 14, INK)


def smiling(picture):
    head(picture)
    eye(picture, 142, 170)
    eye(picture, 266, 170)
    blush(picture)
    smile(picture)


def winking(picture):
    head(picture)
    eye(picture, 142, 172)
    closed_eye(picture, 268, 178)
    picture.stroke(curve((236, 128), (268, 108), (300, 128)), 10, INK)
    blush(picture)
    picture.stroke(curve((134, 254), (196, 336), (288, 240)), 14, INK)
    picture.stroke(curve((276, 230), (292, 236), (296, 252)), 10, INK)


def laughing(picture):
    head(picture)
    for x, way in ((136, 1), (272, -1)):
        picture.stroke([(x - 26 * way, 150), (x + 24 * way, 174), (x - 26 * way, 198)], 13, INK)
    open_mouth(picture)
    for x, turn in ((66, 18), (342, -18)):
        side = 1 if x < 204 else -1
        drop = path(
            curve((0, -44), (26, -6), (28, 26), (0, 28)), curve((0, 28), (-28, 26), (-26, -6), (0, -44))
        )[0]
        outline = [rotated(drop, 32 * side, x, 214)]
        picture.fill([rotated([(a * 1.18, b * 1.18) for a, b in drop], 32 * side, x, 214)], "#ffffff")
        picture.fill(outline, "#41b3f2")
        picture.fill(ellipse(x - 4, 222, 6, 9), "#c5ecff")


def in_love(picture):
    head(picture)
    for x, turn in ((130, -12), (278, 12)):
        picture.fill(heart(x, 164, 54, turn), DARK_RED)
        picture.fill(heart(x, 163, 47, turn), RED)
        picture.fill(ellipse(x - 18, 140, 12, 8, -35), "#ffffff", 0.75)
    open_mouth(picture, top=240, depth=74, half=74)


def partying(picture):
    picture.place(0.93, 12, 27)
    head(picture)
    closed_eye(picture, 142, 184)
    closed_eye(picture, 266, 184)
    blush(picture, 232)
    # The blower in the mouth, unrolled to the right.
    picture.fill(line([(214, 270), (352, 262)], 30), "#ffffff")
    picture.fill(line([(214, 270), (352, 262)], 22), "#3fb6a8")
    for step in range(5):
        x = 236 + step * 28
        picture.fill(line([(x, 280 - step * 1.6), (x + 8, 258 - step * 1.6)], 8), "#ffe066")
    picture.fill(ellipse(360, 258, 27), "#ffffff")
    picture.fill(ellipse(360, 258, 22), "#ef5da8")
    picture.fill(ellipse(360, 258, 13), "#ffd1e8")
    picture.fill(ellipse(360, 258, 6), "#ef5da8")
    picture.fill(ellipse(206, 272, 15, 18), "#6b1722")
    # The hat, a little to the left.
    hat = path((112, 96), curve((112, 96), (180, 98), (236, 56)), (142, -2), (112, 96))
    hat = [rotated([(x - 170, y - 60) for x, y in hat[0]], -3, 172, 74)]
    picture.fill([rotated([(x * 1.1 - 17, y * 1.1 - 8) for x, y in hat[0]], 0)], "#ffffff")
    picture.fill(hat, "#7a5cf0")
    for left, right in (((112, 60), (182, 22)), ((106, 94), (222, 44))):
        picture.fill(line([left, right], 15), "#ffe066", within=hat)
    picture.fill(ellipse(146, 16, 19), "#ffffff")
    picture.fill(ellipse(146, 16, 15), "#ff5d73")
    confetti = (
        (52, 92, "#ff5d73", 20), (300, 40, "#3fb6a8", -30), (352, 104, "#7a5cf0", 40), (34, 186, "#3fb6a8", 70),
        (62, 330, "#7a5cf0", 15), (330, 346, "#ff5d73", -40), (270, 78, "#ff8a3c", 10), (384, 186, "#ff8a3c", 65),
    )
    for x, y, colour, turn in confetti:
        piece = [(-13, -6), (13, -6), (13, 6), (-13, 6)]
        picture.fill([rotated([(a * 1.35, b * 1.6) for a, b in piece], turn, x, y)], "#ffffff")
        picture.fill([rotated(piece, turn, x, y)], colour)


def starry(picture):
    head(picture)
    for x, turn in ((132, -100), (276, -80)):
        picture.fill(star(x, 166, 60, 0.5, turn), "#d9480f")
        picture.fill(star(x, 166, 48, 0.5, turn), "#ff922b")
        picture.fill(ellipse(x - 10, 152, 9, 6, -35), "#ffffff", 0.8)
    open_mouth(picture, top=242, depth=72, half=76)


def cool(picture):
    head(picture)
    for side in (-1, 1):
        lens = path(
            curve((204 + side * 14, 140), (204 + side * 74, 126), (204 + side * 150, 138)),
            curve((204 + side * 150, 138), (204 + side * 150, 226), (204 + side * 44, 236), (204 + side * 14, 140)),
        )
        picture.fill(lens, "#20242e")
        shine = [(204 + side * 74 - 44, 226), (204 + side * 74 + 2, 120), (204 + side * 74 + 22, 120)]
        shine.append((204 + side * 74 - 24, 226))
        picture.fill([shine], "#6f87b8", 0.55, within=lens)
    picture.fill(line([(52, 142), (356, 142)], 15), "#20242e")
    picture.stroke(curve((140, 276), (218, 336), (282, 262)), 14, INK)
    picture.stroke(curve((270, 252), (288, 258), (292, 274)), 10, INK)


def waving(picture, turn):
    """A smaller smile in the upper left, and a hand that is turned by `turn` degrees."""
    picture.place(0.82, 0, 4)
    smiling(picture)
    picture.place(0.94, 6, 22)
    pivot = (322, 372)

    def place(points):
        return rotated([(x - pivot[0], y - pivot[1]) for x, y in points], turn, *pivot)

    fingers = (((288, 262), (274, 196)), ((312, 252), (308, 176)), ((337, 254), (344, 182)), ((360, 266), (378, 206)))
    thumb = ((286, 314), (246, 286))
    palm = path(
        curve((280, 262), (322, 240), (368, 264)),
        curve((368, 264), (384, 330), (352, 366), (322, 366)),
        curve((322, 366), (284, 364), (272, 320), (280, 262)),
    )[0]
    for grow, colour in ((18, "#ffffff"), (8, EDGE), (0, FACE)):
        for points in fingers:
            picture.fill(line(place(points), 25 + grow), colour)
        picture.fill(line(place(thumb), 27 + grow), colour)
        share = 1 + grow / 100
        wide = [(324 + (x - 324) * share, 306 + (y - 306) * share) for x, y in palm]
        picture.fill([place(wide)], colour)
    picture.stroke(place(curve((300, 322), (322, 340), (350, 316))), 6, EDGE)


def blinking(picture, openness):
    """A smile with eyes that are open by this share; 0 is closed."""
    head(picture)
    for x in (142, 266):
        if openness > 0.2:
            eye(picture, x, 170, 19, 28 * openness)
        else:
            closed_eye(picture, x, 172, 12)
    blush(picture)
    smile(picture)


def write(name, text):
    os.makedirs(os.path.dirname(name), exist_ok=True)
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


def contents(more):
    """The text of a catalogue's Contents.json."""
    return json.dumps({"info": {"version": 1, "author": "mayfly"}, **more}, indent=2) + "\n"


def drawn(act, *arguments):
    picture = Picture(SIZE, SIZE)
    act(picture, *arguments)
    return picture


def sticker(name, label, frames, delay=100):
    folder = os.path.join(PACK, name + ".sticker")
    properties = {"accessibility-label": label, "filename": name + ".png"}
    write(os.path.join(folder, "Contents.json"), contents({"properties": properties}))
    size = save(os.path.join(folder, name + ".png"), *frames, delay=delay)
    print(f"{name}: {size} bytes")


def icon():
    """256 by 192, the 4:3 of a message extension's icon."""
    picture = Picture(256, 192)
    frame = box(0, 0, 256, 192, 40)
    picture.fill(frame, "#6fd0f5")
    picture.fill(ellipse(128, 250, 190, 120), "#4fb8e6", within=frame)
    picture.place(0.43, 40, 8)
    smiling(picture)
    print(f"icon: {save(os.path.join(HERE, 'icon.png'), picture)} bytes")


def main():
    stills = (
        ("smile", "A smiling face", smiling),
        ("wink", "A winking face", winking),
        ("laugh", "A face laughing tears", laughing),
        ("love", "A face with hearts for eyes", in_love),
        ("stars", "A face with stars for eyes", starry),
        ("cool", "A face with sunglasses", cool),
        ("party", "A partying face with a hat and a blower", partying),
    )
    for name, label, act in stills:
        sticker(name, label, [drawn(act)])
    sticker("wave", "A face waving its hand", [drawn(waving, turn) for turn in (-14, -3, 8, -3)], delay=140)
    blinks = (1.0, 0.5, 0.0, 0.5)
    sticker("blink", "A blinking face", [drawn(blinking, each) for each in blinks], delay=[1800, 50, 90, 50])
    names = [name for name, _, _ in stills] + ["wave", "blink"]
    order = {"properties": {"grid-size": "regular"}, "stickers": [{"filename": name + ".sticker"} for name in names]}
    write(os.path.join(PACK, "Contents.json"), contents(order))
    write(os.path.join(os.path.dirname(PACK), "Contents.json"), contents({}))
    icon()


if __name__ == "__main__":
    main()
