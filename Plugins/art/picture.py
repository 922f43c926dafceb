"""Draws flat, anti-aliased shapes and writes them as PNG and APNG, with Python's standard library only.

A Picture holds premultiplied colours. Shapes are lists of outlines, an outline is a list of points; outlines that
overlap fill the area of both, in either direction. Every run writes the same bytes.
"""

import math
import struct
import zlib

ROWS = 5  # sub-rows of each row of pixels; horizontally, the coverage is exact


class Picture:
    """A canvas, on which designs can be scaled and moved: see `place`."""

    def __init__(self, width, height):
        self.width = width
        self.height = height
        self.place()
        self.pixels = [(0.0, 0.0, 0.0, 0.0)] * (width * height)

    def place(self, scale=1.0, left=0.0, top=0.0):
        """Sets the size of a unit of the design, in pixels, and the pixel of its origin, for what is drawn next."""
        self.scale, self.left, self.top = scale, left, top

    def copy(self):
        other = Picture(self.width, self.height)
        other.place(self.scale, self.left, self.top)
        other.pixels = list(self.pixels)
        return other

    def fill(self, outlines, colour, opacity=1.0, within=None):
        """Paints a shape, clipped to the shape `within`."""
        red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        mask = None if within is None else dict(self._coverage(within))
        for place, cover in self._coverage(outlines):
            if mask is not None:
                cover *= mask.get(place, 0.0)
            alpha = cover * opacity
            if alpha <= 0.002:
                continue
            old = self.pixels[place]
            rest = 1.0 - alpha
            self.pixels[place] = (
                red * alpha + old[0] * rest,
                green * alpha + old[1] * rest,
                blue * alpha + old[2] * rest,
                alpha + old[3] * rest,
            )

    def stroke(self, points, width, colour, opacity=1.0, within=None):
        """Paints a line with round ends."""
        self.fill(line(points, width), colour, opacity, within)

    def _coverage(self, outlines):
        """Pairs of the index of a pixel and its coverage, from 0 to 1."""
        edges = []
        for outline in outlines:
            points = _clockwise([(x * self.scale + self.left, y * self.scale + self.top) for x, y in outline])
            for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1]):
                if y1 != y2:
                    edges.append((x1, y1, x2, y2, 1) if y1 < y2 else (x2, y2, x1, y1, -1))
        if not edges:
            return []
        top = max(0, int(min(edge[1] for edge in edges)))
        bottom = min(self.height, int(max(edge[3] for edge in edges)) + 1)
        covered = []
        for row in range(top, bottom):
            spans = []
            near = [edge for edge in edges if edge[1] < row + 1 and edge[3] > row]
            for step in range(ROWS):
                y = row + (step + 0.5) / ROWS
                spans += _inside(near, y)
            if spans:
                covered += self._row(row, spans)
        return covered

    def _row(self, row, spans):
        first = max(0, int(min(span[0] for span in spans)))
        last = min(self.width, int(max(span[1] for span in spans)) + 1)
        if first >= last:
            return []
        cover = [0.0] * (last - first + 1)
        whole = [0] * (last - first + 2)
        for left, right in spans:
            left, right = max(left, first), min(right, last)
            if left >= right:
                continue
            start, end = int(left), int(right)
            if start == end:
                cover[start - first] += right - left
                continue
            cover[start - first] += start + 1 - left
            cover[end - first] += right - end
            whole[start + 1 - first] += 1
            whole[end - first] -= 1
        result, running = [], 0
        for index in range(last - first):
            running += whole[index]
            value = (cover[index] + running) / ROWS
            if value > 0:
                result.append((row * self.width + first + index, min(value, 1.0)))
        return result

    def rgba(self):
        """The pixels as bytes, not premultiplied, with transparency in 16 steps, so that there are few colours."""
        out = bytearray()
        for red, green, blue, alpha in self.pixels:
            level = round(alpha * 15)
            if level == 0:
                out += b"\0\0\0\0"
                continue
            parts = (min(255, round(part / alpha * 255)) for part in (red, green, blue))
            out += bytes(parts) + bytes((level * 17,))
        return bytes(out)


def _clockwise(points):
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1]))
    return points if area >= 0 else points[::-1]


def _inside(edges, y):
    """The parts of a line that are inside, by the non-zero rule."""
    crossings = sorted(
        (x1 + (y - y1) * (x2 - x1) / (y2 - y1), way) for x1, y1, x2, y2, way in edges if y1 <= y < y2
    )
    spans, depth = [], 0
    for x, way in crossings:
        if depth == 0:
            start = x
        depth += way
        if depth == 0:
            spans.append((start, x))
    return spans


def ellipse(x, y, across, down=None, turn=0.0):
    """An ellipse around a point, given by its half axes."""
    down = across if down is None else down
    count = 96
    points = []
    for step in range(count):
        angle = 2 * math.pi * step / count
        points.append((across * math.cos(angle), down * math.sin(angle)))
    return [rotated(points, turn, x, y)]


def rotated(points, turn, x=0.0, y=0.0):
    """Points turned by an angle in degrees, then moved."""
    sine, cosine = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    return [(x + px * cosine - py * sine, y + px * sine + py * cosine) for px, py in points]


