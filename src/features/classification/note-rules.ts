import type { ContentNote } from './content-notes.ts';

/** A tale gets the note if `words` (global, on lower-case text) matches at least `min` times. */
export type NoteRule = {
  note: ContentNote;
  words: RegExp;
  /** 1 by default. */
  min?: number;
  /** Minimum matches per 1,000 words, in addition to `min`. */
  perThousand?: number;
};

const PARENT = '(?:father|mother|parents|papa|mamma|queen his mother|queen her mother)';
const CHILD = '(?:child|children|babe|baby|infant|little boy|little girl|little one|little son|little daughter)';
const BEAST =
  '(?:dog|dogs|hound|cat|ass|donkey|horse|horses|mule|goat|ox|cow|hen|cock|lamb|sheep|bird|swan|monkey|tortoise|parrot|buffalo|pony)';

const ENGLISH_NOTES: readonly NoteRule[] = [
  {
    note: 'death-of-a-parent',
    words: new RegExp(
      `\\b(?:his|her|their|our|my|whose|the (?:boy|girl|child|maiden|children)'s) (?:\\w+ )?${PARENT} (?:\\w+ )?(?:died|was dead|is dead|were dead|are dead|had died|lay dead|was buried|is buried)\\b|\\b${PARENT} and ${PARENT} (?:\\w+ )?(?:died|were dead|are dead)\\b|\\b(?:he|she|they) had lost (?:her|his|their) (?:\\w+ )?${PARENT}\\b|\\blost (?:her|his) (?:mother|father|wife|husband)\\b|\\borphans?\\b|\\bwhen (?:the|their|his|her) (?:old )?(?:father|mother|man|widow) (?:\\w+ )?died\\b|\\b(?:queen|wife) died\\b(?=[\\s\\S]{0,400}\\b(?:stepmother|step-mother|another wife|married again))|\\b${PARENT} died when\\b|\\bkilled (?:my|his|her|our|their) (?:father|mother)\\b`,
      'g',
    ),
  },
  {
    note: 'death-of-a-child',
    words: new RegExp(
      `\\b(?:the|his|her|their|my|our|dead) (?:\\w+ ){0,2}${CHILD} (?:\\w+ )?(?:died|was dead|is dead|were dead|lay dead)\\b|\\bdead ${CHILD}\\b|\\b${CHILD}'s (?:grave|coffin)\\b|\\b(?:killed|slew|murdered|drowned|ate up|eaten up|devoured) (?:\\w+ ){0,3}${CHILD}\\b`,
      'g',
    ),
  },
  {
    note: 'cruelty-to-children',
    words:
      /\b(?:step-?mother|mother|father|master|mistress|cook|sisters?|brothers?|woman|witch)\b[^.]{0,80}\b(?:beat (?:him|her|them|the (?:boy|girl|child))|beats us|whipped (?:him|her)|ill-treated|ill-used|ill-treat|starved?|cruel to (?:him|her|them)|hated (?:him|her|them|the girl|the child)|treated (?:him|her|them) (?:very )?(?:badly|cruelly|shamefully|harshly))\b|\bcruel step-?mother\b|\b(?:wicked|cruel|bad) (?:old )?step-?mother\b|\bnothing to eat but\b|\b(?:rags|cinders|ashes)\b[^.]{0,60}\bstep-?(?:mother|sisters)\b|\bleave (?:the children|them) (?:in|alone in) the (?:forest|wood)\b|\bbeat (?:the|that|her|his) (?:poor )?(?:boy|girl|child|son|daughter|stepdaughter|step-daughter)\b|\b(?:boy|girl|child)\b[^.]{0,40}\b(?:soundly|cruelly|severely) (?:beaten|whipped|thrashed)\b/g,
  },
  { note: 'cruelty-to-children', words: /\bstep-?(?:mother|daughter|sister)s?\b/g, min: 3 },
  {
    note: 'cruelty-to-animals',
    words: new RegExp(
      `\\b(?:beat|beaten|whipped|flogged|cudgelled|thrashed|tormenting|tormented|tortured|killed|drowned|skinned|shot|threw|kicked) (?:the|his|her|their|a|that|its|this) (?:\\w+ )?${BEAST}\\b|\\bwring(?:ing)? (?:his|her|its|the \\w+'s) neck\\b|\\b(?:killed|skinned) it\\b|\\bkilled the (?:cock|sheep|cow|dog|horse)\\b`,
      'g',
    ),
    min: 1,
  },
  {
    note: 'violence',
    words:
      /\b(?:cut|cuts|cutting|hew|hewed|hewn|chop|chopped|struck|smote|strike|hack\w*) (?:\w+ ){0,4}(?:heads?|throat|arms?|hands?|legs?)\b|\b(?:stabbed|slew|slain|murdered|murder|murderer|murderers|beheaded|throttled|strangled)\b|\b(?:killed|kill|killing|slay|strike \w+ dead|struck dead)\b|\b(?:torn|tore|hacked|cut|chopped) (?:\w+ ){0,2}(?:to|in|into) (?:\w+ )?pieces\b|\bpools? of blood\b|\bblood (?:ran|flowed|streamed|poured)\b|\bran (?:him|his sword|the sword|it) through\b|\bthrough the heart\b|\bhead (?:rolled|flew|fell)\b|\bput to death\b|\bcleft\b|\bcut off\b/g,
    min: 3,
    perThousand: 0.5,
  },
  {
    note: 'cruel-punishment',
    words:
      /\b(?:barrel|cask)\b[^.]{0,60}\bnails\b|\bred-hot (?:iron )?(?:shoes|slippers)\b|\b(?:she|he|her|him|witch|queen|mother|woman|them) (?:\w+ ){0,3}burn(?:t|ed)? (?:to (?:ashes|death)|alive)\b|\bburn(?:t|ed)? (?:alive|at the stake)\b|\bmiserably burnt\b|\band burnt to ashes\b|\b(?:at|to) the stake\b|\bcast into the fire and\b|\btorn (?:to pieces )?by (?:wild )?(?:beasts|horses|animals)\b|\bbetween (?:\w+ )?(?:four|twelve|two|wild)? ?(?:unbroken )?(?:steeds|horses)\b|\b(?:boiling|hot) oil\b|\bhanged (?:on|from|upon|as) (?:a|the)\b|\beyes (?:were |to be )?(?:pecked|put|gouged) out\b|\b(?:buried|walled up|flayed|skinned|roasted) alive\b|\bpit (?:with|of) (?:adders|snakes|serpents|vipers)\b|\bimpaled\b/g,
  },
  {
    note: 'frightening-scenes',
    words:
      /\b(?:ghosts?|ghostly|apparitions?|spectres?|phantoms?|skeletons?|corpses?|haunted|banshee|vampires?|headless|graveyard|churchyard at (?:night|midnight)|fiends?|blood curdle|hair stood on end|cannibals?|man-eaters?|human flesh|christian (?:blood|flesh)|coffin (?:lid|opened))\b|\beat (?:thee|you|her|him) (?:all )?up\b|\bwithout (?:a )?(?:head|heads)\b/g,
    min: 3,
    perThousand: 1.2,
  },
  {
    note: 'suicide',
    words:
      /\b(?:kill|killed|drown|drowned|hang|hanged|stab|stabbed|poisoned|killing|drowning) (?:himself|herself|themselves|myself)\b|\b(?:threw|flung|cast) (?:himself|herself|themselves) (?:from|down from|over|out of) (?:the|a) (?:\w+ )?(?:cliff|window|tower|precipice|rock)\b|\bput an end to (?:his|her|my) (?:own )?life\b|\btook (?:his|her) own life\b|\bdrank (?:also )?(?:of )?the poison\b/g,
  },
  {
    note: 'drink',
    words: /\b(?:drunk|drunken|drunkard|tipsy|brandy|whisky|whiskey|poteen|potheen|dead drunk|rum|liquor|gin)\b/g,
    min: 3,
    perThousand: 0.8,
  },
  { note: 'slavery', words: /\b(?:slaves?|slavery|slave-market|bondwoman)\b/g, min: 3, perThousand: 0.4 },
  {
    note: 'old-stereotypes',
    words:
      /\b(?:jews?|jewish|jewess|gips(?:y|ies)|gyps(?:y|ies)|negro|negroes|negress|nigger|niggers|blackamoors?|savages|moorish|black slave|blacks|heathens?|red indians?|infidels?|redskins?)\b|\bblack (?:man|people|folk)\b|\bas black as (?:\w+ )?(?:night|coal|pitch)\b[^.]{0,40}\bugly\b|\bblack as night and (?:as )?ugly\b/g,
    min: 2,
  },
];

