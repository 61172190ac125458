"""Two wordings of one report have no discrepancy, and an error beside them has one."""

import pytest

from radot_fast import Scorer

SAME = (
    ("Median sternotomy wires are noted.", "Status post median sternotomy."),
    ("Stable biapical pleural scarring.", "Unchanged biapical pleural thickening."),
    ("Coarse reticular opacities at both bases.", "Coarse basal reticulation on both sides."),
    ("Spiculated nodular opacity in the right upper lobe.", "Spiculated nodule in the right upper lobe."),
    ("Opacities in both lungs, worse in the lower lobes.", "Bilateral opacities with lower lobe predominance."),
    ("Feeding tube courses below the diaphragm.", "Feeding tube in the stomach."),
    ("Upward retraction of both hila.", "The hila are elevated."),
    ("Raised left hemidiaphragm with adjacent atelectasis.", "Raised left hemidiaphragm. Left basal atelectasis."),
    ("Left pacemaker with leads in the right atrium.", "Left pacemaker with right atrial lead."),
    ("Multiple left rib fractures, ribs 3 through 6.", "Fractures of the third, fourth, fifth and sixth left ribs."),
    (
        "Patchy opacities in both lungs, more prevalent within the left lung.",
        "Patchy bilateral opacities, left > right.",
    ),
    ("Heart size mildly increased.", "Mild cardiomegaly."),
    ("Right upper extremity PICC line ends in the SVC.", "Right PICC with its tip in the SVC."),
    ("Left suprahilar mass lesion is noted.", "Left suprahilar mass."),
    ("Opacity at the left base, suggestive for atelectasis.", "Left basal opacity, suggestive of atelectasis."),
    ("Left PICC.", "Left PICC, unchanged in position."),
    ("Large hiatal hernia.", "Large hiatal hernia behind the heart."),
    ("Hilar and mediastinal lymphadenopathy has increased.", "Increasing mediastinal and hilar adenopathy."),
    ("Status post CABG.", "Postsurgical changes from prior CABG."),
    ("Left chest wall ICD with a single right ventricular lead.", "Left ICD, lead in the right ventricle."),
    ("Bilateral airspace opacities have progressed.", "Worsening bilateral airspace disease."),
    ("Improving left basal atelectasis. Improved aeration at the left base.", "Improving left basal atelectasis."),
    ("Granular opacities consistent with surfactant deficiency.", "Granular opacities in keeping with RDS."),
)
SAME += (
    ("Effusions on both sides, right moderate, left small.", "Moderate right and small left effusions."),
    ("Bilateral pleural effusions (large right, trace left).", "Large right and trace left pleural effusions."),
    ("Bilateral effusions: left small; right moderate.", "Right effusion, moderate. Left effusion, small."),
    ("Acute displaced fractures of the right ribs.", "Acute displaced right rib fractures."),
    ("Fine nodular opacities in the upper lobes.", "Fine upper lobe nodular opacities."),
    ("Sheath in the right jugular vein.", "Right jugular introducer sheath."),
    ("Left ICD. Its single lead ends in the right ventricle.", "Left single-lead ICD, lead in the right ventricle."),
    ("Possible contusion: hazy left apical opacity.", "Hazy left apical opacity, possibly contusion."),
    (
        "Apical fibrosis with upward hilar retraction, stable.",
        "Stable apical fibrosis. Stable upward hilar retraction.",
    ),
    ("Thickening of the left apical pleura.", "Left apical pleural thickening."),
    ("Bronchial walls are mildly thickened.", "Mild bronchial wall thickening."),
    ("Nipple shadows project over the lower lungs.", "Bilateral nipple shadows."),
    ("Large left pneumothorax, possible tension.", "Large left pneumothorax. Concerning for tension."),
    ("RUL pneumonia, recommend follow-up until resolution.", "RUL pneumonia. Suggest film to confirm clearance."),
    (
        "Cavitary lesion in the left upper lobe with a fluid level. Suspicious for tuberculosis.",
        "Left upper lobe cavitary lesion with a fluid level, suspicious for tuberculosis.",
    ),
)
SAME += (
    ("Feeding tube extends below the level of the diaphragm.", "Feeding tube courses below the diaphragm."),
    ("Feeding tube passes below the left hemidiaphragm.", "Feeding tube in the stomach."),
    ("Clips from coronary bypass overlie the heart.", "Status post CABG."),
    ("Aortic bioprosthesis.", "Prosthetic aortic valve."),
    ("Large effusion opacifies the left hemithorax.", "Opacification of the left hemithorax by a large effusion."),
    ("Chronic obstructive lung disease.", "Emphysema."),
    ("Left basal pneumonia, follow to ensure clearing.", "Left basal pneumonia. Follow-up is advised."),
)
SAME += (
    ("The heart size is top normal.", "Borderline heart size."),
    ("Heart at the upper limits of normal in size.", "The heart is borderline in size."),
    ("Bilateral fine nodular opacities.", "Fine bilateral nodules."),
    ("Reticular opacities in the right lower lobe.", "Right lower lobe reticulation."),
    ("Stable fibrosis with bronchiectasis.", "Fibrosis with bronchiectasis, stable."),
    ("Fibrosis with bronchiectasis. Findings have progressed.", "Progressed fibrosis with bronchiectasis."),
    ("Cavity worrisome for tuberculosis.", "Cavity, likely tuberculosis."),
    ("Small right pleural effusion. Small left pleural effusion.", "Small bilateral pleural effusions."),
    ("Left chest tube. Right chest tube.", "Bilateral chest tubes."),
    ("Right basilar atelectasis and left basilar atelectasis.", "Bibasilar atelectasis."),
    ("Large right upper lobe mass abutting the mediastinum.", "Large right upper lobe mass."),
    ("Postoperative day two after CABG.", "Status post CABG."),
    ("Cholecystectomy clips.", "Status post cholecystectomy."),
    ("Large left pneumothorax, consistent with tension.", "Large left tension pneumothorax."),
    ("Right mainstem intubation.", "The ETT is in the right main bronchus and should be withdrawn."),
)
SAME += (
    ("Calcified nodule in the right upper lobe.", "Granuloma in the right upper lobe."),
    ("Calcified granuloma.", "Calcified pulmonary nodule, consistent with granuloma."),
    ("Status post CABG.", "Sternotomy wires and CABG clips."),
    (
        "Left basal opacity, likely effusion and atelectasis.",
        "Left basal opacity, likely effusion combined with atelectasis.",
    ),
    (
        "Opacity at the left base, probably atelectasis.",
        "Probable atelectasis accounts for an opacity at the left base.",
    ),
    ("Enlarged heart and edema. Findings are new.", "New since the prior study are an enlarged heart and edema."),
    ("Moderate right and small left effusion. Bilateral effusions.", "Moderate right and small left effusion."),
    ("Moderate right and small left effusion.", "Small left and moderate right effusions. Bilateral effusions."),
    ("Right effusion is larger, left is unchanged. Effusions.", "Right effusion is larger, left is unchanged."),
    (
        "Right effusion is larger, left is unchanged. Bilateral effusions.",
        "Left effusion is unchanged. Right effusion is larger.",
    ),
    ("2 cm right nodule and 1 cm left nodule. Bilateral nodules.", "2 cm right nodule. 1 cm left nodule."),
    ("Left PICC with its tip in the SVC.", "A left PICC has been placed with its tip in the SVC."),
    ("PICC ends in the SVC. NG tube in the stomach.", "PICC with tip in the SVC and NG tube in the stomach."),
    ("Left chest tube ends at the fourth posterior rib.", "Left chest tube with its tip at the 4th rib posteriorly."),
    ("Left chest tube at the fourth interspace.", "Left chest tube in the 5th intercostal space."),
)
OTHER = (
    ("Left subclavian line in the mid SVC.", "Left subclavian line in the azygos vein."),
    ("PICC tip in the SVC.", "PICC tip in the IVC."),
    (
        "PICC tip in the SVC. Right PICC in good position.",
        "PICC tip in the right atrium. Right PICC in good position.",
    ),
    (
        "Pacemaker leads in the right atrium and right ventricle. New left pacemaker.",
        "Pacemaker leads in the right atrium and coronary sinus. New left pacemaker.",
    ),
    ("Nodule in the right upper lobe.", "Calcified nodule in the right upper lobe."),
    ("Borderline heart size.", "Moderate cardiomegaly."),
    ("Large right and small left pleural effusions.", "Small bilateral pleural effusions."),
    ("Small right pleural effusion.", "Small bilateral pleural effusions."),
    ("The heart size is top normal.", "Moderate cardiomegaly."),
    ("Right upper lobe nodular opacity.", "Right upper lobe consolidation."),
    ("Stable fibrosis with bronchiectasis.", "Fibrosis with worsening bronchiectasis."),
    (
        "Fibrosis with bronchiectasis. Findings have progressed.",
        "Fibrosis with bronchiectasis. Findings have improved.",
    ),
    ("Cavity worrisome for tuberculosis.", "Cavity due to tuberculosis."),
    ("Left pneumothorax without tension.", "Left tension pneumothorax."),
    ("Right effusion, follow to resolution.", "Right effusion has resolved."),
    ("Median sternotomy wires are noted.", "Status post left upper lobectomy."),
    ("Scar in the right lower lobe.", "Left apical pleural thickening."),
    ("Feeding tube courses below the diaphragm.", "Feeding tube in the esophagus."),
    ("Upward retraction of the left hilum.", "The right hilum is elevated."),
    ("Raised left hemidiaphragm with adjacent atelectasis.", "Raised left hemidiaphragm. Left apical atelectasis."),
    ("Left pacemaker with right atrial lead.", "Right pacemaker with right atrial lead."),
    ("Multiple left rib fractures, ribs 3 through 6.", "Multiple left rib fractures, ribs 8 through 11."),
    ("Left lung opacities, more prevalent in the apex.", "Patchy bilateral opacities, more prevalent on the left."),
    ("Left PICC.", "New left PICC."),
    ("Moderate right and small left effusion. Bilateral effusions.", "Small right and moderate left effusion."),
    ("Moderate right and small left effusion. Bilateral effusions.", "Small left effusion."),
    (
        "Right effusion is larger, left effusion is smaller. Bilateral effusions.",
        "Right effusion is smaller, left effusion is larger. Bilateral effusions.",
    ),
    ("2 cm right nodule and 1 cm left nodule. Bilateral nodules.", "1 cm right nodule. 2 cm left nodule."),
    ("Right effusion is larger, left is smaller.", "Right effusion is smaller, left is larger. Bilateral effusions."),
    ("Postsurgical changes of the right lower neck.", "Postsurgical changes of the heart."),
    ("ETT 3 cm above the carina.", "ETT 3 cm below the carina."),
    ("Right PICC with its tip at the second rib.", "Right PICC with its tip at the ninth rib."),
    ("Left chest tube ends at the fourth posterior rib.", "Left chest tube ends at the 8th rib posteriorly."),
    ("Drain on the left, its tip at the 3rd interspace.", "Drain on the left, its tip at the 7th interspace."),
    ("ETT in place with its tip at T3.", "ETT in place with its tip at T6."),
    ("Right pneumonectomy, leftward mediastinal shift.", "Right pneumonectomy, rightward mediastinal shift."),
)


