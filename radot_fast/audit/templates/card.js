// One pair as a card.
const { targets, words, pairs } = JSON.parse(document.getElementById("data").textContent);
const SIDES = ["reference", "candidate"];
const BESIDE = ["", "aside", "aside asserts", "unread"];
const TOLD = [
  "",
  "Set aside by its heading: not scored",
  "Set aside by its heading: not scored, though it names a finding",
  "Not read: the lexicon knows no finding in it, so it is not scored",
];

// One stretch of a report, with the numbers of what is wrong in it where that ends.
const stretch = (piece, pair, prefix) => {
  if (typeof piece === "string") return piece;
  const [text, units = [], wrong = [], closes = [], beside = 0] = piece;
  const tone = wrong.length ? words[pair.wrong[wrong[0] - 1][1]] : "";
  const kinds = [units.length ? "unit" : "", wrong.length ? `wrong ${tone}` : "", BESIDE[beside]];
  const attributes = {
    class: kinds.filter(Boolean).join(" "), title: TOLD[beside],
    "data-units": units.join(" "), "data-discrepancies": wrong.join(" "),
    tabindex: wrong.length && prefix ? 0 : null, role: wrong.length && prefix ? "mark" : null,
    "aria-describedby": prefix ? wrong.map((n) => `${prefix}-${n}`).join(" ") : null,
  };
  const numbers = closes.length ? make("sup", {}, closes.map((n) => make("span", {}, String(n)))) : null;
  return make("span", attributes, text, numbers);
};

const report = (pair, side, prefix) => {
  const { pieces, units, unread, aside, stored } = pair.reports[side];
  const facts = [plural(Object.keys(units).length, "unit")];
  if (unread) facts.push(`${Math.round(100 * unread[1])}% of what it states was not read`);
  if (aside) facts.push(`${plural(aside, "sentence")} set aside`);
  const empty = !pieces.some((piece) => (typeof piece === "string" ? piece : piece[0]).trim());
  const text = empty
    ? make("p", { class: "quiet" }, "(empty)")
    : make("p", { class: stored ? "text stored" : "text" }, pieces.map((piece) => stretch(piece, pair, prefix)));
  return make("div", { class: "report", "data-side": side ? "cand" : "ref" },
    make("h4", {}, SIDES[side], " ", make("span", { class: "quiet" }, facts.join(" · "))), text);
};

const discrepancies = (pair, prefix) => {
  if (!pair.wrong.length) {
    const unread = pair.reports.some((side) => side.unread);
    const none = unread
      ? "No discrepancy found in what was read; what was not read may hold some."
      : "No discrepancy found between the findings of the two reports.";
    return pair.edges.length ? make("p", { class: "quiet" }, none) : "";
  }
  return make("ol", { class: "discrepancies" }, pair.wrong.map(([what, tone, tier, reason, magnitude, effects], k) => {
    const effect = effects.length
      ? `behind ${pair.accounts.map(([target], t) => `${signed(effects[t], 2)} of ${words[target]}`).join(", ")}`
      : `magnitude ${fixed(magnitude, 2)}`;
    return make("li", {
      class: words[tone], id: prefix ? `${prefix}-${k + 1}` : null, "data-discrepancies": k + 1, tabindex: prefix ? 0 : null,
    }, make("b", {}, words[what]), " ", make("span", { class: "tier" }, words[tier]), " ", words[reason], " ",
    make("span", { class: "quiet" }, effect));
  }));
};

const bar = (share) => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 100 8");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  rect.setAttribute("width", (100 * share).toFixed(1));
  rect.setAttribute("height", "8");
  svg.append(rect);
  return svg;
};

const accounts = (pair) => {
  const values = pair.accounts.flatMap(([, terms, base]) => [...terms.map(([, value]) => value), Math.abs(base)]);
  const largest = Math.max(...values, 1e-9);
  return make("div", { class: "accounts" }, pair.accounts.map(([target, terms, base, risk]) => {
    const row = (name, value, drawn, kind) => make("tr", { class: kind },
      make("th", { scope: "row" }, name), make("td", { class: "n" }, signed(value)),
      make("td", { class: "bar" }, drawn ? bar(Math.max(value, 0) / largest) : ""));
    return make("table", { class: "plain account" }, make("caption", {}, `What drove the ${words[target]} risk`),
      make("tbody", {}, terms.map(([name, value]) => row(words[name], value, true)),
        row("risk of equal reports", base, false), row("risk", risk, false, "sum")));
  }));
};

