"""The lexicon as data: what ships holds together, a user's file is merged over it, errors name file, label and form."""

import pytest
from click.testing import CliRunner

from radot_fast.cli.lexicon import command
from radot_fast.errors import LexiconError
from radot_fast.extraction import extract_units, load_lexicon, measure_coverage
from radot_fast.extraction.lexicon.check import changes_of, check_lexicon, count_forms, label_use
from radot_fast.extraction.lexicon.model import shipped_lexicons
from radot_fast.extraction.match.spelling import BRITISH


def labels(text, lexicon):
    units = extract_units([text], lexicon=lexicon)
    return list(zip(units["canonical_finding"], units["polarity"], strict=True))


def user_file(tmp_path, content):
    path = tmp_path / "my.toml"
    path.write_text(content, encoding="utf-8")
    return path


@pytest.mark.parametrize("base", shipped_lexicons())
def test_what_ships_holds_together(base):
    lexicon = check_lexicon(base=base)
    assert lexicon.hash == load_lexicon(base=base).hash
    for card in lexicon.cards.values():
        assert all(place in lexicon.content["anatomy"] for place in card.anatomy)


def test_parts_lead_to_a_root():
    parts = load_lexicon().parts
    for label in parts:
        seen = {label}
        while label in parts:
            label = parts[label]
            assert label not in seen
            seen.add(label)


def test_sizes():
    counts = {category: (n, forms) for category, n, forms in count_forms(load_lexicon())}
    assert counts["findings"][0] >= 110
    assert counts["findings"][1] >= 1100
    assert counts["devices"] >= (30, 250)
    assert counts["cues"][1] >= 300


def test_user_file_adds_moves_and_removes(tmp_path):
    path = user_file(
        tmp_path,
        """
        [findings.sarcoid_scar]
        forms = ["frosted lung", "scarring"]
        [findings.edema]
        remove = ["wet lung"]
        """,
    )
    lexicon = load_lexicon(path)
    assert labels("Frosted lung.", lexicon) == [("sarcoid_scar", "present")]
    assert labels("No scarring.", lexicon) == [("sarcoid_scar", "absent")]
    assert labels("Edema.", lexicon) == [("edema", "present")]
    assert labels("Wet lung.", lexicon) == [(None, "present")]
    assert labels("Wet lung.", load_lexicon()) == [("edema", "present")]
    assert lexicon.hash != load_lexicon().hash
    assert lexicon.identity == {"name": "rules:chest_xray+my.toml", "hash": lexicon.hash}


def test_an_edited_file_is_loaded_anew(tmp_path):
    path = user_file(tmp_path, '[findings.a]\nforms = ["odd thing"]')
    first = load_lexicon(path)
    path.write_text('[findings.b]\nforms = ["odd thing"]', encoding="utf-8")
    assert load_lexicon(path).hash != first.hash


def test_user_file_takes_single_phrases_from_grouped_forms(tmp_path):
    path = user_file(
        tmp_path,
        """
        [findings.wet_lung]
        forms = ["vascular cephalization"]
        [findings.chamber_enlargement]
        remove = ["biatrial enlargement"]
        [cues.neg_pre]
        forms = ["nary a"]
        """,
    )
    lexicon = load_lexicon(path)
    assert labels("Vascular cephalization.", lexicon) == [("wet_lung", "present")]
    assert labels("Pulmonary vascular cephalization.", lexicon) == [("congestion", "present")]
    assert labels("Biatrial enlargement.", lexicon) == [(None, "present")]
    assert labels("Chamber enlargement.", lexicon) == [("chamber_enlargement", "present")]
    assert labels("Nary a pneumothorax.", lexicon) == [("pneumothorax", "absent")]


def test_a_label_can_be_put_out_of_use(tmp_path):
    path = user_file(tmp_path, '[findings.fat]\nremove = ["extrapleural fat", "fat within the fissure"]')
    assert labels("Extrapleural fat.", load_lexicon(path)) == [(None, "present")]


def test_changes_of_a_user_file(tmp_path):
    path = user_file(
        tmp_path,
        """
        [findings.crazy_paving]
        forms = ["cobbled paving (pattern|)", "scarring"]
        [findings.edema]
        remove = ["wet lung"]
        [devices.barostim]
        finding = "pacemakr"
        forms = ["barostim"]
        """,
    )
    changes = changes_of(path)
    assert changes.new_labels == ["findings.crazy_paving", "devices.barostim"]
    assert (changes.added, changes.removed) == (3, 1)
    assert changes.moved == [("scarring", "findings.scar", "findings.crazy_paving")]
    assert len(changes.doubts) == 1
    assert "did you mean 'pacemaker'?" in changes.doubts[0]


