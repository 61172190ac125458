"""What two nodes cost together, for the oracle of the extended method: method §10.3 in plain loops."""

from reference_extended_mentions import DENIAL, FINDING, REMARK, THOUGHT_UNLIKELY

UNRELATED = 2.0
FAR = 0.7  # of farther names a denial by the other report means that they are not one finding
SAID_PLACE = 0.15  # regions nearer than this are the same place
ELSEWHERE = 0.5  # least cost of the sites of two findings that share none
SAME_PLACE_WITHIN = 0.2  # farther names than this on opposite sides are never one finding
PART_OF = 0.05  # a region and a region that it is part of


# The hierarchy of regions and the labels (method §10.3)


class Regions:
    """The hierarchy ``part_of``: names, paths to the root, the cost of two sets of regions."""

    def __init__(self, costs):
        self.costs = costs
        self.parent = costs["part_of"]
        self.names = sorted(set(self.parent) | set(self.parent.values()))

    def path(self, region):
        """The region and all it is part of, up to the root."""
        path = [region]
        while path[-1] in self.parent:
            path.append(self.parent[path[-1]])
        return path

    def without_wholes(self, regions):
        """The regions of which no other one of the set is a part."""
        return frozenset(r for r in regions if not any(r in self.path(other)[1:] for other in regions))

    def two(self, a, b):
        """Cost of two regions."""
        if a == b:
            return 0.0
        if a in self.path(b) or b in self.path(a):
            return PART_OF
        common = [r for r in self.path(a) if r in self.path(b)]
        if not common or common[0] in self.costs["apart"]:
            return 1.0
        depth = len(self.path(common[0]))
        return 1.0 - 2.0 * depth / (len(self.path(a)) + len(self.path(b)))

    def cost(self, a, b):
        """rho of two sets of regions."""
        if a == b:
            return 0.0
        if not a or not b:
            return self.costs["region_unstated"]
        nearest = self.nearest(a, b)
        return self.costs["region"] * sum(nearest) / len(nearest)

    def nearest(self, a, b):
        """Cost of each region of both sets to the nearest of the other."""
        return [min(self.two(r, other) for other in b) for r in a] + [min(self.two(r, other) for other in a) for r in b]

    def other_organs(self, a, b):
        """Whether both name organs, and each of one costs 1 from each of the other."""
        return bool(a) and bool(b) and all(self.two(x, y) == 1.0 for x in a for y in b)

    def of_sites(self, i, j):
        """Part of the sites of two nodes that both state, 0 unless each has one that is near none of the other's."""
        if not i.sites or not j.sites:
            return 0.0
        nearest = self.nearest(i.sites, j.sites)
        own, other = nearest[: len(i.sites)], nearest[len(i.sites) :]
        if max(own) < SAID_PLACE or max(other) < SAID_PLACE:
            return 0.0
        mean = sum(nearest) / len(nearest)
        return self.costs["region"] * (max(ELSEWHERE, mean) if min(nearest) >= SAID_PLACE else mean)

    def said(self, i, j, named_i, named_j):
        """Part of the places of two findings that both state.

        ``named_i``: organs of the findings of i's report that have a name of j; ``named_j`` the other way round.
        """
        part = self.of_sites(i, j)
        if i.levels and j.levels and self.other_level(i, j):
            part = max(part, self.costs["region"])
        if (
            i.organs
            and j.organs
            and (self.organ_alone(i.organs, j.organs | named_j) or self.organ_alone(j.organs, i.organs | named_i))
        ):
            part = max(part, self.costs["region"])
        return part

    def organ_alone(self, a, b):
        """Whether an organ of a costs 1 from all of b."""
        return any(all(self.two(x, y) == 1.0 for y in b) for x in a)

    @staticmethod
    def other_level(i, j):
        """Whether the levels differ; those of devices, whether none is another's or its neighbour."""
        if i.device is None or j.device is None:
            return i.levels != j.levels
        return all(abs(k - m) > 1 for k in i.levels for m in j.levels)


def sides_cost(a, b, costs):
    """Sigma of two sets of sides."""
    if a == b:
        return 0.0
    if not a or not b:
        return costs["side_unstated"]
    return costs["side_partial"] if a & b else costs["side"]


def sides_agree(a, b):
    """Whether the sides are equal, overlap, or one is unstated."""
    return not a or not b or bool(a & b)


