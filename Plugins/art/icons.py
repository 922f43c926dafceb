"""Draws the icons of the sample extensions that have no other pictures: 256 by 192, the 4:3 of a message extension."""

import os
import sys

sys.dont_write_bytecode = True

from picture import Picture, box, curve, ellipse, line, path, rotated, save  # noqa: E402

PLUGINS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def frame(colour, ground):
    picture = Picture(256, 192)
    whole = box(0, 0, 256, 192, 40)
    picture.fill(whole, colour)
    picture.fill(ellipse(128, 250, 190, 120), ground, within=whole)
    return picture


def tally():
    """Four strokes and the fifth across them, in chalk on a slate."""
    picture = frame("#7fd6a4", "#5cc188")
    picture.fill(box(48, 28, 208, 166, 16), "#8a5a2b")
    picture.fill(box(48, 28, 208, 160, 16), "#b47a3f")
    picture.fill(box(58, 38, 198, 150, 8), "#26423c")
    picture.fill(path((58, 38), (140, 38), (76, 150), (58, 150)), "#315249", within=box(58, 38, 198, 150, 8))
    for step in range(4):
        x = 84 + step * 29
        picture.stroke(curve((x + 2, 58), (x - 3, 94), (x + 1, 130)), 10, "#f7fbf4")
    picture.stroke(curve((66, 116), (130, 92), (190, 68)), 10, "#ffd43b")
    return picture


def burger():
    """A burger with its layers and a ballot in its flag."""
    picture = frame("#ffb454", "#f79a2e")
    picture.stroke([(128, 62), (128, 14)], 5, "#8a5a2b")
    flag = path((128, 12), curve((128, 12), (156, 4), (178, 18)), curve((178, 44), (156, 32), (128, 42)))
    picture.fill(flag, "#ffffff")
    picture.stroke([(140, 26), (149, 34), (164, 17)], 6, "#2f9e44")
    top = path((54, 98), curve((54, 98), (58, 40), (128, 40), (198, 40), (202, 98)))
    bottom = box(58, 136, 198, 172, 18)
    picture.fill(bottom, "#c9782a")
    picture.fill(box(58, 132, 198, 166, 18), "#e6a04c")
    picture.fill(box(50, 118, 206, 142, 12), "#5f3417")
    picture.fill(box(50, 116, 206, 136, 11), "#7b4623")
    picture.fill([[(66, 112), (190, 112), (160, 134), (150, 120), (110, 120), (96, 138), (84, 120)]], "#ffd43b")
    picture.fill(box(56, 106, 200, 118, 6), "#e03131")
    wave = [(48, 98)]
    for step in range(8):
        x, low = 48 + step * 20, 116 if step % 2 else 108
        wave += curve((x, 104), (x + 5, low), (x + 15, low), (x + 20, 104), steps=8)
    picture.fill([wave + [(208, 98)]], "#69b83c")
    picture.fill(top, "#d98a35")
    picture.fill(path((58, 92), curve((58, 92), (64, 42), (124, 42), (184, 42), (190, 92))), "#eeb062", within=top)
    picture.fill(ellipse(90, 60, 17, 7, -32), "#f9d7a3")
    seeds = (
        (112, 58, 20), (150, 56, -25), (132, 74, 5), (172, 76, 30), (98, 82, -15), (160, 92, -5), (72, 88, 30),
    )
    for x, y, turn in seeds:
        picture.fill(line(rotated([(-3, 0), (3, 0)], turn, x, y), 6.5), "#fff1d6", within=top)
    return picture


def postcard():
    """A picture card with hills and a sun, and behind it the side with the stamp."""
    picture = frame("#74c0fc", "#4dabf7")
    back = [rotated([(-78, -52), (78, -52), (78, 52), (-78, 52)], 10, 142, 92)]
    picture.fill(back, "#fff9db")
    picture.fill([rotated([(38, -42), (68, -42), (68, -8), (38, -8)], 10, 142, 92)], "#f03e3e")
    shape = rotated([(-84, -56), (84, -56), (84, 56), (-84, 56)], -6, 118, 104)
    picture.fill([rotated([(-86, -58), (86, -58), (86, 58), (-86, 58)], -6, 120, 108)], "#3b8dd6")
    picture.fill([shape], "#ffffff")
    view = [rotated([(-76, -48), (76, -48), (76, 48), (-76, 48)], -6, 118, 104)]
    picture.fill(view, "#a5d8ff")
    picture.fill(ellipse(160, 76, 17), "#ffd43b", within=view)
    picture.fill(ellipse(70, 176, 84, 66), "#69b83c", within=view)
    picture.fill(ellipse(168, 178, 90, 58), "#8ccf5d", within=view)
    picture.fill(ellipse(92, 80, 20, 8, -6), "#ffffff", within=view)
    picture.fill(ellipse(106, 74, 14, 8, -6), "#ffffff", within=view)
    return picture


def main():
    for name, draw in (("Tally", tally), ("BurgerPoll", burger), ("Postcard", postcard)):
        print(f"{name}: {save(os.path.join(PLUGINS, name, 'icon.png'), draw())} bytes")


if __name__ == "__main__":
    main()
