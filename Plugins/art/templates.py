"""Draws the pictures of the projects that `mayfly new` writes: two icons of 256 by 192, and three stickers."""

import os
import sys

sys.dont_write_bytecode = True

from icons import frame  # noqa: E402
from picture import Picture, curve, ellipse, heart, line, save, star  # noqa: E402

TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Sources", "CMayflyTemplates", "templates")
SIZE = 300  # the smallest side that fits a sticker
INK = "#3a3550"


def counter():
    """A round button with a plus."""
    picture = frame("#b197fc", "#9775fa")
    picture.fill(ellipse(128, 104, 66), "#6741d9")
    picture.fill(ellipse(128, 96, 66), "#ffffff")
    picture.fill(ellipse(128, 96, 56), "#845ef7")
    picture.fill(line([(128, 68), (128, 124)], 15), "#ffffff")
    picture.fill(line([(100, 96), (156, 96)], 15), "#ffffff")
    return picture


def pack():
    """A heart and a star, as on a sheet of stickers."""
    picture = frame("#ffd8a8", "#ffc078")
    picture.fill(heart(96, 92, 56, -12), "#ffffff")
    picture.fill(heart(96, 92, 46, -12), "#f03e3e")
    picture.fill(star(172, 108, 62, 0.5, -80), "#ffffff")
    picture.fill(star(172, 108, 46, 0.5, -80), "#fab005")
    return picture


def face(picture, x, y, way=1):
    """Two eyes and a mouth that smiles, or with -1 does not."""
    for side in (-1, 1):
        picture.fill(ellipse(x + side * 34, y, 10, 15), INK)
        picture.fill(ellipse(x + side * 34 - 3, y - 5, 4), "#ffffff")
    picture.stroke(curve((x - 26, y + 32 + 10 * (1 - way)), (x, y + 32 + 30 * way), (x + 26, y + 32 + 10 * (1 - way))), 9, INK)


def love():
    picture = Picture(SIZE, SIZE)
    picture.fill(heart(150, 152, 142), "#ffffff")
    picture.fill(heart(150, 150, 124), "#f03e3e")
    picture.fill(ellipse(92, 84, 26, 16, -35), "#ffc9c9")
    face(picture, 150, 130)
    return picture


def bright():
    picture = Picture(SIZE, SIZE)
    picture.fill(star(150, 160, 148, 0.58), "#ffffff")
    picture.fill(star(150, 160, 126, 0.58), "#fcc419")
    face(picture, 150, 148)
    return picture


def rain():
    picture = Picture(SIZE, SIZE)
    puffs = ((92, 150, 58), (208, 150, 58), (150, 112, 72), (150, 160, 60))
    drops = ((96, 250), (150, 262), (204, 250))
    for grow, cloud, drop in ((14, "#ffffff", "#ffffff"), (0, "#a5d8ff", "#339af0")):
        for x, y in drops:
            picture.fill(line([(x, y - 14), (x - 5, y + 10)], 16 + grow), drop)
        for x, y, radius in puffs:
            picture.fill(ellipse(x, y, radius + grow), cloud)
    face(picture, 150, 126, -1)
    return picture


def main():
    pack_folder = os.path.join("sticker-pack", "Stickers.xcstickers", "First.stickerpack")
    pictures = (
        (os.path.join("app", "icon.png"), counter), (os.path.join("sticker-pack", "icon.png"), pack),
        (os.path.join(pack_folder, "love.sticker", "love.png"), love),
        (os.path.join(pack_folder, "bright.sticker", "bright.png"), bright),
        (os.path.join(pack_folder, "rain.sticker", "rain.png"), rain),
    )
    for name, draw in pictures:
        place = os.path.join(TEMPLATES, name)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        print(f"{name}: {save(place, draw())} bytes")


if __name__ == "__main__":
    main()
