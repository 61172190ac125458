"""Words of a sentence that no form holds and that tell something: what was not read of it.

"The left apex is hazy and somewhat ratty" leaves "ratty" unread. Words that hold a sentence together, or tell how and
when something is seen, tell nothing of their own.
"""

from __future__ import annotations

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.trie import N_CATEGORIES
from radot_fast.extraction.match.words import CARRIES

# As a text: a thousand quotation marks would hide the words.
IDLE = frozenset(
    """
    about above accompanied accompanies accompanying accordingly accurate accurately across actually acute addition
    additional additionally adequate adjacent adjoining advancement advise advised after afternoon again age ago aligned
    alignment all almost alone along already also alternatively although always amid among amount amounts and another
    answer anterior anteriorly anticipated any anything apart apex apices apparent apparently appear appearance
    appearances appeared appearing appears appreciable appreciably appreciated appropriate approximately april are area
    areas arising around artefactual arteries artery artifact artifacts artifactual aspect assessment associated august
    available away back background base based baseline bases basis became because become becomes becoming been before
    behind being below beneath best better between beyond big bilateral bit body border borders both branch bronchoscopy
    but call called can cannot cardiac care careful case catheter catheters cause causing cavity central centrally
    certain change changes character characteristic chest chronic clear clearly clinical clinically close closely
    coexistent coexisting combination comparable comparably compare compared comparing comparison compatible completely
    component concomitant concurrent configuration confirm confirmed confirming confirms consider considered considering
    consist consistent consisting consists contact contain contained contains continue continued continues contour
    contours correct correctly correlate correlation correspond corresponding corresponds could couple course courses
    coursing crisp crisply crosses crossing current currently data date dated dating day days december define defined
    definite definitely deg degenerative degree degrees demonstrate demonstrated demonstrates demonstrating depicted
    describe described detail detected determine device devices diameter dictated did differences different direct
    directed direction discernible discrete discussed distal distally distinct distributed distribution doctor does done
    double drain drains due during each earlier early edge edges effect effects eighth either element eleventh else
    elsewhere end ending ends enters entire entirely especially essentially estimated evaluate evaluated evaluation even
    evening evidence evident exact exactly exam examination examinations examined except exclude excluded excluding
    exhibit exhibits exist existing exists expected extend extended extending extends extent extents external fairly
    fashion feature features february feed feeding female few field fields fifth film films final find finding findings
    finds first five focal foci focus fold folds follow followed following for form found four fourth frank friday from
    frontal full fully further furthermore general generally give given gives goes good gradually greater grossly had
    has have having heart held helpful hence her here herein hilar his hour hours how however identical identified image
    imaged images imaging immediate immediately implantation implanted impression incidental incidentally include
    included includes including incompletely indeed index indicate indicated indicates indicating indistinct individual
    inferior inferiorly initial inserted insertion inside inspiratory instead interface interim interval intervening
    into involve involved involves involving its itself january july junction june just keep keeping kept kind known
    large largely larger last late later lateral laterally latest lead leading leads least leaves leaving led left
    length less lesser level levels lie lies like likely likewise limit limited limits line lines little located
    location locations longer look looked looking looks lower lowermost lung lungs lying made main mainly maintained
    maintains major make making male man manner many march margin marginally margins mark marked markedly marker markers
    marking markings matter may measure measured measurement measures measuring medial mediastinal mediastinum meets
    merely met mid middle might mild mildly million minimally minor minus minute minutes mixed moderate moderately
    monday month months more moreover morning most mostly mri much multiple must named namely nature near nearly
    necessary need needed neighboring neither nevertheless new next night ninth none nonetheless nonspecific nor normal
    not notable notably note noted notes nothing notice noticeable notification notwithstanding november now number
    numerous nurse object observable observation observations observe observed obtained obvious occupies occupying occur
    occurring october off old once one ones ongoing only onto open opinion opposite order ordinary organ organs origin
    other others otherwise our out outline outlines outside over overall overlap overlapping overlie overlies overlying
    overt own pair part partial partially particular particularly partly parts pass passes passing past patient patients
    pattern per perceived performed perhaps peripheral peripherally periphery person phone picture piece place placed
    placement please pleural plus point points portable portion portions position positional positioned positioning
    positions possible possibly posterior posteriorly potential potentially precise precisely predominantly prelim
    preliminary presence present presented presenting presently presents previous previously primarily prior probable
    probably procedure process produce progressively project projected projecting projection projectional projects
    prompt proper properly provided proximal pulmonary quantity question questionable quickly quite radiograph
    radiographic radiographically radiographs radiological radiologically range rapidly rather read reader reading
    really reason recent recently recommend recommendation recommended recorded refer reflect reflecting reflects
    regarding region regions relate related relating relation relative relatively remain remainder remained remaining
    remains removal remove repeat repeated report reported reporting repositioned repositioning represent representing
    represents require required requires residual respect respectively responding response rest result results retained
    reveal revealed revealing reveals review reviewed right rotated rotation rule ruled run running runs safe said same
    satisfactory saturday saw say says scan seal second section see seem seemingly seems seen segment self sense
    separate seperate september sequential serial series set setting seventh several severe severely shadow shadowing
    shadows shape shaped sharp sharper sharply she short should show showed showing shown shows side sides significant
    significantly signs silhouette similar similarly simply since single sit site sits situated sixth size sized skin
    skinfold slightly slowly small smaller sole solely solid some something somewhat space spaces specific specifically
    spot spread stable stand standard stands state status steadily still strongly structure structures studies study
    subject submitted subsequent successive such suggest suggested suggesting suggestion suggestive suggests suitable
    summation sunday superimposed superimposition superior superiorly supine surface surfaces surgery surgical
    surrounding take taken takes team technique telephone temporary tenth terminate terminates terminating texture than
    that the their them themselves then therapy there therefore these they thing third this thoracic thorax those though
    three through throughout thursday thus time tiny tip tips tissue tissues today together too top total toward towards
    traced transverse traverses traversing treatment truly tube tubes tuesday twelfth two type typical ultrasound unable
    uncertain unchanged unclear under undergone underlying underwent uniform unknown unremarkable until upon upper
    uppermost upright use used useful using usual varying vein veins verification version very vessel vessels via view
    viewed views visible visibly visualisation visualised visualising visualization visualized visualizing volume
    volumes wall walls ward was water way wednesday week weeks well were what when where whereas whereby whether which
    while who whole whom whose wide widely width will wire wires with withdrawal within without woman would year years
    yesterday yet young zone zones
    """.split()  # noqa: SIM905
)
"""Words that tell nothing of their own, among them what stands in most reports without a meaning for a finding."""
LEAST_CHARS = 3
"""Characters from which a word may tell something."""


def unread_words(block: Block) -> dict[int, str]:
    """Words of sentences that were not read, by the number of the sentence; sentences without any are left out."""
    at = indices(block.has(CARRIES) & ~tokens_in(block, tuple(range(N_CATEGORIES))))
    at = at[~block.table.flags_of(IDLE).take(block.numbers[at], mode="clip")]
    out: dict[int, str] = {}
    for k, sentence in zip(at.tolist(), block.sentence[at].tolist(), strict=True):
        word = block.words[k]
        if len(word) >= LEAST_CHARS and word.isalpha():
            out[sentence] = f"{out[sentence]} {word}" if sentence in out else word
    return out
