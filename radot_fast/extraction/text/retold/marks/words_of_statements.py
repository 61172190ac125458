"""Words by which statements that a conjunction joins are told from lists (see ``statements_apart``)."""

from __future__ import annotations

NOUNS = frozenset(
    (
        "effusion", "effusions", "pneumothorax", "pneumothoraces", "hydropneumothorax", "ptx", "fluid", "air",
        "opacity", "opacities",
        "opacification", "opacifications", "consolidation", "consolidations", "infiltrate", "infiltrates",
        "atelectasis", "collapse", "edema", "oedema", "congestion", "heart", "silhouette", "silhouettes",
        "cardiomegaly", "mediastinum", "contour", "contours", "aorta", "hilum", "hila", "vasculature", "vascularity",
        "vessels", "markings", "lung", "lungs", "lobe", "lobes", "base", "bases", "apex", "apices", "zone", "zones",
        "hemithorax", "pleura", "hemidiaphragm", "hemidiaphragms", "diaphragm", "diaphragms", "angle", "angles",
        "sulcus", "sulci", "trachea", "carina", "bones", "rib", "ribs", "spine", "skeleton", "clavicle", "clavicles",
        "fracture", "fractures", "nodule", "nodules", "mass", "masses", "lesion", "lesions", "scar", "scarring",
        "fibrosis", "emphysema", "pneumonia", "shadow", "shadows", "shadowing", "density", "densities", "haziness",
        "haze", "volume", "volumes", "tube", "tubes", "line", "lines", "catheter", "catheters", "tip", "picc", "port",
        "drain", "drains", "wires", "pacemaker", "leads", "clips", "ett", "et", "ngt", "stent", "valve", "device",
        "devices", "icd", "aicd", "sutures", "thickening", "plaque", "plaques", "cavity", "cavities", "granuloma",
        "granulomas", "stomach", "bowel", "loops", "wall", "tissues", "structures", "adenopathy", "lymphadenopathy",
        "nodes", "signs", "hernia", "aeration", "inflation", "expansion", "enlargement", "osteopenia", "degeneration",
        "blunting", "bronchiectasis", "pneumoperitoneum", "pneumomediastinum", "change", "changes", "process",
        "disease", "abnormality", "abnormalities", "appearance", "appearances", "findings", "chest", "surgery",
        "tortuosity", "calcification", "calcifications", "parenchyma",
    )
)  # fmt: skip
"""Nouns of which a statement of its own tells something."""
SIDELESS = NOUNS - frozenset(
    (
        "effusion", "effusions", "pneumothorax", "pneumothoraces", "hydropneumothorax", "ptx", "fluid", "air",
        "opacity", "opacities",
        "opacification", "opacifications", "consolidation", "consolidations", "infiltrate", "infiltrates",
        "atelectasis", "collapse", "markings", "lung", "lobe", "lobes", "base", "apex", "zone", "zones", "hemithorax",
        "pleura", "hemidiaphragm", "diaphragm", "angle", "sulcus", "rib", "clavicle", "hilum", "fracture", "fractures",
        "nodule", "nodules", "mass", "masses", "lesion", "lesions", "scar", "scarring", "fibrosis", "pneumonia",
        "shadow", "shadows", "shadowing", "density", "densities", "haziness", "haze", "volume", "drain", "drains",
        "thickening", "plaque", "plaques", "cavity", "cavities", "granuloma", "granulomas", "wall", "tissues",
        "structures", "signs", "expansion", "aeration", "inflation", "blunting", "bronchiectasis", "change", "changes",
        "process", "disease", "findings", "chest", "calcification", "calcifications", "adenopathy", "enlargement",
    )
) | frozenset(
    (
        "cardiac", "cardiomediastinal", "mediastinal", "aortic", "osseous", "bony", "pericardial", "interstitial",
        "abdomen", "abdominal", "sternotomy", "cabg", "postoperative", "postsurgical", "compression", "vertebral",
        "thoracic", "lumbar", "spinal", "mid-thoracic", "retrocardiac",
    )
)  # fmt: skip
"""Words of what has no side, or has one of its own."""
SIDES = frozenset(
    (
        "left", "right", "bilateral", "bilaterally", "both", "either", "bibasal", "bibasilar", "biapical", "l", "r",
        "left-sided", "right-sided", "rul", "rml", "rll", "lul", "lll", "rij", "lij", "neither",
    )
)  # fmt: skip
TELLING = frozenset(
    (
        "is", "are", "has", "have", "remain", "remains", "persist", "persists", "appear", "appears", "look", "looks",
        "seem", "seems", "show", "shows", "lie", "lies", "sit", "sits", "end", "ends", "terminate", "terminates",
        "project", "projects", "overlie", "overlies", "overlay", "overlays", "course", "courses", "pass", "passes",
        "reach", "reaches", "extend", "extends", "measure", "measures", "contain", "contains", "demonstrate",
        "demonstrates", "reveal", "reveals", "continue", "continues", "obscure", "obscures", "blunt", "blunts", "may",
        "might", "could", "cannot",
    )
)  # fmt: skip
"""Verbs of statements."""
STRUCTURES = frozenset(
    (
        "heart", "mediastinum", "lung", "lungs", "pleura", "hilum", "hila", "aorta", "trachea", "bones", "ribs",
        "spine", "contour", "contours", "silhouette", "silhouettes", "vasculature", "diaphragm", "diaphragms",
    )
)  # fmt: skip
PLACES = frozenset(
    ("lobe", "lobes", "lung", "lungs", "base", "bases", "apex", "apices", "zone", "zones", "hemithorax", "angle")
)
OF_ANYTHING = frozenset(("change", "changes", "findings", "abnormality", "abnormalities", "process", "appearances"))
DESCRIBING = frozenset(
    (
        "left", "right", "upper", "lower", "middle", "mid", "hilar", "mediastinal", "cardiac", "pleural", "apical",
        "basal",
        "basilar", "pulmonary", "osseous", "bony", "aortic", "perihilar", "paratracheal", "costophrenic", "anterior",
        "posterior", "lateral", "medial", "thoracic", "lumbar", "cervical", "central", "peripheral", "interstitial",
        "alveolar", "endotracheal", "enteric", "nasogastric", "the", "both", "a", "an", "of", "in", "with", "no",
    )
)  # fmt: skip
"""Words that describe a noun behind the conjunction: "the right and left lungs are clear"."""