def label_distance(a, b, relations):
    """Distance of two labels (finding, device), in [0, 2]."""
    if a == b:
        return 0.0
    groups = relations["group"]
    if a[0] == b[0] and a[0] is not None and a[1] is not None and b[1] is not None:
        shared = [g["distance"] for g in groups if a[1] in g["labels"] and b[1] in g["labels"]]
        return min(shared) if shared else relations["devices"].get(a[0], UNRELATED)
    common = {name for name in a if name is not None} & {name for name in b if name is not None}
    if common:
        return min(0.1, *(relations["devices"].get(name, 0.1) for name in common))
    shared = [
        g["distance"]
        for g in groups
        if any(name in g["labels"] for name in a if name is not None)
        and any(name in g["labels"] for name in b if name is not None)
    ]
    return min(shared, default=UNRELATED)


def significance(node, tables, degree):
    """Share of an error on this finding that counts as significant, were its severity this."""
    known = tables.significance
    tier_of = {name: tier for tier, names in known["tiers"].items() for name in names}

    def weight(label):
        finding, device = label
        tier = tier_of.get(device) or tier_of.get(finding) or known["default"]
        return known["weights"][tier]

    s = max((weight(label) for label in node.names), default=0.0)
    if node.device is None and 0.0 < degree <= 0.33:
        s *= known["mild"]
    if node.device is not None and degree > 0.0:
        s = max(s, weight(("malposition", None)))
    return s


def gone_elsewhere(i, j):
    """Whether two denials are of one thing that has gone, on the one side here and on the other there."""
    gone = "resolved" in i.comparisons and "resolved" in j.comparisons
    return gone and i.label == j.label and i.organs == j.organs and not sides_agree(i.sides, j.sides)


def on_the_verge(finding, denial):
    """Whether a finding and a denial of one of its names are both on the verge."""
    return finding.verge and denial.verge and denial.label in finding.names


def is_unlikely(node):
    """Whether every statement of a node, under whichever name, calls it unlikely."""
    said = {certainty for of in node.certainties for certainty in of}
    return said == {THOUGHT_UNLIKELY}


def meant_names(node):
    """Names of a finding but for those that it is unlikely to be, unless all are."""
    meant = [name for name, of in zip(node.names, node.certainties, strict=True) if of != {THOUGHT_UNLIKELY}]
    return meant or node.names


# Prices (method §10.3)


