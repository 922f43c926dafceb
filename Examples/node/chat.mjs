#!/usr/bin/env node
/**
 * A story of two windows, alice's and bob's, on one conversation: alice begins
 * an ice cream in a message, bob adds to it, and alice sees the answer. It exits
 * with 0 if each step comes out.
 *
 *     node chat.mjs [--mayfly PATH] [--home DIR]
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ClientError, Host, MayflyError, Window } from "./mayfly-client.mjs";

/** @typedef {import("./mayfly-client.mjs").Entry} Entry */
/** @typedef {import("./mayfly-client.mjs").Layout} Layout */

const ICE_CREAM = "org.mayfly.icecream";
const CONVERSATION = "chat";

/** A step of the story did not come out. */
class StoryError extends Error {}

/**
 * @param {boolean} holds
 * @param {string} what
 * @returns {asserts holds}
 */
function check(holds, what) {
  if (!holds) throw new StoryError(what);
}

/** @param {string} line */
function say(line) {
  console.log(`- ${line}`);
}

// Drawing --------------------------------------------------------------------

/**
 * A bubble as text, from top to bottom, as the protocol describes it.
 * @param {Layout} layout
 * @returns {string[]}
 */
function layoutLines(layout) {
  /** @type {(string|null)[]} */
  const lines = [];
  // Where both are there, the picture is shown instead of the media.
  const picture = layout.image ?? layout.media;
  if (picture) {
    lines.push(`(picture: ${picture.type}, ${picture.width} x ${picture.height})`);
    // A title is drawn over the picture; a subtitle needs a title.
    if (layout.image_title) lines.push(layout.image_title, layout.image_subtitle);
  }
  lines.push(row(layout.caption, layout.trailing_caption));
  if (layout.caption) lines.push(row(layout.subcaption, layout.trailing_subcaption));
  // A part that is missing has no line.
  return lines.flatMap((line) => (line ? [line] : []));
}

/**
 * @param {string|null} left
 * @param {string|null} right
 */
function row(left, right) {
  return [left, right].filter(Boolean).join("  |  ");
}

/**
 * A row of a transcript, or a message in an input field, as text.
 * @param {Entry} entry
 * @returns {string[]}
 */
function entryLines(entry) {
  if (entry.kind === "message" && entry.layout) return layoutLines(entry.layout);
  if (entry.kind === "summary") return [`~ ${entry.text}`];
  return entry.lines ?? [];
}

/** @param {Window} window */
async function printTranscript(window) {
  console.log(`  transcript of ${window.device}:`);
  for (const entry of (await window.look()).transcript.entries) {
    const [first = "", ...others] = entryLines(entry);
    console.log(`  ${String(entry.number).padStart(3)}  ${`${entry.sender}:`.padEnd(8)} ${first}`);
    for (const line of others) console.log(" ".repeat(16) + line);
  }
}

/** @param {Window} window */
async function printView(window) {
  for (const line of (await window.look()).view.lines ?? []) console.log(`      | ${line}`);
}

// The story ------------------------------------------------------------------

/**
 * Taps the control that a person reads as `title`.
 * @param {Window} window
 * @param {string} title
 */
async function tapTitle(window, title) {
  const controls = (await window.look()).view.controls ?? [];
  const found = controls.filter((control) => control.title === title);
  const titles = controls.map((control) => control.title).join(", ") || "none";
  check(found.length === 1, `${window.device} looked for '${title}' and saw: ${titles}`);
  say(`${window.device} taps '${title}'`);
  await window.tap(found[0].number);
}

/**
 * Sends what the extension has put into the input field.
 * @param {Window} window
 */
async function sendDraft(window) {
  const { draft } = await window.look();
  check(draft.message !== null, `no message waits in the field of ${window.device}`);
  console.log(`      in the field: ${entryLines(draft.message).join(" / ")}`);
  say(`${window.device} sends it`);
  await window.send(draft.id);
}

/**
 * Waits until a message of the sender stands in the window.
 * @param {Window} window
 * @param {string} sender
 * @param {number} after
 * @returns {Promise<Entry>}
 */
async function waitForMessage(window, sender, after) {
  const isMessage = (/** @type {Entry} */ entry) =>
    entry.kind === "message" && entry.sender === sender;
  const event = await window.waitFor(
    (event) => event.event === "transcript" && event.entries.some(isMessage),
    { after },
  );
  const entry = event.entries.findLast(isMessage);
  say(`${window.device} sees a message of ${sender}: ${entryLines(entry).join(" / ")}`);
  return entry;
}

/**
 * @param {Window} alice
 * @param {Window} bob
 */
async function playStory(alice, bob) {
  say("alice opens the ice cream extension");
  await alice.openExtension(ICE_CREAM);
  await printView(alice);
  await tapTitle(alice, "New ice cream");
  await printView(alice);
  // With this tap, the extension puts the message into the field and closes.
  await tapTitle(alice, "Cone");
  await sendDraft(alice);

  const bubble = await waitForMessage(bob, "alice", 0);
  say("bob taps the bubble");
  await bob.tapBubble(/** @type {number} */ (bubble.number), bubble.id);
  await printView(bob);
  await tapTitle(bob, "Vanilla");
  const seenByAlice = (await alice.look()).last_event;
  await sendDraft(bob);

  await waitForMessage(alice, "bob", seenByAlice);
  for (const window of [alice, bob]) await checkTranscript(window);
}

/**
 * Both see the same: a line for alice's old message, and bob's new one.
 * @param {Window} window
 */
async function checkTranscript(window) {
  await printTranscript(window);
  const { entries } = (await window.look()).transcript;
  const kinds = entries.map((entry) => `${entry.kind} of ${entry.sender}`).join(", ");
  const wanted = "summary of alice, message of bob";
  check(kinds === wanted, `the transcript of ${window.device} has: ${kinds}; not: ${wanted}`);
  check(Boolean(entries[1].layout?.caption), "bob's message has no caption");
}

// The program ----------------------------------------------------------------

/**
 * The devices and the conversation are made at the first time.
 * @param {Host} host
 */
async function prepare(host) {
  /** @type {[string, object][]} */
  const calls = [
    ["devices.create", { name: "alice" }],
    ["devices.create", { name: "bob" }],
    ["conversations.create", { name: CONVERSATION, devices: ["alice", "bob"] }],
  ];
  for (const [method, params] of calls) {
    try {
      await host.call(method, params);
    } catch (error) {
      if (!(error instanceof MayflyError && error.errorName === "alreadyExists")) throw error;
    }
  }
}

/**
 * @param {string} mayfly
 * @param {string} home
 */
async function run(mayfly, home) {
  const host = await Host.start({ mayfly, home });
  try {
    await prepare(host);
    const alice = await host.openWindow(CONVERSATION, "alice");
    const bob = await host.openWindow(CONVERSATION, "bob");
    const { count } = (await alice.look()).transcript;
    check(count === 0, `the story needs an empty conversation; this one has ${count} rows`);
    await playStory(alice, bob);
    await Promise.all([alice.close(), bob.close()]);
  } finally {
    await host.close();
  }
  say("the story came out");
}

async function main() {
  const { values } = parseArgs({
    options: { mayfly: { type: "string", default: "mayfly" }, home: { type: "string" } },
  });
  const home = values.home ?? (await mkdtemp(join(tmpdir(), "mayfly-chat-")));
  try {
    await run(values.mayfly ?? "mayfly", home);
  } finally {
    if (values.home === undefined) await rm(home, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  const isExpected = error instanceof ClientError || error instanceof StoryError;
  console.error(isExpected ? `chat: ${error.message}` : error);
  process.exitCode = 1;
}
