"use strict";

const study = JSON.parse(document.getElementById("study").textContent);
const el = (id) => document.getElementById(id);
const marks = [...document.querySelectorAll("button[data-scale]")];
const scales = Object.keys(study.scales);
const places = new Map(study.rows.map((row, place) => [row.question_id, place]));
const prefix = `reasonvqa-study:${study.sheet}:`;

let verdicts = new Map();
let place = 0;
let download = "";

function say(text) {
  el("status").textContent = text;
}

function rater() {
  return el("rater").value.trim();
}

// The store: some browsers have none for pages opened as files.

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    say("This browser keeps no verdicts: save them as a file before you close the page.");
  }
}

function recall() {
  verdicts = new Map();
  if (!rater()) return;
  try {
    verdicts = new Map(JSON.parse(stored(`${prefix}rater:${rater()}`) ?? "[]"));
  } catch {
    say("What this browser had kept cannot be read; load a saved file.");
  }
}

function keep() {
  store(`${prefix}rater:${rater()}`, JSON.stringify([...verdicts]));
}

// Verdicts

function blank() {
  const flags = Object.entries(study.flags).map(([scale, values]) => [scale, values[0]]);
  return { ...Object.fromEntries(scales.map((scale) => [scale, ""])), ...Object.fromEntries(flags), remark: "" };
}

function current() {
  return verdicts.get(study.rows[place].question_id) ?? blank();
}

function isJudged(row) {
  const verdict = verdicts.get(row.question_id);
  return verdict !== undefined && scales.every((scale) => study.scales[scale].includes(verdict[scale]));
}

function change(values) {
  if (!rater()) {
    say("Write your name first.");
    show();
    el("rater").focus();
    return;
  }
  verdicts.set(study.rows[place].question_id, { ...current(), ...values });
  say("");
  keep();
  showVerdict();
}

function press(button) {
  const { scale, value } = button.dataset;
  const isTakenBack = scale in study.flags && current()[scale] === value;
  change({ [scale]: isTakenBack ? study.flags[scale][0] : value });
}

// What is shown

function showVerdict() {
  const verdict = current();
  for (const button of marks) {
    button.setAttribute("aria-pressed", String(verdict[button.dataset.scale] === button.dataset.value));
  }
  if (el("remark").value !== verdict.remark) el("remark").value = verdict.remark;
  const judged = study.rows.filter(isJudged).length;
  el("progress").value = judged;
  el("judged").textContent = `${judged} of ${study.rows.length} judged`;
}

// A new element each time: an old one would show its image until the next has come.
function showImage(url) {
  const isWeb = /^https?:/i.test(url);
  const image = el("image").cloneNode(false);
  image.removeAttribute("src");
  image.hidden = url === "";
  image.addEventListener("error", () => {
    if (!image.isConnected) return; // another question is shown by now
    image.hidden = true;
    el("missing").hidden = false;
  });
  if (url) image.src = url;
  el("image").replaceWith(image);
  el("missing").hidden = url !== "";
  el("source").hidden = !isWeb;
  if (isWeb) el("source").href = url;
}

function show() {
  const row = study.rows[place];
  for (const cell of document.querySelectorAll("[data-field]")) cell.textContent = row[cell.dataset.field];
  el("position").textContent = `Question ${place + 1} of ${study.rows.length}`;
  el("back").setAttribute("aria-disabled", String(place === 0));
  el("on").setAttribute("aria-disabled", String(place === study.rows.length - 1));
  showImage(row.image_url);
  showVerdict();
}

function go(to) {
  if (to < 0 || to >= study.rows.length) return;
  place = to;
  say("");
  show();
}

function goToUnjudged() {
  const order = [...study.rows.keys()].map((step) => (place + 1 + step) % study.rows.length);
  const next = order.find((at) => !isJudged(study.rows[at]));
  if (next === undefined) say("All questions are judged: save the verdicts as a file.");
  else go(next);
}

function begin() {
  recall();
  const first = study.rows.findIndex((row) => !isJudged(row));
  place = Math.max(first, 0);
  show();
}

// Files

function cell(value) {
  return String(value ?? "").replace(/[\t\n\r]/g, " ");
}

function table() {
  const rows = study.rows.filter(isJudged).map((row) => ({ ...row, ...verdicts.get(row.question_id) }));
  const lines = rows.map((row) => study.columns.map((name) => cell(row[name])).join("\t"));
  return [study.columns.join("\t"), ...lines].join("\n") + "\n";
}

function save() {
  URL.revokeObjectURL(download);
  download = URL.createObjectURL(new Blob([table()], { type: "text/tab-separated-values" }));
  el("save").href = download;
  el("save").download = `verdicts-${rater().replace(/[^\p{L}\p{N}]+/gu, "-") || "nobody"}.tsv`;
  const begun = verdicts.size - study.rows.filter(isJudged).length;
  say(begun > 0 ? `The file leaves out what is not wholly judged: ${begun}.` : "");
}

function parsed(text) {
  const [header, ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/).filter((line) => line !== "");
  const names = (header ?? "").split("\t");
  const missing = ["question_id", ...scales].filter((name) => !names.includes(name));
  if (missing.length) throw new Error(`The file lacks the columns ${missing.join(", ")}.`);
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""]));
  });
}

function taken(row) {
  const isSound = (scale) => study.scales[scale].includes(row[scale].trim());
  if (!places.has(row.question_id) || !scales.every(isSound)) return false;
  const values = Object.fromEntries(scales.map((scale) => [scale, row[scale].trim()]));
  verdicts.set(row.question_id, { ...values, remark: row.remark ?? "" });
  return true;
}

async function load(file) {
  if (!rater()) {
    say("Write your name first, then choose the file again.");
    el("rater").focus();
    return;
  }
  try {
    const rows = parsed(await file.text());
    const count = rows.filter(taken).length;
    keep();
    begin();
    const rest = rows.length - count;
    say(`Questions loaded: ${count}.` + (rest ? ` Without a verdict, or of another sheet: ${rest}.` : ""));
  } catch (fault) {
    say(fault.message);
  }
}

// Keys and buttons

const isWriting = (target) => target.matches("input:not([type=checkbox]):not([type=file])");

const commands = new Map([
  ["ArrowLeft", () => go(place - 1)],
  ["ArrowRight", () => go(place + 1)],
  ["u", goToUnjudged],
  ["r", () => el("remark").focus()],
  ...marks.map((button) => [button.dataset.key, () => press(button)]),
]);

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (isWriting(event.target)) {
    if (event.key === "Escape" || event.key === "Enter") event.target.blur();
    return;
  }
  const command = commands.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
  if (!command || !el("shortcuts").checked) return;
  event.preventDefault();
  command();
}

document.addEventListener("keydown", onKey);
for (const button of marks) button.addEventListener("click", () => press(button));
el("back").addEventListener("click", () => go(place - 1));
el("on").addEventListener("click", () => go(place + 1));
el("open").addEventListener("click", goToUnjudged);
el("remark").addEventListener("input", () => change({ remark: el("remark").value }));
el("save").addEventListener("click", save);
el("load").addEventListener("change", async () => {
  const [file] = el("load").files;
  if (file) await load(file);
  el("load").value = "";
});
el("rater").addEventListener("change", () => {
  store(`${prefix}last`, rater());
  begin();
});
addEventListener("storage", (event) => {
  if (event.key !== `${prefix}rater:${rater()}`) return;
  recall();
  showVerdict();
});

el("rater").value = stored(`${prefix}last`) ?? "";
begin();
if (!rater()) el("rater").focus();