const evidence = (pair) => {
  if (!pair.edges.length) return "";
  const all = pair.edges.length + (pair.more || 0);
  const side = (unit, span, units, note) => (unit === null
    ? make("td", { class: "quiet" }, words[note])
    : make("td", {}, words[span], " ", make("span", { class: "quiet" }, `[${words[units[unit]]}]`)));
  const rows = pair.edges.map(([ref, cand, refWords, candWords, mass, align, details, risk, told, note]) =>
    make("tr", { tabindex: 0, "data-ref": ref ?? "", "data-cand": cand ?? "", "data-mass": mass },
      side(ref, refWords, pair.reports[0].units, note), side(cand, candWords, pair.reports[1].units, note),
      make("td", {}, words[told]), [mass, align, details, risk].map((v) => make("td", { class: "n" }, fixed(v)))));
  const heads = ["reference", "candidate", "differs in", "mass", "align", "side", "mass × risk"];
  const more = pair.more
    ? make("p", { class: "quiet" }, `${plural(pair.more, "lighter row")} not shown: --edges FILE writes all`) : "";
  return make("details", { class: "evidence" },
    make("summary", {}, `Aligned evidence: ${plural(all, "row")} of the plan, largest mass × risk first`),
    make("table", { class: "edges" }, make("thead", {}, make("tr", {},
      heads.map((head, k) => make("th", { scope: "col", class: k > 2 ? "n" : null }, head)))), make("tbody", {}, rows)), more);
};

// A card; without a prefix it is for paper: nothing in it can be reached, and the evidence is left out.
const card = (pair, number, prefix) => {
  const risks = targets.map((target, k) => make("span", {}, make("b", {}, fixed(pair.risks[k])), ` ${target} `,
    make("span", { class: "quiet" }, pair.errors[k])));
  const facts = [words[pair.status], pair.system === undefined ? "" : words[pair.system]].filter(Boolean).join(" · ");
  const head = make("h3", { id: prefix ? `head-${number}` : null, tabindex: prefix ? -1 : null },
    pair.id, " ", make("span", { class: "quiet" }, facts));
  const element = make("section", { class: "pair", "aria-labelledby": prefix ? `head-${number}` : null }, head,
    make("p", { class: "risks" }, risks),
    make("div", { class: "reports" }, [0, 1].map((side) => report(pair, side, prefix))),
    discrepancies(pair, prefix), prefix ? accounts(pair) : "", prefix ? evidence(pair) : "");
  if (prefix) light(element);
  return element;
};

// What belongs together is lit together: a discrepancy with its words, a unit with the units its mass goes to.
const light = (pair) => {
  const edges = [...pair.querySelectorAll("tr[data-mass]")].map((row) => ({
    row, ref: row.dataset.ref, cand: row.dataset.cand, mass: Number(row.dataset.mass),
  }));
  const marks = [...pair.querySelectorAll("[data-units]")].map((mark) => ({
    mark, side: mark.closest("[data-side]").dataset.side, units: mark.dataset.units.split(" "),
  }));
  const lit = (element, name, share) => {
    element.classList.add(name);
    if (share !== undefined) element.style.setProperty("--share", `${Math.round(20 + 80 * share)}%`);
  };
  const dark = () => {
    for (const element of pair.querySelectorAll(".linked, .chosen")) {
      element.classList.remove("linked", "chosen");
      element.style.removeProperty("--share");
    }
  };
  const lightEdges = (chosen) => {
    const most = Math.max(...chosen.map((edge) => edge.mass));
    for (const edge of chosen) {
      lit(edge.row, "linked", edge.mass / most);
      for (const { mark, side, units } of marks) {
        if (units.includes(edge[side])) lit(mark, "linked", edge.mass / most);
      }
    }
  };
  const show = (target) => {
    dark();
    const row = target.closest("tr[data-mass]");
    if (row) return lightEdges(edges.filter((edge) => edge.row === row));
    const wrong = target.closest("[data-discrepancies]");
    for (const number of wrong ? wrong.dataset.discrepancies.split(" ") : []) {
      pair.querySelectorAll(`[data-discrepancies~="${number}"]`).forEach((element) => lit(element, "chosen"));
    }
    const mark = target.closest("[data-units]");
    if (mark) {
      const side = mark.closest("[data-side]").dataset.side;
      const chosen = edges.filter((edge) => mark.dataset.units.split(" ").includes(edge[side]));
      if (chosen.length) lightEdges(chosen);
      lit(mark, "chosen");
    }
  };
  pair.addEventListener("pointerover", (event) => show(event.target));
  pair.addEventListener("focusin", (event) => show(event.target));
  pair.addEventListener("pointerleave", dark);
};
