// Each rater's own list of every pair, kept in this browser, and written to and read from a CSV file.
const { batch, columns, kinds, pairs } = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
const [work, form, told] = ["work", "add", "told"].map(at);
let rater = "";
let answers = {};
let now = 0;

// Characters that would hide or reorder words are shown as what they are.
const visible = (text) => text.replace(/\r\n?/g, "\n").replace(/[\u0000-\u0008\u000b-\u001f]/g,
  (c) => String.fromCharCode(0x2400 + c.charCodeAt(0))).replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
  (c) => `<U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`);
const keyOf = (name) => `radot-annotate/${batch}/${name}`;
const say = (text, bad = false) => {
  told.textContent = text;
  told.classList.toggle("bad", bad);
};
const blank = () => ({ items: [], counts: null, comment: "", done: false });
const answer = () => (answers[now] ??= blank());
const counted = (items) => ["significant", "insignificant"].map((s) => items.filter((i) => i.significance === s).length);
const countsOf = (a) => a.counts ?? counted(a.items);

const keep = () => {
  try {
    localStorage.setItem(keyOf(rater), JSON.stringify(answers));
  } catch {
    say("This browser keeps nothing for this page: save to a file before you leave.", true);
  }
};
const recall = (name) => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name)) || "{}");
  } catch {
    return {};
  }
};

const progress = () => {
  const done = pairs.filter((_, k) => answers[k]?.done).length;
  at("progress").textContent = `${done} of ${pairs.length} done`;
  [...at("which").options].forEach((option, k) => {
    option.textContent = `${answers[k]?.done ? "✓ " : ""}${k + 1}: ${visible(pairs[k].id)}`;
  });
};

const changed = () => {
  keep();
  progress();
  const [significant, insignificant] = countsOf(answer());
  at("significant").value = significant;
  at("insignificant").value = insignificant;
  at("total").textContent = `total ${significant + insignificant}`;
  at("recount").hidden = answer().counts === null;
};

const picker = (values, value, label, onchange) => {
  const select = make("select", { "aria-label": label }, values.map((v) => make("option", { value: v, selected: v === value }, v)));
  select.addEventListener("change", () => onchange(select.value));
  return select;
};

const showItems = () => {
  const { items } = answer();
  at("items").replaceChildren(...items.map((item, k) => {
    const finding = make("input", { "aria-label": "Finding", list: "findings" });
    finding.value = item.finding;
    finding.addEventListener("change", () => { item.finding = finding.value.trim(); changed(); });
    const remove = make("button", { type: "button", "aria-label": `Remove ${item.kind} ${item.finding}` }, "Remove");
    remove.addEventListener("click", () => { items.splice(k, 1); showItems(); changed(); });
    return make("li", {}, picker(kinds, item.kind, "Kind", (v) => { item.kind = v; changed(); }), finding,
      picker(["significant", "insignificant"], item.significance, "Clinically", (v) => { item.significance = v; changed(); }),
      item.words ? make("span", { class: "words" }, visible(item.words)) : "", remove);
  }));
};

// With --suggest: ours, each to be ticked by the rater; what is not ticked counts for nothing.
const showOffered = () => {
  const offered = pairs[now].suggested || [];
  if (!offered.length) return at("offered").replaceChildren();
  const { items } = answer();
  at("offered").replaceChildren(make("p", { class: "quiet" }, "Suggested; tick what you agree with:"), ...offered.map((offer, k) => {
    const box = make("input", { type: "checkbox", id: `offer-${k}` });
    box.checked = items.some((item) => item.from === k);
    box.addEventListener("change", () => {
      const own = items.findIndex((item) => item.from === k);
      if (box.checked && own < 0) items.push({ ...offer, from: k });
      else if (!box.checked && own >= 0) items.splice(own, 1);
      showItems();
      changed();
    });
    return make("div", { class: "offer" }, box, make("label", { for: `offer-${k}` },
      `${offer.kind}: ${offer.finding}, ${offer.significance} `, make("span", { class: "words" }, visible(offer.words))));
  }));
};

const show = (number, move) => {
  now = Math.min(Math.max(number, 0), pairs.length - 1);
  const pair = pairs[now];
  at("head").textContent = `Pair ${now + 1} of ${pairs.length}: ${visible(pair.id)}`;
  for (const side of ["ref", "cand"]) at(side).textContent = visible(pair[side]) || "(empty)";
  at("which").value = String(now);
  at("back").disabled = now === 0;
  at("next").disabled = now === pairs.length - 1;
  at("comment").value = answer().comment;
  at("done").checked = answer().done;
  showItems();
  showOffered();
  changed();
  if (move) at("head").focus();
};

const begin = (name) => {
  rater = name;
  answers = rater ? recall(rater) : {};
  work.hidden = !rater;
  at("save").disabled = !rater;
  if (rater) show(Math.max(0, pairs.findIndex((_, k) => !answers[k]?.done)), false);
  else at("progress").textContent = "Give your name to begin: each rater has a list of their own.";
};