class Pricing:
    """What two nodes cost together, and which may be together. ``nodes``: those of the reference, of the candidate."""

    def __init__(self, nodes, tables, regions):
        self.tables = tables
        self.regions = regions
        self.denied = [[n for n in side if n.kind == DENIAL] for side in nodes]
        self.asserted = [[n for n in side if n.kind == FINDING] for side in nodes]

    def price(self, i, j):
        """Price of coupling node i of the reference with node j of the candidate; None where that is not allowed."""
        kinds = {i.kind, j.kind}
        if kinds == {FINDING}:
            return self.findings(i, j) if self.related(i, j) else None
        if kinds == {DENIAL}:
            return self.denials(i, j)
        if kinds == {REMARK}:
            return 0.0 if (i.words, i.denied) == (j.words, j.denied) else None
        if kinds == {FINDING, DENIAL}:
            side = 0 if i.kind == FINDING else 1
            return self.opposed(*((i, j) if side == 0 else (j, i)), side)
        return None

    def distance(self, i, j):
        """Distance of the names of two nodes: the smallest over the names."""
        return min(label_distance(a, b, self.tables.relations) for a in i.called for b in j.called)

    def places(self, i, j):
        return sides_cost(i.sides, j.sides, self.tables.costs), self.regions.cost(i.regions, j.regions)

    def related(self, i, j):
        """Whether two findings may be a couple."""
        distance, (sigma, _) = self.distance(i, j), self.places(i, j)
        if self.regions.other_organs(i.organs, j.organs):
            return False
        if distance >= UNRELATED or (sigma >= self.tables.costs["side"] and distance > SAME_PLACE_WITHIN):
            return False
        return distance <= FAR or not (self.called_absent(i, 1) or self.called_absent(j, 0))

    def agree(self, i, j):
        """Whether two nodes agree in place: sides that overlap or are unstated, and no other organs."""
        return sides_agree(i.sides, j.sides) and not self.regions.other_organs(i.organs, j.organs)

    def spares(self, denial, finding):
        """Whether a denial is of the other kind than a finding: no acute one, where it is old."""
        for name in self.tables.costs["contrasts"]:
            denied = [k for k in (0, 1) if ("contrast", name, k) in denial.kinds]
            stated = [k for k in (0, 1) if ("contrast", name, k) in finding.kinds]
            if len(denied) == len(stated) == 1 and denied != stated:
                return True
        return False

    def is_there(self, denial, finding):
        """Whether a denial agrees with a finding in place: also in the sites that either states."""
        stated = denial.sites and finding.sites
        near = not stated or min(self.regions.nearest(denial.sites, finding.sites)) < SAID_PLACE
        return self.agree(denial, finding) and near

    def is_of(self, denial, finding):
        """Whether a denial agrees with a finding in place and in kind."""
        return self.is_there(denial, finding) and not self.spares(denial, finding)

    def organs_named(self, name_of, side):
        """Organs of the findings of the report ``side`` that have a name of a finding."""
        return frozenset().union(*(f.organs for f in self.asserted[side] if self.distance(f, name_of) == 0.0))

    def called_absent(self, finding, side):
        """Whether the report ``side`` plainly denies the finding by its own label and asserts it nowhere."""
        denied = any(d.plain and d.label == finding.label and self.is_of(d, finding) for d in self.denied[side])
        return denied and not any(finding.label in f.names for f in self.asserted[side])

    def same(self, i, j):
        """What a couple is preferred by: findings with a name in common, on sides that agree."""
        alike = i.kind == j.kind == FINDING and self.distance(i, j) == 0.0 and self.agree(i, j)
        return self.tables.plan["same"] if alike else 0.0

    def findings(self, i, j):
        sigma, rho = self.places(i, j)
        return 1.0 - (1.0 - min(self.distance(i, j), 1.0)) * (1.0 - sigma) * (1.0 - rho)

    def denies(self, denial, label):
        """Whether a denial denies a label: it is that label, or it covers its finding."""
        if denial.label == label:
            return True
        finding, device = denial.label
        return device is None and label[0] in self.tables.covers.get(finding, ())

    def by_name(self, finding, denial):
        return denial.plain and denial.label in meant_names(finding) and not self.spares(denial, finding)

    def by_cover(self, finding, denial):
        covered = any(self.denies(denial, name) for name in meant_names(finding))
        return denial.plain and covered and not self.spares(denial, finding)

    def thought_away(self, finding, denial):
        """Whether what is unlikely is coupled with a denial that denies it."""
        return denial.kind == DENIAL and is_unlikely(finding) and self.by_cover(finding, denial)

    def denied_too(self, finding, denial, side):
        """Whether the finding's own report (``side``) also holds the denial, in agreement with its place and kind."""
        return any(own.label == denial.label and self.is_of(own, finding) for own in self.denied[side])

    def opposed(self, finding, denial, side):
        """Price of a finding of the report ``side`` and a denial of the other; None where they are not opposed."""
        if not self.is_there(denial, finding) or self.denied_too(finding, denial, side):
            return None
        if on_the_verge(finding, denial) or self.thought_away(finding, denial):
            return 0.0
        if self.by_name(finding, denial):
            return self.tables.plan["opposed"]
        if self.by_cover(finding, denial):
            return self.tables.plan["opposed_covered"]
        return self.tables.plan["opposed_related"] if self.distance(finding, denial) < 1.0 else None

    def tells_of(self, side, denial):
        """Whether the report ``side`` has a finding or denial of the denied name, of a related or of a covering one."""
        findings, denials = self.asserted[side], self.denied[side]
        related = any(self.distance(node, denial) < 1.0 for node in (*findings, *denials))
        return related or any(node.plain and self.denies(node, denial.label) for node in denials)

    def exchanged(self, i, j):
        """Whether both reports say that something has gone, each of a thing of which the other says nothing."""
        gone = "resolved" in i.comparisons and "resolved" in j.comparisons
        return gone and i.label != j.label and not self.tells_of(1, i) and not self.tells_of(0, j)

    def denials(self, i, j):
        if self.exchanged(i, j):
            return self.tables.plan["denial_alone"]
        sigma, rho = self.places(i, j)
        if i.label == j.label:
            d = 0.0
        elif (
            self.distance(i, j) < 1.0 or (i.plain and self.denies(i, j.label)) or (j.plain and self.denies(j, i.label))
        ):
            d = self.tables.plan["denial_covered"]
        else:
            return None
        price = 1.0 - (1.0 - d) * (1.0 - sigma) * (1.0 - rho)
        if gone_elsewhere(i, j):
            price = self.tables.plan["denial_alone"]
        return price if price < 2.0 * self.tables.plan["denial_alone"] else None