const GERMAN: readonly NoteRule[] = [
  {
    note: 'death-of-a-parent',
    words:
      /\b(?:vater|mutter|eltern) (?:\S+ ){0,3}(?:starb|starben|gestorben|tot|todt|begraben)\b|\b(?:starb|starben) (?:ihm|ihr|ihnen|sein|ihr|der|die) (?:\S+ )?(?:vater|mutter|eltern)\b|\bwaisen?(?:kind)?\b|\bhinterließ sein\S* (?:\S+ )?(?:kinder\S*|söhne\S*|töchter\S*|sohn\S*)/g,
  },
  {
    note: 'death-of-a-child',
    words: /\b(?:totes kind|tote kind|kind (?:\S+ ){0,2}(?:starb|tot|todt|gestorben)|totenhemdchen)\b/g,
  },
  {
    note: 'cruelty-to-children',
    words:
      /\bstiefmutter\b[^.]{0,120}\b(?:schlug|schläge|prügel|haßte|hungern|böse|quälte|stieß)\b|\b(?:böse|schlimme) stiefmutter\b|\bschlug (?:das|ihr|sein) kind\b/g,
  },
  { note: 'cruelty-to-children', words: /\bstiefmutter\b/g, min: 3 },
  {
    note: 'cruelty-to-animals',
    words:
      /\b(?:schlug|prügelte|erschlug|tötete|quälte|ersäufte|marterte) (?:den|die|das|seinen|sein|ihren) (?:\S+ )?(?:hund|katze|esel|pferd|roß|tier|vogel)\b/g,
  },
  {
    note: 'violence',
    words:
      /\b(?:kopf|köpfe|haupt) (?:\S+ ){0,3}(?:ab|herunter)\b|\b(?:schlug|hieb|warf) (?:\S+ ){0,4}(?:tot|todt)\b|\bzerquetscht\b|\babgeschlagen\b|\b(?:ermordet\S*|erstach|erstochen|mord\S*|mörder\S*|erschlug|erschlagen|umbringen|umgebracht|geköpft|enthauptet|in stücke|zerriß|zerrissen|dolch|blutig)\b/g,
    min: 3,
    perThousand: 0.7,
  },
  {
    note: 'cruel-punishment',
    words:
      /\b(?:faß|fass)\b[^.]{0,60}\bnägel\S*|\bglühende\S* (?:schuhe|pantoffeln)\b|\b(?:lebendig|zu asche) verbrannt\b|\bscheiterhaufen\b|\bgalgen\b|\bgehängt\b|\bvon (?:vier )?(?:ochsen|pferden) zerrissen\b|\bgerädert\b/g,
  },
  {
    note: 'frightening-scenes',
    words: /\b(?:gespenst\S*|geister|gerippe|leichnam|totenkopf|spuk\S*|menschenfresser\S*|menschenfleisch|vampir\S*)\b/g,
    min: 3,
    perThousand: 1.2,
  },
  {
    note: 'suicide',
    words:
      /\b(?:brachte|tötete|erhängte|ertränkte|erstach) sich\b|\bstürzte sich (?:in|ins|hinab)\b|\bsich das leben (?:genommen|nehmen)\b/g,
  },
  { note: 'drink', words: /\b(?:betrunken\S*|besoffen\S*|branntwein|schnaps|rausch)\b/g, min: 3 },
  { note: 'slavery', words: /\b(?:sklave\S*|sklavin\S*|sclave\S*|sclavin\S*)\b/g, min: 2 },
  { note: 'old-stereotypes', words: /\b(?:jude|juden|jüdin|zigeuner\S*|neger\S*|mohr|mohren|heiden)\b/g, min: 2 },
];