at("which").append(...pairs.map((_, k) => make("option", { value: String(k) })));
form.elements.kind.append(...kinds.map((kind) => make("option", { value: kind }, kind)));
at("rater").addEventListener("change", () => begin(at("rater").value.trim()));
at("which").addEventListener("change", () => show(Number(at("which").value), true));
at("back").addEventListener("click", () => show(now - 1, true));
at("next").addEventListener("click", () => show(now + 1, true));
at("todo").addEventListener("click", () => {
  const order = [...pairs.keys()].map((k) => (now + 1 + k) % pairs.length);
  const open = order.find((k) => !answers[k]?.done);
  if (open === undefined) say("All pairs are done: save to a file.");
  else show(open, true);
});
at("comment").addEventListener("change", () => { answer().comment = at("comment").value; changed(); });
at("done").addEventListener("change", () => { answer().done = at("done").checked; changed(); });
at("recount").addEventListener("click", () => { answer().counts = null; changed(); });
for (const name of ["significant", "insignificant"]) {
  at(name).addEventListener("change", () => {
    const read = (id) => Math.min(999, Math.max(0, Math.round(Number(at(id).value) || 0)));
    answer().counts = [read("significant"), read("insignificant")];
    changed();
  });
}
document.addEventListener("selectionchange", () => {
  const chosen = document.getSelection();
  const inside = (node) => node && [at("ref"), at("cand")].some((text) => text.contains(node));
  const text = chosen.toString().trim();
  if (text && inside(chosen.anchorNode) && inside(chosen.focusNode)) form.elements.words.value = text.slice(0, 300);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const { kind, finding, significance, words } = form.elements;
  answer().items.push({ kind: kind.value, finding: finding.value.trim(), significance: significance.value, words: words.value });
  finding.value = "";
  words.value = "";
  showItems();
  changed();
  finding.focus();
});

// CSV as RFC 4180 has it.
const field = (value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const parse = (text) => {
  const rows = [[""]];
  let quoted = false;
  for (let k = 0; k < text.length; k += 1) {
    const c = text[k];
    const row = rows[rows.length - 1];
    if (quoted && c === '"' && text[k + 1] === '"') { row[row.length - 1] += '"'; k += 1; }
    else if (c === '"') quoted = !quoted;
    else if (quoted || !",\r\n".includes(c)) row[row.length - 1] += c;
    else if (c === ",") row.push("");
    else if (c === "\n") rows.push([""]);
  }
  return rows.filter((row) => row.length > 1);
};
const HEAD = ["pair_id", "rater", ...columns, "n_total", "n_significant", "n_insignificant", "discrepancies", "comment", "reference", "candidate"];

const asCsv = () => {
  const rows = pairs.flatMap((pair, k) => {
    const a = answers[k];
    if (!a?.done) return [];
    const [significant, insignificant] = countsOf(a);
    const items = a.items.map(({ kind, finding, significance, words, from }) => ({
      kind, finding, significance, words: words || "", suggested: from !== undefined,
    }));
    return [[pair.id, rater, ...pair.kept, String(significant + insignificant), String(significant), String(insignificant),
      JSON.stringify(items), a.comment, pair.ref, pair.cand]];
  });
  return [HEAD, ...rows].map((row) => row.map(field).join(",")).join("\r\n") + "\r\n";
};

at("save").addEventListener("click", () => {
  const done = pairs.filter((_, k) => answers[k]?.done).length;
  if (!done) return say("No pair is ticked as done yet.", true);
  const link = make("a", { download: `annotations-${rater.replace(/[^\w-]+/g, "_")}.csv` });
  link.href = URL.createObjectURL(new Blob([asCsv()], { type: "text/csv" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  say(`${plural(done, "pair")} written.`);
});

const load = (text) => {
  const [head, ...rows] = parse(text.replace(/^\ufeff/, ""));
  if (!head || !["pair_id", "rater", "discrepancies"].every((name) => head.includes(name))) {
    return say("That is not a file that this page wrote: it has no columns pair_id, rater and discrepancies.", true);
  }
  const numbers = new Map(pairs.map((pair, k) => [pair.id, k]));
  const lists = {};
  let strange = 0;
  for (const row of rows) {
    const value = Object.fromEntries(head.map((name, k) => [name, row[k] ?? ""]));
    const k = numbers.get(value.pair_id);
    let items;
    try {
      items = JSON.parse(value.discrepancies);
    } catch {
      items = null;
    }
    if (k === undefined || !value.rater || !Array.isArray(items)) { strange += 1; continue; }
    const offered = pairs[k].suggested || [];
    const own = items.map(({ kind, finding, significance, words, suggested }) => {
      const from = suggested ? offered.findIndex((offer) => offer.kind === kind && offer.words === words) : -1;
      return { kind: String(kind), finding: String(finding), significance: String(significance), words: String(words || ""), ...(from >= 0 ? { from } : {}) };
    });
    const counts = [Number(value.n_significant), Number(value.n_insignificant)];
    const same = counted(own).every((n, side) => n === counts[side]);
    (lists[value.rater] ??= recall(value.rater))[k] = { items: own, counts: same ? null : counts, comment: value.comment || "", done: true };
  }
  const names = Object.keys(lists);
  if (!names.length) return say("No row of that file is about a pair of this page.", true);
  for (const name of names) {
    rater = name;
    answers = lists[name];
    keep();
  }
  at("rater").value = rater;
  begin(rater);
  say(`Loaded ${names.join(", ")}${strange ? `; ${plural(strange, "row")} left out: not about these pairs` : ""}.`);
};
at("load").addEventListener("change", async () => {
  const [file] = at("load").files;
  if (file) load(await file.text());
  at("load").value = "";
});

at("app").hidden = false;
begin("");