def test_label_use_counts_assertions_and_denials():
    units = extract_units(["Scarring. No effusion.", "Scar. Pacemaker.", "The sky looks odd."])
    use = {u.label: u for u in label_use(units)}
    assert use["scar"][1:3] == (2, 0)
    assert use["pleural_effusion"][1:3] == (0, 1)
    assert dict(use["scar"].wordings) == {"scarring": 1, "scar": 1}
    assert set(use) == {"scar", "pleural_effusion", "pacemaker"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("findings = 3", "my.toml: 'findings' is not a table"),
        ("[diseases.x]\nforms = ['a']", "my.toml: table 'diseases' is not one of findings"),
        ("[findings.x]\nform = ['a']", "my.toml: findings.x: key 'form' is not one of"),
        ("[findings.x]\nforms = 'a'", "my.toml: findings.x: 'forms' is not a list of words"),
        ("[findings.x]\nforms = ['a (b']", "my.toml: findings.x: form 'a \\(b' has brackets"),
        ("[findings.x]\nforms = ['odd', 'odd']", "findings.x: form 'odd' stands twice in it"),
        ("[findings.x]\nforms = ['odd']\n[findings.y]\nforms = ['odd']", "form 'odd' stands under"),
        ("[findings.x]\nforms = ['a']\nanatomy = ['moon']", "findings.x: anatomy 'moon' is not a label"),
        ("[devices.x]\nforms = ['a']", "devices.x: has no 'finding'"),
        ("[cues.x]\nforms = ['a']\nlevel = 'maybe'", "cues.x: a cue has a level"),
        ("[merges]\n'edema + x' = 'edema'", "'x' is not a finding or device"),
        ("[merges]\n'edema' = 'edema'", "write 'first \\+ second'"),
        ("[structures.x]\nforms = ['a']\nwith = { odd = 'edema' }", "property 'odd' is not in the properties"),
        ("[compounds]\n'a' = ['nothing']", "'nothing' is not a finding or device"),
        ("[findings.x]\nforms = ['---']", "form '---' holds no word"),
        ("[findings.x", "not valid TOML"),
        ("[finding.x]\nforms = ['a']", "did you mean 'findings'"),
        ("[findings.'Lung Cyst']\nforms = ['a']", "write 'lung_cyst'"),
        ("[findings.x]\nanatomy = ['lung']", "has no form"),
        ("[findings.edema]\nremove = ['pulmonry edema']", "did you mean 'pulmonary edema'"),
        ("[findings.x]\nforms = ['a']\nmodifiers = ['patchi']", "modifiers 'patchi' is not .* did you mean 'patchy'"),
        ("[anatomy.x]\nforms = ['a']\npart_of = 'fisure'", "part_of 'fisure' .* did you mean 'fissure'"),
        ("[severity.gigantic]\nforms = ['a']", "the labels of 'severity' are mild, moderate, severe"),
        ("[comparison.better]\nforms = ['a']", "the labels of 'comparison' are new"),
        ("[cues.x]\nforms = ['a']\nlevel = 'absent'", "a direction"),
    ],
)
def test_errors_name_file_label_and_form(tmp_path, content, message):
    with pytest.raises(LexiconError, match=message):
        check_lexicon(user_file(tmp_path, content))


def test_missing_file_and_unknown_base(tmp_path):
    with pytest.raises(LexiconError, match="cannot be read"):
        load_lexicon(tmp_path / "none.toml")
    with pytest.raises(LexiconError, match="not one of abdomen_xray, chest_xray"):
        load_lexicon(base="brain")


def test_another_domain():
    lexicon = load_lexicon(base="abdomen_xray")
    text = "Nonobstructive bowel gas pattern. Small left renal calculus."
    assert labels(text, lexicon) == [("bowel_obstruction", "absent"), ("renal_calculus", "present")]


def test_a_shipped_lexicon_by_name(tmp_path):
    assert load_lexicon("abdomen_xray").hash == load_lexicon(base="abdomen_xray").hash
    path = user_file(tmp_path, '[findings.odd]\nforms = ["odd thing"]')
    lexicon = load_lexicon(f"abdomen_xray+{path}")
    assert lexicon.name == "abdomen_xray+my.toml"
    assert labels("Odd thing.", lexicon) == [("odd", "present")]
    assert lexicon.note.startswith("a start")
    assert load_lexicon().note is None
    assert "a start" in CliRunner().invoke(command, ["stats", "--base", "abdomen_xray"]).output