const DANISH: readonly NoteRule[] = [
  { note: 'death-of-a-parent', words: /\b(?:fader|moder|far|mor) (?:\S+ ){0,2}(?:død|døde|begravet)\b|\bforældreløs\S*\b/g },
  {
    note: 'death-of-a-child',
    words: /\b(?:barn|barnet|børn|dreng|lille) (?:\S+ ){0,2}(?:døde|død|dødt)\b|\bdøde barn\b|\bbarnets (?:grav|kiste)\b/g,
  },
  {
    note: 'cruelty-to-animals',
    words:
      /\bslog (?:\S+ ){0,3}(?:hest|hunden?|heste|hestene) (?:\S+ ){0,2}(?:ihjel|for panden)\b|\b(?:pryglede|pinte) (?:\S+ )?(?:hund\S*|dyr\S*|fugl\S*)\b/g,
  },
  {
    note: 'violence',
    words: /\b(?:slog|slået|slå) (?:\S+ ){0,3}ihjel\b|\b(?:mord|myrde\S*|dræbt\S*|dræbe|hug\S* hovedet|blodet flød|for panden)\b/g,
    min: 3,
    perThousand: 0.6,
  },
  { note: 'frightening-scenes', words: /\b(?:spøgelse\S*|genfærd\S*|benrad\S*|djævel\S*|dødning\S*)\b/g, min: 3, perThousand: 1.2 },
  { note: 'suicide', words: /\b(?:dræbe|hænge|drukne|hængte|druknede) sig\b/g },
  { note: 'drink', words: /\b(?:fuld mand|brændevin\S*|drukkenbolt|drikker|snaps|drak)\b/g, min: 3 },
  { note: 'slavery', words: /\bslave\S*/g, min: 2 },
  { note: 'old-stereotypes', words: /\b(?:jøde\S*|neger\S*|negre\S*|tater\S*|sigøjner\S*|hedning\S*)\b/g, min: 2 },
];