def curve(*points, steps=24):
    """A Bezier curve of any number of control points."""
    result = []
    for step in range(steps + 1):
        level, t = list(points), step / steps
        while len(level) > 1:
            level = [
                (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in zip(level, level[1:])
            ]
        result.append(level[0])
    return result


def path(*pieces):
    """One outline from curves and points in order."""
    outline = []
    for piece in pieces:
        outline += piece if isinstance(piece, list) else [piece]
    return [outline]


def box(left, top, right, bottom, radius=0.0):
    """A rectangle with round corners."""
    if radius <= 0:
        return [[(left, top), (right, top), (right, bottom), (left, bottom)]]
    outline = []
    corners = ((right - radius, top + radius, 270), (right - radius, bottom - radius, 0))
    corners += ((left + radius, bottom - radius, 90), (left + radius, top + radius, 180))
    for x, y, start in corners:
        for step in range(13):
            angle = math.radians(start + step * 7.5)
            outline.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return [outline]


def line(points, width):
    """The outline of a line with round ends and joints."""
    radius, outlines = width / 2, []
    for (x1, y1), (x2, y2) in zip(points, points[1:]):
        length = math.hypot(x2 - x1, y2 - y1)
        if length == 0:
            continue
        nx, ny = (y1 - y2) / length * radius, (x2 - x1) / length * radius
        outlines.append([(x1 - nx, y1 - ny), (x2 - nx, y2 - ny), (x2 + nx, y2 + ny), (x1 + nx, y1 + ny)])
    for x, y in points:
        outlines += ellipse(x, y, radius)
    return outlines


def heart(x, y, size, turn=0.0):
    """A heart around a point."""
    right = curve((0, -0.55), (0.25, -1.15), (1.15, -1.0), (0.98, -0.2)) + curve(
        (0.98, -0.2), (0.85, 0.35), (0.3, 0.6), (0, 0.95)
    )
    left = [(-px, py) for px, py in reversed(right)]
    return [rotated([(px * size, py * size) for px, py in right + left], turn, x, y)]


def star(x, y, size, inner=0.45, turn=-90.0):
    """A star with five points."""
    points = []
    for step in range(10):
        radius = size if step % 2 == 0 else size * inner
        angle = math.radians(36 * step)
        points.append((radius * math.cos(angle), radius * math.sin(angle)))
    return [rotated(points, turn, x, y)]


def _chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def _palette(frames):
    """At most 256 colours for all frames. Every other colour is replaced by the nearest of them."""
    counts = {}
    for pixels in frames:
        for place in range(0, len(pixels), 4):
            colour = pixels[place : place + 4]
            counts[colour] = counts.get(colour, 0) + 1
    kept = sorted(counts, key=lambda colour: (-counts[colour], colour))
    chosen = kept[:256]
    if len(kept) > 256:
        # Half are the most frequent; then each time the one that differs most, so that no soft edge is lost.
        chosen = kept[:128]
        rest = kept[128:]
        gaps = [min(_distance(colour, other) for other in chosen) for colour in rest]
        while len(chosen) < 256:
            worst = max(range(len(rest)), key=lambda i: gaps[i] * (1 + math.log(counts[rest[i]])))
            chosen.append(rest[worst])
            gaps = [min(gap, _distance(colour, rest[worst])) for gap, colour in zip(gaps, rest)]
    chosen.sort(key=lambda colour: (colour[3] == 255, colour[3], colour))
    exact = {colour: index for index, colour in enumerate(chosen)}
    for colour in kept:
        if colour not in exact:
            exact[colour] = min(range(len(chosen)), key=lambda i: _distance(colour, chosen[i]))
    return chosen, exact


def _distance(left, right):
    weight = max(left[3], right[3]) / 255
    return 3 * (left[3] - right[3]) ** 2 + weight * sum((a - b) ** 2 for a, b in zip(left[:3], right[:3]))


def _packed(pixels, index, width, height):
    rows = bytearray()
    for row in range(height):
        rows.append(0)
        start = row * width * 4
        rows += bytes(index[pixels[at : at + 4]] for at in range(start, start + width * 4, 4))
    packer = zlib.compressobj(9, zlib.DEFLATED, 15, 9, zlib.Z_DEFAULT_STRATEGY)
    return packer.compress(bytes(rows)) + packer.flush()


def save(name, picture, *more, delay=100):
    """Writes a PNG with a palette; with more pictures an endless APNG whose frames stand `delay` milliseconds each.

    `delay` may be a list with one number for each frame.
    """
    frames = [each.rgba() for each in (picture,) + more]
    width, height = picture.width, picture.height
    colours, index = _palette(frames)
    out = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
    if more:
        out += _chunk(b"acTL", struct.pack(">II", len(frames), 0))
    out += _chunk(b"PLTE", b"".join(colour[:3] for colour in colours))
    out += _chunk(b"tRNS", bytes(colour[3] for colour in colours if colour[3] < 255))
    number = 0
    for turn, pixels in enumerate(frames):
        data = _packed(pixels, index, width, height)
        if more:
            pause = delay[turn] if isinstance(delay, (list, tuple)) else delay
            control = struct.pack(">IIIIIHHBB", number, width, height, 0, 0, pause, 1000, 0, 0)
            out += _chunk(b"fcTL", control)
            number += 1
        if turn == 0:
            out += _chunk(b"IDAT", data)
        else:
            out += _chunk(b"fdAT", struct.pack(">I", number) + data)
            number += 1
    out += _chunk(b"IEND", b"")
    with open(name, "wb") as file:
        file.write(out)
    return len(out)
