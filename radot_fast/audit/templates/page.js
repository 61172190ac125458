// The table of pairs, its filters, and the one card that is open.
const list = document.getElementById("pairs");
const body = list.tBodies[0];
const filters = document.getElementById("filters");
const place = document.getElementById("card");
const sheets = document.getElementById("sheets");
const haystacks = new Map();
let shown = [];
let open = null;

// Everything that a pair says, for the text filter; made when it is first asked for.
const haystack = (pair) => {
  if (!haystacks.has(pair)) {
    const texts = pair.reports.flatMap((side) => side.pieces.map((p) => (typeof p === "string" ? p : p[0])).join(""));
    const parts = [pair.id, ...texts, ...pair.wrong.flatMap(([what, , tier, reason]) => [words[what], words[tier], words[reason]])];
    haystacks.set(pair, [words[pair.status], words[pair.system] || "", ...parts].join("\n").toLowerCase());
  }
  return haystacks.get(pair);
};
const unreadShare = (pair) => Math.max(0, ...pair.reports.map((side) => (side.unread ? side.unread[1] : 0)));

const rows = pairs.map((pair, index) => {
  const kinds = [...new Set(pair.wrong.map(([what]) => words[what]))].join(", ");
  const unread = unreadShare(pair);
  const link = make("a", { href: `#pair-${index + 1}` }, pair.id);
  const cell = (name, kind, ...content) => make("td", { class: kind, "data-name": name }, ...content);
  const element = make("tr", {}, cell("pair", "id", link),
    cell("system", "has-system", pair.system === undefined ? "" : words[pair.system]),
    cell("status", words[pair.status] === "ok" ? "quiet" : "", words[pair.status]),
    targets.map((target, k) => cell(target, "n", fixed(pair.risks[k]))),
    cell("not read", "n", unread ? `${Math.round(100 * unread)}%` : ""),
    cell("wrong", "n", String(pair.wrong.length)), cell("kinds", "kinds", kinds));
  const keys = [pair.id, words[pair.system] || "", words[pair.status], ...pair.risks, unread, pair.wrong.length, kinds];
  return { pair, index, element, keys };
});

const byNumber = [...rows];

const choices = (name, values) => {
  const found = [...new Set(values)].sort();
  filters.elements[name].append(...found.map((value) => make("option", { value }, value)));
  filters.elements[name].closest("label").hidden = found.length < 2;
};
choices("system", pairs.filter((pair) => pair.system !== undefined).map((pair) => words[pair.system]));
choices("status", pairs.map((pair) => words[pair.status]));
choices("what", pairs.flatMap((pair) => pair.wrong.map(([what]) => words[what])));
choices("tier", pairs.flatMap((pair) => pair.wrong.map(([, , tier]) => words[tier])));
if (!pairs.some((pair) => pair.system !== undefined)) list.classList.add("one-system");

const fits = (pair, wanted) => (!wanted.system || words[pair.system] === wanted.system)
  && (!wanted.status || words[pair.status] === wanted.status)
  && (!(wanted.what || wanted.tier) || pair.wrong.some(([what, , tier]) =>
    (!wanted.what || words[what] === wanted.what) && (!wanted.tier || words[tier] === wanted.tier)))
  && (!wanted.text || haystack(pair).includes(wanted.text));

const listed = () => {
  const wanted = Object.fromEntries(["text", "system", "status", "what", "tier"]
    .map((name) => [name, filters.elements[name].value]));
  wanted.text = wanted.text.trim().toLowerCase();
  shown = rows.filter((row) => fits(row.pair, wanted));
  body.replaceChildren(...shown.map((row) => row.element));
  document.getElementById("count").textContent = shown.length === rows.length
    ? "" : `${plural(shown.length, "pair")} of ${rows.length.toLocaleString("en")} listed`;
  if (open && !shown.includes(open)) openRow(shown[0] || null);
  else steps();
};

// Previous and next follow the table as it is sorted and filtered.
const steps = () => {
  const nav = place.querySelector("nav");
  if (!nav || !open) return;
  const at = shown.indexOf(open);
  const [back, next] = nav.querySelectorAll("button");
  back.disabled = at <= 0;
  next.disabled = at < 0 || at + 1 >= shown.length;
  nav.querySelector("span").textContent = `${at + 1} of ${shown.length.toLocaleString("en")}`;
};
const step = (by) => {
  const row = shown[shown.indexOf(open) + by];
  if (row) go(row);
};
const go = (row) => {
  location.hash = `#pair-${row.index + 1}`;
  follow(true);  // at once: the event of a new address comes later, and of the same address never
};

const openRow = (row) => {
  open?.element.removeAttribute("aria-current");
  open = row;
  if (!row) return place.replaceChildren(make("p", { class: "quiet" }, "No pair is listed."));
  row.element.setAttribute("aria-current", "true");
  const number = row.index + 1;
  const button = (text, by) => {
    const element = make("button", { type: "button" }, text);
    element.addEventListener("click", () => step(by));
    return element;
  };
  const nav = make("nav", { "aria-label": "Pairs", class: "steps" }, button("← Previous", -1), make("span", { class: "quiet" }), button("Next →", 1));
  const element = card(row.pair, number, `d${number}`);
  element.id = `pair-${number}`;
  place.replaceChildren(nav, element);
  steps();
};

const follow = (move) => {
  const number = Number((/^#pair-(\d+)$/.exec(location.hash) || [])[1]);
  const row = byNumber[number - 1];
  if (row && row !== open) openRow(row);
  if (!row || !move) return;
  const head = document.getElementById(`head-${number}`);
  place.scrollIntoView({ block: "start" });
  head.focus({ preventScroll: true });
};

const heads = [...list.tHead.rows[0].cells];
heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
  const falling = head.getAttribute("aria-sort") !== "descending";
  for (const other of heads) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", falling ? "descending" : "ascending");
  const collator = new Intl.Collator("en", { numeric: true });
  const compare = (a, b) => {
    if (a === null || b === null) return (a === null) - (b === null);  // without a risk: last, either way
    const way = falling ? -1 : 1;
    return way * (typeof a === "number" ? a - b : collator.compare(a, b));
  };
  rows.sort((a, b) => compare(a.keys[column], b.keys[column]));
  listed();
}));

filters.addEventListener("input", listed);
filters.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("all").addEventListener("click", () => {
  filters.reset();
  listed();
});
// A click anywhere in a row opens it; the link is what the keyboard reaches.
body.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const row = shown.find(({ element }) => element.contains(event.target));
  if (row) go(row);
});
addEventListener("hashchange", () => follow(true));
// Paper gets every pair that is listed.
addEventListener("beforeprint", () => sheets.replaceChildren(...shown.map((row) => card(row.pair, row.index + 1, ""))));
addEventListener("afterprint", () => sheets.replaceChildren());

document.getElementById("app").hidden = false;
listed();
follow(false);
if (!open) openRow(shown[0] || null);