const DUTCH: readonly NoteRule[] = [
  {
    note: 'death-of-a-parent',
    words: /\b(?:vader|moeder|ouders) (?:\S+ ){0,2}(?:stierf|stierven|dood|gestorven|overleden)\b|\bweeskind\S*/g,
  },
  { note: 'cruelty-to-children', words: /\bstiefmoeder\b[^.]{0,120}\b(?:sloeg|slagen|haatte|honger|booze)\b|\bbooze stiefmoeder\b/g },
  { note: 'cruelty-to-children', words: /\bstiefmoeder\b/g, min: 3 },
  {
    note: 'cruelty-to-animals',
    words: /\b(?:sloeg|schoot|doodde|schiet) (?:den|de|het) (?:\S+ )?(?:hond|wolf|kat|ezel|paard|vogel)\b/g,
  },
  {
    note: 'violence',
    words: /\b(?:vermoord\S*|moordenaar\S*|moord|doodsteken|doodgeslagen|in stukken|hoofd af|koppen af|onthoofd\S*|hakten|afgehouwen)\b/g,
    min: 2,
    perThousand: 0.5,
  },
  {
    note: 'cruel-punishment',
    words: /\bbrandstapel\b|\btot asch verbrand\b|\bvat\b[^.]{0,60}\bspijkers\b|\bgalg\b|\bopgehangen\b|\bvan elkaar gereten\b/g,
  },
  {
    note: 'frightening-scenes',
    words: /\b(?:spook|spoken|geraamte|menscheneter\S*|griezel\S*|duivel\S*|opeten)\b/g,
    min: 2,
    perThousand: 1,
  },
  { note: 'old-stereotypes', words: /\b(?:jood|joden|zigeuner\S*|neger\S*|moor|mooren)\b/g, min: 2 },
];

