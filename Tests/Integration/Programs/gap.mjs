/**
 * The same as gap.py. Usage: gap.mjs FOLDER. FOLDER has mayfly-client.mjs.
 */
import assert from "node:assert/strict";

const { Host, MissedEvents } = await import(`${process.argv[2]}/mayfly-client.mjs`);
const host = await Host.start();
const window = await host.openWindow("chat", "alice");
for (let number = 0; number < 270; number++) await window.replaceText(number + " ".repeat(16_000));
const last = await window.close();
const events = [];
for await (const event of window.events()) events.push(event);
const gap = events.shift();
assert.equal(gap.event, "gap");
assert.ok(gap.first === 1 && gap.last > 1);
assert.deepEqual(
  events.map((event) => event.number),
  Array.from({ length: last - gap.last }, (_, index) => gap.last + 1 + index),
);
assert.equal(events.at(-1).text.trimEnd(), "269");
await assert.rejects(window.waitFor(() => false), MissedEvents);
await host.close();
console.log("gap");