def test_coverage_counts_boilerplate_apart():
    got = measure_coverage(["No effusion. The sky looks peculiar. Two views of the chest.", None, ""])
    assert got == (2, 1, 1)
    assert got.oov_rate == 0.5
    assert measure_coverage([]).oov_rate == 0.0


def test_command_check_and_stats(tmp_path):
    run = CliRunner().invoke
    assert "hold together" in run(command, ["check"]).output
    assert "findings" in run(command, ["stats"]).output
    bad = run(command, ["check", str(user_file(tmp_path, "[findings.x]\nforms = ['odd', 'odd']"))])
    assert isinstance(bad.exception, LexiconError)


def test_command_check_says_what_changes(tmp_path):
    path = user_file(tmp_path, "[findings.x]\nforms = ['odd', 'scarring']")
    out = CliRunner().invoke(command, ["check", str(path)]).output
    assert "new      findings.x" in out
    assert "moves    'scarring' from findings.scar to findings.x" in out
    assert "adds 1 forms, moves 1, removes 0" in out


def test_command_stats_of_reports(tmp_path):
    reports = tmp_path / "reports.csv"
    reports.write_text("text\nScarring. No effusion.\nThe sky looks odd.\n", encoding="utf-8")
    out = CliRunner().invoke(command, ["stats", "--reports", str(reports)]).output
    assert "scar " in out
    assert "2 of " in out.splitlines()[-1]
    assert "out of vocabulary 33.3% of 3 sentences" in out.splitlines()[-1]
    wrong = CliRunner().invoke(command, ["stats", "--reports", str(reports), "--text-column", "report"])
    assert "name it with --text-column" in str(wrong.exception)


def test_command_explain_reads_statement_by_statement():
    out = CliRunner().invoke(command, ["explain", "INDICATION: pneumonia. FINDINGS: No PTX. Heart normal."]).output
    assert out.count("clauses") == 2
    assert "pneumonia" not in out
    assert "nothing is read" in CliRunner().invoke(command, ["explain", "HISTORY: cough"]).output


def test_command_explain():
    out = CliRunner().invoke(command, ["explain", "No pnuemothorax, \x1b[31m heart is enlarged"]).output
    assert "pnuemothorax read as pneumothorax" in out
    assert "pneumothorax: absent" in out
    assert "cardiomegaly: present" in out
    assert "\x1b" not in out


def test_user_file_names_what_is_removed_what_is_a_lack_and_what_is_no_place(tmp_path):
    path = user_file(
        tmp_path,
        """
        [devices.vacuum_dressing]
        finding = "vacuum_dressing"
        forms = ["vacuum dressing"]
        absent = ["undressed"]
        [findings.poor_contrast]
        less_is_worse = true
        forms = ["poor contrast"]
        [anatomy.left]
        nowhere = ["left handed"]
        """,
    )
    lexicon = load_lexicon(path)
    assert labels("The wound is undressed.", lexicon) == [("vacuum_dressing", "absent")]
    units = extract_units(["Poor contrast, decreased from the prior.", "Effusion, left handed."], lexicon=lexicon)
    assert units["comparison"].to_list() == ["worsened", "none"]
    assert units["anatomy"].to_list() == [[], ["pleura"]]


def test_what_is_true_or_false_is_no_word(tmp_path):
    path = user_file(tmp_path, '[findings.edema]\nless_is_worse = "yes"')
    with pytest.raises(LexiconError, match="true or false"):
        load_lexicon(path)


def test_a_form_that_joins_two_findings_stands_under_one_label_too(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text("[findings.x]\nforms = ['odd or queer']\n[findings.y]\nforms = ['odd or queer']", encoding="utf-8")
    with pytest.raises(LexiconError, match="stands under 'x' too"):
        load_lexicon(path)


def test_the_shipped_lexicon_passes_its_own_check():
    result = CliRunner().invoke(command, ["check"])
    assert (result.exit_code, "hold together" in result.output) == (0, True), result.output


def test_no_british_word_of_a_form_hides_the_american_word_of_the_others():
    """One form with "haematoma" made it a word of its own: no other form with "hematoma" read it."""
    words = load_lexicon().vocabulary
    hiding = {word for word in words for b, a in BRITISH if b in word and word.replace(b, a) in words}
    # Right atrial enlargement, an acute exacerbation beside the letter of "E.T. tube", and a number that is no "for".
    assert hiding <= {"rae", "ae", "four"}


@pytest.mark.parametrize("text", ["Bifid ribs.", "Pacing pads.", "Two left CVCs.", "Pleural tags."])
def test_short_nouns_have_a_plural(text):
    units = extract_units([text], lexicon=load_lexicon())
    assert units["canonical_finding"].drop_nulls().len() == 1