const FRENCH: readonly NoteRule[] = [
  { note: 'death-of-a-parent', words: /\b(?:père|mère|parents) (?:\S+ ){0,2}(?:mourut|moururent|mort|morte|morts)\b|\borphelin\S*/g },
  { note: 'death-of-a-child', words: /\b(?:enfant|petite|petit) (?:\S+ ){0,3}(?:mourut|mort|morte)\b/g },
  {
    note: 'cruelty-to-children',
    words:
      /\b(?:battre|battait|maltrait\S*|fouett\S*|haïssai\S*|bourr\S* de coups)\b|\b(?:jalousie|haine) (?:\S+ ){0,3}(?:soeurs|sœurs|mère)\b/g,
  },
  {
    note: 'violence',
    words: /\b(?:tua|tuer|tué|tuée|tuez|égorg\S*|assassin\S*|trancha|trancher la tête|poignard\S*|massacr\S*|fendit la tête|sang)\b/g,
    min: 3,
    perThousand: 0.8,
  },
  { note: 'cruel-punishment', words: /\b(?:brûl\S* vi(?:f|fs|ve|ves)|pendu|pendre|bûcher|écartel\S*|potence)\b/g },
  { note: 'frightening-scenes', words: /\b(?:fantôme\S*|spectre\S*|revenant\S*|squelette\S*|cadavre\S*)\b/g, min: 3, perThousand: 1 },
  { note: 'drink', words: /\b(?:ivre|ivrogne\S*|eau-de-vie|rhum)\b/g, min: 3 },
  { note: 'slavery', words: /\besclav\S*/g, min: 3 },
  { note: 'old-stereotypes', words: /\b(?:juifs?|juive|nègres?|négresse|bohémien\S*|maures?|sauvages|sarrazin\S*)\b/g, min: 3 },
];

const SPANISH: readonly NoteRule[] = [
  {
    note: 'death-of-a-parent',
    words:
      /\b(?:padre|madre|padres|paire|maire) (?:\S+ ){0,2}(?:murió|murieron|muerto|muerta)\b|\bhuérfan\S*|\bmurió (?:el|la|su) (?:padre|madre)\b/g,
  },
  {
    note: 'violence',
    words: /\b(?:mató|matar|maté|matarlos|mataron|asesin\S*|degoll\S*|cortó la cabeza|separó la cabeza|sangre|apuñal\S*|puñalada\S*)\b/g,
    min: 3,
    perThousand: 0.7,
  },
  {
    note: 'frightening-scenes',
    words: /\b(?:ánima\S*|fantasma\S*|aparecid\S*|aparición|aparece|salía|brujos?|despavorid\S*|espanta\S*|miedo|susto|medianoche)\b/g,
    min: 2,
    perThousand: 3,
  },
  { note: 'drink', words: /\b(?:borrach\S*|aguardiente|curad[oa]s?|chicha)\b/g, min: 3 },
  { note: 'slavery', words: /\b(?:esclav\S*)\b/g },
  { note: 'old-stereotypes', words: /\b(?:negro|negra|negros|negrito|moro|moros|judí\S*|gitan\S*|cholo)\b/g, min: 3 },
];

const SWEDISH: readonly NoteRule[] = [
  { note: 'death-of-a-parent', words: /\b(?:far|mor|fader|moder|föräldrar) (?:\S+ ){0,2}(?:dog|död|döda)\b|\bföräldralös\S*/g },
  { note: 'violence', words: /\b(?:mörda\S*|mord|slog ihjäl|slogo ihjäl|dräpt\S*|blod)\b/g, min: 3, perThousand: 0.7 },
  { note: 'frightening-scenes', words: /\b(?:spök\S*|benrangel|lik|gast\S*)\b/g, min: 3, perThousand: 1.2 },
  { note: 'drink', words: /\b(?:full|brännwin|brännvin|supa\S*|drucken)\b/g, min: 3 },
];

/** Word boundary for letters of all languages; `\b` knows English only. */
const EDGE = '(?:(?<=\\p{L})(?!\\p{L})|(?<!\\p{L})(?=\\p{L}))';

function withEdges(rules: readonly NoteRule[]): readonly NoteRule[] {
  return rules.map((rule) => ({ ...rule, words: new RegExp(rule.words.source.replaceAll('\\b', EDGE), 'gu') }));
}

/** By language code. */
export const NOTE_RULES: Record<string, readonly NoteRule[]> = {
  en: ENGLISH_NOTES,
  de: withEdges(GERMAN),
  da: withEdges(DANISH),
  nl: withEdges(DUTCH),
  fr: withEdges(FRENCH),
  es: withEdges(SPANISH),
  sv: withEdges(SWEDISH),
};