@pytest.fixture(scope="module")
def rows():
    """Number of discrepancies of each pair."""
    pairs = [*SAME, *OTHER]
    found = Scorer()([a for a, _ in pairs], [b for _, b in pairs]).discrepancies["row"].to_list()
    return {pair: found.count(k) for k, pair in enumerate(pairs)}


SAME += (
    (
        "NG tube side port at the GE junction; recommend advancing 8 cm.",
        "NG tube side port at the GE junction; advance 8 cm.",
    ),
    ("The ETT has been pulled back, tip 4 cm above the carina.", "ETT retracted, tip 4 cm above the carina."),
    (
        "The right PICC has been repositioned, its tip in the SVC.",
        "The right PICC was pulled back, its tip in the SVC.",
    ),
    ("The ETT is unchanged, 4 cm above the carina.", "The ETT has not moved, 4 cm above the carina."),
    (
        "Patchy opacity at the right base, possibly aspiration.",
        "Patchy opacity at the right base. The right basal change is possibly aspiration.",
    ),
    ("The mass has decreased from 4.2 cm to 3.1 cm.", "3.1 cm mass, smaller than before (4.2 cm)."),
)
OTHER += (
    (
        "NG tube side port at the GE junction; recommend advancing 8 cm.",
        "NG tube side port at the GE junction; withdraw 8 cm.",
    ),
    ("The chest tube has been withdrawn 2 cm.", "The chest tube has been advanced 2 cm."),
    ("The right PICC has been repositioned, its tip in the SVC.", "The right PICC is unchanged, its tip in the SVC."),
    ("Patchy opacity at the right base.", "Patchy opacity at the right base. Changes in the left upper zone."),
)


@pytest.mark.parametrize("pair", SAME, ids=str)
def test_a_paraphrase_is_free(rows, pair):
    assert rows[pair] == 0


@pytest.mark.parametrize("pair", OTHER, ids=str)
def test_an_error_beside_it_is_not(rows, pair):
    assert rows[pair] > 0
